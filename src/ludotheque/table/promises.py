"""What every game has promised, each promise a check; `check_game` plays and calls them.

A broken promise is an `AssertionError` that says which, whatever went wrong inside the game.
"""

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, get_args

import msgspec
from librt.random import Random

from ludotheque.bots import bot as find_bot
from ludotheque.bots import levels
from ludotheque.bots.searching import SearchBot
from ludotheque.core.codec import Json
from ludotheque.core.coded import CodedPosition
from ludotheque.core.events import Event
from ludotheque.core.game import Game, Position
from ludotheque.core.moves import Move, MoveRange, Options
from ludotheque.core.refusal import NotAllowed, Refusal
from ludotheque.core.rulebook import clauses
from ludotheque.core.state import State
from ludotheque.core.words import LANGUAGES, folder, say

DRAWS: Final = 40
"""How often chance is drawn at a position that is looked at."""

COPIES: Final = 3
"""How many copies of a position that is looked at are played on: one may meet no change."""

DEVIATIONS: Final = 6.0
"""By how many standard deviations chance may be off: a game in a thousand million is that unlucky."""

ITERATIONS: Final = 8
"""How much a bot that searches thinks: enough to find a move, not to find a good one."""

GARBAGE: Final[tuple[Json, ...]] = (
    "",
    "?",
    "no such move",
    "\x00",
    7,
    None,
    [],
    {},
    {"do": None},
    {"do": "no such move"},
)
"""What is no move of any game."""


@contextmanager
def promised(promise: str) -> Iterator[None]:
    """Whatever goes wrong inside breaks this promise."""
    try:
        yield
    except Exception as error:
        raise AssertionError(f"{promise}: {type(error).__name__}: {error}") from error


def random_choice(position: Position, seat: int, rng: Random) -> Move:
    """Any move of a seat; a continuous one anywhere in its ranges."""
    moves = position.moves(seat)
    chosen = moves[rng.randrange(len(moves))]
    if isinstance(chosen, Move):
        return chosen
    return position.game.read_move(_within(chosen, rng))


def _within(span: MoveRange, rng: Random) -> Json:
    return {"do": span.do} | {
        key: low + (high - low) * rng.random() for key, (low, high) in span.ranges.items()
    }


class Luck:
    """Counts what chance gave, against what its weights say it should."""

    def __init__(self) -> None:
        self.found: dict[int, int] = {}
        self.expected: dict[int, float] = {}
        self.variance: dict[int, float] = {}

    def watch(self, state: State, rng: Random) -> None:
        """Draw some outcomes of a position at which chance is to act."""
        outcomes = [int(outcome) for outcome in state.outcomes()]
        weights = [int(weight) for weight in state.weights()]
        assert outcomes, "chance is to act and has nothing to give"
        assert len(outcomes) == len(weights), "there are not as many weights as outcomes"
        assert len(set(outcomes)) == len(outcomes), "an outcome is listed twice"
        assert all(weight > 0 for weight in weights), "an outcome has no weight"
        for outcome, weight in zip(outcomes, weights, strict=True):
            share = weight / sum(weights)
            self.expected[outcome] = self.expected.get(outcome, 0.0) + DRAWS * share
            self.variance[outcome] = self.variance.get(outcome, 0.0) + DRAWS * share * (1 - share)
        for _ in range(DRAWS):
            drawn = state.sample(rng)
            assert drawn in outcomes, f"chance gave {drawn}, which is none of its outcomes"
            self.found[drawn] = self.found.get(drawn, 0) + 1

    def judge(self) -> None:
        """What came is what the weights say, as far as the number of draws can tell."""
        for outcome, expected in self.expected.items():
            found = self.found.get(outcome, 0)
            allowed = DEVIATIONS * self.variance[outcome] ** 0.5 + 1
            assert abs(found - expected) <= allowed, (
                f"wrong weights: outcome {outcome} came {found} times, not {expected:.1f}"
            )


class Known:
    """Moves that were met anywhere in the games: asked again where they are not allowed."""

    MOST: Final = 60

    def __init__(self) -> None:
        self.moves: dict[Move, None] = {}

    def meet(self, move: Move, rng: Random) -> None:
        """Remember a move; when there are many, a random one makes room."""
        self.moves[move] = None
        if len(self.moves) > self.MOST:
            del self.moves[list(self.moves)[rng.randrange(len(self.moves))]]


