"""Reasons for moves of Touché: their sentences, and the truth of their numbers."""

import pytest

from ludotheque.core.bot import PolicyBot
from ludotheque.core.chance import seeded
from ludotheque.core.coded import coded
from ludotheque.core.events import Event
from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.core.reasons import Fact, Reason, difference, formed, told
from ludotheque.core.refusal import Param
from ludotheque.core.words import LANGUAGES
from ludotheque.games.touche.bots.levels import move_scorer
from ludotheque.games.touche.bots.move_scorer import HEAT, ScorerPolicy
from ludotheque.games.touche.game import GAME
from ludotheque.games.touche.moves import Play
from ludotheque.games.touche.reasons import FORMS, facts
from tests.games.recount import Recount, any_of, decisions, play
from tests.table.test_analysis import winning_position

FEW = 6


def about(position: Position, move: str, samples: int = FEW) -> dict[str, Reason]:
    (found,) = facts(coded(position), 0, [GAME.parse(move)], seeded(1), samples)
    return {fact.reason.code.partition(".")[2]: fact.reason for fact in found if fact.shown}


def at(hand: list[str], mine: list[list[int]], theirs: list[list[int]], **more: object) -> Position:
    """Ada to play with a hand, her pawns and those of the other side on the board."""
    filled = [*hand, "AH", "2H", "3H", "4H", "5H"][:5]
    hands = [filled, ["AC", "2C", "3C", "4C", "5C"]]
    return GAME.at({"seats": 2, "turn": 0, "pawns": [mine, theirs], "hands": hands, **more})


@pytest.mark.clause("TOUCHE-18")
def test_a_winning_move_needs_no_other_reason() -> None:
    told = about(GAME.at(winning_position()), "4S e2")
    assert told["wins"].params == {"goal": 4}
    assert "toppled" not in told


@pytest.mark.clause("TOUCHE-16")
def test_a_completed_pattern_is_counted() -> None:
    told = about(at(["4S"], [[0, 4], [0, 5], [1, 5]], []), "4S e2")
    assert told["completes"].params == {"count": 1, "have": 1, "goal": 4}


@pytest.mark.clause("TOUCHE-10")
def test_a_toppled_pawn_tells_what_it_breaks() -> None:
    few = about(at(["KS"], [], [[5, 5]]), "KS f6")["topples"]
    many = about(at(["KS"], [], [[5, 5], [5, 4], [4, 4]]), "KS f6")["topples"]
    assert (few.params["one"], many.params["one"]) == (0, 1)


@pytest.mark.clause("TOUCHE-5")
def test_patterns_that_are_opened_are_counted() -> None:
    told = about(at(["KS"], [[5, 4], [4, 4]], []), "KS f6")
    assert told["opens"].params["one"] == 1


@pytest.mark.clause("TOUCHE-12")
def test_a_joker_is_dear() -> None:
    assert "joker" in about(at(["**"], [], []), "** e2")


@pytest.mark.clause("TOUCHE-10")
def test_a_pawn_whose_cards_are_all_seen_is_safe() -> None:
    position = at(["4S", "4S"], [], [])
    told = about(position, "4S e2")
    assert told["safe"].params == {"cell": "e2", "out": 0}
    assert about(at(["4S"], [], []), "4S e2")["toppled"].params["out"] == 1


@pytest.mark.clause("TOUCHE-13")
def test_a_dead_card_is_exchanged_for_nothing() -> None:
    both = [[1, 4], [4, 2]]
    told = about(at(["4S"], both, []), "exchange 4S")
    assert told["dead"].text("en") == "4♠ is dead, so exchanging it costs nothing."


@pytest.mark.clause("TOUCHE-11")
def test_silence_costs_the_card() -> None:
    position = at(["4S"], [], [[1, 4]], options={"calls": "spoken"})
    (found,) = facts(coded(position), 0, [Play("4S", (1, 4))], seeded(1), FEW)
    assert [fact.reason.code for fact in found] == ["touche.silent"]
    assert found[0].worth < 0


@pytest.mark.clause("TOUCHE-13")
def test_with_dead_cards_alone_one_has_to_go() -> None:
    cards = ["4S", "8S", "3S", "9S", "7S"]
    cells = [[1, 4], [4, 2], [2, 4], [5, 0], [1, 3], [4, 1], [2, 5], [5, 1], [2, 3], [4, 5]]
    assert set(about(at(cards, cells, [], options={"patterns": "crosses"}), "discard 4S")) == {"all_dead"}


