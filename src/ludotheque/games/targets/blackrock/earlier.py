"""What was played under the first version of the Blackrock rules, in the words of today's."""

from typing import Final

from ludotheque.core.codec import Json, read, write
from ludotheque.core.game import Step
from ludotheque.games.targets.blackrock.board import BlackrockBoard
from ludotheque.games.targets.blackrock.calls import centre_dice, open_pairs
from ludotheque.games.targets.blackrock.rules import BlackrockPosition
from ludotheque.games.targets.moves import Call, Pass, Stack, colour
from ludotheque.games.targets.outcomes import Faces

ANSWERS: Final = ("call", "pass")


def from_first_rules(position: BlackrockPosition, step: Step) -> list[Step]:
    """A step, and before it what nobody was asked then and somebody is asked today (BLACKROCK-4, 17)."""
    now = position.copy()
    found: list[Step] = []
    while now.board.options.calls == "auto" and not now.awaits_chance and (waiting := now.waiting()):
        if _answers(step, waiting[0]):
            break
        move = _called_by_itself(now.board, waiting[0])
        now.play(waiting[0], move)
        found.append((waiting[0], write(move)))
    return found + _in_todays_words(now, step)


def _answers(step: Step, seat: int) -> bool:
    said = step[1]
    return step[0] == seat and isinstance(said, dict) and said.get("do") in ANSWERS


def _called_by_itself(board: BlackrockBoard, seat: int) -> Call | Pass:
    """“Targets!” was called by itself unless its own die could make a double; nothing else was asked."""
    for rest in centre_dice(board):
        paired = {die for pair in open_pairs(board, board.holders[rest.die]) for die in pair}
        if colour(rest.die) == seat and rest.die not in paired:
            return Call("targets", rest.die)
    return Pass()


def _in_todays_words(position: BlackrockPosition, step: Step) -> list[Step]:
    seat, said = step
    if not isinstance(said, dict):
        return [step]
    if seat not in position.actors and (said.get("do") == "pass" or said.get("what") == "pas_vu"):
        return []  # nobody is asked today about a call that can have no effect (BLACKROCK-17)
    if said.get("what") == "double":
        return [(seat, said | {"other": _left(position.board, said["die"])})]
    if "faces" in said and seat is None and position.board.phase == "stack":
        return _stacked(position, step)
    return [step]


def _left(board: BlackrockBoard, die: Json) -> Json:
    """The die that was left of a pair: not one on a centre if there was another (BLACKROCK-4)."""
    pairs = [pair for seat in range(board.seats) for pair in open_pairs(board, seat) if die in pair]
    centres = [rest.die for rest in centre_dice(board)]
    others = [a if b == die else b for a, b in pairs]
    return min(others, key=lambda other: (other in centres, other), default=None)


def _stacked(position: BlackrockPosition, step: Step) -> list[Step]:
    """Towers of Golden Targets stood as they were, with drawn faces even if chosen ones are on (BLACKROCK-12)."""
    faces = read(step[1], Faces, code="targets.outcome").faces
    chosen = position.options.faces == "chosen"
    found: list[Step] = []
    for seat in position.actors:
        dice = position.board.held(seat)
        found.append((seat, write(Stack(dice, tuple(faces[die] for die in dice) if chosen else ()))))
    return found if chosen else [*found, step]
