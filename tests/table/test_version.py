"""The one log of a table: what stands, what ever happened, and the version that never goes back."""

from ludotheque import Table
from ludotheque.core.events import Event
from ludotheque.table.line import Line


def named(table: Table) -> list[tuple[int, str]]:
    return [(line.number, event.name) for line in table.lines for event in line.events]


def steps(table: Table) -> list[int]:
    return [step.number for step in table.steps]


def test_the_version_counts_every_change_and_never_goes_back() -> None:
    table = Table("exxtra", seats=2, chance=[[7, 6]])
    table.play(0, "throw")
    assert (table.version, steps(table)) == (3, [1, 2, 3])
    table.play(0, "place 5")
    assert steps(table) == [1, 2, 3, 4]
    table.undo(0, agreed=True)
    assert (table.version, steps(table)) == (5, [1, 2, 3])
    assert [line.number for line in table.lines] == [1, 2, 3, 4, 5]
    assert [line.kind for line in table.lines] == ["chance", "move", "chance", "move", "undo"]


def test_lines_keep_what_was_taken_back() -> None:
    table = Table("exxtra", seats=2, chance=[[7, 6]])
    table.play(0, "throw")
    table.play(0, "place 5")
    placed = [event.name for event in table.events]
    table.undo(0, agreed=True)
    assert [name for _, name in named(table)] == placed
    assert [event.name for event in table.events] == placed[: len(table.events)]
    assert len(table.events) < len(placed)


def test_a_line_may_be_beside_the_rules() -> None:
    table = Table("exxtra", seats=2, chance=[])
    told = named(table)
    table.append(Line(number=2, seat=1, kind="leave", events=(Event(name="server.left", seat=1),)))
    assert (table.version, steps(table)) == (2, [1])
    table.say(Event(name="server.returned", seat=1))
    table.say(Event(name="server.ended"), 1)
    assert table.version == 2
    assert named(table) == [*told, (1, "server.ended"), (2, "server.left"), (2, "server.returned")]
    assert [event.name for event in table.events] == [name for _, name in told]


def test_a_position_can_be_corrected_within_its_line() -> None:
    table = Table("exxtra", seats=2, chance=[])
    table.correct({"seats": 2, "pawns": [20, 3], "dice": [None, {"slot": 5, "value": 64}]})
    assert (table.version, steps(table)) == (1, [1, 1])
    assert named(table)[-1] == (1, "core.goes_on")
    assert Table.replay(table.record()).position.to_json() == table.position.to_json()


def test_a_change_is_judged_on_a_fork_and_leaves_the_original_alone() -> None:
    table = Table("exxtra", seats=2, chance=[])
    table.play(0, "throw")
    before = (table.position.to_json(), table.version, steps(table), table.undo_mode(0))
    fork = table.fork()
    fork.feed([7, 6])
    fork.play(0, "place 5")
    assert fork.version == table.version + 2
    assert (table.position.to_json(), table.version, steps(table), table.undo_mode(0)) == before
    other = table.fork()
    other.feed([4, 3])
    assert table.awaits_chance
    table.feed([1, 2])
    assert fork.position.to_json() != other.position.to_json() != table.position.to_json()


def test_what_was_played_on_a_fork_is_taken_back_to_what_the_original_was() -> None:
    table = Table("exxtra", seats=2, chance=[[7, 6]])
    table.play(0, "throw")
    position = table.position.to_json()
    fork = table.fork()
    fork.play(0, "place 5")
    fork.undo(0, agreed=True)
    fork.play(0, "place 4")
    fork.undo(0, agreed=True)
    assert fork.position.to_json() == table.position.to_json() == position
