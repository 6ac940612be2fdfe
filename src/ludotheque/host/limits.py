"""Rate limits of people and network addresses, as token buckets counted by one `Limiter`.

`MemoryLimiter` counts in one process; several processes share their limits through a `Limiter` on a shared
store.
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
"""Bytes in a megabyte of the storage limits."""
KEPT: Final = 50_000
"""Maximum number of buckets in memory; full ones are dropped first."""
BURST: Final = 4
"""Burst of socket messages, in seconds at the normal rate."""
SHARED: Final = 10
"""Factor on the limit of a person for a whole address, since a school or a café has one for all."""
LINES_SHARED: Final = 3
"""The same factor for work on logs, since few people step through long matches at once."""
FORGOTTEN: Final = 600
"""Seconds after which slots of `under_way` that were never released, as after a crash, are free again."""
DAY: Final = 86_400
"""Seconds in a day."""
SITE: Final = 64
"""Prefix length in bits of an IPv6 network; its owner can use every address in it."""


class Allowances(msgspec.Struct, frozen=True, kw_only=True):
    """Configured limits per person and per address; a limit per minute may be used up in one burst."""

    requests_a_minute: int = 600
    logins_a_minute: int = 10
    messages_a_second: int = 20
    tables_a_person: int = 300
    public_tables_a_person: int = 10
    public_tables_a_minute: int = 10
    """New public tables per address and minute."""
    lines_a_minute: int = 30_000
    """Lines of logs that are replayed, sent or imported for one person per minute."""
    stored_mb_a_person: int = 500
    """Megabytes of all tables that one person has set up or imported."""
    stored_mb_a_day: int = 200
    """Megabytes of new tables and imports per address and day."""
    pictures_a_minute: int = 30
    guests_a_minute: int = 60
    """New guests per address and minute."""


class Take(NamedTuple):
    """Tokens to take from a bucket that refills by `rate` per second up to `burst`.

    A negative cost returns tokens.
    """

    key: str
    cost: float
    rate: float
    burst: float


class Limiter(Protocol):
    """Token buckets by key."""

    async def take_all(self, takes: Sequence[Take]) -> float:
        """Take tokens in order until a bucket lacks them; return the seconds to wait for it, else 0."""

    async def take(self, key: str, cost: float, rate: float, burst: float) -> float:
        """Take `cost` tokens of a bucket that refills by `rate` per second up to `burst`.

        Return 0, or the seconds to wait if the bucket lacks them, in which case none are taken. A negative
        cost returns tokens.
        """
        return await self.take_all([Take(key, cost, rate, burst)])


class MemoryLimiter(Limiter):
    """Token buckets in the memory of this process; each is stored as the time when it will be full again."""

    def __init__(self, clock: Clock = WORLD.clock) -> None:
        self._clock = clock
        self._full_at: dict[str, float] = {}

    async def take_all(self, takes: Sequence[Take]) -> float:
        """Take tokens in order until a bucket lacks them; return the seconds to wait for it, else 0."""
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
    """Occupy one of `most` concurrent slots of a key; raise `TooManyRequests` if none is free."""
    rate, burst = max(most, 1) / FORGOTTEN, most + 0.1  # a little above `most`, against rounding
    if await limiter.take(key, 1, rate, burst) > 0:
        raise TooManyRequests("server.too_many_thoughts", params={"allowed": most})
    try:
        yield
    finally:
        await limiter.take(key, -1, rate, burst)


class Limit(msgspec.Struct, frozen=True):
    """A named rate limit: `rate` tokens per second on average, `burst` at once."""

    name: str
    rate: float
    burst: float

    def take(self, key: str, people: int = 1, cost: float = 1) -> Take:
        """Describe taking `cost` from the bucket of a key, for `people` at once; nothing is taken yet."""
        return Take(f"{self.name}/{key}", cost, self.rate * people, self.burst * people)


def a_minute(name: str, number: int) -> Limit:
    """Return a limit of this many per minute, which may all be used at once."""
    return Limit(name, number / 60, number)


class Limits:
    """The rate limits of the server, applied to people and addresses."""

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
        """Take one token for each key, in order; raise `TooManyRequests` if a bucket is empty."""
        _refuse_wait(await self._limiter.take_all([limit.take(key) for key in keys]))

    async def check_shared(self, limit: Limit, address: str, person: str | None) -> None:
        """Take a token of the person and one of the address; raise `TooManyRequests` if one is missing."""
        await self._take_shared(limit, address, person, SHARED, 1)

    async def charge(self, address: str, person: str | None, lines: float) -> None:
        """Charge work on lines of logs to the person and the address; raise `TooManyRequests` if over.

        The cost is capped at the burst, so that even the largest task can run now and then. A negative number
        gives a refund.
        """
        await self._take_shared(self.lines, address, person, LINES_SHARED, min(lines, self.lines.burst))

    async def _take_shared(
        self, limit: Limit, address: str, person: str | None, people: int, cost: float
    ) -> None:
        mine = f"person:{person}" if person is not None else f"nobody:{address}"
        takes = [limit.take(mine, cost=cost), limit.take(f"address:{address}", people, cost)]
        _refuse_wait(await self._limiter.take_all(takes))

    def wait(self, limit: Limit, key: str, people: int = 1, cost: float = 1) -> Awaitable[float]:
        """Take tokens of a bucket with `people` times the limit; return 0, or the seconds to wait."""
        return self._limiter.take_all([limit.take(key, people, cost)])


def _refuse_wait(seconds: float) -> None:
    if seconds > 0:
        raise TooManyRequests("server.too_many", params={"seconds": ceil(seconds)})


def address_key(host: str | None) -> str:
    """Return the key to limit an address by: the IPv4 address itself, or the prefix of an IPv6 network.

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
