"""What a server process holds while nobody is connected: it has to be the same before and after."""

from collections import Counter
from dataclasses import dataclass

from tests.simulation.loop import SimulatedLoop
from tests.simulation.process import ServerProcess

LAZY = ("WorkerPool._take_turns",)
"""Tasks that begin with the first thought and stay."""
MORE_TIMERS = 6


@dataclass
class Rest:
    """Tasks, timers and entries of a process."""

    tasks: Counter[str]
    timers: int
    entries: dict[str, int]

    @classmethod
    def of(cls, process: ServerProcess, loop: SimulatedLoop) -> "Rest":
        """Count what a process holds now."""
        services = process.services
        tables, broadcaster = services.tables, services.broadcaster
        names = Counter(
            getattr(task.get_coro(), "__qualname__", "?")
            for task in process.host.tasks.values()
            if not task.done()
        )
        for lazy in LAZY:
            del names[lazy]
        return cls(
            tasks=names,
            timers=len(loop.timers_of(process.host)),
            entries={
                "followers": sum(len(events) for events in broadcaster._followers.values()),
                "presence": len(broadcaster.presence.here()),
                "connections": len(services.connections._open),
                "timers of tables": len(services.scheduler._timers),
                "tables at work": len(services.scheduler._working),
                "thoughts": len(services.scheduler._thoughts),
                "leases": len(services.scheduler._leased),
                "waiting lines": len(services.log._waiting),
                "answers": len(services.workers.queue._answers),
                "claims": len(services.workers.queue._claimed),
                "locked tables": sum(one.lock.locked() for one in tables.cache._loaded.values()),
                "loading": len(tables.cache._loading),
            },
        )

    def beside(self, before: "Rest") -> dict[str, object]:
        """Return what is there that was not there before."""
        left: dict[str, object] = dict(self.tasks - before.tasks)
        left |= {name: number for name, number in self.entries.items() if number > before.entries[name]}
        if self.timers > before.timers + MORE_TIMERS:
            left["timers"] = self.timers
        return left
