"""Touché in numbers: every table, what is hidden, and choices of crowns."""

from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ludotheque import Table
from ludotheque.core.coded import CodedPosition
from ludotheque.games.touche.encoding import ACTIONS, CHOICES, CROWNED
from ludotheque.games.touche.layout import STANDARD, read_layout
from ludotheque.games.touche.rules.board import CELLS, Board
from ludotheque.games.touche.rules.crowns import largest_sets
from ludotheque.games.touche.rules.state import Touche
from tests.games.encoding_checks import all_tables, begin, check_actions, check_random_game, parts_of
from tests.games.touche.setting import at, position
from tests.games.touche.test_positions import EIGHT, drawing

TABLES = all_tables("touche", ("layout", "call_seconds"))


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_random_games_are_played_by_ids_and_show_what_a_seat_may_know(
    seats: int, options: dict[str, Any]
) -> None:
    assert check_random_game("touche", seats, options, seed=seats, most=150) > 20


def test_another_board_is_played_by_the_same_ids() -> None:
    rows = [line.split() for line in STANDARD.splitlines() if line.strip()]
    turned = "\n".join(" ".join(row[::-1]) for row in rows)
    assert check_random_game("touche", 2, {"layout": turned}, seed=3, most=200) > 60


@pytest.mark.clause("TOUCHE-3")
def test_a_hand_is_shown_to_its_seat_alone() -> None:
    _, encoding = begin("touche", 2, {})
    table = at(position("AS AS 2S 3S **", "", pawns=("e1", "")), "4S")
    table.play(0, "** f1")
    state = state_of(table)
    mine, theirs = parts_of(encoding, state, 0), parts_of(encoding, state, 1)
    assert mine["hand"][:4] == [2, 1, 1, 1]
    assert sum(mine["hand_on_board"]) == 2 * sum(mine["hand"]) == 10
    assert theirs["hand"][:4] == [0, 0, 0, 0]
    assert mine["discard"] == theirs["discard"]
    assert (mine["discard"][52], mine["top"][52], theirs["top"][52]) == (1, 1, 1)
    own = state.board.at(0, 4)
    assert mine["pawns"][own] == theirs["pawns"][CELLS + own] == 1
    assert (sum(mine["pawns"]), mine["turn"], theirs["turn"]) == (2, [0, 1], [1, 0])


@pytest.mark.clause("TOUCHE-17")
def test_a_choice_of_crowns_has_ids_of_its_own_and_its_pawn_is_shown() -> None:
    _, encoding = begin("touche", 2, {})
    state = state_of(at(drawing("AS", "", pawns=(EIGHT, ""), phase="crown", placed=[4, 3])))
    assert list(encoding.legal(state)) == [CROWNED, CROWNED + 1]
    check_actions(encoding, state)
    seen = parts_of(encoding, state, 0)
    assert (seen["choosing"], seen["placed"].index(1)) == ([1], state.board.at(4, 3))


def state_of(table: Table) -> Touche:
    assert isinstance(table.position, CodedPosition)
    state = table.position.state
    assert isinstance(state, Touche)
    return state


def largest_choice(board: Board, kind: int, cell: int) -> int:
    """The most sets that the patterns through a cell can leave, when all of them but some are whole."""
    first = kind * CELLS + cell
    through = list(board.through[board.through_first[first] : board.through_first[first + 1]])
    most = 0
    for gap in range(CELLS):
        whole = [
            pattern
            for pattern in through
            if gap == cell or gap not in board.cells[5 * pattern : 5 * pattern + 5]
        ]
        most = max(most, len(largest_sets(board, vec[i64](whole))) if whole else 0)
    return most


@pytest.mark.slow
@pytest.mark.clause("TOUCHE-17")
def test_no_choice_of_crowns_is_larger_than_the_ids_for_it() -> None:
    board = read_layout("")
    assert CROWNED + CHOICES == ACTIONS
    middle = board.at(5, 5)
    assert all(0 < largest_choice(board, kind, middle) <= CHOICES for kind in (0, 2))
    # Lines: the directions are independent, and in one direction four lines at most leave one of four.
    assert CHOICES == 4**4
