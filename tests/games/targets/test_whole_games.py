"""Whole random games of both editions: many on drawn outcomes, a few on the simulated table.

`LUDOTHEQUE_GAMES=50 pytest` plays fifty times as many of the drawn ones.
"""

import json
import os
import subprocess
import sys

import pytest

from ludotheque import Table, check_game
from ludotheque.bots import bot
from ludotheque.core.codec import Json
from ludotheque.games.targets.blackrock.rules.position import BlackrockPosition
from ludotheque.games.targets.rules.position import TargetsPosition
from tests.games.targets.scenes import quick_draw

MANY = int(os.environ.get("LUDOTHEQUE_GAMES", "1"))
VARIANTS: list[dict[str, Json]] = [
    {},
    {"calls": "spoken"},
    {"calls": "spoken", "pas_vu_pas_pris": True},
    {"three_by_three": True, "faces": "chosen"},
]
TEAMS: list[dict[str, Json]] = [
    {"teams": True},
    {"teams": True, "three_by_three": True, "calls": "spoken", "pas_vu_pas_pris": True},
]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Outcomes drawn without simulation."""
    monkeypatch.setattr(TargetsPosition, "draw", quick_draw)
    monkeypatch.setattr(BlackrockPosition, "draw", quick_draw)


@pytest.mark.usefixtures("quick")
def test_random_games_of_the_zoch_edition_keep_every_promise() -> None:
    assert check_game("zoch", games=8 * MANY, seed=1).looked_at > 0
    assert check_game("zoch", games=2, seed=2, options={"faces": "chosen"}).games == 2


@pytest.mark.clause("BLACKROCK-13")
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_nine_discs_stay_nine_in_random_games_of_every_variant(options: dict[str, Json]) -> None:
    assert check_game("blackrock", games=8 * MANY, seed=1, options=options).looked_at > 0


@pytest.mark.clause("BLACKROCK-13")
@pytest.mark.clause("BLACKROCK-16")
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("options", TEAMS, ids=str)
def test_random_games_of_teams_keep_every_promise(options: dict[str, Json]) -> None:
    assert check_game("blackrock", games=5 * MANY, seed=1, seats=4, options=options).looked_at > 0


@pytest.mark.parametrize("name", ["zoch", "blackrock"])
def test_a_game_on_the_simulated_table_keeps_every_promise(name: str) -> None:
    assert check_game(name, games=1, seed=4, seats=2).games == 1


def without_mujoco(script: str, given: str = "") -> str:
    """Return the output of a script in a process without MuJoCo."""
    whole = f"import sys; sys.modules['mujoco'] = None\n{script}"
    command = [sys.executable, "-c", whole]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout


@pytest.mark.clause("TARGETS-3")
def test_a_record_replays_where_nothing_can_be_simulated() -> None:
    table = Table("zoch", 2, seed=3)
    for _ in range(3):
        table.play(table.actors[0], "flick 0 1.3 0.3")
    script = "from ludotheque import Table\nprint(Table.replay(sys.stdin.read()).version)"
    assert int(without_mujoco(script, json.dumps(table.record()))) == table.version


@pytest.mark.clause("TARGETS-3")
def test_a_flick_where_nothing_can_be_simulated_is_refused_and_nothing_is_lost() -> None:
    script = """
from ludotheque import Table
from ludotheque.core.refusal import Refusal
table = Table("blackrock", 2, seed=3)
before, version = table.view(None), table.version
try:
    table.play(table.actors[0], "flick 0 1.3 0.3")
except Refusal as refusal:
    for language in ("en", "fr", "de"):
        print(refusal.text(language))
assert (table.view(None), table.version) == (before, version)
"""
    english, french, german = without_mujoco(script).splitlines()
    assert english.startswith("Nothing can be flicked here")
    assert french.startswith("Aucune pichenette")
    assert german.startswith("Hier lässt sich nichts schnippen")
    for sentence in (english, french, german):
        assert 'pip install "ludotheque[targets]"' in sentence
        assert sentence.endswith("(TARGETS-3)")


def test_no_bot_sits_down_where_nothing_can_be_simulated() -> None:
    script = """
from ludotheque import Table
from ludotheque.bots import bot
from ludotheque.core.chance import seeded
table = Table("zoch", 2, seed=3)
player = bot("zoch", "casual")
print(player.refusal(table.position).code)
try:
    player.choose(table.position, table.actors[0], seeded(1))
except ValueError as refusal:
    print(refusal.code)
"""
    assert without_mujoco(script).split() == ["targets.no_simulation"] * 2
    assert bot("zoch", "casual").refusal(Table("zoch", 2, seed=3).position) is None
