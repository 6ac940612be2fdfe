"""Board, patterns, joker cells and crowns of Touché (TOUCHE-4 to 6, TOUCHE-15 to 17)."""

from itertools import combinations

import pytest

from ludotheque import NotAllowed, Table, Unreadable
from ludotheque.games.touche.layout import STANDARD, read_layout
from ludotheque.games.touche.names import pattern_cells, pattern_name, read_pattern
from ludotheque.games.touche.rules import board as b
from ludotheque.games.touche.rules.crowns import largest_sets
from tests.games.touche.setting import at, cells, legal, names, position, seen

BOARD = read_layout("")


@pytest.mark.clause("TOUCHE-4")
def test_the_board_has_112_cells_each_card_twice_and_eight_jokers() -> None:
    cards = list(BOARD.card_at)
    assert len(cards) == 112
    assert [cards.count(card) for card in range(52)] == [2] * 52
    assert cards.count(b.JOKER) == 8
    for card in range(52):
        first, second = BOARD.cells_of[2 * card : 2 * card + 2]
        assert first < second
        assert cards[first] == cards[second] == card
    assert STANDARD.split() == " ".join(seen(Table("touche", 2, seed=1))["shown"]["board"]).split()


@pytest.mark.clause("TOUCHE-4")
@pytest.mark.parametrize("corner", ["a1", "l1", "c2", "b12", "0,11", "11,11"])
def test_no_cell_is_in_the_corners(corner: str) -> None:
    with pytest.raises(Unreadable) as refused:
        at(position("AS", "")).play(0, f"AS {corner}")
    assert refused.value.clause == "TOUCHE-4"


@pytest.mark.clause("TOUCHE-4")
def test_another_layout_is_an_option() -> None:
    mirrored = "\n".join(" ".join(reversed(row.split())) for row in STANDARD.splitlines())
    table = Table("touche", 2, seed=1, options={"layout": mirrored})
    assert seen(table)["shown"]["board"][0].split()[3:9] == ["**", "2H", "8H", "2S", "AS", "**"]
    table = at(position("AS", "", options={"layout": mirrored}), "KH")
    table.play(0, "AS h1")
    assert seen(table)["pawns"][0] == cells("h1")
    assert Table.replay(table.record()).view(0) == table.view(0)


BROKEN = {
    "one row less": ("shape", "\n".join(STANDARD.splitlines()[:-1])),
    "a short row": ("shape", STANDARD.replace(" .", "", 1)),
    "an unknown card": ("symbol", STANDARD.replace("AS", "1S", 1)),
    "a small letter": ("symbol", STANDARD.replace("KC", "kc", 1)),
    "a card three times": ("card", STANDARD.replace("AS", "2S", 1)),
    "a cell less": ("card", STANDARD.replace("KD", " .", 1)),
    "a joker less": ("jokers", STANDARD.replace("**", " .", 1)),
    "nothing at all": ("shape", "nonsense"),
}


@pytest.mark.clause("TOUCHE-4")
@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_layout_is_refused_with_the_reason(case: str) -> None:
    code, text = BROKEN[case]
    with pytest.raises(Unreadable) as refused:
        Table("touche", 2, options={"layout": text})
    assert (refused.value.code, refused.value.clause) == (f"touche.layout_{code}", "TOUCHE-4")
    for language in ("en", "fr", "de"):
        assert refused.value.text(language)


@pytest.mark.clause("TOUCHE-5")
def test_there_are_89_squares_224_lines_and_144_crosses() -> None:
    kinds = [range(BOARD.first[kind], BOARD.first[kind + 1]) for kind in range(3)]
    shapes = [[sum(BOARD.shape[p] == form for p in kind) for form in range(4)] for kind in kinds]
    assert shapes == [[89, 0, 0, 0], [64, 64, 48, 48], [76, 68, 0, 0]]


def places(name: str) -> set[tuple[int, int]]:
    found = set()
    for cell in pattern_cells(BOARD, read_pattern(BOARD, name)):
        row, column = divmod(BOARD.place_of[cell], 12)
        found.add((int(row), int(column)))
    return found


@pytest.mark.clause("TOUCHE-5")
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("d1-e2", "d1 e1 d2 e2"),
        ("a4-e4", "a4 b4 c4 d4 e4"),
        ("d1-d5", "d1 d2 d3 d4 d5"),
        ("d1-h5", "d1 e2 f3 g4 h5"),
        ("i1-e5", "i1 h2 g3 f4 e5"),
        ("+e2", "e2 e1 d2 f2 e3"),
        ("xe2", "e2 d1 f1 d3 f3"),
    ],
)
def test_a_pattern_has_the_cells_of_its_name(name: str, text: str) -> None:
    assert places(name) == {(row, column) for row, column in cells(text)}
    assert pattern_name(BOARD, read_pattern(BOARD, name)) == name


