"""The thinking of bots and coach at a table of the terminal, also while the player looks at the screen."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Final

from librt.random import Random

from ludotheque.bots.searching import SearchBot
from ludotheque.cli.coach import suitable
from ludotheque.core.bot import Bot, Opinion
from ludotheque.core.moves import Move
from ludotheque.lab.workers import Workers, local_workers, processors
from ludotheque.table.analysis import coach_of
from ludotheque.table.pondering import Pondering, can_ponder
from ludotheque.table.table import Table

SLICE: Final = 0.02
"""Seconds of thought between two checks of the input; too short to be noticed."""
PAUSE: Final = 0.002
"""Seconds of pause for the reader of the input."""
SEEDS: Final = 2**40
MOST_PROCESSES: Final = 8


class Thinking:
    """The bots and the coach of a table. A search by the clock goes on from its earlier thought."""

    def __init__(self, table: Table, rng: Random) -> None:
        self.table = table
        self.rng = rng
        self.coach_rng = Random(rng.randrange(SEEDS))
        """The coach's own random numbers, so that a hint doesn't change the moves of the bots."""
        self._bots: dict[str, Bot] = {}
        self._ponderings: dict[int, Pondering] = {}
        """The search in progress of each seat's bot or coach."""
        self._workers: Workers | None = None

    def bot(self, level: str) -> Bot:
        """Return the bot of a level, after checking that it can play here."""
        if level not in self._bots:
            self._bots[level] = self._with_pool(suitable(self.table.position, level))
        return self._bots[level]

    def forget(self) -> None:
        """Drop the searches after an interruption, since they may be half done."""
        self._ponderings.clear()
        self.close()

    def close(self) -> None:
        """Stop the worker processes; they are started again when needed."""
        if self._workers is not None:
            self._workers.close()

    def _with_pool(self, bot: Bot) -> Bot:
        """Give the bot all processors as workers, if they help it: nothing else runs in a terminal."""
        processes = min(MOST_PROCESSES, processors())
        if bot.parallel and processes > 1:
            if self._workers is None:
                self._workers = local_workers(processes)
            bot.pool = self._workers
        return bot

    def choose(self, seat: int, level: str) -> Move:
        """Return the move of a bot."""
        thinker = self.bot(level)
        if can_ponder(thinker):
            return self._pondering(seat, thinker, self.rng).choose()
        return thinker.choose(self.table.position.seen_by(seat, self.rng), seat, self.rng)

    def opinions(self, seat: int) -> list[Opinion]:
        """Return the coach's opinions on a seat's moves."""
        coach, _ = coach_of(self.table.position)
        if can_ponder(coach):
            return self._pondering(seat, coach, self.coach_rng).opinions()
        seen = self.table.position.seen_by(seat, self.coach_rng)
        return self._with_pool(coach).consider(seen, seat, self.coach_rng)

    def _pondering(self, seat: int, thinker: SearchBot, rng: Random) -> Pondering:
        found = self._ponderings.get(seat)
        if found is None:
            found = self._ponderings[seat] = Pondering(thinker, seat, Random(rng.randrange(SEEDS)))
        found.turn_to(self.table)
        return found

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Think on in turns of a slice, until the player has typed or nothing is left to think."""
        for one in self._ponderings.values():
            one.turn_to(self.table)
        typed = Event()

        def think() -> None:
            going = list(self._ponderings.values())
            while going and not typed.wait(PAUSE):
                going = [one for one in going if one.think(SLICE)]

        thread = Thread(target=think, daemon=True)
        thread.start()
        try:
            yield
        finally:
            typed.set()
            thread.join()
