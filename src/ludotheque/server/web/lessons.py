"""Routes for lessons and practice."""

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK

from ludotheque.host.lesson_protocol import LessonInfo, LessonTaken, TakeLesson
from ludotheque.host.practice import Practise, Practised, Tries
from ludotheque.host.protocol import Hint
from ludotheque.server.web.requests import AnyRequest
from ludotheque.server.web.services import Served

LessonName = Annotated[str, PathParameter(max_length=40)]


class LessonsController(Controller):
    """Routes of the lessons of a game."""

    path = "/api/lessons/{game:str}"
    tags = ("lessons",)

    @get("/")
    async def course(self, request: AnyRequest, services: Served, game: LessonName) -> list[LessonInfo]:
        """Return the lessons of a game, marking those the person has completed."""
        return await services.lessons.course(await services.caller(request), game)

    @post("/{name:str}", status_code=HTTP_200_OK)
    async def take(
        self,
        request: AnyRequest,
        services: Served,
        game: LessonName,
        name: LessonName,
        data: JSONBody[TakeLesson],
    ) -> LessonTaken:
        """Replay the given turns of a lesson, judge the tried move, and return the state of the lesson."""
        return await services.lessons.take(await services.caller(request), game, name, data)


class PracticeController(Controller):
    """Routes of practice at a table for one player."""

    path = "/api/practice/{game:str}"
    tags = ("lessons",)

    @post("/", status_code=HTTP_200_OK)
    async def practise(
        self, request: AnyRequest, services: Served, game: LessonName, data: JSONBody[Practise]
    ) -> Practised:
        """Play a move in a practice position and return the result; without a move, return the position."""
        return await services.lessons.practise(await services.caller(request), game, data)

    @post("/hint", status_code=HTTP_200_OK)
    async def hint(
        self, request: AnyRequest, services: Served, game: LessonName, data: JSONBody[Practise]
    ) -> Hint:
        """Return the coach's assessment of the moves in a practice position."""
        return await services.lessons.practice_hint(await services.caller(request), game, data)

    @post("/tries", status_code=HTTP_200_OK)
    async def tries(
        self, request: AnyRequest, services: Served, game: LessonName, data: JSONBody[Practise]
    ) -> Tries:
        """Simulate many tries of a move in a practice position and return the end of each."""
        return await services.lessons.practice_tries(await services.caller(request), game, data)