@pytest.mark.clause("TOUCHE-5")
def test_every_pattern_has_a_name_of_its_own() -> None:
    assert len({pattern_name(BOARD, pattern) for pattern in range(len(BOARD.low))}) == 89 + 224 + 144


@pytest.mark.clause("TOUCHE-6")
@pytest.mark.parametrize(
    ("seats", "teams", "goals"), [(2, 2, (4, 3, 3)), (3, 2, (3, 2, 2)), (4, 2, (4, 3, 3)), (6, 3, (3, 2, 2))]
)
def test_three_sides_need_one_pattern_less(seats: int, teams: int, goals: tuple[int, ...]) -> None:
    for patterns, goal in zip(("squares", "lines", "crosses"), goals, strict=True):
        table = Table("touche", seats, seed=1, options={"patterns": patterns, "teams": teams})
        assert set(seen(table)["shown"]["goals"]) == {goal}


@pytest.mark.clause("TOUCHE-6")
@pytest.mark.parametrize("patterns", ["squares", "lines", "crosses"])
def test_only_patterns_of_the_agreed_set_count(patterns: str) -> None:
    table = at(position("4S", "", pawns=("e1 d2", ""), options={"patterns": patterns}), "KH")
    table.play(0, "4S e2")
    assert seen(table)["crowned"] == [["d1-e2"] if patterns == "squares" else [], []]


@pytest.mark.clause("TOUCHE-16")
def test_a_completed_pattern_is_crowned_at_once_and_other_pawns_stay() -> None:
    table = at(position("QS", "", pawns=("c4 c5 d5 e5", "")), "KH")
    events = table.play(0, "QS d4")
    assert [event.name for event in events] == ["touche.play", "touche.crown", "touche.draw"]
    view = seen(table)
    assert view["crowned"] == [["c4-d5"], []]
    assert view["shown"]["crowns"][0] == cells("c4 d4 c5 d5")
    assert cells("e5")[0] in view["pawns"][0]


@pytest.mark.clause("TOUCHE-15")
def test_an_unclaimed_joker_cell_counts_for_every_side() -> None:
    for side, hands in ((0, ("4S", "")), (1, ("", "4S"))):
        pawns = ["", ""]
        pawns[side] = "e1 d2"
        table = at(position(*hands, pawns=pawns, turn=side), "KH")
        table.play(side, "4S e2")
        assert seen(table)["crowned"][side] == ["d1-e2"]
        assert cells("d1")[0] in seen(table)["shown"]["crowns"][side]
        assert cells("d1")[0] not in seen(table)["pawns"][side]


@pytest.mark.clause("TOUCHE-15")
def test_a_crown_takes_a_joker_cell_away_from_the_others() -> None:
    """The line d1-d5 of seat 1 needs the joker cell that seat 0 crowns with d1-h1."""
    made = position("2H", "5S", pawns=("e1 f1 g1", "d2 d3 d4"), options={"patterns": "lines"})
    table = at(made, "KH", "KC")
    table.play(0, "2H h1")
    table.play(0, "crown d1-h1")
    assert seen(table)["crowned"] == [["d1-h1"], []]
    table.play(1, "5S d5")
    assert seen(table)["crowned"] == [["d1-h1"], []]
    unclaimed = position("", "5S", pawns=("e1 f1 g1", "d2 d3 d4"), options={"patterns": "lines"}, turn=1)
    table = at(unclaimed, "KH")
    table.play(1, "5S d5")
    assert seen(table)["crowned"] == [[], ["d1-d5"]]


@pytest.mark.clause("TOUCHE-15")
def test_an_own_claimed_joker_cell_serves_again() -> None:
    made = position(
        "5S", "", pawns=("e1 f1 g1 h1 d2 d3 d4", ""), crowned=("d1-h1", ""), options={"patterns": "lines"}
    )
    table = at(made, "KH")
    table.play(0, "5S d5")
    assert seen(table)["crowned"] == [["d1-h1", "d1-d5"], []]


@pytest.mark.clause("TOUCHE-17")
def test_patterns_that_share_one_cell_both_count() -> None:
    made = position("6S", "", pawns=("c4 d4 c5 d5 d6 e6", ""), crowned=("c4-d5", ""))
    table = at(made, "KH")
    table.play(0, "6S e5")
    assert seen(table)["crowned"] == [["c4-d5", "d5-e6"], []]


@pytest.mark.clause("TOUCHE-17")
@pytest.mark.clause("TOUCHE-16")
def test_a_pattern_that_shares_two_cells_crowns_nothing_and_claims_no_joker() -> None:
    made = position("3S", "4S", pawns=("e1 f1 e2 f2", ""), crowned=("e1-f2", ""))
    table = at(made, "KH", "KC")
    table.play(0, "3S d2")
    view = seen(table)
    assert view["crowned"] == [["e1-f2"], []]
    assert view["shown"]["crowns"][0] == cells("e1 f1 e2 f2")
    assert cells("d2")[0] in view["pawns"][0]


