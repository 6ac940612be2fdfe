"""Rules of both editions: the table, the flick, fouls, the order of effects and the call window."""

import math

import pytest

from ludotheque import NotAllowed, NotYourTurn, Table
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.moves import MoveRange
from ludotheque.core.refusal import Unreadable
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.geometry import base_place, disc_places
from ludotheque.games.targets.physics.layout import Pose
from tests.games.targets.scenes import FLICK, Match, lie, names

EDITIONS = ("zoch", "blackrock")
SPOKEN: dict[str, dict[str, Json]] = {"zoch": {}, "blackrock": {"calls": "spoken"}}


@pytest.mark.clause("TARGETS-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", EDITIONS)
def test_three_dice_stand_on_every_base_two_discs_away_from_the_nearest_disc(game: str, seats: int) -> None:
    match = Match(game, seats)
    sizes = DEFAULT.sizes
    discs = disc_places(sizes, golden=False)
    assert [len(match.tower(seat)) for seat in range(seats)] == [3] * seats
    assert match.board.layout.places == (0, 1, 2)
    for seat in range(seats):
        base = base_place(sizes, seat, seats, golden=False)
        nearest = min(math.dist(base, disc) for disc in discs)
        assert nearest == pytest.approx(sizes.base_distance + sizes.disc_radius + sizes.base_radius)
    rims = math.dist(discs[0], discs[1]) - 2 * sizes.disc_radius
    assert rims == pytest.approx(sizes.die_edge, abs=1e-3)


@pytest.mark.clause("TARGETS-1")
def test_faces_are_random_or_chosen() -> None:
    drawn = Table("zoch", 2, seed=1).position.to_json()
    again = Table("zoch", 2, seed=2).position.to_json()
    assert drawn != again
    match = Match("zoch", faces="chosen")
    assert match.actors() == (0, 1)
    with pytest.raises(NotAllowed, match="TARGETS-1"):
        match.play(0, {"do": "stack", "dice": [0, 1, 2]})
    with pytest.raises(NotAllowed, match="not the dice"):
        match.play(0, {"do": "stack", "dice": [0, 1, 3], "faces": [1, 1, 1]})
    assert names(match.play(1, {"do": "stack", "dice": [5, 4, 3], "faces": [2, 4, 6]})) == ["stack"]
    assert match.actors() == (0,)
    match.play(0, "stack A1=1 A2=1 A3=1")
    assert match.actors() == (0,)
    assert [(m.die, m.up) for m in match.board.tower(1)] == [(5, 2), (4, 4), (3, 6)]
    with pytest.raises(NotAllowed, match="not the dice"):
        match.play(0, {"do": "stack", "dice": [0, 1, 2], "faces": [1, 1, 1]})


@pytest.mark.clause("TARGETS-2")
@pytest.mark.parametrize("game", EDITIONS)
def test_the_top_die_is_flicked_and_stays_where_it_stops(game: str) -> None:
    match = Match(game)
    flick = match.table.moves(0)[0]
    assert isinstance(flick, MoveRange)
    assert set(flick.ranges) == {"azimuth", "speed", "height", "side", "elevation"}
    events = match.flick(0, lie("A3", 4))
    assert names(events) == ["flick", "rests"]
    assert events[1].text("en", "Ada") == "The die stops on the table and shows 4."
    assert match.lying() == ["A3"]
    assert match.tower(0) == ["A1", "A2"]
    assert match.actors() == (1,)


@pytest.mark.clause("TARGETS-2")
def test_a_flick_has_limits_and_its_time() -> None:
    match = Match("zoch")
    with pytest.raises(NotAllowed, match=r"2\.5 m/s"):
        match.play(0, FLICK | {"speed": 3.0})
    with pytest.raises(Unreadable):
        match.play(0, FLICK | {"speed": 7.0})
    with pytest.raises(NotYourTurn):
        match.play(1, FLICK)
    match.with_dice(lie("A1", 5), lie("A2", 5)).change(turn=0, window=True)
    assert match.actors() == (0, 1)
    with pytest.raises(NotAllowed, match="can’t flick now"):
        match.play(0, FLICK)


@pytest.mark.clause("TARGETS-3")
def test_discs_and_bases_stay_where_they_are() -> None:
    match = Match("zoch").with_piles(0, 1)
    match.table.play(0, FLICK)
    moved = match.outcome(lie("A3", 4, target=1))
    match.table.feed(moved)
    assert match.board.layout.places == (0, 1, 2)
    assert match.piles() == [0, 1]


@pytest.mark.clause("TARGETS-4")
@pytest.mark.parametrize("game", EDITIONS)
def test_a_player_without_dice_is_skipped_until_a_die_comes_back(game: str) -> None:
    match = Match(game, 3, **SPOKEN[game])
    match.with_dice(lie("B1", 2), lie("B2", 5)).emptied(1)
    match.flick(0, lie("A3", 1), lie("B1", 5))
    assert match.actors() == (1, 2)
    assert match.board.flicker() == 2
    match.play(1, {"zoch": "double B1", "blackrock": "double B1 B2"}[game])
    assert match.tower(1) == ["B1"]
    assert match.board.flicker() == 1


