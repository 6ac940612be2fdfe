"""How fast somebody may go: every limit of the server is counted by one `Limiter`.

The server counts in memory; several processes count together as soon as a `Limiter` keeps its numbers where
all of them reach it.
"""

from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import Final, NamedTuple, Protocol

import msgspec

from ludotheque.host.refusals import TooManyRequests
from ludotheque.host.world import WORLD, Clock

MEGABYTE: Final = 1_000_000
"""Bytes, as the limits of stored bytes are told."""
KEPT: Final = 50_000
"""Keys that are remembered; those that have waited long enough to be as good as new go first."""
BURST: Final = 4
"""Seconds' worth of messages that may come at once."""
SHARED: Final = 10
"""How many people's worth one address may send: a school or a café has one for all."""
LINES_SHARED: Final = 3
"""How many people's worth of work on logs one address has: few step through long matches at once."""
FORGOTTEN: Final = 600
"""Seconds after which what is under way counts no more: whoever began it may have died."""
DAY: Final = 86_400
"""Seconds."""
SITE: Final = 64
"""Bits of an IPv6 address that tell whose it is; whoever has one has all that begin like it."""


class Allowances(msgspec.Struct, frozen=True, kw_only=True):
    """Limits for people and addresses; those by the minute may be taken at once."""

    requests_a_minute: int = 600
    logins_a_minute: int = 10
    messages_a_second: int = 20
    tables_a_person: int = 300
    public_tables_a_person: int = 10
    public_tables_a_minute: int = 10
    """New public tables from one address."""
    lines_a_minute: int = 30_000
    """Lines of logs that are replayed, sent or taken in for one person."""
    stored_mb_a_person: int = 500
    """Megabytes of all tables that one person has set up or imported."""
    stored_mb_a_day: int = 200
    """Megabytes of new tables and imports from one address."""
    pictures_a_minute: int = 30
    guests_a_minute: int = 60
    """New guests from one address."""


class Take(NamedTuple):
    """Something to be taken from what fills by `rate` a second up to `burst`; a negative cost gives back."""

    key: str
    cost: float
    rate: float
    burst: float


class Limiter(Protocol):
    """Counts what was taken, by key."""

    async def take_all(self, takes: Sequence[Take]) -> float:
        """Take one after the other up to the first that has to wait; return how long, or 0."""

    async def take(self, key: str, cost: float, rate: float, burst: float) -> float:
        """Take so much of what fills by `rate` a second up to `burst`; how long to wait if it is not there.

        Nothing is taken by whoever has to wait. A negative cost gives back.
        """
        return await self.take_all([Take(key, cost, rate, burst)])


class MemoryLimiter(Limiter):
    """Counts in this process, one number a key: when its bucket will be full again."""

    def __init__(self, clock: Clock = WORLD.clock) -> None:
        self._clock = clock
        self._full_at: dict[str, float] = {}

    async def take_all(self, takes: Sequence[Take]) -> float:
        """Take one after the other up to the first that has to wait; return how long, or 0."""
        return next((wait for wait in map(self._take, takes) if wait > 0), 0.0)

    def _take(self, take: Take) -> float:
        key, cost, rate, burst = take
        now = self._clock()
        full_at = max(self._full_at.pop(key, now), now) + cost / rate
        wait = full_at - now - burst / rate
        if wait > 0:
            full_at -= cost / rate
        self._full_at[key] = full_at
        if len(self._full_at) > KEPT:
            self._make_space(now)
        return max(wait, 0.0)

    def _make_space(self, now: float) -> None:
        self._full_at = {key: full_at for key, full_at in self._full_at.items() if full_at > now}
        while len(self._full_at) > KEPT:
            del self._full_at[next(iter(self._full_at))]


@asynccontextmanager
async def under_way(limiter: Limiter, key: str, most: int) -> AsyncIterator[None]:
    """While something lasts of which somebody may have so much at once; refused if it is too much."""
    rate, burst = max(most, 1) / FORGOTTEN, most + 0.1  # a little more than is counted in fractions
    if await limiter.take(key, 1, rate, burst) > 0:
        raise TooManyRequests("server.too_many_thoughts", params={"allowed": most})
    try:
        yield
    finally:
        await limiter.take(key, -1, rate, burst)


class Limit(msgspec.Struct, frozen=True):
    """So many a second in the long run, so many at once."""

    name: str
    rate: float
    burst: float

    def take(self, key: str, people: int = 1, cost: float = 1) -> Take:
        """Return what a key takes of what so many people may have."""
        return Take(f"{self.name}/{key}", cost, self.rate * people, self.burst * people)


def a_minute(name: str, number: int) -> Limit:
    """So many a minute, all of them at once if need be."""
    return Limit(name, number / 60, number)


class Limits:
    """What each person and each address may do."""

    def __init__(self, limiter: Limiter, allowed: Allowances) -> None:
        self._limiter = limiter
        self.requests = a_minute("requests", allowed.requests_a_minute)
        self.logins = a_minute("logins", allowed.logins_a_minute)
        self.pictures = a_minute("pictures", allowed.pictures_a_minute)
        self.guests = a_minute("guests", allowed.guests_a_minute)
        self.lines = a_minute("lines", allowed.lines_a_minute)
        self.public_tables = a_minute("public_tables", allowed.public_tables_a_minute)
        stored = allowed.stored_mb_a_day * MEGABYTE
        self.stored = Limit("stored", stored / DAY, stored)
        second = allowed.messages_a_second
        self.messages = Limit("messages", second, second * BURST)

    async def check(self, limit: Limit, *keys: str) -> None:
        """Refuse if one of the keys goes too fast."""
        _refuse_wait(await self._limiter.take_all([limit.take(key) for key in keys]))

    async def check_shared(self, limit: Limit, address: str, person: str | None) -> None:
        """Refuse if a person goes too fast, or all at an address together."""
        await self._take_shared(limit, address, person, SHARED, 1)

    async def charge(self, address: str, person: str | None, lines: float) -> None:
        """Refuse work on so many lines of logs, or count it, for a person and all at an address together.

        Even the largest piece of work is let through from time to time. A negative number gives back.
        """
        await self._take_shared(self.lines, address, person, LINES_SHARED, min(lines, self.lines.burst))

    async def _take_shared(
        self, limit: Limit, address: str, person: str | None, people: int, cost: float
    ) -> None:
        mine = f"person:{person}" if person is not None else f"nobody:{address}"
        takes = [limit.take(mine, cost=cost), limit.take(f"address:{address}", people, cost)]
        _refuse_wait(await self._limiter.take_all(takes))

    def wait(self, limit: Limit, key: str, people: int = 1, cost: float = 1) -> Awaitable[float]:
        """Count one more of what so many people may have, and say how long it has to wait."""
        return self._limiter.take_all([limit.take(key, people, cost)])


def _refuse_wait(seconds: float) -> None:
    if seconds > 0:
        raise TooManyRequests("server.too_many", params={"seconds": ceil(seconds)})


def address_key(host: str | None) -> str:
    """Whose an address is.

    >>> address_key("192.0.2.7"), address_key("2001:db8:1:2:3:4:5:6"), address_key(None)
    ('192.0.2.7', '2001:db8:1:2::', 'unknown')
    """
    try:
        address = ip_address(host or "")
    except ValueError:
        return host or "unknown"
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> SITE << SITE))
