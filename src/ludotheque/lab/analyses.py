"""Bulk analysis: many matches, each in parts, on any workers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ludotheque.lab.workers import Workers
from ludotheque.table.analysis import Analysis, Part, Thought, analyse_part, join
from ludotheque.table.record import read_record
from ludotheque.table.table import Table

STEPS: Final = 12
"""Steps of a match that a worker analyses before it reports."""


class Stretch(NamedTuple):
    """Some steps of a match: the match, the first and the last step."""

    match: int
    first: int
    last: int


@dataclass(frozen=True)
class Judge:
    """Analyses stretches of matches; pickled with all records."""

    records: tuple[bytes, ...]
    seed: int
    thought: Thought

    def __call__(self, stretch: Stretch) -> Part:
        """Return the analysis of one stretch."""
        record = self.records[stretch.match]
        return analyse_part(record, stretch.first, self.thought, seed=self.seed, last=stretch.last)


def analyse_all(
    records: Sequence[bytes],
    workers: Workers,
    seed: int = 0,
    thought: Thought | None = None,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> Iterator[Analysis]:
    """Yield the analyses of all matches, in their order, each when it is complete.

    With a number of iterations they are the same on any workers; a limit of time makes them vary. A broken
    record is refused before any is analysed.
    """
    lengths = [len(read_record(Table.replay(record).record()).log) for record in records]
    stretches = [
        Stretch(match, first, first + STEPS - 1)
        for match, length in enumerate(lengths)
        for first in range(0, length + 1, STEPS)  # the last step has the result
    ]
    judge = Judge(tuple(records), seed, thought or Thought())
    parts: list[Part] = []
    for done, part in enumerate(workers.map(judge, stretches), 1):
        parts.append(part)
        progress(done, len(stretches))
        if part.following is None:
            yield join(parts)
            parts = []
