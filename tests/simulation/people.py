"""People as a model: they set tables up, join, play, hesitate, repeat themselves, vanish and come back."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from random import Random
from typing import TYPE_CHECKING, Any, Final

from ludotheque.host.pending_call import ALLOWANCE
from tests.simulation.client import Client, Line, Lost
from tests.simulation.world import time_at

if TYPE_CHECKING:
    from tests.simulation.simulation import Simulation

Json = dict[str, Any]

LEVELS: Final = {
    "exxtra": ("random", "casual"),
    "touche": ("beginner", "casual"),
    "targi": ("beginner", "casual"),
    "zoch": ("beginner",),
    "blackrock": ("beginner",),
}
SEATS: Final = {"exxtra": (2, 3, 4), "touche": (2, 3, 4), "targi": (2,), "zoch": (2, 3), "blackrock": (2, 3)}
TRIES: Final = 200
"""How often a request is repeated before somebody gives up."""
CLOCKS: Final = (5, 20)
A_WHILE: Final = 8.0
"""Seconds within which news reach everybody when nothing goes wrong."""


class Person:
    """Somebody with a browser, at one or two tables at a time."""

    def __init__(self, simulation: "Simulation", name: str, address: str, random: Random) -> None:
        self.simulation = simulation
        self.name = name
        self.random = random
        self.client = Client(simulation.network, random, name, address)
        self.id: str | None = None
        self.visits: list[Visit] = []
        self.task: asyncio.Task[None] | None = None
        self._numbers = 0

    def new_id(self) -> str:
        """Return an id for a command."""
        self._numbers += 1
        return f"{self.name}-{self._numbers}"

    async def live(self) -> None:
        """Come, play for as long as the simulation lasts, and stay until everybody leaves."""
        answer = await self.ask("PUT", "/api/me", {"name": self.name})
        assert answer is not None
        self.id = answer["id"]
        while not self.simulation.settling:
            await asyncio.sleep(self.random.expovariate(1 / 2.0))
            self.visits = [visit for visit in self.visits if not visit.over]
            if len(self.visits) < 2 and not self.simulation.settling:
                await self._begin_something()

    async def _begin_something(self) -> None:
        drawn, invitations = self.random.random(), self.simulation.invitations
        if invitations and drawn < 0.6:
            invite = invitations.pop(self.random.randrange(len(invitations)))
            _, _, table, _, seat, key = invite.split("/")
            await self.ask("POST", f"/api/tables/{table}/seats/{seat}/sit", {"key": key})
            self.visit(table)
        elif drawn < 0.75 and self.simulation.tables:
            self.visit(self.random.choice(self.simulation.tables))
        else:
            await self._set_up()

    async def _set_up(self) -> None:
        random = self.random
        game = random.choice(self.simulation.plan.games)
        number = random.choice(SEATS[game])
        kind = random.choice(("bots", "bots", "friends", "open", "screen", "mixed"))
        seats: list[Json] = [{"who": "me"}]
        while len(seats) < number:
            match kind if kind != "mixed" else random.choice(("bots", "friends", "open")):
                case "bots":
                    seats.append({"who": "bot", "level": random.choice(LEVELS[game])})
                case "friends":
                    seats.append({"who": "friend", "name": ""})
                case "open":
                    seats.append({"who": "open"})
                case "screen":
                    seats.append({"who": "here", "name": f"Guest {len(seats)}"})
        random.shuffle(seats)
        table: Json = {"game": game, "seats": seats, "public": kind == "open"}
        if random.random() < 0.4:
            table["clock"] = {"seconds": random.choice(CLOCKS)}
        if game == "touche" and random.random() < 0.5:
            table["options"] = {"calls": "spoken"}
        if kind == "bots" and random.random() < 0.4:
            table["practice"] = True
        if random.random() < 0.2:
            table["spectators"] = table["public"]
        info = await self.ask("POST", "/api/tables", table)
        if info is not None:
            self.simulation.announce(info)
            self.visit(info["id"])

    def visit(self, table: str) -> None:
        """Go to a table."""
        if all(visit.table != table for visit in self.visits):
            self.visits.append(Visit(self, table))

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """Ask until there is an answer; None if it is a refusal."""
        for _ in range(TRIES):
            try:
                answer = await self.client.ask(method, path, body)
            except Lost:
                await asyncio.sleep(self.random.uniform(0.1, 1.0))
                continue
            if answer.status in (429, 500, 503):
                self.simulation.trace.note("answer", answer.status, path.split("/")[2])
                await asyncio.sleep(self.random.uniform(0.5, 3.0))
                continue
            if answer.status >= 400:
                self.simulation.trace.note("refused", answer.json["code"])
                return None
            return answer.json
        raise AssertionError(f"{self.name} got no answer to {method} {path}")

    async def leave(self) -> None:
        """Close everything."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        while self.visits:  # somebody may just be going on to a rematch
            await self.visits.pop().close()


