"""Raids: what is paid, who is spared, who can't pay, and when the Robber moves on."""

from collections.abc import Mapping

import pytest

from ludotheque import Table
from ludotheque.core.codec import Json
from tests.games.targi.helpers import POOR, may, names, owns, player, table, view, why


def raid(
    corner: int, blue: Mapping[str, Json] | None = None, white: Mapping[str, Json] | None = None
) -> Table:
    """Blue has to pay on a corner."""
    return table(blue, white, phase="raid", robber=corner)


def last_turn(
    before: int, blue: Mapping[str, Json] | None = None, white: Mapping[str, Json] | None = None
) -> Table:
    """The last action before a raid: white's, after which blue is the start player."""
    own = {
        **(white or {}),
        "targis": [10 if before != 10 else 2],
    }
    return table(blue, own, phase="act", robber=before, turn=1, amulet=1, second=True)


@pytest.mark.clause("TARGI-24")
@pytest.mark.parametrize(
    ("corner", "offers"),
    [
        (4, ["pay 1D", "pay 1S", "pay 1P", "pay 1VP"]),
        (8, ["pay 2D", "pay 1D 1S", "pay 1D 1P", "pay 2S", "pay 1S 1P", "pay 2P", "pay 1VP"]),
        (
            12,
            [
                "pay 2D 1S",
                "pay 2D 1P",
                "pay 1D 2S",
                "pay 1D 1S 1P",
                "pay 1D 2P",
                "pay 2S 1P",
                "pay 1S 2P",
                "pay 2VP",
            ],
        ),
        (16, ["pay 1G", "pay 3VP"]),
    ],
)
def test_a_raid_takes_goods_of_choice_or_crosses(corner: int, offers: list[str]) -> None:
    at = raid(corner)
    assert may(at) == offers
    assert why(at, "pay 1D 1VP") == (f"tribute_{corner // 4}", "TARGI-24")
    assert why(at, "place 5") == ("not_now", "TARGI-24")


@pytest.mark.clause("TARGI-24")
def test_the_start_player_pays_first_then_the_other_then_the_robber_moves_on() -> None:
    at = raid(4)
    at.play(0, "pay 1S")
    assert at.actors == (1,)
    at.play(1, "pay 1VP")
    assert (owns(at), owns(at, 1)) == ((2, 1, 2, 1, 4), (2, 2, 2, 1, 3))
    assert (view(at)["robber"], view(at)["phase"], at.actors) == (5, "place", (0,))


@pytest.mark.clause("TARGI-24")
def test_the_robber_raids_when_he_reaches_a_corner_before_placing() -> None:
    at = last_turn(3)
    events = at.play(1, "finish")
    assert names(list(events))[-2:] == ["robber", "raid"]
    assert (view(at)["phase"], view(at)["robber"], at.actors) == ("raid", 4, (0,))


@pytest.mark.clause("TARGI-24")
def test_who_has_one_way_to_pay_pays_by_itself() -> None:
    at = last_turn(3, {**POOR, "pepper": 2, "crosses": 0}, {**POOR, "crosses": 1})
    events = at.play(1, "finish")
    assert names(list(events))[-4:] == ["raid", "raid_paid", "raid_paid", "robber"]
    assert (owns(at), owns(at, 1)) == ((0, 0, 1, 0, 0), (0, 0, 0, 0, 0))


@pytest.mark.clause("TARGI-25")
def test_who_can_not_pay_keeps_what_there_is_and_the_opponent_takes_the_crosses() -> None:
    at = last_turn(7, {**POOR, "salt": 1, "crosses": 0}, {**POOR, "crosses": 0})
    at.play(1, "finish")
    assert owns(at) == (0, 1, 0, 0, 0)
    assert owns(at, 1) == (0, 0, 0, 0, 0)  # took 1 cross and paid with it


@pytest.mark.clause("TARGI-25")
@pytest.mark.parametrize(("corner", "due"), [(4, 1), (8, 1), (12, 2), (16, 3)])
def test_the_opponent_takes_as_many_crosses_as_were_due(corner: int, due: int) -> None:
    blue = {"camp": [[29], [], []]}
    at = last_turn(corner - 1, blue, {**POOR, "crosses": 0})
    at.play(1, "finish")
    assert owns(at)[4] == 4 + due


@pytest.mark.clause("TARGI-26")
@pytest.mark.parametrize("corner", [4, 8, 12, 16])
def test_card_29_never_pays(corner: int) -> None:
    at = last_turn(corner - 1, {"camp": [[29], [], []]}, {**POOR, "crosses": 3})
    events = at.play(1, "finish")
    assert "raid_spared" in names(list(events))
    assert owns(at) == (2, 2, 2, 1, 4)


@pytest.mark.clause("TARGI-26")
def test_card_31_gives_a_cross_after_paying() -> None:
    at = raid(4, {"camp": [[31], [], []], **POOR, "dates": 1, "crosses": 1})
    at.play(0, "pay 1D")
    assert owns(at) == (0, 0, 0, 0, 2)


@pytest.mark.clause("TARGI-26")
def test_card_31_gives_nothing_to_who_failed_and_something_to_who_is_spared() -> None:
    at = last_turn(3, {"camp": [[31], [], []], **POOR, "crosses": 0}, {**POOR, "crosses": 4})
    at.play(1, "finish")
    assert owns(at)[4] == 0
    spared = last_turn(3, {"camp": [[29, 31], [], []]}, {**POOR, "crosses": 4})
    spared.play(1, "finish")
    assert owns(spared) == (2, 2, 2, 1, 5)


@pytest.mark.clause("TARGI-29")
def test_raid_4_is_paid_and_then_the_game_ends_at_once() -> None:
    at = raid(16)
    at.play(0, "pay 3VP")
    at.play(1, "pay 1G")
    assert at.result is not None
    assert (at.result.scores, at.result.ranks, at.result.clause) == ((1, 4), (2, 1), "TARGI-29")
    assert at.actors == ()
    assert player(at)["gold"] == 1
