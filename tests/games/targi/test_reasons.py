"""Reasons for moves of Targi: their sentences, and the truth of their numbers."""

import pytest

from ludotheque import Table
from ludotheque.core.bot import PolicyBot
from ludotheque.core.chance import seeded
from ludotheque.core.coded import CodedPosition, coded
from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.core.reasons import Reason, difference, formed
from ludotheque.core.refusal import Param
from ludotheque.core.words import LANGUAGES, words
from ludotheque.games.targi.bots.knowledge import Greedy
from ludotheque.games.targi.game import GAME
from ludotheque.games.targi.preview import score_of
from ludotheque.games.targi.reasons import FORMS, facts
from ludotheque.games.targi.rules.state import Targi
from tests.games.recount import Recount, any_of, decisions, play
from tests.games.targi.helpers import POOR, RICH, table, with_card

FEW = 3


def about(at: Table, move: str, seat: int = 0) -> dict[str, Reason]:
    (found,) = facts(coded(at.position), seat, [GAME.parse(move)], seeded(1), FEW)
    return {fact.reason.code.partition(".")[2]: fact.reason for fact in found if fact.shown}


@pytest.mark.clause("TARGI-7")
def test_where_lines_cross_is_told_with_what_lies_there() -> None:
    at = table({**RICH, "targis": [2]}, phase="place")
    assert "{" not in about(at, "place 15")["crosses_tribe"].text("en")
    assert about(at, "place 14")["crosses_goods"].params["slot"] == "e"
    poor = table({**POOR, "targis": [2]}, phase="place")
    assert "can’t pay" in about(poor, "place 15")["crosses_dear"].text("en")


@pytest.mark.clause("TARGI-7")
def test_a_line_that_crosses_nothing_new_is_no_reason() -> None:
    at = table({"targis": [2, 15]}, {"targis": [3, 6]}, phase="place")
    assert not {"crosses_tribe", "crosses_goods", "crosses_dear"} & set(about(at, "place 5"))


@pytest.mark.clause("TARGI-6")
def test_a_card_that_is_closed_to_the_opponent_is_named() -> None:
    at = table(phase="place")
    assert about(at, "place 15")["closes"].params["number"] == 5
    taken = table({"targis": [5]}, {"targis": [3]}, phase="place")
    assert "closes" not in about(taken, "place 15")


@pytest.mark.clause("TARGI-30")
def test_a_card_to_lay_tells_its_crosses_and_what_it_can_do() -> None:
    at = with_card(31)
    at.play(0, "use b")
    told = about(at, "lay")
    assert told["lays"].params["crosses"] == 1
    assert told["advantage"].text("en").startswith("The card can do something as well:")
    plain = with_card(1)
    plain.play(0, "use b")
    assert "advantage" not in about(plain, "lay")


@pytest.mark.clause("TARGI-30")
@pytest.mark.parametrize(
    ("camp", "code"),
    [
        ([[0, 15, 28], [], []], "row_full"),
        ([[0, 15], [], []], "row_same"),
        ([[4, 7], [], []], "row_different"),
        ([[4, 5], [], []], "row_mixed"),
    ],
)
def test_a_row_tells_what_it_is_on_its_way_to(camp: list[list[int]], code: str) -> None:
    at = with_card(1, {"camp": camp})
    at.play(0, "use b")
    at.play(0, "lay")
    told = about(at, "row 1")
    assert code in told
    assert told[code].params["row"] == 1


@pytest.mark.clause("TARGI-24")
def test_a_tribute_tells_what_it_costs() -> None:
    at = table(phase="raid", robber=4)
    assert about(at, "pay 1D")["raid"].params == {"goods": 1, "gold": 0, "crosses": 0}
    one, other = facts(coded(at.position), 0, [GAME.parse("pay 1D"), GAME.parse("pay 1VP")], seeded(1), FEW)
    apart = difference(one, other)
    assert apart is not None
    assert apart.code.endswith("_than")


