"""Targets in the terminal, both editions: the table from above, the seats, the moves in words, aiming."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ludotheque.core.codec import Json, read
from ludotheque.core.moves import Move, MoveRange
from ludotheque.core.refusal import NotAllowed
from ludotheque.core.words import LANGUAGES, say
from ludotheque.games.targets.blackrock.rules.board import BlackrockBoard
from ludotheque.games.targets.bots.proposals import first_flick
from ludotheque.games.targets.moves import (
    Call,
    Exchange,
    Flick,
    Keep,
    Lose,
    Pass,
    Remove,
    Stack,
    colour,
    label,
)
from ludotheque.games.targets.outcomes import Rolled
from ludotheque.games.targets.physics.flick import limits
from ludotheque.games.targets.physics.frames import decode
from ludotheque.games.targets.physics.layout import Layout
from ludotheque.games.targets.physics.render import moments
from ludotheque.games.targets.terminal.aim import DIGITS, STROKE, Aim
from ludotheque.games.targets.terminal.map import TopView
from ludotheque.games.targets.zoch.rules.position import ZochBoard
from ludotheque.tui.board import Board

Shown = ZochBoard | BlackrockBoard
KINDS: Final[dict[str, type[Shown]]] = {"zoch": ZochBoard, "blackrock": BlackrockBoard}
TO_WIN: Final = 4
WIDE: Final = 60
"""Minimum width in columns at which seats are shown beside the table, with more than two players."""
PANEL: Final = 24
FEW_ROWS: Final = 9
MANY_ROWS: Final = (17, 24)
"""Maximum rows of the table for two players, and for more."""
OTHER_LINES: Final = 15
"""Number of screen lines for title, news, choices and prompt."""
AIM_LINES: Final = 13
"""The same while aiming."""
VERBS: Final = ("flick", "double", "targets", "pas_vu", "pass", "keep", "lose", "remove", "stack", "exchange")
EVERY: Final = 6
"""One of this many frames of an animation is shown."""
NUMBERS: Final = re.compile(r"[-+\d.,\s]+")


class TargetsBoard(Board):
    """The board of Targets in the terminal: the table from above, and the dice and discs of each seat."""

    commands = ("aim",)

    @property
    def hints(self) -> tuple[str, ...]:
        """Return the hints, with those on shared screens, the legend and animations."""
        return *super().hints, *map(self.look.say, ("targets_shared", "targets_legend", "targets_motion"))

    def _read(self, view: Json) -> Shown:
        return read(view, KINDS[self.game.name])

    def draw(self, view: Json, seat: int | None) -> RenderableType:  # noqa: ARG002 - nothing that is drawn depends on the seat
        """Draw the table and the seats, side by side if there is room."""
        shown = self._read(view)
        if not shown.layout.stands:
            return Text()
        moved = frozenset(rest.die for rest in shown.rests if rest.moved)
        table = TopView(shown.layout, self.look, *self._size(shown.layout, OTHER_LINES))
        drawn = Group(*table.draw(shown.faces(), moved))
        seats = [self._seat(shown, number) for number in range(shown.seats)]
        heading = self._heading(shown)
        if shown.seats == 2 or self.look.width < WIDE:
            beside = Grid.grid(padding=(0, 1), expand=True)
            for left, right in zip(seats[::2], [*seats[1::2], Text()], strict=False):
                beside.add_row(left, right)
            return Group(Text(" ") + heading, drawn, beside)
        grid = Grid.grid(padding=(0, 1, 0, 0))
        grid.add_row(drawn, Group(heading, Text(), *seats))
        return grid

    def _size(self, layout: Layout, others: int) -> tuple[int, int]:
        """Return columns and rows of the table; `others` is the number of lines for everything else."""
        two = len(layout.stands) == 2
        rows = max(FEW_ROWS, min(MANY_ROWS[not two], self.look.height - others))
        if two:
            return self.look.width - 1, rows
        room = self.look.width - PANEL if self.look.width >= WIDE else self.look.width
        return min(room - 2, rows * 2 + 2), rows

    def _heading(self, shown: Shown) -> Text:
        """Return the heading: the round, and Golden Targets, Money Time or the reserve in Blackrock."""
        parts = [self.look.say("targets_round", round=shown.round)]
        if isinstance(shown, BlackrockBoard):
            if shown.layout.golden:
                parts = [self.look.say("targets_golden")]
            elif shown.money_time:
                parts.append(self.look.say("targets_money_time"))
            else:
                parts.append(self.look.say("targets_reserve", count=len(shown.reserve)))
        return Text(" · ".join(parts), style="bold")

    def _seat(self, shown: Shown, seat: int) -> Text:
        """Return a seat in two lines: its score and the discs under its base, then its dice."""
        score = points(shown, seat)
        first = self.look.token(seat, 10)
        first.append(f"  {score}/{TO_WIN}", style="bold").append(
            f" {self.look.say('targets_won')}", style="dim"
        )
        discs = shown.layout.stands[seat].discs
        if discs:
            first.append(f"  {'◎' * discs}", style="bold")
        first.append("\n")
        for number, die in enumerate(shown.held(seat)):
            first.append(" " * (number > 0)).append(self._die(shown, die))
        return first

    def _die(self, shown: Shown, die: int) -> Text:
        """Return a die as its name with its face on the table, `▮` in a tower or `×` under a base."""
        style = self.look.colour(colour(die))
        face = shown.faces().get(die)
        if face is not None:
            return Text(f"{label(die)}={face}", style=f"bold {style}")
        under = any(die in stand.under for stand in shown.layout.stands)
        return Text(f"{label(die)}{'×' if under else '▮'}", style=f"dim {style}" if under else style)

    def prompt(self, view: Json, seat: int) -> str:
        """Return the question to a seat: to flick, to call, or to choose."""
        shown = self._read(view)
        asked: str = shown.duties[0].do if shown.duties else shown.phase
        if asked == "play" and not self._may_flick(shown, seat):
            asked = "call"
        return self.look.say(f"targets_prompt_{asked}", who=self.look.name(seat))

    def _may_flick(self, shown: Shown, seat: int) -> bool:
        """Return whether a seat is the next to flick."""
        if isinstance(shown, BlackrockBoard) and shown.phase == "golden":
            return shown.golden is not None and seat in shown.golden.contenders
        return shown.phase == "play" and shown.flicker() == seat

    def key(self, move: Move | MoveRange) -> str:
        """Return the text to type for a move: its notation, with rounded numbers for a flick."""
        if isinstance(move, MoveRange):
            return move.do
        if isinstance(move, Flick):
            numbers = [f"{round(getattr(move, name), DIGITS[name]) + 0.0:g}" for name in STROKE]
            while numbers[-1] == "0" and len(numbers) > 2:
                numbers.pop()
            return f"flick {' '.join(numbers)}"
        return self.game.notation(move).replace("_", " ")

    def describe(self, view: Json, seat: int, move: Move | MoveRange) -> str:
        """Return the description of a move, with the faces of its dice."""
        shown = self._read(view)
        tell, faces = self.look.say, shown.faces()
        match move:
            case MoveRange():
                return tell("targets_flick")
            case Call(what="double", die=die, other=None):
                return tell("targets_double", value=faces[die], die=label(die))
            case Call(what="double", die=die, other=int(left)):
                return tell("targets_double_pair", value=faces[die], die=label(die), other=label(left))
            case Call(what="targets", die=die):
                return tell("targets_targets", disc=shown.rest(die).centres[0] + 1)
            case Call(die=die):
                return tell("targets_pas_vu", who=self.look.name(colour(die)), die=label(die))
            case Pass():
                return tell("targets_pass")
            case Keep(die=die, back=None):
                return tell("targets_keep", die=label(die), value=faces[die])
            case Keep(die=die, back=int(back)):
                return tell("targets_keep_back", die=label(die), value=faces[die], back=label(back))
            case Lose(die=die):
                return tell("targets_lose", die=label(die), value=faces[die])
            case Remove(place=place):
                return tell("targets_remove", disc=place + 1)
            case Stack():
                return tell("targets_stack")
            case Exchange(die=die):
                partner = self.look.name((seat + 2) % shown.seats)
                return tell("targets_exchange", die=label(die), who=partner)
        return ""

    def parse(self, text: str, moves: Sequence[Move | MoveRange]) -> Move:
        """Parse a move: bare numbers are a flick, a single die a choice; verbs may be in any language.

        For a double the die that goes back is enough if only one pair has it.
        """
        if text and NUMBERS.fullmatch(text):
            return super().parse(f"flick {plain_numbers(text)}", moves)
        verb, rest = verb_of(text)
        named = [
            move
            for move in moves
            if isinstance(move, Move) and same(" ".join(self.game.notation(move).split()[1:]), text)
        ]
        called = [move for move in moves if isinstance(move, Call) and move.what == verb == "double"]
        doubles = [move for move in called if same(label(move.die), rest)]
        for found in (named, doubles):
            if text and len(found) == 1:
                return found[0]
        return super().parse(f"{verb} {plain_numbers(rest) if verb == 'flick' else rest}".strip(), moves)

    def draft(self, name: str, view: Json, seat: int, text: str) -> Aim:  # noqa: ARG002 - there is a single kind of draft
        """Return the draft of a flick, straight at the nearest disc or with the numbers given (TARGETS-2).

        Raise `NotAllowed` if the seat may not flick.
        """
        shown = self._read(view)
        if not self._may_flick(shown, seat):
            raise NotAllowed("targets.no_flick", "TARGETS-2")
        golden = shown.layout.golden
        flick = first_flick(shown.layout, seat)
        if text:
            numbers = plain_numbers(text).split()
            defaults = [str(getattr(flick, part)) for part in STROKE]
            found = self.game.parse(" ".join(["flick", *numbers, *defaults[len(numbers) :]]))
            assert isinstance(found, Flick)  # the verb says so
            flick = found
        fastest = limits(golden=golden)["speed"][1]
        flick = msgspec.structs.replace(flick, speed=min(flick.speed, fastest))
        size = self._size(shown.layout, AIM_LINES)
        return Aim(self.look, shown.layout, shown.faces(), seat, flick, size, shown.options.tremor)

    def shared(self, view: Json) -> bool:
        """Return True while calls are possible, since they are open to all players (TARGETS-11)."""
        return self._read(view).phase == "play"

    def hurries(self, view: Json) -> bool:
        """Return whether the fastest call counts, as with spoken calls (BLACKROCK-17)."""
        shown = self._read(view)
        return isinstance(shown, BlackrockBoard) and shown.options.calls == "spoken" and shown.phase == "play"

    def watch(self, view: Json, outcome: Json) -> Iterator[tuple[RenderableType, float]]:
        """Yield the pictures of a flick's animation, each with its seconds; none without a film."""
        if not isinstance(outcome, dict) or not outcome.get("film"):
            return
        shown, film = self._read(view), decode(str(outcome["film"]))
        rolled = read(outcome, Rolled)
        faces = {found.die: found.up for found in rolled.dice if not found.moved}
        flying = frozenset(track.die for track in film.tracks)
        size = self._size(shown.layout, OTHER_LINES)
        for layout in moments(shown.layout, film, EVERY):
            picture = TopView(layout, self.look, *size)
            yield Group(*picture.draw(faces, flying=flying)), EVERY * film.interval / 1000


