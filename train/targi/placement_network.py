"""Training of the network that scores placements: cross-entropy to the visits of long searches, by Adam."""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from train.targi.play import Games, kept_back

from ludotheque.core.float16 import read_float16, write_float16
from ludotheque.games.targi.bots.placement_network import PLACING_ROWS, TABLE_ROWS, WIDTH
from ludotheque.games.targi.rules.cards import BORDER_CARDS
from ludotheque.games.targi.rules.codes import PLACE_ON

Floats: TypeAlias = npt.NDArray[np.floating]
Ints: TypeAlias = npt.NDArray[np.int64]

SHARPNESS = 1.5
"""The exponent of the shares of visits: less than for the policy, since the network is a prior."""
EPOCHS = 5
BATCH = 512
RATE = 0.003
DECAY = 0.1
FIRST_SPREAD = 0.05
MOMENTS = (0.9, 0.999)


class Numbers(NamedTuple):
    """All parameters, in the order of the file."""

    placing: Floats
    table: Floats
    bias: Floats
    out: Floats
    by_card: Floats
    alone: Floats

    def written(self) -> bytes:
        """Return the bytes of the package's file."""
        return write_float16([float(number) for part in self for number in part.ravel()])


SHAPES = (
    (PLACING_ROWS, WIDTH),
    (TABLE_ROWS, WIDTH),
    (WIDTH,),
    (WIDTH,),
    (BORDER_CARDS + 1, WIDTH),
    (PLACING_ROWS,),
)


def read_numbers(data: bytes) -> Numbers:
    """Read the parameters from a file."""
    ends = np.cumsum([np.prod(shape) for shape in SHAPES])[:-1]
    parts = np.split(np.array(read_float16(data), np.float32), ends)
    return Numbers(*(part.reshape(shape) for part, shape in zip(parts, SHAPES, strict=True)))


def first_numbers(rng: np.random.Generator) -> Numbers:
    """Return the initial parameters."""
    parts = [rng.normal(0, FIRST_SPREAD, shape).astype(np.float32) for shape in SHAPES]
    parts[2][:] = 0
    parts[5][:] = 0
    return Numbers(*parts)


class Placings:
    """All placements, as matrices."""

    def __init__(self, games: Games) -> None:
        ends = games.decisions[games.placings]
        sizes = np.diff(games.decisions, prepend=0)[games.placings]
        moves = ranges(ends - sizes, sizes)
        self.sizes: Ints = sizes.astype(np.int64)
        self.firsts: Ints = np.cumsum(sizes) - sizes
        owner = np.repeat(np.arange(len(sizes)), sizes)
        feature_ends = games.moves[moves].astype(np.int64)
        counts = np.diff(games.moves, prepend=0)[moves]
        self.rows = ones(games.features[ranges(feature_ends - counts, counts)], counts, PLACING_ROWS)
        self.tables = ones(games.tables, np.diff(games.table_ends, prepend=0), TABLE_ROWS)
        self.cards: Ints = games.codes[moves].astype(np.int64) - PLACE_ON
        shares = games.shares[moves] ** SHARPNESS
        self.shares: Floats = (shares / np.add.reduceat(shares, self.firsts)[owner]).astype(np.float32)


def ones(columns: npt.ArrayLike, counts: npt.ArrayLike, width: int) -> csr_matrix:
    """Return a row of ones for each count."""
    ends = np.concatenate([[0], np.cumsum(counts)])
    return csr_matrix((np.ones(ends[-1], np.float32), np.asarray(columns), ends), (len(ends) - 1, width))


def ranges(firsts: npt.ArrayLike, sizes: npt.ArrayLike) -> Ints:
    """Return the numbers of several ranges, one after the other."""
    starts, lengths = np.asarray(firsts, np.int64), np.asarray(sizes, np.int64)
    before = np.cumsum(lengths) - lengths
    return np.repeat(starts - before, lengths) + np.arange(lengths.sum())


