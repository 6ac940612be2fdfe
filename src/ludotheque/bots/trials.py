# mypyc: compile
"""Every move of a position tried many times behind the same luck, for games in which luck is most of it.

In each round what the seat can't see is drawn anew, and every move still in question meets the same hidden
cards and the same draws: what is left of the difference is the move. Behind the move all seats play a few
turns as the knowledge of the game expects of them, and then the position is judged.
After each stage the worse half of the moves is left out.
"""

from typing import Final

from librt.random import Random
from librt.time import time
from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.core.knowledge import Knowledge
from ludotheque.core.policy import best
from ludotheque.core.state import CHANCE, OVER, State

ANY: Final = -1  # stands for the moves of a position in which another seat is to act
MOST: Final = 16  # moves that are tried at all, the most promising ones
LUCK: Final = 2**40


class Trials:
    """The moves of one position for the seat that thinks, and what came of trying them."""

    def __init__(self, root: State, seat: i64, knowledge: Knowledge, turns: i64, rng: Random) -> None:
        self.root: State = root
        self.seat: i64 = seat
        self.knowledge: Knowledge = knowledge
        self.turns: i64 = turns  # played behind a move before the position is judged
        self.rng: Random = rng
        self.iterations: i64 = 0
        self.moves: vec[i64] = root.moves() if root.turn() == seat else vec[i64]([ANY])
        self.visits: vec[i64] = vec[i64]([0] * len(self.moves))
        self.total: vec[float] = vec[float]([0.0] * len(self.moves))
        self.left: vec[i64] = vec[i64]()  # the places in `moves` of those still in question
        self.choose_contenders()

    def choose_contenders(self) -> None:
        """The most promising moves are tried; the others can't be many tries behind."""
        promise = self.knowledge.priors(self.root, self.moves) if len(self.moves) > 1 else vec[float]([1.0])
        while len(self.left) < len(self.moves) and len(self.left) < MOST:
            place = best(promise)
            self.left = append(self.left, place)
            promise[place] = -1.0

    def think(self, seconds: float, iterations: i64) -> None:
        """Try the moves so often or, if that is 0, for so long, in stages of equal length."""
        begun = time()
        before = self.iterations
        stages: i64 = 1
        size: i64 = 2
        while size < len(self.left):
            size *= 2
            stages += 1
        stage: i64 = 1
        while stage <= stages:
            part = float(stage) / float(stages)
            done = False
            while not done:
                self.try_all()
                if iterations > 0:
                    done = float(self.iterations - before) >= part * float(iterations)
                else:
                    done = time() - begun >= part * seconds
            self.rank()
            if stage < stages:
                self.left = self.left[: (len(self.left) + 1) // 2]
            stage += 1

    def decide(self, seconds: float, iterations: i64, enough: i64) -> None:
        """Try as `think` does; if `enough` is not 0, so many tries are enough, whatever time is left."""
        if iterations > 0 or enough == 0:
            self.think(seconds, iterations)
            return
        begun = time()
        self.try_all()
        passed = time() - begun
        in_time = seconds / passed * float(len(self.left)) if passed > 0.0 else float(enough)
        if in_time > float(enough):
            self.think(seconds, enough)
        else:
            self.think(seconds, 0)

    def try_all(self) -> None:
        """One round: the same hidden cards and the same draws behind every move in question."""
        world = self.knowledge.imagine(self.root, self.seat, self.rng)
        luck: i64 = self.rng.randrange(LUCK)
        for place in self.left:
            self.total[place] += self.attempt(world.copy(), self.moves[place], Random(luck))
            self.visits[place] += 1
            self.iterations += 1

    def attempt(self, state: State, move: i64, luck: Random) -> float:
        """What comes of a move, for the seat that thinks."""
        if move != ANY:
            state.apply(move)
        turns: i64 = 0
        turn = state.turn()
        while turn != OVER:
            if turn == CHANCE:
                state.apply(state.sample(luck))
            elif turns < self.turns:
                state.apply(self.knowledge.reply(state, luck))
                turns += 1
            else:
                return self.knowledge.judge(state, self.seat, luck)[self.seat]
            turn = state.turn()
        return state.payoff(self.seat)

    def rank(self) -> None:
        """The best of the moves in question comes first; among equals the more promising one."""
        worth = vec[float](capacity=len(self.left))
        for place in self.left:
            worth = append(worth, self.total[place] / float(self.visits[place]))
        ranked = vec[i64](capacity=len(self.left))
        while len(ranked) < len(self.left):
            first = best(worth)
            ranked = append(ranked, self.left[first])
            worth[first] = -1.0
        self.left = ranked

    def choice(self) -> i64:
        """The move behind which most is won."""
        return self.moves[self.left[0]]

    def visits_of(self, move: i64) -> i64:
        """How often a move was tried."""
        place = self.place_of(move)
        return self.visits[place] if place >= 0 else 0

    def value_of(self, move: i64) -> float:
        """What a move is worth to the seat; the mean of all where it was never tried."""
        place = self.place_of(move)
        if place < 0 or self.visits[place] == 0:
            return self.worth()
        return self.total[place] / float(self.visits[place])

    def worth(self) -> float:
        """What the position is worth to the seat, over all tries."""
        total: float = 0.0
        for part in self.total:
            total += part
        return total / float(self.iterations) if self.iterations > 0 else 0.5

    def place_of(self, move: i64) -> i64:
        """Where a move stands, or -1."""
        place: i64 = len(self.moves) - 1
        while place >= 0 and self.moves[place] != move:
            place -= 1
        return place
