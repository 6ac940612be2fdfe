"""The arena: fair seats, right intervals, the same standing for the same seed."""

import re
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.random import Random
from scipy.stats import binomtest

from ludotheque.core.bot import Bot, Opinion, PolicyBot
from ludotheque.core.chance import seeded
from ludotheque.core.coded import CodedPosition
from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.core.policy import Policy
from ludotheque.core.refusal import Refusal
from ludotheque.core.state import State
from ludotheque.games import game
from ludotheque.games.exxtra.bots.levels import casual, cautious
from ludotheque.games.exxtra.moves import Place
from ludotheque.lab import arena
from ludotheque.lab.arena import Contest, Forfeit, Standing, play_game, run, usual_line_ups
from ludotheque.lab.limit import at_most
from ludotheque.lab.statistics import wilson
from tests.patience import HANG, LOOK


class Slowly(Bot):
    """The same thought as another bot, without its policy: played through positions and typed moves."""

    def __init__(self, inner: Bot) -> None:
        self.inner = inner

    def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:
        return self.inner.consider(position, seat, rng)

    def choose(self, position: Position, seat: int, rng: Random) -> Move:
        return self.inner.choose(position, seat, rng)


@given(games=st.integers(1, 5000), share=st.floats(0, 1), confidence=st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_the_interval_is_that_of_an_independent_library(games: int, share: float, confidence: float) -> None:
    wins = round(share * games)
    expected = binomtest(wins, games).proportion_ci(confidence_level=confidence, method="wilson")
    assert wilson(wins, games, confidence) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_a_shared_win_counts_in_part() -> None:
    low, high = wilson(2.5, 10)
    assert wilson(2, 10)[0] < low < wilson(3, 10)[0]
    assert wilson(2, 10)[1] < high < wilson(3, 10)[1]


@pytest.mark.parametrize(
    ("wins", "games", "confidence"), [(1, 0, 0.9), (-1, 2, 0.9), (3, 2, 0.9), (1, 2, 1.0)]
)
def test_impossible_counts_have_no_interval(wins: float, games: int, confidence: float) -> None:
    with pytest.raises(ValueError, match=r"wins in|confidence"):
        wilson(wins, games, confidence)


@given(bots=st.integers(2, 6), seats=st.integers(2, 6))
def test_every_bot_plays_every_seat_equally_often(bots: int, seats: int) -> None:
    line_ups = usual_line_ups(bots, range(seats))
    sat = Counter((bot, seat) for line_up in line_ups for seat, bot in enumerate(line_up))
    assert set(sat) == {(bot, seat) for bot in range(bots) for seat in range(seats)}
    assert len(set(sat.values())) == 1
    assert len(set(line_ups)) == len(line_ups)


def test_two_bots_meet_alone_against_many_both_ways() -> None:
    line_ups = usual_line_ups(2, range(4))
    assert sorted(Counter(line_up.count(0) for line_up in line_ups).items()) == [(1, 4), (3, 4)]
    assert usual_line_ups(2, range(2)) == [(0, 1), (1, 0)]


def test_partners_are_the_same_bot() -> None:
    assert usual_line_ups(2, (0, 1, 0, 1)) == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_the_same_seed_gives_the_same_standing_on_one_process_and_on_two() -> None:
    match = Contest("exxtra", ["cautious", casual], seats=3)
    one = run(match, games=150, seed=4)
    assert run(match, games=150, seed=4, workers=2) == one
    assert run(match, games=150, seed=5) != one


def test_a_standing_is_json_and_its_figures_fit() -> None:
    standing = run(Contest("exxtra", ["random", "casual"], seats=4), games=81, seed=1, confidence=0.99)
    assert msgspec.json.decode(msgspec.json.encode(standing), type=Standing) == standing
    assert standing.games == 88, "rounded up until every line-up was played equally often"
    assert [(line.bot, line.copies, line.games, line.fair) for line in standing.lines] == [
        ("random", 1, 44, 0.25),
        ("casual", 3, 44, 0.75),
        ("random", 3, 44, 0.75),
        ("casual", 1, 44, 0.25),
    ]
    alone, others = standing.lines[:2]
    assert alone.wins + others.wins == 44
    assert alone.against == ("casual",) * 3
    assert (alone.low, alone.high) == wilson(alone.wins, 44, 0.99)
    assert alone.low <= alone.share <= alone.high
    assert 0 < alone.score < others.score < 21
    assert others.place < alone.place
    assert standing.length > 20


def test_progress_is_told_up_to_the_last_game() -> None:
    told: list[tuple[int, int]] = []
    run(Contest("exxtra", [cautious, casual]), games=120, progress=lambda done, of: told.append((done, of)))
    assert told == [(50, 120), (100, 120), (120, 120)]


def test_an_explicit_line_up_is_kept() -> None:
    match = Contest("exxtra", ["random", "casual"], seats=3, line_ups=[(1, 0, 0)], names=["R", "C"])
    standing = run(match, games=10)
    assert [(line.bot, line.copies) for line in standing.lines] == [("R", 2), ("C", 1)]


def test_a_bot_itself_may_enter() -> None:
    standing = run(Contest("exxtra", [Slowly(casual()), "casual"]), games=2)
    assert [line.bot for line in standing.lines] == ["slowly", "casual"]


@pytest.mark.parametrize("seats", [2, 5])
def test_the_fast_path_plays_the_same_games_as_the_slow_ones(
    seats: int,
) -> None:
    start = game("exxtra").start(seats, game("exxtra").read_options(None))
    bots = [casual() if seat % 2 else cautious() for seat in range(seats)]
    slow = [Slowly(bot) for bot in bots]
    for seed in range(20):
        fast_end, fast_length = play_game(start, bots, seed)
        slow_end, slow_length = play_game(start, slow, seed)
        assert (fast_end.to_json(), fast_length) == (slow_end.to_json(), slow_length)
        assert isinstance(start, CodedPosition)
        outer = start.copy()
        assert arena._play_any(outer, slow, seed) == fast_length
        assert outer.to_json() == fast_end.to_json()
    assert start.awaits_chance, "the start itself was not played on"


def test_it_does_not_matter_which_of_two_equal_bots_is_named_first() -> None:
    standing = run(Contest("exxtra", [casual, cautious, casual], seats=3), games=12000, seed=9)
    first, _, third = standing.lines
    assert first.share == pytest.approx(third.share, abs=0.03)


@pytest.mark.parametrize(
    ("match", "numbers", "code"),
    [
        (Contest("exxtra", ["casual"]), (1, 1), "core.arena_bots"),
        (Contest("exxtra", ["casual", "nobody"]), (1, 1), "core.unknown_bot"),
        (Contest("chess", ["casual", "casual"]), (1, 1), "core.unknown_game"),
        (Contest("exxtra", ["casual", "random"], seats=9), (1, 1), "core.seats"),
        (Contest("exxtra", ["casual", "perfect"], seats=3), (1, 1), "exxtra.perfect_for_two"),
        (Contest("exxtra", ["casual", "random"], line_ups=[(0, 2)]), (1, 1), "core.arena_line_up"),
        (Contest("exxtra", ["casual", "random"], line_ups=[(0, 1, 1)]), (1, 1), "core.arena_line_up"),
        (Contest("exxtra", ["casual", "random"], line_ups=[]), (1, 1), "core.arena_line_up"),
        (Contest("exxtra", ["casual", "random"]), (0, 1), "core.arena_games"),
        (Contest("exxtra", ["casual", "random"]), (1, 0), "core.workers_number"),
    ],
)
def test_what_can_not_be_played_is_refused_in_three_languages(
    match: Contest, numbers: tuple[int, int], code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        run(match, games=numbers[0], workers=numbers[1])
    assert refused.value.code == code
    assert len({refused.value.text(language) for language in ("en", "fr", "de")}) == 3


def test_neighbouring_seeds_share_no_games() -> None:
    draws = {seeded(seed).randrange(1 << 62) for seed in range(1000)}
    assert len(draws) == 1000


class Cheat(Bot):
    """Plays well, then a move that is not allowed, or none that the game knows, or none at all."""

    def __init__(self, last: object) -> None:
        self.last = last
        self.left = 4

    def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:
        raise NotImplementedError

    def choose(self, position: Position, seat: int, rng: Random) -> Move:
        self.left -= 1
        if self.left > 0:
            return casual().choose(position, seat, rng)
        if self.last == "sleep":
            time.sleep(HANG)
        return self.last  # type: ignore[return-value]


class Liar(Policy):
    """A policy that makes a move that is not allowed."""

    def move(self, state: State, rng: Random) -> int:
        return 99


class Stumbling(Bot):
    """Raises at its third move."""

    def __init__(self) -> None:
        self.left = 3

    def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:
        self.left -= 1
        if self.left == 0:
            raise KeyError("nothing known")
        return casual().consider(position, seat, rng)


class StumblingPolicy(Policy):
    """Raises where it could stop."""

    def move(self, state: State, rng: Random) -> int:
        if len(state.moves()) > 3:
            raise ZeroDivisionError("division by zero")
        return int(state.moves()[0])


class Leaving(Bot):
    """Ends its program."""

    def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:
        sys.exit("no licence")


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (Stumbling, "KeyError"),
        (lambda: PolicyBot(StumblingPolicy()), "ZeroDivisionError"),
        (Leaving, "SystemExit"),
    ],
)
def test_a_bot_that_raises_forfeits_and_the_run_goes_on(made: Callable[[], Bot], told: str) -> None:
    match = Contest("exxtra", [made, "casual"], names=["broken", "casual"])
    broken, casual = run(match, games=6, seed=3).lines
    assert (broken.games, casual.games) == (6, 6)
    assert broken.forfeits > 0
    assert re.fullmatch(rf"{told}: .* \(test_arena\.py:\d+\)", broken.error)
    assert (casual.forfeits, casual.error) == (0, "")


