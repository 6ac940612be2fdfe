# mypyc: compile
"""Every move of a position tried many times behind the same luck, for games in which luck is most of it.

In each round what the seat can't see is drawn anew, and every move still in question meets the same hidden
cards and the same draws: what is left of the difference is the move. Behind the move all seats play a few
turns as the knowledge of the game expects of them, and then the position is judged.
After each stage the worse half of the moves is left out. Whoever has only to decide leaves out a move as soon
as it is clearly behind the best one, and stops when no other is left. Whoever thinks on begins with all moves
again, and what they were found to be worth before counts on.
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

ANY: Final = -1  # stands for the moves of a position in which another seat is to act
MOST: Final = 16  # moves that are tried at all, the most promising ones
LUCK: Final = 2**40
COMPARED: Final = 12  # rounds after which moves are compared, again and again
CLEAR: Final = 3.0  # standard errors by which a move is clearly behind another


class Trials:
    """The moves of one position for the seat that thinks, and what came of trying them."""

    def __init__(self, root: State, seat: i64, knowledge: Knowledge, turns: i64, rng: Random) -> None:
        self.root: State = root
        self.seat: i64 = seat
        self.knowledge: Knowledge = knowledge
        self.belief: Belief = knowledge.belief(root, seat)
        self.turns: i64 = turns  # played behind a move before the position is judged
        self.rng: Random = rng
        self.iterations: i64 = 0
        self.moves: vec[i64] = root.moves() if root.turn() == seat else vec[i64]([ANY])
        self.visits: vec[i64] = vec[i64]([0] * len(self.moves))
        self.total: vec[float] = vec[float]([0.0] * len(self.moves))
        self.results: list[vec[float]] = [
            vec[float]() for _ in range(len(self.moves))
        ]  # by move, of this run
        self.contenders: vec[i64] = self.most_promising()  # the places in `moves` of those that are tried
        self.left: vec[i64] = self.contenders[:]  # those still in question

    def most_promising(self) -> vec[i64]:
        """The moves that are tried; the others can't be many tries behind."""
        promise = self.knowledge.priors(self.root, self.moves) if len(self.moves) > 1 else vec[float]([1.0])
        found = vec[i64](capacity=MOST)
        while len(found) < len(self.moves) and len(found) < MOST:
            place = best(promise)
            found = append(found, place)
            promise[place] = -1.0
        return found

    def begin(self) -> None:
        """All moves are in question, and are compared by what comes of them from now on."""
        self.left = self.contenders[:]
        self.results = [vec[float]() for _ in range(len(self.moves))]

    def think(self, seconds: float, iterations: i64) -> None:
        """Try the moves so often or, if that is 0, for so long, in stages of equal length."""
        self.begin()
        self.run(seconds, iterations, until_clear=False)

    def decide(self, seconds: float, iterations: i64, enough: i64) -> None:
        """Try as `think` does, but no longer than until one move is clearly the best.

        If `enough` is not 0, so many tries are enough, whatever time is left.
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
        """Stage by stage; the worse half of the moves in question does not reach the next one."""
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
        """Leave out the moves that are clearly worse than the best one, try by try behind the same luck."""
        self.rank()
        first = self.left[0]
        kept = vec[i64](capacity=len(self.left))
        for place in self.left:
            if place == first or not self.is_behind(place, first):
                kept = append(kept, place)
        self.left = kept

    def is_behind(self, place: i64, first: i64) -> bool:
        """Whether a move is worse than the first one by more than luck explains."""
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
        """One round: the same hidden cards and the same draws behind every move in question."""
        world = self.belief.world(self.rng)
        luck: i64 = self.rng.randrange(LUCK)
        for place in self.left:
            worth = self.attempt(world.copy(), self.moves[place], Random(luck))
            self.results[place] = append(self.results[place], worth)
            self.total[place] += worth
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

    def size(self) -> i64:
        """How often any move was tried."""
        return self.iterations

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
