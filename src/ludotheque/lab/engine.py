"""Bots as separate programs, which exchange lines of JSON.

The program gets a seat's view and returns its move, so it may be written in any language. A past version of
this package, installed in an environment of its own, can play against the current one:

    {"game": "exxtra", "rules": 1, "seat": 0, "view": {...}, "seed": 7}
    {"move": {"do": "throw"}, "value": 0.53}

`value` is the chance to win, and optional. A wrong question is answered by `{"error": "..."}`.
"""

import shlex
import subprocess
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from librt.random import Random

from ludotheque.core.bot import Bot, Opinion
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json, write
from ludotheque.core.game import Game, Position
from ludotheque.core.imports import fault
from ludotheque.core.moves import Move
from ludotheque.core.refusal import NotAllowed, Refusal

NOT_TO_ACT: Final = "the seat is not to act"
PATIENCE: Final = 5.0
"""Seconds a program has to exit by itself when it is no longer needed."""


class Question(msgspec.Struct, frozen=True):
    """A question to a program: the game and the version of its rules, a seat, and its view."""

    game: str
    rules: int
    seat: int
    view: Json
    seed: int = 0


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move and the chance to win with it, or an error."""

    move: Json = None
    value: float | None = None
    error: str = ""


def answers(game: Game, player: Bot, lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the answers of a bot to lines of questions."""
    for line in lines:
        if line.strip():
            yield msgspec.json.encode(_answer(game, player, line)) + b"\n"


def _answer(game: Game, player: Bot, line: bytes) -> Answer:
    try:
        question = msgspec.json.decode(line, type=Question)
        if (question.game, question.rules) != (game.name, game.rules_version):
            return Answer(error=f"this is {game.name} with version {game.rules_version} of its rules")
        rng = seeded(question.seed)
        position = game.guess(question.view, question.seat, rng)
        if question.seat not in position.actors:
            return Answer(error=NOT_TO_ACT)
        return Answer(move=write(player.choose(position, question.seat, rng)))
    except (msgspec.MsgspecError, Refusal) as error:
        return Answer(error=str(error))
    except Exception as error:  # the next question may be one that the bot can answer
        return Answer(error=fault(error))


class EngineBot(Bot):
    """A bot that is another program; it is started for the first move and stopped with this process."""

    def __init__(self, game: str, command: str) -> None:
        self.game = game
        self.command = command
        self._program: subprocess.Popen[bytes] | None = None

    def __reduce__(self) -> tuple[type["EngineBot"], tuple[str, str]]:
        return EngineBot, (self.game, self.command)

    def refusal(self, position: Position) -> Refusal | None:
        """Refuse a program that does not run, or has another game or version of the rules."""
        try:
            answer = self._ask(position, seat=0, seed=0)
        except Refusal as refusal:
            return refusal
        return self._failed(answer.error) if answer.error not in ("", NOT_TO_ACT) else None

    def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:
        """Return the one move it answers with."""
        answer = self._ask(position, seat, rng.randrange(1 << 53))
        if answer.error:
            raise self._failed(answer.error)
        value = 1 / position.seats if answer.value is None else answer.value
        return [Opinion(position.game.read_move(answer.move), value)]

    def choose(self, position: Position, seat: int, rng: Random) -> Move:
        """Return the move it answers with."""
        return self.consider(position, seat, rng)[0].move

    def close(self) -> None:
        """Stop the program."""
        program, self._program = self._program, None
        if program is not None:
            assert program.stdin is not None
            assert program.stdout is not None
            program.stdin.close()
            try:
                program.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                program.kill()
                program.wait()
            program.stdout.close()

    def __del__(self) -> None:
        self.close()

    def _ask(self, position: Position, seat: int, seed: int) -> Answer:
        rules = position.game
        question = Question(rules.name, rules.rules_version, seat, position.view(seat), seed)
        program = self._running()
        assert program.stdin is not None
        assert program.stdout is not None
        try:
            program.stdin.write(msgspec.json.encode(question) + b"\n")
            program.stdin.flush()
            return msgspec.json.decode(program.stdout.readline(), type=Answer)
        except (OSError, msgspec.MsgspecError) as error:
            raise self._failed(str(error)) from None

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._program is None:
            try:
                self._program = subprocess.Popen(  # noqa: S603 - the user's own command
                    shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE
                )
            except (OSError, ValueError) as error:
                raise self._failed(str(error)) from None
        return self._program

    def _failed(self, why: str) -> NotAllowed:
        return NotAllowed("core.engine", params={"command": self.command[:80], "why": why[:200]})
