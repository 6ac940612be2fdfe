"""Reading a position of Touché; one that the rules can't lead to is refused, with the place."""

import msgspec
from librt.random import Random

from ludotheque.core.codec import Json, demand, read
from ludotheque.games.touche.layout import normal_layout, read_layout
from ludotheque.games.touche.moves import CARD_TYPES, Place
from ludotheque.games.touche.names import CARD, cell_at, read_pattern
from ludotheque.games.touche.rules import board as b
from ludotheque.games.touche.rules import setup as rules_start
from ludotheque.games.touche.rules import state as rules
from ludotheque.games.touche.rules.board import Board
from ludotheque.games.touche.rules.cards import EMPTY_HAND, HAND, full_pack
from ludotheque.games.touche.rules.state import Touche
from ludotheque.games.touche.views import PHASES, SETS, ToucheOptions, View, kind_of, shown, sides_of


def read_position(json: Json, rng: Random | None = None) -> tuple[Touche, ToucheOptions]:
    """Return a position read from JSON; one that the rules can't lead to is refused, with the place.

    With a random number generator, missing hands are drawn from the unseen cards; without one, they
    are refused.
    """
    view = read(json, View, code="core.position")
    options = msgspec.structs.replace(view.options, layout=normal_layout(view.options.layout))
    board = read_layout(options.layout)
    sides = sides_of(view.seats, options)
    sets = [SETS[max(kind_of(options), 0)]] * sides if view.sets is None else view.sets
    pawns = [[]] * sides if view.pawns is None else view.pawns
    crowned = [[]] * sides if view.crowned is None else view.crowned
    for name, values in (("sets", sets), ("pawns", pawns), ("crowned", crowned)):
        demand(len(values) == sides, f"$.{name}")
    hands, held, stacks, pool, top = _read_cards(view, given=rng is None)
    state = rules_start.position(
        board,
        sides,
        options.calls == "spoken",
        options.patterns == "pros",
        PHASES.index(view.phase),
        view.turn,
        view.dealer,
        b.NONE if view.placed is None else cell_at(board, view.placed),
        view.exchanged,
        view.deals,
        view.game,
        b.NONE if view.winner is None else view.winner,
        top,
        [word for places in pawns for word in _bits(board, places)],
        [[read_pattern(board, name) for name in names] for names in crowned],
        [SETS.index(name) for name in sets],
        hands,
        stacks,
        pool,
    )
    if rng is not None:
        unseen = [other for other, cards in enumerate(view.hands) if cards is None]
        for other in unseen:
            state.stacks[other] += held[other]  # before the first draw, so that every card is equally likely
        for other in unseen:
            for _ in range(held[other]):
                state.take_card(other, state.pick(rng))
    _check(view, state)
    if rng is None:
        _check_crowned(state)
    return state, options


def _read_cards(view: View, *, given: bool) -> tuple[list[int], list[int], list[int], list[int], int]:
    """Return hands, their sizes, stacks, pool and the top discard; too many copies of a card are refused."""
    hands = [EMPTY_HAND] * (HAND * view.seats)
    demand(len(view.hands) == view.seats, "$.hands")
    left = list(full_pack())
    for seat, cards in enumerate(view.hands):
        demand(cards is not None or not given, f"$.hands[{seat}]")
        numbers = sorted(CARD[card] for card in cards or ())
        demand(len(numbers) <= HAND, f"$.hands[{seat}]")
        hands[HAND * seat : HAND * seat + len(numbers)] = numbers
        _take(left, numbers, f"$.hands[{seat}]")
    known = [len(cards) if cards is not None else None for cards in view.hands]
    held = [size or 0 for size in known] if view.held is None else view.held
    fits = len(held) == view.seats and all(
        size in (None, count) for size, count in zip(known, held, strict=False)
    )
    demand(fits and all(count <= HAND for count in held), "$.held")
    stacks = _read_stacks(view, sum(held))
    discard = view.discard
    if discard is None:
        rest = b.PACK - sum(held) - sum(stacks)
        demand(rest == 0 or sum(stacks) == 0, "$.discard")
        discard = [CARD_TYPES[card] for card, count in enumerate(left) for _ in range(count)] if rest else []
    _take(left, [CARD[card] for card in discard], "$.discard")
    demand(sum(held) + sum(stacks) + len(discard) == b.PACK, "$.stacks")
    top = view.top or (discard[-1] if discard else None)
    demand(top is None if not discard else top in discard, "$.top")
    return hands, held, stacks, left, b.NONE if top is None else CARD[top]