def points(shown: Shown, seat: int) -> int:
    """Return the points, or the discs that a team has won for good (ZOCH-10, BLACKROCK-11, BLACKROCK-16)."""
    if isinstance(shown, ZochBoard):
        return shown.points[seat]
    team = [seat, (seat + 2) % shown.seats] if shown.options.teams else [seat]
    return sum(len(shown.won[member]) for member in team)


def same(text: str, other: str) -> bool:
    """Return whether two lines consist of the same words, ignoring case and spacing.

    >>> same("A1 A3", " a1  A3 "), same("A1", "A1 A3")
    (True, False)
    """
    return text.lower().split() == other.lower().split()


def verb_of(text: str) -> tuple[str, str]:
    """Return the verb of a line, translated from any language to the notation, and the rest of the line.

    >>> verb_of("garder A1"), verb_of("Pas vu B2"), verb_of("schnippen 3 1,2")
    (('keep', 'A1'), ('pas_vu', 'B2'), ('flick', '3 1,2'))
    """
    for verb in VERBS:
        for language in LANGUAGES:
            for word in say(f"cli_targets_words_{verb}", language).split():
                spoken = word.replace("_", " ")
                if f"{text.lower()} ".startswith(f"{spoken} "):
                    return verb, text[len(spoken) :].strip()
    return text, ""


def plain_numbers(text: str) -> str:
    """Return a text of numbers with decimal points instead of commas.

    >>> plain_numbers("12 1,4"), plain_numbers("12, 1.4, 0.3")
    ('12 1.4', '12 1.4 0.3')
    """
    return re.sub(r"(\d),(\d)", r"\1.\2", text).replace(",", " ").replace("  ", " ").strip()
