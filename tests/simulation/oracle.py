"""The truth about every table, read from the database, and what clients are told compared with it."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from ludotheque.games import game as find_game
from ludotheque.host.match import LiveMatch
from ludotheque.host.rows import ChatRow, SeatRow, Summary, TableRow
from ludotheque.table.line import EPOCH, Line

Json = dict[str, Any]

CLOCKS: Final = timedelta(seconds=0.25)
"""How much processes with wrong clocks may differ about the time of their database."""
DOUBLED: Final = (
    'select "table", client, count(*) from log where client is not null group by 1, 2 having count(*) > 1'
)
JUDGED_AT_A_VERSION: Final = ("play", "undo", "reset")
"""Commands that are based on a version of the table."""
LINES: Final = 'select * from log where "table" = ? and number > ? order by number'


Thought: TypeAlias = tuple[str, int, bytes]
"""A table, a seat, and a hash of the position as the seat sees it."""


class Violation(Exception):
    """Something happened that must never happen."""


def fingerprint(value: object) -> bytes:
    """Return a short hash of a JSON value."""
    return blake2b(json.dumps(value, sort_keys=True).encode(), digest_size=12).digest()


class Truth:
    """One match as its log tells it, with what each seat could see at every version."""

    def __init__(
        self, row: TableRow, seats: list[SeatRow], thoughts: set[Thought], happened: Counter[str]
    ) -> None:
        self._happened = happened
        self.match = LiveMatch(row, seats)
        self._id = row.id
        self._seconds = row.seconds
        self._thoughts = thoughts
        self._since: dict[int, datetime | None] = {}
        """Since when each seat may act; None where a move was taken back, and it is not counted here."""
        self.viewers = [None, *(seat.seat for seat in seats if seat.kind != "bot")]
        self.views: dict[tuple[int, int | None], bytes] = {}
        self.moves: dict[tuple[int, int], bytes] = {}
        self.events: dict[tuple[int, int | None], set[bytes]] = {}
        self._told = 0
        self._look()

    def follow(self, line: Line) -> None:
        """Apply one line of the log."""
        if line.number != self.match.version + 1:
            raise Violation(f"the log has a gap: line {line.number} behind {self.match.version}")
        self._check_bot(line)
        self._check_time(line)
        self._count(line)
        self.match.apply(line)
        self._note_time(line)
        if self.match.version != line.number:
            raise Violation(f"line {line.number} leads to version {self.match.version}")
        self._look()

    def _count(self, line: Line) -> None:
        """Count what happens, so that a campaign tells what it has tried."""
        match = self.match
        self._happened[f"log: {line.kind}"] += 1
        if line.kind in ("undo", "reset") and any(match.played_by_bot(seat) for seat in match.actors):
            self._happened["taken back while a bot thinks"] += 1
        if line.kind == "move" and match.call is not None:
            called = line.body["move"] == _as_json(match.call.window.called)
            self._happened["called in time" if called else "not called in time"] += 1

    def _check_bot(self, line: Line) -> None:
        """A bot's move was thought about the very position at which it is made."""
        match = self.match
        if line.kind != "move" or line.seat is None or line.client is not None or match.call is not None:
            return
        seen = fingerprint(_as_json(match.table.position.view(line.seat)))
        if match.played_by_bot(line.seat) and (self._id, line.seat, seen) not in self._thoughts:
            raise Violation(f"{self._id}: a bot moved at {line.number} without a thought about this position")

    def _check_time(self, line: Line) -> None:
        """The time of a seat is up when it has had all of it."""
        call = self.match.call
        if line.kind == "move" and call is not None and call.closes is not None:
            called = line.body["move"] == _as_json(call.window.called)
            if called and line.at > call.closes + CLOCKS:
                raise Violation(f"{self._id}: a call counts that came {line.at - call.closes} too late")
        if line.kind != "time_up" or line.seat is None or self._seconds is None:
            return
        since = self._since.get(line.seat)
        if since is not None and line.at - since + CLOCKS < timedelta(seconds=self._seconds):
            raise Violation(f"{self._id}: the time of seat {line.seat} was up after {line.at - since}")

    def _note_time(self, line: Line) -> None:
        if line.kind in ("undo", "reset"):
            self._since = dict.fromkeys(self.match.actors)
            return
        moved = line.seat if line.kind == "move" else None
        self._since = {
            seat: line.at if seat == moved else self._since.get(seat, line.at) for seat in self.match.actors
        }

    def _look(self) -> None:
        match = self.match
        for viewer in self.viewers:
            view = _as_json(match.table.position.view(viewer))
            self.views[match.version, viewer] = fingerprint(view)
            if viewer is not None:
                moves = [msgspec.to_builtins(move) for move in match.moves(viewer)]
                self.moves[match.version, viewer] = fingerprint([one for one in moves if "ranges" not in one])
        told = [(line, event) for line in match.table.lines[self._told :] for event in line.events]
        for line, event in told:
            for viewer in self.viewers:
                seen = event.seen_by(viewer)
                shown = {"name": seen.name, "seat": seen.seat, "params": msgspec.to_builtins(seen.params)}
                self.events.setdefault((line.number, viewer), set()).add(fingerprint(shown))
        self._told = match.version


