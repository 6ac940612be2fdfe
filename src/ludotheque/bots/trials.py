# mypyc: compile
"""Comparison of moves by repeated trials with the same luck, for games decided mostly by luck.

In each round what the seat can't see is resampled, and every remaining move meets the same hidden cards and
the same draws, so the difference that is left is due to the move. After the move all seats play a few turns
as the knowledge of the game expects of them, and then the position is evaluated.
After each stage the worse half of the moves is dropped. `decide` drops a move as soon as it is clearly behind
the best one, and stops when no other is left. A resumed run starts with all moves again and keeps their
earlier results.
"""

from math import sqrt
from typing import Final

from librt.random import Random
from librt.time import time
from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.core.knowledge import Belief, Knowledge
from ludotheque.core.policy import best
from ludotheque.core.state import CHANCE, OVER, State

ANY: Final = -1  # the moves of a position in which another seat is to act
MOST: Final = 16  # moves that are tried at most, the most promising ones
LUCK: Final = 2**40
COMPARED: Final = 12  # rounds between two comparisons of the moves
CLEAR: Final = 3.0  # standard errors by which a move is clearly behind another


class Trials:
    """The moves of one position for the seat that searches, and the results of trying them."""

    def __init__(self, root: State, seat: i64, knowledge: Knowledge, turns: i64, rng: Random) -> None:
        self.root: State = root
        self.seat: i64 = seat
        self.knowledge: Knowledge = knowledge
        self.belief: Belief = knowledge.belief(root, seat)
        self.turns: i64 = turns  # played after a move before the position is evaluated
        self.rng: Random = rng
        self.iterations: i64 = 0
        self.moves: vec[i64] = root.moves() if root.turn() == seat else vec[i64]([ANY])
        self.visits: vec[i64] = vec[i64]([0] * len(self.moves))
        self.total: vec[float] = vec[float]([0.0] * len(self.moves))
        self.results: list[vec[float]] = [
            vec[float]() for _ in range(len(self.moves))
        ]  # by move, of this run
        self.contenders: vec[i64] = self.most_promising()  # indexes in `moves` of those that are tried
        self.left: vec[i64] = self.contenders[:]  # those that remain

    def most_promising(self) -> vec[i64]:
        """Return the moves to try; the others can't be much better."""
        promise = self.knowledge.priors(self.root, self.moves) if len(self.moves) > 1 else vec[float]([1.0])
        found = vec[i64](capacity=MOST)
        while len(found) < len(self.moves) and len(found) < MOST:
            place = best(promise)
            found = append(found, place)
            promise[place] = -1.0
        return found

    def begin(self) -> None:
        """Make all moves candidates again, compared only by results from now on."""
        self.left = self.contenders[:]
        self.results = [vec[float]() for _ in range(len(self.moves))]

    def think(self, seconds: float, iterations: i64) -> None:
        """Try the moves this often or, if that is 0, for this many seconds, in stages of equal length."""
        self.begin()
        self.run(seconds, iterations, until_clear=False)

    def decide(self, seconds: float, iterations: i64, enough: i64) -> None:
        """Try like `think`, but stop when one move is clearly the best.

        If `enough` is not 0, it stops after that many tries, whatever time is left.
        """
        self.begin()
        if iterations > 0 or enough == 0:
            self.run(seconds, iterations, until_clear=True)
            return
        begun = time()
        self.try_all()
        passed = time() - begun
        in_time = seconds / passed * float(len(self.left)) if passed > 0.0 else float(enough)
        if in_time > float(enough):
            self.run(seconds, enough, until_clear=True)
        else:
            self.run(seconds, 0, until_clear=True)

    def run(self, seconds: float, iterations: i64, *, until_clear: bool) -> None:
        """Run stage by stage; the worse half of the remaining moves is dropped after each."""
        begun = time()
        before = self.iterations
        stages: i64 = 1
        size: i64 = 2
        while size < len(self.left):
            size *= 2
            stages += 1
        rounds: i64 = 0
        stage: i64 = 1
        while stage <= stages:
            part = float(stage) / float(stages)
            done = False
            while not done:
                self.try_all()
                rounds += 1
                if until_clear and rounds % COMPARED == 0:
                    self.drop_those_behind()
                if iterations > 0:
                    done = float(self.iterations - before) >= part * float(iterations)
                else:
                    done = time() - begun >= part * seconds
                if until_clear and len(self.left) == 1:
                    return
            self.rank()
            if stage < stages:
                self.left = self.left[: (len(self.left) + 1) // 2]
            stage += 1

    def drop_those_behind(self) -> None:
        """Drop the moves that are clearly worse than the best one, compared try by try with the same luck."""
        self.rank()
        first = self.left[0]
        kept = vec[i64](capacity=len(self.left))
        for place in self.left:
            if place == first or not self.is_behind(place, first):
                kept = append(kept, place)
        self.left = kept

    def is_behind(self, place: i64, first: i64) -> bool:
        """Return whether a move is worse than the first one by more than luck explains."""
        worse = self.results[place]
        better = self.results[first]
        tries: i64 = len(worse)
        total: float = 0.0
        squares: float = 0.0
        i: i64 = 0
        while i < tries:
            gap = better[i] - worse[i]
            total += gap
            squares += gap * gap
            i += 1
        mean = total / float(tries)
        variance = squares / float(tries) - mean * mean
        return mean > CLEAR * sqrt(max(variance, 0.0) / float(tries)) and mean > 0.0

    def try_all(self) -> None:
        """Run one round: the same hidden cards and the same draws for every remaining move."""
        world = self.belief.world(self.rng)
        luck: i64 = self.rng.randrange(LUCK)
        for place in self.left:
            worth = self.attempt(world.copy(), self.moves[place], Random(luck))
            self.results[place] = append(self.results[place], worth)
            self.total[place] += worth
            self.visits[place] += 1
            self.iterations += 1

    def attempt(self, state: State, move: i64, luck: Random) -> float:
        """Return the result of trying a move once, for the seat that searches."""
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
        """Sort the remaining moves, the best first; ties go to the more promising one."""
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
        """Return the move with the best results."""
        return self.moves[self.left[0]]

    def size(self) -> i64:
        """Return the number of tries so far."""
        return self.iterations

    def visits_of(self, move: i64) -> i64:
        """Return the number of tries of a move."""
        place = self.place_of(move)
        return self.visits[place] if place >= 0 else 0

    def value_of(self, move: i64) -> float:
        """Return the value of a move for the seat; the mean of all moves if it was never tried."""
        place = self.place_of(move)
        if place < 0 or self.visits[place] == 0:
            return self.worth()
        return self.total[place] / float(self.visits[place])

    def worth(self) -> float:
        """Return the value of the position for the seat, over all tries."""
        total: float = 0.0
        for part in self.total:
            total += part
        return total / float(self.iterations) if self.iterations > 0 else 0.5

    def place_of(self, move: i64) -> i64:
        """Return the index of a move, or -1."""
        place: i64 = len(self.moves) - 1
        while place >= 0 and self.moves[place] != move:
            place -= 1
        return place
