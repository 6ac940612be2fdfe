"""The catalogue of games, as sent to clients."""

from functools import cache
from hashlib import blake2b

import msgspec

from ludotheque.bots.characters import characters
from ludotheque.core.codec import Json
from ludotheque.core.rulebook import book_text
from ludotheque.core.words import FOREIGN, LANGUAGES, words
from ludotheque.games import all_games
from ludotheque.host.practice import goals_of
from ludotheque.host.protocol import GameInfo
from ludotheque.host.thinkers import levels_of
from ludotheque.table.lessons import lessons


def game_infos() -> list[GameInfo]:
    """Return the description of each game: its facts, its options and its bots."""
    return [
        GameInfo(
            name=game.name,
            title=game.title,
            seat_counts=game.seat_counts,
            minutes=game.minutes,
            hidden=game.hidden,
            levels=levels_of(game.name),
            characters=characters(game.name),
            options=_options_schema(game.options_type),
            clauses=game.clause_prefixes,
            lessons=len(lessons(game.name)),
            practice=game.practice() is not None,
            goals=goals_of(game.name),
            words=words_version(game.name) if game.name in FOREIGN else None,
        )
        for game in all_games()
    ]


@cache
def words_version(game: str) -> str:
    """Return a hash of the sentences and the rulebook of a game in all languages."""
    told = [(words(game, language), book_text(game, language)) for language in LANGUAGES]
    return blake2b(msgspec.json.encode(told), digest_size=6).hexdigest()


def _options_schema(options: type[msgspec.Struct]) -> dict[str, Json]:
    """Return the JSON schema of a game's options, with their defaults."""
    (_,), parts = msgspec.json.schema_components([options])
    found: dict[str, Json] = parts[options.__name__]
    return found
