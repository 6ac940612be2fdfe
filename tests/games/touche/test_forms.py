"""Moves, outcomes and previews of Touché as people and programs write them."""

import copy
import pickle
from typing import Any

import pytest

from ludotheque import Move, NotAllowed, Table, Unreadable, check_game
from ludotheque.core.chance import seeded
from ludotheque.core.coded import CodedGame
from ludotheque.core.state import OVER, play_out
from ludotheque.core.words import LANGUAGES, say, words
from ludotheque.games.touche import moves
from ludotheque.games.touche.game import GAME
from ludotheque.games.touche.layout import STANDARD, read_layout
from ludotheque.games.touche.moves import Crown, Discard, Exchange, Play
from ludotheque.games.touche.names import CARD_NAMES
from ludotheque.games.touche.preview import Completed, Preview
from ludotheque.games.touche.rules import state as rules
from ludotheque.games.touche.rules.state import Touche
from tests.games.reading import assert_unreadable
from tests.games.touche.setting import at, cells, legal, position


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("AS e1", Play("AS", (0, 4))),
        ("as E1", Play("AS", (0, 4))),
        ("play AS 0,4", Play("AS", (0, 4))),
        ("p 10h 0, 4", Play("TH", (0, 4))),
        ("joker l12!", Play("**", (11, 11), call=True)),
        ("** e1 !", Play("**", (0, 4), call=True)),
        ("exchange TH", Exchange("TH")),
        ("x joker", Exchange("**")),
        ("discard 2c", Discard("2C")),
        ("d 2c", Discard("2C")),
        ("crown d1-e2 +E5", Crown(("d1-e2", "+e5"))),
        ("c xe5", Crown(("xe5",))),
    ],
)
def test_a_move_is_typed_in_one_line(text: str, move: Move) -> None:
    assert GAME.parse(text) == move
    assert GAME.parse(GAME.notation(move)) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        "AS",
        "AS z9",
        "AS e13",
        "AS e0",
        "AS 12,4",
        "AS 0,12",
        "ZZ e1",
        "exchange",
        "exchange ZZ",
        "crown",
        "AS !",
        "discard AS e1",
        "AS é1",
        "AS ¹,4",
        "play",
    ],
)
def test_what_is_not_a_move_is_refused_in_every_language(text: str) -> None:
    assert_unreadable(GAME, text)


@pytest.mark.parametrize(
    "json",
    [
        {"do": "play", "card": "1S", "cell": [0, 4]},
        {"do": "play", "card": "AS", "cell": [0, 12]},
        {"do": "play", "card": "AS", "cell": [0]},
        {"do": "play", "card": "AS"},
        {"do": "play", "card": "AS", "cell": [0, 4], "call": "yes"},
        {"do": "exchange", "card": None},
        {"do": "pass"},
    ],
)
def test_json_that_is_no_move_is_refused(json: Any) -> None:
    with pytest.raises(Unreadable):
        at(position("AS", "")).play(0, json)


def test_the_call_is_written_only_where_it_is_made() -> None:
    table = at(position("AS", "", pawns=("", "e1"), options={"calls": "spoken"}), "KH")
    table.play(0, "AS e1!")
    assert table.record()["log"][0]["move"] == {"do": "play", "card": "AS", "cell": [0, 4], "call": True}
    table = at(position("AS", ""), "KH")
    table.play(0, "AS e1")
    assert table.record()["log"][0]["move"] == {"do": "play", "card": "AS", "cell": [0, 4]}


@pytest.mark.clause("TOUCHE-3")
@pytest.mark.parametrize(
    "outcome", ["1S", "as", 7, None, ["AS"], {"dealer": True}, {"dealer": 2}, {"dealer": -5}, {"seat": 0}]
)
def test_what_is_no_card_is_not_drawn(outcome: Any) -> None:
    table = at(position("AS", ""), outcome)
    before = table.position.to_json()
    with pytest.raises(Unreadable):
        table.play(0, "AS e1")
    assert table.position.to_json() == before


@pytest.mark.clause("TOUCHE-3")
def test_a_card_that_everybody_has_seen_is_not_drawn() -> None:
    table = at(position("AS AS", ""), "KH", "KC", "AS")
    table.play(0, "AS e1")
    table.play(1, legal(table)[0])
    with pytest.raises(Unreadable):
        table.play(0, "AS f4")


def test_outcomes_are_cards_by_their_names() -> None:
    state = Table("touche", 2, chance=[]).position.state  # type: ignore[attr-defined]
    for code in range(53):
        assert moves.write_outcome(code) == CARD_NAMES[code]
        assert moves.read_outcome(CARD_NAMES[code]) == code
    game = Table("touche", 2, chance=[]).game
    assert isinstance(game, CodedGame)
    assert game.outcome_to_json(state, rules.DEALER + 1) == {"dealer": 1}
    assert game.outcome_from_json(state, {"dealer": 1}) == rules.DEALER + 1


