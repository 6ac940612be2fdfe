"""Who may call what in the Blackrock edition, and which calls are gone (BLACKROCK-3, 4, 14, 16)."""

from itertools import combinations

from ludotheque.games.targets.blackrock.board import BlackrockBoard
from ludotheque.games.targets.moves import Call, colour
from ludotheque.games.targets.physics.reading import DieReading


def centre_dice(board: BlackrockBoard) -> list[DieReading]:
    """The dice for which “Targets!” may be called: on a printed centre, not yet called out (BLACKROCK-3)."""
    return [rest for rest in board.rests if rest.centres and rest.die not in board.spent]


def equal_pairs(board: BlackrockBoard) -> list[tuple[int, int]]:
    """Two dice of one tower on the table with the same value (BLACKROCK-4); those on a base do not count."""
    lying = [rest for rest in board.rests if rest.carried_by is None]
    return [
        (min(a.die, b.die), max(a.die, b.die))
        for a, b in combinations(lying, 2)
        if a.up == b.up and board.holders[a.die] == board.holders[b.die]
    ]


def open_pairs(board: BlackrockBoard, seat: int) -> list[tuple[int, int]]:
    """The doubles a seat may call: not missed, not served, and not by a thief (BLACKROCK-4, BLACKROCK-5)."""
    if seat in board.no_double:
        return []
    return [
        pair
        for pair in equal_pairs(board)
        if board.holders[pair[0]] == seat and pair not in board.spent_pairs
    ]


def calls_of(board: BlackrockBoard, seat: int) -> list[Call]:
    """“Targets!” for the own colour, “Double!” for the own tower, “Pas vu, pas pris!” for the others."""
    centres = [rest.die for rest in centre_dice(board)]
    found = [Call("targets", die) for die in centres if colour(die) == seat]
    found += [Call("double", die) for die in sorted({d for pair in open_pairs(board, seat) for d in pair})]
    if board.options.pas_vu_pas_pris:
        found += [Call("pas_vu", die) for die in centres if colour(die) != seat]
    return found


def plain_call(board: BlackrockBoard, seat: int) -> Call | None:
    """A “Targets!” that costs no double: it is called by itself with `calls` auto (BLACKROCK-17)."""
    for rest in centre_dice(board):
        paired = {die for pair in open_pairs(board, board.holders[rest.die]) for die in pair}
        if colour(rest.die) == seat and rest.die not in paired:
            return Call("targets", rest.die)
    return None


def close_calls(board: BlackrockBoard) -> None:
    """What was not called before the next flick is gone (BLACKROCK-3, BLACKROCK-4)."""
    board.spent = tuple(sorted({*board.spent, *(rest.die for rest in centre_dice(board))}))
    board.spent_pairs = tuple(sorted({*board.spent_pairs, *equal_pairs(board)}))
    board.no_double = ()


def reopen_calls(board: BlackrockBoard, moved: set[int], faces: dict[int, int]) -> None:
    """A moved die may call “Targets!” again; a new value or a new die makes a new double (BLACKROCK-3, 4)."""
    same = {rest.die for rest in board.rests if faces.get(rest.die) == rest.up}
    board.spent = tuple(die for die in board.spent if die not in moved)
    board.spent_pairs = tuple(pair for pair in board.spent_pairs if same.issuperset(pair))


def serve_double(board: BlackrockBoard, die: int) -> int:
    """The die goes back on its tower, and the die that made the pair with it has served (BLACKROCK-4)."""
    value = board.rest(die).up
    seat = board.holders[die]
    partners = [a + b - die for a, b in open_pairs(board, seat) if die in (a, b)]
    centres = [rest.die for rest in centre_dice(board)]
    partner = min(partners, key=lambda other: (other in centres, other))
    board.put_back(die, value)
    board.spent = tuple(sorted({*board.spent, partner}))
    served = [pair for pair in equal_pairs(board) if partner in pair]
    board.spent_pairs = tuple(sorted({*board.spent_pairs, *served}))
    return value