class Lesson(NamedTuple):
    """A batch of decisions with their moves."""

    rows: csr_matrix
    tables: csr_matrix
    cards: csr_matrix
    """By move: its border card."""
    whose: csr_matrix
    """By decision: its moves."""
    firsts: Ints
    owner: Ints
    shares: Floats


def lesson(placings: Placings, chosen: Ints) -> Lesson:
    """Return the decisions of these numbers."""
    sizes = placings.sizes[chosen]
    moves = ranges(placings.firsts[chosen], sizes)
    owner = np.repeat(np.arange(len(chosen)), sizes)
    each = np.ones(len(moves), np.int32)
    return Lesson(
        placings.rows[moves],
        placings.tables[chosen],
        ones(placings.cards[moves], each, BORDER_CARDS + 1),
        ones(np.arange(len(moves)), sizes, len(moves)),
        np.cumsum(sizes) - sizes,
        owner,
        placings.shares[moves],
    )


def slopes(numbers: Numbers, given: Lesson) -> tuple[float, Numbers]:
    """Return the cross-entropy of a batch for each decision, and its gradient."""
    table = given.tables @ numbers.table + numbers.bias
    hidden = given.rows @ numbers.placing + table[given.owner]
    lit, table_lit = np.maximum(hidden, 0), np.maximum(table, 0)
    by_card = given.cards @ numbers.by_card
    scores = lit @ numbers.out + given.rows @ numbers.alone + (table_lit[given.owner] * by_card).sum(1)
    scores -= np.maximum.reduceat(scores, given.firsts)[given.owner]
    logs = scores - np.log(np.add.reduceat(np.exp(scores), given.firsts))[given.owner]
    many = len(given.firsts)
    off = ((np.exp(logs) - given.shares) / many).astype(np.float32)
    of_hidden = off[:, None] * numbers.out * (hidden > 0)
    of_table = given.whose @ of_hidden + (given.whose @ (off[:, None] * by_card)) * (table > 0)
    return float(-(given.shares * logs).sum() / many), Numbers(
        given.rows.T @ of_hidden,
        given.tables.T @ of_table,
        of_table.sum(0),
        lit.T @ off,
        given.cards.T @ (off[:, None] * table_lit[given.owner]),
        given.rows.T @ off,
    )


def fit_placing(games: Games, before: bytes, seed: int = 0) -> bytes:
    """Return the network fitted to all placements; prints the cross-entropy of those left out."""
    rng, placings = np.random.default_rng(seed), Placings(games)
    numbers = read_numbers(before) if before else first_numbers(rng)
    judged_by = kept_back(games)[games.placings]
    learned = np.flatnonzero(~judged_by)
    means, squares = ([np.zeros_like(part) for part in numbers] for _ in range(2))
    batch = min(BATCH, len(learned))
    steps, step = EPOCHS * (len(learned) // batch), 0
    for _ in range(EPOCHS):
        rng.shuffle(learned)
        for first in range(0, len(learned) - batch + 1, batch):
            _, slope = slopes(numbers, lesson(placings, learned[first : first + batch]))
            rate = RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
            step += 1
            for part, mean, square, down in zip(numbers, means, squares, slope, strict=True):
                mean += (1 - MOMENTS[0]) * (down - mean)
                square += (1 - MOMENTS[1]) * (down**2 - square)
                away = mean / (1 - MOMENTS[0] ** step) / (np.sqrt(square / (1 - MOMENTS[1] ** step)) + 1e-8)
                part -= (rate * (away + DECAY * part)).astype(np.float32)
    judged = lesson(placings, np.flatnonzero(judged_by))
    entropy = -(judged.shares * np.log(np.maximum(judged.shares, 1e-9))).sum() / len(judged.firsts)
    print(
        f"  placing: {len(placings.sizes)} decisions, kept back {slopes(numbers, judged)[0]:.4f}, "
        f"entropy of the visits {entropy:.4f}",
        flush=True,
    )
    return numbers.written()
