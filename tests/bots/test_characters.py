"""Every level that people meet is a character: a name, a face, words in three languages, a strength."""

from itertools import pairwise
from pathlib import Path

import pytest
from bench import strength

from ludotheque.bots import characters as cast
from ludotheque.bots import levels
from ludotheque.bots.characters import KIN, YARDSTICKS, characters, name_at, offered
from ludotheque.core.words import LANGUAGES, say
from ludotheque.games import REGISTRY
from ludotheque.lab.statistics import wilson

LEAST_GAMES = 30
OURS = ("exxtra", "touche", "targi", "zoch", "blackrock")
SEED = 2
QUICK = [
    *(("exxtra", level, 1000) for level in ("casual", "strong", "perfect")),
    *(("touche", level, 100) for level in ("casual", "strong")),
    *(
        ("targi", level, 30)
        for level in ("novice", "learner", "casual", "regular", "capable", "skilled", "strong", "veteran")
    ),
]
"""Games, levels, and how many games tell them apart: the more luck, the more."""
THOUGHTFUL = [
    ("touche", "expert", 40),
    *(("targi", level, 10) for level in ("master", "expert")),
    *((game, level, 10) for game in ("zoch", "blackrock") for level in ("casual", "strong", "expert")),
]
"""These search or simulate for seconds or minutes."""

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
def test_every_character_is_measured_against_the_one_below(game: str) -> None:
    assert [(duel.against, duel.level) for duel in cast._strength(game)] == [*pairwise(offered(game))]
    for one in characters(game):
        assert one.wins in range(11)
        assert one.against in {other.name for other in characters(game)} - {one.name}


@GAMES
def test_a_row_of_strength_names_the_command_that_measures_it(game: str) -> None:
    for duel in cast._strength(game):
        module, _, arguments = duel.by.removeprefix("python -m ").partition(" ")
        asked = strength.read(arguments.split())
        assert (module, asked.game, asked.only, asked.games) == (
            "bench.strength",
            game,
            duel.level,
            duel.games,
        )
        assert duel.by == asked.command(duel.level)
        assert duel.games >= LEAST_GAMES
        low, high = wilson(duel.wins, duel.games)
        assert low > 0.5
        assert duel.interval == pytest.approx((low, high), abs=0.0006)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "stronger", "games"),
    [*QUICK, *(pytest.param(*one, marks=pytest.mark.long) for one in THOUGHTFUL)],
)
def test_a_higher_level_wins_at_least_five_of_ten(game: str, stronger: str, games: int) -> None:
    weaker = offered(game)[offered(game).index(stronger) - 1]
    share = 0.5 if (game, stronger) == ("targi", "expert") else 1.0
    asked = strength.Asked(game, stronger, games, share, SEED)
    assert 10 * strength.duel(asked, stronger, weaker).wins / games >= 5


def test_the_weakest_is_told_against_the_next_stronger() -> None:
    weakest, stronger, *_ = characters("exxtra")
    assert (weakest.against, stronger.against) == (stronger.name, weakest.name)
    assert (weakest.wins or 0) + (stronger.wins or 0) == 10


def test_no_two_characters_share_a_name_or_a_face() -> None:
    all_of_them = [one for game in REGISTRY if game in OURS for one in characters(game)]
    names = [one.name for one in all_of_them] + [name for kin in KIN for name in kin]
    assert len(set(names)) == len(names)
    assert len({one.look for one in all_of_them}) == len(all_of_them)


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