class Watcher(Person):
    """Somebody without a name, who only watches."""

    async def live(self) -> None:
        """Watch one table after the other."""
        while not self.simulation.settling:
            await asyncio.sleep(self.random.expovariate(1 / 4.0))
            self.visits = [visit for visit in self.visits if not visit.over]
            if len(self.visits) < 2 and self.simulation.tables and not self.simulation.settling:
                self.visit(self.random.choice(self.simulation.tables))


class Visit:
    """Somebody at a table, with a seat or without."""

    def __init__(self, person: Person, table: str) -> None:
        self.person = person
        self.table = table
        self.random = person.random
        self.over = False
        self.info: Json = {}
        self.views: list[Json] = []
        self.proposal: Json | None = None
        self.patience: Json = {}
        self.sent: dict[str, Json] = {}
        self.acknowledged: dict[str, int] = {}
        self._simulation = person.simulation
        self._news = asyncio.Event()
        self._agreed: set[int] = set()
        self._versions: list[tuple[float, int]] = []
        self.line = Line(person.client, table, self.hear)
        self._task = asyncio.get_running_loop().create_task(self._run())
        for task in (self.line.task, self._task):
            task.add_done_callback(person.simulation.client_ended)
        person.simulation.visits.append(self)

    # What they hear

    def hear(self, message: Json) -> None:
        """Compare a message with the truth, and keep it."""
        kind = message["type"]
        simulation, person = self._simulation, self.person
        simulation.trace.note("hears", person.name, self.table, kind, message.get("version", ""))
        simulation.guard(simulation.oracle.check_told, self.table, person.id, message)
        for done in (*message.get("done", ()), *([message] if kind == "done" else [])):
            self._hear_done(done)
        if kind == "refused" and message["id"] in self.sent:
            command = self.sent[message["id"]]
            simulation.trace.note("refuses", message["id"], message["refusal"]["code"])
            simulation.guard(
                simulation.oracle.check_refused, self.table, person.id or "", command, message["refusal"]
            )
        if kind in ("table", "lobby"):
            self.info = message["info"]
        if kind == "table":
            self.views = message["views"]
            self.proposal, self.patience = self.info["proposal"], self.info["patience"]
        if kind == "update":
            self.views = message["views"]
            self.info["state"] = message["state"]
            self.proposal, self.patience = message["proposal"], message["patience"]
        self._news.set()

    def _hear_done(self, done: Json) -> None:
        command = self.sent.get(done["id"])
        if command is None:
            return
        simulation, person = self._simulation, self.person
        simulation.trace.note("acknowledged", done["id"], done["version"])
        assert person.id is not None
        simulation.guard(
            simulation.oracle.check_acknowledged, self.table, person.id, command, done["version"]
        )
        self.acknowledged[done["id"]] = done["version"]

    # What they do

    async def _run(self) -> None:
        bored_at = self._now + self.random.uniform(20, 90)
        while not self.over and self.line.closed is None:
            with_news = asyncio.timeout(self.random.uniform(0.5, 5.0))
            try:
                async with with_news:
                    await self._news.wait()
            except TimeoutError:
                pass
            self._news.clear()
            if self._simulation.settling:
                continue
            if self._now > bored_at and (not self._held or self.info.get("state") != "running"):
                await self._go()
                return
            await self._act()
        self.over = True

    @property
    def _now(self) -> float:
        return self._simulation.loop.now

    @property
    def _held(self) -> list[Json]:
        return [view for view in self.views if view["seat"] is not None]

    async def _go(self) -> None:
        if self.info.get("state") == "waiting" and self.info.get("yours"):
            await self.person.ask("DELETE", f"/api/tables/{self.table}")
        if self.info.get("state") == "finished" and self.random.random() < 0.3:
            info = await self.person.ask("POST", f"/api/tables/{self.table}/rematch")
            if info is not None:
                self._simulation.trace.note("rematch", self.person.name, info["id"])
                self._simulation.announce(info)
                self.person.visit(info["id"])
        await self.close()

    async def _act(self) -> None:
        state, held = self.info.get("state"), self._held
        if state == "finished" and self.random.random() < 0.3:
            await self._go()
            return
        if not self.line.live or state != "running":
            return
        await self._distract()
        if not held:
            return
        if self.proposal is not None and await self._answer_proposal(self.proposal):
            return
        able = [view for view in held if view["moves"] or view["ranges"]]
        if able:
            await asyncio.sleep(self.random.expovariate(1 / 0.7))
            await self._move(self.random.choice(able))
        elif self.random.random() < 0.05:
            await self._something_else(self.random.choice(held))
        elif any(view["undo"] is not None for view in held) and self.random.random() < 0.3:
            await self._race(self.random.choice([view for view in held if view["undo"] is not None]))

    async def _move(self, view: Json) -> None:
        random = self.random
        seat, version = view["seat"], self.line.version
        if random.random() < 0.1:
            await self._something_else(view)
            return
        if view["moves"]:
            move = random.choice(view["moves"])["move"]
        else:
            move = _flick(random.choice(view["ranges"]), random)
        late = random.random()
        if late < 0.03:
            version -= 1
        call = self.info.get("call")
        if call is not None and call["seat"] == seat and call["until"] is not None and random.random() < 0.5:
            move = call["move"]
            closes = datetime.fromisoformat(call["until"]) + ALLOWANCE
            left = (closes - time_at(self._now)).total_seconds()
            await asyncio.sleep(max(0.0, left + random.uniform(-0.1, 0.6)))
        command = {"do": "play", "seat": seat, "version": version, "move": move}
        await self._command(command, over_http=random.random() < 0.1, doubled=random.random() < 0.1)

    async def last_word(self) -> None:
        """Move once more, and perhaps hang up at once: nothing later makes up for what gets lost."""
        able = [view for view in self._held if view["moves"]] if self.line.live else []
        if not able or self.info.get("state") != "running":
            return
        view = self.random.choice(able)
        move = self.random.choice(view["moves"])["move"]
        command = {"do": "play", "seat": view["seat"], "version": self.line.version, "move": move}
        await self._command(command, hangs_up=self.random.random() < 0.5)

    async def _race(self, view: Json) -> None:
        """Take a move back while somebody else, perhaps a bot, is about to move."""
        await asyncio.sleep(self.random.expovariate(1 / 0.3))
        await self._command({"do": "undo", "seat": view["seat"], "version": self.line.version})

    async def _something_else(self, view: Json) -> None:
        random, seat, version = self.random, view["seat"], self.line.version

        def undo() -> Awaitable[None]:
            return self._command({"do": "undo", "seat": seat, "version": version})

        def come_back() -> Awaitable[None]:
            return self._command({"do": "return", "seat": seat})

        choices: list[Callable[[], Awaitable[None]]] = [
            lambda: self._command({"do": "chat", "text": f"line {random.randrange(1000)}"}),
            lambda: self._hint(seat),
            lambda: self._look_back(seat),
            undo,
            lambda: self._command({"do": "reset", "seat": seat, "version": version}),
            lambda: self._command({"do": "leave", "seat": seat, "level": None}),
            come_back,
        ]
        if view["undo"] is not None:
            choices += [undo] * 4
        if any(one["yours"] and one["away"] for one in self.info["seats"]):
            choices += [come_back] * 8
        if random.random() < 0.05:
            choices = [
                lambda: self._command({"do": "resign", "seat": seat}),
                lambda: self._command({"do": "end", "seat": seat}),
            ]
        missed = [int(absent) for absent in self.patience if int(absent) != seat]
        if missed and random.random() < 0.5:
            choices = [
                lambda: self._command({"do": "stand_in", "seat": seat, "absent": random.choice(missed)})
            ]
        await random.choice(choices)()

    async def _answer_proposal(self, proposal: Json) -> bool:
        mine = [view["seat"] for view in self._held if view["seat"] in proposal["needed"]]
        if not mine or proposal["number"] in self._agreed:
            return False
        self._agreed.add(proposal["number"])
        do = "agree" if self.random.random() < 0.7 else "decline"
        await self._command({"do": do, "seat": mine[0], "proposal": proposal["number"]})
        return True

    async def _hint(self, seat: int) -> None:
        hint = await self.person.ask("GET", f"/api/tables/{self.table}/hint?seat={seat}")
        if hint is not None:
            self._simulation.trace.note("hint", self.person.name, self.table, len(hint.get("opinions", ())))

    async def _look_back(self, seat: int) -> None:
        """Step through the match, as one's seat or as a spectator."""
        first = self.random.randrange(self.line.version + 1)
        seen = self.random.choice(("", f"seat={seat}&"))
        path = f"/api/tables/{self.table}/steps?{seen}first={first}&count={self.random.choice((3, 100))}"
        steps = await self.person.ask("GET", path)
        if steps is not None:
            simulation = self._simulation
            simulation.trace.note("looks back", self.person.name, self.table, len(steps["steps"]))
            simulation.guard(simulation.oracle.check_steps, self.table, self.person.id, steps)

    async def _command(
        self, command: Json, *, over_http: bool = False, doubled: bool = False, hangs_up: bool | None = None
    ) -> None:
        command = {**command, "id": self.person.new_id()}
        self.sent[command["id"]] = command
        self._simulation.trace.note("sends", self.person.name, self.table, command["do"], command["id"])
        if over_http:
            done = await self.person.ask("POST", f"/api/tables/{self.table}/do", command)
            if done is not None:
                self._hear_done(done)
            return
        if hangs_up is None:
            hangs_up = not doubled and self.random.random() < 0.08
        if hangs_up and self.random.random() < 0.7:
            # What is told of the one is in vain, and ends the socket while the other is still being stored.
            said = {"do": "chat", "text": "Bye", "id": self.person.new_id()}
            self.sent[said["id"]] = said
            self.line.send(said)
        self.line.send(command)
        if doubled:
            if self.random.random() < 0.5:
                self.line.cut("reset")
            self.line.send(command)
        elif hangs_up:
            await asyncio.sleep(self.random.expovariate(1 / 0.02))
            self.line.cut(self.random.choice(("close", "reset")))

    async def _distract(self) -> None:
        """Lose the connection, read slowly, or look away for a while."""
        random, drawn = self.random, self.random.random()
        if drawn < 0.01:
            self.line.cut(random.choice(("reset", "vanish", "close")))
        elif drawn < 0.013 and self.line.socket is not None:
            near = self.line.socket.link.near
            near.reading = False
            self._simulation.loop.call_later(random.uniform(2.0, 60.0), near.read_on)
        elif drawn < 0.016:
            await asyncio.sleep(random.uniform(10.0, 100.0))

    def is_behind(self, version: int) -> bool:
        """Whether it does not know what the last version was some seconds ago; bots may play on meanwhile."""
        now = self._now
        self._versions.append((now, version))
        long_ago = [known for at, known in self._versions if at < now - A_WHILE]
        return self.line.version < (max(long_ago) if long_ago else version)

    async def close(self) -> None:
        """Leave the table."""
        self.over = True
        await self.line.close()
        if asyncio.current_task() is not self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


def _flick(offered: Json, random: Random) -> Json:
    """Return a move within its ranges."""
    drawn = {name: random.uniform(low, high) for name, (low, high) in offered["ranges"].items()}
    return {"do": offered["do"], **drawn}
