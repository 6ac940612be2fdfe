"""Publish and subscribe: wake the subscribers of a topic when something about it has changed.

A broadcast carries no content: each connection then reads as much as its person may know.
"""

import asyncio
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from ludotheque.host.presence import PresenceBoard
from ludotheque.host.topics import table_topic


class Broadcaster:
    """Subscribers by topic, each an `asyncio.Event`, and the presence of people at the tables."""

    def __init__(self) -> None:
        self.presence = PresenceBoard()
        self._followers: dict[str, dict[asyncio.Event, None]] = {}
        """Subscribers in the order of subscription, so that a run with the same seed wakes them alike."""

    def follow(self, topic: str, news: asyncio.Event) -> None:
        """Subscribe permanently: set `news` after every change of a topic."""
        self._followers.setdefault(topic, {})[news] = None

    @contextmanager
    def following(self, topic: str, news: asyncio.Event) -> Iterator[None]:
        """Subscribe to a topic within a `with` block: set `news` after every change."""
        self.follow(topic, news)
        try:
            yield
        finally:
            self._followers[topic].pop(news, None)
            if not self._followers[topic]:
                del self._followers[topic]

    def publish(self, topics: Collection[str], *, here: bool = False) -> None:
        """Wake the subscribers of topics in this process, and unless `here` in all other processes."""
        for topic in topics:
            for news in self._followers.get(topic, ()):
                news.set()
        if not here:
            self.spread(topics)

    def spread(self, topics: Collection[str]) -> None:
        """Forward topics to other processes; nothing here, a subclass does it."""

    def tell_presence(self, table: str) -> None:
        """Wake the subscribers of a table after a person has connected or disconnected."""
        self.publish([table_topic(table)], here=True)
