"""Requests about lessons: the course of a game, one lesson step by step, and a table for one to practise."""

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
    """Learning a game."""

    path = "/api/lessons/{game:str}"
    tags = ("lessons",)

    @get("/")
    async def course(self, request: AnyRequest, services: Served, game: LessonName) -> list[LessonInfo]:
        """The lessons of a game, and which of them I have taken."""
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
        """Where I stand in a lesson, and what comes of what I try."""
        return await services.lessons.take(await services.caller(request), game, name, data)


class PracticeController(Controller):
    """Trying one's hand alone."""

    path = "/api/practice/{game:str}"
    tags = ("lessons",)

    @post("/", status_code=HTTP_200_OK)
    async def practise(
        self, request: AnyRequest, services: Served, game: LessonName, data: JSONBody[Practise]
    ) -> Practised:
        """Make a move at a table for one; without a move only look."""
        return await services.lessons.practise(await services.caller(request), game, data)

    @post("/hint", status_code=HTTP_200_OK)
    async def hint(
        self, request: AnyRequest, services: Served, game: LessonName, data: JSONBody[Practise]
    ) -> Hint:
        """The coach's opinion on what to try."""
        return await services.lessons.practice_hint(await services.caller(request), game, data)

    @post("/tries", status_code=HTTP_200_OK)
    async def tries(
        self, request: AnyRequest, services: Served, game: LessonName, data: JSONBody[Practise]
    ) -> Tries:
        """Simulate many tries of a move and return their ends."""
        return await services.lessons.practice_tries(await services.caller(request), game, data)
