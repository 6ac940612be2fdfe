"""Broken rules of Exxtra."""

from typing import Final

from tests.mutants.mutant import Mutant

MUTANTS: Final = (
    Mutant("EXXTRA-1", "exxtra/rules/state.py", "(1, 2, 3, 4, 7, X)", "(1, 2, 3, 4, 5, X)"),
    Mutant("EXXTRA-2", "exxtra/rules/state.py", "GOAL: Final = 21", "GOAL: Final = 20"),
    Mutant("EXXTRA-2", "exxtra/rules/state.py", "to if to < GOAL else GOAL", "to if to < GOAL else 0"),
    Mutant("EXXTRA-3", "exxtra/rules/state.py", "if self.holder(slot) == NOWHERE:", "if True:"),
    Mutant(
        "EXXTRA-3",
        "exxtra/rules/state.py",
        "if self.slots[seat] == slot:",
        "if self.slots[seat] == slot and slot < 5:",
    ),
    Mutant("EXXTRA-3", "exxtra/rules/state.py", "while slot < SLOTS:", "while slot < SLOTS - 1:"),
    Mutant("EXXTRA-4", "exxtra/rules/state.py", "10 * max(a, b) + min(a, b)", "10 * a + b"),
    Mutant("EXXTRA-5", "exxtra/rules/state.py", "(1, 2, 3, 5, 6, X)", "(1, 2, 3, 4, 6, X)"),
    Mutant("EXXTRA-6", "exxtra/rules/state.py", "        self.advance(seat, slot)\n", ""),
    Mutant(
        "EXXTRA-6",
        "exxtra/rules/state.py",
        "        self.slots[seat] = NOWHERE\n        start",
        "        start",
    ),
    Mutant(
        "EXXTRA-6",
        "exxtra/rules/state.py",
        "        if slot == NOWHERE:\n            return\n",
        "        if slot == NOWHERE:\n            slot = 1\n",
    ),
    Mutant(
        "EXXTRA-7", "exxtra/rules/state.py", "return vec[i64]([THROW])", "return vec[i64]([THROW, PLACE])"
    ),
    Mutant("EXXTRA-8", "exxtra/rules/state.py", "if crosses > 0 and self.throws > 1:", "if crosses > 0:"),
    Mutant("EXXTRA-9", "exxtra/rules/state.py", "start - crosses if start > crosses else 0", "start"),
    Mutant(
        "EXXTRA-9",
        "exxtra/rules/state.py",
        "start - crosses if start > crosses else 0",
        "start - 1 if start > 1 else 0",
    ),
    Mutant(
        "EXXTRA-9",
        "exxtra/rules/state.py",
        "self.note(NOTE_BUST, seat, crosses, start, self.pawns[seat])\n",
        "self.note(NOTE_BUST, seat, crosses, start, self.pawns[seat])\n        self.slots[seat] = 0\n",
    ),
    Mutant("EXXTRA-9", "exxtra/events.py", "    if start == 0:", "    if False:"),
    Mutant("EXXTRA-10", "exxtra/rules/state.py", "if steps > 0:", "if steps > 0 and self.throws > 1:"),
    Mutant(
        "EXXTRA-10", "exxtra/rules/state.py", "[a if a == b else 0 for", "[1 if a == b and a > 0 else 0 for"
    ),
    Mutant(
        "EXXTRA-10",
        "exxtra/rules/state.py",
        "self.throws += 1\n",
        "self.throws += 0 if PAIR[thrown] > 0 else 1\n",
    ),
    Mutant(
        "EXXTRA-11", "exxtra/rules/state.py", "elif move == THROW:", "elif move == THROW and self.throws < 9:"
    ),
    Mutant(
        "EXXTRA-12", "exxtra/rules/state.py", "moves = vec[i64]([THROW, PLACE])", "moves = vec[i64]([THROW])"
    ),
    Mutant(
        "EXXTRA-12",
        "exxtra/rules/state.py",
        "if self.holder(slot) == NOWHERE:",
        "if self.holder(slot) == NOWHERE and slot < 5:",
    ),
    Mutant("EXXTRA-13", "exxtra/rules/state.py", "self.values[other] <= value", "self.values[other] < value"),
    Mutant(
        "EXXTRA-13",
        "exxtra/rules/state.py",
        "                self.slots[other] = NOWHERE\n            other += 1",
        "                self.slots[other] = NOWHERE\n                break\n            other += 1",
    ),
    Mutant(
        "EXXTRA-13",
        "exxtra/rules/state.py",
        "                self.slots[other] = NOWHERE\n            other",
        "                pass\n            other",
    ),
    Mutant(
        "EXXTRA-14",
        "exxtra/rules/state.py",
        "if self.pawns[seat] == GOAL:\n            self.phase",
        "if False:\n            self.phase",
    ),
    Mutant(
        "EXXTRA-14",
        "exxtra/rules/state.py",
        "        self.finish_at_goal(seat)\n\n    def read_throw",
        "\n    def read_throw",
    ),
    Mutant(
        "EXXTRA-14",
        "exxtra/rules/state.py",
        "            self.finish_at_goal(seat)\n\n    def bust",
        "\n    def bust",
    ),
    Mutant("EXXTRA-15", "exxtra/rules/state.py", "return seat if seat < self.seats else 0", "return 0"),
    Mutant("EXXTRA-15", "exxtra/rules/state.py", "self.starter = move - STARTER", "self.starter = 0"),
    Mutant(
        "EXXTRA-15", "exxtra/game.py", "ranks_of(scores), scores", "tuple(range(1, len(scores) + 1)), scores"
    ),
    Mutant("EXXTRA-16", "exxtra/rules/state.py", "self.bust(crosses)\n", "self.bust(2)\n"),
    Mutant(
        "EXXTRA-17", "exxtra/rules/state.py", "self.slots[other] > slot and", "self.slots[other] != slot and"
    ),
    Mutant("EXXTRA-18", "exxtra/rules/state.py", "return DOUBLE_CROSS", "return 0"),
    Mutant(
        "EXXTRA-18",
        "exxtra/rules/state.py",
        "if self.xx_is_100 and CROSSES[self.thrown] == 2:",
        "if CROSSES[self.thrown] == 2:",
    ),
    Mutant("EXXTRA-18", "exxtra/rules/state.py", "CROSSES[self.thrown] == 2:", "CROSSES[self.thrown] > 0:"),
    Mutant("EXXTRA-13", "exxtra/events.py", 'by = int(str(event.params["by"]))', "by = 0"),
)
