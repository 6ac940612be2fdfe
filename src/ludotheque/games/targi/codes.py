# mypyc: compile
"""The numbers of moves and of outcomes inside the rules."""

from typing import Final

from ludotheque.games.targi.bundles import BUNDLES

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
PAYING: Final = BUNDLES  # + bundle
TAKING: Final = 2 * BUNDLES  # + bundle
RETURNING: Final = 3 * BUNDLES  # + bundle

# Outcomes: a tribe card 0 to 44, a goods card GOODS_CARD + kind, or the seat that starts.
STARTER: Final = 64  # + seat