def foreseen(table: Table, text: str) -> Preview:
    state = table.position.state  # type: ignore[attr-defined]
    assert isinstance(state, Touche)
    before = table.position.to_json()
    found = GAME.preview(state, GAME.parse(text))
    assert table.position.to_json() == before
    return found


def test_a_preview_tells_what_is_toppled_and_what_is_completed() -> None:
    table = at(position("4S AS", "", pawns=("e1 d2", "e2 f4")))
    square = Completed("d1-e2", [(row, column) for row, column in cells("d1 e1 d2 e2")])
    assert foreseen(table, "4S e2") == Preview((1, 4), 1, [[square]])
    assert foreseen(table, "4S c5") == Preview()
    assert foreseen(table, "AS f4") == Preview((3, 5), 1)
    assert foreseen(table, "exchange AS") == Preview()


def test_a_preview_tells_of_a_choice_and_of_the_end() -> None:
    table = at(position("5S", "", pawns=("c4 d4 e4 c5 e5 c6 d6 e6", "")))
    found = foreseen(table, "5S d5")
    assert [[pattern.pattern for pattern in choice] for choice in found.crowns] == [
        ["c4-d5", "d5-e6"],
        ["d4-e5", "c5-d6"],
    ]
    assert not found.wins
    table.play(0, "5S d5")
    assert [pattern.pattern for pattern in foreseen(table, "crown d4-e5 c5-d6").crowns[0]] == [
        "d4-e5",
        "c5-d6",
    ]
    made = position(
        "4S", "", pawns=("e1 d2 h1 h2 i2 b4 b5 a5 k4 k5 l5", ""), crowned=("h1-i2 a4-b5 k4-l5", "")
    )
    assert foreseen(at(made), "4S e2").wins
    assert not foreseen(at(made), "4S c5").wins


def test_a_silent_play_topples_and_completes_nothing() -> None:
    table = at(position("4S", "", pawns=("e1 d2", "e2"), options={"calls": "spoken"}))
    assert foreseen(table, "4S e2") == Preview()
    assert foreseen(table, "4S e2!").toppled == (1, 4)


def test_every_sentence_exists_in_every_language_with_the_same_names() -> None:
    assert set(words("touche", "en")) == set(words("touche", "fr")) == set(words("touche", "de"))
    for name in GAME.options_type.__struct_fields__:
        for language in LANGUAGES:
            assert say(f"touche_option_{name}", language) != say(f"touche_option_{name}_help", language)


def test_refusals_are_sentences_in_every_language() -> None:
    table = at(position("AS **", "", pawns=("e1", "")))
    for move in ("KS e4", "AS e1", "AS e2", "** e1", "** d1", "exchange AS", "discard AS", "crown d1-e2"):
        with pytest.raises(NotAllowed) as refused:
            table.play(0, move)
        for language in LANGUAGES:
            assert refused.value.text(language)
            assert "{" not in refused.value.text(language)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (2, {"patterns": "pros", "calls": "spoken"}),
        (3, {"patterns": "lines", "calls": "spoken"}),
        (4, {"patterns": "crosses"}),
        (6, {"patterns": "lines", "teams": 3}),
        (6, {"patterns": "crosses"}),
    ],
)
def test_random_games_keep_every_promise(seats: int, options: dict[str, Any]) -> None:
    check_game("touche", games=1, seed=seats, seats=seats, options=options)


@pytest.mark.parametrize("patterns", ["squares", "lines", "crosses", "pros"])
def test_a_position_is_played_out_without_a_journal(patterns: str) -> None:
    state = GAME.start(3, GAME.read_options({"patterns": patterns})).state
    play_out(state, seeded(4))
    assert state.turn() == OVER
    assert sum(state.payoff(seat) for seat in range(3)) == pytest.approx(1.0)


def test_seats_have_no_moves_while_chance_acts_and_chance_none_while_they_do() -> None:
    state = GAME.start(2, GAME.read_options({})).state
    assert (list(state.moves()), list(state.outcomes())) == ([], [rules.DEALER, rules.DEALER + 1])
    assert list(state.weights()) == [1, 1]
    state = GAME.at(position("AS", "")).state
    assert (list(state.outcomes()), list(state.weights())) == ([], [])


def test_a_board_is_shared_by_copies_and_pickles() -> None:
    board = read_layout(STANDARD)
    assert copy.deepcopy(board) is board
    assert list(pickle.loads(pickle.dumps(board)).grid) == list(board.grid)
