"""A file is replaced whole or not at all."""

from pathlib import Path

import pytest

from ludotheque.core.files import replacing


def test_the_new_file_takes_the_place_of_the_old_one_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_text("old")
    with replacing(path) as beside:
        beside.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_what_fails_leaves_the_old_one_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError), replacing(path) as beside:
        beside.write_text("half\udc00", encoding="utf-8")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_error_names_the_file_that_was_meant(tmp_path: Path) -> None:
    path = tmp_path / "no folder" / "kept"
    with pytest.raises(FileNotFoundError) as error, replacing(path) as beside:
        beside.write_text("new")
    assert error.value.filename == str(path)


def test_an_error_about_another_file_keeps_its_name(tmp_path: Path) -> None:
    other = tmp_path / "other"
    with pytest.raises(FileNotFoundError) as error, replacing(tmp_path / "kept"):
        other.read_text()
    assert error.value.filename == str(other)
