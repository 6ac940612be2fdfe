"""The bots of Touché: what they see at once, what they know, and who beats whom."""

import pytest

from ludotheque import Table
from ludotheque.bots import bot, levels
from ludotheque.bots.searching import SearchBot
from ludotheque.core.bot import Search
from ludotheque.core.chance import seeded
from ludotheque.core.moves import Move
from ludotheque.games.touche.bots import LEVELS, learned
from ludotheque.games.touche.features import FEATURES
from ludotheque.games.touche.knowledge import Plain, ToucheKnowledge, even_match
from ludotheque.games.touche.rules import Touche
from ludotheque.lab.arena import Match, run
from tests.games.touche.setting import at, position

THREE = ("e1 d2 h1 h2 i2 b4 b5 a5 k4 k5 l5", "")
CROWNED = ("h1-i2 a4-b5 k4-l5", "")


def plays(level: str, table: Table, seed: int = 1) -> str:
    seat = table.actors[0]
    move = bot("touche", level).choose(table.position.seen_by(seat, seeded(seed)), seat, seeded(seed))
    assert isinstance(move, Move)
    return table.game.notation(move)


def chances(table: Table, depth: int = 0) -> list[float]:
    state = table.position.state  # type: ignore[attr-defined]
    assert isinstance(state, Touche)
    return list(ToucheKnowledge(learned(), 0.5, depth).judge(state.copy(), seeded(1)))


def test_the_greedy_bot_completes_before_it_blocks_and_blocks_before_it_extends() -> None:
    both = position("4S 3S TH", "", pawns=("e1 d2", "h1 h2 i2 g2 h3"))
    assert plays("greedy", at(both)) == "4S e2"
    block = position("3S QS", "", pawns=("c4 c5 e5", "e1 d2"))
    assert plays("greedy", at(block)) == "3S d2"
    extend = position("3S KC", "", pawns=("e1", ""))
    assert plays("greedy", at(extend)) == "3S d2"


def test_the_random_bot_plays_anything() -> None:
    table = at(position("4S AS", "", pawns=("e1 d2", "")))
    assert len({plays("random", table, seed) for seed in range(30)}) > 5


def test_the_greedy_bot_exchanges_dead_cards_and_calls() -> None:
    dead = position("AS 2S 2S 3S 3S", "", pawns=("e1 f4 f1 a5 d2 b5", ""))
    assert plays("greedy", at(dead)).startswith(("exchange", "discard"))
    spoken = position("4S", "", pawns=("e1 d2", "e2"), options={"calls": "spoken"})
    assert plays("greedy", at(spoken)) == "4S e2!"


def test_the_greedy_bot_chooses_a_crown() -> None:
    table = at(position("5S", "", pawns=("c4 d4 e4 c5 e5 c6 d6 e6", "")))
    table.play(0, "5S d5")
    assert plays("greedy", table).startswith("crown")
    assert plays("casual", table).startswith("crown")


@pytest.mark.parametrize("level", ["casual", "strong", "expert"])
def test_a_thinking_bot_wins_when_it_can(level: str) -> None:
    table = at(position("4S KC", "", pawns=THREE, crowned=CROWNED))
    search = LEVELS[level]
    assert isinstance(search, Search)
    found = SearchBot(Search(search.knowledge, iterations=100)).consider(table.position, 0, seeded(1))
    assert table.game.notation(found[0].move) == "4S e2"


def test_there_is_a_weight_for_every_feature() -> None:
    assert len(learned()) == FEATURES
    assert any(learned())


def test_chances_add_up_to_one_and_favour_who_is_ahead() -> None:
    ahead = chances(at(position("", "", pawns=THREE, crowned=CROWNED)))
    assert sum(ahead) == pytest.approx(1.0)
    assert ahead[0] > 0.75
    even = chances(at(position("", "")))
    assert even[0] == pytest.approx(0.5, abs=0.1)
    team = chances(at(position("", "", "", "", pawns=THREE, crowned=CROWNED)))
    assert team[0] == team[2] > team[1] == team[3]
    three = chances(at(position("", "", "", pawns=("e1 d2 e2", "", ""), crowned=("d1-e2", "", ""))))
    assert three[0] > three[1]


def test_a_pattern_in_danger_is_worth_less() -> None:
    safe = chances(at(position("", "KH QH JH 9H 8H", pawns=("e1 d2 e2", ""), crowned=("", ""))))
    # the same board, but seat 1 holds the cards of two of the pawns
    danger = chances(at(position("", "AS 3S JH 9H 8H", pawns=("e1 d2 e2", ""), crowned=("", ""))))
    assert danger[0] < safe[0]


def test_looking_ahead_plays_a_copy_to_the_end_if_need_be() -> None:
    table = at(position("", "", pawns=THREE, crowned=CROWNED))
    assert chances(table, depth=1000)[0] in (0.0, 1.0)
    assert 0.0 < chances(table, depth=3)[0] <= 1.0


@pytest.mark.clause("TOUCHE-7")
def test_in_a_match_a_game_is_worth_what_it_brings() -> None:
    """One set behind, a match of even games is won one time in four; level it is even."""
    behind = position("", "", sets=["lines", "crosses"], game=4, options={"patterns": "pros"})
    level = position("", "", sets=["crosses", "crosses"], game=5, options={"patterns": "pros"})
    assert chances(at(level))[0] == pytest.approx(0.5, abs=0.15)
    assert chances(at(behind))[0] < chances(at(level))[0]
    assert sum(chances(at(behind))) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("stages", "share"), [((0, 0), 0.5), ((2, 2), 0.5), ((1, 2), 0.25), ((3, 1), 1.0), ((1, 3), 0.0)]
)
def test_the_chance_in_an_even_match(stages: tuple[int, int], share: float) -> None:
    from librt.vecs import vec
    from mypy_extensions import i64

    assert even_match(vec[i64](stages), 0) == pytest.approx(share)


def test_drawn_cards_are_no_news_to_all() -> None:
    state = at(position("AS", "")).position.state  # type: ignore[attr-defined]
    assert Plain().outcome_key(state, 3) == -1


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"patterns": "lines", "calls": "spoken"}),
        (3, {"patterns": "crosses"}),
        (4, {}),
        (6, {"teams": 3}),
    ],
)
def test_a_thinking_bot_plays_every_kind_of_table_to_the_end(seats: int, options: dict[str, str]) -> None:
    search = LEVELS["casual"]
    assert isinstance(search, Search)
    quick = SearchBot(Search(search.knowledge, iterations=2))
    line_up = [tuple(seat % 2 for seat in range(seats))]
    standing = run(Match("touche", [quick, "greedy"], seats, dict(options), line_up), games=1, seed=3)
    assert standing.games >= 1


@pytest.mark.slow
def test_every_level_beats_random() -> None:
    for level in levels("touche")[1:3]:
        line = run(Match("touche", [level, "random"]), games=20, seed=2).lines[0]
        assert line.share > 0.8, level
