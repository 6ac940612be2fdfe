"""Moves outside: JSON, notation, numbers; words; and whole random games."""

from importlib.resources import files

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque import Table, check_game
from ludotheque.core.chance import seeded
from ludotheque.core.refusal import Param
from ludotheque.core.words import LANGUAGES, say, words
from ludotheque.games import game
from ludotheque.games.targi import moves
from ludotheque.games.targi.events import TELL, goods_key
from ludotheque.games.targi.refusals import MOVE_PHASES, WHY
from ludotheque.games.targi.rules import codes
from ludotheque.games.targi.rules.border import SLOT_NAMES
from ludotheque.games.targi.rules.bundles import FEW, RANKS, UNIT, packed, rank, ranked, unpacked
from ludotheque.games.targi.rules.cards import (
    BORDER_CARDS,
    GOLD,
    GOODS_NAMES,
    KIND_NAMES,
    SYMBOL_NAMES,
    TRIBE_CARDS,
)
from ludotheque.games.targi.views import PHASES
from ludotheque.table.check import random_choice
from tests.games.reading import assert_unreadable
from tests.games.targi.helpers import acting, state, table, why

TARGI = game("targi")


@pytest.mark.parametrize(
    ("text", "json"),
    [
        ("place 5", {"do": "place", "card": 5}),
        ("use 14", {"do": "use", "card": 14}),
        ("use b", {"do": "use", "card": "b"}),
        ("lay", {"do": "lay"}),
        ("keep", {"do": "keep"}),
        ("discard", {"do": "discard"}),
        ("play", {"do": "play"}),
        ("pay 2D 1S 1G", {"do": "pay", "dates": 2, "salt": 1, "gold": 1}),
        ("pay 1P 1C", {"do": "pay", "pepper": 1, "coin": 1}),
        ("pay 3VP", {"do": "pay", "crosses": 3}),
        ("pay 0", {"do": "pay"}),
        ("take 1D 2P", {"do": "take", "dates": 1, "pepper": 2}),
        ("return 4S", {"do": "return", "salt": 4}),
        ("trade S G", {"do": "trade", "give": "salt", "get": "gold"}),
        ("trade 2S D", {"do": "trade", "give": "salt", "get": "dates", "count": 2}),
        ("done", {"do": "done"}),
        ("shift b f", {"do": "shift", "marker": "b", "to": "f"}),
        ("row 3", {"do": "row", "row": 3}),
        ("swap 3 12", {"do": "swap", "first": 3, "second": 12}),
        ("skip", {"do": "skip"}),
        ("finish", {"do": "finish"}),
    ],
)
def test_a_move_reads_the_same_from_json_and_notation(text: str, json: dict[str, object]) -> None:
    move = TARGI.read_move(text)
    assert TARGI.read_move(json) == move
    assert TARGI.notation(move) == text
    assert msgspec.json.decode(msgspec.json.encode(move)) == json
    assert moves.decode(moves.encode(move)) == move


def test_notation_is_forgiving_about_case_and_ones() -> None:
    assert TARGI.read_move(" PAY d 2s g ") == moves.Pay(dates=1, salt=2, gold=1)
    assert TARGI.read_move("trade salt gold") == moves.Trade("salt", "gold")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "place",
        "place 17",
        "place b",
        "use j",
        "use 0",
        "pay 1X",
        "pay 1D 1D",
        "pay 99D",
        "trade S S S",
        "trade S VP",
        "swap 1 13",
        "row 0",
        "fly",
    ],
)
def test_what_is_no_move_is_refused_in_every_language(text: str) -> None:
    assert_unreadable(TARGI, text)


@settings(deadline=None)
@given(st.integers(0, 31), st.integers(0, 31), st.integers(0, 31))
def test_the_rank_of_goods_is_one_to_one(dates: int, salt: int, pepper: int) -> None:
    bundle = dates + 32 * salt + 1024 * pepper
    assert ranked(rank(bundle)) == bundle


