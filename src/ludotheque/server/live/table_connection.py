"""Connection of a client to one table: commands in, updates out."""

import structlog
from litestar.exceptions import WebSocketDisconnect

from ludotheque.core.refusal import Refusal
from ludotheque.host import messages as m
from ludotheque.host.cache import LoadedTable
from ludotheque.host.command_parsing import read_command
from ludotheque.host.limits import Limits
from ludotheque.host.protocol import Refused
from ludotheque.host.refusals import InternalError, Unauthenticated, refused
from ludotheque.host.rows import TableRow
from ludotheque.host.service import TableService
from ludotheque.host.views import lines_for, seats_of, told_of
from ludotheque.server.live.connection import AnySocket, Connection, encode
from ludotheque.server.people.repository import PeopleRepository
from ludotheque.server.storage.schema import PersonRow

log = structlog.get_logger()


class TableConnection(Connection):
    """WebSocket of a client at a table; keeps track of the version that the client has seen."""

    def __init__(
        self,
        socket: AnySocket,
        address: str,
        limits: Limits,
        people: PeopleRepository,
        tables: TableService,
        table: str,
        person: PersonRow | None,
        since: int,
    ) -> None:
        super().__init__(socket, address, limits, people, person)
        self._tables = tables
        self._table = table
        self._id = person.id if person is not None else None
        self._held: tuple[int, ...] = ()
        self._version = since
        self._revision = 0
        self._chat_lines = self._chat_removed = 0
        self._finished = False
        self._done: list[m.Done] = []
        """Results of this client's commands, sent with the next update."""

    # Commands

    async def read(self) -> None:
        """Execute the client's commands one after the other.

        A refusal is answered at once, the result of a command with the update that it causes.
        """
        while True:
            received = await self.receive()
            asked: str | None = None
            reply: m.Sent
            try:
                await self.check_pace()
                command = read_command(received)
                if isinstance(command, m.Ping):
                    reply = m.Pong(now=self._tables.now())
                else:
                    asked = command.id
                    if self.person is None:
                        raise Unauthenticated("server.who_are_you")
                    done = await self._tables.execute(self.person, self._table, command)
                    # Added only now, since `push` may replace the list while the command is executed.
                    self._done.append(done)
                    self.news.set()
                    continue
            except Refusal as refusal:
                reply = self._not_done(asked, refused(refusal))
            except WebSocketDisconnect:
                raise
            except Exception:
                log.exception("a command failed", table=self._table)
                reply = self._not_done(asked, refused(InternalError("server.failed")))
            await self._send_done()
            await self.send(encode(reply).decode())

    def _not_done(self, asked: str | None, why: Refused) -> m.NotDone:
        version = self._version if why.version is None else why.version
        return m.NotDone(id=asked, version=version, refusal=why)

    # Updates

    async def push(self) -> None:
        """Send the whole state first, then every change, in messages for this client's view."""
        await self._send_whole(self._version)
        while True:
            await self.changed()
            loaded = await self._tables.cache.look(self._table)
            self._tables.check_sight(loaded, self._id)
            row, match, since, heard = loaded.row, loaded.match, self._version, self._chat_lines
            held = seats_of(loaded.seats, self._id)
            removed = loaded.chat_removed != self._chat_removed
            if removed or held != self._held or row.version < since or (match is not None and since == 0):
                await self._send_done()
                await self._send_whole(min(since, row.version) if held == self._held else 0)
                continue
            news: list[str] = []
            if match is not None and row.version > since:
                done, self._done = self._done, []
                news.append(told_of(loaded, match, held, since, self._tables.now).with_done(done))
            if loaded.revision != self._revision or (row.state == "finished") != self._finished:
                info = self._tables.info_of(loaded, self._id)
                news.append(encode(m.Lobby(info=info, now=self._tables.now())).decode())
            self._note(loaded, held)
            for text in news:
                await self.send(text)
            await self._send_done()
            if loaded.chat_lines > heard:
                await self._send_chat(row, heard)

    async def _send_whole(self, since: int) -> None:
        """Send everything the client may know: at the start, after a gap and on a change of its seats."""
        async with self._tables.cache.locked(self._table) as loaded:
            self._tables.check_sight(loaded, self._id)
            whole = await self._tables.whole_of(loaded, self._id, since)
            self._note(loaded, seats_of(loaded.seats, self._id))
        await self.send(encode(whole).decode())

    async def _send_done(self) -> None:
        """Send the pending results of commands, where no update carries them."""
        done, self._done = self._done, []
        for one in done:
            await self.send(encode(one).decode())

    async def _send_chat(self, row: TableRow, heard: int) -> None:
        """Send the chat messages numbered above `heard`, as far as this client may read them."""
        lines = await self._tables.repository.chat(self._table, heard)
        self._chat_lines = max([self._chat_lines, *(line.number for line in lines)])
        for line in lines_for(lines, row, self._held, self._id):
            await self.send(encode(m.Chatted(line=line)).decode())

    def _note(self, loaded: LoadedTable, held: tuple[int, ...]) -> None:
        """Remember the state that the client has after the messages being sent."""
        self._held = held
        self._version = loaded.row.version
        self._revision = loaded.revision
        self._chat_lines = loaded.chat_lines
        self._chat_removed = loaded.chat_removed
        self._finished = loaded.row.state == "finished"
