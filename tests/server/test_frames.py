"""Frames of sockets: none is free, whoever sends too many is left with a reason, and nothing piles up."""

import asyncio
import hashlib
import inspect
import json

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import Protocol
from websockets.server import ServerProtocol

from ludotheque.host.limits import Limit
from ludotheque.host.refusals import Forbidden
from ludotheque.server.live import connection
from ludotheque.server.run import uvicorn_protocols
from ludotheque.server.run.uvicorn_protocols import CONTROL, PIECE, CountedSocket
from tests.patience import looks_async
from tests.server.conftest import House, Open
from tests.server.frames import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, RawSocket, frame
from tests.server.player import ME, here

pytestmark = pytest.mark.anyio

OPEN_TABLES = "/api/open/live"
FULL = b"x" * 125


@pytest.fixture(params=[False, True], ids=["asyncio", "uvloop"])
def anyio_backend(request: pytest.FixtureRequest) -> tuple[str, dict[str, object]]:
    """Both event loops that a server may run on: they read from a socket in different ways."""
    return "asyncio", {"use_uvloop": request.param}


def sockets_of(house: House) -> list[CountedSocket]:
    return [one for one in house._server.server_state.connections if isinstance(one, CountedSocket)]


async def test_pings_nobody_needs_close_the_socket_with_a_reason(house: House) -> None:
    eve = await RawSocket.dial(house.url, OPEN_TABLES)
    await eve.flood(frame(PING, FULL) * 100, 1)
    assert await eve.closed() == (4429, "too many frames")
    eve.close()


async def test_pongs_nobody_asked_for_close_the_socket(house: House) -> None:
    eve = await RawSocket.dial(house.url, OPEN_TABLES)
    await eve.flood(frame(PONG, b"") * 100, 1)
    assert await eve.closed() == (4429, "too many frames")
    eve.close()


async def test_empty_parts_of_a_message_close_the_socket(open_house: Open) -> None:
    house = await open_house(messages_a_second=20)
    eve = await RawSocket.dial(house.url, OPEN_TABLES)
    await eve.flood(frame(TEXT, b"x", last=False) + frame(CONTINUATION, last=False) * 100, 1)
    assert await eve.closed() == (4429, "too many frames")
    eve.close()


async def test_a_few_pings_are_answered(house: House) -> None:
    """Programs keep their connection alive with them."""
    ada = await RawSocket.dial(house.url, OPEN_TABLES)
    for number in range(int(CONTROL.burst)):
        ada.writer.write(frame(PING, str(number).encode()))
    answers: list[bytes] = []
    while len(answers) < CONTROL.burst:
        opcode, data = await ada.next()
        if opcode == PONG:
            answers.append(data)
    assert answers == [str(number).encode() for number in range(int(CONTROL.burst))]
    ada.close()


async def test_a_message_may_come_in_parts(house: House) -> None:
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo"), spectators=True))["id"]
    watcher = await RawSocket.dial(house.url, f"/api/tables/{table}/live")
    said = json.dumps({"do": "ping"}).encode()
    parts = [frame(CONTINUATION, said[at : at + 1], last=False) for at in range(1, len(said) - 1)]
    watcher.writer.write(frame(TEXT, said[:1], last=False))
    watcher.writer.write(b"".join(parts) + frame(CONTINUATION, said[-1:]))
    while True:
        opcode, data = await watcher.next()
        if opcode == TEXT and json.loads(data)["type"] == "pong":
            break
    watcher.close()


