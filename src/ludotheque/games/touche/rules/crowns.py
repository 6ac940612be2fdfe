# mypyc: compile
"""The patterns that a pawn completes, and those of them that count together (TOUCHE-15 to 17)."""

from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.games.touche.rules.board import CELLS, Board


def completed(board: Board, kind: i64, cell: i64, low: i64, high: i64, counted: vec[i64]) -> vec[i64]:
    """Return the patterns through a cell that are all on own cells and fit the crowned ones (TOUCHE-16)."""
    found = vec[i64]()
    first = kind * CELLS + cell
    i: i64 = board.through_first[first]
    end: i64 = board.through_first[first + 1]
    while i < end:
        pattern = board.through[i]
        i += 1
        mask_low = board.low[pattern]
        mask_high = board.high[pattern]
        if mask_low & low == mask_low and mask_high & high == mask_high and fits(board, pattern, counted):
            found = append(found, pattern)
    return found


def fits(board: Board, pattern: i64, counted: vec[i64]) -> bool:
    """Return whether a pattern has at most one cell in common with each of a side's patterns (TOUCHE-17)."""
    return all(board.overlap_allowed(pattern, other) for other in counted)


def largest_sets(board: Board, patterns: vec[i64]) -> list[vec[i64]]:
    """Return every largest compatible set of the patterns, in a fixed order (TOUCHE-17)."""
    if len(patterns) == 1:
        return [patterns]
    found: list[vec[i64]] = []
    _extend(board, patterns, 0, vec[i64](), found)
    return found


def _extend(board: Board, patterns: vec[i64], start: i64, chosen: vec[i64], found: list[vec[i64]]) -> None:
    """Extend a chosen set by all compatible patterns after `start`; only the largest sets are kept."""
    most: i64 = len(found[0]) if found else 0
    left: i64 = len(patterns) - start
    if len(chosen) + left < most:
        return
    if left == 0:
        if len(chosen) > most:
            found.clear()
        found.append(chosen[:])
        return
    pattern = patterns[start]
    if fits(board, pattern, chosen):
        _extend(board, patterns, start + 1, append(chosen[:], pattern), found)
    _extend(board, patterns, start + 1, chosen, found)
