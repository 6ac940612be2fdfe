"""Who is told that something changed: in this process at once, in others through a channel of Redis.

Only that something changed is told: what, everybody's own connection reads, as much as its owner may know.
So a message that is lost costs a look, never a move; and after a gap everybody looks.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

import msgspec

from ludotheque.host.broadcaster import Broadcaster
from ludotheque.host.presence import Share
from ludotheque.host.topics import SIGN_INS, table_topic
from ludotheque.server.live.channel import RedisChannel
from ludotheque.server.world import WORLD, World

if TYPE_CHECKING:
    from redis.asyncio import Redis

BEAT: Final = 1.0
"""Seconds between two signs of life."""
SILENT: Final = 6.0
"""Seconds after which a process that gives no sign of life is gone, with everybody connected to it."""
REMEMBERED: Final = 1000
"""Processes, living or dead, of which it is known how far they were heard."""
MANY: Final = 5000
"""Topics from which on all are told to look, instead of naming them."""


class News(msgspec.Struct, omit_defaults=True):
    """What one process tells the others, all that has gathered since the last time."""

    sender: str
    number: int = 0
    """Counts the messages of the sender: whoever misses one notices it by the next."""
    beat: float = 0
    """When it was sent, by the sender's own clock: its own message tells it how long messages take."""
    topics: list[str] = []
    everything: bool = False
    """So much has changed that everybody had better look."""
    here: dict[str, Share] = {}
    """Who is connected to the sender, by table, where that has changed."""
    asks: bool = False
    """The sender wants to know who is connected to the others."""
    leaves: bool = False


class SharedBroadcaster(Broadcaster):
    """Wakes the connections that follow a topic: in this process, and through Redis in all others."""

    def __init__(self, world: World = WORLD, redis: str | None = None, secret: bytes = b"") -> None:
        super().__init__()
        self._clock = world.clock
        self.process = world.random.randbytes(8).hex()
        """The name of this process among the others."""
        self.redis: Redis | None = None
        self.doubt: Callable[[str | None], None] = lambda _: None
        """Called when another process has changed a table, or may have changed any."""
        self.revised: Callable[[str], None] = lambda _: None
        """Called when other people are connected to a table."""
        self.lag: float | None = None
        """Seconds that our last message took through Redis and back."""
        self._channel: RedisChannel | None = None
        self._news = News(self.process)
        self._topics: dict[str, None] = {}
        """Topics that changed since the last message, in order."""
        self._others: dict[str, float] = {}
        """When each of the other processes was heard last."""
        self._sent = 0
        """Number of our last message, and by process that of the last one heard."""
        self._received: OrderedDict[str, int] = OrderedDict()
        self._beating: asyncio.Task[None] | None = None
        self.house = f"ludotheque:{blake2b(secret, digest_size=8).hexdigest()}"
        """Processes with the same secret belong together."""
        if redis is not None:
            self.redis = world.connect_redis(redis)
            self._channel = RedisChannel(
                self.redis, f"{self.house}:changes", self._gather, self._hear, self._catch_up, world.random
            )

    @property
    def up(self) -> bool:
        """Whether the other processes are heard."""
        return self._channel is None or self._channel.up

    @property
    def processes(self) -> int:
        """How many processes serve the house, as far as this one hears."""
        return 1 + len(self._others)

    def open(self) -> None:
        """Listen to the other processes, if there are any."""
        if self._channel is not None:
            self._channel.open()
            self._beating = asyncio.get_running_loop().create_task(self._beat())

    async def close(self) -> None:
        """Let go of Redis."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        if self._channel is not None:
            self._news, self._topics = News(self.process, leaves=True), {}
            await self._channel.close()
        if self.redis is not None:
            await self.redis.aclose()

    def spread(self, topics: Collection[str]) -> None:
        """Tell other processes what has changed."""
        if self._channel is not None:
            self._topics.update(dict.fromkeys(topics))
            if len(self._topics) > MANY:
                self._topics.clear()
                self._news.everything = True
            self._channel.wake()

    def tell_presence(self, table: str) -> None:
        """Wake the followers of a table that a person has come to or left, in all processes."""
        super().tell_presence(table)
        if self._channel is not None:
            self._news.here[table] = self.presence.of(table).share
            self._channel.wake()

    def _gather(self) -> bytes | None:
        news, self._news = self._news, News(self.process)
        news.topics, self._topics = list(self._topics), {}
        if news == self._news:
            return None
        self._sent += 1
        news.number = self._sent
        return msgspec.json.encode(news)

    def _hear(self, message: bytes) -> None:
        news = msgspec.json.decode(message, type=News)
        if news.sender == self.process:
            if news.beat:
                self.lag = self._clock() - news.beat
            return
        if news.leaves:
            self._lose(news.sender)
            return
        if news.sender not in self._others and not news.asks:
            self._ask()
        self._others[news.sender] = self._clock()
        if self._has_missed(news):
            self._catch_up()
        if news.asks:
            self._tell_all_presence()
        self._see(self.presence.note(news.sender, news.here))
        if news.everything:
            self._look_everywhere(sign_ins=True)
        for topic in news.topics:
            kind, _, name = topic.partition(":")
            if kind == "table":
                self.doubt(name)
        self.publish(news.topics, here=True)

    def _has_missed(self, news: News) -> bool:
        """Whether messages of a sender were lost; one that is sent again after a failure comes twice."""
        # Kept also of a process that was silent for a while: what it said meanwhile may concern us.
        before = self._received.pop(news.sender, 0)
        self._received[news.sender] = max(before, news.number)
        if len(self._received) > REMEMBERED:
            self._received.popitem(last=False)
        return news.number > before + 1

    def _catch_up(self) -> None:
        """Messages may have been missed: whoever is connected looks, and all tell who is connected."""
        self._look_everywhere(sign_ins=True)
        self._ask()
        self._tell_all_presence()

    def _look_everywhere(self, *, sign_ins: bool = False) -> None:
        """Everybody looks at what they follow; each socket asks the database for its sign-in, so seldom."""
        self.doubt(None)
        topics = [topic for topic in self._followers if sign_ins or not topic.startswith(SIGN_INS)]
        self.publish(topics, here=True)

    def _ask(self) -> None:
        self._news.asks = True
        if self._channel is not None:
            self._channel.wake()

    def _tell_all_presence(self) -> None:
        self._news.here |= self.presence.here()
        if self._channel is not None:
            self._channel.wake()

    def _see(self, tables: list[str]) -> None:
        """Others are connected to these tables now."""
        for table in tables:
            self.revised(table)
        self.publish(list(map(table_topic, tables)), here=True)

    def _lose(self, process: str) -> None:
        self._others.pop(process, None)
        self._see(self.presence.drop(process))

    async def _beat(self) -> None:
        """Give signs of life, and notice who gives none."""
        assert self._channel is not None  # it beats for others alone
        while True:
            self._news.beat = self._clock()
            self._channel.wake()
            if not self._channel.up:
                # Nobody tells what others change, so everybody looks at every beat.
                self._look_everywhere()
            for process, heard in list(self._others.items()):
                if self._clock() - heard > SILENT:
                    self._lose(process)
            await asyncio.sleep(BEAT)
