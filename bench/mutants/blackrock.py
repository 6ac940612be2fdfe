"""Broken rules of the Blackrock edition of Targets."""

from typing import Final

from bench.mutants.mutant import Mutant

MUTANTS: Final = (
    Mutant(
        "BLACKROCK-1",
        "targets/blackrock/board.py",
        "ONE_OF_EACH: Final = (0, 3, 6, 1,",
        "ONE_OF_EACH: Final = (0, 3, 1, 6,",
    ),
    Mutant(
        "BLACKROCK-2",
        "targets/blackrock/rules.py",
        'Duty("keep", self.board.turn, left)',
        'Duty("keep", self.board.turn, left, back=True)',
    ),
    Mutant(
        "BLACKROCK-3",
        "targets/blackrock/rules.py",
        "if place in rest.touches.targets:",
        "if rest.die == die:",
    ),
    Mutant(
        "BLACKROCK-4",
        "targets/blackrock/calls.py",
        "board.spent = tuple(sorted({*board.spent, partner}))",
        "pass",
    ),
    Mutant(
        "BLACKROCK-5",
        "targets/blackrock/rules.py",
        "board.stored = with_item(board.stored, raid.taker, before[raid.victim])",
        "pass",
    ),
    Mutant(
        "BLACKROCK-6",
        "targets/course.py",
        "        elif len(left) == 1:\n            events.append(self._lose(left[0], victim))",
        "        elif len(left) == 1:\n            self._restack(victim, left)",
    ),
    Mutant(
        "BLACKROCK-7", "targets/blackrock/rounds.py", "if hits(rest) == (place,)", "if place in hits(rest)"
    ),
    Mutant("BLACKROCK-8", "targets/blackrock/rounds.py", "if board.taken or not places:", "if True:"),
    Mutant(
        "BLACKROCK-9",
        "targets/blackrock/rounds.py",
        "if board.central[place] is None and board.reserve:",
        "if board.reserve and place == 0:",
    ),
    Mutant("BLACKROCK-10", "targets/blackrock/rounds.py", "            board.money_time = True\n", ""),
    Mutant("BLACKROCK-11", "targets/blackrock/rounds.py", "TO_WIN: Final = 4", "TO_WIN: Final = 5"),
    Mutant(
        "BLACKROCK-12", "targets/blackrock/golden.py", "return _best(dice, leaders, teams)", "return leaders"
    ),
    Mutant(
        "BLACKROCK-13",
        "targets/blackrock/rounds.py",
        "        board.removed = (*board.removed, disc)\n",
        "",
    ),
    Mutant(
        "BLACKROCK-14", "targets/blackrock/rules.py", "        board.spent = (*board.spent, call.die)\n", ""
    ),
    Mutant("BLACKROCK-15", "targets/blackrock/rounds.py", "if not board.options.three_by_three:", "if True:"),
    Mutant(
        "BLACKROCK-16", "targets/blackrock/rounds.py", "if teams[other] == teams[seat]", "if other == seat"
    ),
    Mutant(
        "BLACKROCK-17",
        "targets/blackrock/rules.py",
        'if self.board.options.calls == "auto" and self.waiting():\n            return NotAllowed',
        "if False:\n            return NotAllowed",
    ),
)
