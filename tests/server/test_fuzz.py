"""Thousands of broken, foreign, repeated and oversized inputs: no crash, no 5xx, no foreign view.

`make test` sends 20,000, `make test-all` 100,000.
"""

import asyncio
import json
import random
import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import hypothesis
import pytest
import schemathesis
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed

from tests.patience import HANG
from tests.server.killable import Killable
from tests.server.player import ME, OPEN, Player, dial, friend, here, messages

PROMISES = [status_code_conformance, content_type_conformance, response_schema_conformance]
BURST = 25


def size(few: int, many: int) -> pytest.MarkDecorator:
    """How much is tried: few things at every change, many in the long tests."""
    return pytest.mark.parametrize("size", [few, pytest.param(many, marks=pytest.mark.long)])


STRANGE: list[Any] = [
    None, True, -1, 0, 1, 2, 7, 10**30, 0.5, 1e308, "", "a", "place 3", "throw", "x" * 300, "\u0000", "é🎲",
    [], [[]], {}, {"do": "throw"}, {"do": "place", "slot": 3}, {"do": "place", "slot": -1},
    {"do": "bid", "amount": 2}, {"do": "flick", "power": float(10**9)}, {"do": {"do": {}}},
    "../../etc/passwd", "' or 1=1 --",
]  # fmt: skip
DO = ["play", "undo", "reset", "agree", "decline", "resign", "leave", "return", "chat", "ping", "fly", None]
FIELDS = ["do", "id", "seat", "version", "move", "proposal", "text", "level", "more"]


@pytest.fixture
def server(tmp_path: Path, sqlite: str) -> Iterator[Killable]:
    server = Killable(tmp_path, sqlite)
    try:
        server.start()
        server.wait()
        yield server
        server.wait()
        server.end(signal.SIGTERM)
        log = server.log.read_text()
        assert "Traceback" not in log, log[-3000:]
    finally:
        server.close()


PARTS = """
api tables seats 0 1 -1 99999999999999999999 sit do view steps record hint analysis me account login t x ..
%00 é %ff live rematch records games exxtra words rulebook en export passkey options qr.svg assets index.html
schema
""".split()  # noqa: SIM905 - as a list it would be a screen long


class Seen:
    """What a socket knows of its table."""

    def __init__(self) -> None:
        self.version = 0
        self.offers: list[tuple[int, Any]] = []

    def note(self, message: dict[str, Any]) -> None:
        self.version = message.get("version", self.version)
        if "views" in message:
            self.offers = [
                (view["seat"], offer["move"]) for view in message["views"] for offer in view["moves"]
            ]


def command(rng: random.Random, sent: list[str], seen: Seen) -> str:
    """Something a client might send: right, nearly right, wrong, or seen before."""
    kind = rng.random()
    if kind > 0.9 and seen.offers:
        seat, move = rng.choice(seen.offers)
        right = {"do": "play", "id": f"r{rng.randrange(10**9)}", "seat": seat, "version": seen.version}
        return json.dumps({**right, "move": move})
    if kind < 0.1 and sent:
        return rng.choice(sent)
    if kind < 0.2:
        return "".join(rng.choice('{}[]":,0123abc\\u \n') for _ in range(rng.randrange(60)))
    message: dict[str, Any] = {
        "do": rng.choice(DO),
        "id": f"f{rng.randrange(3000)}",
        "seat": rng.randrange(3),
        "version": rng.randrange(12),
        "move": rng.choice(STRANGE),
    }
    for _ in range(rng.randrange(4)):
        field = rng.choice(FIELDS)
        if rng.random() < 0.3:
            message.pop(field, None)
        else:
            message[field] = rng.choice(STRANGE)
    if message.get("do") in ("undo", "reset", "agree", "decline", "resign", "leave", "return", "chat") and (
        rng.random() < 0.5
    ):
        message.pop("move", None)
        message.pop("version", None) if message["do"] not in ("undo", "reset") else None
    if message.get("do") == "resign" and rng.random() < 0.98:
        message["do"] = "play"
    text = json.dumps(message)
    if rng.random() < 0.05:
        text = text[: rng.randrange(len(text))]
    return text


