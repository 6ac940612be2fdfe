"""A broken rule: one piece of its source, and what stands there instead."""

import ast
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
GAMES: Final = Path("ludotheque") / "games"


class Mutant(NamedTuple):
    """A clause, the file of its rule in `games`, a piece of it and what stands there instead.

    A clause that bundles several rulings names the one it breaks, `TARGI-22:card 44`, as the marks of the
    tests do.
    """

    clause: str
    file: str
    old: str
    new: str

    @property
    def name(self) -> str:
        """The clause without its ruling."""
        return self.clause.partition(":")[0]

    @property
    def game(self) -> str:
        """The folder of its game and of the tests."""
        return self.file.partition("/")[0]

    def broken(self, source: Path) -> str:
        """The file with the broken rule; an error tells how the mutant does not fit the source any more."""
        whole = (source / GAMES / self.file).read_text(encoding="utf-8")
        found = whole.count(self.old)
        if found != 1:
            raise ValueError(f"{self.clause}: {self.old!r} is {found} times in {self.file}, not once")
        broken = whole.replace(self.old, self.new)
        ast.parse(broken)
        return broken
