"""Touché, learned from nothing in seconds: a table of what a cell looks like and how often playing it wins.

For a cell that may be played, the row of the table says how far the own best square through it has come, how
far the other side's, whether a pawn is toppled and whether a joker is spent. Both sides of many games at once
(`BatchEnv`) play by the table, mostly the best row and now and then any. When a game is over, every row that
was played learns whether its side has won (Monte Carlo control). At the end it meets the level `beginner`.

    python examples/learn_touche.py
    python examples/learn_touche.py --steps 400 --games 40        # a glance
"""

import argparse
import time

import numpy as np
import numpy.typing as npt
from librt.random import Random

from ludotheque.core.bot import Bot, Opinion
from ludotheque.core.coded import CodedPosition
from ludotheque.games.touche.encoding import CROWNED, DISCARDED, EXCHANGED, JOKER_ON, SILENT
from ludotheque.games.touche.rules.board import CELLS, JOKER
from ludotheque.games.touche.rules.state import Touche
from ludotheque.lab.arena import Contest, run
from ludotheque.rl import BatchEnv, Encoder

Numbers = npt.NDArray[np.uint8]
Table = npt.NDArray[np.float64]

GAMES = 256
TRIES = 0.2
RATE = 0.002
PLAYS = 4 * 4 * 2 * 2
EXCHANGE, DISCARD, CROWN = PLAYS, PLAYS + 1, PLAYS + 2
ROWS = PLAYS + 3


class Squares:
    """The squares of the board, and which of them run through a cell."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        board = encoder.start.state.board
        count = board.first[1]
        self.cells = np.array(list(board.cells[: 5 * count])).reshape(count, 5)[:, :4]
        self.jokers = np.array([card == JOKER for card in board.card_at])
        through = [np.flatnonzero((self.cells == cell).any(axis=1)) for cell in range(CELLS)]
        self.through = np.array([[*found, *[count] * (4 - len(found))] for found in through])

    def progress(self, own: Numbers, blocked: Numbers) -> Numbers:
        """By game and cell: the most own cells besides it in a square that can still be whole."""
        inside = own[:, self.cells].sum(axis=2)
        inside[blocked[:, self.cells].any(axis=2)] = 0
        padded = np.concatenate([inside, np.zeros((len(own), 1), inside.dtype)], axis=1)
        return np.clip(padded[:, self.through].max(axis=2) - own, 0, 3)

    def rows(self, seen: Numbers) -> npt.NDArray[np.int64]:
        """By game and action, the row of the table."""
        parts = self.encoder.split(seen)
        pawns = parts["pawns"].reshape(-1, 2, CELLS).astype(np.int8)
        crowns = parts["crowns"].reshape(-1, 2, CELLS).astype(bool)
        jokers = self.jokers & ~crowns.any(axis=1)
        mine = self.progress(np.maximum(pawns[:, 0], jokers), crowns[:, 1])
        theirs = self.progress(np.maximum(pawns[:, 1], jokers), crowns[:, 0])
        play = ((mine * 4 + theirs) * 2 + pawns[:, 1]) * 2
        rows = np.full((len(seen), self.encoder.actions), CROWN)
        rows[:, :JOKER_ON] = play
        rows[:, JOKER_ON:SILENT] = play + 1
        rows[:, EXCHANGED:DISCARDED] = EXCHANGE
        rows[:, DISCARDED:CROWNED] = DISCARD
        return rows


def train(steps: int, seed: int) -> Table:
    """Play and learn for so many steps of all games."""
    rng = np.random.default_rng(seed)
    games = BatchEnv("touche", games=GAMES, seats=2, seed=seed)
    squares = Squares(games.encoder)
    table = np.full(ROWS, 0.5)
    played = np.zeros((GAMES, 2, ROWS))
    every = np.arange(GAMES)
    for step in range(steps):
        rows = squares.rows(games.observations)
        ties = 1e-6 * rng.random(rows.shape)
        liked = np.where(games.masks, table[rows] + ties, -1).argmax(axis=1)
        actions = np.where(rng.random(GAMES) < TRIES * (1 - step / steps), games.sample(), liked)
        played[every, games.seats, rows[every, actions]] += 1
        games.step(actions)
        for game in np.flatnonzero(games.ended):
            for seat, won in enumerate(games.rewards[game]):
                table += (1 - (1 - RATE) ** played[game, seat]) * (won - table)
            played[game] = 0
    return table


class Learned(Bot[CodedPosition[Touche]]):
    """The table at a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.encoder = Encoder("touche", seats=2)
        self.squares = Squares(self.encoder)

    def consider(self, position: CodedPosition[Touche], seat: int, rng: Random) -> list[Opinion]:
        """Its moves by how often such moves have won; equal ones in any order."""
        worth = self.table[self.squares.rows(self.encoder.observe(position, seat)[None])[0]]
        ranked = sorted(self.encoder.legal(position), key=lambda action: (-worth[action], rng.random()))
        return [Opinion(self.encoder.to_move(position, action), float(worth[action])) for action in ranked]


def main() -> None:
    """Train, then play against bots."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--steps", type=int, default=4000, help="decisions in each of the games at once")
    parser.add_argument("--games", type=int, default=400, help="games against each bot afterwards")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    table = train(given.steps, given.seed)
    decisions = given.steps * GAMES
    print(f"{decisions:,} decisions, {time.process_time():.0f} s of processor time")
    for level in ("random", "beginner"):
        standing = run(Contest("touche", [Learned(table), level]), games=given.games, seed=given.seed)
        row = next(row for row in standing.lines if row.bot == "learned")
        print(f"against {level}: {row.share:.1%} ({row.low:.1%} to {row.high:.1%})")


if __name__ == "__main__":
    main()
