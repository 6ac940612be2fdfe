"""Sockets: whoever is connected to a table is told what changes, each as much as they may know."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import suppress
from typing import Final

from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from ludotheque.core.refusal import Refusal
from ludotheque.server import messages as m
from ludotheque.server.live.broadcaster import person_name, table_name
from ludotheque.server.live.connection import Line, Listener
from ludotheque.server.metrics import SOCKETS
from ludotheque.server.refusals import NotFound
from ludotheque.server.services import Served, Services
from ludotheque.server.storage.schema import PersonRow
from ludotheque.server.tables.views import table_info
from ludotheque.server.web.connections import AnySocket
from ludotheque.server.web.guard import log, same_origin

FORBIDDEN: Final = 4403
NO_TABLE: Final = 4404
BREATH: Final = 0.2
"""Seconds in which several changes of my tables become one message."""


@websocket("/api/tables/{table:str}/live")
async def live(socket: AnySocket, services: Served, table: FromPath[str]) -> None:
    """The socket of a table."""
    with suppress(WebSocketDisconnect, OSError):
        person = await _accept(socket, services)
        listener = Listener(socket, services, table, person)
        try:
            await _attend(listener, socket, services, table, person)
        except NotFound:
            await listener.close(NO_TABLE)
        except Refusal:
            await listener.close(FORBIDDEN)


async def _attend(
    listener: Listener, socket: AnySocket, services: Services, table: str, person: PersonRow | None
) -> None:
    """From coming to going, somebody is seen at the table."""
    who = person.id if person is not None else None
    async with services.tables.rooms.entered(table) as room:
        services.tables.check_sight(room, who)
        guests = room.guests
        guests.come(who)
    services.leavers.add(listener)
    try:
        async with services.broadcaster.about(table_name(table), listener.tell_at_once) as changes:
            await _presence(services, table)
            await listener.greet(_since(socket))
            await _until_one_ends(
                listener.tell(changes), listener.hear(), listener.listen(), listener.watch()
            )
    finally:
        services.leavers.discard(listener)
        guests.go(who)
        with suppress(Refusal):
            await _presence(services, table)


@websocket("/api/me/live")
async def my_tables_live(socket: AnySocket, services: Served) -> None:
    """My tables, whenever one of them changes."""
    with suppress(WebSocketDisconnect, OSError):
        person = await _accept(socket, services)
        line = Line(socket)
        if person is None:
            await line.close(FORBIDDEN)
            return
        services.leavers.add(line)
        try:
            async with services.broadcaster.about(person_name(person.id)) as changes:
                telling = _tell_mine(line, services, person.id, changes)
                await _until_one_ends(telling, _ignore(socket), line.watch())
        finally:
            services.leavers.discard(line)


async def _accept(socket: AnySocket, services: Services) -> PersonRow | None:
    """Only our own pages may open a socket; who it is, the cookie tells."""
    await socket.accept()
    if not same_origin(socket, services.settings.url):
        await Line(socket).close(FORBIDDEN)
    return await services.person_of(socket)


async def _until_one_ends(*doing: Coroutine[None, None, None]) -> None:
    """Several things at once, until one of them ends; a client that hangs up is no fault."""
    tasks = [asyncio.ensure_future(one) for one in doing]
    SOCKETS.inc()
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        SOCKETS.dec()
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Refusal):
                raise ended
            if isinstance(ended, Exception) and not isinstance(ended, WebSocketDisconnect | OSError):
                log.error("a socket failed", exc_info=ended)


async def _presence(services: Services, table: str) -> None:
    """Everybody at the table sees who is there."""
    async with services.tables.rooms.entered(table) as room:
        room.changed_outside()
        services.broadcaster.tell([table_name(table)])


async def _tell_mine(line: Line, services: Services, person: str, changes: AsyncIterator[None]) -> None:
    await line.send(await _mine(services, person))
    async for _ in changes:
        await asyncio.sleep(BREATH)
        await line.send(await _mine(services, person))


async def _mine(services: Services, person: str) -> m.Mine:
    found, _ = await services.repository.of_person(person, None, None)
    return m.Mine(tables=tuple(table_info(*table, person, services.tables.invitations) for table in found))


async def _ignore(socket: AnySocket) -> None:
    while True:
        await socket.receive_data(mode="text")


def _since(socket: AnySocket) -> int:
    asked = str(socket.query_params.get("since", "0"))
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else 0
