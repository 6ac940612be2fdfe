"""Pictures and films of flicks, and records that replay where nothing can be simulated."""

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from ludotheque import Table
from ludotheque.cli.files import save_record
from ludotheque.core.moves import MoveRange
from ludotheque.core.words import LANGUAGES
from ludotheque.games.targets.commands import scenes, straightened
from ludotheque.table.record import read_record
from tests.games.targets.scenes import Match, lie
from tests.games.targets.test_blackrock import golden

from .conftest import Command

WITHOUT_SIMULATION = """
import sys
sys.modules["mujoco"] = None
from ludotheque.cli.main import run
sys.exit(run(sys.argv[1:]))
"""


def played(name: str, flicks: int = 4) -> Table:
    """Play some flicks on the simulated table; the first of several choices is taken."""
    table = Table(name, 2, seed=4)
    while flicks:
        seat = table.actors[0]
        move = table.moves(seat)[-1]
        if isinstance(move, MoveRange):
            flicks -= 1
            table.play(seat, "flick 2 1.2 0.3 0 15")
        else:
            table.play(seat, move)
    return table


def alone(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A command in a process that can't import MuJoCo."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_SIMULATION, *arguments], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("name", ["zoch", "blackrock"])
def test_a_record_replays_and_is_filmed_without_mujoco(name: str) -> None:
    save_record(played(name), Path("game.json"))
    replayed = alone("replay", "game.json")
    assert (replayed.returncode, replayed.stderr) == (0, "")
    assert replayed.stdout.count("(TARGETS-2)") == 4
    assert "The die stops" in replayed.stdout
    drawn = alone("targets", "render", "game.json", "--step", "2", "--out", "two.gif", "--width", "120")
    assert (drawn.returncode, drawn.stderr) == (0, "")
    with Image.open("two.gif") as film:
        assert getattr(film, "n_frames", 1) > 5
    started = alone("play", "zoch", "--seat", "me", "--seat", "me")
    assert started.returncode == 0, "only a flick needs the simulation"


@pytest.mark.parametrize("view", ["top", "perspective"])
def test_a_flick_is_drawn_and_the_table_before_it(ludotheque: Command, view: str) -> None:
    save_record(played("blackrock", 2), Path("game.json"))
    shapes = set()
    for step in (("--step", "1", "--before"), ("--step", "1"), ("--step", "2")):
        said = ludotheque(
            "targets", "render", "game.json", *step, "--view", view, "--out", "a.png", "--width", "240"
        )
        assert (said.status, said.out) == (0, "Drawn into a.png.\n")
        with Image.open("a.png") as picture:
            assert picture.size == ((240, 240) if view == "top" else (240, 160))
            shapes.add(picture.tobytes())
    assert len(shapes) == 3
    last = ludotheque("targets", "render", "game.json", "--view", view, "--width", "240")
    assert last.out == "Drawn into game.png.\n"
    assert Path("game.png").read_bytes() == Path("a.png").read_bytes()


def test_an_example_needs_no_record(ludotheque: Command) -> None:
    arguments = ("targets", "render", "--edition", "blackrock", "--seats", "3", "--flick", "-5 1,3 0,4")
    said = ludotheque(*arguments, "--width", "120", "--language", "de")
    assert said.out == "Gezeichnet in targets-example.png.\n"
    with Image.open("targets-example.png") as picture:
        assert picture.size == (120, 80)


def test_what_can_not_be_drawn_is_refused_in_one_sentence(ludotheque: Command) -> None:
    save_record(played("zoch", 1), Path("game.json"))
    save_record(Table("exxtra", seed=1), Path("exxtra.json"))
    match = Match("zoch")
    match.flick(0, lie("A3", 5))
    save_record(match.table, Path("told.json"))
    refusals = {
        ("game.json", "--step", "2"): "This record has no flick 2; it has 1.",
        ("exxtra.json",): "Exxtra is not Targets: there is nothing to draw.",
        ("game.json", "--out", "a.txt"): "“a.txt” is neither a picture (.png) nor a film (.gif).",
        ("game.json", "--out", "nowhere/a.png"): "There is no folder nowhere.",
        ("told.json", "--out", "a.gif"): "No key frames were kept of this flick",
        ("--flick", "far away"): "is not a move",
        ("game.json", "--view", "side"): "The value of --view can’t be read",
    }
    for arguments, sentence in refusals.items():
        said = ludotheque("targets", "render", *arguments)
        assert said.status == 2
        assert sentence in said.err
    assert not Path("a.gif").exists()


def test_towers_that_no_flick_has_met_stand_straight() -> None:
    layout = straightened(Match("zoch").with_piles(2, 0).board.layout)
    heights = [[member.pose.z for member in stand.tower if member.pose] for stand in layout.stands]
    assert [len(tower) for tower in heights] == [3, 3]
    assert heights[0][0] - heights[1][0] == pytest.approx(0.005), "two discs lie under the first"
    assert heights[0][2] - heights[0][0] == pytest.approx(0.032)


def test_golden_targets_is_a_flick_like_any_other() -> None:
    match = golden()
    for seat in match.actors():
        match.play(seat, "flick 0 3 0.4")
    match.table.feed(match.outcome(lie("A3", 5, target=0)))
    found = scenes(read_record(match.table.record()))
    assert found[-1].layout.golden


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_of_render_is_written_in_every_language(ludotheque: Command, language: str) -> None:
    said = ludotheque("targets", "render", "--help", "--language", language)
    assert said.status == 0
    assert "ludotheque targets render" in said.out
    assert {"en": "film", "fr": "image", "de": "Schnipser"}[language] in said.out
