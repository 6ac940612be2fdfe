"""The common interface to every game: a table with its seats, log, undo and record.

`Table` is the one way to play: rules are asked through it, and every change goes through `Table.apply`, which
adds one line to the log.
"""

import secrets
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from librt.random import Random
from msgspec.structs import asdict, replace

from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json, write, write_fields
from ludotheque.core.events import Event
from ludotheque.core.game import Game, Position
from ludotheque.core.moves import Move, MoveRange, Result
from ludotheque.core.refusal import NotAllowed, NotYourTurn, Param, Refusal, Unreadable
from ludotheque.games import game as find_game
from ludotheque.table.line import Kind, Line, line_of
from ludotheque.table.record import Entry, Record, read_record
from ludotheque.table.undo import Undo


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
        game: str | Game,
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
        self._settle(self._run_chance())

    @classmethod
    def at(
        cls, game: str | Game, position: Json, seed: int | None = None, chance: Iterable[Json] | None = None
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
        table._settle(table._run_chance())
        return table

    @classmethod
    def replay(cls, record: object, seed: int | None = None, *, partial: bool = False) -> "Table":
        """Return the table of a record, JSON text or values; raise `Unreadable`, with the place, if invalid.

        With a seed, further outcomes of chance are drawn; without one, each has to be fed.

        A record made under earlier rules is replayed under the current ones, with its moves translated where
        their form has changed. If one of them is refused, the record is refused too; with `partial` it is
        replayed up to there, and `stopped` holds that refusal, with the place.

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
            table._settle(table._run_chance())
        return table

    def _begin(self, game: Game, position: Position, start: Json, *, practice: bool = False) -> None:
        self.game = game
        self.practice = practice
        """True if moves may be undone even after chance; only against bots, and stored in the record."""
        self.position = position
        self.seats = position.seats
        self.names: list[str] = []
        """Names of the players by seat, for the record; empty until the caller sets them."""
        self.lines: list[Line] = []
        """The log: every change of the table, including moves that were undone later."""
        self.steps: list[Line] = []
        """The lines that led to the position: moves, outcomes and positions, without undone ones."""
        self.stopped: Unreadable | None = None
        """The refusal that stopped a partial replay of a record of earlier rules; else None."""
        self._start = start
        self._undo = Undo(practice=practice)
        self._shared = False
        """True if a fork or the undo history shares the position, which is then copied before a change."""
        self._rng: Random | None = None
        self._script: list[Json] | None = None
        self._fills_in = True
        """True if a script may leave out outcomes that have a default; False for a record, which has all."""

    def _use(self, seed: int | None, chance: Iterable[Json] | None) -> None:
        if chance is not None and not isinstance(chance, Iterable):
            raise Unreadable("core.chance_script", params={"value": repr(chance)[:40]})
        self._script = None if chance is None else list(chance)
        self._rng = None if seed is None else _source(seed)

    def copy(self, seed: int | None = None) -> "Table":
        """Return an independent copy, with its undo history.

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
        copied._rng = None if seed is None else _source(seed)
        return copied

    def fork(self) -> "Table":
        """Return a quick copy to judge a change on; both share the position until one of them changes it."""
        forked = type(self).__new__(type(self))
        self._shared = True
        forked.__dict__.update(self.__dict__)
        forked.lines, forked.steps, forked._undo = self.lines.copy(), self.steps.copy(), self._undo.copy()
        forked._script = self._script and self._script.copy()
        return forked

    def __copy__(self) -> "Table":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Table":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """Return everything except the random number generator: like a record, a pickle omits future dice."""
        lists = {name: list(value) for name, value in self.__dict__.items() if isinstance(value, list)}
        return {**self.__dict__, **lists, "_undo": self._undo.copy(), "_rng": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._rng = None

    def __repr__(self) -> str:
        over = "over" if self.result is not None else f"actors {self.actors}"
        return f"<Table of {self.game.name}: {self.seats} seats, version {self.version}, {over}>"

    def _follow_all(self, record: Record) -> Unreadable | None:
        """Play a record as far as possible; return the refusal that stops it, or None."""
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
        return list(self.apply(line_of(entry, self.version + 1, written)).events)

    def go_on_from(self, position: Json) -> list[Event]:
        """Continue from a position written as JSON, whatever was played before.

        >>> table = Table("exxtra", seats=2, seed=7)
        >>> dice = [None, {"slot": 5, "value": 64}]
        >>> [event.name for event in table.go_on_from({"seats": 2, "pawns": [20, 3], "dice": dice})]
        ['core.goes_on']
        >>> Table.replay(table.record()).position.to_json() == table.position.to_json()
        True
        """
        return self.follow(Entry(position=position))

    @property
    def version(self) -> int:
        """Number of log lines, which never decreases; a move based on an older version is out of date."""
        return len(self.lines)

    @property
    def log(self) -> list[Entry]:
        """The moves and outcomes so far, without those undone, as entries of a record."""
        return [step.entry for step in self.steps]

    @property
    def events(self) -> list[Event]:
        """All events so far, without those of undone moves."""
        return [event for step in self.steps for event in step.events]

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
        line = self._line("move", seat, {"move": self.game.read_move(move)})
        trial = self.fork()
        events = [*trial.apply(line, settles=False).events, *trial._run_chance()]
        trial._settle(events)
        # Nothing is changed here before all has succeeded; then the copy becomes this table.
        self.__dict__ = trial.__dict__
        return events

    def feed(self, outcome: Json) -> list[Event]:
        """Apply the next outcome of chance, such as a throw of real dice, and return its events.

        Raise `NotAllowed` if no outcome is awaited.
        """
        return list(self.apply(self._line("chance", None, {"outcome": outcome})).events)

    def apply(self, line: Line, *, settles: bool = True) -> Line:
        """Apply a line (a move, an outcome, a position or an undo) and return it with its events.

        A refused line raises a `Refusal` and changes nothing. With `settles` False, the caller decides
        afterwards which moves can still be undone, since chance follows first.
        """
        steps = self._today(line)
        if len(steps) != 1:
            return self._apply_several(line, steps)
        step = steps[0]
        match step.kind:
            case "move":
                seat, move = self._judge(step)
                before, self.position, self._shared = self.position, self.position.copy(), False
                happened = self.position.play(seat, move)
                self._undo.remember(seat, before, len(self.steps))
                # A typed move and notation are stored as JSON, too.
                if not isinstance(step.body["move"], dict):
                    written = replace(step, body={"move": write(move)})
                    line, step = (written if step is line else line), written
            case "chance":
                happened = self._resolve(step)
            case "rules":
                happened = self._go_on_from(step)
            case _:
                return self._take_back(step)
        done = replace(line, events=tuple(happened))
        self.steps.append(done if step is line else replace(step, events=done.events))
        self.lines.append(done)
        if settles:
            self._settle(happened)
        return done

    def correct(self, position: Json) -> None:
        """Replace the position by the one to which earlier rules led with the last line."""
        step = line_of(Entry(position=position), self.version, self.game.rules_version)
        events = self._go_on_from(step)
        self.steps.append(replace(step, events=tuple(events)))
        for event in events:
            self.say(event)
        self._settle(events)

    def append(self, line: Line) -> Line:
        """Append a line to the log without changing the position, and return it."""
        self.lines.append(line)
        return line

    def say(self, event: Event, number: int | None = None) -> Line:
        """Add an event that no rule caused to a line, by default the last one; return the line."""
        index = self.version - 1 if number is None else number - 1
        line = self.lines[index]
        self.lines[index] = said = replace(line, events=(*line.events, event))
        return said

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return the state that a seat may know, ready for JSON; None is a spectator."""
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

    def why_not_undo(self, seat: int, *, agreed: bool = False) -> Refusal | None:
        """Return the reason why a seat can't undo its last move; None if it can."""
        return self._undo.refusal(seat, self.actors, agreed=agreed)

    def undo_mode(self, seat: int) -> Literal["now", "ask"] | None:
        """Return “now” if a seat can undo its last move at once, “ask” if others must agree, else None."""
        return self._undo.how(seat, self.actors)

    def undo(self, seat: int, *, agreed: bool = False) -> None:
        """Undo the seat's last move; `agreed` if all players at the table have said yes.

        Raise `NotAllowed` for a move after which chance has acted, a secret was shown or another player has
        moved, and without `agreed` if another player is to act. In a practice game any move can be undone,
        with all that followed it.
        """
        self.apply(self._line("undo", seat, {"agreed": agreed}))

    def reset_turn(self, seat: int) -> int:
        """Undo all moves of a seat's turn that can be undone; return their number."""
        moves = self._undo.moves(seat)
        self.apply(self._line("reset", seat, {}))
        return moves - self._undo.moves(seat)

    def record(self) -> dict[str, Any]:
        """Return the whole match, versioned and ready for JSON; without the seed, to hide future dice."""
        return write_fields(self.snapshot())

    def snapshot(self) -> dict[str, object]:
        """Return the fields of a record of the match so far, not yet as JSON; later moves don't change them.

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
            log=self.log,
            result=self.result,
            practice=self.practice,
        )
        parts = asdict(record)
        # It is left out by default, so that older versions of the program can read the record.
        if not self.practice:
            del parts["practice"]
        return parts

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise Unreadable("core.seat", params={"seat": str(seat)})

    def _refusal(self, seat: int, move: Move) -> Refusal | None:
        if self.awaits_chance:
            return NotYourTurn("core.chance_awaited")
        return self.position.refusal(seat, move)

    def _line(self, kind: Kind, seat: int | None, body: dict[str, Any]) -> Line:
        """Create the next line of the log, under the current rules."""
        return Line(number=self.version + 1, seat=seat, kind=kind, body=body, rules=self.game.rules_version)

    def _today(self, line: Line) -> Sequence[Line]:
        """Translate a line of earlier rules into lines of the current ones; return other lines unchanged."""
        if line.rules >= self.game.rules_version or line.kind not in ("move", "chance"):
            return (line,)
        entry = line.entry
        said = entry.seat, entry.chance if entry.seat is None else entry.move
        return [
            line_of(
                Entry(chance=words) if seat is None else Entry(seat, words),
                line.number,
                self.game.rules_version,
            )
            for seat, words in self.game.upgrade(said, line.rules, self.position)
        ]

    def _apply_several(self, line: Line, steps: Sequence[Line]) -> Line:
        """Apply the translation of a line of earlier rules, all or nothing; the log gets a single line."""
        trial = self.fork()
        events = [event for step in steps for event in trial.apply(step).events]
        done = replace(line, events=tuple(events))
        trial.lines[self.version :] = [done]
        # As in `play`, the copy becomes this table once all has succeeded.
        self.__dict__ = trial.__dict__
        return done

    def _judge(self, line: Line) -> tuple[int, Move]:
        """Return seat and move of a line; raise a `Refusal` if the move is illegal."""
        seat = -1 if line.seat is None else line.seat
        self._check_seat(seat)
        move = self.game.read_move(line.body["move"])
        refusal = self._refusal(seat, move)
        if refusal is not None:
            raise refusal
        return seat, move

    def _resolve(self, line: Line) -> list[Event]:
        if not self.awaits_chance:
            raise NotAllowed("core.no_chance")
        if self._shared:
            self.position, self._shared = self.position.copy(), False
        return self.position.resolve(line.body["outcome"])

    def _go_on_from(self, line: Line) -> list[Event]:
        found = self.game.at(self.game.upgrade_position(line.body["position"], line.rules))
        if found.seats != self.seats:
            raise Unreadable(
                "core.position", params={"where": "$.seats", "detail": "another number of seats"}
            )
        self.position, self._shared = found, False
        return [Event(name="core.goes_on")]

    def _run_chance(self) -> list[Event]:
        """Resolve chance until a seat is to act, the game is over or the script ends; return the events."""
        events: list[Event] = []
        while self.position.awaits_chance:
            if self._script is None:
                self._rng = _source(None) if self._rng is None else self._rng
                events += self._chance(self.position.draw(self._rng))
                continue
            default = self.position.default_outcome() if self._fills_in else None
            if default is not None and not (self._script and self._fits(self._script[0])):
                events += self._chance(default)
            elif self._script:
                events += self._chance(self._script[0])
                del self._script[0]
            else:
                break
        return events

    def _chance(self, outcome: Json) -> tuple[Event, ...]:
        return self.apply(self._line("chance", None, {"outcome": outcome}), settles=False).events

    def _fits(self, outcome: Json) -> bool:
        try:
            self.position.copy().resolve(outcome)
        except Refusal:
            return False
        return True

    def _take_back(self, line: Line) -> Line:
        """Undo the seat's last move, or for a line of kind `reset` all of its turn that can be undone."""
        seat = -1 if line.seat is None else line.seat
        self._check_seat(seat)
        refusal = self.why_not_undo(seat, agreed=line.body.get("agreed") is True)
        if refusal is not None:
            raise refusal
        last, more = self.steps[-1].number if self.steps else 0, True
        while more:
            self.position, steps = self._undo.take_back(seat)
            self._shared = True
            del self.steps[steps:]
            if line.kind == "reset":
                more = self._undo.goes_on(seat, self.actors)
            else:  # a line of earlier rules may have become several steps
                more = bool(self.steps) and self.steps[-1].number == last
        return self.append(replace(line, events=()))

    def _settle(self, events: Iterable[Event]) -> None:
        """Make moves final that can no longer be undone: those before chance or a shown secret."""
        if any(step.kind != "move" for step in self.steps[self._undo.since :]):
            self._undo.close(len(self.steps), "core.undo_chance")
        elif any(event.reveals for event in events):
            self._undo.close(len(self.steps), "core.undo_shown")


def _source(seed: int | None) -> Random:
    """Return a random number generator; with an unpredictable seed if none is given."""
    if seed is not None and type(seed) is not int:
        raise Unreadable("core.number", params={"name": "seed", "value": repr(seed)[:40]})
    return seeded(secrets.randbits(63) if seed is None else seed)
