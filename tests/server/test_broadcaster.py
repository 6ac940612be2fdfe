"""Broadcasts between processes: one that gets lost is noticed by the next."""

import asyncio
from random import Random

import msgspec

from ludotheque.server.live.broadcaster import SharedBroadcaster
from ludotheque.server.run.machine import Machine
from tests.simulation.loop import SimulatedLoop
from tests.simulation.redis import Broker, Client
from tests.simulation.trace import Trace


class OneRedis(Machine):
    """A world with a Redis of its own."""

    def __init__(self, broker: Broker, seed: int = 1) -> None:
        super().__init__(random=Random(seed))
        self._broker = broker

    def connect_redis(self, address: str) -> object:  # type: ignore[override]  # all that the server calls
        return Client(self._broker)


def broadcasts(
    *topics: list[str], lost: int | None = None, twice: int | None = None, given_up: int | None = None
) -> list[str]:
    """Return what a follower of `table:a` and of `table:b` is woken for, message by message."""
    loop = SimulatedLoop(Random(1))
    broker = Broker(loop, Random(1), Trace(loop.time))

    async def run() -> list[str]:
        sender, hearer = (SharedBroadcaster(OneRedis(broker, seed), "redis://one") for seed in (1, 2))
        woken: list[str] = []
        news = {name: asyncio.Event() for name in ("table:a", "table:b")}
        for name, event in news.items():
            hearer.follow(name, event)
        for number, changed in enumerate(topics):
            sender.publish(changed)
            message = sender._gather()
            assert message is not None
            for _ in range(2 if number == twice else 1):
                if number != lost:
                    hearer._hear(message)
            if number == given_up:
                hearer._lose(sender.process)
            woken.append("".join(name[-1] for name, event in news.items() if event.is_set()))
            for event in news.values():
                event.clear()
        return woken

    return loop.run_until_complete(run())


def test_each_message_wakes_whom_it_concerns() -> None:
    assert broadcasts(["table:a"], ["table:b"], ["table:a"]) == ["a", "b", "a"]


def test_after_a_lost_message_everybody_looks() -> None:
    assert broadcasts(["table:b"], ["table:a"], ["table:b"], ["table:b"], lost=1) == ["b", "", "ab", "b"]


def test_the_first_message_of_a_process_may_be_the_one_that_is_lost() -> None:
    assert broadcasts(["table:a"], ["table:b"], lost=0) == ["", "ab"]


def test_a_gap_is_noticed_though_its_sender_was_given_up_meanwhile() -> None:
    assert broadcasts(["table:b"], ["table:a"], ["table:b"], lost=1, given_up=1) == ["b", "", "ab"]


def test_a_message_that_comes_twice_is_no_gap() -> None:
    assert broadcasts(["table:b"], ["table:b"], ["table:b"], twice=1) == ["b", "b", "b"]


def test_messages_are_numbered_in_their_order() -> None:
    sender = SharedBroadcaster(
        OneRedis(Broker(SimulatedLoop(Random(1)), Random(1), Trace(float))), "redis://one"
    )
    numbers = []
    for _ in range(3):
        sender._topics["table:a"] = None
        numbers.append(msgspec.json.decode(sender._gather() or b"")["number"])
    assert numbers == [1, 2, 3]
