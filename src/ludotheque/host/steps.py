"""Steps of a match for one seat, replayed from a kept position.

`excerpt` takes what a page needs out of a match at once, so that the table's lock is held no longer; `write`
replays it, on the event loop or in a thread.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

import msgspec

from ludotheque.core.game import Position
from ludotheque.host.match import POSITION_EVERY, LiveMatch, encode
from ludotheque.host.protocol import LogEvent, Step, Steps
from ludotheque.host.views import event_seen, written_before
from ludotheque.table.record import Entry
from ludotheque.table.table import Happened

MAX_PAGE: Final = 1 << 20
"""Bytes of steps after which a page ends, however many were asked for: the next page goes on."""
AT_ONCE: Final = POSITION_EVERY
"""Events that are replayed on the event loop for one request; more than that are in a thread."""


class Excerpt(NamedTuple):
    """A part of a match, as it stood at one moment; later moves do not change it."""

    steps: int
    """Steps of the whole match, step 0 included."""
    first: int
    seat: int | None
    hidden: bool
    """Whether moves of other seats are left out."""
    begun: int
    """The step of the position to replay from."""
    position: Position
    entries: Sequence[Entry]
    """Entries behind that position, up to the last step of the page."""
    versions: Sequence[int]
    """The version that each of them led to."""
    happened: Sequence[Happened]
    """Events of the steps of the page."""
    times: dict[int, datetime]
    """Times of their versions."""

    @property
    def cost(self) -> int:
        """Events to replay."""
        return len(self.entries)


class Page(NamedTuple):
    """A page of steps as JSON, and the number of events that were replayed for it."""

    json: msgspec.Raw
    replayed: int


def excerpt(match: LiveMatch, seat: int | None, first: int, count: int) -> Excerpt:
    """Take the steps of a page out of a match."""
    table = match.table
    last = min(first + count - 1, len(table.log))
    shown = max(first, 1)
    mark = match.mark_before(min(shown - 1, len(table.log)))
    entries = table.log[mark.step : last] if shown <= last else []
    versions = table.versions[mark.step : mark.step + len(entries)]
    wanted = versions[shown - 1 - mark.step :]
    happened = _between(match, wanted[0], wanted[-1]) if wanted else []
    return Excerpt(
        steps=len(table.log) + 1,
        first=first,
        seat=seat,
        hidden=table.game.hidden and match.outcome is None,
        begun=mark.step,
        position=mark.position,
        entries=entries,
        versions=versions,
        happened=happened,
        times={version: match.times[version - 1] for version in wanted},
    )


def _between(match: LiveMatch, low: int, high: int) -> list[Happened]:
    """Return the events from one version to another."""
    journal = match.table.journal
    if match.result_kept:  # what tells of the kept result stands out of order
        return [happened for happened in journal if low <= happened.version <= high]
    first = bisect_left(journal, low, key=_version_of)
    return journal[first : bisect_right(journal, high, key=_version_of)]


def _version_of(happened: Happened) -> int:
    return happened.version


def write(part: Excerpt) -> Page:
    """Replay the steps of a page and write them as JSON; a page that grows too large ends early."""
    position, seat = part.position.copy(), part.seat
    events: dict[int, list[LogEvent]] = {}
    for happened in part.happened:
        if happened.version in part.times:
            seen = event_seen(happened, seat, part.times[happened.version], watched=True)
            events.setdefault(happened.version, []).append(seen)
    steps = []
    if part.first == 0:
        steps.append(msgspec.Raw(encode(Step(step=0, actors=position.actors, position=position.view(seat)))))
    size = replayed = 0
    for step, (entry, version) in enumerate(zip(part.entries, part.versions, strict=True), part.begun + 1):
        position = follow(position, entry)
        replayed += 1
        if step < part.first:
            continue
        shown = not part.hidden or (seat is not None and entry.seat == seat)
        written = encode(
            Step(
                step=step,
                seat=entry.seat,
                move=entry.move if shown else None,
                notation=_notation(position, entry) if shown and entry.move else None,
                chance=entry.chance if shown else None,
                actors=position.actors,
                position=position.view(seat),
                events=tuple(events.get(version, ())),
                at=part.times[version],
            )
        )
        steps.append(msgspec.Raw(written))
        size += len(written)
        if size > MAX_PAGE:
            break
    page = Steps(
        count=part.steps, first=part.first, seat=seat, steps=tuple(written_before(one) for one in steps)
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
