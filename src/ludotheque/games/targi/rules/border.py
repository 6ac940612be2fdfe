# mypyc: compile
"""The border: facing cards, lines of influence, where they cross, and where a Targi may go (TARGI-5 to 7)."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

NO_SEAT: Final = -1
SLOTS: Final = 9  # the central cards a to i
SLOT_NAMES: Final = ("a", "b", "c", "d", "e", "f", "g", "h", "i")

# By border card (number 0 is none): the card opposite, or 0 for a corner.
FACING: Final = vec[i64]([0, 11, 10, 9, 0, 15, 14, 13, 0, 3, 2, 1, 0, 7, 6, 5, 0])
# By border card: its row of central cards (0 to 2), or -1; its column likewise.
ROW: Final = vec[i64]([-1, -1, -1, -1, -1, 0, 1, 2, -1, -1, -1, -1, -1, 2, 1, 0, -1])
COLUMN: Final = vec[i64]([-1, 0, 1, 2, -1, -1, -1, -1, -1, 2, 1, 0, -1, -1, -1, -1, -1])

# Why a Targi may not go on a card.
FREE: Final = 0
CORNER: Final = 1
ROBBER: Final = 2
TAKEN: Final = 3
OPPOSED: Final = 4


def line(card: i64) -> vec[i64]:
    """Return the three central cards between a border card and the one it faces (TARGI-7)."""
    cells = vec[i64](capacity=3)
    i: i64 = 0
    while i < 3:
        if ROW[card] >= 0:
            cells = append(cells, 3 * ROW[card] + i)
        elif COLUMN[card] >= 0:
            cells = append(cells, 3 * i + COLUMN[card])
        i += 1
    return cells


def crossings(targis: vec[i64], seat: i64) -> vec[i64]:
    """Return the central cards where two lines of a seat cross, in their order (TARGI-7)."""
    rows: i64 = 0
    columns: i64 = 0
    card: i64 = 1
    while card <= 16:
        if targis[card] == seat:
            if ROW[card] >= 0:
                rows |= BIT[ROW[card]]
            else:
                columns |= BIT[COLUMN[card]]
        card += 1
    crossed = vec[i64](capacity=3)
    slot: i64 = 0
    while slot < SLOTS:
        if rows & BIT[slot // 3] and columns & BIT[slot % 3]:
            crossed = append(crossed, slot)
        slot += 1
    return crossed


BIT: Final = vec[i64]([1, 2, 4, 8])


def obstacle(targis: vec[i64], robber: i64, seat: i64, card: i64) -> i64:
    """Return the obstacle to a Targi of a seat on a border card, `FREE` if there is none (TARGI-6)."""
    if FACING[card] == 0:
        return CORNER
    if robber == card:
        return ROBBER
    if targis[card] != NO_SEAT:
        return TAKEN
    if targis[FACING[card]] == 1 - seat:
        return OPPOSED
    return FREE
