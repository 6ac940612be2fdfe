"""Rate limits that all processes share through Redis; each counts alone while Redis is away."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec
import structlog

from ludotheque.host.limits import KEPT, Limiter, Take
from ludotheque.host.world import Clock
from ludotheque.server.world import WORLD

if TYPE_CHECKING:
    from redis.asyncio import Redis

PATIENCE: Final = 1.0
"""Timeout of Redis in seconds; players are waiting for the answer."""
PAUSE: Final = 5.0
"""Seconds after a failure during which Redis is not asked."""
TAKE: Final = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local place, waits = 0, {}
for _, takes in ipairs(cjson.decode(ARGV[1])) do
  local wait = 0
  for number, take in ipairs(takes) do
    if wait <= 0 then
      local key = KEYS[place + number]
      local full_at = math.max(tonumber(redis.call('GET', key) or now), now) + take[1]
      wait = full_at - now - take[2]
      if wait <= 0 then
        local kept = math.max(1, math.ceil((full_at - now) * 1000))
        redis.call('SET', key, string.format('%.6f', full_at), 'PX', kept)
      end
    end
  end
  place = place + #takes
  waits[#waits + 1] = tostring(math.max(wait, 0))
end
return waits
"""
"""Lua script of a token bucket that stores under each key when the bucket will be full, by Redis' clock."""

log = structlog.get_logger()


class RedisLimiter(Limiter):
    """Limiter that counts in Redis for all processes.

    Requests that arrive during a call to Redis are sent together in the next one.
    """

    def __init__(self, redis: "Redis", house: str, meanwhile: Limiter, clock: Clock = WORLD.clock) -> None:
        self._script = redis.register_script(TAKE)
        self._house = house
        self._meanwhile = meanwhile
        """Fallback while Redis is away, which is more generous as each process counts alone."""
        self._clock = clock
        self._away_until = 0.0
        self._waiting: list[tuple[Sequence[Take], asyncio.Future[float | None]]] = []
        self._asking: asyncio.Task[None] | None = None
        self._owed: dict[str, Take] = {}
        """Tokens to give back that Redis has missed, by key."""

    async def take_all(self, takes: Sequence[Take]) -> float:
        """Take tokens in order up to the first take that has to wait.

        Returns its waiting time in seconds, or 0 if all were taken.
        """
        wait = await self._ask(takes)
        if wait is not None:
            if self._owed:
                await self._give_back()
            return wait
        for take in takes:
            if take.cost < 0:
                self._owe(take)
        return await self._meanwhile.take_all(takes)

    async def _ask(self, takes: Sequence[Take]) -> float | None:
        """Take the tokens in Redis and return the waiting time; None if Redis is away."""
        if self._clock() < self._away_until:
            return None
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[float | None] = loop.create_future()
        self._waiting.append((takes, answer))
        if self._asking is None:
            self._asking = loop.create_task(self._ask_for_all())
        return await answer

    async def _ask_for_all(self) -> None:
        """Send all pending requests to Redis in one call, until none is left."""
        try:
            while self._waiting:
                asked, self._waiting = self._waiting, []
                try:
                    async with asyncio.timeout(PATIENCE):
                        waits: list[float | None] = await self._call([takes for takes, _ in asked])
                except Exception as error:
                    log.warning(
                        "Redis does not answer; rate limits are counted in this process alone",
                        error=type(error).__name__,
                    )
                    self._away_until = self._clock() + PAUSE
                    waits = [None] * len(asked)
                for (_, answer), wait in zip(asked, waits, strict=True):
                    if not answer.done():
                        answer.set_result(wait)
        finally:
            self._asking = None

    async def _call(self, asked: Sequence[Sequence[Take]]) -> list[float | None]:
        keys = [f"{self._house}:limit:{take.key}" for takes in asked for take in takes]
        costs = [[(take.cost / take.rate, take.burst / take.rate) for take in takes] for takes in asked]
        waits = await self._script(keys=keys, args=[msgspec.json.encode(costs)])
        return [float(wait) for wait, _ in zip(waits, asked, strict=True)]

    def _owe(self, take: Take) -> None:
        owed = self._owed.get(take.key)
        if len(self._owed) < KEPT:
            self._owed[take.key] = take if owed is None else take._replace(cost=take.cost + owed.cost)

    async def _give_back(self) -> None:
        """Give back the tokens that Redis has missed while it was away, until it fails again."""
        while self._owed:
            _, take = self._owed.popitem()
            if await self._ask([take]) is None:
                self._owe(take)
                return
