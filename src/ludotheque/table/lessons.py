"""Lessons as data: what a lesson says, read from the folder of its game.

A lesson is a file `lessons/<number>-<name>.toml`. It says where it starts, and for each step what is asked,
which moves pass, what chance gives and what the others do then, and what is said to the right move and to
wrong ones. `lessons/course.toml` names the rules that the introduction of the rulebook tells, paragraph by
paragraph: each of them has to be taught. `lesson_run.py` plays a lesson.
"""

from functools import cache
from typing import Final

import msgspec

from ludotheque.core.codec import Json
from ludotheque.core.events import Event
from ludotheque.core.refusal import Param, Unreadable
from ludotheque.core.words import folder
from ludotheque.games import game as find_game

WORDS_A_SECOND: Final = 3.5
"""How fast people read what they also want to understand."""
SECONDS_A_MOVE: Final = 3.0
"""How long a move takes, once it is clear which."""
COURSE: Final = "course.toml"


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence in every language."""

    en: str
    fr: str
    de: str

    def text(self, language: str) -> str:
        """The sentence in a language."""
        return str(getattr(self, language))


class Wrong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Moves that do not pass, and what is said to them."""

    moves: tuple[str, ...]
    say: Said


class Happening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event that has to come of a move: its name, and what of its parameters matters."""

    event: str
    params: dict[str, Param] = {}

    def fits(self, event: Event) -> bool:
        """Whether this is such an event.

        >>> Happening("exxtra.place", {"slot": 3}).fits(Event(name="exxtra.place", params={"slot": 4}))
        False
        """
        return event.name == self.event and self.params.items() <= event.params.items()


class Mishap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event that must not come of a move, and what is said if it does."""

    event: str
    say: Said


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked of the learner, and what comes of it."""

    ask: Said
    clauses: tuple[str, ...] = ()
    """The rules that it teaches."""
    position: str = ""
    """A position to go on from, if not from the one that was reached; as JSON, for TOML has no null."""
    passes: tuple[str, ...] = ()
    """Moves in notation that pass, `…` for any words; without any there is only something to read."""
    within: dict[str, tuple[float, float]] = {}
    """From where to where numbers of a move have to be, such as the height of a flick."""
    happens: tuple[Happening, ...] = ()
    """What has to come of the move: one of these, if there are any."""
    mishaps: tuple[Mishap, ...] = ()
    """What must not come of it."""
    point: str = ""
    """The move whose place on the board glows."""
    chance: tuple[Json, ...] = ()
    """What chance gives from the move on, in this order."""
    outcomes: str = ""
    """More of what chance gives, as a list in JSON: the end of a flick is long."""
    real: bool = False
    """Whether chance is real where nothing is scripted: a flick goes where it goes."""
    replies: tuple[str, ...] = ()
    """What is done then, or once the learner has read on, by whoever is to act."""
    right: Said | None = None
    wrong: tuple[Wrong, ...] = ()
    nudge: Said | None = None
    """What is said to every other move."""
    solution: str = ""
    """A move that passes, where the first of `passes` is a pattern."""
    judged: bool = False
    """Whether it is about playing well: the coach has to agree."""

    @property
    def script(self) -> list[Json]:
        """All that chance gives here."""
        return [*self.chance, *(msgspec.json.decode(self.outcomes) if self.outcomes else ())]

    @property
    def reads(self) -> bool:
        """Whether there is nothing to do but read."""
        return not self.passes

    @property
    def answer(self) -> str:
        """A move that passes."""
        return self.solution or self.passes[0]


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a lesson begins: at the start of a match, or at a position."""

    seats: int | None = None
    options: dict[str, Json] = {}
    chance: tuple[Json, ...] = ()
    position: str = ""


class LessonText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as it is written."""

    title: Said
    steps: tuple[LessonStep, ...]
    start: Start = Start()


class Lesson(msgspec.Struct, frozen=True):
    """A lesson of a game."""

    game: str
    name: str
    text: LessonText

    @property
    def title(self) -> Said:
        """What it is called."""
        return self.text.title

    @property
    def steps(self) -> tuple[LessonStep, ...]:
        """Its steps."""
        return self.text.steps

    def seconds(self, language: str) -> float:
        """How long it takes at a reader's pace."""
        words = sum(_words(step.ask, language) + _words(step.right, language) for step in self.steps)
        return words / WORDS_A_SECOND + SECONDS_A_MOVE * sum(not step.reads for step in self.steps)

    def seconds_to_act(self, language: str) -> float:
        """How long it takes a reader to get to the first move of their own."""
        words = 0
        for step in self.steps:
            words += _words(step.ask, language)
            if not step.reads:
                break
            words += _words(step.right, language)
        return words / WORDS_A_SECOND


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules that each paragraph of a rulebook's introduction tells."""

    two_minutes: tuple[tuple[str, ...], ...]


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game in their order; none where nobody has written any.

    >>> lessons("exxtra")[0].name
    'first-turns'
    """
    home = folder(find_game(game).name) / "lessons"
    if not home.is_dir():
        return ()
    files = [file for file in home.iterdir() if file.name.endswith(".toml") and file.name != COURSE]
    files.sort(key=lambda file: int(file.name.partition("-")[0]))
    return tuple(
        Lesson(
            game,
            file.name.removesuffix(".toml").partition("-")[2],
            msgspec.toml.decode(file.read_bytes(), type=LessonText),
        )
        for file in files
    )


def lesson(game: str, name: str) -> Lesson:
    """A lesson by its name, or by its number in the course.

    >>> lesson("exxtra", "1") is lesson("exxtra", "first-turns")
    True
    """
    for number, one in enumerate(lessons(game), 1):
        if name in (one.name, str(number)):
            return one
    params: dict[str, Param] = {"name": name[:40], "allowed": [one.name for one in lessons(game)]}
    raise Unreadable("core.unknown_lesson", params=params)


def course(game: str) -> Course:
    """The rules that a game's lessons have to teach.

    >>> "EXXTRA-9" in course("exxtra").two_minutes[2]
    True
    """
    return msgspec.toml.decode((folder(game) / "lessons" / COURSE).read_bytes(), type=Course)


def _words(said: Said | None, language: str) -> int:
    return 0 if said is None else len(said.text(language).split())
