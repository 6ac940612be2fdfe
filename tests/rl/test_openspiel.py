"""OpenSpiel's own tests of our games: simulations, playthroughs, and its searches on them."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

import ludotheque.rl.openspiel  # noqa: F401 - registers the games

GAMES = [
    "ludotheque_exxtra",
    "ludotheque_exxtra(players=4,xx_is_100=True)",
    "ludotheque_touche",
    "ludotheque_touche(players=6,teams=3,patterns=lines,calls=spoken)",
    "ludotheque_targi",
    "ludotheque_targi(starter=random)",
]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["exxtra", "touche", "targi"])
def test_a_playthrough_is_the_same_when_it_is_played_again(name: str, tmp_path: Path) -> None:
    text = generate_playthrough.playthrough(f"ludotheque_{name}", None, seed=2)
    (tmp_path / "game.txt").write_text(text)
    flags.FLAGS.mark_as_parsed()  # OpenSpiel's own command would have
    assert generate_playthrough.replay(str(tmp_path / "game.txt")) == (text, text)
    assert "InformationStateTensor" in text


def to_decision(game: Any, seed: int) -> Any:
    """A position some moves into a game, with a player to act."""
    state, rng = game.new_initial_state(), np.random.default_rng(seed)
    moves = 0
    while moves < 6 or state.is_chance_node():
        moves += not state.is_chance_node()
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


def test_its_mcts_plays_ours() -> None:
    game = pyspiel.load_game("ludotheque_exxtra")
    state = to_decision(game, 1)
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 20, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", ["ludotheque_touche", "ludotheque_targi"])
def test_its_is_mcts_plays_ours_and_draws_anew_what_is_hidden(name: str) -> None:
    game = pyspiel.load_game(name)
    state = to_decision(game, 1)
    bot = ismcts.ISMCTSBot(
        game, Blind(), 1.4, 12, random_state=np.random.RandomState(1), allow_inconsistent_action_sets=True
    )
    assert bot.step(state) in state.legal_actions()


class Blind:
    """Knows nothing of a position: a search of a few steps is quick then."""

    def evaluate(self, state: Any) -> Any:
        return np.full(state.num_players(), 0.5)

    def prior(self, state: Any) -> list[tuple[int, float]]:
        allowed = state.legal_actions()
        return [(action, 1 / len(allowed)) for action in allowed]


@pytest.mark.parametrize("name", ["ludotheque_touche", "ludotheque_targi"])
def test_a_resampled_state_looks_the_same_to_its_player(name: str) -> None:
    state = to_decision(pyspiel.load_game(name), 3)
    player = state.current_player()
    other = state.resample_from_infostate(player, lambda: 0.37)
    assert other.information_state_string(player) == state.information_state_string(player)
    assert other.information_state_tensor(player) == state.information_state_tensor(player)
    assert other.legal_actions() == state.legal_actions()
    if name == "ludotheque_touche":
        assert str(other) != str(state)


def test_what_is_hidden_is_in_no_string_of_another_player() -> None:
    state = to_decision(pyspiel.load_game("ludotheque_touche"), 5)
    for player in (0, 1):
        seen = json.loads(state.observation_string(player))["view"]["hands"]
        assert seen[player]
        assert seen[1 - player] is None


def test_parameters_are_checked_and_returns_add_up() -> None:
    with pytest.raises(Exception, match="xx_is_200"):
        pyspiel.load_game("ludotheque_exxtra(xx_is_200=True)")
    game = pyspiel.load_game("ludotheque_touche(players=4)")
    state, rng = game.new_initial_state(), np.random.default_rng(0)
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert sum(state.returns()) == game.utility_sum() == 2
    assert state.legal_actions() == []
