"""Views: a seat sees its own secrets and no others, and hidden information can be resampled."""

from typing import Final

import msgspec
from librt.random import Random

from ludotheque.core.codec import Json
from ludotheque.core.coded import CodedPosition
from ludotheque.core.game import Game, Position
from ludotheque.table.promises.differences import difference

ENOUGH_GUESSES: Final = 20
"""Number of resamples after which at least one must differ from the truth."""


class Guesses:
    """Counts over all games: positions resampled from a view, and those that differ from the truth."""

    def __init__(self) -> None:
        self.guessed = 0
        self.guessed_wrong = 0
        self.resampled = 0
        self.resampled_wrong = 0

    def judge(self, game: Game) -> None:
        """Check that, in a game with secrets, guesses and `reimagine` don't always return the truth."""
        if game.hidden and self.guessed >= ENOUGH_GUESSES:
            assert self.guessed_wrong, "every guess was the truth: a view shows what it should hide"
        if game.hidden and self.resampled >= ENOUGH_GUESSES:
            assert self.resampled_wrong, (
                "`reimagine` always returned the truth: it has to resample hidden information"
            )


def check_view(
    position: Position, truth: Json, seat: int, rng: Random, guesses: Guesses, *, secrets_told: bool
) -> list[Position]:
    """Check that resampling hidden information keeps the view of a seat; return the resampled positions.

    `secrets_told` is true once an event has had a secret: before that, nothing may be hidden yet. In an open
    game, check that the view is the whole position, and return nothing.
    """
    view = position.view(seat)
    assert msgspec.json.decode(msgspec.json.encode(view)) == view, "a view is not JSON"
    if rng.randrange(2):  # both are nearly always the same, and a guess is slow
        guessed = position.game.guess(view, seat, rng)
        _check_fits(guessed, view, seat, "a guess does not fit its view")
    else:
        guessed = position.seen_by(seat, rng)
        _check_fits(guessed, view, seat, "what a bot gets does not fit its view")
    assert guessed.violations() == [], f"a guess breaks the rules: {guessed.violations()}"
    guesses.guessed += secrets_told
    guesses.guessed_wrong += guessed.to_json() != truth
    drawn: list[Position] = [guessed]
    if isinstance(position, CodedPosition):
        again = CodedPosition(position.game, position.state.reimagine(seat, rng), position.options)
        what = f"the view of seat {seat} shows what it should hide: it differs when that is resampled"
        _check_fits(again, view, seat, what)
        assert again.violations() == [], f"what `reimagine` draws breaks the rules: {again.violations()}"
        guesses.resampled += secrets_told and view != truth
        guesses.resampled_wrong += again.to_json() != truth
        drawn.append(again)
    if position.game.hidden:
        return drawn
    assert view == truth, "an open game hides something"
    return []


def _check_fits(drawn: Position, view: Json, seat: int, promise: str) -> None:
    """Check that a resampled position has the same view for a seat, and name the first difference."""
    again = drawn.view(seat)
    assert again == view, f"{promise}: {difference(view, again)}"
