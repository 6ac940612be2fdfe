"""Pages of the steps of a match for one seat, replayed from a kept position.

`excerpt` copies the required data out of a match, while the table is locked; `write` replays it later, on the
event loop or in a thread.
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
"""Size in bytes after which a page ends early; the client asks for the next one."""
AT_ONCE: Final = POSITION_EVERY
"""Number of steps replayed on the event loop for one request; more are replayed in a thread."""


class Excerpt(NamedTuple):
    """The data of a page of steps, unaffected by later moves."""

    total: int
    """Number of steps of the whole match, step 0 included."""
    first: int
    seat: int | None
    hidden: bool
    """True if moves of other seats are hidden from the viewer."""
    begun: int
    """Number of the step at `position`."""
    position: Position
    steps: Sequence[Line]
    """Steps after that position, up to the last one of the page."""
    lines: Sequence[Line]
    """For each of these steps its line in the log, which has the events."""

    @property
    def cost(self) -> int:
        """Number of steps to replay."""
        return len(self.steps)


class Page(NamedTuple):
    """A page of steps as JSON, and the number of steps that were replayed for it."""

    json: msgspec.Raw
    replayed: int


def excerpt(match: LiveMatch, seat: int | None, first: int, count: int) -> Excerpt:
    """Copy the data of a page of steps out of a match."""
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
    """Replay the steps of a page and encode them; a page above `MAX_PAGE` bytes ends early."""
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
    """Return the position after a log entry that a table has accepted; `position` may be modified."""
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
