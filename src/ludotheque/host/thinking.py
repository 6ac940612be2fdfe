"""Thoughts of bots and coach, as functions that a worker can run: each takes plain data, returns JSON.

The last argument of each bounds its work: by seconds, or by iterations where a run has to be repeatable. A
level is a fixed amount of thought; only a search that is bounded by time, as the top levels are, makes do
with less when the server is busy.
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
from ludotheque.host.log import Log
from ludotheque.host.thinkers import Moved, ThoughtFailed, fault
from ludotheque.table.analysis import Thought, advise, analyse_part
from ludotheque.table.check import random_choice
from ludotheque.table.record import read_record
from ludotheque.table.study import Studies
from ludotheque.table.table import Table

GLANCE: Final = 0.1
"""Seconds for each decision of a match that is analysed: there are a hundred, and somebody waits."""
PART: Final = 0.3
"""Seconds after which the rest of an analysis is left to the next thought."""
TRIES: Final = 40
"""How often a move is made to show where it ends."""
LOOK: Final = 0.5
"""Seconds for each look at a position that somebody studies."""

log = Log()

Argument: TypeAlias = str | bytes | int
"""Argument of a function that may run in another process."""

_studies = Studies()


def perform(work: str, args: tuple[Argument, ...], bound: Thought) -> bytes:
    """Run a function by its name; a refusal is raised as it is, a fault without its data."""
    try:
        return WORK[work](*args, bound)
    except Refusal:
        raise
    except Exception as error:
        raise ThoughtFailed(fault(error)) from None


def choose(game: str, level: str, view: bytes, seat: int, seed: int, bound: Thought) -> bytes:
    """The move of a bot that knows what its seat may know."""
    rng = seeded(seed)
    position = find_game(game).guess(msgspec.json.decode(view), seat, rng)
    player, hurried = in_time(bot(game, level), bound)
    try:
        chosen = player.choose(position, seat, rng)
    except Exception as error:
        # A table must not stand still because a bot has a fault; the fault is told in the log.
        log.error("a bot failed", game=game, level=level, seat=seat, fault=fault(error))
        chosen = random_choice(position, seat, rng)
    return msgspec.json.encode(Moved(msgspec.to_builtins(chosen), hurried))


def in_time(player: Bot, bound: Thought) -> tuple[Bot, bool]:
    """Bound the thought of a bot; also return whether that is less than its level takes."""
    if not isinstance(player, SearchBot) or player.search.iterations:
        return player, False
    if bound.iterations:
        return player.thinking(bound.seconds, bound.iterations), False
    # With little to do, a level takes as long as its iterations do, on any machine.
    wanted = player.search.seconds
    given = bound.seconds if player.search.enough else min(bound.seconds, wanted)
    return SearchBot(replace(player.search, seconds=given)), bound.seconds < wanted


def quick_move(game: str, view: bytes, seat: int, seed: int) -> bytes:
    """Any move that is allowed, for a bot whose time is over; it takes no worker and no time."""
    rng = seeded(seed)
    position = find_game(game).guess(msgspec.json.decode(view), seat, rng)
    return msgspec.json.encode(Moved(msgspec.to_builtins(random_choice(position, seat, rng)), hurried=True))


def hint(game: str, view: bytes, seat: int, seed: int, bound: Thought) -> bytes:
    """Return the coach's opinion on the moves of a seat."""
    rng = seeded(seed)
    position: Position = find_game(game).guess(msgspec.json.decode(view), seat, rng)
    thought = Thought(seconds=min(1.0, bound.seconds), iterations=bound.iterations)
    return msgspec.json.encode(advise(position, seat, rng, thought))


def judge(record: bytes, first: int, bound: Thought) -> bytes:
    """Return the coach's judgement on some decisions of a match; the next part goes on behind them."""
    # A bound in iterations must not depend on the clock: then a part is one decision.
    thought, seconds = (bound, 0.0) if bound.iterations else (Thought(seconds=GLANCE), PART)
    return msgspec.json.encode(analyse_part(record, first, thought, seconds=seconds))


def study(record: bytes, step: int, bound: Thought) -> bytes:
    """Return the coach's opinion on one position of a match; asked again, it has thought further."""
    return msgspec.json.encode(_studies.look(record, step, min(LOOK, bound.seconds)))


def check_record(record: bytes, most: int, _bound: Thought) -> bytes:
    """Replay a record that was sent; refuse a broken one, and one of more lines than `most`."""
    lines = len(read_record(record).log)
    if lines > most:
        raise Unreadable("server.record_long", params={"lines": lines, "allowed": most})
    return msgspec.json.encode(Table.replay(record).snapshot())


def draw(game: str, position: bytes, seed: int, _bound: Thought) -> bytes:
    """Draw an outcome of chance that takes a while, such as the result of a flick."""
    return msgspec.json.encode(find_game(game).at(msgspec.json.decode(position)).draw(seeded(seed)))


def tries(game: str, view: bytes, seat: int, move: bytes, seed: int, _bound: Thought) -> bytes:
    """Return where many tries of a move with continuous parts end, from what a seat may know."""
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
