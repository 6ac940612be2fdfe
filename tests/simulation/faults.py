"""Faults that a run may have, each drawn with its length and place."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from tests.simulation import disk, workers

if TYPE_CHECKING:
    from tests.simulation.process import ServerProcess
    from tests.simulation.simulation import Simulation

Fault: TypeAlias = "Callable[[Simulation], Awaitable[None]]"


def _any_process(simulation: "Simulation") -> "ServerProcess | None":
    able = [one for one in simulation.processes if one is not None and not one.host.dead]
    return simulation.random.choice(able) if able else None


async def kill(simulation: "Simulation") -> None:
    """End a process between two callbacks; its clients see their connections break."""
    process = _any_process(simulation)
    if process is not None:
        simulation.kill(process)


async def lose_machine(simulation: "Simulation") -> None:
    """End a process with its machine: nobody is told."""
    process = _any_process(simulation)
    if process is not None:
        simulation.kill(process, silently=True)


async def restart(simulation: "Simulation") -> None:
    """Stop a process in order; it comes back."""
    process = _any_process(simulation)
    if process is not None:
        simulation.trace.note("stops", process.host.name)
        await process.stop()


async def power_cut(simulation: "Simulation") -> None:
    """Cut the power of the machine with the disk at one of the next writes: all processes end with it."""
    machine = simulation.disk.machine
    machine.cut_at = machine.steps + simulation.random.randint(1, 150)


async def freeze(simulation: "Simulation") -> None:
    """Let a process do nothing for a while, often for longer than a lease lasts."""
    process = _any_process(simulation)
    if process is not None:
        seconds = simulation.random.uniform(0.5, 15.0)
        simulation.trace.note("freezes", process.host.name, round(seconds, 3))
        simulation.loop.freeze(process.host, seconds)


async def cut(simulation: "Simulation") -> None:
    """Break some connections, loudly or silently."""
    links = list(simulation.network.links)
    for link in simulation.random.sample(links, min(len(links), simulation.random.randint(1, 5))):
        if simulation.random.random() < 0.5:
            link.reset()
        else:
            link.vanish()


async def slow_network(simulation: "Simulation") -> None:
    """Let messages take long for a while."""
    before, simulation.network.delay = simulation.network.delay, simulation.random.uniform(0.1, 1.5)
    await asyncio.sleep(simulation.random.uniform(1.0, 15.0))
    simulation.network.delay = before


async def full_disk(simulation: "Simulation") -> None:
    """Refuse all writes for a while."""
    simulation.disk.full = True
    await asyncio.sleep(simulation.random.uniform(1.0, 20.0))
    simulation.disk.full = False


async def bad_commits(simulation: "Simulation") -> None:
    """Let commits fail, lose their answers, take long, or end their process, for a while."""
    draw = simulation.random
    simulation.disk.rates = disk.Rates(
        fails=draw.choice((0.0, 0.02, 0.3)),
        answer_lost=draw.choice((0.0, 0.02, 0.2)),
        slow=draw.choice((0.0, 0.02)),
        dies_before=draw.choice((0.0, 0.01)),
        dies_behind=draw.choice((0.0, 0.01, 0.05)),
    )
    await asyncio.sleep(draw.uniform(5.0, 30.0))
    simulation.disk.rates = disk.Rates()


async def slow_disk(simulation: "Simulation") -> None:
    """Let statements take long for a while."""
    before, simulation.disk.delay = simulation.disk.delay, simulation.random.uniform(0.05, 0.5)
    await asyncio.sleep(simulation.random.uniform(1.0, 10.0))
    simulation.disk.delay = before


async def redis_away(simulation: "Simulation") -> None:
    """Stop Redis for a while."""
    simulation.broker.go_away()
    await asyncio.sleep(simulation.random.uniform(0.5, 20.0))
    simulation.broker.up = True


async def redis_silent(simulation: "Simulation") -> None:
    """Let Redis answer nothing for a while."""
    simulation.broker.silent = True
    await asyncio.sleep(simulation.random.uniform(1.0, 12.0))
    simulation.broker.silent = False


async def redis_cut(simulation: "Simulation") -> None:
    """Break the subscription of one process."""
    process = _any_process(simulation)
    if process is not None:
        simulation.broker.cut(process.host)


async def lost_broadcasts(simulation: "Simulation") -> None:
    """Lose broadcasts for a while."""
    simulation.broker.losing = simulation.random.choice((0.05, 0.5, 1.0))
    await asyncio.sleep(simulation.random.uniform(2.0, 20.0))
    simulation.broker.losing = 0.0


async def bad_workers(simulation: "Simulation") -> None:
    """Let workers die, hang, raise or not come up, for a while."""
    draw = simulation.random
    rates = simulation.worker_rates
    rates.dies, rates.hangs = draw.choice((0.0, 0.1)), draw.choice((0.0, 0.05))
    rates.cannot_start, rates.raises = draw.choice((0.0, 0.3)), draw.choice((0.0, 0.05))
    await asyncio.sleep(draw.uniform(5.0, 40.0))
    normal = workers.Rates()
    rates.dies, rates.hangs, rates.cannot_start, rates.raises = (
        normal.dies, normal.hangs, normal.cannot_start, normal.raises
    )  # fmt: skip


FAULTS: Final[dict[str, Fault]] = {
    fault.__name__: fault
    for fault in (
        kill,
        lose_machine,
        power_cut,
        restart,
        freeze,
        cut,
        slow_network,
        full_disk,
        bad_commits,
        slow_disk,
        bad_workers,
        redis_away,
        redis_silent,
        redis_cut,
        lost_broadcasts,
    )
}
OF_REDIS: Final = ("redis_away", "redis_silent", "redis_cut", "lost_broadcasts")
"""Faults that need several processes."""