async def test_frames_count_like_messages_over_all_sockets(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of the sockets sends more pings than one may, but all of them come from one address."""
    monkeypatch.setattr(connection, "STRIKES", 10)
    house = await open_house(messages_a_second=1)
    eves = [await RawSocket.dial(house.url, OPEN_TABLES) for _ in range(6)]
    for eve in eves:
        eve.writer.write(frame(PING) * (int(CONTROL.burst) - 1))
    ends = [asyncio.create_task(eve.closed()) for eve in eves]
    done, waiting = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    assert {end.result() for end in done} == {(4429, "too many messages")}
    for end in waiting:
        end.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    for eve in eves:
        eve.close()


@pytest.mark.parametrize("goodbye", [b"", frame(CLOSE)], ids=["", "closed_at_once"])
async def test_text_that_is_no_utf_8_ends_the_socket_and_fills_no_log(
    house: House, caplog: pytest.LogCaptureFixture, goodbye: bytes
) -> None:
    eve = await RawSocket.dial(house.url, OPEN_TABLES)
    eve.writer.write(frame(TEXT, b"\xff") + goodbye)
    code, _ = await eve.closed()
    assert code == (1007 if not goodbye else 0), "a goodbye is answered as it came"
    async for _ in looks_async("the socket to be gone"):
        if not sockets_of(house):
            break
    assert [line.message for line in caplog.records if line.levelname in ("WARNING", "ERROR")] == []
    eve.close()


async def test_a_socket_that_sends_too_much_while_it_is_refused_is_no_fault(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def slowly(_: object) -> None:
        async for _ in looks_async("the end of the socket"):
            if all(one.close_sent for one in sockets_of(house)):
                raise Forbidden("server.banned")

    monkeypatch.setattr(house.services, "person_of", slowly)
    eve = await RawSocket.dial(house.url, OPEN_TABLES)
    eve.writer.write(frame(PING) * 100)
    assert await eve.closed() == (4429, "too many frames")
    async for _ in looks_async("the socket to be gone"):
        if not sockets_of(house):
            break
    assert [line.message for line in caplog.records if line.levelname in ("WARNING", "ERROR")] == []
    eve.close()


async def uncounted(open_house: Open, monkeypatch: pytest.MonkeyPatch) -> tuple[RawSocket, CountedSocket]:
    """A socket on which anything may be sent, and its other end in the server."""
    monkeypatch.setattr(uvicorn_protocols, "CONTROL", Limit("control frames", 1e9, 1e9))
    house = await open_house(messages_a_second=1_000_000_000)
    eve = await RawSocket.dial(house.url, OPEN_TABLES)
    async for _ in looks_async("the socket"):
        if sockets_of(house):
            break
    [socket] = sockets_of(house)
    return eve, socket


async def test_a_socket_whose_answers_nobody_reads_is_not_read(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve, socket = await uncounted(open_house, monkeypatch)
    async for _ in looks_async("the answers to fill the way back"):
        if not socket.writable.is_set():
            break
        await eve.flood(frame(PING, FULL) * 100, 20)
    assert not socket.transport.is_reading()
    assert socket.transport.get_write_buffer_size() <= (1 << 16) + 2 * PIECE
    eve.close()


@pytest.mark.parametrize(
    "flood",
    [frame(PONG), frame(TEXT, b"x", last=False) + frame(CONTINUATION), frame(BINARY)],
    ids=["pongs", "parts", "messages"],
)
async def test_frames_wait_outside_until_those_before_them_were_taken(
    open_house: Open, monkeypatch: pytest.MonkeyPatch, flood: bytes
) -> None:
    eve, socket = await uncounted(open_house, monkeypatch)
    longest = 0
    handle_events = socket.handle_events

    def watched() -> None:
        nonlocal longest
        handle_events()
        longest = max(longest, socket.queue.qsize())

    monkeypatch.setattr(socket, "handle_events", watched)
    eve.writer.write(flood * 2000)
    async for _ in looks_async("the flood"):
        if longest:
            break
    eve.close()
    assert longest <= PIECE // 6 + 1


async def test_a_socket_reads_a_little_at_a_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The frames of one read are looked at in one go, and hold everybody else up."""
    read: list[int] = []
    receive_data = ServerProtocol.receive_data

    def counted(self: ServerProtocol, data: bytes) -> None:
        read.append(len(data))
        receive_data(self, data)

    eve = await RawSocket.dial(house.url, OPEN_TABLES)
    monkeypatch.setattr(ServerProtocol, "receive_data", counted)
    eve.writer.write(frame(BINARY, FULL, last=False) + frame(CONTINUATION, FULL, last=False) * 60)
    eve.writer.write(frame(PING) * 1000)
    assert await eve.closed() == (4429, "too many frames")
    assert max(read) <= PIECE
    assert sum(read) < 12 * PIECE, "the rest is left unread"
    eve.close()


async def test_after_its_end_a_socket_is_gone_though_its_client_never_reads(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a proxy stands between, whose connections the door does not count."""
    monkeypatch.setattr(uvicorn_protocols, "CLOSE_SECONDS", 0.1)
    eve = await RawSocket.dial(house.url, OPEN_TABLES)
    await eve.flood(frame(PING) * 100, 1)
    async for _ in looks_async("the socket to be gone"):
        if not sockets_of(house):
            break
    eve.close()


RELIED_ON: dict[type, str] = {
    WebSocketsSansIOProtocol: "a2af2cc24550",
    H11Protocol: "5144aa32896b",
    ServerProtocol: "11b31c7bd655",
    Protocol: "4caddbf1d0fe",
}


@pytest.mark.parametrize("relied_on", RELIED_ON, ids=lambda one: one.__name__)
def test_uvicorn_works_inside_as_our_protocols_rely_on(relied_on: type) -> None:
    """After an upgrade: read what has changed, see that ours still fits, note the new digest."""
    written = inspect.getsource(relied_on).encode()
    assert hashlib.blake2b(written, digest_size=6).hexdigest() == RELIED_ON[relied_on]
