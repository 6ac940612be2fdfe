"""Steps of a match as a replay from its start finds them: what pages of steps are compared with."""

import msgspec

from ludotheque.host.match import LiveMatch
from ludotheque.host.protocol import LogEvent, Step
from ludotheque.host.steps import excerpt, write
from ludotheque.host.views import event_seen


def whole_replay(match: LiveMatch, again: LiveMatch, seat: int | None) -> list[Step]:
    """All steps for one seat; `again` is the match at its start, and is used up."""
    table, game = again.table, again.table.game
    hidden = game.hidden and match.outcome is None
    events: dict[int, list[LogEvent]] = {}
    for line in match.table.lines:
        seen = [event_seen(event, line.number, line.at, seat, watched=True) for event in line.events]
        events[line.number] = seen
    steps = [Step(step=0, actors=table.actors, position=table.position.view(seat))]
    for step, line in enumerate(match.table.steps, 1):
        entry = line.entry
        table.follow(entry)
        shown = not hidden or (seat is not None and entry.seat == seat)
        steps.append(
            Step(
                step=step,
                seat=entry.seat,
                move=entry.move if shown else None,
                notation=game.notation(game.read_move(entry.move)) if shown and entry.move else None,
                chance=entry.chance if shown else None,
                actors=table.actors,
                position=table.position.view(seat),
                events=tuple(events[line.number]),
                at=match.table.lines[line.number - 1].at,
            )
        )
    return steps


def paged(match: LiveMatch, seat: int | None, count: int) -> list[bytes]:
    """All steps for one seat, page by page, each as JSON."""
    steps: list[bytes] = []
    while len(steps) <= len(match.table.log):
        part = excerpt(match, seat, len(steps), count)
        page = msgspec.json.decode(write(part).json, type=dict[str, msgspec.Raw])
        assert bytes(page["count"]) == str(len(match.table.log) + 1).encode()
        found = msgspec.json.decode(page["steps"], type=list[msgspec.Raw])
        assert found
        steps += [bytes(step) for step in found]
    return steps
