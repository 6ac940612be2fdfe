# mypyc: compile
"""The cards of Targi: 45 tribe cards, 19 goods cards, 16 border cards, one table each."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# What a player owns. Dates, salt and pepper are goods; gold and crosses are not.
DATES: Final = 0
SALT: Final = 1
PEPPER: Final = 2
GOLD: Final = 3
CROSSES: Final = 4
GOODS: Final = 3  # the first three are goods
KINDS: Final = 5
KIND_NAMES: Final = ("dates", "salt", "pepper", "gold", "crosses")

# The symbols of the tribe cards.
OASIS: Final = 0
CAMEL: Final = 1
WELL: Final = 2
TENT: Final = 3
TARGIA: Final = 4
SYMBOLS: Final = 5
SYMBOL_NAMES: Final = ("oasis", "camel", "well", "tent", "targia")

TRIBE_CARDS: Final = 45
FIRST_ADVANTAGE: Final = 15  # cards 15 to 44 have one

# id, symbol, crosses, cost in salt, pepper, dates and gold, whether 1 gold may be paid instead of the goods
TRIBE: Final[tuple[tuple[int, int, int, int, int, int, int, int], ...]] = (
    (0, OASIS, 2, 0, 1, 0, 1, 0),
    (1, OASIS, 3, 1, 0, 1, 1, 0),
    (2, OASIS, 3, 1, 2, 2, 0, 0),
    (3, CAMEL, 3, 1, 0, 1, 1, 0),
    (4, CAMEL, 2, 2, 1, 1, 0, 0),
    (5, CAMEL, 3, 2, 2, 1, 0, 0),
    (6, WELL, 3, 1, 0, 1, 1, 0),
    (7, WELL, 2, 1, 1, 2, 0, 0),
    (8, WELL, 3, 1, 2, 2, 0, 0),
    (9, TENT, 2, 0, 1, 0, 1, 0),
    (10, TENT, 3, 0, 1, 1, 1, 0),
    (11, TENT, 3, 2, 1, 2, 0, 0),
    (12, TARGIA, 3, 0, 1, 1, 1, 0),
    (13, TARGIA, 2, 1, 2, 1, 0, 0),
    (14, TARGIA, 3, 2, 2, 1, 0, 0),
    (15, OASIS, 1, 0, 1, 0, 1, 0),
    (16, CAMEL, 1, 1, 0, 0, 1, 0),
    (17, WELL, 1, 1, 0, 0, 1, 0),
    (18, TENT, 1, 0, 0, 1, 1, 0),
    (19, TARGIA, 1, 0, 1, 0, 1, 0),
    (20, CAMEL, 1, 0, 0, 0, 1, 0),
    (21, TENT, 1, 0, 1, 1, 0, 0),
    (22, TARGIA, 1, 0, 2, 0, 1, 0),
    (23, CAMEL, 2, 2, 1, 2, 0, 0),
    (24, CAMEL, 1, 0, 0, 0, 1, 0),
    (25, WELL, 1, 2, 0, 1, 0, 0),
    (26, TENT, 1, 0, 2, 1, 0, 1),
    (27, TARGIA, 1, 2, 0, 1, 0, 1),
    (28, OASIS, 1, 2, 1, 0, 0, 0),
    (29, OASIS, 1, 1, 1, 0, 1, 0),
    (30, TENT, 2, 0, 0, 1, 1, 0),
    (31, TARGIA, 1, 0, 0, 1, 1, 0),
    (32, WELL, 1, 0, 0, 1, 1, 0),
    (33, OASIS, 1, 2, 1, 0, 0, 0),
    (34, CAMEL, 2, 0, 2, 0, 1, 0),
    (35, TARGIA, 2, 0, 0, 2, 1, 0),
    (36, OASIS, 2, 0, 1, 1, 1, 0),
    (37, WELL, 2, 2, 1, 1, 0, 0),
    (38, WELL, 2, 1, 1, 0, 1, 0),
    (39, TENT, 1, 0, 0, 1, 1, 0),
    (40, WELL, 1, 0, 0, 1, 1, 0),
    (41, TARGIA, 2, 1, 2, 1, 0, 0),
    (42, CAMEL, 1, 1, 0, 2, 0, 0),
    (43, OASIS, 2, 1, 1, 0, 1, 0),
    (44, TENT, 2, 1, 2, 1, 0, 0),
)

# Advantages that the rules ask for by name; those of the end and those at once stand in `advantages.py`.
DISCOUNT: Final = vec[i64]([28, 24, 25, 26, 27])  # by symbol: further cards of it cost 1 good less
SPARED: Final = 29  # pays nothing in raids
NOBLE_DISCOUNT: Final = 30  # a hand card played through the Noble costs 1 good less
RAID_BONUS: Final = 31  # 1 cross at each raid
BESIDE_ROBBER: Final = 32  # may place on the Robber's card
BONUS: Final = vec[i64]([35, 33, 34])  # by good: one more in a round in which goods cards gave it
CONSOLATION: Final = 36  # a good of choice when goods cards gave none
WITHOUT_NOBLE: Final = 38  # plays the hand card without the Noble
FREE_TRADE: Final = 39  # trades goods 1 for 1

SYMBOL: Final = vec[i64]([row[1] for row in TRIBE])
WORTH: Final = vec[i64]([row[2] for row in TRIBE])
# By card, four numbers each: dates, salt, pepper, gold.
COST: Final = vec[i64]([part for row in TRIBE for part in (row[5], row[3], row[4], row[6])])
ALTERNATIVE: Final = vec[i64]([row[7] for row in TRIBE])

# The goods cards: name, how many there are, and what one gives in dates, salt, pepper, gold and crosses.
CHOICE: Final = 9
GOODS_KINDS: Final = 12
GOODS_CARDS: Final[tuple[tuple[str, int, tuple[int, int, int, int, int]], ...]] = (
    ("1D", 2, (1, 0, 0, 0, 0)),
    ("1S", 2, (0, 1, 0, 0, 0)),
    ("1P", 2, (0, 0, 1, 0, 0)),
    ("2D", 1, (2, 0, 0, 0, 0)),
    ("2S", 1, (0, 2, 0, 0, 0)),
    ("2P", 1, (0, 0, 2, 0, 0)),
    ("D+S", 1, (1, 1, 0, 0, 0)),
    ("D+P", 1, (1, 0, 1, 0, 0)),
    ("S+P", 1, (0, 1, 1, 0, 0)),
    ("choice", 3, (0, 0, 0, 0, 0)),
    ("1G", 3, (0, 0, 0, 1, 0)),
    ("1VP", 1, (0, 0, 0, 0, 1)),
)
GOODS_NAMES: Final = tuple(row[0] for row in GOODS_CARDS)
GOODS_COUNT: Final = vec[i64]([row[1] for row in GOODS_CARDS])
GIVES: Final = vec[i64]([part for row in GOODS_CARDS for part in row[2]])

# The border cards, 1 to 16 clockwise.
NOBLE: Final = 1
TRADER: Final = 5
FATA_MORGANA: Final = 9
SILVERSMITH: Final = 10
CARAVAN: Final = 13
EXPANSION: Final = 14
BORDER_CARDS: Final = 16
# By border card (number 0 is none): the good it gives, or -1.
INCOME: Final = vec[i64](
    [-1, -1, DATES, SALT, -1, -1, PEPPER, DATES, -1, -1, -1, PEPPER, -1, -1, -1, SALT, -1]
)
# What a raid takes: goods (raid 4: gold), or crosses. By corner, in fours: 4, 8, 12, 16.
RAID_GOODS: Final = vec[i64]([1, 2, 3, 0])
RAID_GOLD: Final = vec[i64]([0, 0, 0, 1])
RAID_CROSSES: Final = vec[i64]([1, 1, 2, 3])
