"""The one log of a table: what stands, what ever happened, and the version that never goes back."""

from ludotheque import Table
from ludotheque.core.events import Event


def named(table: Table) -> list[tuple[int, str]]:
    return [(version, event.name) for version, event in table.journal]


def test_the_version_counts_every_change_and_never_goes_back() -> None:
    table = Table("exxtra", seats=2, chance=[[7, 6]])
    table.play(0, "throw")
    assert (table.version, table.versions) == (3, [1, 2, 3])
    table.play(0, "place 5")
    assert table.versions == [1, 2, 3, 4]
    table.undo(0, agreed=True)
    assert (table.version, table.versions) == (5, [1, 2, 3])
    assert len(table.log) == len(table.versions)


def test_the_journal_keeps_what_was_taken_back() -> None:
    table = Table("exxtra", seats=2, chance=[[7, 6]])
    table.play(0, "throw")
    table.play(0, "place 5")
    placed = [event.name for event in table.events]
    table.undo(0, agreed=True)
    assert [name for _, name in named(table)] == placed
    assert [event.name for event in table.events] == placed[: len(table.events)]
    assert len(table.events) < len(placed)


def test_what_is_no_part_of_the_rules_can_be_noted() -> None:
    table = Table("exxtra", seats=2, chance=[])
    table.note(Event(name="server.left", seat=1))
    assert table.version == 2
    table.tell(Event(name="server.returned", seat=1))
    assert table.version == 2
    assert named(table)[-2:] == [(2, "server.left"), (2, "server.returned")]
    assert [event.name for event in table.events] == [name for _, name in named(table)[:-2]]


def test_several_steps_or_none_can_count_as_one_change() -> None:
    table = Table("exxtra", seats=2, chance=[[7, 6]])
    table.play(0, "throw")
    table.count_as_one(1)
    assert (table.version, table.versions) == (2, [1, 2, 2])
    assert {version for version, _ in named(table)} <= {1, 2}
    table.count_as_one(2)
    assert (table.version, table.versions) == (3, [1, 2, 2])
    fresh = Table.at("exxtra", {"seats": 2, "pawns": [20, 3], "dice": [None, None]}, chance=[])
    fresh.count_as_one(4)
    assert (fresh.version, fresh.versions, fresh.journal) == (5, [], [])