@pytest.mark.clause("TOUCHE-17")
def test_one_pawn_completes_two_patterns_that_share_only_its_cell() -> None:
    table = at(position("5S", "", pawns=("c4 d4 c5 e5 d6 e6", "")), "KH")
    table.play(0, "5S d5")
    assert seen(table)["crowned"] == [["c4-d5", "d5-e6"], []]


@pytest.mark.clause("TOUCHE-17")
@pytest.mark.clause("TOUCHE-18")
def test_one_pawn_completes_three_lines_and_wins() -> None:
    made = position("6S", "", pawns=("a5 b5 c5 d5 e1 e2 e3 e4 b8 c7 d6", ""), options={"patterns": "lines"})
    table = at(made)
    events = table.play(0, "6S e5")
    assert [event.params["pattern"] for event in events if event.name == "touche.crown"] == [
        "a5-e5",
        "e1-e5",
        "e5-a9",
    ]
    assert table.result is not None


@pytest.mark.clause("TOUCHE-17")
def test_nine_in_a_row_are_two_lines_that_share_the_middle() -> None:
    pawns = "b5 c5 d5 e5 g5 h5 i5 j5"
    table = at(position("7S", "", pawns=(pawns, ""), options={"patterns": "lines"}), "KH")
    table.play(0, "7S f5")
    assert seen(table)["crowned"] == [["b5-f5", "f5-j5"], []]


@pytest.mark.clause("TOUCHE-17")
def test_between_equal_sets_the_player_chooses_before_drawing() -> None:
    """The middle of eight pawns completes four squares; two of them fit together in two ways."""
    made = position("5S", "", pawns=("c4 d4 e4 c5 e5 c6 d6 e6", ""))
    table = at(made, "KH")
    table.play(0, "5S d5")
    assert names(table) == ["play"]
    assert table.actors == (0,)
    assert legal(table) == [
        "crown c4-d5 d5-e6",
        "crown d4-e5 c5-d6",
    ]
    assert seen(table)["shown"]["choices"][0] == [cells("c4 d4 c5 d5"), cells("d5 e5 d6 e6")]
    assert seen(table)["held"] == [4, 5]
    events = table.play(0, "crown c5-d6 d4-e5")
    assert [event.name for event in events] == ["touche.crown", "touche.crown", "touche.draw"]
    assert sorted(seen(table)["crowned"][0]) == ["c5-d6", "d4-e5"]
    assert table.actors == (1,)


@pytest.mark.clause("TOUCHE-17")
@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("crown c4-d5", "other_choice"),
        ("crown c4-d5 c5-d6", "other_choice"),
        ("2D a7", "crown_first"),
        ("exchange 2D", "crown_first"),
    ],
)
def test_while_there_is_a_choice_nothing_else_is_allowed(move: str, code: str) -> None:
    table = at(position("5S 2D", "", pawns=("c4 d4 e4 c5 e5 c6 d6 e6", "")))
    table.play(0, "5S d5")
    with pytest.raises(NotAllowed) as refused:
        table.play(0, move)
    assert (refused.value.code, refused.value.clause) == (f"touche.{code}", "TOUCHE-17")


@pytest.mark.clause("TOUCHE-17")
def test_nothing_is_crowned_without_a_choice() -> None:
    table = at(position("5S", ""))
    with pytest.raises(NotAllowed) as refused:
        table.play(0, "crown c4-d5")
    assert refused.value.code == "touche.nothing_to_crown"
    with pytest.raises(Unreadable) as unknown:
        table.play(0, "crown a1-b2")
    assert unknown.value.code == "touche.no_pattern"


@pytest.mark.clause("TOUCHE-17")
def test_the_choice_is_between_all_largest_sets_and_no_smaller_one() -> None:
    """Checked against every subset, for patterns through one cell."""
    for kind in range(3):
        for cell in range(0, b.CELLS, 7):
            start, end = BOARD.through_first[kind * b.CELLS + cell : kind * b.CELLS + cell + 2]
            patterns = BOARD.through[start:end][:9]
            if not len(patterns):
                continue
            fitting = [
                sorted(group)
                for size in range(1, len(patterns) + 1)
                for group in combinations([int(p) for p in patterns], size)
                if all(BOARD.overlap_allowed(p, q) for p, q in combinations(group, 2))
            ]
            most = max(map(len, fitting))
            found = [sorted(int(p) for p in chosen) for chosen in largest_sets(BOARD, patterns)]
            assert sorted(found) == sorted(group for group in fitting if len(group) == most)


@pytest.mark.clause("TOUCHE-17")
def test_two_patterns_overlap_at_most_once() -> None:
    for one, other in combinations(range(0, len(BOARD.low), 5), 2):
        shared = set(pattern_cells(BOARD, one)) & set(pattern_cells(BOARD, other))
        assert BOARD.overlap_allowed(one, other) == (len(shared) <= 1)
