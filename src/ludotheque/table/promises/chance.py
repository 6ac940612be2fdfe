"""Chance: outcomes are drawn as often as their weights say, and survive a round trip through JSON."""

from typing import Final

from librt.random import Random

from ludotheque.core.coded import CodedPosition
from ludotheque.core.state import State
from ludotheque.table.promises.playing import promised

DRAWS: Final = 40
"""Number of draws at each position that is checked in depth."""

DEVIATIONS: Final = 6.0
"""Allowed deviation in standard deviations; a correct game exceeds it once in a thousand million checks."""


class Luck:
    """Counts of the drawn outcomes, and the counts expected from their weights."""

    def __init__(self) -> None:
        self.found: dict[int, int] = {}
        self.expected: dict[int, float] = {}
        self.variance: dict[int, float] = {}

    def watch(self, state: State, rng: Random) -> None:
        """Draw outcomes at a position where chance is to act, and count them; `state` does not change."""
        outcomes = [int(outcome) for outcome in state.outcomes()]
        weights = [int(weight) for weight in state.weights()]
        assert outcomes, "chance is to act and has nothing to give"
        assert len(outcomes) == len(weights), (
            f"there are not as many weights as outcomes: weights: {len(weights)}, outcomes: {len(outcomes)}"
        )
        assert len(set(outcomes)) == len(outcomes), "an outcome is listed twice"
        assert all(weight > 0 for weight in weights), "an outcome has no weight"
        for outcome, weight in zip(outcomes, weights, strict=True):
            share = weight / sum(weights)
            self.expected[outcome] = self.expected.get(outcome, 0.0) + DRAWS * share
            self.variance[outcome] = self.variance.get(outcome, 0.0) + DRAWS * share * (1 - share)
        for _ in range(DRAWS):
            drawn = state.sample(rng)
            assert drawn in outcomes, f"chance gave {drawn}, which is none of its outcomes"
            self.found[drawn] = self.found.get(drawn, 0) + 1

    def judge(self) -> None:
        """Raise `AssertionError` for a count further from its expectation than `DEVIATIONS` allows."""
        for outcome, expected in self.expected.items():
            found = self.found.get(outcome, 0)
            allowed = DEVIATIONS * self.variance[outcome] ** 0.5 + 1
            assert abs(found - expected) <= allowed, (
                f"wrong weights: outcome {outcome} came {found} times, not {expected:.1f}"
            )


def check_outcomes(position: CodedPosition[State]) -> None:
    """Check that outcomes have a fixed order, and that each survives a round trip through JSON."""
    game, state = position.game, position.state
    outcomes = [int(outcome) for outcome in state.outcomes()]
    again = [int(outcome) for outcome in state.copy().outcomes()]
    assert outcomes == again, f"outcomes of chance have no fixed order: {outcomes}, then {again}"
    weights = [int(weight) for weight in state.weights()]
    assert weights == [int(weight) for weight in state.weights()], "weights of chance have no fixed order"
    for outcome in outcomes:
        written = game.outcome_to_json(state, outcome)
        with promised(f"the outcome {outcome} is written as {written}, which can't be read"):
            read = game.outcome_from_json(state, written)
        assert read == outcome, (
            f"the outcome {outcome} is written as another one: {written} is read as {read}"
        )
