"""Calls in the Blackrock edition: the legal ones of a seat, and those that lapsed (BLACKROCK-3, 4)."""

from collections.abc import Collection
from itertools import combinations

from ludotheque.games.targets.blackrock.rules.board import BlackrockBoard
from ludotheque.games.targets.moves import Call, colour
from ludotheque.games.targets.physics.reading import DieReading


def centre_dice(board: BlackrockBoard) -> list[DieReading]:
    """Return the dice for which “Targets!” may be called: on a printed centre, not lapsed (BLACKROCK-3)."""
    return [rest for rest in board.rests if rest.centres and rest.die not in board.spent]


def equal_pairs(board: BlackrockBoard) -> list[tuple[int, int]]:
    """Return the pairs of equal dice of one tower that lie on the table (BLACKROCK-4)."""
    lying = [rest for rest in board.rests if rest.carried_by is None]
    return [
        (min(a.die, b.die), max(a.die, b.die))
        for a, b in combinations(lying, 2)
        if a.up == b.up and board.holders[a.die] == board.holders[b.die]
    ]


def open_pairs(board: BlackrockBoard, seat: int) -> list[tuple[int, int]]:
    """Return the doubles a seat may call: none that lapsed, none after a steal (BLACKROCK-4, BLACKROCK-5)."""
    if seat in board.no_double:
        return []
    return [
        pair
        for pair in equal_pairs(board)
        if board.holders[pair[0]] == seat and pair not in board.spent_pairs
    ]


def calls_of(board: BlackrockBoard, seat: int) -> list[Call]:
    """Return the legal calls of a seat: “Targets!”, “Double!”, and with the variant “Pas vu, pas pris!”.

    Calls that would cancel a “Targets!” are offered only until its owner has passed (BLACKROCK-17).
    """
    centres = [rest.die for rest in centre_dice(board)]
    found = [Call("targets", die) for die in centres if colour(die) == seat]
    pairs = open_pairs(board, seat)
    found += [Call("double", *pair) for pair in sorted([*pairs, *((b, a) for a, b in pairs)])]
    if board.options.pas_vu_pas_pris:
        owners = {die: colour(die) for die in centres}
        found += [Call("pas_vu", die) for die, owner in owners.items() if owner not in (seat, *board.passed)]
    return found


def plain_call(board: BlackrockBoard, seat: int, side: Collection[int]) -> Call | None:
    """Return the “Targets!” of a seat that is made automatically with `calls` auto, or None (BLACKROCK-17).

    There is none for a seat that has passed, nor if the call takes away a die with which a seat of its own
    `side` could still call a double: then the seat is asked.
    """
    if seat in board.passed:
        return None
    callers = [member for member in side if member not in board.passed]
    paired = {die for member in callers for pair in open_pairs(board, member) for die in pair}
    for rest in centre_dice(board):
        if colour(rest.die) == seat and paired.isdisjoint(touching(board, rest.centres[0])):
            return Call("targets", rest.die)
    return None


def touching(board: BlackrockBoard, place: int) -> list[int]:
    """Return the dice that go under their owners’ bases with the disc at a place (BLACKROCK-3)."""
    return [rest.die for rest in board.rests if place in rest.touches.targets]


def close_calls(board: BlackrockBoard) -> None:
    """Let all calls lapse that were not made before the next flick (BLACKROCK-3, BLACKROCK-4)."""
    board.spent = tuple(sorted({*board.spent, *(rest.die for rest in centre_dice(board))}))
    board.spent_pairs = tuple(sorted({*board.spent_pairs, *equal_pairs(board)}))
    board.no_double = ()


def reopen_calls(board: BlackrockBoard, moved: set[int], faces: dict[int, int]) -> None:
    """Allow “Targets!” again for moved dice, and doubles with a new value or die (BLACKROCK-3, 4)."""
    same = {rest.die for rest in board.rests if faces.get(rest.die) == rest.up}
    board.spent = tuple(die for die in board.spent if die not in moved)
    board.spent_pairs = tuple(pair for pair in board.spent_pairs if same.issuperset(pair))


def serve_double(board: BlackrockBoard, die: int, left: int) -> int:
    """Put a die of a double back on its tower and return its value (BLACKROCK-4).

    The die back on the tower may call “Targets!” again; the one `left` may not until it is moved.
    """
    value = board.rest(die).up
    board.put_back(die, value)
    board.spent = tuple(sorted({*board.spent, left} - {die}))
    return value
