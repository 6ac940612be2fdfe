"""Moves that arrive in one turn of the event loop: made, stored in one transaction and told, without waiting.

Nearly every command is a move at a table that is in memory, and nearly every move can be stored at once. Such
moves need no task and no lock, since nothing else runs between the first of them and the last word about
them. Whatever can't go this way goes the long one, as if it had come a moment later.
"""

import asyncio
from time import perf_counter
from typing import Protocol

from ludotheque.server.live.broadcaster import Broadcaster
from ludotheque.server.live.wire import speech_of
from ludotheque.server.metrics import COMMANDS
from ludotheque.server.tables.service import Made, TableService


class Mover(Protocol):
    """Somebody whose message may be a move."""

    def make(self, message: str) -> Made | None:
        """The move of a message, made but not stored yet; None if it is something else, or has to wait."""

    def confirm(self, made: Made) -> None:
        """The move is stored."""

    def put_off(self, message: str) -> None:
        """The message has to go the long way."""


class Turns:
    """Takes messages as they come, and deals with all that came in one turn together."""

    def __init__(self, tables: TableService, news: Broadcaster) -> None:
        self._tables = tables
        self._news = news
        self._taken: list[tuple[Mover, str]] = []

    def take(self, mover: Mover, message: str) -> None:
        """Deal with a message in a moment."""
        if not self._taken:
            asyncio.get_running_loop().call_soon(self._deal)
        self._taken.append((mover, message))

    def _deal(self) -> None:
        start = perf_counter()
        taken, self._taken = self._taken, []
        can_write = self._tables.repository.can_write_at_once
        moves: list[tuple[Mover, str, Made]] = []
        for mover, message in taken:
            made = mover.make(message) if can_write else None
            if made is None:
                mover.put_off(message)
            else:
                moves.append((mover, message, made))
        if not moves:
            return
        if not self._tables.repository.write_at_once([(made.row, made.lines) for _, _, made in moves]):
            for mover, message, made in moves:
                self._tables.rooms.forget(made.room)
                mover.put_off(message)
            return
        speech = speech_of(asyncio.get_running_loop())
        speech.hold()
        self._news.hold()
        try:
            for mover, _, made in moves:
                self._tables.keep(made.room, made.row, made.lines)
                mover.confirm(made)
                self._tables.tell(made.room)
                COMMANDS.observe(perf_counter() - start)
        finally:
            self._news.let_go()
            speech.let_go()