def check_views(message: dict[str, Any], mine: set[int | None]) -> None:
    """A message shows the views of its own seats, and of hidden cards only its own."""
    for view in message.get("views", ()):
        assert view["seat"] in mine, message
        cards = view["position"].get("cards") if isinstance(view["position"], dict) else None
        if cards is not None and view["position"]["slide"] is None:
            assert [seat for seat, card in enumerate(cards) if card is not None] in ([view["seat"]], [])
        for event in view["events"]:
            if event["name"] in ("hush.deal", "hush.bid"):
                assert event["seat"] == view["seat"], event


async def fuzz_socket(
    player: Player, table: str, mine: set[int | None], number: int, seed: int
) -> Counter[str]:
    """Send broken things in bursts and read every answer."""
    rng, answers, seen = random.Random(seed), Counter[str](), Seen()
    sent: list[str] = []
    cookie = "; ".join(f"{name}={value}" for name, value in player.http.cookies.items())
    address = f"{player.url.replace('http', 'ws')}/api/tables/{table}/live"
    while number > 0:
        async with dial(address, {"cookie": cookie}) as socket:
            greeting = json.loads(await socket.recv())
            check_views(greeting, mine)
            seen.note(greeting)
            for _ in range(0, BURST * 20, BURST):
                burst = [command(rng, sent, seen) for _ in range(min(BURST, number))]
                sent = (sent + burst)[-500:]
                for text in burst:
                    await socket.send(text.encode() if rng.random() < 0.02 else text)
                waiting = len(burst)
                while waiting:
                    for message in messages(await asyncio.wait_for(socket.recv(), HANG)):
                        check_views(message, mine)
                        seen.note(message)
                        answers[message["type"]] += 1
                        if message["type"] == "refused":
                            assert message["refusal"]["kind"] not in ("failed", "unavailable"), message
                        waiting -= message["type"] in ("done", "refused", "pong")
                number -= len(burst)
            if rng.random() < 0.3:
                await socket.send("x" * 20_000)
                with suppress(ConnectionClosed):
                    async for _ in socket:
                        pass
                assert socket.close_code is not None
    return answers


@pytest.mark.anyio
@pytest.mark.slow
@pytest.mark.xdist_group("fuzz")
@size(18_400, 98_000)
async def test_a_socket_takes_anything_and_gives_away_nothing(server: Killable, size: int) -> None:
    players = [Player(server.url) for _ in range(3)]
    ada, bo, eve = players
    try:
        for player, name in zip(players, ("Ada", "Bo", "Eve"), strict=True):
            await player.introduce(name)
        hush = await ada.table(ME, friend(), game="hush")
        await bo.take(hush["seats"][1]["invite"])
        open_game = await ada.table(ME, OPEN, public=True)
        await bo.sit(open_game["id"], 1)
        alone = await ada.table(ME, here("Bo"), here("Cy"))
        waiting = await ada.table(ME, friend())
        share = size // 8
        answers = await asyncio.gather(
            fuzz_socket(eve, hush["id"], {None}, share, 1),
            fuzz_socket(bo, hush["id"], {1}, share, 2),
            fuzz_socket(Player(server.url), hush["id"], {None}, share, 3),
            fuzz_socket(eve, open_game["id"], {None}, share, 4),
            fuzz_socket(bo, open_game["id"], {1}, share, 5),
            fuzz_socket(ada, alone["id"], {0, 1, 2}, share, 6),
            fuzz_socket(eve, alone["id"], {None}, share, 7),
            fuzz_socket(bo, waiting["id"], {None}, share, 8),
        )
        total = sum(answers, Counter[str]())
        assert total["done"] + total["refused"] + total["pong"] == size
        done = [answer["done"] for answer in answers]
        assert all(done[i] > 0 for i in (1, 4, 5)), "some of it was right where the player has a seat"
        assert not any(done[i] for i in (0, 2, 3, 6, 7)), "a guest without a seat has done something"
        view = await eve.view(hush["id"])
        check_views(view, {None})
        steps = await eve.ask("GET", f"/api/tables/{alone['id']}/steps?count=400")
        assert steps["count"] >= 1
    finally:
        for player in players:
            await player.close()


