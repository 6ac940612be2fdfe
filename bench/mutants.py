"""Break one rule at a time and see that a test of its clause notices.

Each mutant below changes a line of the rules; the tests that carry the clause's mark must fail on it.
`python bench/mutants.py` prints one line a mutant and fails if one survives.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

PASSED: Final = 0
FAILED: Final = 1
ROOT: Final = Path(__file__).parent.parent
EXXTRA: Final = "games/exxtra/rules.py"
TOUCHE: Final = "games/touche/{}.py"
TARGI: Final = "games/targi/{}.py"
TARGETS: Final = "games/targets/{}.py"
ZOCH: Final = "games/targets/zoch/rules.py"
BLACKROCK: Final = "games/targets/blackrock/{}.py"


class Mutant(NamedTuple):
    """A clause, the file of its rule, a piece of it and what stands there instead."""

    clause: str
    file: str
    old: str
    new: str


MUTANTS: Final = (
    Mutant("EXXTRA-1", EXXTRA, "(1, 2, 3, 4, 7, X)", "(1, 2, 3, 4, 5, X)"),
    Mutant("EXXTRA-2", EXXTRA, "GOAL: Final = 21", "GOAL: Final = 20"),
    Mutant("EXXTRA-3", EXXTRA, "if self.holder(slot) == NOWHERE:", "if True:"),
    Mutant("EXXTRA-4", EXXTRA, "10 * max(a, b) + min(a, b)", "10 * a + b"),
    Mutant("EXXTRA-5", EXXTRA, "(1, 2, 3, 5, 6, X)", "(1, 2, 3, 4, 6, X)"),
    Mutant("EXXTRA-6", EXXTRA, "        self.advance(seat, slot)\n", ""),
    Mutant("EXXTRA-7", EXXTRA, "return vec[i64]([THROW])", "return vec[i64]([THROW, PLACE])"),
    Mutant("EXXTRA-8", EXXTRA, "if crosses > 0 and self.throws > 1:", "if crosses > 0:"),
    Mutant("EXXTRA-9", EXXTRA, "start - crosses if start > crosses else 0", "start"),
    Mutant("EXXTRA-10", EXXTRA, "if steps > 0:", "if steps > 0 and self.throws > 1:"),
    Mutant("EXXTRA-11", EXXTRA, "elif move == THROW:", "elif move == THROW and self.throws < 9:"),
    Mutant("EXXTRA-12", EXXTRA, "moves = vec[i64]([THROW, PLACE])", "moves = vec[i64]([THROW])"),
    Mutant("EXXTRA-13", EXXTRA, "self.values[other] <= value", "self.values[other] < value"),
    Mutant(
        "EXXTRA-14",
        EXXTRA,
        "if self.pawns[seat] == GOAL:\n            self.phase",
        "if False:\n            self.phase",
    ),
    Mutant("EXXTRA-15", EXXTRA, "self.seat + 1 if self.seat + 1 < self.seats else 0", "0"),
    Mutant("EXXTRA-16", EXXTRA, "self.bust(crosses)\n", "self.bust(2)\n"),
    Mutant("EXXTRA-17", EXXTRA, "self.slots[other] > slot and", "self.slots[other] != slot and"),
    Mutant("EXXTRA-18", EXXTRA, "return DOUBLE_CROSS", "return 0"),
    Mutant("TOUCHE-1", TOUCHE.format("views"), "options.teams == 3) else 2", "options.teams == 2) else 2"),
    Mutant(
        "TOUCHE-2",
        TOUCHE.format("rules"),
        "self.put_pawn(self.seat % self.sides, cell)",
        "self.put_pawn(0, cell)",
    ),
    Mutant(
        "TOUCHE-3",
        TOUCHE.format("cards"),
        "            if other != seat:\n                size",
        "            if True:\n                size",
    ),
    Mutant(
        "TOUCHE-4",
        TOUCHE.format("layout"),
        "if grid.count(card) != b.COPIES:",
        "if grid.count(card) > b.COPIES:",
    ),
    Mutant(
        "TOUCHE-5",
        TOUCHE.format("board"),
        "(((0, 0), (0, 1), (1, 0), (1, 1)),),",
        "(((0, 0), (0, 1), (1, 0), (2, 1)),),",
    ),
    Mutant("TOUCHE-6", TOUCHE.format("pawns"), "((4, 3, 3), (3, 2, 2))", "((4, 3, 3), (3, 3, 2))"),
    Mutant("TOUCHE-7", TOUCHE.format("rules"), "                self.sets[side] += 1\n", ""),
    Mutant(
        "TOUCHE-8",
        TOUCHE.format("rules"),
        "self.dealer + 1 if self.dealer + 1 < self.seats else 0",
        "self.dealer",
    ),
    Mutant(
        "TOUCHE-9",
        TOUCHE.format("rules"),
        "if self.stacks[self.seat] > 0:\n            self.phase = DRAW",
        "if self.stacks[self.seat] > 1:\n            self.phase = DRAW",
    ),
    Mutant(
        "TOUCHE-10",
        TOUCHE.format("pawns"),
        "blocked = self.pawns[2 * side + word] | self.crowns[word]",
        "blocked = self.crowns[word]",
    ),
    Mutant("TOUCHE-11", TOUCHE.format("rules"), "self.leave_out_the_call((move", "self.play((move"),
    Mutant(
        "TOUCHE-12",
        TOUCHE.format("pawns"),
        "low = self.board.joker_low\n        high",
        "low = 0\n        high",
    ),
    Mutant("TOUCHE-13", TOUCHE.format("rules"), "if not self.exchanged and self.stacks", "if self.stacks"),
    Mutant("TOUCHE-14", TOUCHE.format("rules"), "DEALS_AGAIN: Final = 5", "DEALS_AGAIN: Final = 4"),
    Mutant("TOUCHE-15", TOUCHE.format("pawns"), "jokers &= ~self.crowns[2 * other + word]", "pass"),
    Mutant("TOUCHE-16", TOUCHE.format("pawns"), "self.crowns[2 * side] |= self.board.low[pattern]", "pass"),
    Mutant(
        "TOUCHE-17",
        TOUCHE.format("board"),
        "return low & (low - 1) == 0 and high & (high - 1) == 0",
        "return low == 0 and high == 0",
    ),
    Mutant("TOUCHE-18", TOUCHE.format("rules"), "if self.lacks(side) == 0:", "if self.lacks(side) < 0:"),
    Mutant(
        "TOUCHE-19",
        TOUCHE.format("rules"),
        "if self.spoken and self.is_taken(first):",
        "if self.is_taken(first):",
    ),
    Mutant("TARGI-1", TARGI.format("rules"), "purse = [2, 2, 2, 1, 4]", "purse = [2, 2, 2, 1, 3]"),
    Mutant("TARGI-2", TARGI.format("rules"), "return self.slot % 2 == 0", "return self.slot % 2 == 1"),
    Mutant("TARGI-3", TARGI.format("rules"), "return STARTER + rng.randrange(2)", "return STARTER"),
    Mutant("TARGI-4", TARGI.format("turns"), "self.robber += 1", "self.robber += 2"),
    Mutant(
        "TARGI-5", TARGI.format("turns"), "if self.to_place(other) > 0:", "if self.to_place(self.seat) == 0:"
    ),
    Mutant(
        "TARGI-6", TARGI.format("border"), "targis[FACING[card]] == 1 - seat", "targis[FACING[card]] == seat"
    ),
    Mutant("TARGI-7", TARGI.format("border"), "columns |= BIT[COLUMN[card]]", "rows |= BIT[COLUMN[card]]"),
    Mutant("TARGI-8", TARGI.format("turns"), "self.begin_turn(1 - self.seat)", "self.begin_turn(self.seat)"),
    Mutant("TARGI-9", TARGI.format("actions"), "    board.targis[card] = NOBODY\n", ""),
    Mutant(
        "TARGI-10", TARGI.format("board"), "self.centre[slot] = DOWN_TRIBE", "self.centre[slot] = DOWN_GOODS"
    ),
    Mutant("TARGI-11", TARGI.format("rules"), "return append(found, DISCARD)", "return found"),
    Mutant("TARGI-12", TARGI.format("cards"), '("1G", 3, (0, 0, 0, 1, 0))', '("1G", 3, (0, 0, 0, 0, 1))'),
    Mutant(
        "TARGI-13", TARGI.format("board"), "self.goods[kind] = self.goods_gone[kind]", "self.goods[kind] = 0"
    ),
    Mutant("TARGI-14", TARGI.format("turns"), "        self.amulet = 1 - self.amulet\n", ""),
    Mutant(
        "TARGI-15",
        TARGI.format("laying"),
        "board.source != FROM_NOBLE and board.hands[board.seat] == NO_CARD",
        "board.source != FROM_NOBLE",
    ),
    Mutant(
        "TARGI-16", TARGI.format("laying"), "if board.source == FROM_NOBLE and board.fresh == 1:", "if False:"
    ),
    Mutant("TARGI-17", TARGI.format("payments"), "board.laid(seat) < PLACES and ", ""),
    Mutant("TARGI-18", TARGI.format("laying"), "    bonus_goods(board)\n", ""),
    Mutant("TARGI-19", TARGI.format("payments"), " - discount(board, seat, card, source)", ""),
    Mutant(
        "TARGI-20",
        TARGI.format("payments"),
        "return surcharged(found) if source == FROM_HAND else found",
        "return found",
    ),
    Mutant(
        "TARGI-21",
        TARGI.format("turns"),
        "if self.got == 0 and self.has(seat, CONSOLATION):",
        "if self.has(seat, CONSOLATION):",
    ),
    Mutant(
        "TARGI-22",
        TARGI.format("advantages"),
        "board.fewer_next = 1 - board.seat",
        "board.fewer_next = board.seat",
    ),
    Mutant(
        "TARGI-23",
        TARGI.format("laying"),
        "secret: i64 = 1 if board.source == FROM_EXPANSION else 0",
        "secret: i64 = 0",
    ),
    Mutant(
        "TARGI-24",
        TARGI.format("cards"),
        "RAID_GOODS: Final = vec[i64]([1, 2, 3, 0])",
        "RAID_GOODS: Final = vec[i64]([1, 1, 3, 0])",
    ),
    Mutant("TARGI-25", TARGI.format("raids"), "board.gain(1 - board.seat, due", "board.gain(board.seat, due"),
    Mutant(
        "TARGI-26",
        TARGI.format("raids"),
        "if board.has(seat, SPARED):",
        "if board.has(seat, SPARED) and board.robber < 16:",
    ),
    Mutant("TARGI-27", TARGI.format("turns"), "GOODS_LIMIT: Final = 10", "GOODS_LIMIT: Final = 11"),
    Mutant(
        "TARGI-28",
        TARGI.format("turns"),
        "elif self.laid(0) == PLACES or self.laid(1) == PLACES:",
        "elif self.laid(1) == PLACES:",
    ),
    Mutant("TARGI-29", TARGI.format("turns"), "LAST_CORNER: Final = 16", "LAST_CORNER: Final = 12"),
    Mutant(
        "TARGI-30",
        TARGI.format("advantages"),
        "    if kinds == 1:\n        return 4",
        "    if kinds == 1:\n        return 3",
    ),
    Mutant(
        "TARGI-31", TARGI.format("scoring"), "board.owns(seat, GOLD)) * 1024", "board.goods_of(seat)) * 1024"
    ),
    Mutant("TARGI-32", TARGI.format("scoring"), "total += row_value(board, seat, row)", "total += 1"),
    Mutant(
        "TARGETS-1",
        TARGETS.format("position"),
        "with_faces(self.board.layout, dict(enumerate(faces)))",
        "self.board.layout",
    ),
    Mutant("TARGETS-2", TARGETS.format("position"), 'if move.speed > span.ranges["speed"][1]:', "if False:"),
    Mutant("TARGETS-4", TARGETS.format("board"), "if self.tower(seat)), None)", "), None)"),
    Mutant("TARGETS-5", TARGETS.format("course"), "if found.off or slid:", "if slid:"),
    Mutant("TARGETS-6", TARGETS.format("course"), "found.struck and found.slid and not found.off", "False"),
    Mutant("TARGETS-7", TARGETS.format("course"), "if board.misses != 1:", "if True:"),
    Mutant(
        "TARGETS-8",
        TARGETS.format("course"),
        "        events += self._fouls(rolled, before)\n        return events + self._continue()",
        "        events += self._continue()\n        return events + self._fouls(rolled, before)",
    ),
    Mutant("TARGETS-9", TARGETS.format("course"), "board.inert = tuple({*board.inert, now.die})", "pass"),
    Mutant("TARGETS-10", TARGETS.format("physics/flick"), '"steady": 1.0', '"steady": 0.0'),
    Mutant(
        "TARGETS-11",
        TARGETS.format("position"),
        "seat not in board.passed and self.calls(seat)",
        "self.calls(seat)",
    ),
    Mutant("ZOCH-1", ZOCH, "board.starter = (board.starter + 1) % board.seats", "pass"),
    Mutant("ZOCH-2", ZOCH, "back=fallen == 3", "back=fallen == 2"),
    Mutant(
        "ZOCH-3",
        ZOCH,
        '                board.put_under(rest.die)\n                events += [tell_die("dead',
        '                events += [tell_die("dead',
    ),
    Mutant("ZOCH-4", ZOCH, "values.count(rest.up) > 1", "values.count(rest.up) == 2"),
    Mutant("ZOCH-5", ZOCH, "piles[raid.taker] += before[raid.victim]", "piles[raid.taker] += 1"),
    Mutant("ZOCH-6", TARGETS.format("course"), "if len(left) < len(fallen):", "if False:"),
    Mutant("ZOCH-7", ZOCH, "                board.set_pile(seat, 0)\n", ""),
    Mutant("ZOCH-8", TARGETS.format("board"), "if values.count(total) == 1", "if total"),
    Mutant("ZOCH-9", ZOCH, "[stand.discs for stand in self.board.layout.stands]", "[0] * self.board.seats"),
    Mutant("ZOCH-10", ZOCH, "if max(board.points) < TO_WIN:", "if max(board.points) <= TO_WIN:"),
    Mutant("ZOCH-11", ZOCH, "if board.round == LAST_ROUND:", "if board.round > LAST_ROUND:"),
    Mutant(
        "BLACKROCK-1",
        BLACKROCK.format("board"),
        "ONE_OF_EACH: Final = (0, 3, 6, 1,",
        "ONE_OF_EACH: Final = (0, 3, 1, 6,",
    ),
    Mutant(
        "BLACKROCK-2",
        BLACKROCK.format("rules"),
        'Duty("keep", self.board.turn, left)',
        'Duty("keep", self.board.turn, left, back=True)',
    ),
    Mutant(
        "BLACKROCK-3", BLACKROCK.format("rules"), "if place in rest.touches.targets:", "if rest.die == die:"
    ),
    Mutant(
        "BLACKROCK-4",
        BLACKROCK.format("calls"),
        "board.spent = tuple(sorted({*board.spent, partner}))",
        "pass",
    ),
    Mutant(
        "BLACKROCK-5",
        BLACKROCK.format("rules"),
        "board.stored = with_item(board.stored, raid.taker, before[raid.victim])",
        "pass",
    ),
    Mutant(
        "BLACKROCK-6",
        TARGETS.format("course"),
        "        elif len(left) == 1:\n            events.append(self._lose(left[0], victim))",
        "        elif len(left) == 1:\n            self._restack(victim, left)",
    ),
    Mutant("BLACKROCK-7", BLACKROCK.format("rounds"), "if hits(rest) == (place,)", "if place in hits(rest)"),
    Mutant("BLACKROCK-8", BLACKROCK.format("rounds"), "if board.taken or not places:", "if True:"),
    Mutant(
        "BLACKROCK-9",
        BLACKROCK.format("rounds"),
        "if board.central[place] is None and board.reserve:",
        "if board.reserve and place == 0:",
    ),
    Mutant("BLACKROCK-10", BLACKROCK.format("rounds"), "            board.money_time = True\n", ""),
    Mutant("BLACKROCK-11", BLACKROCK.format("rounds"), "TO_WIN: Final = 4", "TO_WIN: Final = 5"),
    Mutant(
        "BLACKROCK-12", BLACKROCK.format("golden"), "return _best(dice, leaders, teams)", "return leaders"
    ),
    Mutant("BLACKROCK-14", BLACKROCK.format("rules"), "        board.spent = (*board.spent, call.die)\n", ""),
    Mutant("BLACKROCK-15", BLACKROCK.format("rounds"), "if not board.options.three_by_three:", "if True:"),
    Mutant("BLACKROCK-16", BLACKROCK.format("rounds"), "if teams[other] == teams[seat]", "if other == seat"),
    Mutant(
        "BLACKROCK-17",
        BLACKROCK.format("rules"),
        'if self.board.options.calls == "auto" and self.waiting():\n            return NotAllowed',
        "if False:\n            return NotAllowed",
    ),
)


def notices(mutant: Mutant, source: Path) -> bool:
    """Whether the tests of the clause fail on the broken rule."""
    path = source / "ludotheque" / mutant.file
    whole = path.read_text(encoding="utf-8")
    if mutant.old not in whole:
        sys.exit(f"{mutant.clause}: the rule has changed, {mutant.old!r} is not in {mutant.file} any more")
    if run_tests(mutant, source) != PASSED:
        sys.exit(f"{mutant.clause}: its tests fail, or none runs, on the rule as it is")
    path.write_text(whole.replace(mutant.old, mutant.new, 1), encoding="utf-8")
    answer = run_tests(mutant, source)
    path.write_text(whole, encoding="utf-8")
    if answer not in (PASSED, FAILED):
        sys.exit(f"{mutant.clause}: the broken rule can't even be imported, which proves nothing")
    return answer == FAILED


def run_tests(mutant: Mutant, source: Path) -> int:
    """The exit code of the tests of a clause, on the rules of a folder."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-qx",
        "-m",
        "not slow",
        "-p",
        "no:cacheprovider",
        "--clause",
        mutant.clause,
    ]
    environment = os.environ | {
        "PYTHONPATH": str(source),
        "LUDOTHEQUE_PURE": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    folder = "tests/games/" + mutant.file.split("/")[1]
    done = subprocess.run([*command, folder], cwd=ROOT, env=environment, capture_output=True, check=False)
    return done.returncode


def main() -> None:
    """Try every mutant, or those of the clauses or games (as TOUCHE) named on the command line."""
    wanted = set(sys.argv[1:])
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder)
        shutil.copytree(ROOT / "src/ludotheque", source / "ludotheque", ignore=shutil.ignore_patterns("*.so"))
        for mutant in MUTANTS:
            if not wanted or wanted & {mutant.clause, mutant.clause.partition("-")[0]}:
                noticed = notices(mutant, source)
                print(
                    f"{mutant.clause:<12} {'noticed' if noticed else 'SURVIVED'}   {mutant.old.strip()!r}",
                    flush=True,
                )
                survivors += [] if noticed else [mutant.clause]
    if survivors:
        sys.exit(f"{len(survivors)} broken rules were not noticed: {', '.join(survivors)}")


if __name__ == "__main__":
    main()
