"""The common interface to every game: a table with its seats, log, undo and record."""

import secrets
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from librt.random import Random
from msgspec.structs import asdict

from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json, write
from ludotheque.core.events import Event
from ludotheque.core.game import Game, Position
from ludotheque.core.moves import Move, MoveRange, Result
from ludotheque.core.refusal import NotAllowed, NotYourTurn, Param, Refusal, Unreadable
from ludotheque.games import game as find_game
from ludotheque.table.record import Entry, Record, read_record
from ludotheque.table.undo import Undo


class Happened(NamedTuple):
    """An event, and the version of the table after it."""

    version: int
    event: Event


class Table:
    """A match of any game.

    >>> table = Table("exxtra", seats=2, seed=7)
    >>> table.actors
    (0,)
    >>> table.moves(0)
    [Throw()]
    >>> [event.name for event in table.play(0, {"do": "throw"})]
    ['exxtra.throw']

    With `chance`, the outcomes are scripted: for tests, or for real dice on a real table. When the script
    has run out, the table waits for the next `feed`.

    >>> table = Table("exxtra", seats=2, chance=[[7, 6]])
    >>> table.play(0, "throw")[0].text("en", "Ada")
    'Ada throws 7 and 6.'

    A practice game, against bots alone, lets a move be taken back behind dice, cards and answers; chance is
    then drawn again.

    >>> table = Table("exxtra", seats=2, chance=[[7, 6], [4, 1]], practice=True)
    >>> _ = table.play(0, "throw")
    >>> table.undo(0)
    >>> table.play(0, "throw")[0].text("en", "Ada")
    'Ada throws 4 and 1.'
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        seed: int | None = None,
        options: dict[str, Json] | None = None,
        chance: Iterable[Json] | None = None,
        *,
        practice: bool = False,
    ) -> None:
        rules = find_game(game)
        start = rules.start(rules.read_seats(seats), rules.read_options(options))
        self._begin(rules, start, None, practice=practice)
        self._use(seed, chance)
        self._happened(self._run_chance())

    @classmethod
    def at(
        cls, game: str, position: Json, seed: int | None = None, chance: Iterable[Json] | None = None
    ) -> "Table":
        """Return a table at any position, written as JSON: for tests, puzzles and analysis.

        >>> dice = [None, {"slot": 5, "value": 64}]
        >>> Table.at("exxtra", {"seats": 2, "pawns": [20, 3], "dice": dice}).actors
        (0,)
        """
        table = cls.__new__(cls)
        rules = find_game(game)
        table._begin(rules, rules.at(position), position)
        table._use(seed, chance)
        table._happened(table._run_chance())
        return table

    @classmethod
    def replay(cls, record: object, seed: int | None = None, *, partial: bool = False) -> "Table":
        """Return the table of a record, from JSON text or values; a malformed one is refused, with the place.

        With a seed, the outcomes of chance are drawn; without one, each has to be fed.

        A record made under earlier rules is played by today's, with its moves translated where their form has
        changed. If today's rules refuse one of them, the record is refused too, with the place; with
        `partial` it is played up to there, and `stopped` holds the place and the reason.

        >>> table = Table("exxtra", seats=2, seed=7)
        >>> Table.replay(table.record()).view(None) == table.view(None)
        True
        """
        read = read_record(record)
        table = cls.__new__(cls)
        rules = find_game(read.game)
        if read.rules > rules.rules_version:
            params: dict[str, Param] = {
                "version": read.rules,
                "known": rules.rules_version,
                "game": rules.title,
            }
            raise Unreadable("core.record_rules", params=params)
        if read.start is None:
            begun = None
            start = rules.start(rules.read_seats(read.seats), rules.read_options(read.options))
        else:
            begun = rules.upgrade_position(read.start, read.rules)
            start = rules.at(begun)
        table._begin(rules, start, begun, practice=read.practice)
        table.names = list(read.names)
        table._use(seed, ())
        table._fills_in = False
        table.stopped = table._follow_all(read)
        if table.stopped is not None and not (partial and read.rules < rules.rules_version):
            raise table.stopped
        if seed is not None:
            table._script = None
            table._happened(table._run_chance())
        return table

    def _begin(self, game: Game, position: Position, start: Json, *, practice: bool = False) -> None:
        self.game = game
        self.practice = practice
        """True if moves may be taken back behind chance: only against bots, and the record has it too."""
        self.position = position
        self.seats = position.seats
        self.names: list[str] = []
        """The players by seat, for the record; set by the caller."""
        self.log: list[Entry] = []
        """The moves and outcomes so far, without those taken back."""
        self.versions: list[int] = []
        """The version after each entry of `log`."""
        self.events: list[Event] = []
        """All events so far, without those taken back."""
        self.journal: list[Happened] = []
        """All events ever, including those taken back, each with its version."""
        self.version = 0
        """Counter of all changes, which never decreases; a move based on an older version is out of date."""
        self.stopped: Unreadable | None = None
        """The place and the reason where a record of earlier rules stops, if it was replayed in part."""
        self._start = start
        self._undo = Undo(practice=practice)
        self._rng = seeded(0)
        self._script: list[Json] | None = None
        self._fills_in = True
        """True if a script may leave out outcomes that have a default; a record leaves nothing out."""

    def _use(self, seed: int | None, chance: Iterable[Json] | None) -> None:
        if chance is not None and not isinstance(chance, Iterable):
            raise Unreadable("core.chance_script", params={"value": repr(chance)[:40]})
        self._script = None if chance is None else list(chance)
        self._rng = _source(seed)

    def copy(self, seed: int | None = None) -> "Table":
        """Return an independent copy, with all that may be taken back.

        A scripted table is copied with the rest of its script. Otherwise the copy has its own random numbers,
        from `seed` if given: it does not reveal the future dice of the original.

        >>> table = Table("exxtra", seats=2, seed=7)
        >>> trial = table.copy()
        >>> _ = trial.play(0, "throw")
        >>> trial.version, table.version
        (3, 1)
        """
        copied = type(self).__new__(type(self))
        copied.__setstate__(self.__getstate__())
        copied.position = self.position.copy()
        copied._rng = _source(seed)
        return copied

    def __copy__(self) -> "Table":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Table":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """Pickle everything except the random number generator: like a record, a pickle omits future dice."""
        lists = {name: list(value) for name, value in self.__dict__.items() if isinstance(value, list)}
        return {**self.__dict__, **lists, "_undo": self._undo.copy(), "_rng": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._rng = _source(None)

    def __repr__(self) -> str:
        over = "over" if self.result is not None else f"actors {self.actors}"
        return f"<Table of {self.game.name}: {self.seats} seats, version {self.version}, {over}>"

    def _follow_all(self, record: Record) -> Unreadable | None:
        """Play a record as far as possible; return the refusal that stops it."""
        old = record.rules < self.game.rules_version
        for number, entry in enumerate(record.log):
            try:
                self.follow(entry, record.rules)
            except Refusal as refusal:
                code = "core.record_old_rules" if old else "core.record_move"
                params: dict[str, Param] = {"where": f"$.log[{number}]", "why": refusal.text("en")}
                stopped = Unreadable(code, refusal.clause, params)
                stopped.__cause__ = refusal
                return stopped
        if record.result is None or record.result == self.result:
            return None
        if old:
            return Unreadable("core.record_old_result", params={"where": "$.result"})
        return Unreadable(
            "core.record_shape", params={"where": "$.result", "detail": "not the result of the log"}
        )

    def follow(self, entry: Entry, rules: int | None = None) -> list[Event]:
        """Play one line of a record: a seat's move, an outcome of chance, or a position to go on from.

        `rules` is the version of the rules it was written under; today's by default.
        """
        written = self.game.rules_version if rules is None else rules
        if entry.position is not None:
            return self.go_on_from(self.game.upgrade_position(entry.position, written))
        step = entry.seat, entry.chance if entry.seat is None else entry.move
        old = written < self.game.rules_version
        events: list[Event] = []
        for seat, said in self.game.upgrade(step, written, self.position) if old else (step,):
            events += self.feed(said) if seat is None else self.play(seat, said)
        return events

    def go_on_from(self, position: Json) -> list[Event]:
        """Continue from a position written as JSON, whatever was played before.

        >>> table = Table("exxtra", seats=2, seed=7)
        >>> dice = [None, {"slot": 5, "value": 64}]
        >>> [event.name for event in table.go_on_from({"seats": 2, "pawns": [20, 3], "dice": dice})]
        ['core.goes_on']
        >>> Table.replay(table.record()).position.to_json() == table.position.to_json()
        True
        """
        found = self.game.at(position)
        if found.seats != self.seats:
            raise Unreadable(
                "core.position", params={"where": "$.seats", "detail": "another number of seats"}
            )
        self.position = found
        events = [Event(name="core.goes_on")]
        self._enter(Entry(position=found.to_json()), events)
        self._happened(events)
        return events

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now: several in a reaction window, none when the game is over."""
        return self.position.actors

    @property
    def awaits_chance(self) -> bool:
        """True if the script has run out and the next outcome has to be fed."""
        return self.position.awaits_chance

    @property
    def result(self) -> Result | None:
        """The ranks and scores; None while the game goes on."""
        return self.position.result

    def moves(self, seat: int) -> Sequence[Move | MoveRange]:
        """Return the legal moves of a seat: typed moves, for a continuous move its ranges."""
        self._check_seat(seat)
        return self.position.moves(seat)

    def why_not(self, seat: int, move: Move | Json) -> Refusal | None:
        """Return the reason why a move would be refused, without playing it; None if it is legal.

        >>> table = Table("exxtra", seats=2, chance=[])
        >>> str(table.why_not(0, "place 3"))
        'The first throw of a turn is compulsory: throw before you place. (EXXTRA-7)'
        """
        try:
            self._check_seat(seat)
            return self._refusal(seat, self.game.read_move(move))
        except Refusal as refusal:
            return refusal

    def play(self, seat: int, move: Move | Json) -> list[Event]:
        """Play a move, typed, as JSON or in notation; return its events, those of chance included.

        A refused move raises a `Refusal` and changes nothing.
        """
        self._check_seat(seat)
        typed = self.game.read_move(move)
        refusal = self._refusal(seat, typed)
        if refusal is not None:
            raise refusal
        before = self.position.copy()
        marks = len(self.log), len(self.events)
        journal, version = len(self.journal), self.version
        script = None if self._script is None else list(self._script)
        events = self.position.play(seat, typed)
        self._enter(Entry(seat=seat, move=write(typed)), events)
        self._undo.remember(seat, before, *marks)
        try:
            by_chance = self._run_chance()
        except Refusal:
            self.position, self._script, self.version = before, script, version
            del self.log[marks[0] :], self.versions[marks[0] :], self.journal[journal:]
            self._undo.forget_last()
            raise
        self._happened(events + by_chance)
        return events + by_chance

    def feed(self, outcome: Json) -> list[Event]:
        """Apply the next outcome of chance, such as a throw of real dice."""
        if not self.awaits_chance:
            raise NotAllowed("core.no_chance")
        events = self._resolve(outcome)
        self._happened(events)
        return events

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return what a seat may know (None: a spectator), ready for JSON."""
        if seat is not None:
            self._check_seat(seat)
        return {
            "game": self.game.name,
            "version": self.version,
            "seat": seat,
            "actors": list(self.actors),
            "position": self.position.view(seat),
            "result": write(self.result),
        }

    def can_undo(self, seat: int, *, agreed: bool = False) -> Refusal | None:
        """Return the reason why a seat can't take its last move back; None if it can."""
        return self._undo.refusal(seat, self.actors, agreed=agreed)

    def undo_how(self, seat: int) -> Literal["now", "ask"] | None:
        """Return "now" if a seat can take its last move back, "ask" if all others must agree, else None."""
        return self._undo.how(seat, self.actors)

    def undo(self, seat: int, *, agreed: bool = False) -> None:
        """Take back the seat's last move; `agreed` if all players at the table have said yes.

        Never another player's move, never after a throw or a shown card, and across a change of the player
        to act only if all agree; in a practice game always, with all that followed it.
        """
        self._check_seat(seat)
        refusal = self.can_undo(seat, agreed=agreed)
        if refusal is not None:
            raise refusal
        self._take_back(seat)
        self.version += 1

    def reset_turn(self, seat: int) -> int:
        """Take back all moves of a seat's turn that can be taken back; return their number."""
        self._check_seat(seat)
        refusal = self.can_undo(seat)
        if refusal is not None:
            raise refusal
        count, more = 0, True
        while more:
            self._take_back(seat)
            count += 1
            more = self._undo.goes_on(seat, self.actors)
        self.version += 1
        return count

    def tell(self, event: Event) -> None:
        """Add an event that is not part of the rules to the journal, at the current version."""
        self.journal.append(Happened(self.version, event))

    def note(self, event: Event) -> None:
        """Add an event beside the rules as a change: a question, an answer, a player who left."""
        self.version += 1
        self.tell(event)

    def count_as_one(self, before: int) -> None:
        """Merge all changes since a version, of which there may be none, into one."""
        self.version = before + 1
        for index in range(len(self.versions) - 1, -1, -1):
            if self.versions[index] <= self.version:
                break
            self.versions[index] = self.version
        for index in range(len(self.journal) - 1, -1, -1):
            if self.journal[index].version <= self.version:
                break
            self.journal[index] = Happened(self.version, self.journal[index].event)

    def record(self) -> dict[str, Any]:
        """Return the whole match, versioned and ready for JSON; without the seed, to hide future dice."""
        written = write(self.snapshot())
        assert isinstance(written, dict)  # a struct is an object in JSON
        return written

    def snapshot(self) -> dict[str, object]:
        """Return the parts of a record as they are now, not yet as JSON; later moves don't change them.

        >>> table = Table("exxtra", seats=2, seed=7)
        >>> write(table.snapshot()) == table.record()
        True
        """
        options = write(self.position.options)
        record = Record(
            game=self.game.name,
            rules=self.game.rules_version,
            seats=self.seats,
            options=options if isinstance(options, dict) else {},
            names=list(self.names),
            start=self._start,
            log=list(self.log),
            result=self.result,
            practice=self.practice,
        )
        parts = asdict(record)
        if not self.practice:  # almost no match is one, and older programs can then read all others
            del parts["practice"]
        return parts

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise Unreadable("core.seat", params={"seat": str(seat)})

    def _refusal(self, seat: int, move: Move) -> Refusal | None:
        if self.awaits_chance:
            return NotYourTurn("core.chance_awaited")
        return self.position.refusal(seat, move)

    def _run_chance(self) -> list[Event]:
        """Resolve chance until a seat is to act, the game is over, or the script has run out."""
        events: list[Event] = []
        while self.position.awaits_chance:
            if self._script is None:
                events += self._resolve(self.position.draw(self._rng))
                continue
            default = self.position.default_outcome() if self._fills_in else None
            if default is not None and not (self._script and self._fits(self._script[0])):
                events += self._resolve(default)
            elif self._script:
                events += self._resolve(self._script[0])
                del self._script[0]
            else:
                break
        return events

    def _fits(self, outcome: Json) -> bool:
        try:
            self.position.copy().resolve(outcome)
        except Refusal:
            return False
        return True

    def _resolve(self, outcome: Json) -> list[Event]:
        events = self.position.resolve(outcome)
        self._enter(Entry(chance=outcome), events)
        return events

    def _enter(self, entry: Entry, events: list[Event]) -> None:
        self.version += 1
        self.log.append(entry)
        self.versions.append(self.version)
        self.journal += [Happened(self.version, event) for event in events]

    def _take_back(self, seat: int) -> None:
        self.position, entries, happened = self._undo.take_back(seat)
        del self.log[entries:], self.versions[entries:], self.events[happened:]

    def _happened(self, events: list[Event]) -> None:
        self.events += events
        if any(entry.seat is None for entry in self.log[self._undo.since :]):
            self._undo.close(len(self.log), "core.undo_chance")
        elif any(event.reveals for event in events):
            self._undo.close(len(self.log), "core.undo_shown")


def _source(seed: int | None) -> Random:
    """Return a random number generator; an unpredictable one without a seed."""
    if seed is not None and type(seed) is not int:
        raise Unreadable("core.number", params={"name": "seed", "value": repr(seed)[:40]})
    return seeded(secrets.randbits(63) if seed is None else seed)
