"""Reasons for moves of Exxtra: their sentences, and the truth of their numbers."""

import pytest

from ludotheque.core.bot import PolicyBot
from ludotheque.core.chance import seeded
from ludotheque.core.coded import coded
from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.core.reasons import Fact, Reason, difference, formed, told
from ludotheque.core.refusal import Param
from ludotheque.core.words import LANGUAGES
from ludotheque.games.exxtra.game import GAME
from ludotheque.games.exxtra.moves import Place, Throw
from ludotheque.games.exxtra.reasons import FORMS, everybody, facts
from ludotheque.table.analysis import advise
from ludotheque.table.reasons import explain
from tests.games.recount import Recount, any_of, decisions, play

FEW = 12
NAMES = ["Ada", "Ben"]


def thrown(a: int, b: int, pawns: tuple[int, int] = (3, 4), **lying: object) -> Position:
    """Ada has thrown; `lying` is what lies on the table."""
    dice = lying.get("dice", [None, None])
    turn = {"phase": "decide", "throws": 1, "thrown": [a, b]}
    return GAME.at({"seats": 2, "pawns": list(pawns), "dice": dice, **turn})


def about(position: Position, move: Move, samples: int = FEW) -> dict[str, Reason]:
    (found,) = facts(coded(position), 0, [move], seeded(1), samples)
    return {fact.reason.code.partition(".")[2]: fact.reason for fact in found if fact.shown}


@pytest.mark.clause("EXXTRA-9")
def test_throwing_again_names_the_risk_of_an_x() -> None:
    reason = about(thrown(2, 3), Throw())["bust"]
    assert reason.params["chance"] == 31, "11 of 36"
    assert (
        reason.text("en") == f"The danger is an X, which ends the turn {reason.params['whole']}% of the time."
    )
    assert "31 of 100 throws show an X" in str(reason.figures("en"))


@pytest.mark.clause("EXXTRA-13")
def test_a_pair_that_is_removed_is_named_with_its_owner() -> None:
    told = about(thrown(7, 5, dice=[None, {"slot": 5, "value": 64}]), Place(4))
    assert told["removes"].text("en", NAMES) == "It removes Ben’s 64."
    assert told["removes"].text("en", NAMES, 0, 1) == "It removes your 64."
    assert told["removes"].figures("en", NAMES) == "The 64 would have brought 5 spaces."


@pytest.mark.clause("EXXTRA-14")
def test_dice_that_would_win_are_told_as_such_on_both_sides() -> None:
    position = thrown(7, 5, (18, 17), dice=[None, {"slot": 5, "value": 64}])
    told = about(position, Place(4))
    assert told["removes_winner"].params["slot"] == 5
    assert "you win" in told["arrives"].text("en")
    assert "stays" not in told
    assert about(position, Place(0))["removes_winner"]


@pytest.mark.clause("EXXTRA-13")
def test_slot_zero_is_safe_and_brings_nothing() -> None:
    assert set(about(thrown(2, 3), Place(0))) == {"slot_zero", "higher"}


@pytest.mark.clause("EXXTRA-14")
def test_an_opponent_who_is_about_to_win_is_a_reason() -> None:
    position = thrown(2, 3, (3, 20), dice=[None, {"slot": 1, "value": 76}])
    assert about(position, Place(2))["lost"].params["chance"] == 100


@pytest.mark.clause("EXXTRA-8")
def test_the_first_throw_is_free() -> None:
    position = GAME.at({"seats": 2, "pawns": [3, 4], "dice": [None, None]})
    (found,) = facts(coded(position), 0, [Throw()], seeded(1))
    assert [fact.reason.code for fact in found] == ["exxtra.first_throw"]


def test_two_moves_are_told_apart_by_what_matters_most() -> None:
    position = thrown(7, 5)
    high, low = facts(coded(position), 0, [Place(5), Place(1)], seeded(1), 60)
    apart = difference(high, low)
    assert apart is not None
    assert apart.code == "exxtra.stays_than"
    assert (apart.params["slot"], apart.params["other_slot"]) == (5, 1)
    assert difference(low, low) is None


def test_what_only_one_of_two_moves_does_is_told_as_it_is() -> None:
    removes, nothing = (
        Fact(Reason("exxtra.removes", {"slot": 5}), 0.2),
        Fact(Reason("exxtra.slot_zero"), -0.3),
    )
    assert difference([removes], []) == removes.reason
    assert difference([removes], [nothing]) == Reason("exxtra.slot_zero", form="other")
    assert difference([Fact(nothing.reason, 0.4)], [Fact(nothing.reason, 0.1)]) == nothing.reason
    assert difference([], []) is None


