"""Broken rules of Touché."""

from typing import Final

from bench.mutants.mutant import Mutant

MUTANTS: Final = (
    Mutant("TOUCHE-1", "touche/views.py", "options.teams == 3) else 2", "options.teams == 2) else 2"),
    Mutant(
        "TOUCHE-1",
        "touche/views.py",
        "seats == 3 or (seats == 6 and options.teams == 3)",
        "seats == 6 and options.teams == 3",
    ),
    Mutant("TOUCHE-1", "touche/views.py", "(seats == 6 and options.teams == 3)", "options.teams == 3"),
    Mutant(
        "TOUCHE-2", "touche/rules.py", "self.put_pawn(self.seat % self.sides, cell)", "self.put_pawn(0, cell)"
    ),
    Mutant(
        "TOUCHE-2",
        "touche/views.py",
        "sides=[seat % state.sides for",
        "sides=[seat // (state.seats // state.sides) for",
    ),
    Mutant(
        "TOUCHE-2", "touche/rules.py", "mine = seat % self.sides", "mine = seat // (self.seats // self.sides)"
    ),
    Mutant(
        "TOUCHE-3",
        "touche/cards.py",
        "            if other != seat:\n                size",
        "            if True:\n                size",
    ),
    Mutant("TOUCHE-3", "touche/cards.py", "pack[JOKER] = JOKERS", "pack[JOKER] = COPIES"),
    Mutant(
        "TOUCHE-3",
        "touche/views.py",
        "hand_of(state, seat) if seat in seen else None for",
        "hand_of(state, seat) for",
    ),
    Mutant(
        "TOUCHE-4", "touche/layout.py", "if grid.count(card) != b.COPIES:", "if grid.count(card) > b.COPIES:"
    ),
    Mutant("TOUCHE-4", "touche/layout.py", "if grid.count(b.JOKER) != b.JOKER_CELLS:", "if False:"),
    Mutant("TOUCHE-4", "touche/layout.py", "if symbol not in SYMBOLS:", "if False:"),
    Mutant(
        "TOUCHE-5",
        "touche/board.py",
        "(((0, 0), (0, 1), (1, 0), (1, 1)),),",
        "(((0, 0), (0, 1), (1, 0), (2, 1)),),",
    ),
    Mutant(
        "TOUCHE-5",
        "touche/board.py",
        "((0, 0), (1, -1), (2, -2), (3, -3), (4, -4))",
        "((0, 0), (1, -1), (2, -2), (3, -3), (3, -4))",
    ),
    Mutant(
        "TOUCHE-5",
        "touche/board.py",
        "((0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))",
        "((0, 0), (-1, -1), (-1, 1), (1, -1), (1, 0))",
    ),
    Mutant("TOUCHE-6", "touche/pawns.py", "((4, 3, 3), (3, 2, 2))", "((4, 3, 3), (3, 3, 2))"),
    Mutant("TOUCHE-6", "touche/pawns.py", "((4, 3, 3), (3, 2, 2))", "((4, 3, 2), (3, 2, 2))"),
    Mutant("TOUCHE-6", "touche/pawns.py", "GOALS[self.sides - 2]", "GOALS[0]"),
    Mutant("TOUCHE-7", "touche/rules.py", "                self.sets[side] += 1\n", ""),
    Mutant(
        "TOUCHE-7",
        "touche/rules.py",
        "elif side != NONE and self.sets[side] == CROSSES:",
        "elif side != NONE:",
    ),
    Mutant("TOUCHE-7", "touche/rules.py", "        self.pawns = vec[i64]([0] * (2 * self.sides))\n", ""),
    Mutant("TOUCHE-7", "touche/rules.py", "        self.deals = 0\n", ""),
    Mutant(
        "TOUCHE-8", "touche/rules.py", "self.dealer + 1 if self.dealer + 1 < self.seats else 0", "self.dealer"
    ),
    Mutant(
        "TOUCHE-8",
        "touche/rules.py",
        "self.seat = self.dealer\n            self.note(NOTE_DEALER",
        "self.seat = self.seats - 1\n            self.note(NOTE_DEALER",
    ),
    Mutant(
        "TOUCHE-8",
        "touche/rules.py",
        "seat = seat + 1 if seat + 1 < self.seats else 0",
        "seat = seat - 1 if seat > 0 else self.seats - 1",
    ),
    Mutant(
        "TOUCHE-9",
        "touche/rules.py",
        "if self.stacks[self.seat] > 0:\n            self.phase = DRAW",
        "if self.stacks[self.seat] > 1:\n            self.phase = DRAW",
    ),
    Mutant("TOUCHE-9", "touche/cards.py", "        self.top = card\n", ""),
    Mutant(
        "TOUCHE-9",
        "touche/rules.py",
        "self.board.cells_of[COPIES * card + 1]",
        "self.board.cells_of[COPIES * card]",
    ),
    Mutant(
        "TOUCHE-10",
        "touche/pawns.py",
        "blocked = self.pawns[2 * side + word] | self.crowns[word]",
        "blocked = self.crowns[word]",
    ),
    Mutant("TOUCHE-10", "touche/pawns.py", "self.pawns[2 * toppled + word] ^= BIT[cell]", "pass"),
    Mutant("TOUCHE-10", "touche/rules.py", "self.note(NOTE_TOPPLE, self.seat, cell, toppled)", "self.draw()"),
    Mutant("TOUCHE-11", "touche/rules.py", "self.leave_out_the_call((move", "self.play((move"),
    Mutant(
        "TOUCHE-11",
        "touche/rules.py",
        "self.note(NOTE_SILENT, self.seat, card, cell)\n        self.draw()",
        "self.note(NOTE_SILENT, self.seat, card, cell)\n        self.next_turn()",
    ),
    Mutant(
        "TOUCHE-11",
        "touche/rules.py",
        "        self.drop_card(self.seat, card)\n        self.note(NOTE_SILENT",
        "        self.note(NOTE_SILENT",
    ),
    Mutant(
        "TOUCHE-12", "touche/pawns.py", "low = self.board.joker_low\n        high", "low = 0\n        high"
    ),
    Mutant("TOUCHE-12", "touche/pawns.py", "low |= self.pawns[i]", "pass"),
    Mutant(
        "TOUCHE-12",
        "touche/pawns.py",
        "high = self.board.joker_high\n        i: i64",
        "high: i64 = 0\n        i: i64",
    ),
    Mutant("TOUCHE-13", "touche/rules.py", "if not self.exchanged and self.stacks", "if self.stacks"),
    Mutant("TOUCHE-13", "touche/rules.py", "            self.exchanged = True\n", ""),
    Mutant(
        "TOUCHE-13",
        "touche/rules.py",
        "if not self.exchanged and self.stacks[self.seat] > 0:",
        "if not self.exchanged:",
    ),
    Mutant("TOUCHE-13", "touche/rules.py", "if live == 0:", "if True:"),
    Mutant(
        "TOUCHE-13",
        "touche/rules.py",
        "        self.exchanged = False\n        seat = self.seat",
        "        seat = self.seat",
    ),
    Mutant("TOUCHE-14", "touche/rules.py", "DEALS_AGAIN: Final = 5", "DEALS_AGAIN: Final = 4"),
    Mutant(
        "TOUCHE-14",
        "touche/rules.py",
        "if self.lacks(side) < self.lacks(leader):",
        "if self.lacks(side) > self.lacks(leader):",
    ),
    Mutant(
        "TOUCHE-14",
        "touche/rules.py",
        "self.note(NOTE_DRAWN, self.seat, 0, 0)\n            self.end_game(NONE)",
        "self.note(NOTE_DRAWN, self.seat, 0, 0)\n            self.end_game(leader)",
    ),
    Mutant("TOUCHE-14", "touche/rules.py", "1.0 / float(level)", "1.0"),
    Mutant("TOUCHE-14", "touche/rules.py", "        self.pool = full_pack()\n", ""),
    Mutant("TOUCHE-15", "touche/pawns.py", "jokers &= ~self.crowns[2 * other + word]", "pass"),
    Mutant(
        "TOUCHE-15",
        "touche/pawns.py",
        "return self.pawns[2 * side + word] | jokers",
        "return self.pawns[2 * side + word]",
    ),
    Mutant(
        "TOUCHE-15",
        "touche/pawns.py",
        "if other != side:\n                jokers",
        "if True:\n                jokers",
    ),
    Mutant("TOUCHE-16", "touche/pawns.py", "self.crowns[2 * side] |= self.board.low[pattern]", "pass"),
    Mutant("TOUCHE-16", "touche/pawns.py", "self.crowns[2 * side + 1] |= self.board.high[pattern]", "pass"),
    Mutant(
        "TOUCHE-16", "touche/pawns.py", "| self.crowns[word] | self.crowns[2 + word]", "| self.crowns[word]"
    ),
    Mutant("TOUCHE-16", "touche/pawns.py", "blocked |= self.crowns[4 + word]", "pass"),
    Mutant("TOUCHE-16", "touche/positions.py", "        _check_crowned(state)\n", "        pass\n"),
    Mutant(
        "TOUCHE-17",
        "touche/board.py",
        "return low & (low - 1) == 0 and high & (high - 1) == 0",
        "return low == 0 and high == 0",
    ),
    Mutant("TOUCHE-17", "touche/board.py", "        if low and high:\n            return False\n", ""),
    Mutant("TOUCHE-17", "touche/crowns.py", " and fits(board, pattern, counted):", ":"),
    Mutant("TOUCHE-17", "touche/crowns.py", "if len(chosen) > most:", "if False:"),
    Mutant("TOUCHE-17", "touche/rules.py", "if len(largest) > 1:", "if len(largest) > 99:"),
    Mutant("TOUCHE-18", "touche/rules.py", "if self.lacks(side) == 0:", "if self.lacks(side) < 0:"),
    Mutant(
        "TOUCHE-18",
        "touche/rules.py",
        "self.winner = side\n            self.phase = FINISHED\n        elif",
        "self.phase = FINISHED\n        elif",
    ),
    Mutant(
        "TOUCHE-18",
        "touche/rules.py",
        "self.note(NOTE_GOAL, self.seat, side, 0)\n            self.end_game(side)",
        "self.note(NOTE_GOAL, self.seat, side, 0)\n            self.draw()",
    ),
    Mutant(
        "TOUCHE-19", "touche/rules.py", "if self.spoken and self.is_taken(first):", "if self.is_taken(first):"
    ),
    Mutant("TOUCHE-19", "touche/rules.py", "if self.spoken and self.is_taken(second):", "if False:"),
    Mutant("TOUCHE-19", "touche/pawns.py", "pawns |= self.pawns[4 + word]", "pass"),
    Mutant(
        "TOUCHE-19",
        "touche/game.py",
        "if not state.spoken or not isinstance(move, moves.Play) or move.call:",
        "if True:",
    ),
    Mutant(
        "TOUCHE-19",
        "touche/game.py",
        "seconds=options.call_seconds or None,",
        "seconds=options.call_seconds,",
    ),
)
