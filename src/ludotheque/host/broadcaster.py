"""Wakes what follows a topic when something about it has changed.

A broadcast tells that something changed, not what: each connection reads as much as its owner may know.
"""

import asyncio
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from ludotheque.host.presence import PresenceBoard
from ludotheque.host.topics import table_topic


class Broadcaster:
    """Topics, the events that are set after each change of one, and who is connected to the tables."""

    def __init__(self) -> None:
        self.presence = PresenceBoard()
        self._followers: dict[str, dict[asyncio.Event, None]] = {}
        """Events by topic, in the order in which they came: a run with the same seed wakes them alike."""

    def follow(self, topic: str, news: asyncio.Event) -> None:
        """Set `news` after every change of a topic."""
        self._followers.setdefault(topic, {})[news] = None

    @contextmanager
    def following(self, topic: str, news: asyncio.Event) -> Iterator[None]:
        """Set `news` after every change of a topic, for a while."""
        self.follow(topic, news)
        try:
            yield
        finally:
            self._followers[topic].pop(news, None)
            if not self._followers[topic]:
                del self._followers[topic]

    def publish(self, topics: Collection[str], *, here: bool = False) -> None:
        """Wake the followers of topics that have changed, in this process or, unless `here`, in all."""
        for topic in topics:
            for news in self._followers.get(topic, ()):
                news.set()
        if not here:
            self.spread(topics)

    def spread(self, topics: Collection[str]) -> None:
        """Tell other processes; there are none."""

    def tell_presence(self, table: str) -> None:
        """Wake the followers of a table that a person has come to or left."""
        self.publish([table_topic(table)], here=True)
