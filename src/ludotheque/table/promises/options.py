"""Options: the rules read each of them."""

from typing import Any, get_args

import msgspec
from librt.random import Random

from ludotheque.core.game import Game
from ludotheque.core.moves import Options
from ludotheque.core.refusal import Refusal
from ludotheque.table.promises.playing import play_while


def check_options(game: Game, rng: Random, longest: int) -> None:
    """Check that the rules read every option, at the start or during random games."""
    unread = set(game.options_type.__struct_fields__)

    def noticed(options: Options, name: str) -> Any:
        unread.discard(name)
        return object.__getattribute__(options, name)

    spy = type("Options", (game.options_type,), {"__getattribute__": noticed}, frozen=True)
    for changed in ({}, *_changes(game.options_type)):
        for seats in game.seat_counts if unread else ():
            try:
                position = game.start(seats, spy(**changed))
            except Refusal:
                continue  # some options require others, or a number of seats
            play_while(position, lambda: bool(unread), rng, longest)
    assert not unread, f"options that are never read: {sorted(unread)}"


def _changes(options: type[Options]) -> list[dict[str, Any]]:
    """Return each option with each of its listable values that is not the default."""
    usual = options()
    listed: list[dict[str, Any]] = []
    for field in msgspec.structs.fields(options):
        values = (False, True) if field.type is bool else get_args(field.type)
        listed += [{field.name: value} for value in values if value != getattr(usual, field.name)]
    return listed
