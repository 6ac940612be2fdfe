"""The table from above, in characters."""

from ludotheque.games.targets.physics.layout import Pose
from ludotheque.games.targets.topview import HEIGHT, WIDTH, describe, draw
from tests.games.targets.scenes import Match, lie


def test_discs_bases_towers_and_dice_are_seen_from_above() -> None:
    match = Match("zoch").with_piles(0, 2).with_dice(lie("A1", 5, pose=Pose(0.0, 0.067, 0.01)))
    rows = draw(match.board.layout)
    assert len(rows) == HEIGHT
    assert max(map(len, rows)) <= WIDTH
    near = next(row for row in reversed(rows) if row.strip())
    far = next(row for row in rows if row.strip())
    assert near.strip() == "[A2]"
    assert far.strip() == "[B3]+2"
    assert [sum(number in row for row in rows) for number in ("2", "3")] == [3, 2]
    assert any("a5" in row for row in rows)


def test_a_die_beyond_the_picture_stands_at_its_edge() -> None:
    match = Match("blackrock").with_dice(lie("B2", 3, pose=Pose(0.54, 0.0, 0.008)))
    row = next(row for row in draw(match.board.layout) if "b3" in row)
    assert len(row) == WIDTH


def test_every_die_and_tower_is_told() -> None:
    match = Match("zoch").with_piles(1, 0).with_dice(lie("B2", 3, pose=Pose(0.1, -0.05, 0.008)), lie("A1", 2))
    match.emptied(0)
    told = describe(match.board.layout)
    assert told[0] == "A: - | A2 A3 | 1"
    assert told[1] == "B: B1=1 B3=3 | - | 0"
    assert told[2:] == ["B2=3: +10 -5", "A1=2: +0 +0"]
