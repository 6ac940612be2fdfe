"""Reading a position of Targi; one that the rules can't lead to is refused, with the place."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import msgspec
from librt.random import Random

from ludotheque.core.codec import Json, demand, read
from ludotheque.core.state import CHANCE
from ludotheque.games.targi.rules import board as b
from ludotheque.games.targi.rules.border import FACING, NO_SEAT, SLOT_NAMES, SLOTS
from ludotheque.games.targi.rules.bundles import FEW, UNIT
from ludotheque.games.targi.rules.cards import (
    BORDER_CARDS,
    FREE_TRADE,
    GOODS,
    GOODS_COUNT,
    GOODS_KINDS,
    GOODS_NAMES,
    TRIBE_CARDS,
)
from ludotheque.games.targi.rules.state import Targi, position
from ludotheque.games.targi.rules.turns import GOODS_LIMIT
from ludotheque.games.targi.views import (
    FACE_DOWN,
    GOODS_ORDER,
    PHASES,
    SOURCES,
    GoodList,
    Kept,
    View,
)

CARD_PHASES: Final = ("tribe_card", "pay", "row", "swap")
"""Phases in which a tribe card is in question; when goods are taken there may be one."""
SOURCES_OF: Final = {
    "tribe_card": (*SLOT_NAMES, "expansion", "noble"),
    "pay": (*SLOT_NAMES, "expansion", "noble", "hand"),
    "row": (*SLOT_NAMES, "expansion", "noble", "hand"),
    "take": (*SLOT_NAMES, "caravan", "advantage"),
    "swap": ("advantage",),
}
"""The places a card or goods may come from, by phase."""


def read_position(json: Json) -> tuple[View, Targi]:
    """Return a position read from JSON; an impossible one is refused, with the place."""
    view = read_view(json)
    demand(all(player.hand != "unseen" for player in view.players), "$.players.hand")
    demand(view.card != "unseen", "$.card")
    return view, _checked(view)


def guess(json: Json, rng: Random) -> tuple[View, Targi]:
    """Return a position consistent with a view, with unseen cards drawn from the possible ones (TARGI-23)."""
    view = read_view(json)
    named = {card for _, cards in located(view) for card in cards} - set(view.tribe_earlier)
    fresh = [card for card in range(TRIBE_CARDS) if card not in named and card not in view.tribe_earlier]
    earlier = list(view.tribe_earlier)
    players = list(view.players)
    for other, player in enumerate(players):
        if player.hand == "unseen":
            drawn = _draw(fresh, rng)
            players[other] = msgspec.structs.replace(player, hand=drawn)
    earlier += [_draw(fresh, rng) for _ in range(view.centre.count("earlier_tribe") - len(earlier))]
    card = view.card
    if card == "unseen":
        held = players[view.turn].hand
        card = _draw(fresh, rng) if view.source == "expansion" else held
    whole = msgspec.structs.replace(
        view, players=(players[0], players[1]), card=card, tribe_earlier=sorted(earlier)
    )
    return whole, _checked(whole)


def _draw(cards: list[int], rng: Random) -> int:
    demand(bool(cards), "$.players.hand")
    return cards.pop(rng.randrange(len(cards)))


def _checked(view: View) -> Targi:
    _check_cards(view)
    _check_goods(view)
    _check_pieces(view)
    _check_players(view)
    _check_phase(view)
    state = build(view)
    _check_course(state)
    return state


def _check_cards(view: View) -> None:
    """Refuse a tribe card in two places, and too few cards left for those that lie face down."""
    demand(len(view.centre) == SLOTS, "$.centre")
    demand(("empty" in view.centre) == (view.phase in ("draw_starter", "lay_out")), "$.centre")
    named = [card for _, cards in located(view) for card in cards]
    demand(len(named) == len(set(named)), "$.card" if held_apart(view) else "$.centre")
    demand(TRIBE_CARDS - len(named) >= view.centre.count("tribe"), "$.centre")
    demand(len(view.tribe_earlier) == view.centre.count("earlier_tribe"), "$.tribe_earlier")


def _check_goods(view: View) -> None:
    """Refuse more goods cards than exist, and too few left for those that lie face down."""
    seen: list[int | str] = [*view.goods_discard, *view.goods_earlier, *view.centre]
    for kind, name in enumerate(GOODS_NAMES):
        demand(seen.count(name) <= GOODS_COUNT[kind], "$.goods_discard")
    known = sum(seen.count(name) for name in GOODS_NAMES)
    demand(sum(GOODS_COUNT) - known >= view.centre.count("goods"), "$.centre")
    demand(len(view.goods_earlier) == view.centre.count("earlier_goods"), "$.goods_earlier")


def _check_pieces(view: View) -> None:
    """Refuse two Targis on one card or opposed, one on a corner, and markers on other than face-up cards
    (TARGI-6).
    """
    owners: dict[int, int] = {}
    marked: set[str] = set()
    for seat, player in enumerate(view.players):
        demand(len(player.targis) <= (2 if view.fewer_targis == seat else 3), f"$.players[{seat}].targis")
        for card in player.targis:
            free = card not in owners and FACING[card] != 0 and owners.get(FACING[card], seat) == seat
            demand(free, f"$.players[{seat}].targis")
            demand(card != view.robber or 32 in _camp(view, seat), f"$.players[{seat}].targis")
            owners[card] = seat
        for marker in player.markers:
            face_up = card_code(view.centre[SLOT_NAMES.index(marker)]) >= 0
            demand(face_up and marker not in marked, f"$.players[{seat}].markers")
            marked.add(marker)
        demand(len(player.markers) <= 2, f"$.players[{seat}].markers")


def _camp(view: View, seat: int) -> list[int]:
    return [card for row in view.players[seat].camp for card in row]


def _check_players(view: View) -> None:
    """Refuse a coin without card 40, and a secret without a hand card."""
    for seat, player in enumerate(view.players):
        place = f"$.players[{seat}]"
        demand(player.coin == 0 or 40 in _camp(view, seat), f"{place}.coin")
        demand(player.hand is not None or not player.secret, f"{place}.secret")
        demand(player.secret or not player.counted, f"{place}.counted")
        kept = player.kept
        demand(kept is None or (player.secret and kept.robber <= view.robber), f"{place}.kept")


def _check_phase(view: View) -> None:
    """Refuse a phase without its data, and data of another phase."""
    deciding = view.phase in CARD_PHASES or view.phase == "take"
    demand((view.source is not None) == deciding, "$.source")
    demand(view.phase not in CARD_PHASES or view.card is not None, "$.card")
    demand(deciding or view.card is None, "$.card")
    if view.phase == "tribe_card":
        demand(view.card == _card_at(view), "$.card")
    if view.source == "advantage":
        asking = (43,) if view.phase == "swap" else (36, 37, 41, 42)
        demand(view.card in asking and view.card in _camp(view, view.turn), "$.card")
    elif view.phase == "take":
        demand(view.card is None, "$.card")
    demand(view.source is None or view.source in SOURCES_OF[view.phase], "$.source")
    demand((view.amount > 0) == (view.phase in ("take", "return")), "$.amount")
    demand(view.phase != "take" or view.amount <= FEW, "$.amount")
    demand(not view.traded or view.phase == "trade", "$.traded")
    demand(view.traded or not view.held_before, "$.held_before")
    _check_exchanges(view)
    demand((view.next_slot is not None) == (view.phase in ("lay_out", "turn_up")), "$.next_slot")
    begun = view.phase not in ("draw_starter", "lay_out")
    demand((view.robber > 0) == begun, "$.robber")
    corner = view.robber > 0 and FACING[view.robber] == 0
    demand(corner == (view.phase == "raid") or (corner and view.phase == "over"), "$.robber")
    demand(view.round in (None, b.round_of(view.robber)), "$.round")


def _check_exchanges(view: View) -> None:
    """Refuse earlier holdings that card 39 can't lead to: each differs by one good and none comes twice
    (TARGI-8).
    """
    player = view.players[view.turn]
    held = [*view.held_before, (player.dates, player.salt, player.pepper)]
    demand(len(held) == 1 or FREE_TRADE in _camp(view, view.turn), "$.held_before")
    demand(len(set(held)) == len(held), "$.held_before")
    for number, (before, after) in enumerate(pairwise(held)):
        moved = sorted(now - then for then, now in zip(before, after, strict=True))
        demand(moved == [-1, 0, 1], f"$.held_before[{number}]")


def _card_at(view: View) -> int | str | None:
    """Return the card of a source, if it is known."""
    if view.source in SLOT_NAMES:
        return view.centre[SLOT_NAMES.index(view.source)]
    return view.players[view.turn].hand if view.source == "noble" else view.card


def _check_course(state: Targi) -> None:
    """Refuse a seat to act that has nothing to do, and a question without an answer."""
    if state.phase == b.RETURN:
        demand(state.amount == state.goods_of(state.seat) - GOODS_LIMIT, "$.amount")
    if state.phase == b.PLACE:
        demand(state.to_place(state.seat) > 0, "$.turn")
        demand(all(owner == NO_SEAT for owner in state.markers), "$.players.markers")
    elif state.turn() >= 0:
        demand(len(state.moves()) > 0, "$.phase")
    elif state.turn() == CHANCE:
        demand(len(state.outcomes()) > 0, "$.phase")
    if state.phase in (b.LAY_OUT, b.TURN_UP):
        demand(min(slot for slot in range(SLOTS) if state.centre[slot] < 0) == state.slot, "$.next_slot")
    for card in range(1, BORDER_CARDS + 1):
        acting = b.ACT <= state.phase <= b.DRAW_TRIBE and state.second == 1
        demand(not acting or state.targis[card] in (NO_SEAT, state.seat), "$.players.targis")


def card_code(name: int | str) -> int:
    """Return the number of a card on a central place."""
    if isinstance(name, int):
        return name
    if name in FACE_DOWN:
        return -1 - FACE_DOWN.index(name)
    return b.GOODS_CARD + GOODS_NAMES.index(name)


def read_view(json: Json) -> View:
    """Return a view or a position of the right shape from JSON; its contents are checked elsewhere."""
    return read(json, View, code="core.position")


def build(view: View) -> Targi:
    """Return the state of a whole position that was checked."""
    players = view.players
    where = [b.DECK] * TRIBE_CARDS
    for place, cards in located(view):
        for card in cards:
            where[card] = place
    gone, earlier = _counts(view.goods_discard), _counts(view.goods_earlier)
    shown = _counts(view.centre)
    goods = [GOODS_COUNT[kind] - gone[kind] - earlier[kind] - shown[kind] for kind in range(GOODS_KINDS)]
    return position(
        [
            PHASES.index(view.phase),
            view.turn,
            view.amulet,
            view.robber,
            NO_SEAT if view.fewer_targis is None else view.fewer_targis,
            NO_SEAT if view.fewer_targis_next is None else view.fewer_targis_next,
            int(view.second),
            view.card if isinstance(view.card, int) else b.NO_CARD,
            0 if view.source is None else SOURCES.index(view.source),
            1 if view.traded else view.amount,
            _bits(view.goods_got),
            _bits(view.goods_added),
            int(view.hand_is_new),
            0 if view.next_slot is None else SLOT_NAMES.index(view.next_slot),
        ],
        [
            [n for p in players for n in (p.dates, p.salt, p.pepper, p.gold, p.crosses)],
            [player.coin for player in players],
            [player.hand if isinstance(player.hand, int) else b.NO_CARD for player in players],
            [2 if player.counted else int(player.secret) for player in players],
            [number for player in players for number in _keeping(player.kept)],
            [card for player in players for row in player.camp for card in (*row, -1, -1, -1, -1)[:4]],
            _owners([player.targis for player in players], BORDER_CARDS + 1),
            _owners([[SLOT_NAMES.index(m) for m in player.markers] for player in players], SLOTS),
            [card_code(card) for card in view.centre],
            where,
            goods,
            gone,
            earlier,
            [sum(UNIT[good] * held[good] for good in range(GOODS)) for held in view.held_before],
        ],
    )


def _keeping(kept: Kept | None) -> tuple[int, ...]:
    return msgspec.structs.astuple(kept) if kept is not None else (0,) * b.KEPT


def located(view: View) -> list[tuple[int, list[int]]]:
    """Return the places of the tribe cards that a position names; a card taken and not yet laid comes
    last.
    """
    found = [
        (b.DISCARDED, view.tribe_discard),
        (b.EARLIER, view.tribe_earlier),
        (b.CENTRE, [card for card in view.centre if isinstance(card, int)]),
    ]
    for seat, player in enumerate(view.players):
        found.append((b.HAND + seat, [player.hand] if isinstance(player.hand, int) else []))
        found.append((b.CAMP + seat, [card for row in player.camp for card in row]))
    if isinstance(view.card, int) and held_apart(view):
        found.append((b.OPEN, [view.card]))
    return found


def held_apart(view: View) -> bool:
    """Return whether the card being decided on lies nowhere else: drawn, or being paid and laid."""
    return view.phase in ("pay", "row") or (view.phase == "tribe_card" and view.source == "expansion")


def _counts(names: Sequence[int | str]) -> list[int]:
    return [sum(name == other for other in names) for name in GOODS_NAMES]


def _bits(goods: GoodList) -> int:
    return sum(2 ** GOODS_ORDER.index(good) for good in set(goods))


def _owners(owned: list[list[int]], size: int) -> list[int]:
    owners = [NO_SEAT] * size
    for seat, places in enumerate(owned):
        for place in places:
            owners[place] = seat
    return owners
