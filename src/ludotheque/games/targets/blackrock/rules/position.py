"""The rules of the Blackrock edition: discs won by call or award, steals, Money Time, three variants."""

from collections.abc import Sequence
from typing import ClassVar

import msgspec
from librt.random import Random

from ludotheque.core.codec import Json
from ludotheque.core.events import Event, seat_name
from ludotheque.core.moves import Move, MoveRange, Result, ranks_of
from ludotheque.core.refusal import NotAllowed, Refusal
from ludotheque.games.targets.blackrock.rules.board import (
    Golden,
    given_away,
    misplaced_discs,
    with_item,
)
from ludotheque.games.targets.blackrock.rules.calls import (
    calls_of,
    close_calls,
    plain_call,
    reopen_calls,
    serve_double,
    touching,
)
from ludotheque.games.targets.blackrock.rules.golden import FLICKS, sharers
from ludotheque.games.targets.blackrock.rules.rounds import TO_WIN, Rounds
from ludotheque.games.targets.events import (
    filmed,
    rests,
    tell,
    tell_die,
    tell_disc,
    told_flick,
    told_raid,
)
from ludotheque.games.targets.moves import Call, Exchange, Flick, Remove, colour, label, meant, ranges
from ludotheque.games.targets.outcomes import Rolled, after, homes, read_rolled
from ludotheque.games.targets.physics.reading import DieReading
from ludotheque.games.targets.rules.attacks import raids
from ludotheque.games.targets.rules.board import Duty
from ludotheque.games.targets.simulation import SEEDS, roll


