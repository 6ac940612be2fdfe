"""Broadcasts to connections: within a process directly, between processes through a Redis channel.

A broadcast only says that a topic has changed. Each connection then reads what its owner may know. A lost
message therefore costs a read, never a move, and after a gap every connection reads.
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
from ludotheque.server.world import WORLD, ServerWorld

if TYPE_CHECKING:
    from redis.asyncio import Redis

BEAT: Final = 1.0
"""Interval of heartbeats in seconds."""
SILENT: Final = 6.0
"""Seconds without a message after which a process counts as gone, along with its clients."""
REMEMBERED: Final = 1000
"""Number of processes, living or dead, whose last message number is kept."""
MANY: Final = 5000
"""Number of changed topics above which a message wakes all connections, without naming the topics."""


class News(msgspec.Struct, omit_defaults=True):
    """Message from one process to the others: all changes since its previous message."""

    sender: str
    number: int = 0
    """Sequence number of the message, by which receivers notice lost ones."""
    beat: float = 0
    """Time of a heartbeat by the sender's clock, else 0; its own copy gives it the round-trip time."""
    topics: list[str] = []
    everything: bool = False
    """True if too many topics have changed to name them, so that every connection has to read."""
    here: dict[str, Share] = {}
    """People connected through the sender, for each table where they have changed."""
    asks: bool = False
    """True if the sender asks the other processes to report which people are connected to them."""
    leaves: bool = False


class SharedBroadcaster(Broadcaster):
    """Broadcaster that wakes the followers of a topic in this process, and through Redis in all others.

    Without a Redis address it works for a single process.
    """

    def __init__(self, world: ServerWorld = WORLD, redis: str | None = None, secret: bytes = b"") -> None:
        super().__init__()
        self._clock = world.clock
        self.process = world.random.randbytes(8).hex()
        """Random id of this process."""
        self.redis: Redis | None = None
        self.doubt: Callable[[str | None], None] = lambda _: None
        """Callback, given the id of a table that another process has changed, or None for any table."""
        self.revised: Callable[[str], None] = lambda _: None
        """Callback, given the id of a table where the people connected through other processes changed."""
        self.lag: float | None = None
        """Round-trip time of our last heartbeat through Redis, in seconds."""
        self._channel: RedisChannel | None = None
        self._news = News(self.process)
        self._topics: dict[str, None] = {}
        """Topics that changed since the last message, in order."""
        self._others: dict[str, float] = {}
        """Time of the last message from each of the other processes."""
        self._sent = 0
        """Sequence number of our last message; `_received` has the last one of each other process."""
        self._received: OrderedDict[str, int] = OrderedDict()
        self._beating: asyncio.Task[None] | None = None
        self.house = f"ludotheque:{blake2b(secret, digest_size=8).hexdigest()}"
        """Prefix of Redis keys and channels, derived from the secret that the processes of a server share."""
        if redis is not None:
            self.redis = world.connect_redis(redis)
            self._channel = RedisChannel(
                self.redis, f"{self.house}:changes", self._gather, self._hear, self._catch_up, world.random
            )

    @property
    def up(self) -> bool:
        """True if messages of other processes arrive, or if there is only one process."""
        return self._channel is None or self._channel.up

    @property
    def processes(self) -> int:
        """Number of server processes known to be running, including this one."""
        return 1 + len(self._others)

    def open(self) -> None:
        """Start listening and sending heartbeats, if Redis is configured."""
        if self._channel is not None:
            self._channel.open()
            self._beating = asyncio.get_running_loop().create_task(self._beat())

    async def close(self) -> None:
        """Announce the end of this process and close the Redis connections."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        if self._channel is not None:
            self._news, self._topics = News(self.process, leaves=True), {}
            await self._channel.close()
        if self.redis is not None:
            await self.redis.aclose()

    def spread(self, topics: Collection[str]) -> None:
        """Send changed topics to the other processes."""
        if self._channel is not None:
            self._topics.update(dict.fromkeys(topics))
            if len(self._topics) > MANY:
                self._topics.clear()
                self._news.everything = True
            self._channel.wake()

    def tell_presence(self, table: str) -> None:
        """Wake the followers of a table in all processes after a person has come or left."""
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
        """Return whether messages of the sender were lost; a message sent twice is not counted as a gap."""
        # Numbers of silent processes are kept, too: their missed messages may concern our clients.
        before = self._received.pop(news.sender, 0)
        self._received[news.sender] = max(before, news.number)
        if len(self._received) > REMEMBERED:
            self._received.popitem(last=False)
        return news.number > before + 1

    def _catch_up(self) -> None:
        """Recover from possibly lost messages: wake all connections and resynchronize presence."""
        self._look_everywhere(sign_ins=True)
        self._ask()
        self._tell_all_presence()

    def _look_everywhere(self, *, sign_ins: bool = False) -> None:
        """Wake the followers of all topics in this process.

        Topics of sign-ins are included only with `sign_ins`, since each of their followers reads the
        database.
        """
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
        """Wake the followers of tables where the people connected through other processes have changed."""
        for table in tables:
            self.revised(table)
        self.publish(list(map(table_topic, tables)), here=True)

    def _lose(self, process: str) -> None:
        self._others.pop(process, None)
        self._see(self.presence.drop(process))

    async def _beat(self) -> None:
        """Send heartbeats and drop processes without one, until cancelled."""
        assert self._channel is not None  # started only with a channel
        while True:
            self._news.beat = self._clock()
            self._channel.wake()
            if not self._channel.up:
                # Messages of other processes are lost meanwhile, so all connections read at every beat.
                self._look_everywhere()
            for process, heard in list(self._others.items()):
                if self._clock() - heard > SILENT:
                    self._lose(process)
            await asyncio.sleep(BEAT)
