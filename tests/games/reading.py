"""Input that no game can read."""

import pytest

from ludotheque import Unreadable
from ludotheque.core.game import Game
from ludotheque.core.words import LANGUAGES


def assert_unreadable(game: Game, text: str) -> None:
    """A line that is no move is refused, with a sentence in every language."""
    with pytest.raises(Unreadable) as refused:
        game.read_move(text)
    for language in LANGUAGES:
        assert refused.value.text(language)
