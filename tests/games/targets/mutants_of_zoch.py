"""Broken rules of the Zoch edition of Targets."""

from typing import Final

from tests.mutants.mutant import Mutant

MUTANTS: Final = (
    Mutant(
        "ZOCH-1",
        "targets/zoch/rules/position.py",
        "board.starter = (board.starter + 1) % board.seats",
        "pass",
    ),
    Mutant(
        "ZOCH-1", "targets/rules/position.py", "self.board.starter = starter\n", "self.board.starter = 0\n"
    ),
    Mutant("ZOCH-2", "targets/zoch/rules/position.py", "back=fallen == 3", "back=fallen == 2"),
    Mutant("ZOCH-2", "targets/rules/resolution.py", "if die not in (move.die, move.back):", "if False:"),
    Mutant("ZOCH-2", "targets/rules/resolution.py", "board.put_back(move.back, faces[move.back])", "pass"),
    Mutant(
        "ZOCH-2",
        "targets/rules/resolution.py",
        "if len(own) > 1 and len(left) > 1:",
        "if len(own) > 1 and len(left) > 2:",
    ),
    Mutant(
        "ZOCH-3",
        "targets/zoch/rules/position.py",
        '                board.put_under(rest.die)\n                events += [tell_die("dead',
        '                events += [tell_die("dead',
    ),
    Mutant("ZOCH-3", "targets/zoch/rules/position.py", "seat = colour(rest.die)\n", "seat = board.turn\n"),
    Mutant("ZOCH-3", "targets/zoch/rules/position.py", ', self._point(seat, "ZOCH-3")]', "]"),
    Mutant(
        "ZOCH-4", "targets/zoch/rules/position.py", "values.count(rest.up) > 1", "values.count(rest.up) == 2"
    ),
    Mutant("ZOCH-4", "targets/zoch/rules/position.py", "self.board.put_back(call.die, value)", "pass"),
    Mutant("ZOCH-4", "targets/zoch/rules/position.py", " and r.carried_by is None]", "]"),
    Mutant(
        "ZOCH-5",
        "targets/zoch/rules/position.py",
        "piles[raid.taker] += before[raid.victim]",
        "piles[raid.taker] += 1",
    ),
    Mutant(
        "ZOCH-5",
        "targets/rules/attacks.py",
        "if rest.moved and attacker != victim and",
        "if attacker != victim and",
    ),
    Mutant(
        "ZOCH-5", "targets/rules/attacks.py", "if rest.moved and attacker != victim and", "if rest.moved and"
    ),
    Mutant("ZOCH-5", "targets/rules/attacks.py", " and not support.table and", " and"),
    Mutant(
        "ZOCH-5",
        "targets/zoch/rules/position.py",
        "            for die in raid.dice:\n                board.put_under(die)\n",
        "",
    ),
    Mutant("ZOCH-5", "targets/zoch/rules/position.py", "piles[raid.victim] -= before[raid.victim]", "pass"),
    Mutant("ZOCH-6", "targets/rules/resolution.py", "if len(left) < len(fallen):", "if False:"),
    Mutant(
        "ZOCH-6",
        "targets/rules/resolution.py",
        "            self._restack(seat, tuple(die for die in duty.dice if die != move.die))\n",
        "",
    ),
    Mutant(
        "ZOCH-6",
        "targets/rules/resolution.py",
        'self.board.duties = (*self.board.duties, Duty("lose", victim, left))',
        'self.board.duties = (*self.board.duties, Duty("lose", self.board.turn, left))',
    ),
    Mutant("ZOCH-7", "targets/zoch/rules/position.py", "                board.set_pile(seat, 0)\n", ""),
    Mutant(
        "ZOCH-7",
        "targets/zoch/rules/position.py",
        'self._point(seat, "ZOCH-7", stand.discs)',
        'self._point(seat, "ZOCH-7")',
    ),
    Mutant(
        "ZOCH-7",
        "targets/zoch/rules/position.py",
        'events = [tell("round_ends", "ZOCH-7", round=board.round)]\n',
        'events = [tell("round_ends", "ZOCH-7", round=board.round), *self._award()]\n',
    ),
    Mutant("ZOCH-8", "targets/rules/board.py", "if values.count(total) == 1", "if total"),
    Mutant(
        "ZOCH-8",
        "targets/zoch/rules/position.py",
        "totals.get(colour(rest.die), 0) + rest.up",
        "max(totals.get(colour(rest.die), 0), rest.up)",
    ),
    Mutant(
        "ZOCH-8",
        "targets/zoch/rules/position.py",
        "if place in hits(rest) and",
        "if hits(rest) == (place,) and",
    ),
    Mutant(
        "ZOCH-9",
        "targets/zoch/rules/position.py",
        "[stand.discs for stand in self.board.layout.stands]",
        "[0] * self.board.seats",
    ),
    Mutant(
        "ZOCH-10",
        "targets/zoch/rules/position.py",
        "if max(board.points) < TO_WIN:",
        "if max(board.points) <= TO_WIN:",
    ),
    Mutant("ZOCH-10", "targets/zoch/rules/position.py", "min(points, TO_WIN) for", "points for"),
    Mutant(
        "ZOCH-10",
        "targets/zoch/rules/position.py",
        "if board.points[seat] >= TO_WIN]",
        "if board.points[seat] == max(board.points)]",
    ),
    Mutant(
        "ZOCH-11",
        "targets/zoch/rules/position.py",
        "if board.round == LAST_ROUND:",
        "if board.round > LAST_ROUND:",
    ),
)
