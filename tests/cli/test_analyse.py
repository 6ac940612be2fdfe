"""`ludotheque analyse`: the judgement on a game as a person reads it."""

import re
from pathlib import Path

import msgspec
import pytest

from ludotheque import Table
from ludotheque.bots import bot
from ludotheque.cli.curve import HEIGHT, resampled, sparkline, tall_curve
from ludotheque.cli.files import save_record
from ludotheque.core.chance import seeded
from ludotheque.table.analysis import Analysis

from .conftest import Command, Sit

NAMES = ["Ada", "Ben", "Cleo", "Dan"]
QUICK = ("--iterations", "20")


def save(path: Path, game: str, levels: list[str], moves: int = 1000, seed: int = 3) -> Table:
    """A game that bots played, or its beginning, in a file."""
    table, rng = Table(game, seats=len(levels), seed=seed), seeded(seed)
    bots = [bot(game, level) for level in levels]
    while table.result is None and moves > 0:
        (seat,) = table.actors
        table.play(seat, bots[seat].choose(table.position.seen_by(seat, rng), seat, rng))
        moves -= 1
    table.names = NAMES[: len(levels)]
    save_record(table, path)
    return table


def test_a_game_of_exxtra_is_judged_exactly_with_its_mistakes_first(
    ludotheque: Command, tmp_path: Path
) -> None:
    save(tmp_path / "game.json", "exxtra", ["perfect", "random"])
    said = ludotheque("analyse", "game.json")
    assert said.status == 0
    assert "Judged exactly" in said.out
    assert re.search(r"● Ada +100\.0\s% +✓ \d+ best\n", said.out), "the perfect player made no mistake"
    losses = [float(loss) for loss in re.findall(r"\d+ ■ +-(\d+\.\d)\s%", said.out)]
    assert losses
    assert losses == sorted(losses, reverse=True)
    assert re.search(r"\d\s% +better +[t0-5]  (throw again|on slot)", said.out)
    assert len(re.findall(r"┤", said.out)) == HEIGHT


@pytest.mark.parametrize(
    ("game", "levels", "sides"),
    [
        ("touche", ["greedy", "random", "greedy", "random"], ["● Ada + Cleo", "■ Ben + Dan"]),
        ("targi", ["greedy", "random"], ["● Ada", "■ Ben"]),
    ],
)
def test_games_without_a_solution_are_judged_by_the_search(
    ludotheque: Command, tmp_path: Path, game: str, levels: list[str], sides: list[str]
) -> None:
    table = save(tmp_path / "game.json", game, levels)
    said = ludotheque("analyse", "game.json", *QUICK)
    assert "chances are estimates" in said.out
    assert all(side in said.out for side in sides)
    assert re.search(r"-\d+\.\d\s% +\?", said.out), "whoever plays at random makes mistakes"
    decisions = said.out.partition("Every decision")[2]
    shown = re.findall(r"(\d+) [●■] ", decisions)
    assert len(shown) > 20
    assert int(shown[-1]) <= table.version


def test_three_sides_have_a_line_each(ludotheque: Command, tmp_path: Path) -> None:
    save(tmp_path / "game.json", "exxtra", ["cautious", "random", "random"])
    said = ludotheque("analyse", "game.json")
    assert all(re.search(rf"^ {shape} [▁▂▃▄▅▆▇█]+$", said.out, re.MULTILINE) for shape in "●■▲")


def test_programs_get_json_and_the_same_answer_twice(ludotheque: Command, tmp_path: Path) -> None:
    save(tmp_path / "game.json", "touche", ["greedy", "random"], moves=12)
    first = ludotheque("analyse", "game.json", *QUICK, "--json")
    found = msgspec.json.decode(first.out, type=Analysis)
    assert len(found.decisions) == 12
    assert ludotheque("analyse", "game.json", *QUICK, "--json").out == first.out
    assert ludotheque("analyse", "game.json", *QUICK, "--json", "--seed", "9").out != first.out


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Chance to win", "The largest mistakes", "played", "better", "Every decision"]),
        ("fr", ["Chances de gagner", "Les plus grosses erreurs", "joué", "mieux", "Chaque décision"]),
        ("de", ["Gewinnchance", "Die größten Fehler", "gespielt", "besser", "Jede Entscheidung"]),
    ],
)
def test_the_judgement_comes_in_three_languages(
    ludotheque: Command, tmp_path: Path, language: str, words: list[str]
) -> None:
    save(tmp_path / "game.json", "exxtra", ["random", "random"])
    said = ludotheque("--language", language, "analyse", "game.json")
    assert [word for word in words if word not in said.out] == []


def test_a_game_without_any_decision_yet_says_so(ludotheque: Command, tmp_path: Path) -> None:
    save(tmp_path / "game.json", "exxtra", ["random", "random"], moves=1)
    assert "nothing to decide yet" in ludotheque("analyse", "game.json").out


def test_a_game_without_mistakes_says_so(ludotheque: Command, tmp_path: Path) -> None:
    save(tmp_path / "game.json", "exxtra", ["perfect", "perfect"], moves=6)
    assert "every decision was the best one" in ludotheque("analyse", "game.json").out


def test_a_file_that_is_no_record_is_refused_in_a_sentence(ludotheque: Command, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text("[1]")
    said = ludotheque("analyse", "game.json")
    assert said.status == 2
    assert "can’t be read" in said.err
    assert ludotheque("analyse", "none.json").status == 2
    assert "out of range" in ludotheque("analyse", "game.json", "--seconds", "0").err


def test_fifty_columns_are_enough(terminal: Sit, tmp_path: Path) -> None:
    save(tmp_path / "game.json", "touche", ["greedy", "random"], moves=10)
    screen = terminal("analyse", "game.json", *QUICK, columns=50, rows=160)
    text = screen.end()
    assert "below the curve ● Ada   above ■ Ben" in text
    assert screen.child.exitstatus == 0


def test_a_curve_fits_the_room_there_is() -> None:
    assert resampled([], 10) == []
    assert sparkline([0.0, 1.0], 1) == "▄"
    lines = tall_curve([0.0, 0.5, 1.0], 3, "red", "blue")
    assert [line.plain[-3:] for line in lines] == ["··█", "··█", "··█", "·██", "·██", "·██"]


def test_several_games_are_judged_together_and_each_is_named(ludotheque: Command, tmp_path: Path) -> None:
    save(tmp_path / "one.json", "exxtra", ["perfect", "random"], seed=3)
    save(tmp_path / "two.json", "exxtra", ["random", "perfect"], seed=4)
    said = ludotheque("analyse", "one.json", "two.json", "--jobs", "1")
    assert said.out.index("one.json") < said.out.index("two.json")
    alone = [ludotheque("analyse", name, "--json", "--jobs", "1").out for name in ("one.json", "two.json")]
    assert ludotheque("analyse", "one.json", "two.json", "--json", "--jobs", "2").out == "".join(alone)


def test_of_several_files_the_broken_one_is_named(ludotheque: Command, tmp_path: Path) -> None:
    save(tmp_path / "one.json", "exxtra", ["random", "random"])
    (tmp_path / "broken.json").write_text("{}")
    said = ludotheque("analyse", "one.json", "broken.json")
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("broken.json: ")
    assert ludotheque("analyse").err == "FILE is missing.\n"