def test_packed_numbers_are_one_to_one_and_do_not_reach_the_next_verb() -> None:
    numbers = [packed(unpacked(number)) for number in range(7 * RANKS)]
    assert numbers == list(range(7 * RANKS))
    assert codes.PAYING + 7 * RANKS <= codes.TAKING
    assert codes.TAKING + 7 * RANKS <= codes.RETURNING
    assert packed(FEW + 1) == -1
    assert packed(3 * UNIT[GOLD]) == -1


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_has_words(phase: str) -> None:
    for language in LANGUAGES:
        assert say(f"targi_phase_{phase}", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_symbol_good_and_option_has_words(language: str) -> None:
    keys = [f"targi_card_{card}" for card in range(TRIBE_CARDS)]
    keys += [f"targi_advantage_{card}" for card in range(TRIBE_CARDS)]
    keys += [f"targi_border_{card}" for card in range(1, BORDER_CARDS + 1)]
    keys += [f"targi_border_{card}_help" for card in range(1, BORDER_CARDS + 1)]
    keys += [f"targi_symbol_{name}" for name in SYMBOL_NAMES]
    keys += [f"targi_kind_{name}" for name in (*KIND_NAMES, "coin", "goods")]
    keys += [goods_key(name).removeprefix("@") for name in GOODS_NAMES]
    keys += ["targi_option_starter", "targi_option_starter_help", "targi_tagline", "targi_pitch"]
    assert all(say(key, language) for key in keys)


def test_all_languages_have_the_same_words() -> None:
    assert set(words("targi", "en")) == set(words("targi", "fr")) == set(words("targi", "de"))


def test_amounts_are_spoken_in_the_plural_of_the_language() -> None:
    spoken: dict[str, Param] = {"bundle": ["@targi_amount_dates:2", "@targi_amount_gold:1"], "who": "Ada"}
    assert say("targi_event_took", "en", spoken) == "Ada takes 2 dates and 1 gold."
    assert say("targi_event_took", "fr", spoken) == "Ada prend 2 dattes et 1 pièce d’or."
    assert say("targi_event_took", "de", spoken) == "Ada nimmt 2 Datteln und 1 Gold."


def test_every_note_of_the_journal_has_an_event() -> None:
    assert sorted(TELL) == list(range(32))


def test_every_move_has_its_phases_and_every_move_that_can_fail_its_reasons() -> None:
    assert set(MOVE_PHASES) == set(moves.MOVE_TYPES)
    assert set(MOVE_PHASES) - set(WHY) == {moves.Finish, moves.Discard, moves.Skip}


def test_a_move_of_another_phase_tells_what_is_asked() -> None:
    assert why(table(), "use b") == ("not_now", "TARGI-5")
    at = acting({"markers": ["b"]})
    assert why(at, "keep") == ("not_now", "TARGI-8")
    at.play(0, "use b")
    assert why(at, "row 1") == ("not_now", "TARGI-15")
    refusal = at.why_not(0, "row 1")
    assert refusal is not None
    assert (
        refusal.text("en") == "You can’t do that now. Lay the tribe card, keep it or discard it. (TARGI-15)"
    )


def test_an_action_on_a_foreign_card_is_refused() -> None:
    at = acting()
    assert why(at, "use 7") == ("nothing_there", "TARGI-8")
    assert why(at, "use c") == ("nothing_there", "TARGI-8")


@pytest.mark.slow
def test_many_random_games_keep_every_promise() -> None:
    assert check_game("targi", games=40, seed=9).games == 40


def test_random_games_keep_every_promise() -> None:
    assert check_game("targi", games=8, seed=3).games == 8
    assert check_game("targi", games=2, seed=4, options={"starter": "random"}).games == 2


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**60))
def test_goods_and_cards_are_never_lost_and_the_game_ends_in_time(seed: int) -> None:
    table_, rng, moves_made = Table("targi", seed=seed), seeded(seed), 0
    while table_.result is None and moves_made < 60:
        seat = table_.actors[0]
        table_.play(seat, random_choice(table_.position, seat, rng))
        moves_made += 1
        assert table_.position.violations() == []


def test_violations_are_noticed() -> None:
    at = Table("targi", seed=1)
    broken = state(at)
    broken.where[44 if broken.where[44] == 0 else 43] = 3
    broken.goods[0] += 1
    broken.purses[0] = -1
    broken.purses[6] = 20
    assert len(at.position.violations()) >= 4
    other = Table("targi", seed=1)
    held = state(other)
    for card in range(TRIBE_CARDS):
        if held.where[card] == 0:
            held.where[card] = 2
    held.centre[0] = -1
    assert "more cards face down than unseen" in other.position.violations()


def test_the_letters_of_the_board_are_nine() -> None:
    assert "".join(SLOT_NAMES) == "abcdefghi"
    assert files("ludotheque.games.targi").joinpath("words").is_dir()
