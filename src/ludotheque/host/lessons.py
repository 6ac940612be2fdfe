"""Lessons and practice: the course of a game, lessons step by step, and practice tables for one person."""

from ludotheque.core.codec import Json
from ludotheque.core.events import Event
from ludotheque.core.game import Position
from ludotheque.core.refusal import NotYourTurn, Unreadable
from ludotheque.host.caller import Caller
from ludotheque.host.lesson_protocol import LessonInfo, LessonTaken, TakeLesson
from ludotheque.host.lesson_views import lesson_taken
from ludotheque.host.practice import Practise, Practised, Tries, practice_table, practised
from ludotheque.host.protocol import Hint
from ludotheque.host.refusals import NotFound
from ludotheque.host.store import LessonStore
from ludotheque.host.thinkers import Thinkers
from ludotheque.host.world import Now
from ludotheque.table.lesson_run import LessonRun, Verdict
from ludotheque.table.lessons import Lesson, lesson, lessons


class LessonService:
    """Plays lessons; stateless between requests, except for the names of completed lessons in the store."""

    def __init__(self, store: LessonStore, thinkers: Thinkers, now: Now) -> None:
        self._store = store
        self._thinkers = thinkers
        self._now = now

    async def course(self, caller: Caller, game: str) -> list[LessonInfo]:
        """Return the lessons of a game, each with `taken` true if the person has completed it."""
        found = _course(game)
        taken = await self._store.taken(caller.id, game) if caller.id is not None else set()
        return [
            LessonInfo(
                name=one.name, title=one.title, seconds=round(one.seconds("en")), taken=one.name in taken
            )
            for one in found
        ]

    async def take(self, caller: Caller, game: str, name: str, wish: TakeLesson) -> LessonTaken:
        """Replay a lesson's completed steps, try the next move if there is one, and return the state.

        Store the lesson as completed when its last step passes.
        """
        run = LessonRun(_lesson(game, name))
        run.follow(wish.turns)
        verdict = None
        if wish.tries is not None:
            verdict = await self._attempt(run, wish.tries.move, caller.share)
            if run.step is None and caller.id is not None:
                await self._store.take(caller.id, game, run.lesson.name, self._now())
        return lesson_taken(run, verdict, self._now())

    async def practise(self, caller: Caller, game: str, wish: Practise) -> Practised:
        """Make a move at the practice table and return the table; without a move, return it unchanged."""
        table = practice_table(game, wish)
        events: list[Event] = []
        if wish.move is not None:
            events += table.play(wish.seat, wish.move)
            while table.awaits_chance:
                events += table.feed(await self._draw(table.position, caller.share, "practice"))
        return practised(table, wish, events, self._now())

    async def practice_hint(self, caller: Caller, game: str, wish: Practise) -> Hint:
        """Return the coach's ratings of the moves at the practice table."""
        seat, share = wish.seat, caller.share
        view = self._at(game, wish)
        advice = await self._thinkers.advice(game, view, seat, person=share, table=f"practice:{share}")
        return Hint(
            seat=seat, version=0, exact=advice.exact, opinions=advice.opinions, instead=advice.instead
        )

    async def practice_tries(self, caller: Caller, game: str, wish: Practise) -> Tries:
        """Simulate a move many times and return where each try ends; raise `Unreadable` without a move."""
        view, share = self._at(game, wish), caller.share
        if wish.move is None:
            raise Unreadable("core.unreadable", params={"where": "$.move", "detail": "missing"})
        ends = await self._thinkers.tries(
            game, view, wish.seat, wish.move, person=share, table=f"practice:{share}"
        )
        return Tries(ends=tuple(ends))

    def _at(self, game: str, wish: Practise) -> Json:
        """Return the view of a seat at the practice table; raise `NotYourTurn` if the seat may not act."""
        table = practice_table(game, wish)
        if wish.seat not in table.actors:
            raise NotYourTurn("core.not_your_turn", params={"seat": wish.seat})
        return table.position.view(wish.seat)

    async def _attempt(self, run: LessonRun, move: Json, share: str) -> Verdict:
        """Try a move in a lesson; outcomes of real chance, such as flicks, are simulated."""
        trial = run.trial(move)
        try:
            wanted = next(trial)
            while True:
                wanted = trial.send(await self._draw(wanted, share, "lesson"))
        except StopIteration as end:
            verdict: Verdict = end.value
            return verdict

    async def _draw(self, position: Position, share: str, place: str) -> Json:
        return await self._thinkers.simulate(position, person=share, table=f"{place}:{share}")


def _course(game: str) -> tuple[Lesson, ...]:
    try:
        return lessons(game)
    except Unreadable as unknown:
        raise NotFound(unknown.code, params=unknown.params) from None


def _lesson(game: str, name: str) -> Lesson:
    _course(game)
    try:
        return lesson(game, name)
    except Unreadable as unknown:
        raise NotFound(unknown.code, params=unknown.params) from None