class BlackrockPosition(Rounds):
    """A position of the Blackrock edition."""

    clauses: ClassVar[dict[str, str]] = {
        "starter": "BLACKROCK-1",
        "keep": "BLACKROCK-2",
        "targets": "BLACKROCK-3",
        "double": "BLACKROCK-4",
        "lose": "BLACKROCK-6",
        "remove": "BLACKROCK-8",
        "pas_vu": "BLACKROCK-14",
        "exchange": "BLACKROCK-16",
        "stack": "BLACKROCK-16",
    }

    def tally(self, seat: int) -> int:
        """Return the number of discs that a seat has won for good (BLACKROCK-9)."""
        return len(self.board.won[seat])

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; all at once to exchange dice or to aim in Golden Targets."""
        board = self.board
        if board.phase == "exchange":
            return tuple(seat for seat, die in enumerate(board.given) if die is None)
        if board.phase == "remove":
            return (board.starter,)
        if board.golden is not None and board.phase == "golden":
            return tuple(seat for seat in board.golden.contenders if seat not in board.golden.aimed)
        return super().actors

    @property
    def awaits_chance(self) -> bool:
        """True also when all aims of Golden Targets have been made (BLACKROCK-12)."""
        board = self.board
        if board.golden is not None and board.phase == "golden":
            return len(board.golden.aimed) == len(board.golden.contenders)
        return super().awaits_chance

    @property
    def result(self) -> Result | None:
        """The result by discs won for good; Golden Targets breaks a tie (BLACKROCK-11, BLACKROCK-12)."""
        board = self.board
        if board.phase != "over":
            return None
        scores = self.scores()
        ranks = ranks_of(tuple(score + (seat in board.winners) / 2 for seat, score in enumerate(scores)))
        if board.golden is not None:
            return Result(ranks, scores, "targets.golden", "BLACKROCK-12")
        reason = "targets.four_discs" if max(scores) >= TO_WIN else "targets.last_disc"
        return Result(ranks, scores, reason, "BLACKROCK-11")

    def moves(self, seat: int) -> Sequence[Move | MoveRange]:
        """Return the legal moves of a seat."""
        board = self.board
        if seat not in self.actors:
            return []
        if board.phase == "exchange":
            return [Exchange(die) for die in board.held(seat)]
        if board.phase == "remove":
            return [Remove(place) for place in board.places()]
        if board.phase == "golden":
            return [ranges(golden=True)]
        return super().moves(seat)

    def refusal(self, seat: int, move: Move) -> Refusal | None:
        """Return the reason why a move is illegal; a double without its second die has one of its own."""
        found = super().refusal(seat, move)
        if isinstance(found, NotAllowed) and isinstance(move, Call) and move.other is None:
            doubles = [call for call in self.moves(seat) if isinstance(call, Call) and call.what == "double"]
            if move.what == "double" and move.die in {call.die for call in doubles}:
                return NotAllowed("targets.name_both", "BLACKROCK-4")
        return found

    def play(self, seat: int, move: Move) -> list[Event]:
        """Play a legal move and return its events."""
        match move:
            case Exchange():
                return self._exchange(seat, move.die)
            case Remove():
                return [self._remove(move.place), *self._after_round()]
            case Flick() if self.board.phase == "golden":
                return self._aim(seat, move)
        return super().play(seat, move)

    def draw(self, rng: Random) -> Json:
        """Return an outcome of chance; flicks of Golden Targets are simulated together (BLACKROCK-12)."""
        board = self.board
        if board.golden is not None and board.phase == "golden":
            flicks = tuple(meant(s, aim) for s, aim in enumerate(board.golden.aims) if aim is not None)
            return roll(board.layout, flicks, rng.randrange(SEEDS), self.options.tremor)
        return super().draw(rng)

    def resolve(self, outcome: Json) -> list[Event]:
        """Apply an outcome of chance and return its events; refuse an impossible one."""
        if self.board.golden is not None and self.board.phase == "golden":
            return self._golden_rolled(read_rolled(outcome, self.board.layout), self.board.golden)
        return super().resolve(outcome)

    def view(self, seat: int | None) -> Json:
        """Return the position without the aims of others in Golden Targets (BLACKROCK-12)."""
        golden = self.board.golden
        if golden is None:
            return self.to_json()
        aims = tuple(aim if other == seat else None for other, aim in enumerate(golden.aims))
        shown = self.copy()
        shown.board.golden = msgspec.structs.replace(golden, aims=aims)
        return shown.to_json()

    def violations(self) -> list[str]:
        """Return the errors of dice and discs; empty for a valid position (BLACKROCK-13)."""
        return super().violations() + misplaced_discs(self.board)

    def calls(self, seat: int) -> list[Call]:
        """Return the calls a seat may make now."""
        return calls_of(self.board, seat)

    def perform(self, seat: int, call: Call) -> list[Event]:
        """Perform “Targets!”, “Double!” or “Pas vu, pas pris!” and return the events."""
        board = self.board
        if call.what == "targets":
            return self._targets(seat, call.die)
        if call.what == "double":
            assert call.other is not None  # both dice of a pair are named
            value = serve_double(board, call.die, call.other)
            left = label(call.other)
            return [tell_die("double_pair", "BLACKROCK-4", seat, call.die, other=left, value=value)]
        board.spent = (*board.spent, call.die)
        owner = colour(call.die)
        return [tell_die("pas_vu", "BLACKROCK-14", seat, call.die, owner=owner, whose=seat_name(owner))]

    def _actors_in_play(self) -> tuple[int, ...]:
        """Return the seats that may act; with `calls` auto, one caller after the other (BLACKROCK-17)."""
        waiting = self.waiting()
        if self.board.options.calls == "auto" and waiting:
            return (waiting[0],)
        return super()._actors_in_play()

    def _moves_in_play(self, seat: int) -> list[Move | MoveRange]:
        found = super()._moves_in_play(seat)
        if self.board.options.calls == "auto" and self.waiting():
            return [move for move in found if isinstance(move, Move)]
        return found

    def _flick_refusal(self, move: Flick, allowed: Sequence[Move | MoveRange]) -> Refusal | None:
        if self.board.options.calls == "auto" and self.waiting():
            return NotAllowed("targets.call_first", "BLACKROCK-17")
        return super()._flick_refusal(move, allowed)

    def _close_window(self) -> None:
        close_calls(self.board)

    def _on_moved(self, moved: set[int], faces: dict[int, int]) -> None:
        reopen_calls(self.board, moved, faces)

    def _on_settled(self, before: DieReading, now: DieReading) -> None:
        """Let the call lapse for a die that came onto a centre only by settling (TARGETS-9)."""
        if not set(now.centres) <= set(before.centres):
            self.board.spent = (*self.board.spent, now.die)

    def _own_fall(self, fallen: int, left: tuple[int, ...]) -> Duty:  # noqa: ARG002 - two or three alike
        """Return the choice of the one fallen die that stays; all others are lost (BLACKROCK-2)."""
        return Duty("keep", self.board.turn, left)

    def _score(self) -> list[Event]:
        """Score steals: stored discs change hands, all piles at the same time (BLACKROCK-5)."""
        board = self.board
        events = []
        found = raids(board)
        before = board.stored
        lost = {raid.victim for raid in found}
        board.stored = tuple(() if seat in lost else discs for seat, discs in enumerate(before))
        for raid in found:
            board.stored = with_item(board.stored, raid.taker, before[raid.victim])
            board.no_double = (*board.no_double, raid.taker)
            discs = len(before[raid.victim])
            events.append(told_raid("steal", "BLACKROCK-5", raid.taker, raid.victim, discs))
            for die in raid.dice:
                board.put_under(die)
        self._raise_bases()
        return events

    def _advance(self) -> list[Event]:
        """Continue the turn; with `calls` auto every clear “Targets!” is made, in order (BLACKROCK-17)."""
        board = self.board
        events: list[Event] = []
        if board.options.calls == "auto":
            for seat in board.clockwise():
                while call := self._call_of_itself(seat):
                    events += self.perform(seat, call)
                if board.unsettled or seat in self.waiting():
                    break
        return events + super()._advance()

    def _call_of_itself(self, seat: int) -> Call | None:
        """Return a “Targets!” to make automatically; None if there is none (BLACKROCK-11, BLACKROCK-17)."""
        board, teams = self.board, self.teams
        if not board.window or board.unsettled or board.phase != "play":
            return None
        return plain_call(board, seat, [s for s in range(self.seats) if teams[s] == teams[seat]])

    def _targets(self, seat: int, die: int) -> list[Event]:
        """Win the disc at once; every die that touches it goes under its owner’s base (BLACKROCK-3)."""
        board = self.board
        place = board.rest(die).centres[0]
        disc, names = board.central[place], board.disc_names()
        assert disc is not None  # a centre is that of a disc which lies there
        board.won = with_item(board.won, seat, (disc,))
        board.central = tuple(None if p == place else d for p, d in enumerate(board.central))
        board.taken = True
        for under in touching(board, place):
            board.put_under(under)
        board.take_central(place)
        total = self.scores()[seat]
        events = [tell_disc("targets", "BLACKROCK-3", seat, place, names, die=label(die), total=total)]
        events += self._four()
        if board.phase == "play" and board.options.three_by_three and not board.places():
            events += self._end_set()
        return events

    def _exchange(self, seat: int, die: int) -> list[Event]:
        """Store the die a player gives to the partner; when all have, exchange them (BLACKROCK-16)."""
        board = self.board
        board.given = tuple(die if s == seat else given for s, given in enumerate(board.given))
        if None not in board.given:
            board.holders = given_away(self.seats, board.given)
            self._open_round(board.fresh())
        return [tell_die("exchange", "BLACKROCK-16", seat, die)]

    def _aim(self, seat: int, move: Flick) -> list[Event]:
        """Store a secret aim (BLACKROCK-12)."""
        golden = self.board.golden
        assert golden is not None  # the phase says so
        aims = tuple(move if s == seat else aim for s, aim in enumerate(golden.aims))
        self.board.golden = msgspec.structs.replace(
            golden, aims=aims, aimed=tuple(sorted((*golden.aimed, seat)))
        )
        secret = told_flick(move, golden=True)
        return [Event(name="targets.aim", seat=seat, clause="BLACKROCK-12", secret=secret, secret_to=(seat,))]

    def _golden_rolled(self, rolled: Rolled, golden: Golden) -> list[Event]:
        """Score Golden Targets: the best total wins, a tie is flicked again (BLACKROCK-12, BLACKROCK-16).

        After the third flick the tied seats share the win.
        """
        board = self.board
        board.layout = after(board.layout, rolled.dice)
        standing = homes(board.layout)
        board.rests = tuple(found for found in rolled.dice if not found.off and found.die not in standing)
        events = [rests(found, board.disc_names(), golden=True) for found in board.rests if found.moved]
        best = sharers(list(board.rests), golden.contenders, self.teams)
        if golden.flick == FLICKS or len({self.teams[seat] for seat in best}) == 1:
            board.golden = Golden(golden.flick, golden.contenders)
            events += self._win(best, "BLACKROCK-12")
        else:
            self._golden(golden.flick + 1, best)
            events.append(tell("golden_again", "BLACKROCK-12", flick=golden.flick + 1))
        return filmed(events, rolled.film)
