"""Requests about lessons: the course of a game, one lesson step by step, and a table for one to practise."""

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK

from ludotheque.core.codec import Json
from ludotheque.core.events import Event
from ludotheque.core.game import Position
from ludotheque.core.refusal import NotYourTurn, Unreadable
from ludotheque.host.lesson_protocol import LessonInfo, LessonTaken, TakeLesson
from ludotheque.host.lesson_views import lesson_taken
from ludotheque.host.practice import Practise, Practised, practice_table, practised
from ludotheque.host.protocol import Hint
from ludotheque.host.refusals import NotFound
from ludotheque.server.web.guard import share_of
from ludotheque.server.web.requests import AnyRequest
from ludotheque.server.web.services import Served, WebServices
from ludotheque.table.lesson_run import LEARNER, LessonRun, Verdict
from ludotheque.table.lessons import Lesson, lesson, lessons

LessonName = Annotated[str, PathParameter(max_length=40)]


class LessonsController(Controller):
    """Learning a game."""

    path = "/api/lessons/{game:str}"
    tags = ("lessons",)

    @get("/")
    async def course(self, request: AnyRequest, services: Served, game: LessonName) -> list[LessonInfo]:
        """The lessons of a game, and which of them I have taken."""
        found = _course(game)
        person = await services.person_of(request)
        taken = await services.lessons.taken(person.id, game) if person is not None else set()
        return [
            LessonInfo(
                name=one.name, title=one.title, seconds=round(one.seconds("en")), taken=one.name in taken
            )
            for one in found
        ]

    @post("/{name:str}", status_code=HTTP_200_OK)
    async def take(
        self,
        request: AnyRequest,
        services: Served,
        game: LessonName,
        name: LessonName,
        data: JSONBody[TakeLesson],
    ) -> LessonTaken:
        """Where I stand in a lesson, and what comes of what I try."""
        person = await services.person_of(request)
        run = LessonRun(_lesson(game, name))
        run.follow(data.turns)
        verdict = None
        if data.tries is not None:
            verdict = await _attempt(services, run, data.tries.move, share_of(request, person))
            if run.step is None and person is not None:
                await services.lessons.take(person.id, game, run.lesson.name, services.now())
        return lesson_taken(run, verdict, services.now())


class PracticeController(Controller):
    """Trying one's hand alone."""

    path = "/api/practice/{game:str}"
    tags = ("lessons",)

    @post("/", status_code=HTTP_200_OK)
    async def practise(
        self, request: AnyRequest, services: Served, game: LessonName, data: JSONBody[Practise]
    ) -> Practised:
        """Make a move at a table for one; without a move only look."""
        table = practice_table(game, data.position)
        events: list[Event] = []
        if data.move is not None:
            share = await _share(services, request)
            events += table.play(LEARNER, data.move)
            while table.awaits_chance:
                drawn = await services.workers.simulate(
                    table.position, person=share, table=f"practice:{share}"
                )
                events += table.feed(drawn)
        return practised(table, events, services.now())

    @post("/hint", status_code=HTTP_200_OK)
    async def hint(
        self, request: AnyRequest, services: Served, game: LessonName, data: JSONBody[Practise]
    ) -> Hint:
        """The coach's opinion on what to try."""
        table = practice_table(game, data.position)
        if LEARNER not in table.actors:
            raise NotYourTurn("core.not_your_turn", params={"seat": LEARNER})
        share = await _share(services, request)
        view = table.position.view(LEARNER)
        advice = await services.workers.advice(game, view, LEARNER, person=share, table=f"practice:{share}")
        return Hint(
            seat=LEARNER, version=0, exact=advice.exact, opinions=advice.opinions, instead=advice.instead
        )


async def _share(services: WebServices, request: AnyRequest) -> str:
    """Whose share of the machine a request takes."""
    person = await services.person_of(request)
    return share_of(request, person)


async def _attempt(services: WebServices, run: LessonRun, move: Json, share: str) -> Verdict:
    """Try a move; a flick is simulated where flicks are."""

    async def draw(position: Position) -> Json:
        return await services.workers.simulate(position, person=share, table=f"lesson:{share}")

    trial = run.trial(move)
    try:
        wanted = next(trial)
        while True:
            wanted = trial.send(await draw(wanted))
    except StopIteration as end:
        verdict: Verdict = end.value
        return verdict


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
