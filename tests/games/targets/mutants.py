"""Broken rules of what both editions of Targets share."""

from typing import Final

from tests.mutants.mutant import Mutant

MUTANTS: Final = (
    Mutant(
        "TARGETS-1",
        "targets/rules/position.py",
        "with_faces(self.board.layout, dict(enumerate(faces)))",
        "self.board.layout",
    ),
    Mutant(
        "TARGETS-1",
        "targets/rules/position.py",
        ' if self.options.faces == "chosen" else "faces"',
        ' if False else "faces"',
    ),
    Mutant(
        "TARGETS-1",
        "targets/rules/board.py",
        "for die, up in zip(dice, ups, strict=True)",
        "for die, up in zip(sorted(dice), ups, strict=True)",
    ),
    Mutant("TARGETS-2", "targets/rules/position.py", 'if move.speed > span.ranges["speed"][1]:', "if False:"),
    Mutant(
        "TARGETS-2",
        "targets/rules/position.py",
        "        if span is None:\n            return NotAllowed",
        "        if span is None:\n            return None\n        if False:\n            return NotAllowed",
    ),
    Mutant("TARGETS-3", "targets/events.py", "if not film or not events:", "if not events:"),
    Mutant(
        "TARGETS-3", "targets/events.py", "motion=film), *events[1:]]", "motion=film) for event in events]"
    ),
    Mutant("TARGETS-3", "targets/simulation.py", "    if refusal is not None:\n        raise refusal\n", ""),
    Mutant("TARGETS-4", "targets/rules/board.py", "if self.tower(seat)), None)", "), None)"),
    Mutant(
        "TARGETS-4",
        "targets/rules/board.py",
        "for seat in [*order[1:], order[0]] if",
        "for seat in order[1:] if",
    ),
    Mutant("TARGETS-5", "targets/rules/resolution.py", "if found.off or slid:", "if slid:"),
    Mutant(
        "TARGETS-5",
        "targets/rules/board.py",
        "seat = self.holders[die]\n        self.layout = places.put_under",
        "seat = self.turn\n        self.layout = places.put_under",
    ),
    Mutant(
        "TARGETS-6", "targets/rules/resolution.py", "found.struck and found.slid and not found.off", "False"
    ),
    Mutant(
        "TARGETS-6", "targets/rules/resolution.py", "slid = found.struck and found.slid", "slid = found.slid"
    ),
    Mutant("TARGETS-7", "targets/rules/resolution.py", "if board.misses != 1:", "if True:"),
    Mutant(
        "TARGETS-7",
        "targets/rules/resolution.py",
        "board.misses = 0 if own else board.misses + 1",
        "board.misses = 0",
    ),
    Mutant(
        "TARGETS-7", "targets/rules/board.py", "        if self.misses:\n            return self.turn\n", ""
    ),
    Mutant(
        "TARGETS-8",
        "targets/rules/resolution.py",
        "events += self._fouls(rolled, before)\n        return told.filmed(events + self._continue(), rolled.film)",
        "events += self._continue()\n        return told.filmed(events + self._fouls(rolled, before), rolled.film)",
    ),
    Mutant(
        "TARGETS-8",
        "targets/zoch/rules/position.py",
        "return [*self._attack(), *self._dead_centres()]",
        "return [*self._dead_centres(), *self._attack()]",
    ),
    Mutant(
        "TARGETS-9", "targets/rules/resolution.py", "board.inert = tuple({*board.inert, now.die})", "pass"
    ),
    Mutant(
        "TARGETS-9",
        "targets/zoch/rules/position.py",
        "if place in hits(rest) and rest.die not in board.inert:",
        "if place in hits(rest):",
    ),
    Mutant(
        "TARGETS-9",
        "targets/zoch/rules/position.py",
        "if rest.dead_centre is not None and rest.die not in board.inert:",
        "if rest.dead_centre is not None:",
    ),
    Mutant(
        "TARGETS-9",
        "targets/rules/resolution.py",
        "board.inert = tuple(die for die in board.inert if die not in moved)",
        "pass",
    ),
    Mutant("TARGETS-10", "targets/physics/flick.py", '"steady": 1.0', '"steady": 0.0'),
    Mutant(
        "TARGETS-10",
        "targets/physics/simulate.py",
        "rng = np.random.default_rng((seed, TREMOR)) if tremor else None",
        "rng = np.random.default_rng(TREMOR) if tremor else None",
    ),
    Mutant(
        "TARGETS-11",
        "targets/rules/position.py",
        "seat not in board.passed and self.calls(seat)",
        "self.calls(seat)",
    ),
    Mutant(
        "TARGETS-11",
        "targets/rules/position.py",
        "        board.window = False\n        board.passed = ()\n        board.aim",
        "        board.passed = ()\n        board.aim",
    ),
    Mutant(
        "TARGETS-11",
        "targets/rules/position.py",
        " or board.flicker() is not None or self.waiting():",
        " or board.flicker() is not None:",
    ),
)
