"""The Blackrock edition of Targets as a `Game`: options, start, JSON, and records of earlier rules."""

from typing import Final

import msgspec
from librt.random import Random

from ludotheque.core.codec import Json, read, write
from ludotheque.core.game import Position, Step
from ludotheque.core.moves import Options
from ludotheque.core.refusal import Unreadable
from ludotheque.games.targets import moves
from ludotheque.games.targets.blackrock.positions import check_blackrock
from ludotheque.games.targets.blackrock.rules.board import BlackrockBoard, BlackrockOptions, new_board
from ludotheque.games.targets.blackrock.rules.position import BlackrockPosition
from ludotheque.games.targets.blackrock.upgrade import from_first_rules, without_stacked_calls
from ludotheque.games.targets.game import TargetsGame
from ludotheque.games.targets.physics.flick import limits


class BlackrockGame(TargetsGame):
    """The Blackrock edition of Targets: discs are won by calls, by pips and from other towers."""

    name = "blackrock"
    title = "Targets (Blackrock)"
    seat_counts = (2, 3, 4)
    clause_prefixes = ("TARGETS", "BLACKROCK")
    options_type = BlackrockOptions
    move_types = (
        moves.Flick,
        moves.Call,
        moves.Pass,
        moves.Keep,
        moves.Lose,
        moves.Remove,
        moves.Stack,
        moves.Exchange,
    )
    hidden = True
    minutes = (10, 15)
    rules_version = 2

    def read_options(self, options: object) -> BlackrockOptions:
        """Return the options from JSON; refuse automatic calls where calls compete (BLACKROCK-17)."""
        found = super().read_options(options)
        assert isinstance(found, BlackrockOptions)  # `options_type` says so
        if found.pas_vu_pas_pris and found.calls == "auto":
            raise Unreadable("targets.pas_vu_spoken", "BLACKROCK-17")
        return found

    def start(self, seats: int, options: Options) -> BlackrockPosition:
        """Return the starting position: nine discs in reserve, the starter not yet drawn.

        Raise `Unreadable` for teams with a number of seats other than four (BLACKROCK-16).
        """
        assert isinstance(options, BlackrockOptions)  # `read_options` made them
        if options.teams and seats != 4:
            raise Unreadable("targets.teams_of_two", "BLACKROCK-16")
        return BlackrockPosition(self, new_board(seats, options), options)

    def practice(self) -> Json:
        """Return a practice position with the first three discs in the centre (BLACKROCK-1)."""
        position = super().practice()
        assert isinstance(position, dict)
        reserve = position["reserve"]
        assert isinstance(reserve, list)
        return position | {"central": reserve[:3], "reserve": reserve[3:]}

    def at(self, position: Json) -> BlackrockPosition:
        """Return a position from JSON; raise `Unreadable`, with the place, if play can't lead to it."""
        board = read(position, BlackrockBoard, code="core.position")
        found = BlackrockPosition(self, board, board.options)
        self.read_options(write(board.options))
        check_blackrock(found, self.seat_counts)
        return found

    def upgrade(self, step: Step, version: int, position: Position) -> list[Step]:  # noqa: ARG002
        """Translate a step of version 1 of the rules into steps of the current ones."""
        assert isinstance(position, BlackrockPosition)  # only positions of this game are passed
        return from_first_rules(position, step)

    def upgrade_position(self, position: Json, version: int) -> Json:  # noqa: ARG002
        """Translate a position of an earlier version into the current form."""
        return without_stacked_calls(position)

    def guess(self, view: Json, seat: int, rng: Random) -> BlackrockPosition:
        """Return a position for a view, with a random aim for each seat with a hidden one (BLACKROCK-12)."""
        board = read(view, BlackrockBoard, code="core.position")
        golden = board.golden
        if golden is not None:
            aims = tuple(
                _any_aim(rng) if other in golden.aimed and other != seat else aim
                for other, aim in enumerate(golden.aims)
            )
            board.golden = msgspec.structs.replace(golden, aims=aims)
        return self.at(write(board))


def _any_aim(rng: Random) -> moves.Flick:
    drawn = {name: low + (high - low) * rng.random() for name, (low, high) in limits(golden=True).items()}
    return moves.Flick(**drawn)


GAME: Final = BlackrockGame()
