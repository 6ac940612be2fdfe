"""Broken rules of the Blackrock edition of Targets."""

from typing import Final

from tests.mutants.mutant import Mutant

MUTANTS: Final = (
    Mutant(
        "BLACKROCK-1",
        "targets/blackrock/rules/board.py",
        "ONE_OF_EACH: Final = (0, 3, 6, 1,",
        "ONE_OF_EACH: Final = (0, 3, 1, 6,",
    ),
    Mutant(
        "BLACKROCK-2",
        "targets/blackrock/rules/position.py",
        'Duty("keep", self.board.turn, left)',
        'Duty("keep", self.board.turn, left, back=True)',
    ),
    Mutant(
        "BLACKROCK-3",
        "targets/blackrock/rules/position.py",
        "board.won = with_item(board.won, seat, (disc,))",
        "pass",
    ),
    Mutant(
        "BLACKROCK-3",
        "targets/blackrock/rules/calls.py",
        "board.spent = tuple(sorted({*board.spent, *(rest.die for rest in centre_dice(board))}))",
        "pass",
    ),
    Mutant(
        "BLACKROCK-3",
        "targets/blackrock/rules/calls.py",
        "board.spent = tuple(die for die in board.spent if die not in moved)",
        "pass",
    ),
    Mutant(
        "BLACKROCK-3",
        "targets/blackrock/rules/calls.py",
        "if place in rest.touches.targets]",
        "if place in rest.centres]",
    ),
    Mutant(
        "BLACKROCK-4",
        "targets/blackrock/rules/calls.py",
        "board.spent_pairs = tuple(sorted({*board.spent_pairs, *equal_pairs(board)}))",
        "pass",
    ),
    Mutant("BLACKROCK-4", "targets/blackrock/rules/calls.py", "same.issuperset(pair)", "True"),
    Mutant("BLACKROCK-4", "targets/blackrock/rules/calls.py", "board.put_back(die, value)", "pass"),
    Mutant(
        "BLACKROCK-4",
        "targets/blackrock/rules/calls.py",
        "    board.spent = tuple(sorted({*board.spent, left} - {die}))\n",
        "",
    ),
    Mutant(
        "BLACKROCK-4",
        "targets/blackrock/rules/calls.py",
        "sorted([*pairs, *((b, a) for a, b in pairs)])",
        "sorted(pairs)",
    ),
    Mutant(
        "BLACKROCK-5",
        "targets/blackrock/rules/position.py",
        "board.stored = with_item(board.stored, raid.taker, before[raid.victim])",
        "pass",
    ),
    Mutant(
        "BLACKROCK-5",
        "targets/blackrock/rules/position.py",
        "board.no_double = (*board.no_double, raid.taker)",
        "pass",
    ),
    Mutant(
        "BLACKROCK-5",
        "targets/blackrock/rules/position.py",
        "board.stored = tuple(() if seat in lost else discs for seat, discs in enumerate(before))",
        "pass",
    ),
    Mutant(
        "BLACKROCK-6",
        "targets/rules/resolution.py",
        "        elif len(left) == 1:\n            events.append(self._lose(left[0], victim))",
        "        elif len(left) == 1:\n            self._restack(victim, left)",
    ),
    Mutant(
        "BLACKROCK-7",
        "targets/blackrock/rules/rounds.py",
        "if hits(rest) == (place,)",
        "if place in hits(rest)",
    ),
    Mutant(
        "BLACKROCK-7",
        "targets/blackrock/rules/rounds.py",
        "board.stored = with_item(board.stored, winner, (disc,))",
        "board.won = with_item(board.won, winner, (disc,))",
    ),
    Mutant(
        "BLACKROCK-7",
        "targets/blackrock/rules/rounds.py",
        "totals.get(colour(rest.die), 0) + rest.up",
        "rest.up",
    ),
    Mutant("BLACKROCK-8", "targets/blackrock/rules/rounds.py", "if board.taken or not places:", "if True:"),
    Mutant("BLACKROCK-8", "targets/blackrock/rules/rounds.py", "                board.taken = True\n", ""),
    Mutant(
        "BLACKROCK-8",
        "targets/blackrock/rules/rounds.py",
        'tell_disc("remove", "BLACKROCK-8", board.starter, place, names)',
        'tell_disc("remove", "BLACKROCK-8", board.turn, place, names)',
    ),
    Mutant(
        "BLACKROCK-9",
        "targets/blackrock/rules/rounds.py",
        "if board.central[place] is None and board.reserve:",
        "if board.reserve and place == 0:",
    ),
    Mutant(
        "BLACKROCK-9",
        "targets/blackrock/rules/rounds.py",
        "                    board.reserve = tuple(later)\n",
        "",
    ),
    Mutant("BLACKROCK-10", "targets/blackrock/rules/rounds.py", "            board.money_time = True\n", ""),
    Mutant("BLACKROCK-10", "targets/blackrock/rules/rounds.py", "if any(board.stored):", "if False:"),
    Mutant("BLACKROCK-11", "targets/blackrock/rules/rounds.py", "TO_WIN: Final = 4", "TO_WIN: Final = 5"),
    Mutant(
        "BLACKROCK-11",
        "targets/blackrock/rules/rounds.py",
        "return self._end_game() if max(self.scores()) >= TO_WIN else []",
        "return []",
    ),
    Mutant(
        "BLACKROCK-11",
        "targets/blackrock/rules/position.py",
        'if not board.window or board.unsettled or board.phase != "play":',
        "if not board.window or board.unsettled:",
    ),
    Mutant(
        "BLACKROCK-12",
        "targets/blackrock/rules/golden.py",
        "if hits(found) == (0,)]",
        "if hits(found)[:1] != (1,)]",
    ),
    Mutant("BLACKROCK-12", "targets/blackrock/rules/golden.py", "FLICKS: Final = 3", "FLICKS: Final = 4"),
    Mutant(
        "BLACKROCK-12", "targets/blackrock/rules/position.py", "aim if other == seat else None for", "aim for"
    ),
    Mutant(
        "BLACKROCK-12",
        "targets/blackrock/rules/rounds.py",
        "if len({teams[seat] for seat in leaders}) == 1:",
        "if True:",
    ),
    Mutant("BLACKROCK-12", "targets/blackrock/rules/golden.py", "leaders = _best(dice, leaders)", "pass"),
    Mutant(
        "BLACKROCK-12",
        "targets/rules/position.py",
        'return "golden" if self.board.layout.golden else "play"',
        'return "play"',
    ),
    Mutant(
        "BLACKROCK-12",
        "targets/blackrock/rules/rounds.py",
        "return super().stackers() if golden is None else golden.contenders",
        "return super().stackers()",
    ),
    Mutant(
        "BLACKROCK-13",
        "targets/blackrock/rules/rounds.py",
        "        board.removed = (*board.removed, disc)\n",
        "",
    ),
    Mutant(
        "BLACKROCK-13",
        "targets/blackrock/rules/rounds.py",
        "                    board.reserve = tuple(later)\n",
        "                    board.reserve = tuple(later[1:])\n",
    ),
    Mutant(
        "BLACKROCK-14",
        "targets/blackrock/rules/position.py",
        "        board.spent = (*board.spent, call.die)\n",
        "",
    ),
    Mutant(
        "BLACKROCK-14", "targets/blackrock/rules/calls.py", "if board.options.pas_vu_pas_pris:", "if False:"
    ),
    Mutant(
        "BLACKROCK-14",
        "targets/blackrock/rules/calls.py",
        "if owner not in (seat, *board.passed)",
        "if owner != seat",
    ),
    Mutant(
        "BLACKROCK-15",
        "targets/blackrock/rules/rounds.py",
        "if not board.options.three_by_three:",
        "if True:",
    ),
    Mutant(
        "BLACKROCK-15",
        "targets/blackrock/rules/rounds.py",
        "if not (board.options.three_by_three and board.places()):",
        "if True:",
    ),
    Mutant(
        "BLACKROCK-15",
        "targets/blackrock/rules/board.py",
        "BY_COLOUR if options.three_by_three else ONE_OF_EACH",
        "ONE_OF_EACH",
    ),
    Mutant(
        "BLACKROCK-15",
        "targets/blackrock/rules/position.py",
        'if board.phase == "play" and board.options.three_by_three and not board.places():',
        "if False:",
    ),
    Mutant(
        "BLACKROCK-16",
        "targets/blackrock/rules/rounds.py",
        "if teams[other] == teams[seat]",
        "if other == seat",
    ),
    Mutant("BLACKROCK-16", "targets/blackrock/rules/rounds.py", "if self.board.options.teams:", "if False:"),
    Mutant(
        "BLACKROCK-16",
        "targets/blackrock/rules/rounds.py",
        "if board.options.teams and not board.given:",
        "if False:",
    ),
    Mutant(
        "BLACKROCK-16",
        "targets/blackrock/rules/golden.py",
        "return tuple(seat for seat in contenders if teams[seat] in sides)",
        "return leaders",
    ),
    Mutant(
        "BLACKROCK-17",
        "targets/blackrock/rules/position.py",
        'if self.board.options.calls == "auto" and self.waiting():\n            return NotAllowed',
        "if False:\n            return NotAllowed",
    ),
    Mutant(
        "BLACKROCK-17", "targets/blackrock/rules/position.py", "return (waiting[0],)", "return tuple(waiting)"
    ),
    Mutant(
        "BLACKROCK-17",
        "targets/blackrock/rules/position.py",
        "return [move for move in found if isinstance(move, Move)]",
        "return found",
    ),
    Mutant(
        "BLACKROCK-17",
        "targets/blackrock/rules/calls.py",
        "    if seat in board.passed:\n        return None\n",
        "",
    ),
    Mutant(
        "BLACKROCK-17",
        "targets/blackrock/rules/calls.py",
        "paired.isdisjoint(touching(board, rest.centres[0]))",
        "rest.die not in paired",
    ),
    Mutant(
        "BLACKROCK-17",
        "targets/blackrock/rules/calls.py",
        "callers = [member for member in side if member not in board.passed]",
        "callers = list(side)",
    ),
    Mutant(
        "BLACKROCK-17",
        "targets/blackrock/rules/position.py",
        "if board.unsettled or seat in self.waiting():",
        "if board.unsettled:",
    ),
)
