"""Positions of both editions of Targets as sent to the browser, and the sizes of the pieces."""

from collections.abc import Mapping
from typing import Final

from ludotheque.games.targets.blackrock.rules.board import BlackrockBoard
from ludotheque.games.targets.bots.proposals import Aims, known
from ludotheque.games.targets.moves import COLOURS, DICE_EACH
from ludotheque.games.targets.physics.config import DEFAULT, Sizes
from ludotheque.games.targets.physics.layout import Edition, Layout, Pose, Stand
from ludotheque.games.targets.rules.board import Board, Duty
from ludotheque.games.targets.zoch.rules.position import ZochBoard

RECEIVES: Final[Mapping[str, object]] = {
    "Edition": Edition,
    "Pose": Pose,
    "Stand": Stand,
    "Layout": Layout,
    "Duty": Duty,
    "Board": Board,
    "ZochBoard": ZochBoard,
    "BlackrockBoard": BlackrockBoard,
    "Sizes": Sizes,
    "Aims": Aims,
}
TABLES: Final[Mapping[str, object]] = {
    "SIZES": DEFAULT.sizes,
    "DICE_EACH": DICE_EACH,
    "COLOURS": COLOURS,
    "AIMS": known(),
}
