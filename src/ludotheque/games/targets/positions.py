"""Validation of positions of both editions; a position that play can’t lead to is refused."""

from typing import Final

from ludotheque.core.codec import demand
from ludotheque.games.targets.moves import DICE_EACH, orders
from ludotheque.games.targets.outcomes import misread, on_table
from ludotheque.games.targets.physics.flick import LIMITS
from ludotheque.games.targets.physics.layout import Stand
from ludotheque.games.targets.physics.reading import DieReading
from ludotheque.games.targets.rules.board import Board, Duty, Phase
from ludotheque.games.targets.rules.position import TargetsPosition

LAST_ROUND: Final = 20
"""Maximum number of rounds in either edition (ZOCH-11)."""
STACKED: Final[tuple[Phase, ...]] = ("starter", "exchange", "stack", "faces", "golden")
"""Phases in which all dice are in their towers."""
PLACES: Final = (0, 1, 2)


def check_board(position: TargetsPosition, counts: tuple[int, ...]) -> None:
    """Raise `Unreadable` for a board that play can't lead to: seats, dice, discs or pending choice."""
    board = position.board
    demand(board.seats in counts, "$.seats")
    demand(len(board.layout.stands) == board.seats, "$.layout.stands")
    demand(len(board.holders) == board.seats * DICE_EACH, "$.holders")
    for name in ("starter", "turn"):
        check_seats(board, (getattr(board, name),), f"$.{name}")
    for name in ("passed", "stacked"):
        check_seats(board, getattr(board, name), f"$.{name}")
    for holder in board.holders:
        check_seats(board, (holder,), "$.holders")
    demand(all(len(board.held(seat)) == DICE_EACH for seat in range(board.seats)), "$.holders")
    check_dice(board, board.inert, "$.inert")
    _check_layout(board)
    _check_rests(board)
    demand(not position.violations(), "$.layout")
    _check_turn(position)
    _check_duties(board)
    _check_towers(position)


def check_seats(board: Board, seats: tuple[int, ...], where: str) -> None:
    """Raise `Unreadable` for unknown or repeated seats; `where` is the place in the JSON."""
    demand(set(seats) <= set(range(board.seats)) and len(set(seats)) == len(seats), where)


def check_dice(board: Board, dice: tuple[int, ...], where: str) -> None:
    """Raise `Unreadable` for unknown dice; `where` is the place in the JSON."""
    demand(set(dice) <= set(range(len(board.holders))), where)


def check_lively(position: TargetsPosition) -> None:
    """Raise `Unreadable` if no seat may act, no chance is awaited and the game is not over."""
    lively = bool(position.actors) or position.awaits_chance or position.board.phase == "over"
    demand(lively, "$.phase")


def _check_layout(board: Board) -> None:
    """Refuse unknown dice, poses off the table and unordered central discs."""
    layout = board.layout
    places = layout.places
    demand(set(places) <= set(PLACES) and places == tuple(sorted(set(places))), "$.layout.places")
    for seat, stand in enumerate(layout.stands):
        _check_stand(board, seat, stand, f"$.layout.stands[{seat}]")
    for number, loose in enumerate(layout.dice):
        check_dice(board, (loose.die,), f"$.layout.dice[{number}].die")
        demand(on_table(loose.pose), f"$.layout.dice[{number}].pose")


def _check_stand(board: Board, seat: int, stand: Stand, where: str) -> None:
    demand(stand.discs >= 0, f"{where}.discs")
    for level, member in enumerate(stand.tower):
        demand(member.die in board.held(seat), f"{where}.tower[{level}].die")
        demand(1 <= member.up <= 6, f"{where}.tower[{level}].up")
        demand(member.pose is None or on_table(member.pose), f"{where}.tower[{level}].pose")
    demand(set(stand.under) <= set(board.held(seat)), f"{where}.under")


def _check_rests(board: Board) -> None:
    """Refuse dice that rest on missing surfaces, unless they have still to settle (TARGETS-9)."""
    demand(not board.unsettled or bool(board.rests), "$.unsettled")
    for number, rest in enumerate(board.rests):
        where = f"$.rests[{number}]"
        wrong = _misplaced(board, rest) if board.unsettled else misread(rest, board.layout)
        demand(wrong is None, f"{where}.{wrong}")
        demand(not rest.off, f"{where}.off")


def _misplaced(board: Board, rest: DieReading) -> str | None:
    """Return the field of a reading that fits no table with this number of seats; None if all fit."""
    seats, discs = set(range(board.seats)), set(PLACES)
    fits = {"up": 1 <= rest.up <= 6, "pose": on_table(rest.pose)}
    for name, surfaces in (("touches", rest.touches), ("support", rest.support)):
        fits[f"{name}.targets"] = set(surfaces.targets) <= discs
        fits[f"{name}.piles"] = set(surfaces.piles) <= seats
        fits[f"{name}.bases"] = set(surfaces.bases) <= seats
    fits["centres"] = set(rest.centres) <= discs
    fits["dead_centre"] = rest.dead_centre is None or rest.dead_centre in discs
    fits["carried_by"] = rest.carried_by is None or rest.carried_by in seats
    return next((name for name, good in fits.items() if not good), None)


def _check_turn(position: TargetsPosition) -> None:
    """Refuse a round without number, and a repeated or awaited flick without a die (TARGETS-7)."""
    board = position.board
    demand(0 <= board.round <= LAST_ROUND, "$.round")
    demand((board.round == 0) == (board.phase == "starter"), "$.round")
    demand(0 <= board.misses <= (2 if board.phase == "choose" else 1), "$.misses")
    demand(not board.misses or bool(board.tower(board.turn)), "$.misses")
    demand(not (board.misses and board.window), "$.window")
    if board.aim is not None:
        demand(board.phase == "play" and bool(board.tower(board.turn)), "$.aim")
        demand(board.aim.speed <= LIMITS["speed"][1], "$.aim.speed")
        demand(not (board.window or board.unsettled), "$.aim")


def _check_duties(board: Board) -> None:
    """Refuse a duty that is no choice among dice that fell from the tower of its seat."""
    demand((board.phase == "choose") == bool(board.duties), "$.duties")
    named = [die for duty in board.duties for die in duty.dice]
    demand(len(set(named)) == len(named), "$.duties")
    for number, duty in enumerate(board.duties):
        where = f"$.duties[{number}]"
        check_seats(board, (duty.seat,), f"{where}.seat")
        demand((duty.do == "keep") == (duty.seat == board.turn), f"{where}.seat")
        demand(_offers_a_choice(board, duty), f"{where}.dice")


def _offers_a_choice(board: Board, duty: Duty) -> bool:
    lying = {rest.die for rest in board.rests}
    fallen = len(duty.dice) > 1 and set(duty.dice) <= lying & set(board.held(duty.seat))
    return fallen and (duty.do != "stack" or len(orders(duty.dice)) > 1)


def _check_towers(position: TargetsPosition) -> None:
    """Refuse dice outside towers before a round, and stacking without a choice (TARGETS-1)."""
    board = position.board
    if board.phase in STACKED:
        stackers = position.stackers()
        for seat, stand in enumerate(board.layout.stands):
            held = board.held(seat) if seat in stackers else ()
            found = tuple(sorted(member.die for member in stand.tower))
            demand(found == held, f"$.layout.stands[{seat}].tower")
        demand(not board.layout.dice, "$.layout.dice")
    if board.phase == "stack":
        late = set(range(board.seats)) - set(board.stacked)
        choosers = {seat for seat in position.stackers() if len(position.stackings(seat)) > 1}
        demand(late <= choosers, "$.stacked")