def check_offers(position: Position, seat: int) -> None:
    """Every move is offered once."""
    offered = [move for move in position.moves(seat) if isinstance(move, Move)]
    twice = sorted({str(move) for move in offered if offered.count(move) > 1})
    assert not twice, f"offered twice: {twice}"


def check_refusals(position: Position, known: Known) -> None:
    """What is not allowed is refused with a sentence, and by a clause where the rules forbid it."""
    game = position.game
    for seat in range(position.seats):
        for move in known.moves:
            with promised(f"a refusal crashes on {move}"):
                refusal = position.refusal(seat, move)
            if refusal is not None:
                check_refusal(game, refusal)
    for garbage in GARBAGE:
        with promised(f"a refusal crashes on {garbage!r}"):
            try:
                game.read_move(garbage)
            except Refusal as refused:
                unreadable: Refusal | None = refused
            else:
                unreadable = None
        assert unreadable is not None, f"{garbage!r} is read as a move"
        check_refusal(game, unreadable)


def check_refusal(game: Game, refusal: Refusal) -> None:
    """A refusal has a sentence in every language; what the rules of a game forbid has its clause."""
    check_sentence(refusal)
    if isinstance(refusal, NotAllowed) and not refusal.code.startswith("core."):
        assert refusal.clause is not None, f"the refusal {refusal.code} has no clause"
    check_clause(game, refusal.clause, refusal.code)


def check_sentence(refusal: Refusal) -> None:
    """A refusal has a sentence in every language."""
    for language in LANGUAGES:
        with promised(f"the refusal {refusal.code} has no sentence in {language}"):
            assert refusal.text(language)


def check_clause(game: Game, clause: str | None, where: str) -> None:
    """A clause that is named stands in the rulebook, if the game has one."""
    if clause is not None and (folder(game.name) / "rulebook").is_dir():
        assert clause in clauses(game.name), f"{where} names the clause {clause}, which does not exist"


def check_events(game: Game, events: list[Event]) -> None:
    """Every event has a sentence in every language, for those who know and for those who don't."""
    for event in events:
        check_clause(game, event.clause, event.name)
        for seat in (None, *event.secret_to):
            for language in LANGUAGES:
                with promised(f"the event {event.name} has no sentence in {language}"):
                    assert event.seen_by(seat).text(language, "Ada")


def check_result(position: Position) -> None:
    """Places, scores and payoffs tell the same end, and the payoffs add up to one win."""
    result = position.result
    assert result is not None
    assert len(result.ranks) == len(result.scores) == position.seats
    assert 1 in result.ranks
    check_clause(position.game, result.clause, result.reason)
    for language in LANGUAGES:
        with promised(f"the reason {result.reason} has no sentence in {language}"):
            assert result.text(language)
    if isinstance(position, CodedPosition):
        _check_payoffs(position.state, position.teams)


def _check_payoffs(state: State, teams: tuple[int, ...]) -> None:
    """A team wins as one, and equal winners share."""
    worth: dict[int, float] = {}
    for seat, team in enumerate(teams):
        payoff = state.payoff(seat)
        assert 0 <= payoff <= 1, f"the payoff of seat {seat} is {payoff}"
        assert payoff == worth.setdefault(team, payoff), f"partners of team {team} are paid differently"
    assert abs(sum(worth.values()) - 1) < 1e-9, f"payoffs don't add up: {list(worth.values())}"


def check_copy(position: Position, luck: Luck, rng: Random, moves: int = 12) -> None:
    """What is played on a copy, chance included, leaves the position as it was."""
    before, inside = position.to_json(), _inside(position)
    for _ in range(COPIES):
        copy = position.copy()
        assert copy.to_json() == before, "a copy is another position"
        if isinstance(position, CodedPosition) and isinstance(copy, CodedPosition):
            shared = _shared(position.state, copy.state)
            assert not shared, f"an alias: a copy shares {shared} with the original"
        _play_on(copy, luck, rng, moves)
        assert position.to_json() == before, "an alias: playing on a copy changed the original"
        assert _inside(position) == inside, "an alias: playing on a copy changed the original inside"


