"""Fair queue of requests for the worker processes.

A worker claims a request, renews the claim while it works and completes it; the requester may cancel. This
queue is in memory, for one process. A shared queue could replace it with the same methods.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Collection, Iterator
from enum import IntEnum
from itertools import count
from typing import Final

import msgspec

from ludotheque.host.refusals import Unavailable
from ludotheque.host.thinking import Argument
from ludotheque.host.world import Clock
from ludotheque.server.metrics import WAITING
from ludotheque.server.world import WORLD

LEASE: Final = 15.0
"""Seconds after which a claim that was not renewed expires and the request is queued again."""
LOWER_EVERY: Final = 8
"""Every so many claims, one takes the least urgent kind that waits, so that no kind starves."""


class Kind(IntEnum):
    """Kinds of requests, most urgent first."""

    FLICK = 0
    MOVE = 1
    HINT = 2
    IMPORT = 3
    ANALYSIS = 4


WAITING_OF: Final = {kind: WAITING.labels(kind.name.lower()) for kind in Kind}
SHORT: Final = (Kind.FLICK, Kind.MOVE, Kind.HINT)
"""Kinds that players wait for; all workers but one serve only these."""


class Request(msgspec.Struct, frozen=True, eq=False):
    """Request for the workers as plain data, which can be sent to another process."""

    number: int
    kind: Kind
    person: str
    """Quota owner: the queue alternates between the owners."""
    table: str
    work: str
    """Name of a function of `host.thinking`."""
    args: tuple[Argument, ...]


class Turns:
    """Requests of one kind in round-robin order: people alternate, and so do the tables of each."""

    def __init__(self) -> None:
        self._people: OrderedDict[str, OrderedDict[str, deque[Request]]] = OrderedDict()

    def __iter__(self) -> Iterator[Request]:
        for tables in self._people.values():
            for requests in tables.values():
                yield from requests

    def __bool__(self) -> bool:
        return bool(self._people)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def put(self, request: Request) -> None:
        """Add a request behind those of the same person and table."""
        tables = self._people.setdefault(request.person, OrderedDict())
        tables.setdefault(request.table, deque()).append(request)

    def take(self) -> Request:
        """Remove and return the next request; its person and table move to the end of their rounds."""
        person, tables = next(iter(self._people.items()))
        table, requests = next(iter(tables.items()))
        request = requests.popleft()
        tables.move_to_end(table)
        self._people.move_to_end(person)
        self._drop_empty(request)
        return request

    def remove(self, request: Request) -> None:
        """Remove a request that was cancelled."""
        self._people[request.person][request.table].remove(request)
        self._drop_empty(request)

    def place(self, request: Request) -> int:
        """Return the number of requests that will be taken before this one, if none is added."""
        own = list(self._in_turn(request.person)).index(request)
        people = list(self._people)
        behind = people.index(request.person)
        return own + sum(
            min(own + (index < behind), sum(map(len, self._people[person].values())))
            for index, person in enumerate(people)
            if index != behind
        )

    def _in_turn(self, person: str) -> Iterator[Request]:
        """Yield the requests of one person in the order in which they would be taken."""
        tables = [list(requests) for requests in self._people[person].values()]
        for turn in range(max(map(len, tables))):
            yield from (requests[turn] for requests in tables if turn < len(requests))

    def _drop_empty(self, request: Request) -> None:
        tables = self._people[request.person]
        if not tables[request.table]:
            del tables[request.table]
        if not tables:
            del self._people[request.person]


class ThoughtQueue:
    """Requests waiting for a worker and requests claimed by one, with their futures."""

    def __init__(self, clock: Clock = WORLD.clock) -> None:
        self._clock = clock
        self._numbers = count(1)
        self._waiting = {kind: Turns() for kind in Kind}
        self._claimed: dict[int, tuple[Request, float]] = {}
        self._answers: dict[int, tuple[Request, asyncio.Future[bytes]]] = {}
        self._claims = 0
        self.news = asyncio.Event()
        """Event that is set when a request is added."""

    def put(
        self, kind: Kind, person: str, table: str, work: str, args: tuple[Argument, ...]
    ) -> tuple[Request, asyncio.Future[bytes]]:
        """Add a request; return it with the future of its result."""
        request = Request(next(self._numbers), kind, person, table, work, args)
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._answers[request.number] = (request, answer)
        self._waiting[kind].put(request)
        WAITING_OF[kind].inc()
        self.news.set()
        return request, answer

    def claim(self, kinds: Collection[Kind] = tuple(Kind)) -> Request | None:
        """Take the next request of the given kinds for a worker; None if there is none."""
        self._take_back()
        waiting = [kind for kind in Kind if kind in kinds and self._waiting[kind]]
        if not waiting:
            return None
        self._claims += 1
        kind = waiting[-1] if self._claims % LOWER_EVERY == 0 else waiting[0]
        request = self._waiting[kind].take()
        WAITING_OF[kind].dec()
        self._claimed[request.number] = (request, self._clock() + LEASE)
        return request

    def renew(self, request: Request) -> bool:
        """Extend a claim; return False if the request was cancelled or its claim has expired."""
        if request.number not in self._claimed:
            return False
        self._claimed[request.number] = (request, self._clock() + LEASE)
        return True

    def complete(self, request: Request, answer: bytes | BaseException) -> None:
        """Resolve the future of a claimed request with a result or an exception, unless it was cancelled."""
        if self._claimed.pop(request.number, None) is None:
            return
        future = self._forget(request)
        if future.done():
            return
        if isinstance(answer, BaseException):
            future.set_exception(answer)
        else:
            future.set_result(answer)

    def cancel(self, request: Request) -> None:
        """Remove a request, waiting or claimed, and cancel its future."""
        if request.number not in self._answers:
            return
        if self._claimed.pop(request.number, None) is None:
            self._waiting[request.kind].remove(request)
            WAITING_OF[request.kind].dec()
        self._forget(request).cancel()

    def close(self) -> None:
        """Fail all requests with `Unavailable`."""
        for request, future in list(self._answers.values()):
            if not future.done():
                future.set_exception(Unavailable("server.busy"))
            self.cancel(request)

    def waiting(self, kind: Kind) -> int:
        """Return the number of waiting requests of a kind."""
        return len(self._waiting[kind])

    def place(self, request: Request) -> int:
        """Return the number of requests ahead of a waiting one; 0 if it is next, running or finished."""
        if request.number in self._claimed or request.number not in self._answers:
            return 0
        before = sum(self.waiting(kind) for kind in Kind if kind < request.kind)
        return before + self._waiting[request.kind].place(request)

    def _forget(self, request: Request) -> asyncio.Future[bytes]:
        return self._answers.pop(request.number)[1]

    def _take_back(self) -> None:
        """Put the requests whose claims have expired back into the queue."""
        now = self._clock()
        for request, until in list(self._claimed.values()):
            if until <= now:
                del self._claimed[request.number]
                self._waiting[request.kind].put(request)
                WAITING_OF[request.kind].inc()
                self.news.set()
