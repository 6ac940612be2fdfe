"""Games for OpenSpiel: registered Python games with chance nodes, tensors and resampling.

Importing this module registers every game with an encoding as `ludotheque_` and its name; `players` and the
options of a game are parameters.

>>> import pyspiel
>>> import ludotheque.rl.openspiel
>>> game = pyspiel.load_game("ludotheque_exxtra(players=3,xx_is_100=True)")
>>> game.num_players(), game.num_distinct_actions()
(3, 7)
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np
import pyspiel

from ludotheque.core.chance import seeded
from ludotheque.core.coded import CodedPosition
from ludotheque.core.state import CHANCE, OVER
from ludotheque.games import game as find_game
from ludotheque.rl.encoder import Encoder, encoded_games

Chance: TypeAlias = Callable[[], float]

LONGEST: Final = 20_000
"""A bound for the length of a game, in moves and outcomes; no rule has one, and no game came close."""
DEFAULT_PLAYERS: Final = 2


class GameState(pyspiel.State):  # type: ignore[misc]
    """A position; throws and cards are chance nodes, and moves are the ids of `Encoder`."""

    def __init__(self, game: "RegisteredGame") -> None:
        super().__init__(game)
        self.encoder = game.encoder
        self.position: CodedPosition[Any] = game.encoder.start.copy()

    def current_player(self) -> int:
        """Return the seat to act, chance, or the terminal player."""
        turn = self.position.state.turn()
        if turn == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if turn == CHANCE else turn

    def _legal_actions(self, player: int) -> list[int]:
        return self.encoder.legal(self.position) if player == self.position.state.turn() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return every outcome with its probability."""
        state = self.position.state
        weights = list(state.weights())
        total = sum(weights)
        return [(outcome, weight / total) for outcome, weight in zip(state.outcomes(), weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        state = self.position.state
        state.apply(action if state.turn() == CHANCE else self.encoder.encoding.move_of(state, action))

    def _action_to_string(self, player: int, action: int) -> str:
        """Return a move in notation, an outcome as JSON; a bare number if it is impossible here."""
        position = self.position
        game = position.game
        if player == pyspiel.PlayerId.CHANCE:
            return msgspec.json.encode(game.outcome_to_json(position.state, action)).decode()
        if action not in self._legal_actions(player):
            return f"action {action}"
        return game.notation(self.encoder.to_move(position, action))

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return bool(self.position.state.turn() == OVER)

    def returns(self) -> list[float]:
        """Return the reward of each player; zeros while the game goes on."""
        return [float(worth) for worth in self.encoder.rewards(self.position)]

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "GameState":
        """Return the same table with all hidden information of a player resampled."""
        other: GameState = self.clone()
        rng = seeded(int(probability_sampler() * (1 << 53)))
        other.position.state = self.position.state.reimagine(player_id, rng)
        return other

    def __str__(self) -> str:
        return msgspec.json.encode(self.position.to_json()).decode()


class GameObserver:
    """The observation of a player: a tensor of the encoder's numbers, and a string with the whole view.

    A view holds everything that a seat knows of the table now, discarded cards included, so information state
    and observation are the same; the history of moves is in neither.
    """

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.tensor = np.zeros(encoder.size, np.float32)
        self.dict = {
            part.name: self.tensor[part.start : part.start + part.size] for part in encoder.describe()
        }

    def set_from(self, state: GameState, player: int) -> None:
        """Write the observation of a player into the tensor."""
        self.tensor[:] = self.encoder.observe(state.position, player)

    def string_from(self, state: GameState, player: int) -> str:
        """Return the view of a player, as JSON."""
        return msgspec.json.encode({"seat": player, "view": state.position.view(player)}).decode()


class RegisteredGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games behind OpenSpiel's contract, a subclass for each game."""

    name: str
    game_type: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_parameters(find_game(self.name)), **(params or {})}
        options = {name: value for name, value in given.items() if name != "players"}
        self.encoder = Encoder(self.name, given["players"], options)
        start = self.encoder.start
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoder.actions,
            max_chance_outcomes=self.encoder.encoding.outcomes,
            num_players=self.encoder.seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=start.seats / len(set(start.teams)),
            max_game_length=LONGEST,
        )
        super().__init__(self.game_type, info, given)

    def new_initial_state(self) -> GameState:
        """Return the position before the first move."""
        return GameState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> GameObserver:
        """Return the observer of a position."""
        return GameObserver(self.encoder)


def _parameters(game: Any) -> dict[str, Any]:
    """Return the number of players and the options, with their defaults."""
    fields = msgspec.structs.fields(game.options_type)
    return {"players": DEFAULT_PLAYERS} | {field.name: field.default for field in fields}


def _type_of(name: str) -> Any:
    """Return OpenSpiel's description of a game."""
    game = find_game(name)
    kind = pyspiel.GameType
    open_or_not = kind.Information
    return kind(
        short_name=f"ludotheque_{name}",
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(open_or_not.IMPERFECT_INFORMATION if game.hidden else open_or_not.PERFECT_INFORMATION),
        utility=kind.Utility.CONSTANT_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(game.seat_counts),
        min_num_players=min(game.seat_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_parameters(game),
    )


def _register(name: str) -> None:
    """Register a class for each game, found by pickle under its name."""
    called, game_type = f"{name.capitalize()}Game", _type_of(name)
    made = type(called, (RegisteredGame,), {"name": name, "game_type": game_type, "__module__": __name__})
    globals()[called] = made
    pyspiel.register_game(game_type, made)


for _name in encoded_games():
    _register(_name)