def _play_on(copy: Position, luck: Luck, rng: Random, moves: int) -> None:
    for _ in range(moves):
        while copy.awaits_chance:
            if isinstance(copy, CodedPosition):
                luck.watch(copy.state, rng)
            copy.resolve(copy.draw(rng))
        if copy.result is not None:
            break
        copy.play(copy.actors[0], random_choice(copy, copy.actors[0], rng))


def _shared(state: State, copy: State) -> list[str]:
    """The attributes of interpreted rules that are one changeable thing in both."""
    held: dict[str, object] = getattr(state, "__dict__", {})
    return [
        name
        for name, value in held.items()
        if isinstance(value, list | dict | set) and value is getattr(copy, name, None)
    ]


def _inside(position: Position) -> bytes:
    """All that a state holds, what no JSON shows too."""
    return pickle.dumps(position.state) if isinstance(position, CodedPosition) else b""


def check_view(position: Position, seat: int, rng: Random) -> bool:
    """What is drawn anew where a seat can't see never changes what it sees; tells whether anything was."""
    view = position.view(seat)
    assert msgspec.json.decode(msgspec.json.encode(view)) == view, "a view is not JSON"
    guessed = position.game.guess(view, seat, rng)
    assert guessed.view(seat) == view, "a guess does not fit its view"
    assert guessed.violations() == [], "a guess breaks the rules"
    assert position.seen_by(seat, rng).view(seat) == view, "what a bot gets does not fit its view"
    if isinstance(position, CodedPosition):
        again = CodedPosition(position.game, position.state.reimagine(seat, rng), position.options)
        assert again.view(seat) == view, "a view differs for a hidden resampling"
    if not position.game.hidden:
        assert view == position.view(None) == position.to_json(), "an open game hides something"
    return guessed.to_json() != position.to_json()


def check_tagline(game: Game) -> None:
    """A line in every language tells what a game is about."""
    for language in LANGUAGES:
        with promised(f"{game.name} has no tagline in {language}"):
            assert say(f"{game.name}_tagline", language)


def check_levels(position: Position, rng: Random) -> None:
    """Every level either plays an allowed move or refuses the table with a sentence."""
    seat = position.actors[0]
    name = position.game.name
    for level in levels(name):
        with promised(f"the level {level} can't play"):
            player = find_bot(name, level)
            refusal = player.refusal(position)
            if refusal is None:
                if isinstance(player, SearchBot):
                    player = player.thinking(0, ITERATIONS)
                move = player.choose(position.seen_by(seat, rng), seat, rng)
                refused = position.refusal(seat, position.game.read_move(move))
                assert refused is None, f"{move} is not allowed"
        if refusal is not None:
            check_sentence(refusal)


def check_options(game: Game, rng: Random) -> None:
    """Every option is read by somebody: at the start, or until a game is over."""
    unread = set(game.options_type.__struct_fields__)

    def noticed(options: Options, name: str) -> Any:
        unread.discard(name)
        return object.__getattribute__(options, name)

    spy = type("Options", (game.options_type,), {"__getattribute__": noticed}, frozen=True)
    for changed in ({}, *_changes(game.options_type)):
        for seats in game.seat_counts if unread else ():
            try:
                position = game.start(seats, spy(**changed))
            except Refusal:
                continue  # some options belong together, or to a number of seats
            _play_while(position, lambda: bool(unread), rng)
    assert not unread, f"options that are never read: {sorted(unread)}"


def _changes(options: type[Options]) -> list[dict[str, Any]]:
    """Every option, one at a time, with every value that can be listed and is not its default."""
    usual = options()
    listed: list[dict[str, Any]] = []
    for field in msgspec.structs.fields(options):
        values = (False, True) if field.type is bool else get_args(field.type)
        listed += [{field.name: value} for value in values if value != getattr(usual, field.name)]
    return listed


def _play_while(position: Position, wanted: Callable[[], bool], rng: Random) -> None:
    while position.result is None and wanted():
        position.view(None)
        if position.awaits_chance:
            position.resolve(position.draw(rng))
        else:
            seat = position.actors[rng.randrange(len(position.actors))]
            move = random_choice(position, seat, rng)
            position.call_window(seat, move)
            position.play(seat, move)
