"""The bots of the Blackrock edition, by level from weakest to strongest."""

from collections.abc import Callable
from typing import Final

from ludotheque.core.bot import Bot
from ludotheque.games.targets.bots.aiming import HANDS
from ludotheque.games.targets.bots.planner import Level

LEVELS: Final[dict[str, Callable[[], Bot]]] = {name: Level(hand) for name, hand in HANDS.items()}
