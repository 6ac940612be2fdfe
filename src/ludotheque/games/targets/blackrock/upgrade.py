"""Translation of steps and positions from version 1 of the Blackrock rules to the current version."""

import msgspec

from ludotheque.core.codec import Json, read, write
from ludotheque.core.game import Step
from ludotheque.core.moves import Move
from ludotheque.games.targets.blackrock.rules.board import BlackrockBoard
from ludotheque.games.targets.blackrock.rules.calls import centre_dice, open_pairs
from ludotheque.games.targets.blackrock.rules.position import BlackrockPosition
from ludotheque.games.targets.moves import Call, Pass, Stack, colour
from ludotheque.games.targets.outcomes import Faces


def from_first_rules(position: BlackrockPosition, step: Step) -> list[Step]:
    """Translate a step, and precede it with answers to questions that version 1 did not ask.

    Version 1 made some calls by itself, which a seat has to answer today (BLACKROCK-4, BLACKROCK-17).
    """
    seat, said = step
    move = None if seat is None else position.game.read_move(said)
    now = position.copy()
    found: list[Step] = []
    while now.board.options.calls == "auto" and not now.awaits_chance and (waiting := now.waiting()):
        if seat == waiting[0] and isinstance(move, Call | Pass):
            break
        answer = _called_by_itself(now.board, waiting[0])
        now.play(waiting[0], answer)
        found.append((waiting[0], write(answer)))
    if seat is None or move is None:
        return found + _outcome(now, said)
    return found + _move(now, seat, move)


def without_stacked_calls(position: Json) -> Json:
    """Allow calls again for dice back on their towers, which earlier positions counted as lapsed."""
    board = read(position, BlackrockBoard, code="core.position")
    stacked = {member.die for stand in board.layout.stands for member in stand.tower}
    if board.golden is not None or stacked.isdisjoint(board.spent):
        return position
    assert isinstance(position, dict)  # a board was read from it
    return position | {"spent": [die for die in board.spent if die not in stacked]}


def _called_by_itself(board: BlackrockBoard, seat: int) -> Call | Pass:
    """Return the automatic call of version 1: “Targets!”, unless the own die could make a double."""
    for rest in centre_dice(board):
        paired = {die for pair in open_pairs(board, board.holders[rest.die]) for die in pair}
        if colour(rest.die) == seat and rest.die not in paired:
            return Call("targets", rest.die)
    return Pass()


def _move(position: BlackrockPosition, seat: int, move: Move) -> list[Step]:
    if _without_effect(position, seat, move):
        return []
    if isinstance(move, Call) and move.what == "double" and move.other is None:
        move = msgspec.structs.replace(move, other=_left(position.board, move.die))
    return [(seat, write(move))]


def _without_effect(position: BlackrockPosition, seat: int, move: Move) -> bool:
    """Return whether a move had no effect in version 1, and is illegal today (BLACKROCK-17)."""
    if isinstance(move, Call) and move.what == "pas_vu":
        return colour(move.die) in position.board.passed
    return isinstance(move, Pass) and seat not in position.waiting()


def _left(board: BlackrockBoard, die: int) -> int | None:
    """Return the die of a pair that stays on the table: rather one that is not on a centre (BLACKROCK-4)."""
    pairs = [pair for seat in range(board.seats) for pair in open_pairs(board, seat) if die in pair]
    centres = [rest.die for rest in centre_dice(board)]
    others = [a if b == die else b for a, b in pairs]
    return min(others, key=lambda other: (other in centres, other), default=None)


def _outcome(position: BlackrockPosition, outcome: Json) -> list[Step]:
    """Translate an outcome; version 1 drew faces for Golden Targets even if they were to be chosen."""
    board = position.board
    if board.phase != "stack" or not board.layout.golden:
        return [(None, outcome)]
    faces = read(outcome, Faces, code="targets.outcome").faces
    if len(faces) != len(board.holders):
        return [(None, outcome)]
    chosen = position.options.faces == "chosen"
    found: list[Step] = []
    for seat in position.actors:
        dice = board.held(seat)
        found.append((seat, write(Stack(dice, tuple(faces[die] for die in dice) if chosen else ()))))
    return found if chosen else [*found, (None, outcome)]