@pytest.mark.clause("TARGETS-5")
@pytest.mark.parametrize("game", EDITIONS)
def test_a_die_that_leaves_the_table_goes_under_its_owners_base_whoever_pushed_it(game: str) -> None:
    match = Match(game).with_dice(lie("B1", 2))
    events = match.flick(0, lie("A3", 1, off=True), lie("B1", 2, off=True))
    assert names(events).count("off") == 2
    assert match.under(0) == ["A3"]
    assert match.under(1) == ["B1"]
    assert match.lying() == []


@pytest.mark.clause("TARGETS-6")
@pytest.mark.parametrize("game", EDITIONS)
def test_a_die_that_slides_is_lost_and_scores_nothing_but_what_it_moved_stays(game: str) -> None:
    match = Match(game).with_dice(lie("B1", 2, target=0))
    slid = lie("A3", 1, hole=0, slid=True) if game == "zoch" else lie("A3", 1, centre=0, slid=True)
    events = match.flick(0, slid, lie("B1", 6, target=1))
    assert "slid" in names(events)
    assert match.under(0) == ["A3"]
    assert match.lying() == ["B1"]
    if game == "zoch":
        assert match.board.points == (0, 0)
    else:
        assert match.board.won == ((), ())


@pytest.mark.clause("TARGETS-6")
def test_a_pushed_die_may_slide() -> None:
    match = Match("zoch").with_dice(lie("B1", 2))
    match.flick(0, lie("A3", 1), lie("B1", 2, slid=True, target=0))
    assert match.lying() == ["A3", "B1"]


@pytest.mark.clause("TARGETS-7")
@pytest.mark.parametrize("game", EDITIONS)
def test_a_miss_is_repeated_once_and_closes_the_call_window(game: str) -> None:
    match = Match(game, 2, **SPOKEN[game])
    match.with_dice(lie("A1", 5), lie("A2", 2), lie("B1", 3))
    match.change(turn=1)
    assert names(match.flick(0, lie("A2", 5))) == ["flick", "rests_pushed", "miss_1"]
    assert match.actors() == (0,)
    assert [type(move).__name__ for move in match.table.moves(0)] == ["MoveRange"]
    assert names(match.flick(0)) == ["flick", "miss_2"]
    assert match.board.flicker() == 1
    assert len(match.table.moves(0)) == (3 if game == "zoch" else 0)


@pytest.mark.clause("TARGETS-8")
def test_fouls_come_before_towers_before_attacks_before_centres_before_doubles() -> None:
    match = Match("zoch", 3).with_piles(0, 1, 0).with_dice(lie("A1", 1), lie("C1", 2), lie("B1", 3))
    lying = [
        lie("A3", 4, hole=0),
        lie("A1", 6, pile=1),
        lie("B1", 3, off=True),
        lie("B3", 3),
        lie("C1", 2),
        lie("C3", 2),
    ]
    events = match.flick(0, *lying)
    order = [name for name in names(events) if not name.startswith(("flick", "rests", "points"))]
    assert order == ["off", "topple", "lose", "topple", "lose", "attack", "dead_centre"]
    assert match.piles() == [1, 0, 0]


@pytest.mark.clause("TARGETS-9")
def test_the_value_of_a_die_is_its_upper_face_and_dice_carry_a_hit() -> None:
    match = Match("zoch").with_dice(lie("A1", 2, target=0), lie("A2", 3, target=0), lie("B1", 4, target=0))
    match.emptied(1)
    match.flick(0, lie("A3", 1, target=0, on="A1"))
    assert match.piles() == [1, 0]


@pytest.mark.clause("TARGETS-9")
def test_dice_lie_down_when_their_ground_is_taken_away_and_that_is_no_hit() -> None:
    match = Match("zoch").with_dice(lie("A1", 5), lie("A2", 1), lie("B1", 6, on="A1", table=True))
    match.emptied(1).with_dice(*match.board.rests).change(turn=1)
    match.flick(0, lie("A3", 5))
    events = match.play(0, "double A1")
    assert names(events) == ["double", "settle"]
    before = match.table.position.copy()
    match.flick(0, lie("A1", 1))
    match.passes()
    assert match.board.round == 2
    assert match.piles() == [0, 0]
    table = Table.at("zoch", before.to_json(), chance=[])
    assert table.position.board.inert == ()  # type: ignore[attr-defined]