@pytest.mark.clause("TOUCHE-17")
def test_a_choice_of_crowns_tells_what_it_leaves_open() -> None:
    mine = [[0, 4], [0, 5], [0, 6], [1, 4], [1, 6]]
    position = at(["5S"], mine, [])
    play(position, 0, GAME.parse("5S f2"))
    moves = [move for move in position.moves(0) if isinstance(move, Move)]
    assert len(moves) == 2
    for found in facts(coded(position), 0, moves, seeded(1), FEW):
        assert [fact.reason.code for fact in found] == ["touche.leaves_open"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_its_sentence(language: str) -> None:
    every = [name.removeprefix("touche_why_") for name in sentences(language)]
    names = ("one", "two", "out", "chance", "count", "have", "goal", "cell", "shown")
    params: dict[str, Param] = {**dict.fromkeys(names, 2), **{f"other_{name}": 3 for name in names}}
    assert len(every) > 10
    assert all(Reason(f"touche.{name}", params).text(language) for name in every)


def sentences(language: str) -> list[str]:
    from ludotheque.core.words import words

    return [key for key in words("touche", language) if key.startswith("touche_why_")]


def test_two_plays_are_told_apart() -> None:
    position = at(["4S", "8D"], [[0, 4], [0, 5]], [])
    one, other = facts(coded(position), 0, [GAME.parse("4S e2"), GAME.parse("8D f12")], seeded(1), FEW)
    apart = difference(one, other)
    assert apart is not None
    assert told(one)
    assert all(isinstance(fact, Fact) for fact in other)


@pytest.mark.slow
@pytest.mark.parametrize("count", [20, pytest.param(200, marks=pytest.mark.long)])
def test_numbers_agree_with_a_fresh_count(count: int) -> None:
    recount, rng = Recount(), seeded(count)
    for position, seat, moves in decisions("touche", "casual", (2, 3, 2, 4), count, seed=5):
        move = any_of(moves, rng)
        (found,) = facts(coded(position), seat, [move], rng, 150)
        counted = {"touche.toppled", "touche.next", "touche.they"}
        if any(fact.reason.code in counted for fact in found):
            then = [go_on(position, seat, move, seed) for seed in range(150)]
            for fact in found:
                if fact.reason.code in counted:
                    recount.check(fact.reason, "chance", [one[fact.reason.code] for one in then], 100)
    recount.expect(2 * count)


def go_on(position: Position, seat: int, move: Move, seed: int) -> dict[str, float]:
    """Play a card with other hands of the others, and all that follows up to the seat's next turn."""
    rng, players = seeded(seed), PolicyBot(ScorerPolicy(move_scorer(), HEAT))
    after = position.seen_by(seat, rng)
    teams = after.teams
    mine, others = play(after, seat, move), list[Event]()
    away = False
    while after.result is None and not (away and after.actors == (seat,)):
        if after.awaits_chance:
            events = after.resolve(after.draw(rng))
        else:
            actor = after.actors[0]
            away = away or actor != seat
            events = play(after, actor, players.choose(coded(after), actor, rng))
        others += events
    placed = [event.params["cell"] for event in mine if event.name == "touche.play"]
    toppled = [
        event
        for event in others
        if event.name == "touche.topple"
        and event.params["cell"] in placed
        and event.params["side"] == teams[seat]
    ]
    crowned = [event for event in others if event.name == "touche.crown"]
    return {
        "touche.toppled": bool(toppled),
        "touche.they": any(event.seat is not None and teams[event.seat] != teams[seat] for event in crowned),
        "touche.next": after.result is None and any(completes(after, seat, one) for one in after.moves(seat)),
    }


def completes(position: Position, seat: int, move: object) -> bool:
    assert isinstance(move, Move)
    return any(event.name == "touche.crown" for event in position.foresee(seat, move)) or (
        position.copy().play(seat, move) != [] and chooses(position, seat, move)
    )


def chooses(position: Position, seat: int, move: Move) -> bool:
    """Return whether the patterns completed by a move leave a choice of crowns."""
    after = position.copy()
    after.play(seat, move)
    return any(getattr(one, "patterns", None) for one in after.moves(seat))


@pytest.mark.parametrize(
    ("code", "numbers", "said"),
    [
        ("opens_than", {"one": 2, "two": 0, "other_one": 0, "other_two": 4},
         "It leaves you one cell short of 2 patterns at once."),
        ("opens_than", {"one": 0, "two": 3, "other_one": 0, "other_two": 1},
         "It does more for the patterns to come: 3 lack only two more cells."),
        ("opens_than", {"one": 0, "two": 1, "other_one": 0, "other_two": 0},
         "It does more for the patterns to come."),
        ("topples", {"one": 1, "two": 2}, "It topples Ben’s pawn in a pattern that was almost complete."),
        ("topples", {"one": 0, "two": 0}, "It topples Ben’s pawn."),
        ("completes", {"count": 1, "have": 3, "goal": 4}, "It completes a pattern: just one more wins."),
        ("toppled", {"cell": "h4", "chance": 4, "out": 1},
         "Your pawn stands rather safely there: it is toppled before your next turn only 4% of the time."),
        ("toppled", {"cell": "h4", "chance": 60, "out": 1},
         "Your pawn will hardly stay there: it is toppled before your next turn 60% of the time."),
        ("they_than", {"chance": 0, "other_chance": 26}, "It keeps Ben from completing a pattern for now."),
    ],
)  # fmt: skip
def test_the_sentence_fits_the_numbers(code: str, numbers: dict[str, Param], said: str) -> None:
    assert formed(Reason(f"touche.{code}", numbers), FORMS).text("en", ("Ada", "Ben")) == said


def test_what_the_other_move_would_spend_is_told_of_that_move() -> None:
    worse = [Fact(Reason("touche.joker", {"out": 3}), -0.04)]
    apart = difference([], worse)
    assert apart is not None
    assert formed(apart, FORMS).text("en") == "The other move would use up a joker."
