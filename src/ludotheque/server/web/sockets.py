"""WebSocket routes: one table, the person's tables, and the open tables."""

from contextlib import suppress
from typing import Final

from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from ludotheque.core.refusal import Refusal
from ludotheque.games import REGISTRY
from ludotheque.host.command_parsing import refuse_nul
from ludotheque.host.refusals import Forbidden, NotFound, TooManyRequests, Unavailable
from ludotheque.host.topics import OPEN_TABLES, person_topic, table_topic
from ludotheque.server.live.connection import (
    FORBIDDEN,
    NO_TABLE,
    RESTART,
    TOO_MANY,
    AnySocket,
)
from ludotheque.server.live.lists import MyTablesConnection, OpenTablesConnection
from ludotheque.server.live.table_connection import TableConnection
from ludotheque.server.storage.schema import PersonRow
from ludotheque.server.web.guard import check_host, check_pace, same_origin
from ludotheque.server.web.requests import address_of
from ludotheque.server.web.services import Served, WebServices

CLOSES: Final = {TooManyRequests.kind: TOO_MANY, Unavailable.kind: RESTART}
"""Close codes for a refused connection, by kind of refusal; `FORBIDDEN` for any other."""


@websocket("/api/tables/{table:str}/live")
async def live(socket: AnySocket, services: Served, table: FromPath[str]) -> None:
    """Serve the socket of a table: updates to the client, commands from it."""
    with suppress(WebSocketDisconnect, OSError):
        person = await _accept(socket, services)
        connection = TableConnection(
            socket,
            address_of(socket),
            services.limits,
            services.people,
            services.tables,
            table,
            person,
            _since(socket),
        )
        try:
            await _attend(connection, services, table, person)
        except NotFound:
            await connection.close(NO_TABLE)
        except Unavailable:
            await connection.close(RESTART)
        except Refusal:
            await connection.close(FORBIDDEN)


async def _attend(
    connection: TableConnection, services: WebServices, table: str, person: PersonRow | None
) -> None:
    """Run a connection, and list the person as present at the table while it lasts."""
    who = person.id if person is not None else None
    async with services.tables.cache.locked(table) as loaded:
        services.tables.check_sight(loaded, who)
        services.broadcaster.presence.come(table, who)
        public = loaded.row.public
    try:
        with services.broadcaster.following(table_topic(table), connection.news):
            _tell_presence(services, table, public=public)
            await services.connections.run(connection)
    finally:
        services.broadcaster.presence.go(table, who)
        _tell_presence(services, table, public=public)


def _tell_presence(services: WebServices, table: str, *, public: bool) -> None:
    """Announce that a person has come to or left a table, also in the open tables if it is public."""
    services.tables.cache.revise(table)
    services.broadcaster.tell_presence(table)
    if public:
        services.broadcaster.publish([OPEN_TABLES])


@websocket("/api/me/live")
async def my_tables_live(socket: AnySocket, services: Served) -> None:
    """Serve the socket that sends the person's tables whenever one changes."""
    with suppress(WebSocketDisconnect, OSError):
        person = await _accept(socket, services)
        if person is None:
            await socket.close(FORBIDDEN)
            return
        connection = MyTablesConnection(
            socket, address_of(socket), services.limits, services.people, services.tables, person
        )
        with services.broadcaster.following(person_topic(person.id), connection.news):
            await services.connections.run(connection)


@websocket("/api/open/live")
async def open_tables_live(socket: AnySocket, services: Served) -> None:
    """Serve the socket that sends the open tables, of all games or one, whenever one changes."""
    with suppress(WebSocketDisconnect, OSError):
        person = await _accept(socket, services)
        game = socket.query_params.get("game")
        if game is not None and game not in REGISTRY:
            await socket.close(NO_TABLE)
            return
        connection = OpenTablesConnection(
            socket, address_of(socket), services.limits, services.people, services.open_tables, person, game
        )
        with services.broadcaster.following(OPEN_TABLES, connection.news):
            await services.connections.run(connection)


async def _accept(socket: AnySocket, services: WebServices) -> PersonRow | None:
    """Accept a socket and return its person, if there is one.

    Closes it and raises `WebSocketDisconnect` for a foreign origin or host, too many requests or a ban.
    """
    await socket.accept()
    try:
        check_host(socket, services.settings.hosts)
        if not same_origin(socket, services.settings.url):
            raise Forbidden("server.foreign_origin")
        refuse_nul(socket.scope["path"])
        await check_pace(socket)
        return await services.person_of(socket)
    except Refusal as refusal:
        code = CLOSES.get(refusal.kind, FORBIDDEN)
        with suppress(RuntimeError):  # the client has disconnected meanwhile
            await socket.close(code)
        raise WebSocketDisconnect(detail=refusal.code, code=code) from None


def _since(socket: AnySocket) -> int:
    asked = str(socket.query_params.get("since", "0"))
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else 0
