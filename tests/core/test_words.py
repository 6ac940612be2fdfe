"""Sentences: the same keys in every language, the same parameters, the right plural."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

import ludotheque
from ludotheque import Event, NotAllowed
from ludotheque.core import words
from ludotheque.core.refusal import Param
from ludotheque.core.words import LANGUAGES, best_language, knows, say

DOMAINS = sorted(path.parent.parent.name for path in Path(ludotheque.__file__).parent.rglob("words/en.json"))


def _numbers(message: list[words.Variants]) -> set[str]:
    return {name for line in message[0].declarations for name in re.findall(r"= (\w+):", line)}


def _places(message: str | list[words.Variants]) -> set[str]:
    texts = [message] if isinstance(message, str) else list(message[0].match.values())
    return {place for text in texts for place in re.findall(r"{(\w+)}", text)}


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_exists_in_every_language_with_the_same_parameters(domain: str, language: str) -> None:
    english, other = words.words(domain, "en"), words.words(domain, language)
    assert list(other) == list(english)
    for key, message in english.items():
        assert key.startswith(f"{domain}_")
        assert _places(other[key]) == _places(message), key


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_left_empty_or_untranslated(domain: str, language: str) -> None:
    english = words.words(domain, "en")
    for key, message in words.words(domain, language).items():
        texts = [message] if isinstance(message, str) else list(message[0].match.values())
        assert all(text.strip() for text in texts), key
        if language != "en" and isinstance(message, str) and len(message.split()) > 4:
            assert message != english[key], key


@pytest.mark.parametrize("path", sorted(Path(ludotheque.__file__).parent.rglob("words/**/*.json")), ids=str)
def test_no_sentence_is_written_twice(path: Path) -> None:
    keys = re.findall(r'^  "(\w+)":', path.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_game_overrides_a_sentence_of_the_program_or_of_another_game(language: str) -> None:
    keys = Counter[str]()
    for path in Path(ludotheque.__file__).parent.rglob(f"words/**/{language}.json"):
        keys.update(list(json.loads(path.read_text(encoding="utf-8"))))
    assert [key for key, times in keys.items() if times > 1] == []


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_has_a_form_for_any_number(domain: str, language: str) -> None:
    for key, message in words.words(domain, language).items():
        if not isinstance(message, str):
            for number in (0, 1, 2, 3, 5, 11, 21, 1000000):
                assert say(
                    key,
                    language,
                    dict.fromkeys(
                        _places(message)
                        | {m for line in message[0].declarations for m in re.findall(r"= (\w+):", line)},
                        number,
                    ),
                )


def test_plurals_follow_the_language() -> None:
    def text(language: str, steps: int) -> str:
        return Event(name="exxtra.pair", seat=0, params={"steps": steps, "to": 9}).text(language, "Ada")

    assert text("en", 1) == "A pair! Ada advances 1 space to 9."
    assert text("en", 3) == "A pair! Ada advances 3 spaces to 9."
    assert "1 Feld vor" in text("de", 1)
    assert "2 cases" in text("fr", 2)


def test_a_number_without_a_form_is_an_error_of_ours() -> None:
    odd = words.Variants(["input n", "local nPlural = n: plural"], ["nPlural"], {"nPlural=one": "one"})
    assert odd.choose("en", {"n": 1}) == "one"
    with pytest.raises(LookupError):
        odd.choose("en", {"n": 2})


def test_a_parameter_may_be_a_sentence_itself_or_a_list() -> None:
    assert say("core_refusal_unknown_move", "fr", {"allowed": ["a", "b", "c"]}).endswith("a, b et c.")
    assert "It is not your turn." in say(
        "core_refusal_record_move", "en", {"where": "$", "why": "@core_refusal_not_your_turn"}
    )


def test_what_is_known_is_known() -> None:
    assert knows("core_refusal_over", "de")
    assert not knows("core_refusal_nonsense", "de")


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("en;q=0.4, de;q=0.9", "de"),
        ("de_DE.UTF-8", "de"),
        ("pt, es", "en"),
        ("", "en"),
        ("fr;q=x, de", "de"),
        ("C", "en"),
    ],
)
def test_the_best_language_is_chosen_from_wishes(wishes: str, language: str) -> None:
    assert best_language(wishes) == language


def test_a_refusal_names_its_clause_in_every_language() -> None:
    refusal = NotAllowed("exxtra.slot_taken", "EXXTRA-12", {"slot": 3})
    assert all(refusal.text(language).endswith("(EXXTRA-12)") for language in LANGUAGES)
    assert str(refusal) == refusal.text("en")


def test_a_secret_stays_with_those_who_may_know_it() -> None:
    event = Event(name="touche.draw", seat=1, params={"left": 3}, secret={"card": "AS"}, secret_to=(1,))
    assert event.seen_by(1).params == {"left": 3, "card": "AS"}
    for seat in (0, None):
        hidden = event.seen_by(seat)
        assert (hidden.name, hidden.params, hidden.secret) == ("touche.draw_hidden", {"left": 3}, {})
    open_event = Event(name="exxtra.win", seat=0)
    assert open_event.seen_by(None) is open_event


def test_an_event_without_a_name_for_its_seat_still_has_a_sentence() -> None:
    assert Event(name="exxtra.win", seat=0).text("en") == "#0 reaches the goal and wins!"


def test_an_edition_keeps_its_sentences_in_the_folder_of_its_game() -> None:
    assert words.family("blackrock") == "targets"
    assert words.family("targets") is words.family("core") is None
    assert say("zoch_tagline", "en").startswith("Flick")


@pytest.mark.parametrize(
    "typed", ["@", "@@", "@../words", "@nobody_said", "@targets_event_flick", "@core_:3"]
)
def test_what_somebody_typed_is_told_as_it_is(typed: str) -> None:
    assert NotAllowed("targets.notation", params={"text": typed}).text("en").startswith(f"“{typed}”")


def test_a_fraction_has_the_decimal_sign_of_the_language() -> None:
    numbers: dict[str, Param] = {"azimuth": -4.5, "speed": 1.0}
    told = {language: say("targets_detail_flick", language, numbers) for language in LANGUAGES}
    assert told["en"].startswith("-4.5°")
    assert told["en"].endswith(", 1 m/s")
    assert told["de"].startswith("-4,5°")
    assert told["fr"].startswith("-4,5°")


def test_a_variant_may_be_chosen_by_a_parameter_itself() -> None:
    forms = {
        "form=safe, nPlural=one": "one, safe",
        "form=safe, nPlural=*": "{n}, safe",
        "form=*, nPlural=*": "{n}",
    }
    odd = words.Variants(["input form", "input n", "local nPlural = n: plural"], ["form", "nPlural"], forms)
    assert odd.choose("en", {"form": "safe", "n": 1}) == "one, safe"
    assert odd.choose("en", {"form": "safe", "n": 2}) == "{n}, safe"
    assert odd.choose("en", {"n": 2}) == "{n}"


NAMES_OF_THINGS = {"mover", "rival", "who", "card", "cell", "shown", "text"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["exxtra", "touche", "targi", "targets"])
def test_a_reason_has_at_most_one_number(game: str, language: str) -> None:
    for key, message in words.words(game, language).items():
        if "_why_" in key and not key.endswith("_figures"):
            texts = [message] if isinstance(message, str) else list(message[0].match.values())
            for text in texts:
                numbers = [place for place in re.findall(r"{(\w+)}", text) if place not in NAMES_OF_THINGS]
                assert len(numbers) + len(re.findall(r"\d+", text)) <= 1, text
