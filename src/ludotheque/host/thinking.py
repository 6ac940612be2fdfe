"""Tasks of bots, coach and simulation, as functions from plain data to JSON that a worker process can run.

The last argument of each limits its work: by seconds, or by iterations where a run has to be repeatable. Most
levels are a fixed number of iterations; only those limited by time, the top levels, search less when the
server is busy.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias

import msgspec

from ludotheque.bots import bot
from ludotheque.bots.searching import SearchBot
from ludotheque.core.bot import Bot
from ludotheque.core.chance import seeded
from ludotheque.core.game import Position
from ludotheque.core.refusal import Refusal, Unreadable
from ludotheque.games import game as find_game
from ludotheque.games import part
from ludotheque.host.logger import Logger
from ludotheque.host.thinkers import Moved, ThoughtFailed, fault
from ludotheque.table.analysis import Thought, advise, analyse_part
from ludotheque.table.check import random_choice
from ludotheque.table.record import read_record
from ludotheque.table.study import Studies
from ludotheque.table.table import Table

GLANCE: Final = 0.1
"""Seconds of search per decision in an analysis: a match has about a hundred, and a person waits."""
PART: Final = 0.3
"""Seconds after which an analysis task ends; the next task continues."""
TRIES: Final = 40
"""Number of simulations of a move to show where it may end."""
LOOK: Final = 0.5
"""Seconds of search per request of a study."""

logger = Logger()

Argument: TypeAlias = str | bytes | int
"""Argument of a task, which may be sent to another process."""

_studies = Studies()


def perform(work: str, args: tuple[Argument, ...], bound: Thought) -> bytes:
    """Run a task by its name; raise its `Refusal`, or `ThoughtFailed`, without data, for any other error."""
    try:
        return WORK[work](*args, bound)
    except Refusal:
        raise
    except Exception as error:
        raise ThoughtFailed(fault(error)) from None


def choose(game: str, level: str, view: bytes, seat: int, seed: int, bound: Thought) -> bytes:
    """Return the move of a bot, from the view of its seat; a random legal one if the bot raises an error."""
    rng = seeded(seed)
    position = find_game(game).guess(msgspec.json.decode(view), seat, rng)
    player, hurried = in_time(bot(game, level), bound)
    try:
        chosen = player.choose(position, seat, rng)
    except Exception as error:
        # The match has to go on when a bot has a bug; the error is logged.
        logger.error("a bot failed", game=game, level=level, seat=seat, fault=fault(error))
        chosen = random_choice(position, seat, rng)
    return msgspec.json.encode(Moved(msgspec.to_builtins(chosen), hurried))


def in_time(player: Bot, bound: Thought) -> tuple[Bot, bool]:
    """Return a bot limited to the available time, and whether that is less than its level needs."""
    if not isinstance(player, SearchBot) or player.search.iterations:
        return player, False
    if bound.iterations:
        return player.thinking(bound.seconds, bound.iterations), False
    # When the server is idle, a level may take as long as its iterations need, on any machine.
    wanted = player.search.seconds
    given = bound.seconds if player.search.enough else min(bound.seconds, wanted)
    return SearchBot(replace(player.search, seconds=given)), bound.seconds < wanted


def quick_move(game: str, view: bytes, seat: int, seed: int) -> bytes:
    """Return a random legal move, for a bot whose task was given up; fast enough to run without a worker."""
    rng = seeded(seed)
    position = find_game(game).guess(msgspec.json.decode(view), seat, rng)
    return msgspec.json.encode(Moved(msgspec.to_builtins(random_choice(position, seat, rng)), hurried=True))


def hint(game: str, view: bytes, seat: int, seed: int, bound: Thought) -> bytes:
    """Return the coach's ratings of the moves of a seat, from its view."""
    rng = seeded(seed)
    position: Position = find_game(game).guess(msgspec.json.decode(view), seat, rng)
    thought = Thought(seconds=min(1.0, bound.seconds), iterations=bound.iterations)
    return msgspec.json.encode(advise(position, seat, rng, thought))


def judge(record: bytes, first: int, bound: Thought) -> bytes:
    """Return the coach's ratings of some decisions of a match, and the step to continue from."""
    # With a limit in iterations nothing may depend on the clock, so each part is one decision.
    thought, seconds = (bound, 0.0) if bound.iterations else (Thought(seconds=GLANCE), PART)
    return msgspec.json.encode(analyse_part(record, first, thought, seconds=seconds))


def study(record: bytes, step: int, bound: Thought) -> bytes:
    """Return the coach's ratings at one step of a match; each call continues the search."""
    return msgspec.json.encode(_studies.look(record, step, min(LOOK, bound.seconds)))


def check_record(record: bytes, most: int, _bound: Thought) -> bytes:
    """Replay a received record and return it as JSON; refuse one that is invalid or has over `most` lines."""
    lines = len(read_record(record).log)
    if lines > most:
        raise Unreadable("server.record_long", params={"lines": lines, "allowed": most})
    return msgspec.json.encode(Table.replay(record).snapshot())


def draw(game: str, position: bytes, seed: int, _bound: Thought) -> bytes:
    """Return an outcome of chance that takes a while, such as the result of a flick."""
    return msgspec.json.encode(find_game(game).at(msgspec.json.decode(position)).draw(seeded(seed)))


def tries(game: str, view: bytes, seat: int, move: bytes, seed: int, _bound: Thought) -> bytes:
    """Simulate a move many times, from the view of a seat, and return where each try ends.

    Raise its `Refusal` if the move is illegal; return an empty list for a game without continuous moves.
    """
    rng = seeded(seed)
    rules, own = find_game(game), part(game, "tries")
    position = rules.guess(msgspec.json.decode(view), seat, rng)
    chosen = rules.read_move(msgspec.json.decode(move))
    refusal = position.refusal(seat, chosen)
    if refusal is not None:
        raise refusal
    found = [] if own is None else own.ends(position, seat, chosen, rng, TRIES)
    return msgspec.json.encode(found)


WORK: Final[dict[str, Callable[..., bytes]]] = {
    function.__name__: function for function in (choose, hint, judge, study, check_record, draw, tries)
}
