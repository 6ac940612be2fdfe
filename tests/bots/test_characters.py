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
def test_how_strong_a_character_is_comes_from_measured_duels(game: str) -> None:
    duels = cast._strength(game)
    assert duels
    for duel in duels:
        assert duel.games >= LEAST_GAMES
        assert 0 <= duel.wins <= duel.games
        assert duel.by.startswith("python ")
        assert offered(game).index(duel.against) < offered(game).index(duel.level)
    for one in characters(game):
        if one.wins is not None:
            assert 0 <= one.wins <= 10
            assert one.against in {other.name for other in characters(game)} - {one.name}


def test_the_weakest_is_told_against_the_next_stronger() -> None:
    weakest, stronger, *_ = characters("exxtra")
    assert (weakest.against, stronger.against) == (stronger.name, weakest.name)
    assert (weakest.wins or 0) + (stronger.wins or 0) == 10


def test_no_two_characters_share_a_name_or_a_face() -> None:
    all_of_them = [one for game in REGISTRY if game in OURS for one in characters(game)]
    names = [one.name for one in all_of_them] + [name for kin in KIN for name in kin]
    assert len(set(names)) == len(names)
    assert len({one.look for one in all_of_them}) == len(all_of_them)


LEAST_GAMES = 10
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
