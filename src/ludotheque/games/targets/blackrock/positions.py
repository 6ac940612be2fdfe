"""Validation of positions of the Blackrock edition: discs, partners, calls and Golden Targets."""

from ludotheque.core.codec import demand
from ludotheque.games.targets.blackrock.rules.board import DISCS, PLACES, BlackrockBoard, Golden, given_away
from ludotheque.games.targets.blackrock.rules.golden import FLICKS
from ludotheque.games.targets.blackrock.rules.position import BlackrockPosition
from ludotheque.games.targets.blackrock.rules.rounds import TO_WIN
from ludotheque.games.targets.moves import colour
from ludotheque.games.targets.positions import check_board, check_dice, check_lively, check_seats


def check_blackrock(position: BlackrockPosition, counts: tuple[int, ...]) -> None:
    """Raise `Unreadable`, with the place, for a board that play can't lead to."""
    board = position.board
    demand(not board.options.teams or board.seats == 4, "$.options.teams")
    demand(board.layout.edition == "blackrock", "$.layout.edition")
    demand(len(board.stored) == board.seats, "$.stored")
    demand(len(board.won) == board.seats, "$.won")
    demand(len(board.central) == len(PLACES), "$.central")
    demand((board.golden is not None) == board.layout.golden, "$.golden")
    demand(board.golden is not None or board.phase != "golden", "$.phase")
    if board.golden is not None:
        _check_golden(board, board.golden)
    check_board(position, counts)
    _check_partners(board)
    _check_calls(board)
    _check_rounds(board)
    _check_end(position)
    check_lively(position)


def _check_partners(board: BlackrockBoard) -> None:
    """Refuse dice held by a non-partner, and partners without one die given each (BLACKROCK-16)."""
    demand(len(board.given) == (board.seats if board.options.teams and board.round else 0), "$.given")
    for seat, die in enumerate(board.given):
        demand(die is None or colour(die) == seat, f"$.given[{seat}]")
    demand((board.phase == "exchange") == (None in board.given), "$.phase")
    side = 2 if board.options.teams else board.seats
    demand(all(holder % side == colour(die) % side for die, holder in enumerate(board.holders)), "$.holders")
    holders = given_away(board.seats, board.given)
    for seat, die in enumerate(board.given):
        demand(die is None or board.holders[die] == holders[die], f"$.given[{seat}]")
    demand(board.holders == holders, "$.holders")


def _check_calls(board: BlackrockBoard) -> None:
    """Refuse lapsed calls of dice or pairs that are not on this table (BLACKROCK-3, BLACKROCK-4)."""
    check_dice(board, board.spent, "$.spent")
    # Before Golden Targets all dice are stacked again, and all calls have lapsed.
    stacked = {member.die for stand in board.layout.stands for member in stand.tower}
    for number, die in enumerate(board.spent):
        demand(board.golden is not None or die not in stacked, f"$.spent[{number}]")
    for number, pair in enumerate(board.spent_pairs):
        check_dice(board, pair, f"$.spent_pairs[{number}]")
        demand(len({board.holders[die] for die in pair}) == 1, f"$.spent_pairs[{number}]")
    demand(all(one < two for one, two in board.spent_pairs), "$.spent_pairs")
    demand(board.window or not board.passed, "$.passed")
    demand(set(board.no_double) <= set(range(board.seats)), "$.no_double")
    demand(not any(duty.back for duty in board.duties), "$.duties")


def _check_rounds(board: BlackrockBoard) -> None:
    """Refuse more rounds than the discs allow, and stored discs in the first (BLACKROCK-7, 8 and 10).

    Every round takes at least one disc from the centre, by call, award or removal; Money Time, when none is
    left, is the last. So at most as many rounds have been played as discs are gone from centre and reserve,
    and ten in all.
    """
    gone = DISCS - len(board.places()) - len(board.reserve)
    demand(board.round <= gone + 1, "$.round")
    for seat, discs in enumerate(board.stored):
        demand(board.round > 1 or not discs, f"$.stored[{seat}]")


def _check_end(position: BlackrockPosition) -> None:
    """Refuse play after the fourth disc, and an unfounded removal or Money Time (BLACKROCK-8, 10 and 11)."""
    board = position.board
    places = board.places()
    ended = board.phase == "over" or board.golden is not None
    demand(ended or max(position.scores()) < TO_WIN, "$.won")
    demand(bool(board.winners) or board.phase != "over", "$.winners")
    check_seats(board, board.winners, "$.winners")
    demand(board.phase != "remove" or (len(places) > 1 and not board.taken), "$.phase")
    bare = not places and not board.reserve and not board.options.three_by_three
    demand(bare or not board.money_time, "$.money_time")


def _check_golden(board: BlackrockBoard, golden: Golden) -> None:
    """Refuse Golden Targets among seats that are not tied, and aims other than those of `aimed`."""
    demand(board.layout.places == (0,), "$.layout.places")
    demand(board.phase in ("stack", "faces", "golden", "over"), "$.phase")
    demand(1 <= golden.flick <= FLICKS, "$.golden.flick")
    seats = tuple(range(board.seats))
    tied = golden.contenders
    demand(len(tied) > 1 and tied == tuple(s for s in seats if s in tied), "$.golden.contenders")
    demand(not board.options.teams or tied == seats, "$.golden.contenders")
    demand(len(golden.aims) == (0 if board.phase == "over" else board.seats), "$.golden.aims")
    aimed = tuple(seat for seat, aim in enumerate(golden.aims) if aim is not None)
    demand(aimed == golden.aimed, "$.golden.aims")
    demand(set(aimed) <= set(tied if board.phase == "golden" else ()), "$.golden.aimed")