class Oracle:
    """Reads the database as a bystander does, and compares."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self.truths: dict[str, Truth] = {}
        self.thoughts: set[Thought] = set()
        """Everything that a bot was asked to think about."""
        self.happened: Counter[str] = Counter()
        """What stands in the logs, by kind."""

    @property
    def _db(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(self._path, isolation_level=None, timeout=0)
            self._connection.row_factory = sqlite3.Row
        return self._connection

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # The database

    def row(self, table: str) -> TableRow | None:
        """Return a table."""
        found = self._db.execute("select * from tables where id = ?", (table,)).fetchone()
        return None if found is None else _table(found)

    def rows(self, where: str = "1") -> list[TableRow]:
        """Return all tables, the first set up first."""
        return [
            _table(row) for row in self._db.execute(f"select * from tables where {where} order by created")
        ]

    def seats(self, table: str) -> list[SeatRow]:
        """Return the seats of a table."""
        query = 'select * from seats where "table" = ? order by seat'
        return [
            msgspec.convert(dict(row), SeatRow, strict=False) for row in self._db.execute(query, (table,))
        ]

    def stored(self, table: str, client: str) -> list[int]:
        """Return the numbers of the log lines of a command."""
        query = 'select number from log where "table" = ? and client = ?'
        return [row[0] for row in self._db.execute(query, (table, client))]

    def said(self, table: str, client: str) -> bool:
        """Whether a line of chat is stored."""
        query = 'select 1 from chat where "table" = ? and client = ?'
        return self._db.execute(query, (table, client)).fetchone() is not None

    def chat(self, table: str) -> list[ChatRow]:
        """Return the chat of a table."""
        query = 'select * from chat where "table" = ? order by number'
        return [
            ChatRow(
                number=row["number"],
                person=row["person"],
                name=row["name"],
                seat=row["seat"],
                text=row["text"],
                at=_moment(row["at"]),
                client=row["client"],
            )
            for row in self._db.execute(query, (table,))
        ]

    def truth(self, table: str) -> Truth | None:
        """Return a match as far as its log goes now."""
        truth = self.truths.get(table)
        if truth is None:
            row = self.row(table)
            if row is None or row.state == "waiting":
                return None
            begun = msgspec.structs.replace(row, changed=row.created)
            truth = self.truths[table] = Truth(begun, self.seats(table), self.thoughts, self.happened)
        for found in self._db.execute(LINES, (table, truth.match.version)):
            truth.follow(_line(found))
        return truth

    # What must hold at any time

    def check_steps(self, table: str, person: str | None, answer: Json) -> None:
        """Somebody who looks back is shown positions that were, as a seat of theirs may know them."""
        row, truth, shown = self.row(table), self.truth(table), answer["seat"]
        if row is None or truth is None or shown not in truth.viewers:
            return
        held = {seat.seat for seat in self.seats(table) if person is not None and seat.person == person}
        if shown is not None and shown not in held and row.state != "finished":
            raise Violation(f"{table}: the steps of seat {shown} are told to somebody who holds {held}")
        positions = {seen for (_, viewer), seen in truth.views.items() if viewer == shown}
        for step in answer["steps"]:
            if fingerprint(step["position"]) not in positions:
                raise Violation(f"{table}: step {step['step']} of seat {shown} shows what never was")

    def check_secret(self, table: str, path: str) -> None:
        """Somebody without a seat is told nothing that a seat or the end of the match keeps."""
        row = self.row(table)
        if row is None:
            return
        hidden = row.state != "finished" and find_game(row.game).hidden
        if path.startswith("hint") or (path.startswith(("record", "analysis")) and hidden):
            raise Violation(f"{table}: a stranger gets its {path}")

    def check_table(self, row: TableRow) -> None:
        """The log of a table has no gap and ends where its row says."""
        truth = self.truth(row.id)
        if truth is None:
            return
        now = self.row(row.id)
        if now is not None and now.version != truth.match.version:
            raise Violation(f"{row.id} is at {now.version}, and its log at {truth.match.version}")

    def check_once(self) -> None:
        """No command stands in a log twice."""
        doubled = self._db.execute(DOUBLED).fetchall()
        if doubled:
            raise Violation(f"stored twice: {[tuple(row) for row in doubled][:3]}")

    def check_acknowledged(self, table: str, person: str, command: Json, version: int) -> None:
        """What is acknowledged is stored, once, where the answer says."""
        client = f"{person}:{command['id']}"
        if command["do"] == "chat":
            if not self.said(table, client):
                raise Violation(f"{client} was acknowledged and its line of chat is not there")
            return
        stored = self.stored(table, client)
        if not stored and command["do"] == "leave" and version == 0:
            return  # stood up from a table that waits: nothing of it is in the log
        if stored != [version]:
            raise Violation(
                f"{client} {command['do']} was acknowledged at {version} and is stored at {stored}"
            )
        if command["do"] in JUDGED_AT_A_VERSION:
            self._check_based(table, client, command, version)

    def _check_based(self, table: str, client: str, command: Json, version: int) -> None:
        """A move or an undo changes the very version that its sender saw, and nobody comes between."""
        query = 'select seat, kind from log where "table" = ? and number > ? and number <= ? order by number'
        first, *more = self._db.execute(query, (table, command["version"], version)).fetchall()
        if first["seat"] != command["seat"] or any(line["kind"] != "chance" for line in more):
            raise Violation(f"{client} {command['do']} at {command['version']} was done at {version}")

    def check_refused(self, table: str, person: str, command: Json, refusal: Json) -> None:
        """A move that was refused for good is not in the log."""
        final = refusal["kind"] in ("stale", "not_allowed", "not_your_turn", "not_yours")
        if final and command["do"] == "play" and self.stored(table, f"{person}:{command['id']}"):
            raise Violation(f"{person}:{command['id']} was refused ({refusal['code']}) and is stored")

    def check_told(self, table: str, person: str | None, message: Json) -> None:
        """A client is told the truth, and no more of it than its seats may know."""
        row, truth = self.row(table), self.truth(table)
        if row is None:
            return
        seats = self.seats(table)
        held = {seat.seat for seat in seats if person is not None and seat.person == person}
        if message["type"] in ("table", "update"):
            self._check_views(table, truth, held, message)
        if message["type"] == "table":
            self._check_chat(table, held, row, message["chat"])
        elif message["type"] == "chat":
            self._check_chat(table, held, row, [message["line"]])

    def _check_views(self, table: str, truth: Truth | None, held: set[int], message: Json) -> None:
        version = message["version"]
        if truth is None:
            if message["views"] or version:
                raise Violation(f"{table} waits, and a client is told of version {version}")
            return
        if version > truth.match.version:
            raise Violation(f"{table}: version {version} is told before it is stored")
        for view in message["views"]:
            seat = view["seat"]
            if seat is not None and seat not in held:
                raise Violation(f"{table}: the view of seat {seat} is told to somebody who holds {held}")
            if seat is None and held and len(held) < 2:
                raise Violation(f"{table}: a player gets the view of a spectator")
            if fingerprint(view["position"]) != truth.views[version, seat]:
                raise Violation(f"{table}: seat {seat} sees another position at version {version}")
            offered = fingerprint([offer["move"] for offer in view["moves"]])
            if seat is not None and offered != truth.moves[version, seat]:
                raise Violation(f"{table}: seat {seat} is offered other moves at version {version}")
            self._check_events(table, truth, seat, view["events"])

    @staticmethod
    def _check_events(table: str, truth: Truth, seat: int | None, events: Iterable[Json]) -> None:
        for event in events:
            told = {name: event[name] for name in ("name", "seat", "params")}
            if fingerprint(told) not in truth.events.get((event["number"], seat), ()):
                raise Violation(f"{table}: seat {seat} hears of {told} at {event['number']}, which is not so")

    def _check_chat(self, table: str, held: set[int], row: TableRow, lines: Iterable[Json]) -> None:
        stored = {line.number: line for line in self.chat(table)}
        for line in lines:
            there = stored.get(line["number"])
            if there is None or there.text != line["text"]:
                raise Violation(f"{table}: a line of chat is told that is not stored")
            if held and there.seat is None and row.state != "finished":
                raise Violation(f"{table}: a player hears a spectator")


def _as_json(value: object) -> object:
    return json.loads(msgspec.json.encode(value))


def _moment(at: int) -> Any:
    return EPOCH + timedelta(microseconds=at)


def _table(row: sqlite3.Row) -> TableRow:
    values = dict(row)
    for name in ("options", "start", "summary"):
        values[name] = json.loads(values[name]) if values[name] is not None else None
    for name in ("public", "spectators", "chat", "hints", "by_link", "study", "practice"):
        values[name] = bool(values[name])
    for name in ("due", "created", "changed"):
        values[name] = None if values[name] is None else _moment(values[name])
    values["summary"] = msgspec.convert(values["summary"], Summary)
    return TableRow(**{name: values[name] for name in TableRow.__struct_fields__})


def _line(row: sqlite3.Row) -> Line:
    return Line(
        number=row["number"],
        seat=row["seat"],
        kind=row["kind"],
        body=json.loads(row["body"]),
        at=_moment(row["at"]),
        client=row["client"],
        rules=row["rules"],
        position=None if row["position"] is None else json.loads(row["position"]),
    )
