"""A second solver of Exxtra for two, written from the rules alone: it shares nothing with the first.

One pair of pawns is solved at a time, the most advanced first. Within it the question of when to stop is
answered by a fixed set of values to keep, improved until it stays the same; the pairs of pawns are gone
through again and again until no number moves.
"""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Lying = tuple[int, int]

BLACK, WHITE = "12347X", "12356X"
LAST_SPACE = 20


def worth(throw: str, xx: int) -> int:
    if throw == "XX":
        return xx
    return int("".join(sorted(throw.replace("X", "0"), reverse=True)))


def placed(theirs: Lying | None, slot: int, value: int) -> Lying | str | None:
    """Their dice after mine were placed, or a refusal."""
    if theirs is None:
        return None
    their_slot, their_value = theirs
    if slot == their_slot:
        return "not empty"
    if slot < their_slot and value >= their_value:
        return None
    return theirs


class Game:
    """Everything about the dice and the table that doesn't depend on the pawns."""

    def __init__(self, xx: int) -> None:
        throws = [black + white for black in BLACK for white in WHITE]
        self.values = sorted({worth(throw, xx) for throw in throws})
        self.tables: list[Lying | None] = [None]
        self.tables += [(slot, value) for slot in range(1, 6) for value in self.values]
        count = len(throws)
        self.chance_first = np.zeros(len(self.values))
        self.chance_later = np.zeros(len(self.values))
        self.chance_x = {1: 0.0, 2: 0.0}
        for throw in throws:
            column = self.values.index(worth(throw, xx))
            self.chance_first[column] += 1 / count
            if "X" in throw:
                self.chance_x[throw.count("X")] += 1 / count
            else:
                self.chance_later[column] += 1 / count
        self.pairs = {self.values.index(11 * n): n for n in (1, 2, 3)}
        self.plain = [column for column in range(len(self.values)) if column not in self.pairs]
        self.they_move = np.array([0 if theirs is None else theirs[0] for theirs in self.tables])
        self._list_placings()

    def _list_placings(self) -> None:
        """For each table, value and slot: how far they move next and which dice of mine they face."""
        shape = (len(self.tables), len(self.values), 6)
        self.their_steps = np.zeros(shape, dtype=np.intp)
        self.my_dice = np.zeros(shape, dtype=np.intp)
        self.refused = np.zeros(shape, dtype=np.bool_)
        number = {lying: index for index, lying in enumerate(self.tables)}
        for row, theirs in enumerate(self.tables):
            for column, value in enumerate(self.values):
                for slot in range(6):
                    left = placed(theirs, slot, value)
                    if isinstance(left, str):
                        self.refused[row, column, slot] = True
                        continue
                    self.their_steps[row, column, slot] = left[0] if left else 0
                    self.my_dice[row, column, slot] = number[(slot, value) if slot else None]


def stopping(fixed: Floats, chance: Floats, keep: Floats) -> Floats:
    """The value of throwing until a throw is good enough to be kept, for each row of `keep`."""
    again = np.zeros(len(keep))
    while True:
        good = keep > again[:, None]
        better = (fixed + (good * keep) @ chance) / (1 - ~good @ chance)
        if np.abs(better - again).max() < 1e-14:
            return better
        again = better


def solve(*, xx: int = 0, until: float = 1e-9) -> tuple[Floats, Floats]:
    """The win chances before a first and before a later throw: [my pawn, their pawn, their dice]."""
    game = Game(xx)
    spaces, tables = LAST_SPACE + 1, len(game.tables)
    first = np.full((spaces + 5, spaces, tables), 0.5)
    first[spaces:] = 1.0
    again = np.full((spaces + 3, spaces, tables), 0.5)
    again[spaces:] = 1.0
    after_pair = {column: np.ones((spaces + 3, spaces, tables)) for column in game.pairs}
    order = sorted(np.ndindex(spaces, spaces), key=sum, reverse=True)
    change = 1.0
    while change > until:
        change = 0.0
        for mine, theirs in order:
            reply = first[theirs + game.their_steps, mine, game.my_dice]
            keep = 1 - np.where(game.refused, 1.0, reply).min(axis=2)
            bust = sum(
                chance * (1 - first[theirs + game.they_move, max(mine - back, 0), 0])
                for back, chance in game.chance_x.items()
            )
            pair = {column: after_pair[column][mine + ahead, theirs] for column, ahead in game.pairs.items()}
            ahead_later = sum(game.chance_later[column] * value for column, value in pair.items())
            plain = keep[:, game.plain]
            now = stopping(bust + ahead_later, game.chance_later[game.plain], plain)
            begin = np.maximum(plain, now[:, None]) @ game.chance_first[game.plain]
            begin += sum(game.chance_first[column] * value for column, value in pair.items())
            change = max(change, float(np.abs(begin - first[mine, theirs]).max()))
            again[mine, theirs], first[mine, theirs] = now, begin
            for column in game.pairs:
                after_pair[column][mine, theirs] = np.maximum(keep[:, column], now)
    return first[:spaces], again[:spaces]
