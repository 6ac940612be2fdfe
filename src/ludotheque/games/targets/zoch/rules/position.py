"""The rules of the Zoch edition: dead centres, doubles, attacks, score discs and hits."""

from typing import ClassVar, Final

from ludotheque.core.events import Event
from ludotheque.core.moves import Result, ranks_of
from ludotheque.games.targets.events import tell, tell_die, tell_disc, told_raid
from ludotheque.games.targets.moves import Call, colour
from ludotheque.games.targets.physics.layout import Layout
from ludotheque.games.targets.physics.reading import hits
from ludotheque.games.targets.rules.attacks import raids
from ludotheque.games.targets.rules.board import Board, Duty, best_alone, fresh_layout, own_dice
from ludotheque.games.targets.rules.position import TargetsOptions, TargetsPosition

TARGETS: Final = (0, 1, 2)
TO_WIN: Final = 4
LAST_ROUND: Final = 20
MOST_POINTS: Final = TO_WIN - 1 + len(TARGETS)
"""Maximum points at the end of a game: a player with three may score three more at once."""


class ZochOptions(TargetsOptions, frozen=True):
    """The options of the Zoch edition, which has no variants."""


class ZochBoard(Board, kw_only=True):
    """The position of the Zoch edition: the table, with score discs under the bases, and the points."""

    options: ZochOptions = ZochOptions()
    points: tuple[int, ...]


def new_board(seats: int, options: ZochOptions) -> ZochBoard:
    """Return the first board: towers stacked, no points, the starter not yet drawn (ZOCH-1)."""
    holders = own_dice(seats)
    board = ZochBoard(
        seats=seats, options=options, points=(0,) * seats, holders=holders, layout=Layout("zoch", ())
    )
    board.layout = _fresh(board, [0] * seats)
    return board


def _fresh(board: ZochBoard, discs: list[int]) -> Layout:
    return fresh_layout("zoch", [board.held(seat) for seat in range(board.seats)], discs, TARGETS)