def test_an_error_of_the_rules_ends_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    start = game("exxtra").start(2, game("exxtra").read_options(None))

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(CodedPosition, "refusal", fail)
    with pytest.raises(ZeroDivisionError):
        play_game(start, [Slowly(casual()), Slowly(casual())], 1)


@pytest.mark.parametrize("last", [Place(0), "no move at all", None, "sleep"])
def test_a_bot_without_an_allowed_move_in_time_forfeits(last: object) -> None:
    match = Contest(
        "exxtra", [lambda: Cheat(last), "casual"], seats=3, names=["cheat", "casual"], seconds=1.0
    )
    standing = run(match, games=6, seed=3)
    assert sum(line.forfeits for line in standing.lines if line.bot == "cheat") > 0
    assert all(line.forfeits == 0 for line in standing.lines if line.bot == "casual")


def test_who_forfeits_is_last_and_the_others_share_the_win() -> None:
    match = Contest("exxtra", [lambda: PolicyBot(Liar()), "casual"], seats=3, line_ups=[(0, 1, 1)])
    cheat, others = run(match, games=4, seed=1).lines
    assert (cheat.wins, cheat.place, cheat.forfeits) == (0, 3, 4)
    assert (others.wins, others.place, others.forfeits) == (4, 1, 0)


def test_a_game_by_the_outer_contract_is_forfeited_too() -> None:
    start = game("exxtra").start(2, game("exxtra").read_options(None))
    with pytest.raises(Forfeit, match=r"seat . forfeits after 0 moves"):
        arena._play_any(start.copy(), [Cheat(Place(0)), Cheat(Place(0))], 1, 0.0)
    with pytest.raises(Forfeit, match=r"seat . forfeits after 6 moves"):
        arena._play_any(start.copy(), [Cheat(Place(0)), Cheat(Place(0))], 1)


def test_time_is_measured_where_nothing_can_be_interrupted() -> None:
    late: list[bool] = []

    def think() -> None:
        try:
            with at_most(0.01):
                time.sleep(LOOK)
        except TimeoutError:
            late.append(True)

    thread = threading.Thread(target=think)
    thread.start()
    thread.join()
    assert late == [True]
