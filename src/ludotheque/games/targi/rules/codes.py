# mypyc: compile
"""The numbers of moves and of outcomes inside the rules."""

from typing import Final

NO_MOVE: Final = -1

# Moves: a number each, or a number and something added to it.
PLACE_ON: Final = 0  # + border card
USE_BORDER: Final = 32  # + border card
USE_SLOT: Final = 64  # + central place
LAY: Final = 80
KEEP: Final = 81
DISCARD: Final = 82
PLAY_HAND: Final = 83
DONE: Final = 84
SKIP: Final = 85
FINISH: Final = 86
INTO_ROW: Final = 90  # + row
EXCHANGE: Final = 96  # + exchange
SHIFT: Final = 128  # + 9 x from + to
SWAP_PLACES: Final = 256  # + 12 x one place + another
PAYING: Final = 400  # + bundle, packed
TAKING: Final = 1000  # + bundle, packed
RETURNING: Final = 1600  # + rank of the goods

# Outcomes: a tribe card 0 to 44, a goods card GOODS_CARD + kind, or the seat that starts.
STARTER: Final = 64  # + seat
