"""The state of the Blackrock edition besides the table: nine discs, lapsed calls, Golden Targets."""

from typing import Final, Literal

import msgspec

from ludotheque.games.targets.moves import Flick
from ludotheque.games.targets.physics.layout import Layout
from ludotheque.games.targets.rules.board import Board, fresh_layout, own_dice
from ludotheque.games.targets.rules.position import TargetsOptions

PLACES: Final = (0, 1, 2)
DISCS: Final = 9
"""Number of discs, three each of three colours; the colour of a disc is its number divided by three."""
ONE_OF_EACH: Final = (0, 3, 6, 1, 4, 7, 2, 5, 8)
KINDS: Final = ("green", "orange", "yellow")
"""Colours of the discs, in the order of their numbers."""
BY_COLOUR: Final = (0, 1, 2, 3, 4, 5, 6, 7, 8)

Discs = tuple[int, ...]


class BlackrockOptions(TargetsOptions, frozen=True):
    """Options: how calls are made (BLACKROCK-17), and the variants (BLACKROCK-14 to BLACKROCK-16)."""

    calls: Literal["auto", "spoken"] = "auto"
    pas_vu_pas_pris: bool = False
    three_by_three: bool = False
    teams: bool = False


class Golden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Golden Targets: the number of the flick, the contenders, and the secret aims (BLACKROCK-12)."""

    flick: int
    contenders: tuple[int, ...]
    aimed: tuple[int, ...] = ()
    aims: tuple[Flick | None, ...] = ()


class BlackrockBoard(Board, kw_only=True):
    """The position of the Blackrock edition: the table and all nine discs (BLACKROCK-1, BLACKROCK-13)."""

    options: BlackrockOptions = BlackrockOptions()
    central: tuple[int | None, ...] = (None, None, None)
    reserve: Discs = ()
    stored: tuple[Discs, ...]
    won: tuple[Discs, ...]
    removed: Discs = ()
    taken: bool = False
    """True if a central disc was won in this round, by call or award (BLACKROCK-8)."""
    money_time: bool = False
    spent: tuple[int, ...] = ()
    """Dice for which “Targets!” may not be called until they are moved (BLACKROCK-3, BLACKROCK-4)."""
    spent_pairs: tuple[tuple[int, int], ...] = ()
    """Pairs whose double was not called in time (BLACKROCK-4)."""
    no_double: tuple[int, ...] = ()
    """Seats that stole with this flick; they may call no double in this window (BLACKROCK-5)."""
    given: tuple[int | None, ...] = ()
    """The die that each player gives to the partner (BLACKROCK-16)."""
    golden: Golden | None = None
    winners: tuple[int, ...] = ()

    def places(self) -> tuple[int, ...]:
        """Return the places with a central disc."""
        return tuple(place for place, disc in enumerate(self.central) if disc is not None)

    def disc_names(self) -> tuple[str, ...]:
        """Return the name of the disc at each place: its colour, or its number if another has that colour."""
        if self.layout.golden:
            return super().disc_names()
        kinds = [None if disc is None else disc // len(KINDS) for disc in self.central]
        return tuple(
            number if kind is None or kinds.count(kind) > 1 else KINDS[kind]
            for number, kind in zip(super().disc_names(), kinds, strict=True)
        )

    def fresh(self) -> Layout:
        """Return a layout with all dice stacked, and the stored discs under their bases (BLACKROCK-9)."""
        towers = [self.held(seat) for seat in range(self.seats)]
        return fresh_layout("blackrock", towers, [len(discs) for discs in self.stored], self.places())


def new_board(seats: int, options: BlackrockOptions) -> BlackrockBoard:
    """Return the first board: nine discs in reserve, in order, the starter not yet drawn."""
    board = BlackrockBoard(
        seats=seats,
        options=options,
        layout=Layout("blackrock", ()),
        holders=own_dice(seats),
        reserve=BY_COLOUR if options.three_by_three else ONE_OF_EACH,
        stored=((),) * seats,
        won=((),) * seats,
    )
    board.layout = board.fresh()
    return board


def given_away(seats: int, given: tuple[int | None, ...]) -> tuple[int, ...]:
    """Return the holder of each die: its owner, or the partner once all have given a die (BLACKROCK-16)."""
    partners = {} if None in given else {die: (seat + 2) % seats for seat, die in enumerate(given)}
    return tuple(partners.get(die, holder) for die, holder in enumerate(own_dice(seats)))


def misplaced_discs(board: BlackrockBoard) -> list[str]:
    """Return the errors of the discs: all nine must exist once, as the layout shows them (BLACKROCK-13)."""
    found = [disc for disc in board.central if disc is not None]
    found += [*board.reserve, *board.removed]
    found += [disc for discs in (*board.stored, *board.won) for disc in discs]
    wrong = [] if sorted(found) == list(range(DISCS)) else ["there are not nine discs"]
    if not board.layout.golden:
        if board.layout.places != board.places():
            wrong.append("a central disc lies where none is")
        if [stand.discs for stand in board.layout.stands] != [len(discs) for discs in board.stored]:
            wrong.append("a pile is not as high as its discs")
    return wrong


def with_item(discs: tuple[Discs, ...], seat: int, more: Discs) -> tuple[Discs, ...]:
    """Return the discs of all seats with some added to those of one seat."""
    return tuple(own + more if s == seat else own for s, own in enumerate(discs))