async def fuzz_requests(people: Sequence[Player], table: str, number: int, seed: int) -> Counter[int]:
    """Requests of any kind: each is answered, and none by a fault of ours."""
    rng, answers = random.Random(seed), Counter[int]()
    parts = [table, *PARTS]
    keys = ["seat", "first", "count", "since", "before", "state", "game", "everywhere", "version"]

    async def one() -> None:
        player = rng.choice(people)
        path = "/" + "/".join(rng.choice(parts) for _ in range(rng.randrange(1, 6)))
        if rng.random() < 0.5:
            path = f"/api/tables/{table}/{rng.choice(parts[5:])}"
        query = {rng.choice(keys): str(rng.choice(STRANGE)) for _ in range(rng.randrange(3))}
        method = rng.choice(("GET", "GET", "POST", "PUT", "PATCH"))
        body = command(rng, [], Seen()) if rng.random() < 0.7 else json.dumps(rng.choice(STRANGE))
        answer = await player.http.request(method, path, params=query, content=body.encode())
        assert answer.status_code < 500, (method, path, query, body, answer.text)
        if answer.status_code >= 400 and answer.request.url.path.startswith("/api"):
            said = (method, path, query, answer.text)
            assert answer.headers["content-type"].startswith("application/json"), said
            assert {"kind", "code", "clause", "params"} <= set(answer.json()), said
        answers[answer.status_code] += 1

    for start in range(0, number, 20):
        await asyncio.gather(*(one() for _ in range(min(20, number - start))))
    return answers


@pytest.mark.anyio
@pytest.mark.slow
@pytest.mark.xdist_group("fuzz")
@size(1_600, 2_000)
async def test_requests_of_any_kind_are_answered_below_500(server: Killable, size: int) -> None:
    ada, eve = Player(server.url), Player(server.url)
    try:
        await ada.introduce("Ada")
        await eve.introduce("Eve")
        table = (await ada.table(ME, here("Bo")))["id"]
        answers = await fuzz_requests((ada, eve), table, size, 9)
        assert answers.total() == size
    finally:
        await ada.close()
        await eve.close()


@pytest.mark.slow
@pytest.mark.xdist_group("fuzz")
@size(12, 60)
def test_the_schema_keeps_what_it_promises(server: Killable, size: int) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")
    rng, tried = random.Random(3), Counter[str]()
    with httpx.Client(base_url=server.url) as ada:
        ada.put("/api/me", json={"name": "Ada"})
        seats = [ME, here("Bo")]
        table = ada.post("/api/tables", json={"game": "exxtra", "seats": seats}).json()["id"]
        cookies = dict(ada.cookies)
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]

    def attempt(case: schemathesis.Case[Any]) -> None:
        if "table" in case.path_parameters and rng.random() < 0.8:
            case.path_parameters["table"] = table
        if case.method == "DELETE" and case.path == "/api/me":
            return
        answer = case.call(cookies=cookies if rng.random() < 0.9 else None, timeout=HANG)
        tried[case.operation.label] += 1
        assert answer.status_code < 500, (case.operation.label, answer.text)
        case.validate_response(answer, checks=PROMISES if answer.content else PROMISES[:1])

    for operation in operations:
        given = hypothesis.given(case=operation.as_strategy())
        hypothesis.settings(
            max_examples=size,
            database=None,
            derandomize=True,
            suppress_health_check=list(hypothesis.HealthCheck),
        )(given(attempt))()
    assert len(tried) == len(operations) - 1