def test_the_three_weightiest_reasons_are_told_and_dangers_last() -> None:
    many = [Fact(Reason(f"exxtra.{number}"), worth) for number, worth in enumerate((0.1, -0.5, 0.3, 0.2))]
    assert [reason.code for reason in told(many)] == ["exxtra.2", "exxtra.3", "exxtra.1"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_its_sentence(language: str) -> None:
    position = thrown(7, 5, (18, 17), dice=[None, {"slot": 5, "value": 64}])
    moves = position.moves(0)
    assert all(isinstance(move, Move) for move in moves)
    found = facts(coded(position), 0, [move for move in moves if isinstance(move, Move)], seeded(1), FEW)
    for one in found:
        assert all(reason.text(language, NAMES) for reason in told(one))
        for other in found:
            apart = difference(one, other)
            assert apart is None or apart.text(language, NAMES)


@pytest.mark.parametrize(
    ("code", "numbers", "said"),
    [
        ("stays", {"slot": 2, "chance": 96, "value": 70, "spaces": 1.9},
         "Your dice are as good as safe there: they hold until your next turn 96% of the time."),
        ("stays", {"slot": 5, "chance": 37, "value": 21, "spaces": 1.9},
         "It is a gamble: your dice hold until your next turn only 37% of the time."),
        ("stays_than", {"slot": 5, "chance": 37, "other_slot": 2, "other_chance": 80},
         "It carries farther, and the dice hold there often enough: 37% of the time."),
        ("progress", {"spaces": 1.2}, "Throwing on should bring you about one space by your next turn."),
        ("progress", {"spaces": -1.2}, "More often than not, throwing on leads backwards."),
        ("higher", {"count": 0, "value": 76}, "No throw is worth more."),
        ("higher", {"count": 5, "value": 70}, "Only 5 throws would be worth more."),
        ("bust_than", {"chance": 0, "whole": 0, "other_whole": 47}, "No X can send it back any more."),
        ("lost_than", {"chance": 0, "other_chance": 30}, "It keeps Ben from the goal for now."),
        ("theirs_than", {"spaces": 0.2, "other_spaces": 3.0}, "It hardly lets Ben advance."),
    ],
)  # fmt: skip
def test_the_sentence_fits_the_numbers(code: str, numbers: dict[str, Param], said: str) -> None:
    assert formed(Reason(f"exxtra.{code}", numbers), FORMS).text("en", NAMES) == said


@pytest.mark.slow
def test_an_advice_comes_with_its_reasons() -> None:
    advice = advise(thrown(7, 5), 0, seeded(1))
    assert [len(opinion.reasons) > 0 for opinion in advice.opinions] == [True] * 3 + [False] * 4
    assert explain(thrown(7, 5), 0, [Throw()], seeded(1)).instead is None


@pytest.mark.slow
@pytest.mark.parametrize("count", [20, pytest.param(200, marks=pytest.mark.long)])
def test_numbers_agree_with_a_fresh_count(count: int) -> None:
    recount, rng = Recount(), seeded(count)
    for position, seat, moves in decisions("exxtra", "casual", (2, 3, 2, 4), count, seed=7):
        move = any_of(moves, rng)
        (found,) = facts(coded(position), seat, [move], rng, 300)
        then = [go_on(position, seat, move, seed) for seed in range(300)]
        for fact in found:
            check(recount, fact.reason, then)
    recount.expect(4 * count)


Then = dict[str, float]


def go_on(position: Position, seat: int, move: Move, seed: int) -> Then:
    """Play a move and what follows, up to the seat's next turn, and tell what its events were."""
    rng, after, players = seeded(seed), position.copy(), PolicyBot(everybody())
    start = json_pawns(after)
    events = play(after, seat, move)
    names: list[tuple[str, int | None]] = []
    while after.result is None:
        names += [(event.name, event.seat) for event in events]
        again = [name for name in names if name in (("exxtra.advance", seat), ("exxtra.take_back", seat))]
        others = any(who != seat for name, who in names if name == "exxtra.throw")
        if again or (others and after.actors == (seat,)):
            break
        if after.awaits_chance:
            events = after.resolve(after.draw(rng))
        else:
            events = play(after, after.actors[0], players.choose(coded(after), after.actors[0], rng))
    names += [(event.name, event.seat) for event in events]
    pawns = json_pawns(after)
    busts = ("exxtra.bust", "exxtra.bust_at_start")
    return {
        "stays": ("exxtra.advance", seat) in names,
        "lost": after.result is not None and seat not in after.result.winners,
        "bust": any(name in busts and who == seat for name, who in names),
        "progress": pawns[seat] - start[seat],
        "theirs": sum(pawns) - pawns[seat] - sum(start) + start[seat],
    }


def json_pawns(position: Position) -> list[int]:
    written = position.to_json()
    assert isinstance(written, dict)
    pawns = written["pawns"]
    assert isinstance(pawns, list)
    return [int(str(pawn)) for pawn in pawns]


def check(recount: Recount, reason: Reason, then: list[Then]) -> None:
    """Compare every number that a reason tells."""
    what = reason.code.partition(".")[2]
    if what in ("stays", "arrives") and reason.params["slot"]:
        recount.check(reason, "chance", [float(one["stays"]) for one in then], 100)
    elif what == "lost":
        recount.check(reason, "chance", [float(one["lost"]) for one in then], 100)
    elif what == "bust":
        recount.check(reason, "whole", [float(one["bust"]) for one in then], 100)
    elif what in ("progress", "theirs"):
        recount.check(reason, "spaces", [one[what] for one in then])
