"""A match that was judged command by command is the one that a replay of its log finds."""

from ludotheque.host.match import LiveMatch

STATE = (
    "actors",
    "asked",
    "away",
    "broken",
    "call",
    "deadlines",
    "due",
    "ended",
    "outcome",
    "patience",
    "position_version",
    "resigned",
    "rules",
    "stopped",
    "summary",
    "version",
)


def check_alike(judged: LiveMatch, replayed: LiveMatch) -> None:
    """Compare lines with their events, steps, position, and what each seat may do and know."""
    for one, other in zip(judged.table.lines, replayed.table.lines, strict=True):
        assert one == other
    steps = [
        [(one.number, one.entry, one.events) for one in match.table.steps] for match in (judged, replayed)
    ]
    assert steps[0] == steps[1]
    assert judged.table.position.to_json() == replayed.table.position.to_json()
    for name in STATE:
        assert getattr(judged, name) == getattr(replayed, name), name
    for seat in range(judged.table.seats):
        assert judged.view(seat) == replayed.view(seat)
        assert judged.moves(seat) == replayed.moves(seat)
        assert judged.undo_mode(seat) == replayed.undo_mode(seat)
        assert judged.last_turn(seat) == replayed.last_turn(seat)
