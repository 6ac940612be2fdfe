"""A socket that is spoken to frame by frame, as no library would."""

import asyncio
from urllib.parse import urlsplit

from tests.patience import HANG, STANDS_STILL

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
LAST = 0x80
MASKED = 0x80


def frame(opcode: int, data: bytes = b"", *, last: bool = True) -> bytes:
    """A frame of a client with up to 125 bytes, masked with zeros."""
    return bytes([opcode | (LAST if last else 0), MASKED | len(data), 0, 0, 0, 0]) + data


class RawSocket:
    """A WebSocket made by hand: it reads only when it is told to."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def dial(cls, url: str, path: str, address: str | None = None) -> "RawSocket":
        """Open one."""
        where = urlsplit(url)
        local = None if address is None else (address, 0)
        reader, writer = await asyncio.open_connection(where.hostname, where.port, local_addr=local)
        writer.write(
            f"GET {path} HTTP/1.1\r\nhost: {where.netloc}\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
            "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        async with asyncio.timeout(HANG):
            head = await reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in head
        return cls(reader, writer)

    async def next(self) -> tuple[int, bytes]:
        """The next frame of the server: its opcode and what it holds."""
        async with asyncio.timeout(HANG):
            first, length = await self.reader.readexactly(2)
            if length == 126:
                length = int.from_bytes(await self.reader.readexactly(2), "big")
            elif length == 127:
                length = int.from_bytes(await self.reader.readexactly(8), "big")
            return first & 0x0F, await self.reader.readexactly(length)

    async def closed(self) -> tuple[int, str]:
        """The code and the reason with which the server closes."""
        while True:
            opcode, data = await self.next()
            if opcode == CLOSE:
                return int.from_bytes(data[:2], "big"), data[2:].decode()

    async def flood(self, frames: bytes, times: int) -> int:
        """Send the same again and again; how often it could be sent before the server took no more."""
        for sent in range(times):
            self.writer.write(frames)
            try:
                async with asyncio.timeout(STANDS_STILL):
                    await self.writer.drain()
            except (TimeoutError, OSError):
                return sent
        return times

    def close(self) -> None:
        """Hang up without a word."""
        self.writer.transport.abort()
