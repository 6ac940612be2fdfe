"""Exxtra, but every event shows what nobody could know: no move can be taken back."""

from typing import Final

from msgspec import structs

from ludotheque.core.events import Event
from ludotheque.core.state import Note
from ludotheque.games.exxtra.game import ExxtraGame
from ludotheque.games.exxtra.rules.state import Exxtra


class Showing(ExxtraGame):
    """Every event reveals something."""

    def tell(self, state: Exxtra, note: Note) -> list[Event]:
        return [structs.replace(event, reveals=True) for event in super().tell(state, note)]


GAME: Final = Showing()
