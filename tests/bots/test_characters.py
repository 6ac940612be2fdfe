"""Every level that people meet is a character: a name, a face, words in three languages, a strength."""

from pathlib import Path

import pytest

from ludotheque.bots import characters as cast
from ludotheque.bots import levels
from ludotheque.bots.characters import KIN, YARDSTICKS, characters, name_at, offered
from ludotheque.core.words import LANGUAGES, say
from ludotheque.games import REGISTRY

GAMES = pytest.mark.parametrize("game", ["exxtra", "touche", "targi", "zoch", "blackrock"])


@GAMES
def test_all_levels_but_yardsticks_are_characters(game: str) -> None:
    assert offered(game) == tuple(level for level in levels(game) if level not in YARDSTICKS)


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_character_has_a_sentence_and_a_way_to_play(game: str, language: str) -> None:
    for one in characters(game):
        assert say(f"{game}_character_{one.level}", language)
        assert say(f"{game}_character_{one.level}_way", language)


@GAMES
def test_how_strong_a_character_is_was_measured(game: str) -> None:
    found = characters(game)
    assert all(one.wins is not None and one.against != one.name for one in found)
    weakest, *stronger = found
    assert weakest.against == stronger[0].name
    assert [one.against for one in stronger] == [one.name for one in found[:-1]]
    assert all((one.wins or 0) >= 5 for one in stronger), "who stands higher does not lose more often"


def test_no_two_characters_share_a_name_or_a_face() -> None:
    all_of_them = [one for game in REGISTRY if game in OURS for one in characters(game)]
    names = [one.name for one in all_of_them] + [name for kin in KIN for name in kin]
    assert len(set(names)) == len(names)
    assert len({one.look for one in all_of_them}) == len(all_of_them)


OURS = ("exxtra", "touche", "targi", "zoch", "blackrock")


def test_at_a_table_of_one_level_everybody_is_somebody_else() -> None:
    assert len({name_at("exxtra", "casual", seat) for seat in range(6)}) == 6
    assert name_at("exxtra", "random", 1) == ""


def test_a_game_without_characters_goes_by_its_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cast, "_drawn", lambda _: ())
    monkeypatch.setattr(cast, "_strength", lambda _: ())
    assert offered("exxtra") == ("cautious", "casual", "strong", "perfect")
    assert [one.name for one in characters("exxtra")] == list(offered("exxtra"))
    assert [one.wins for one in characters("exxtra")] == [None] * 4
    monkeypatch.setattr(cast, "levels", lambda _: ("random",))
    assert offered("exxtra") == ("random",)


def test_a_bot_of_another_package_is_offered_behind_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cast, "levels", lambda game: (*levels(game), "mine"))
    assert offered("exxtra")[-1] == "mine"
    assert characters("exxtra")[-1].look is None


def test_the_figures_come_from_the_folder_of_the_game() -> None:
    for game in OURS:
        package = REGISTRY[game].rpartition(".")[0].removeprefix("ludotheque.").replace(".", "/")
        folder = Path(cast.__file__).parent.parent / package / "data"
        assert (folder / cast.STRENGTH).is_file()
