"""Positions that can be: everything that a position written as JSON must fulfil, and guesses from views."""

from itertools import pairwise
from typing import Final

import msgspec
from librt.random import Random

from ludotheque.core.codec import Json, demand
from ludotheque.core.state import CHANCE
from ludotheque.games.targi import board as b
from ludotheque.games.targi.border import FACING, NOBODY, SLOT_NAMES, SLOTS
from ludotheque.games.targi.bundles import FEW
from ludotheque.games.targi.cards import BORDER_CARDS, FREE_TRADE, GOODS_COUNT, GOODS_NAMES, TRIBE_CARDS
from ludotheque.games.targi.rules import Targi
from ludotheque.games.targi.turns import GOODS_LIMIT
from ludotheque.games.targi.views import View, build, card_code, held_apart, located, read_view

CARD_PHASES: Final = ("tribe_card", "pay", "row", "swap")
"""Phases in which a tribe card is in question; when goods are taken there may be one."""
SOURCES_OF: Final = {
    "tribe_card": (*SLOT_NAMES, "expansion", "noble"),
    "pay": (*SLOT_NAMES, "expansion", "noble", "hand"),
    "row": (*SLOT_NAMES, "expansion", "noble", "hand"),
    "take": (*SLOT_NAMES, "caravan", "advantage"),
    "swap": ("advantage",),
}
"""Where a card or goods may come from, by phase."""


def read_position(json: Json) -> tuple[View, Targi]:
    """A whole position; one that can't be is refused, with the place."""
    view = read_view(json)
    demand(all(player.hand != "unseen" for player in view.players), "$.players.hand")
    demand(view.card != "unseen", "$.card")
    return view, _checked(view)


def guess(json: Json, rng: Random) -> tuple[View, Targi]:
    """A position consistent with a view, the unseen cards drawn from those that they may be (TARGI-23)."""
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
    """Every tribe card is in one place, and enough are left for those that lie face down."""
    demand(len(view.centre) == SLOTS, "$.centre")
    demand(("empty" in view.centre) == (view.phase in ("draw_starter", "lay_out")), "$.centre")
    named = [card for _, cards in located(view) for card in cards]
    demand(len(named) == len(set(named)), "$.card" if held_apart(view) else "$.centre")
    demand(TRIBE_CARDS - len(named) >= view.centre.count("tribe"), "$.centre")
    demand(len(view.tribe_earlier) == view.centre.count("earlier_tribe"), "$.tribe_earlier")


def _check_goods(view: View) -> None:
    """No goods card more than there are, and enough left for those that lie face down."""
    seen: list[int | str] = [*view.goods_discard, *view.goods_earlier, *view.centre]
    for kind, name in enumerate(GOODS_NAMES):
        demand(seen.count(name) <= GOODS_COUNT[kind], "$.goods_discard")
    known = sum(seen.count(name) for name in GOODS_NAMES)
    demand(sum(GOODS_COUNT) - known >= view.centre.count("goods"), "$.centre")
    demand(len(view.goods_earlier) == view.centre.count("earlier_goods"), "$.goods_earlier")


def _check_pieces(view: View) -> None:
    """No two Targis on one card or opposed, none on a corner; markers on face-up cards only (TARGI-6)."""
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
    """A coin only on card 40; a secret only of a hand card."""
    for seat, player in enumerate(view.players):
        place = f"$.players[{seat}]"
        demand(player.coin == 0 or 40 in _camp(view, seat), f"{place}.coin")
        demand(player.hand is not None or not player.secret, f"{place}.secret")
        demand(player.secret or not player.counted, f"{place}.counted")
        kept = player.kept
        demand(kept is None or (player.secret and kept.robber <= view.robber), f"{place}.kept")


def _check_phase(view: View) -> None:
    """What belongs to a phase is there, and nothing else."""
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
    """Card 39 led from each holding to the next by one good, and never back to one before (TARGI-8)."""
    player = view.players[view.turn]
    held = [*view.held_before, (player.dates, player.salt, player.pepper)]
    demand(len(held) == 1 or FREE_TRADE in _camp(view, view.turn), "$.held_before")
    demand(len(set(held)) == len(held), "$.held_before")
    for number, (before, after) in enumerate(pairwise(held)):
        moved = sorted(now - then for then, now in zip(before, after, strict=True))
        demand(moved == [-1, 0, 1], f"$.held_before[{number}]")


def _card_at(view: View) -> int | str | None:
    """The card that a source holds, where one can tell."""
    if view.source in SLOT_NAMES:
        return view.centre[SLOT_NAMES.index(view.source)]
    return view.players[view.turn].hand if view.source == "noble" else view.card


def _check_course(state: Targi) -> None:
    """The seat to act has something to do, and what is asked has an answer."""
    if state.phase == b.RETURN:
        demand(state.amount == state.goods_of(state.seat) - GOODS_LIMIT, "$.amount")
    if state.phase == b.PLACE:
        demand(state.to_place(state.seat) > 0, "$.turn")
        demand(all(owner == NOBODY for owner in state.markers), "$.players.markers")
    elif state.turn() >= 0:
        demand(len(state.moves()) > 0, "$.phase")
    elif state.turn() == CHANCE:
        demand(len(state.outcomes()) > 0, "$.phase")
    if state.phase in (b.LAY_OUT, b.TURN_UP):
        demand(min(slot for slot in range(SLOTS) if state.centre[slot] < 0) == state.slot, "$.next_slot")
    for card in range(1, BORDER_CARDS + 1):
        acting = b.ACT <= state.phase <= b.DRAW_TRIBE and state.second == 1
        demand(not acting or state.targis[card] in (NOBODY, state.seat), "$.players.targis")
