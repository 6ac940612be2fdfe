"""The public contract of Targi."""

from typing import Final

from librt.random import Random

from ludotheque.core.codec import Json, write
from ludotheque.core.coded import CodedGame, CodedPosition, coded
from ludotheque.core.events import Event
from ludotheque.core.game import Position, Step
from ludotheque.core.moves import Move, Result, ranks_of
from ludotheque.core.refusal import Refusal
from ludotheque.core.state import Note
from ludotheque.games.targi import moves
from ludotheque.games.targi.events import tell
from ludotheque.games.targi.positions import guess, read_position
from ludotheque.games.targi.refusals import why_not
from ludotheque.games.targi.rules import board as b
from ludotheque.games.targi.rules import codes, turns
from ludotheque.games.targi.rules import state as rules
from ludotheque.games.targi.rules.actions import exchange_price
from ludotheque.games.targi.rules.cards import GOODS_CARDS, KIND_NAMES, TRIBE_CARDS
from ludotheque.games.targi.rules.scoring import score, standing
from ludotheque.games.targi.rules.state import Targi
from ludotheque.games.targi.views import TargiOptions, write_position, write_view


class TargiGame(CodedGame[Targi, TargiOptions]):
    """Worker placement on the border of a desert market."""

    name = "targi"
    title = "Targi"
    seat_counts = (2,)
    clause_prefixes = ("TARGI",)
    options_type = TargiOptions
    move_types = moves.MOVE_TYPES
    hidden = True
    first_starter = codes.STARTER
    minutes = (45, 60)
    rules_version = 3

    def start(self, seats: int, options: TargiOptions) -> CodedPosition[Targi]:
        """Return the first position: the centre still to be laid out, perhaps the starter to be drawn."""
        return CodedPosition(self, rules.new_game(options.starter == "random"), options)

    def at(self, position: Json) -> CodedPosition[Targi]:
        """Return the position read from JSON."""
        view, state = read_position(position)
        return CodedPosition(self, state, view.options)

    def guess(self, view: Json, seat: int, rng: Random) -> CodedPosition[Targi]:
        """Return a position consistent with a view, with the unseen cards drawn at random (TARGI-23)."""
        read, state = guess(view, rng)
        return CodedPosition(self, state, read.options)

    def upgrade(self, step: Step, version: int, position: Position) -> list[Step]:
        """Return a step in today's form: before version 3, the Trader's action could end earlier
        (TARGI-8).
        """
        state, (seat, said) = coded(position).state, step
        if version < 3 and state.phase == b.TRADE and state.amount == 1:
            trading = seat is not None and isinstance(self.read_move(said), moves.Trade | moves.Done)
            return [step] if trading else [(state.seat, write(moves.Done())), step]
        return [step]

    def upgrade_position(self, position: Json, version: int) -> Json:
        """Return a position in today's form: before version 3 it listed goods traded, not earlier holdings
        (TARGI-8).
        """
        if version >= 3 or not isinstance(position, dict):
            return position
        return {name: value for name, value in position.items() if name not in ("traded_away", "traded_for")}

    def encode(self, state: Targi, move: Move) -> int:
        """Return the number of a move; naming the Trader's lowest price means the same as omitting it."""
        if isinstance(move, moves.Trade) and move.count == exchange_price(state, KIND_NAMES.index(move.get)):
            return moves.encode(moves.Trade(move.give, move.get))
        return moves.encode(move)

    def decode(self, state: Targi, code: int) -> Move:
        """Return the move of a number."""
        return moves.decode(code)

    def notation(self, move: Move) -> str:
        """Return a move as `place 5`, `use b`, `pay 2D 1G` ..."""
        return moves.notation(move)

    def parse(self, text: str) -> Move:
        """Return the move of a line of notation."""
        return moves.parse(text)

    def why_not(self, state: Targi, move: Move) -> Refusal:
        """Return the refusal of an illegal move."""
        return why_not(state, move)

    def read_outcome(self, state: Targi, outcome: Json) -> int:
        """Return the number of a card, `{"tribe": 17}` or `{"goods": "2D"}`."""
        return moves.read_outcome(outcome)

    def write_outcome(self, state: Targi, code: int) -> Json:
        """Return the JSON form of a card."""
        return moves.write_outcome(code)

    def tell(self, state: Targi, note: Note) -> list[Event]:
        """Return the event of a journal line."""
        return [tell(note)]

    def result(self, state: Targi) -> Result:
        """Return the ranks by score, then gold, then goods (TARGI-30, TARGI-31)."""
        ranks = ranks_of((int(standing(state, 0)), int(standing(state, 1))))
        scores = (int(score(state, 0)), int(score(state, 1)))
        if state.robber == turns.LAST_CORNER:
            return Result(ranks, scores, "targi.last_raid", "TARGI-29")
        return Result(ranks, scores, "targi.full_camp", "TARGI-28")

    def violations(self, state: Targi) -> list[str]:
        """Report cards doubled or lost, and limits broken between turns (TARGI-2, TARGI-27)."""
        wrong = []
        for place, cards in _located(state):
            found = [card for card in range(TRIBE_CARDS) if state.where[card] == place]
            if found != sorted(cards):
                wrong.append(f"tribe cards {found} and {sorted(cards)} at {place}")
        for kind, (name, count, _) in enumerate(GOODS_CARDS):
            shown = sum(card == b.GOODS_CARD + kind for card in state.centre)
            if shown + state.goods[kind] + state.goods_gone[kind] + state.goods_earlier[kind] != count:
                wrong.append(f"goods cards {name}")
        if state.tribe_deck() < 0 or state.goods_deck() < 0:
            wrong.append("more cards face down than unseen")
        if any(amount < 0 for amount in state.purses):
            wrong.append("something owned is below zero")
        if state.phase == b.PLACE and any(state.goods_of(seat) > turns.GOODS_LIMIT for seat in (0, 1)):
            wrong.append("too many goods")
        return wrong

    def write_view(self, state: Targi, options: TargiOptions, seat: int | None) -> Json:
        """Return what a seat may know as JSON."""
        return write_view(state, options, seat)

    def write_position(self, state: Targi, options: TargiOptions) -> Json:
        """Return the whole position."""
        return write_position(state, options)


def _located(state: Targi) -> list[tuple[int, list[int]]]:
    """Return the tribe cards that lie in the centre, in the hands and in the camps."""
    found = [(b.CENTRE, [card for card in state.centre if 0 <= card < TRIBE_CARDS])]
    for seat in (0, 1):
        held = state.hands[seat]
        camp = state.camps[b.PLACES * seat : b.PLACES * seat + b.PLACES]
        found.append((b.HAND + seat, [held] if held != b.NO_CARD else []))
        found.append((b.CAMP + seat, [card for card in camp if card != b.NO_CARD]))
    return found


GAME: Final = TargiGame()