@pytest.mark.clause("TARGETS-9")
def test_a_die_that_settles_onto_a_target_is_no_hit_until_it_is_moved() -> None:
    match = Match("zoch").with_dice(lie("A1", 5), lie("A2", 1), lie("B1", 6, on="A1", table=True))
    match.emptied(1).with_dice(*match.board.rests).change(turn=1)
    match.table = Table.at("zoch", match.table.position.to_json(), seed=1)
    position = match.table.position
    position.play(0, match.table.game.read_move(FLICK))
    position.resolve(match.outcome(lie("A3", 5)))
    position.play(0, match.table.game.read_move("double A1"))
    assert position.awaits_chance
    assert position.actors == ()
    settled = {
        "settled": [
            {"die": 1, "pose": [0, 0, 0.008], "up": 1, "support": {"table": True}},
            {"die": 2, "pose": [0.02, 0, 0.008], "up": 5, "support": {"table": True}},
            {"die": 3, "pose": [0, 0.067, 0.0105], "up": 6, "support": {"targets": [0]}},
        ]
    }
    with pytest.raises(Unreadable):
        position.copy().resolve({"settled": settled["settled"][:2]})
    with pytest.raises(Unreadable):
        position.copy().resolve({"settled": [settled["settled"][0] | {"up": 2}, *settled["settled"][1:]]})
    off = {"die": 3, "pose": [0, 0, 0], "up": 6, "off": True}
    with pytest.raises(Unreadable):
        position.copy().resolve({"settled": [*settled["settled"][:2], off]})
    position.resolve(settled)
    assert match.board.inert == (3,)
    moved = position.copy()
    for trial, lying, pile in ((position, [], 0), (moved, [lie("B1", 6, target=0)], 1)):
        match.table.position = trial
        trial.play(0, match.table.game.read_move(FLICK))
        trial.resolve(match.outcome(lie("A1", 2), *lying))
        assert match.board.round == 2
        assert match.piles() == [0, pile]


@pytest.mark.clause("TARGETS-9")
def test_discs_pushed_under_a_tower_lift_the_dice_beside_it() -> None:
    x, y = base_place(DEFAULT.sizes, 0, 2, golden=False)
    match = Match("zoch").with_piles(0, 2).with_dice(lie("B1", 3, pose=Pose(x + 0.03, y, 0.008)))
    events = match.flick(0, lie("A3", 4, pile=1))
    assert names(events)[-2:] == ["attack", "settle"]
    assert match.piles() == [2, 0]
    match = Match("zoch").with_dice(lie("B1", 3, base=0))
    assert "settle" in names(match.flick(0, lie("A3", 4, off=True)))


@pytest.mark.clause("TARGETS-10")
def test_the_same_seed_and_the_same_input_give_the_same_result_and_hands_tremble() -> None:
    def end(seed: int, tremor: str) -> object:
        table = Table("zoch", 2, seed=seed, options={"tremor": tremor})
        position = table.position
        position.play(table.actors[0], table.game.read_move(FLICK))
        return position.draw(seeded(seed))

    flicked = end(1, "natural")
    assert flicked == end(1, "natural")
    done = flicked["flicks"][0]  # type: ignore[index]
    assert done["azimuth"] != 0.0
    assert end(1, "off")["flicks"][0]["azimuth"] == 0.0  # type: ignore[index]
    steady = end(1, "steady")["flicks"][0]["azimuth"]  # type: ignore[index]
    assert 0 < abs(steady) < abs(done["azimuth"])


@pytest.mark.clause("TARGETS-11")
def test_a_window_is_open_to_everybody_entitled_until_the_next_flick() -> None:
    match = Match("zoch", 3).with_dice(lie("A1", 5), lie("B1", 4), lie("B2", 1), lie("C1", 2))
    match.flick(0, lie("A3", 5), lie("B2", 4))
    assert match.actors() == (0, 1)
    assert names(match.play(0, "pass")) == ["pass"]
    assert match.actors() == (1,)
    assert {type(move).__name__ for move in match.table.moves(1)} == {"MoveRange", "Call", "Pass"}
    with pytest.raises(NotYourTurn):
        match.play(0, "double A1")
    match.flick(1, lie("B3", 6))
    assert match.actors() == (0, 1, 2)


@pytest.mark.clause("TARGETS-11")
def test_with_empty_towers_the_window_stays_until_all_have_called_or_passed() -> None:
    match = Match("zoch").with_dice(lie("A1", 5), lie("A2", 1), lie("B1", 4), lie("B2", 3), lie("B3", 3))
    match.flick(0, lie("A3", 5))
    assert match.actors() == (0, 1)
    with pytest.raises(NotAllowed, match="TARGETS-11"):
        match.play(0, {"do": "call", "what": "targets", "die": 0})
    match.play(0, "pass")
    assert match.actors() == (1,)
    assert match.board.round == 1
    assert "round_ends" in names(match.play(1, "pass"))
    assert match.board.round == 2


@pytest.mark.clause("TARGETS-11")
@pytest.mark.clause("TARGETS-4")
def test_a_player_whose_dice_are_all_lost_keeps_discs_and_the_duty_of_the_starter() -> None:
    match = Match("blackrock").with_piles(1, 0).emptied(0).change(turn=0)
    match.flick(1, lie("B3", 1))
    match.flick(1, lie("B2", 2))
    match.flick(1, lie("B1", 3))
    assert match.board.won == ((8,), ())
    assert match.board.phase == "remove"
    assert match.actors() == (0,)
