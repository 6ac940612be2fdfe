"""The fast side of the contract, on the rules of Exxtra: chance, random play, judging, copies."""

from collections import Counter
from math import exp
from typing import Any

import pytest
from librt.random import Random
from librt.vecs import vec

from ludotheque import Move, Table, game
from ludotheque.core.bot import Bot, Opinion
from ludotheque.core.chance import seeded
from ludotheque.core.coded import CodedGame, CodedPosition, coded
from ludotheque.core.game import Position
from ludotheque.core.knowledge import Knowledge
from ludotheque.core.policy import drawn, heated
from ludotheque.core.state import CHANCE, OVER, State, play_out, random_move
from ludotheque.games.exxtra.game import ExxtraGame
from ludotheque.games.exxtra.moves import Throw
from ludotheque.games.exxtra.rules import state as rules


def rolling() -> rules.Exxtra:
    state = rules.new_game(2, False)
    state.apply(rules.STARTER)
    state.apply(rules.THROW)
    return state


def test_whoever_errs_takes_what_is_worse_by_the_heat_a_third_as_often() -> None:
    weights = heated(vec[float]([0.5, 0.4, 0.6]), 0.1)
    assert list(weights) == pytest.approx([exp(-1), exp(-2), 1.0])
    rng, counts = seeded(1), [0, 0, 0]
    for _ in range(6000):
        counts[drawn(weights, rng)] += 1
    assert [count / counts[2] for count in counts] == pytest.approx([exp(-1), exp(-2), 1.0], abs=0.04)
    assert drawn(vec[float]([0.0, 0.0]), rng) == 1


def test_chance_is_drawn_by_its_weights() -> None:
    state, rng = rolling(), seeded(1)
    assert state.turn() == CHANCE
    assert len(state.outcomes()) == len(state.weights()) == 36
    for sample in (state.sample, lambda rng: State.sample(state, rng)):
        drawn = Counter(sample(rng) for _ in range(3600))
        assert set(drawn) == set(range(36))
        assert 50 < min(drawn.values()) <= max(drawn.values()) < 160


def test_chance_offers_every_seat_as_the_starter() -> None:
    state = rules.new_game(5, False)
    assert list(state.outcomes()) == [rules.STARTER + seat for seat in range(5)]
    assert {state.sample(seeded(seed)) for seed in range(60)} == set(state.outcomes())


def test_nothing_is_offered_when_it_is_not_asked_for() -> None:
    state = rolling()
    assert list(state.moves()) == []
    state.apply(0)
    assert list(state.outcomes()) == []


def test_a_random_game_ends_and_has_one_winner() -> None:
    for seats in (2, 6):
        state = rules.new_game(seats, False)
        assert play_out(state, seeded(seats)) > seats
        assert state.turn() == OVER
        assert sum(state.payoff(seat) for seat in range(seats)) == 1


def test_every_move_is_drawn_sooner_or_later() -> None:
    state, rng = rolling(), seeded(2)
    state.apply(0)
    assert {random_move(state, rng) for _ in range(300)} == set(state.moves())


def test_a_copy_goes_its_own_way_and_keeps_no_journal() -> None:
    state = rolling()
    state.journal = []
    copy = state.copy()
    play_out(copy, seeded(1))
    assert (state.turn(), list(state.pawns), state.journal, copy.journal) == (CHANCE, [0, 0], [], None)


def test_an_open_game_is_imagined_as_it_is() -> None:
    state = rolling()
    again = state.reimagine(0, seeded(1))
    assert isinstance(again, rules.Exxtra)
    assert again is not state
    assert list(again.pawns) == list(state.pawns)


def test_who_knows_nothing_judges_by_playing_out() -> None:
    knowledge, rng = Knowledge(), seeded(4)
    state = rules.new_game(3, False)
    assert sum(knowledge.judge(state.copy(), 0, rng)) == 1
    state.apply(rules.STARTER)
    assert list(knowledge.priors(state, state.moves())) == [1.0]


def test_seats_are_alone_unless_the_game_says_otherwise() -> None:
    position = Table("exxtra", seats=3, chance=[]).position
    assert position.teams == (0, 1, 2)
    assert Position.teams.fget(position) == (0, 1, 2)  # type: ignore[attr-defined]


def test_what_a_game_leaves_out_has_a_quiet_default(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Table("exxtra", chance=[]).position
    assert isinstance(position, CodedPosition)
    assert Position.violations(position) == []
    assert Position.default_outcome(position) is None
    assert CodedGame.violations(position.game, position.state) == []
    assert CodedGame.default_outcome(position.game, position.state) is None
    monkeypatch.setattr(ExxtraGame, "hidden", True)
    for seen in (position.seen_by(0, seeded(1)), Position.seen_by(position, 0, seeded(1))):
        assert seen.to_json() == position.to_json()


def test_a_move_that_has_no_number_is_refused_as_unreadable(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludotheque import Unreadable

    def fail(*_: Any) -> int:
        raise Unreadable("exxtra.notation", params={"text": "?"})

    table = Table("exxtra", chance=[])
    monkeypatch.setattr(ExxtraGame, "encode", fail)
    refusal = table.why_not(0, Throw())
    assert refusal is not None
    assert refusal.code == "exxtra.notation"


def test_a_bot_plays_the_move_it_likes_best() -> None:
    class Eager(Bot):
        def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:
            return [Opinion(move, 0.5) for move in position.moves(seat) if isinstance(move, Move)]

    table = Table("exxtra", chance=[])
    assert Eager().choose(table.position, 0, seeded(1)) == Throw()


def test_a_position_after_the_end_has_its_result() -> None:
    over = {"seats": 2, "pawns": [21, 3], "dice": [None, None], "phase": "over"}
    position = game("exxtra").at(over)
    assert position.result is not None
    assert position.actors == ()


def test_what_a_move_would_do_is_told_and_not_done() -> None:
    table = Table("exxtra", seats=2, chance=[[7, 6]])
    table.play(0, "throw")
    before = table.position.to_json()
    for move in table.moves(0):
        assert isinstance(move, Move)
        told = table.position.foresee(0, move)
        assert told == Position.foresee(table.position, 0, move) == table.position.copy().play(0, move)
    assert table.position.to_json() == before


def test_a_position_without_a_state_is_no_coded_one() -> None:
    position = game("exxtra").start(2, game("exxtra").read_options(None))
    assert coded(position) is position
    other = game("zoch").start(2, game("zoch").read_options(None))
    with pytest.raises(TypeError, match="the rules of zoch are no State"):
        coded(other)
