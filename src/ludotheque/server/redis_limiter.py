"""Limits that all processes count together, in Redis; while it is away, each counts for itself."""

import asyncio
from time import monotonic
from typing import TYPE_CHECKING, Final

import structlog

from ludotheque.server.limits import Limiter

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

    def __init__(self, redis: "Redis", house: str, meanwhile: Limiter) -> None:
        self._take = redis.register_script(TAKE)
        self._house = house
        self._meanwhile = meanwhile
        """Counts while Redis does not answer: better generous for a moment than closed."""
        self._away_until = 0.0

    async def take(self, key: str, cost: float, rate: float, burst: float) -> float:
        """Take so much, or say how long to wait."""
        if monotonic() < self._away_until:
            return await self._meanwhile.take(key, cost, rate, burst)
        try:
            async with asyncio.timeout(PATIENCE):
                wait = await self._take(keys=[f"{self._house}:limit:{key}"], args=[cost / rate, burst / rate])
        except Exception as error:
            log.warning("limits are counted here alone", error=type(error).__name__)
            self._away_until = monotonic() + PAUSE
            return await self._meanwhile.take(key, cost, rate, burst)
        return float(wait)
