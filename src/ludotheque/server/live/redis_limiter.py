"""Limits that all processes count together, in Redis; while it is away, each counts for itself."""

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

from ludotheque.host.limits import KEPT, Limiter
from ludotheque.host.world import Clock
from ludotheque.server.world import WORLD

if TYPE_CHECKING:
    from redis.asyncio import Redis

PATIENCE: Final = 1.0
"""Seconds that Redis has to count: somebody waits for the answer to a move."""
PAUSE: Final = 5.0
"""Seconds after which a Redis that did not answer is asked again."""
TAKE: Final = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local cost, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local full_at = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now) + cost
local wait = full_at - now - burst
if wait > 0 then
  return tostring(wait)
end
local kept = math.max(1, math.ceil((full_at - now) * 1000))
redis.call('SET', KEYS[1], string.format('%.6f', full_at), 'PX', kept)
return '0'
"""
"""One number a key, as in memory: when its bucket will be full again. Redis' own clock counts."""

log = structlog.get_logger()


class RedisLimiter:
    """Counts in Redis what all processes together let through."""

    def __init__(self, redis: "Redis", house: str, meanwhile: Limiter, clock: Clock = WORLD.clock) -> None:
        self._take = redis.register_script(TAKE)
        self._house = house
        self._meanwhile = meanwhile
        """Counts while Redis does not answer: better generous for a moment than closed."""
        self._clock = clock
        self._away_until = 0.0
        self._owed: dict[str, tuple[float, float, float]] = {}
        """What was to be given back while Redis did not answer, by key: cost, rate, burst."""

    async def take(self, key: str, cost: float, rate: float, burst: float) -> float:
        """Take so much, or return how long to wait."""
        wait = await self._try(key, cost, rate, burst)
        if wait is not None:
            if self._owed:
                await self._give_back()
            return wait
        if cost < 0:
            self._owe(key, cost, rate, burst)
        return await self._meanwhile.take(key, cost, rate, burst)

    async def _try(self, key: str, cost: float, rate: float, burst: float) -> float | None:
        """Ask Redis; None while it does not answer."""
        if self._clock() < self._away_until:
            return None
        try:
            async with asyncio.timeout(PATIENCE):
                args = [cost / rate, burst / rate]
                return float(await self._take(keys=[f"{self._house}:limit:{key}"], args=args))
        except Exception as error:
            log.warning("limits are counted here alone", error=type(error).__name__)
            self._away_until = self._clock() + PAUSE
            return None

    def _owe(self, key: str, cost: float, rate: float, burst: float) -> None:
        owed, _, _ = self._owed.get(key, (0.0, rate, burst))
        if len(self._owed) < KEPT:
            self._owed[key] = (owed + cost, rate, burst)

    async def _give_back(self) -> None:
        """Give back what could not be given back while Redis was away; else it would count on."""
        while self._owed:
            key, (cost, rate, burst) = self._owed.popitem()
            if await self._try(key, cost, rate, burst) is None:
                self._owe(key, cost, rate, burst)
                return
