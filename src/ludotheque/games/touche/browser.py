"""The view of Touché for the browser."""

from collections.abc import Mapping
from typing import Final

from ludotheque.games.touche.moves import Card
from ludotheque.games.touche.views import Shown, View

RECEIVES: Final[Mapping[str, object]] = {"Card": Card, "Shown": Shown, "View": View}