class ZochPosition(TargetsPosition):
    """A position of the Zoch edition."""

    board: ZochBoard
    clauses: ClassVar[dict[str, str]] = {
        "starter": "ZOCH-1",
        "keep": "ZOCH-2",
        "double": "ZOCH-4",
        "lose": "ZOCH-6",
        "stack": "TARGETS-1",
    }

    def tally(self, seat: int) -> int:
        """Return the points of a seat (ZOCH-7)."""
        return self.board.points[seat]

    @property
    def result(self) -> Result | None:
        """The result: four points win, also shared; after round 20 the most points (ZOCH-10, ZOCH-11)."""
        board = self.board
        if board.phase != "over":
            return None
        if max(board.points) >= TO_WIN:
            reached = tuple(min(points, TO_WIN) for points in board.points)
            return Result(ranks_of(reached), board.points, "targets.four_points", "ZOCH-10")
        return Result(ranks_of(board.points), board.points, "targets.last_round", "ZOCH-11")

    def violations(self) -> list[str]:
        """Return the errors of dice and score discs; empty for a valid position."""
        discs = sum(stand.discs for stand in self.board.layout.stands)
        return super().violations() + (["too many score discs"] if discs > len(TARGETS) else [])

    def calls(self, seat: int) -> list[Call]:
        """Return a double for each of the seat's equal dice on the table (ZOCH-4)."""
        board = self.board
        dice = [r for r in board.rests if board.holders[r.die] == seat and r.carried_by is None]
        values = [rest.up for rest in dice]
        return [Call("double", rest.die) for rest in dice if values.count(rest.up) > 1]

    def perform(self, seat: int, call: Call) -> list[Event]:
        """Perform “Double!”: one of the equal dice goes back on its tower; return the event (ZOCH-4)."""
        value = self.board.rest(call.die).up
        self.board.put_back(call.die, value)
        return [tell_die("double", "ZOCH-4", seat, call.die, value=value)]

    def begin_round(self) -> None:
        """Stack all dice again; score discs stay under their bases (ZOCH-9)."""
        self.board.round += 1
        self._open_round(_fresh(self.board, [stand.discs for stand in self.board.layout.stands]))

    def _own_fall(self, fallen: int, left: tuple[int, ...]) -> Duty:
        """Return the choice after a fall: of three dice one goes back on the base, of two none (ZOCH-2)."""
        return Duty("keep", self.board.turn, left, back=fallen == 3)

    def _score(self) -> list[Event]:
        """Score attacks, then dead centres; return the events (TARGETS-8)."""
        return [*self._attack(), *self._dead_centres()]

    def _attack(self) -> list[Event]:
        """Move all score discs of attacked players to the attackers, piles at the same time (ZOCH-5)."""
        board = self.board
        events = []
        before = [stand.discs for stand in board.layout.stands]
        piles = list(before)
        for raid in raids(board):
            piles[raid.victim] -= before[raid.victim]
            piles[raid.taker] += before[raid.victim]
            events.append(told_raid("attack", "ZOCH-5", raid.taker, raid.victim, before[raid.victim]))
            for die in raid.dice:
                board.put_under(die)
        for seat, discs in enumerate(piles):
            if discs != before[seat]:
                board.set_pile(seat, discs)
        return events

    def _dead_centres(self) -> list[Event]:
        """Score a point for the owner of each die through a hole, at once and in any turn (ZOCH-3)."""
        board = self.board
        events = []
        for rest in board.rests:
            if rest.dead_centre is not None and rest.die not in board.inert:
                seat = colour(rest.die)
                board.put_under(rest.die)
                events += [tell_die("dead_centre", "ZOCH-3", seat, rest.die), self._point(seat, "ZOCH-3")]
        return events + self._four()

    def _point(self, seat: int, clause: str, points: int = 1) -> Event:
        board = self.board
        board.points = tuple(p + points * (s == seat) for s, p in enumerate(board.points))
        name = "points" if clause == "ZOCH-3" else "disc_points"
        return tell(name, clause, seat, points=points, total=board.points[seat])

    def _four(self) -> list[Event]:
        """End the game if a player has four points; return the events (ZOCH-10)."""
        board = self.board
        if max(board.points) < TO_WIN:
            return []
        board.phase = "over"
        return [tell("wins", "ZOCH-10", seat) for seat in range(board.seats) if board.points[seat] >= TO_WIN]

    def _end_round(self) -> list[Event]:
        """Score the discs, then the hits, then begin the next round (ZOCH-7, ZOCH-8, ZOCH-9)."""
        board = self.board
        events = [tell("round_ends", "ZOCH-7", round=board.round)]
        for seat, stand in enumerate(board.layout.stands):
            if stand.discs:
                events.append(self._point(seat, "ZOCH-7", stand.discs))
                board.set_pile(seat, 0)
        events += self._four()
        if board.phase == "over":
            return events
        events += self._award()
        if board.round == LAST_ROUND:
            board.phase = "over"
            return [*events, tell("last_round", "ZOCH-11")]
        board.starter = (board.starter + 1) % board.seats
        self.begin_round()
        return [*events, tell("round", "ZOCH-9", board.starter, round=board.round)]

    def _award(self) -> list[Event]:
        """Award a score disc of each target to the highest sum of hits on it (ZOCH-8)."""
        board = self.board
        names = board.disc_names()
        events = []
        for place in TARGETS:
            totals: dict[int, int] = {}
            for rest in board.rests:
                if place in hits(rest) and rest.die not in board.inert:
                    totals[colour(rest.die)] = totals.get(colour(rest.die), 0) + rest.up
            winner = best_alone(totals)
            if winner is not None:
                board.set_pile(winner, board.layout.stands[winner].discs + 1)
                events.append(tell_disc("award", "ZOCH-8", winner, place, names, total=totals[winner]))
            elif totals:
                events.append(tell_disc("cancel", "ZOCH-8", None, place, names))
        return events
