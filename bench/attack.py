"""Simulated attacks by a hostile guest on a real server on this machine.

`python -m bench.attack` prints each attack with its number of tries, the server's memory before and after,
and the result. `python -m bench.attack --soak 60 --tables 200` also lets people and bots play for a minute
beside a hostile guest.
"""

import argparse
import asyncio
import json
import random
import signal
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx
from bench.hostile import EMPTY, PINGS, Asked, Flood, hostile, long_record
from bench.slowest import slowest
from tests.server.killable import Killable
from tests.server.player import ME, OPEN, Player, Refused, bot, friend, here, new_id
from tests.server.test_fuzz import fuzz_requests, fuzz_socket

from ludotheque import Table
from ludotheque.bots import bot as bot_of
from ludotheque.core.chance import seeded
from ludotheque.table.check import random_choice

EXPERTS = 250
"""Tables of expert bots that run while the response time of a bystander's bot is measured."""
STRANGER = 60_000
"""Number of the bystander, above the numbers of all attackers, which gives an address of its own."""

BESIDE = 15
"""Seconds of a flood during which the bystander plays."""
ARRIVALS = 20
"""People who arrive per second of the soak test."""


class Attacked:
    """Server under attack; `limited` keeps the default rate limit of requests."""

    def __init__(self, folder: Path, *, limited: bool = False) -> None:
        shipped = {"requests_a_minute": "600"} if limited else {}
        self.server = Killable(folder, f"sqlite:///{folder / 'attacked.db'}", bot_workers="2", **shipped)
        self.url = self.server.url
        self.server.start()
        self.server.wait()

    def memory(self) -> float:
        """Return the memory of the serving process in MiB, without its workers."""
        status = Path(f"/proc/{self.server._pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    async def loaded(self) -> float:
        """Return the number of tables that the server keeps in memory."""
        async with httpx.AsyncClient(base_url=self.url) as http:
            told = (await http.get("/metrics")).text
        return float(told.partition("\nludotheque_loaded_tables ")[2].split()[0])

    async def slowest(self) -> tuple[str, str]:
        """Return the handlers with the longest total and the longest single use of the event loop.

        Each is given as a text with its name and milliseconds.
        """
        async with httpx.AsyncClient(base_url=self.url) as http:
            told = (await http.get("/metrics")).text
        return slowest(told, "loop_seconds_total"), slowest(told, "longest_seconds")

    async def largest(self, seconds: float) -> float:
        """Return the largest memory in MiB that is seen during so many seconds."""
        found, end = 0.0, time.monotonic() + seconds
        while time.monotonic() < end:
            found = max(found, self.memory())
            await asyncio.sleep(0.2)
        return found

    async def guest(self, name: str = "Eve", number: int = 0) -> Player:
        """Return a new guest, who connects from the address with this number."""
        return await Player(self.url, address_of(number)).introduce(name)

    def close(self) -> None:
        """Stop the server."""
        self.server.end(signal.SIGTERM)
        self.server.close()


Attack = Callable[[Attacked, int], Awaitable[str]]


def address_of(number: int) -> str:
    """Return a loopback address of this machine, a different one for each number."""
    return f"127.0.{number // 250}.{number % 250 + 1}"


async def spellings(house: Attacked, tries: int) -> str:
    """Request one file under many spellings of its path."""
    answers: Counter[int] = Counter()
    host, port = house.url.removeprefix("http://").split(":")
    for number in range(tries):
        reader, writer = await asyncio.open_connection(host, int(port))
        path = "/./assets/" + "x/../" * (number % 50) + f"../index.html?{number}"
        writer.write(f"GET {path} HTTP/1.1\r\nhost: {host}:{port}\r\nconnection: close\r\n\r\n".encode())
        answers[int((await reader.readline()).split()[1])] += 1
        await reader.read()
        writer.close()
    return _told(answers)


async def padded_layout(house: Attacked, tries: int) -> str:
    """Import a record of Touché whose layout is padded with more than a megabyte of blanks."""
    eve, answers, largest = await house.guest(), Counter[int](), 0
    record = Table("touche", seats=2, seed=1).record()
    record["options"] = {**record["options"], "layout": " " * 1_700_000}
    for _ in range(tries):
        answer = await eve.http.post(
            "/api/records", content=json.dumps(record), headers={"content-type": "application/json"}
        )
        answers[answer.status_code] += 1
        largest = max(largest, len(answer.content))
    await eve.close()
    return f"{_told(answers)}, answers up to {largest:,} bytes"


async def many_analyses(house: Attacked, tries: int) -> str:
    """Request many analyses as one guest while a bystander waits for a bot."""
    eve, ada = await house.guest(), await house.guest("Ada")
    record = played("touche", 2).record()
    tables = [(await eve.ask("POST", "/api/records", record))["id"] for _ in range(6)]
    answers: Counter[int] = Counter()

    async def ask(table: str) -> None:
        for _ in range(tries // len(tables)):
            answers[(await eve.http.get(f"/api/tables/{table}/analysis")).status_code] += 1

    asking = [asyncio.create_task(ask(table)) for table in tables]
    waits = [await bot_answers(ada, "targi", "expert") for _ in range(3)]
    for task in asking:
        task.cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    await asyncio.gather(eve.close(), ada.close())
    return f"{_told(answers)}, a stranger's bot answered within {max(waits):.1f} s"


async def expert_tables(house: Attacked, tries: int) -> str:
    """Create many tables of expert bots as one guest, then measure a bystander's bots and flicks."""
    eve = await house.guest()
    for _ in range(tries):
        await eve.table(bot("expert"), bot("expert"), game="targi")
    return await stranger_beside(house, [eve])


async def experts_of_many(house: Attacked, tries: int) -> str:
    """Create many tables of expert bots as many guests from many addresses, which defeats fair sharing."""
    owners = [await house.guest(f"E{number}", number) for number in range(1, tries + 1)]
    for owner in owners:
        await owner.table(bot("expert"), bot("expert"), game="targi")
    return await stranger_beside(house, owners)


async def stranger_beside(house: Attacked, owners: list[Player]) -> str:
    """Return a report on a bystander's waiting times for a bot and a flick while other bots think."""
    ada = await house.guest("Ada", STRANGER)
    bots = [await bot_answers(ada, "targi", "expert") for _ in range(5)]
    flicks = [await flick_answers(ada) for _ in range(5)]
    lists = [(await owner.ask("GET", "/api/me/tables"))["tables"] for owner in owners]
    moves = [table["version"] for mine in lists for table in mine]
    await asyncio.gather(ada.close(), *(owner.close() for owner in owners))
    waited = f"a stranger's bot answered within {max(bots):.1f} s, a flick within {max(flicks):.1f} s"
    return f"{waited}; {sum(moves)} lines on {len(moves)} of the tables, {min(moves)} at least"


async def leaving_and_returning(house: Attacked, tries: int) -> str:
    """Leave and return to a seat repeatedly, in an attempt to extend its clock."""
    eve, ada = await house.guest(), await house.guest("Ada")
    table = await eve.table(ME, OPEN, clock={"seconds": 600})
    await ada.sit(table["id"], 1)
    seat = (await eve.info(table["id"]))["actors"][0]
    mover = (eve, ada)[seat]
    before = await mover.info(table["id"])
    told, held = "the clock ran on", 0
    for _ in range(tries):
        held += 1
        for do in ("leave", "return"):
            await mover.do(table["id"], do, seat=seat)
        info = await mover.info(table["id"])
        events = (await mover.view(table["id"], before["version"]))["views"][0]["events"]
        if any(not event["name"].startswith("server.") for event in events):
            told = "the bot that stood in moved"
            break
        if info["clock"]["deadlines"] != before["clock"]["deadlines"]:
            told = "the clock was wound up"
            break
    await asyncio.gather(eve.close(), ada.close())
    return f"{told} after {held}"


async def second_seat(house: Attacked, tries: int) -> str:
    """Try to take a second open seat at tables of another person."""
    eve, ada = await house.guest(), await house.guest("Ada")
    taken = 0
    for number in range(tries):
        table = (await ada.table(ME, OPEN, OPEN, game="touche"))["id"]
        await eve.sit(table, 1)
        try:
            await eve.sit(table, 2, name=f"Not Eve {number}")
            taken += 1
        except Refused:
            pass
    await asyncio.gather(eve.close(), ada.close())
    return f"{taken} second seats taken"


async def half_requests(house: Attacked, tries: int) -> str:
    """Hold many half-sent requests open and check that other clients still get an answer."""
    address = house.url.removeprefix("http://").split(":")
    held = []
    for _ in range(tries):
        try:
            one = socket.create_connection((address[0], int(address[1])), timeout=2)
            one.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n")
            held.append(one)
        except OSError:
            break
    begun = time.perf_counter()
    try:
        for local in (address_of(0), address_of(1)):
            async with httpx.AsyncClient(
                base_url=house.url, timeout=10, transport=httpx.AsyncHTTPTransport(local_address=local)
            ) as client:
                await client.get("/health")
        told = f"somebody there and somebody elsewhere answered in {time.perf_counter() - begun:.1f} s"
    except httpx.HTTPError as error:
        told = f"others locked out on a bare server ({type(error).__name__})"
    for one in held:
        one.close()
    return f"{len(held)} held, {told}"


async def fuzz(house: Attacked, tries: int) -> str:
    """Send malformed commands on sockets with and without a seat, and one malformed request in ten tries."""
    ada, bo, eve = [await house.guest(name) for name in ("Ada", "Bo", "Eve")]
    table = await ada.table(ME, friend(), game="touche")
    await bo.take(table["seats"][1]["invite"])
    requests = tries // 10
    share = (tries - requests) // 3
    *shares, answers = await asyncio.gather(
        fuzz_socket(bo, table["id"], {1}, share, 1),
        fuzz_socket(eve, table["id"], {None}, share, 2),
        fuzz_socket(ada, table["id"], {0}, tries - requests - 2 * share, 3),
        fuzz_requests((ada, eve), table["id"], requests, 4),
    )
    await asyncio.gather(ada.close(), bo.close(), eve.close())
    told = Counter(answer for one in shares for answer in one.elements())
    return f"commands {_told(told)}; requests {_told(answers)}; no 5xx, no foreign view"


class Stranger:
    """Bystander who plays at one screen and measures the response time of each move."""

    def __init__(self, house: Attacked) -> None:
        self.house = house
        self.rng = random.Random(7)

    async def moves(self, seconds: float) -> list[float]:
        """Play for so many seconds; return the milliseconds from each move to its event."""
        took: list[float] = []
        end = time.monotonic() + seconds
        ada = await self.house.guest("Ada", STRANGER)
        while time.monotonic() < end:
            table = (await ada.table(ME, here("Bo")))["id"]
            async with ada.live(table) as live:
                message = await live.next("table")
                while time.monotonic() < end and not message.get("result"):
                    seat, move = self.rng.choice(
                        [(view["seat"], one["move"]) for view in message["views"] for one in view["moves"]]
                    )
                    begun = time.perf_counter()
                    await live.send("play", seat=seat, version=message["version"], move=move)
                    message = await live.next("update")
                    took.append((time.perf_counter() - begun) * 1000)
                    await asyncio.sleep(0.02)
        await ada.close()
        return took


async def beside(house: Attacked, flood: Flood) -> str:
    """Return a report on a bystander's response times during a flood, compared with a quiet server."""
    stranger = Stranger(house)
    await stranger.moves(2)
    usual, quiet = most(await stranger.moves(flood.seconds)), house.memory()
    async with hostile(flood) as answers:
        beside, largest = await asyncio.gather(stranger.moves(flood.seconds), house.largest(flood.seconds))
    late = most(beside)
    told = f"99 % of a stranger's moves within {late:.1f} ms, usually {usual:.1f}: ratio {late / usual:.2f}"
    held, longest = await house.slowest()
    told += f"; memory {quiet:.0f} to {largest:.0f} MiB; slowest handlers: {longest} in one go, {held} in all"
    return f"{_told(answers)}; {told}"


def most(took: list[float]) -> float:
    """Return the 99th percentile."""
    return quantiles(took, n=100)[98]


async def steps_of_one(house: Attacked, tries: int) -> str:
    """Request pages of a very long match as one guest over twelve connections."""
    eve = await house.guest()
    asked = Asked("GET", await pages(eve), cookie_of(eve))
    return await beside(house, Flood(house.url, address_of(1), tries, (asked,), 12))


async def steps_of_ten(house: Attacked, tries: int) -> str:
    """Request pages of a very long match as ten guests of one address, over three connections each."""
    eve = await house.guest()
    paths, guests = await pages(eve), [await house.guest(f"E{number}") for number in range(10)]
    asked = tuple(Asked("GET", paths, cookie_of(one)) for one in guests)
    return await beside(house, Flood(house.url, address_of(1), tries, asked, 3))


async def control_frames(house: Attacked, tries: int) -> str:
    """Send pings with 125 bytes and empty fragments on sockets that are never read."""
    return await beside(house, Flood(house.url, address_of(1), tries, sockets=(PINGS, EMPTY)))


async def new_names(house: Attacked, tries: int) -> str:
    """Rename a person repeatedly who sits at a hundred tables."""
    eve = await house.guest()
    for _ in range(100):
        await eve.table(ME, OPEN)
    asked = Asked("PUT", ("/api/me",), cookie_of(eve), b'{"name": "Mallory"}')
    return await beside(house, Flood(house.url, address_of(1), tries, (asked,), 4))


async def imports(house: Attacked, tries: int) -> str:
    """Import the longest allowed record repeatedly."""
    eve = await house.guest()
    asked = Asked("POST", ("/api/records",), cookie_of(eve), longest_record())
    return await beside(house, Flood(house.url, address_of(1), tries, (asked,), 2))


async def pages(player: Player) -> tuple[str, ...]:
    """Import the longest allowed match and return the paths of all its pages of steps."""
    answer = await player.http.post(
        "/api/records", content=longest_record(), headers={"content-type": "application/json"}
    )
    info = answer.raise_for_status().json()
    first = range(0, info["version"], 400)
    return tuple(f"/api/tables/{info['id']}/steps?count=400&first={one}" for one in first)


def longest_record() -> bytes:
    """Return a record of Exxtra with nearly as many lines as an import allows."""
    played = Table("exxtra", seats=2, seed=1)
    again = played.position.to_json()
    rng = seeded(1)
    while played.result is None:
        (seat,) = played.actors
        played.play(seat, random_choice(played.position, seat, rng))
    return long_record(played.record(), again, 19_900)


def cookie_of(player: Player) -> str:
    """Return a player's cookies as a `Cookie` header."""
    return "; ".join(f"{name}={value}" for name, value in player.http.cookies.items())


ATTACKS: dict[str, tuple[Attack, int]] = {
    "spellings of one file": (spellings, 1500),
    "padded layout": (padded_layout, 5),
    "six analyses": (many_analyses, 120),
    "tables of experts": (expert_tables, EXPERTS),
    "an owner for each": (experts_of_many, EXPERTS),
    "leave and return": (leaving_and_returning, 50),
    "a second seat": (second_seat, 20),
    "half-sent requests": (half_requests, 1000),
    "fuzzed inputs": (fuzz, 100_000),
}
FLOODS: dict[str, tuple[Attack, int]] = {
    "steps, 12 connections": (steps_of_one, BESIDE),
    "steps, ten guests": (steps_of_ten, BESIDE),
    "control frames": (control_frames, BESIDE),
    "names at 100 tables": (new_names, BESIDE),
    "imports": (imports, BESIDE),
}
"""Attacks that run while a bystander plays, with their seconds, at a server with the default rate limit."""


def played(game: str, seats: int) -> Table:
    """Return a finished match of greedy bots."""
    table, rng = Table(game, seats=seats, seed=1), seeded(1)
    player = bot_of(game, "greedy")
    while table.result is None:
        (seat,) = table.actors
        table.play(seat, player.choose(table.position.seen_by(seat, rng), seat, rng))
    return table


async def bot_answers(player: Player, game: str, level: str) -> float:
    """Return the seconds until a bot has made its move at a new table."""
    table = (await player.table(bot(level), ME, game=game))["id"]
    while (view := await player.view(table))["info"]["actors"] == [1]:
        await player.play(table, 1, view["views"][0]["moves"][0]["move"])
    begun, version = time.perf_counter(), view["version"]
    while (await player.info(table))["version"] == version:
        await asyncio.sleep(0.02)
    waited = time.perf_counter() - begun
    await player.do(table, "resign", seat=1)
    return waited


async def flick_answers(player: Player) -> float:
    """Return the seconds until a flick at a new table is simulated and stored."""
    table = (await player.table(ME, here("Bo"), game="zoch"))["id"]
    while True:
        view = await player.view(table)
        (seat,) = view["info"]["actors"]
        mine = next(one for one in view["views"] if one["seat"] == seat)
        if mine["ranges"]:
            break
        await player.play(table, seat, mine["moves"][0]["move"], view["version"])
    offer = mine["ranges"][0]
    move = {"do": offer["do"], **{name: sum(ends) / 2 for name, ends in offer["ranges"].items()}}
    begun = time.perf_counter()
    await player.play(table, seat, move, view["version"])
    waited = time.perf_counter() - begun
    await player.do(table, "resign", seat=seat)
    return waited


class Soak:
    """Test with people and bots at many tables and one hostile guest beside them."""

    def __init__(self, house: Attacked, seconds: float, tables: int) -> None:
        self.house = house
        self.end = time.monotonic() + seconds
        self.tables = tables
        self.moves: list[float] = []
        self.silences: list[float] = []
        self.games = 0

    async def run(self) -> None:
        """Run the test to its end and print the measurements."""
        watch = asyncio.create_task(self.watch())
        people = [asyncio.create_task(self.stay(number)) for number in range(self.tables)]
        hostile = asyncio.create_task(self.attack())
        await asyncio.gather(*people, hostile)
        watch.cancel()
        late = quantiles(self.moves, n=100)[98] * 1000 if len(self.moves) > 1 else 0.0
        print(f"\nsoak: {self.tables} tables, {len(self.moves)} moves, {self.games} games played to the end")
        print(f"99 % of moves within {late:.0f} ms")
        print(f"longest silence of a bot {max(self.silences, default=0):.1f} s")

    async def watch(self) -> None:
        """Print the memory of the server every minute."""
        minute = 0
        while True:
            told = f"{self.house.memory():.0f} MiB, {await self.house.loaded():.0f} tables in memory"
            print(f"minute {minute}: {told}, {self.games} games played", flush=True)
            await asyncio.sleep(60)
            minute += 1

    async def stay(self, number: int) -> None:
        """Play one game after the other as one person until the end of the test."""
        rng = random.Random(number)
        await asyncio.sleep(number / ARRIVALS)
        player = await self.house.guest(f"P{number}", number + 1)
        while time.monotonic() < self.end:
            await self.play(player, rng)
        await player.close()

    async def play(self, player: Player, rng: random.Random) -> None:
        """Play a game against a bot, with a move every few seconds."""
        game, level = rng.choice([("exxtra", "strong"), ("targi", "strong"), ("touche", "strong")])
        table = (await player.table(ME, bot(level), game=game))["id"]
        async with player.live(table) as live:
            message = await live.next("table")
            since = time.monotonic()
            while time.monotonic() < self.end and not message.get("result"):
                offers = message["views"][0]["moves"]
                if offers:
                    self.silences.append(time.monotonic() - since)
                    await asyncio.sleep(rng.uniform(1, 4))
                    begun = time.monotonic()
                    move = rng.choice(offers)["move"]
                    sent = {
                        "do": "play",
                        "id": new_id(),
                        "seat": 0,
                        "version": message["version"],
                        "move": move,
                    }
                    await live.socket.send(json.dumps(sent))
                    message = await live.next("update", "refused")
                    since = time.monotonic()
                    self.moves.append(since - begun)
                    if message["type"] == "refused":
                        message = await live.next("update")
                else:
                    message = await live.next("update")
        self.games += bool(message.get("result"))

    async def attack(self) -> None:
        """Repeat the attacks of `HOSTILE` until the end of the test."""
        while time.monotonic() < self.end:
            for attack, tries in HOSTILE:
                if time.monotonic() < self.end:
                    await attack(self.house, tries)


HOSTILE: tuple[tuple[Attack, int], ...] = (
    (spellings, 200),
    (leaving_and_returning, 20),
    (many_analyses, 12),
    (half_requests, 300),
)
"""Attacks of the soak test, on memory, clocks, workers and connections, with their tries."""


def _told(answers: Counter[Any]) -> str:
    return ", ".join(f"{number} x {answer}" for answer, number in sorted(answers.items(), key=str))


async def run(arguments: argparse.Namespace) -> None:
    """Run the selected attacks, each on a server of its own, and print the results."""
    print(f"{'attack':24} {'tries':>7}  {'MiB before':>10} {'after':>6}  result", flush=True)
    for name, (attack, tries) in (ATTACKS | FLOODS).items():
        if arguments.only and arguments.only not in name:
            continue
        bounded = max(1, int(tries * arguments.share))
        with tempfile.TemporaryDirectory() as folder:
            house = Attacked(Path(folder), limited=name in FLOODS)
            try:
                before = house.memory()
                result = await attack(house, bounded)
                print(f"{name:24} {bounded:7}  {before:10.0f} {house.memory():6.0f}  {result}", flush=True)
            finally:
                house.close()
    if arguments.soak:
        with tempfile.TemporaryDirectory() as folder:
            house = Attacked(Path(folder))
            try:
                await Soak(house, arguments.soak, arguments.tables).run()
            finally:
                house.close()


def main() -> None:
    """Parse the arguments and run the attacks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="attacks whose name has this in it")
    parser.add_argument("--share", type=float, default=1.0, help="the part of the tries of each")
    parser.add_argument("--soak", type=float, default=0.0, help="seconds of play beside a hostile guest")
    parser.add_argument("--tables", type=int, default=200)
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