def _read_stacks(view: View, held: int) -> list[int]:
    """Return the stacks as given, or else an even share of the remaining cards."""
    if view.stacks is not None:
        demand(len(view.stacks) == view.seats, "$.stacks")
        return view.stacks
    rest = b.PACK - held - len(view.discard or ())
    demand(rest % view.seats == 0, "$.stacks")
    return [rest // view.seats] * view.seats


def _take(left: list[int], cards: list[int], where: str) -> None:
    for card in cards:
        demand(left[card] > 0, where)
        left[card] -= 1


def _bits(board: Board, places: list[Place]) -> tuple[int, int]:
    words = [0, 0]
    for place in places:
        cell = cell_at(board, place)
        words[b.WORD[cell]] |= b.BIT[cell]
    return words[0], words[1]


def _check(view: View, state: Touche) -> None:
    """Refuse a position that no game can lead to."""
    demand(view.turn < view.seats, "$.turn")
    demand(view.dealer < view.seats, "$.dealer")
    _check_sets(view, state)
    _check_board(view, state)
    _check_hands(view, state)
    _check_phase(state)
    _check_end(state)
    demand(view.shown is None or view.shown == shown(state), "$.shown")


def _check_sets(view: View, state: Touche) -> None:
    """Refuse sets that do not fit: all sides try the same one, winners of a match are further (TOUCHE-7)."""
    kind = kind_of(view.options)
    if kind == b.NONE:
        demand(sum(state.sets) < state.game, "$.sets")
    else:
        demand(all(tried == kind for tried in state.sets), "$.sets")
        demand(state.game == 1, "$.game")


def _check_board(view: View, state: Touche) -> None:
    """Refuse misplaced pawns, and crowns off own cells, of other sets or overlapping (TOUCHE-15 to 17)."""
    board = state.board
    taken = [board.joker_low, board.joker_high]
    for side in range(state.sides):
        own = [state.pawns[2 * side], state.pawns[2 * side + 1]]
        demand(not own[0] & taken[0] and not own[1] & taken[1], f"$.pawns[{side}]")
        taken = [taken[0] | own[0], taken[1] | own[1]]
        patterns = list(state.counted[side])
        where = f"$.crowned[{side}]"
        demand(all(board.kind_of(pattern) == state.sets[side] for pattern in patterns), where)
        for number, pattern in enumerate(patterns):
            fits = (board.overlap_allowed(pattern, other) for other in patterns[:number])
            demand(all(fits), where)
        usable = state.usable(side, 0), state.usable(side, 1)
        crowns = state.crowns[2 * side], state.crowns[2 * side + 1]
        demand(crowns[0] & ~usable[0] == 0 and crowns[1] & ~usable[1] == 0, where)
    for side, places in enumerate(view.pawns or ()):
        demand(len(set(places)) == len(places), f"$.pawns[{side}]")


def _check_crowned(state: Touche) -> None:
    """Refuse a complete pattern that is not crowned, unless there is a choice (TOUCHE-16)."""
    board = state.board
    for side in range(state.sides):
        low, high = state.usable(side, 0), state.usable(side, 1)
        counted = list(state.counted[side])
        for pattern in range(len(board.low)):
            complete = board.low[pattern] & ~low == 0 and board.high[pattern] & ~high == 0
            if not complete or board.kind_of(pattern) != state.sets[side] or pattern in counted:
                continue
            counts = all(board.overlap_allowed(pattern, other) for other in counted)
            demand(not counts or _is_chosen_from(state, side, pattern), f"$.crowned[{side}]")


def _is_chosen_from(state: Touche, side: int, pattern: int) -> bool:
    """Return whether a pattern was completed by the pawn that leaves a choice of crowns (TOUCHE-17)."""
    if state.phase != rules.CHOOSE or side != state.seat % state.sides:
        return False
    words = (state.board.low[pattern], state.board.high[pattern])
    return bool(words[b.WORD[state.placed]] & b.BIT[state.placed])


def _check_hands(view: View, state: Touche) -> None:
    """Refuse hands without five cards while the stack has any, except before a draw (TOUCHE-9)."""
    if state.phase in (rules.DRAW_DEALER, rules.DEAL):
        _check_deal(state)
        return
    for seat in range(state.seats):
        short = seat == state.seat and state.phase != rules.PLAY
        full = HAND - 1 if short else HAND
        held = state.holds(seat)
        demand(held <= full and (held == full or state.stacks[seat] == 0), f"$.hands[{seat}]")
    for seat, stack in enumerate(state.stacks):
        demand(stack <= b.PACK // view.seats - HAND, f"$.stacks[{seat}]")


def _check_deal(state: Touche) -> None:
    """Refuse unequal shares during a deal; the hands are filled one after another."""
    for seat in range(state.seats):
        held = state.holds(seat)
        demand(held + state.stacks[seat] == b.PACK // state.seats, f"$.stacks[{seat}]")
        demand(held == 0 or seat == 0 or state.holds(seat - 1) == HAND, f"$.hands[{seat}]")
    dealt = state.holds(state.seats - 1)
    demand(dealt < HAND and (state.phase == rules.DEAL or state.holds(0) == 0), "$.phase")


def _check_phase(state: Touche) -> None:
    """Refuse a phase without its requirement: a card to play, a stack to draw from, a choice of crowns."""
    phase, seat = state.phase, state.seat
    if phase == rules.PLAY:
        demand(state.holds(seat) > 0, "$.phase")
    elif phase in (rules.DRAW, rules.DRAW_EXCHANGE):
        demand(state.stacks[seat] > 0, "$.phase")
    demand((state.placed != b.NONE) == (phase == rules.CHOOSE), "$.placed")
    if phase == rules.CHOOSE:
        cell, side = state.placed, seat % state.sides
        free = state.pawns[2 * side + b.WORD[cell]] & ~state.crowns[2 * side + b.WORD[cell]]
        demand(bool(free & b.BIT[cell]) and len(state.choices()) > 1, "$.placed")
    if phase in (rules.DRAW_DEALER, rules.DEAL):
        demand(not state.exchanged, "$.exchanged")
    if phase == rules.DRAW_EXCHANGE:
        demand(state.exchanged, "$.exchanged")
    if phase == rules.DRAW_DEALER:
        empty = state.game == 1 and state.deals == 0 and not any(state.pawns)
        demand(empty, "$.phase")


def _check_end(state: Touche) -> None:
    """Refuse an unfinished game if a side has all patterns or all deals are played (TOUCHE-14, TOUCHE-18)."""
    done = [side for side in range(state.sides) if state.lacks(side) == 0]
    if state.phase != rules.FINISHED:
        demand(not done, "$.phase")
        demand(state.winner == b.NONE, "$.winner")
        return
    played_out = state.deals == rules.DEALS_AGAIN and not any(state.stacks) and state.top != b.NONE
    lacking = [state.lacks(side) for side in range(state.sides)]
    leaders = [side for side in range(state.sides) if lacking[side] == min(lacking)]
    demand(bool(done) or played_out, "$.phase")
    demand(state.winner == (leaders[0] if len(leaders) == 1 else b.NONE), "$.winner")
    if state.pros:
        demand(state.winner != b.NONE and state.sets[state.winner] == b.CROSSES, "$.winner")
