"""The end of a game: places, scores and payoffs agree."""

from ludotheque.core.coded import CodedPosition
from ludotheque.core.game import Position
from ludotheque.core.state import State
from ludotheque.table.promises.sentences import Sentences


def check_result(position: Position, sentences: Sentences) -> None:
    """Check that ranks, scores and payoffs agree, and that the payoffs of all sides add up to 1."""
    result = position.result
    assert result is not None, "the game is over and has no result"
    assert not position.actors, f"the game is over and seats {position.actors} may act"
    assert len(result.ranks) == len(result.scores) == position.seats, (
        f"a result of {position.seats} seats has {len(result.ranks)} places and {len(result.scores)} scores"
    )
    assert 1 in result.ranks, f"no seat is in first place: {result.ranks}"
    sentences.check_result(result)
    if isinstance(position, CodedPosition):
        _check_payoffs(position.state, position.teams)


def _check_payoffs(state: State, teams: tuple[int, ...]) -> None:
    """Check that partners have the same payoff, and that the payoffs of all sides add up to 1."""
    worth: dict[int, float] = {}
    for seat, team in enumerate(teams):
        payoff = state.payoff(seat)
        assert 0 <= payoff <= 1, f"the payoff of seat {seat} is {payoff}"
        assert payoff == worth.setdefault(team, payoff), f"partners of team {team} are paid differently"
    assert abs(sum(worth.values()) - 1) < 1e-9, f"payoffs don't add up: {list(worth.values())}"
