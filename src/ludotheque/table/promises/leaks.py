"""Leaks: nothing that a seat receives depends on information its view hides.

Two positions with the same view for a seat have to give it the same moves, refusals and events, and
spectators the same view. An event may tell a seat something new only if its next view shows that too, and a
view may show what was hidden only if an event of the step reveals it, since such a step can't be undone.
"""

from collections.abc import Iterable
from itertools import combinations
from typing import Final

from librt.random import Random

from ludotheque.core.codec import Json, write
from ludotheque.core.events import Event
from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.core.refusal import Refusal
from ludotheque.table.promises.differences import difference
from ludotheque.table.promises.playing import Step, promised

BRANCHES: Final = 3
"""Number of random steps tried at a position, to compare their events for other seats."""

ASKED: Final = 24
"""Number of moves whose refusals are compared between two positions."""

ENOUGH_PAIRS: Final = 20
"""Number of pairs of steps with different secrets after which a spectator must once have seen the same."""


def check_same_for(
    seat: int, position: Position, other: Position, spectators: Json, known: Iterable[Move], rng: Random
) -> None:
    """Check that a position with the same view for a seat offers it the same moves and refusals."""
    seen_by_all = other.view(None)
    assert seen_by_all == spectators, (
        f"a spectator sees what is hidden from seat {seat}: {difference(spectators, seen_by_all)}"
    )
    assert (other.actors, other.awaits_chance) == (position.actors, position.awaits_chance), (
        f"the seat to act depends on what is hidden from seat {seat}"
    )
    if seat not in position.actors:
        return
    assert other.moves(seat) == position.moves(seat), f"moves depend on what is hidden from seat {seat}"
    moves = list(known)
    for move in [moves[rng.randrange(len(moves))] for _ in range(ASKED if moves else 0)]:
        with promised(f"a refusal crashes on {move}"):
            refusals = position.refusal(seat, move), other.refusal(seat, move)
        assert _said(refusals[0]) == _said(refusals[1]), (
            f"a refusal depends on what is hidden from seat {seat}: {position.game.notation(move)} is"
            f" answered by two refusals: {difference(_said(refusals[0]), _said(refusals[1]))}"
        )


def _said(refusal: Refusal | None) -> Json:
    return None if refusal is None else write(refusal.to_json())


class Branch:
    """A step tried on a copy of a position, with its events and the position after it."""

    def __init__(self, position: Position, step: Step) -> None:
        self.step = step
        self.after = position.copy()
        self.events = step.make(self.after)
        self._views: dict[int | None, Json] = {}

    def view(self, viewer: int | None) -> Json:
        """Return what a seat may know after the step; None is a spectator."""
        if viewer not in self._views:
            self._views[viewer] = self.after.view(viewer)
        return self._views[viewer]


def branches(position: Position, rng: Random) -> list[Branch]:
    """Return `BRANCHES` random steps from a position, each tried on a copy of its own."""
    return [Branch(position, Step(position, rng)) for _ in range(BRANCHES)]


def check_events_at(seat: int, branch: Branch, other: Position) -> None:
    """Check that a step at two positions with the same view for a seat does not tell them apart unnoticed.

    Events may differ only if the next views do, and these only if an event reveals what was hidden.
    """
    after = other.copy()
    events = branch.step.attempt(after)
    if events is not None:
        shown = any(event.reveals for event in [*branch.events, *events])
        for viewer in (seat, None):
            same = branch.view(viewer) == after.view(viewer)
            if same and _differ(branch.events, events, viewer):
                raise _told(branch.events, events, viewer)
            assert same or shown, (
                f"after {branch.step}, the view of {_name(viewer)} depends on what was hidden from"
                f" seat {seat} before it, and no event of that step sets `reveals`:"
                f" {difference(branch.view(viewer), after.view(viewer))}"
            )


class Kept:
    """Counts of pairs of steps that differ only in one secret of an event, by the name of the event."""

    def __init__(self) -> None:
        self.pairs: dict[str, int] = {}
        self.seen: dict[str, int] = {}
        """Number of these pairs after which spectators see two different views."""

    def watch(self, one: Branch, other: Branch) -> None:
        """Count a pair of steps if spectators hear the same of both, and one event has another secret."""
        if _differ(one.events, other.events, None) or any(event.reveals for event in one.events):
            return
        told = zip(one.events, other.events, strict=True)
        names = [event.name for event, again in told if event.secret != again.secret]
        if len(names) == 1:
            self.pairs[names[0]] = self.pairs.get(names[0], 0) + 1
            self.seen[names[0]] = self.seen.get(names[0], 0) + (one.view(None) != other.view(None))

    def judge(self) -> None:
        """Check that the view of spectators does not always show what an event keeps secret."""
        for name, pairs in self.pairs.items():
            assert pairs < ENOUGH_PAIRS or self.seen[name] < pairs, (
                f"what the event {name} keeps secret is open in the next view of a spectator: is an attribute"
                " declared as open that only one seat may see?"
            )


def check_branches(tried: list[Branch], kept: Kept, rng: Random) -> None:
    """Check that two steps of one seat that lead to the same view of another have the same events in it."""
    for one, other in combinations(tried, 2):
        if one.step.seat == other.step.seat:
            kept.watch(one, other)
        seat = rng.randrange(one.after.seats)
        for viewer in (None, seat) if seat != one.step.seat else (None,):
            if (
                one.step.seat == other.step.seat
                and _differ(one.events, other.events, viewer)
                and one.view(viewer) == other.view(viewer)
                and one.after.to_json() != other.after.to_json()
            ):
                raise _told(one.events, other.events, viewer)


def _differ(events: list[Event], others: list[Event], viewer: int | None) -> bool:
    return seen(events, viewer) != seen(others, viewer)


def _told(events: list[Event], others: list[Event], viewer: int | None) -> AssertionError:
    name = _first_difference(events, others, viewer)
    return AssertionError(f"the event {name} tells {_name(viewer)} what its view does not hold")


def _name(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def seen(events: list[Event], viewer: int | None) -> list[Event]:
    """Return the events as a seat may know them; None is a spectator."""
    return [event.seen_by(viewer) for event in events]


def _first_difference(events: list[Event], others: list[Event], viewer: int | None) -> str:
    pairs = zip(seen(events, viewer), seen(others, viewer), strict=False)
    longer = max(events, others, key=len)
    found = [one.name for one, other in pairs if one != other]
    return found[0] if found else longer[min(len(events), len(others))].name
