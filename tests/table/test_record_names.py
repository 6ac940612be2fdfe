"""Names in a record: kept by a replay, one a seat."""

import pytest

from ludotheque import Table, Unreadable


def test_a_record_keeps_who_sat_where() -> None:
    table = Table("exxtra", seats=2, seed=1)
    table.names = ["Ada", "Ben"]
    again = Table.replay(table.record())
    assert again.names == ["Ada", "Ben"]
    assert again.record() == table.record()


def test_a_record_needs_no_names() -> None:
    assert Table.replay(Table("exxtra", seats=2, seed=1).record()).names == []


def test_a_record_with_a_name_too_few_is_refused() -> None:
    record = Table("exxtra", seats=2, seed=1).record()
    with pytest.raises(Unreadable, match=r"\$\.names"):
        Table.replay(record | {"names": ["Ada"]})
