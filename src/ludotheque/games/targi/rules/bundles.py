# mypyc: compile
"""Bundles: amounts of dates, salt, pepper, gold and crosses, as one number inside the rules."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.games.targi.rules.cards import DATES, GIVES, GOLD, KINDS, PEPPER, SALT

# By kind: what one piece adds to the number, and the most a bundle can hold. The sixth kind is the coin on
# card 40, which pays like gold but is no player's gold (TARGI-22).
COIN: Final = 5
UNIT: Final = vec[i64]([1, 32, 1024, 32768, 4194304, 33554432])
MOST: Final = vec[i64]([31, 31, 31, 127, 7, 1])
NOTHING: Final = 0

# A move names a bundle by a smaller number still: what else there is beside the goods, and the rank of the
# goods among all that are as many or fewer.
FEW: Final = 6  # the most goods that are ever paid or taken together
RANKS: Final = 84  # the number of bundles of up to so many goods
BESIDE: Final = vec[i64]([0, 32768, 65536, 33554432, 4194304, 8388608, 12582912])


def part(bundle: i64, kind: i64) -> i64:
    """Return the amount of a kind in a bundle."""
    return bundle // UNIT[kind] % (MOST[kind] + 1)


def goods_in(bundle: i64) -> i64:
    """Return the number of goods in a bundle."""
    return part(bundle, DATES) + part(bundle, SALT) + part(bundle, PEPPER)


def gift(goods_card: i64) -> i64:
    """Return the bundle that a goods card gives (TARGI-12)."""
    bundle: i64 = NOTHING
    kind: i64 = 0
    while kind < KINDS:
        bundle += GIVES[goods_card * KINDS + kind] * UNIT[kind]
        kind += 1
    return bundle


def any_goods(count: i64, dates: i64, salt: i64, pepper: i64) -> vec[i64]:
    """Return all bundles of a number of goods, within the given amount of each."""
    found = vec[i64](capacity=10)
    d: i64 = count if count < dates else dates
    while d >= 0:
        s: i64 = count - d if count - d < salt else salt
        while s >= 0:
            p: i64 = count - d - s
            if p <= pepper:
                found = append(found, d + s * 32 + p * 1024)
            s -= 1
        d -= 1
    return found


def rank(bundle: i64) -> i64:
    """Return the number of a bundle of goods: fewer goods first, then more dates, then more salt."""
    rest = part(bundle, SALT) + part(bundle, PEPPER)
    count = rest + part(bundle, DATES)
    return count * (count + 1) * (count + 2) // 6 + rest * (rest + 1) // 2 + part(bundle, PEPPER)


def ranked(number: i64) -> i64:
    """Return the bundle of goods of a rank."""
    count: i64 = 0
    while (count + 1) * (count + 2) * (count + 3) // 6 <= number:
        count += 1
    left = number - count * (count + 1) * (count + 2) // 6
    rest: i64 = 0
    while (rest + 1) * (rest + 2) // 2 <= left:
        rest += 1
    pepper = left - rest * (rest + 1) // 2
    return (count - rest) + (rest - pepper) * 32 + pepper * 1024


def packed(bundle: i64) -> i64:
    """Return the number of a bundle that is paid or taken; -1 if none like it ever is."""
    goods = bundle % UNIT[GOLD]
    if goods_in(goods) > FEW:
        return -1
    beside: i64 = 0
    while beside < len(BESIDE):
        if bundle - goods == BESIDE[beside]:
            return RANKS * beside + rank(goods)
        beside += 1
    return -1


def unpacked(number: i64) -> i64:
    """Return the bundle of a number."""
    return BESIDE[number // RANKS] + ranked(number % RANKS)
