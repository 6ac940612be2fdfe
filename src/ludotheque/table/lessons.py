"""Lessons as data, read from the folder of their game; `lesson_run.py` plays them.

A lesson is a file `lessons/<number>-<name>.toml`. It has the starting position, and for each step the task,
the moves that pass, the outcomes of chance, the replies of the other seats, and the comments on right and
wrong moves. `lessons/course.toml` lists the clauses of each paragraph of the rulebook's introduction: the
lessons have to teach them all.
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
"""Reading speed of learners, in words per second."""
SECONDS_A_MOVE: Final = 3.0
"""Seconds to make a move, once it is clear which."""
COURSE: Final = "course.toml"


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence in every language."""

    en: str
    fr: str
    de: str

    def text(self, language: str) -> str:
        """Return the sentence in a language."""
        return str(getattr(self, language))


class Wrong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Moves that do not pass, and the comment on them."""

    moves: tuple[str, ...]
    say: Said


class Happening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A required event of a move: its name, and the parameters it must have."""

    event: str
    params: dict[str, Param] = {}

    def fits(self, event: Event) -> bool:
        """Return whether an event has this name and these parameters.

        >>> Happening("exxtra.place", {"slot": 3}).fits(Event(name="exxtra.place", params={"slot": 4}))
        False
        """
        return event.name == self.event and self.params.items() <= event.params.items()


class Mishap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A forbidden event of a move, and the comment if it happens."""

    event: str
    say: Said


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson: a task, the moves that pass, what follows them, and the comments."""

    ask: Said
    clauses: tuple[str, ...] = ()
    """The rule clauses that the step teaches."""
    position: str = ""
    """Starting position of the step as JSON text, if not the one reached before."""
    passes: tuple[str, ...] = ()
    """Moves in notation that pass, with `…` as a wildcard; without any, the step is only read."""
    within: dict[str, tuple[float, float]] = {}
    """Allowed ranges of numeric parameters of the move, such as the height of a flick."""
    happens: tuple[Happening, ...] = ()
    """Required events: at least one of these must happen, if there are any."""
    mishaps: tuple[Mishap, ...] = ()
    """Forbidden events."""
    point: str = ""
    """A move whose place on the board is highlighted."""
    chance: tuple[Json, ...] = ()
    """Scripted outcomes of chance after the move, in order."""
    outcomes: str = ""
    """Further scripted outcomes as a JSON list, for long ones such as the end of a flick."""
    real: bool = False
    """True if outcomes that are not scripted are drawn or simulated, such as the end of a flick."""
    replies: tuple[str, ...] = ()
    """Scripted moves of other seats after the step."""
    right: Said | None = None
    wrong: tuple[Wrong, ...] = ()
    nudge: Said | None = None
    """The comment on a wrong move without a comment of its own."""
    solution: str = ""
    """A move that passes, if the first of `passes` has a wildcard."""
    judged: bool = False
    """True if the step teaches good play: a test checks that the coach agrees with it."""

    @property
    def script(self) -> list[Json]:
        """All scripted outcomes of chance of the step, in order."""
        return [*self.chance, *(msgspec.json.decode(self.outcomes) if self.outcomes else ())]

    @property
    def reads(self) -> bool:
        """True if the step has no move to make and is only read."""
        return not self.passes

    @property
    def answer(self) -> str:
        """A move that passes, in notation."""
        return self.solution or self.passes[0]


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The start of a lesson: a new match with seats, options and outcomes, or a position as JSON text."""

    seats: int | None = None
    options: dict[str, Json] = {}
    chance: tuple[Json, ...] = ()
    position: str = ""


class LessonText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a lesson's file."""

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
        """Title of the lesson."""
        return self.text.title

    @property
    def steps(self) -> tuple[LessonStep, ...]:
        """Steps of the lesson, in order."""
        return self.text.steps

    def seconds(self, language: str) -> float:
        """Return the expected duration in seconds, reading included."""
        words = sum(_words(step.ask, language) + _words(step.right, language) for step in self.steps)
        return words / WORDS_A_SECOND + SECONDS_A_MOVE * sum(not step.reads for step in self.steps)

    def seconds_to_act(self, language: str) -> float:
        """Return the expected seconds until the learner makes the first move."""
        words = 0
        for step in self.steps:
            words += _words(step.ask, language)
            if not step.reads:
                break
            words += _words(step.right, language)
        return words / WORDS_A_SECOND


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rule clauses in each paragraph of a rulebook's introduction."""

    two_minutes: tuple[tuple[str, ...], ...]


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game in order; empty if it has none.

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
    """Return a lesson by its name, or by its number in the course; raise `Unreadable` if there is none.

    >>> lesson("exxtra", "1") is lesson("exxtra", "first-turns")
    True
    """
    for number, one in enumerate(lessons(game), 1):
        if name in (one.name, str(number)):
            return one
    params: dict[str, Param] = {"name": name[:40], "allowed": [one.name for one in lessons(game)]}
    raise Unreadable("core.unknown_lesson", params=params)


def course(game: str) -> Course:
    """Return the rule clauses that a game's lessons have to teach.

    >>> "EXXTRA-9" in course("exxtra").two_minutes[2]
    True
    """
    return msgspec.toml.decode((folder(game) / "lessons" / COURSE).read_bytes(), type=Course)


def _words(said: Said | None, language: str) -> int:
    return 0 if said is None else len(said.text(language).split())