def test_other_moves_tell_what_the_round_brings() -> None:
    at = with_card(1)
    assert set(about(at, "finish")) == {"round"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_its_sentence(language: str) -> None:
    keys = [key for key in words("targi", language) if key.startswith("targi_why_")]
    names = ("goods", "gold", "crosses", "slot", "card", "number", "row", "count", "text")
    params: dict[str, Param] = {**dict.fromkeys(names, 2), **{f"other_{name}": 3 for name in names}}
    assert len(keys) > 10
    assert all(Reason(f"targi.{key.removeprefix('targi_why_')}", params).text(language) for key in keys)


def brought(goods: float, gold: float, crosses: float) -> dict[str, Param]:
    return {"goods": goods, "gold": gold, "crosses": crosses}


@pytest.mark.parametrize(
    ("mine", "said"),
    [
        (brought(2.2, 0.1, 0.0), "It should bring you about 2 goods this round."),
        (brought(0.9, 0.0, 0.1), "It should bring you a good this round."),
        (brought(0.5, 1.1, 0.9), "It should bring you gold this round, about 1."),
        (brought(-3.0, 0.0, 3.1), "It should be worth about 3 crosses to you by the end of the round."),
        (brought(0.4, 0.0, 0.1), "It brings little more this round."),
        (brought(-1.0, 0.0, 0.0), "This round it costs more than it brings."),
    ],
)
def test_a_round_is_told_by_what_it_brings_most(mine: dict[str, Param], said: str) -> None:
    assert formed(Reason("targi.round", mine), FORMS).text("en", ("Ada", "Ben")) == said


@pytest.mark.parametrize(
    ("better", "worse", "said"),
    [
        (brought(2, 0, 0), brought(1, 0, 0), "It brings you more goods this round: about 2."),
        (brought(-1, 0, 0), brought(-3, 0, 0), "It costs fewer goods this round."),
        (brought(1, 0.4, 0), brought(1, 0, 0), "It makes gold likelier this round."),
        (brought(1, 0.4, 0), brought(1, -1, 0), "It spends less gold this round."),
        (brought(0, 0, 3), brought(0, 0, 1), "It scores more for you this round: about 3."),
    ],
)
def test_two_rounds_are_told_apart_by_what_matters_most(
    better: dict[str, Param], worse: dict[str, Param], said: str
) -> None:
    both = better | {f"other_{name}": value for name, value in worse.items()}
    assert formed(Reason("targi.round_than", both), FORMS).text("en", ("Ada", "Ben")) == said


@pytest.mark.parametrize(
    ("paid", "said"),
    [
        (brought(2, 0, 0), "It costs 2 goods."),
        (brought(0, 1, 0), "It costs gold: 1."),
        (brought(1, 0, 1), "It costs some of each."),
    ],
)
def test_a_tribute_is_told_by_what_is_paid(paid: dict[str, Param], said: str) -> None:
    assert formed(Reason("targi.raid", paid), FORMS).text("en") == said


def test_the_opponent_goes_by_name_and_the_reader_by_you() -> None:
    both = brought(3.1, 0.1, 0.1) | {f"other_{name}": value for name, value in brought(3.7, 1.2, 0.2).items()}
    reason = formed(Reason("targi.theirs_than", both), FORMS)
    assert reason.text("en", ("Ada", "Ben"), 0, 0) == "It keeps gold away from Ben this round."
    assert reason.text("en", ("Ada", "Ben"), 0, 1) == "It keeps gold away from you this round."
    assert reason.text("en", ("Ada", "Ben"), 1, None) == "It keeps gold away from Ada this round."
    assert "3.7" in str(reason.figures("en"))


@pytest.mark.slow
@pytest.mark.parametrize("count", [20, pytest.param(200, marks=pytest.mark.long)])
def test_numbers_agree_with_a_fresh_count(count: int) -> None:
    recount, rng = Recount(), seeded(count)
    for position, seat, moves in decisions("targi", "beginner", (2,), count, seed=3):
        move = any_of(moves, rng)
        (found,) = facts(coded(position), seat, [move], rng, 60)
        then = [go_on(position, seat, move, seed) for seed in range(60)]
        for fact, whose in ((found[0], seat), (found[1], 1 - seat)):
            for name in ("goods", "gold", "crosses"):
                recount.check(
                    fact.reason, name, [end[whose][name] - start[whose][name] for start, end in then]
                )
    recount.expect(6 * count)


Owned = tuple[dict[str, int], dict[str, int]]


def go_on(position: Position, seat: int, move: Move, seed: int) -> tuple[Owned, Owned]:
    """Return the possessions of both before a move and at the end of its round, both playing greedily."""
    rng, players = seeded(seed), PolicyBot(Greedy())
    after = position.seen_by(seat, rng)
    before = owned(after)
    events = play(after, seat, move)
    kept = owned(after)
    while after.result is None and not any(ends(event.name) for event in events):
        kept = owned(after)
        if after.awaits_chance and phase(after) == "turn_up":
            return before, kept
        if after.awaits_chance:
            events = after.resolve(after.draw(rng))
        else:
            events = play(after, after.actors[0], players.choose(coded(after), after.actors[0], rng))
    return before, owned(after)


def ends(event: str) -> bool:
    """The amulet passes on when a round is over."""
    return event == "targi.amulet"


def phase(position: Position) -> object:
    view = position.view(None)
    assert isinstance(view, dict)
    return view["phase"]


def owned(position: Position) -> Owned:
    assert isinstance(position, CodedPosition)
    state = position.state
    assert isinstance(state, Targi)
    view = position.to_json()
    assert isinstance(view, dict)
    players = view["players"]
    assert isinstance(players, list)
    found = []
    for seat, player in enumerate(players):
        assert isinstance(player, dict)
        goods = sum(int(str(player[name])) for name in ("dates", "salt", "pepper"))
        crosses = score_of(state, seat).total
        found.append({"goods": goods, "gold": int(str(player["gold"])), "crosses": crosses})
    return found[0], found[1]
