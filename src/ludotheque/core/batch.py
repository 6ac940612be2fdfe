# mypyc: compile
"""Many games side by side: one call plays an action in each, resolves chance and rewrites all arrays.

The arrays are made once. What is written is read from outside through the buffer protocol, without a copy.
"""

from librt.random import Random
from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from ludotheque.core.encoding import Encoding
from ludotheque.core.state import CHANCE, OVER, State


class Batch:
    """Games of one kind side by side; a finished game is replaced by a new one at once.

    Each game has chance of its own, so it takes the same course in a batch of any size.
    """

    def __init__(self, encoding: Encoding, start: State, chances: list[Random]) -> None:
        games: i64 = len(chances)
        self.encoding: Encoding = encoding
        self.start: State = start
        self.games: i64 = games
        self.chances: list[Random] = chances
        self.states: list[State] = [start] * games
        self.seats: vec[i64] = vec[i64]([0] * games)  # the seat to act
        self.observations: vec[u8] = vec[u8]([0] * (games * encoding.size))  # what that seat may know
        self.masks: vec[u8] = vec[u8]([0] * (games * encoding.actions))
        self.rewards: vec[float] = vec[float]([0.0] * (games * encoding.seats))
        self.ended: vec[u8] = vec[u8]([0] * games)
        # The allowed actions of each game as a list, which is quicker to clear and to draw from than a mask.
        self.offers: vec[i32] = vec[i32]([0] * (games * encoding.actions))
        self.counts: vec[i64] = vec[i64]([0] * games)
        self.drawn: vec[i64] = vec[i64]([0] * games)
        game: i64 = 0
        while game < games:
            self.begin(game)
            game += 1

    def begin(self, game: i64) -> None:
        """Start a new game in a slot."""
        self.states[game] = self.start.copy()
        self.meet_chance(game)
        self.show(game)

    def meet_chance(self, game: i64) -> i64:
        """Resolve chance until a seat is to act or the game is over; return `State.turn` then."""
        state = self.states[game]
        rng = self.chances[game]
        turn = state.turn()
        while turn == CHANCE:
            state.apply(state.sample(rng))
            turn = state.turn()
        return turn

    def show(self, game: i64) -> None:
        """Write the seat to act, what that seat may know and its legal actions."""
        state = self.states[game]
        encoding = self.encoding
        masks = self.masks
        offers = self.offers
        first = game * encoding.actions
        i: i64 = first
        end: i64 = first + self.counts[game]
        while i < end:
            masks[first + i64(offers[i])] = 0
            i += 1
        i = first
        for action in encoding.legal(state):
            masks[first + action] = 1
            offers[i] = i32(action)
            i += 1
        self.counts[game] = i - first
        turn = state.turn()
        self.seats[game] = turn
        encoding.observe(state, turn, self.observations, game * encoding.size)

    def refused(self, actions: bytes) -> i64:
        """Return the first game whose action is illegal, or -1; eight bytes per action, little-endian."""
        size = self.encoding.actions
        game: i64 = 0
        while game < self.games:
            action = read_i64_le(actions, 8 * game)
            if action < 0 or action >= size or self.masks[game * size + action] == 0:
                return game
            game += 1
        return -1

    def step(self, actions: bytes) -> i64:
        """Play a legal action in each game; return the number of games that ended with it.

        A game that ended has its rewards, and shows the first position of the next one.
        """
        seats = self.encoding.seats
        ended: i64 = 0
        game: i64 = 0
        while game < self.games:
            if self.ended[game]:
                self.reward(game * seats, None)
                self.ended[game] = 0
            state = self.states[game]
            state.apply(self.encoding.move_of(state, read_i64_le(actions, 8 * game)))
            if self.meet_chance(game) == OVER:
                ended += 1
                self.ended[game] = 1
                self.reward(game * seats, state)
                self.begin(game)
            else:
                self.show(game)
            game += 1
        return ended

    def reward(self, first: i64, over: State | None) -> None:
        """Write each seat's payoff of a finished game; zeros while the game goes on."""
        seat: i64 = 0
        while seat < self.encoding.seats:
            self.rewards[first + seat] = 0.0 if over is None else over.payoff(seat)
            seat += 1

    def draw(self, rng: Random) -> None:
        """Write a uniformly random legal action of each game into `drawn`."""
        drawn = self.drawn
        game: i64 = 0
        while game < self.games:
            place = game * self.encoding.actions + rng.randrange(self.counts[game])
            drawn[game] = i64(self.offers[place])
            game += 1
