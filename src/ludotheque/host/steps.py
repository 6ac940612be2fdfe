"""Steps of a match for one seat, replayed from a kept position.

`excerpt` takes what a page needs out of a match at once, so that the table's lock is held no longer; `write`
replays it, on the event loop or in a thread.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from ludotheque.core.game import Position
from ludotheque.host.match import POSITION_EVERY, LiveMatch, encode
from ludotheque.host.protocol import Step, Steps
from ludotheque.host.views import event_seen, written_before
from ludotheque.table.line import Line
from ludotheque.table.record import Entry

MAX_PAGE: Final = 1 << 20
"""Bytes of steps after which a page ends, however many were asked for: the next page goes on."""
AT_ONCE: Final = POSITION_EVERY
"""Events that are replayed on the event loop for one request; more than that are in a thread."""


class Excerpt(NamedTuple):
    """A part of a match, as it stood at one moment; later moves do not change it."""

    total: int
    """Steps of the whole match, step 0 included."""
    first: int
    seat: int | None
    hidden: bool
    """Whether moves of other seats are left out."""
    begun: int
    """The step of the position to replay from."""
    position: Position
    steps: Sequence[Line]
    """Steps behind that position, up to the last one of the page."""
    lines: Sequence[Line]
    """The line of the log of each: it has the events."""

    @property
    def cost(self) -> int:
        """Steps to replay."""
        return len(self.steps)


class Page(NamedTuple):
    """A page of steps as JSON, and the number of events that were replayed for it."""

    json: msgspec.Raw
    replayed: int


def excerpt(match: LiveMatch, seat: int | None, first: int, count: int) -> Excerpt:
    """Take the steps of a page out of a match."""
    table = match.table
    last = min(first + count - 1, len(table.steps))
    shown = max(first, 1)
    mark = match.mark_before(min(shown - 1, len(table.steps)))
    steps = table.steps[mark.step : last] if shown <= last else []
    return Excerpt(
        total=len(table.steps) + 1,
        first=first,
        seat=seat,
        hidden=table.game.hidden and match.outcome is None,
        begun=mark.step,
        position=mark.position,
        steps=steps,
        lines=[table.lines[step.number - 1] for step in steps],
    )


def write(part: Excerpt) -> Page:
    """Replay the steps of a page and write them as JSON; a page that grows too large ends early."""
    position, seat = part.position.copy(), part.seat
    steps = []
    if part.first == 0:
        steps.append(msgspec.Raw(encode(Step(step=0, actors=position.actors, position=position.view(seat)))))
    size = replayed = 0
    for number, (step, line) in enumerate(zip(part.steps, part.lines, strict=True), part.begun + 1):
        entry = step.entry
        position = follow(position, entry)
        replayed += 1
        if number < part.first:
            continue
        shown = not part.hidden or (seat is not None and entry.seat == seat)
        written = encode(
            Step(
                step=number,
                seat=entry.seat,
                move=entry.move if shown else None,
                notation=_notation(position, entry) if shown and entry.move else None,
                chance=entry.chance if shown else None,
                actors=position.actors,
                position=position.view(seat),
                events=tuple(
                    event_seen(event, line.number, line.at, seat, watched=True) for event in line.events
                ),
                at=line.at,
            )
        )
        steps.append(msgspec.Raw(written))
        size += len(written)
        if size > MAX_PAGE:
            break
    page = Steps(
        count=part.total, first=part.first, seat=seat, steps=tuple(written_before(one) for one in steps)
    )
    return Page(msgspec.Raw(encode(page)), replayed)


def follow(position: Position, entry: Entry) -> Position:
    """Return the position after an entry that a table has accepted; the one before is used up."""
    game = position.game
    if entry.position is not None:
        return game.at(game.upgrade_position(entry.position, game.rules_version))
    if entry.seat is None:
        position.resolve(entry.chance)
    else:
        position.play(entry.seat, game.read_move(entry.move))
    return position


def _notation(position: Position, entry: Entry) -> str:
    return position.game.notation(position.game.read_move(entry.move))
