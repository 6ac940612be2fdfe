"""Targi at the terminal: a whole game behind a pseudo-terminal, and what the board shows and hears."""

import io
import re
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

from ludotheque import Event, NotAllowed, Table, Unreadable
from ludotheque.cli.boards import board
from ludotheque.cli.files import save_record
from ludotheque.core.codec import Json
from ludotheque.core.moves import Move
from ludotheque.core.words import LANGUAGES
from ludotheque.games.targi.moves import Finish, IntoRow, Keep, Place, Use
from ludotheque.tui.board import Board
from ludotheque.tui.look import Look
from tests.games.targi import helpers
from tests.patience import looks

from .conftest import Command, Screen, Sit

NAMES = ("Ada", "Ben")
CAMP: list[Json] = [[9, 26, 10, 30], [28, 1], [5]]
FULL = helpers.position(
    {"targis": [6, 3], "camp": CAMP, "hand": 31, "crosses": 10},
    {"targis": [10], "camp": [[21, 38, 35, 20], [], []], "gold": 0},
    centre=["1D", 12, "choice", 15, "1G", 24, "D+S", "tribe", "goods"],
    robber=13,
)


def text_of(drawn: RenderableType, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, highlight=False, markup=False)
    console.print(drawn)
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def shown(width: int = 80, height: int = 24, focus: str = "", language: str = "en") -> Board:
    return board("targi", Look(language, NAMES, width, height=height), focus)


def choices(table: Table, focus: str = "", language: str = "en") -> list[str]:
    listed = shown(focus=focus, language=language).choices(table.position.view(0), 0, table.moves(0))
    return [" ".join(str(part).strip() for part in line).strip() for line in listed]


def heard(table: Table, typed: str, focus: str = "") -> Move | str:
    return shown(focus=focus).understand(typed, table.position.view(0), 0, table.moves(0))


def play_on(screen: Screen, text: str) -> str:
    """Play to the end: take whatever is first, in late rounds only what has to be done."""
    for turn in range(400):
        if "Save the record" in text:
            return text
        if "A number shows a line" in text:
            cards = re.search(r"^ +(\d+)[ \d]* (?:wins|no (?:further )?crossing)", text, re.MULTILINE)
            assert cards is not None, text
            text = screen.type(cards[1] if turn < 30 else f"place {cards[1]}")
        elif "Enter places" in text:
            text = screen.type("")
        elif "Choose your next action" in text and turn >= 60:
            text = screen.type("0")
        else:
            keys = re.findall(r"^ +(\d+|[a-i]|use h) \S", text.partition("\n ■")[2], re.MULTILINE)
            text = screen.type(keys[0] if keys else "")
            if "not a move" in text or "Type one" in text:
                text = screen.type("1")
    raise AssertionError("the game did not end")


def test_a_whole_game_against_a_bot_ends_with_places_and_its_record(terminal: Sit, tmp_path: Path) -> None:
    screen = terminal("play", "targi", "--seed", "5", "--seat", "me:Ada", "--seat", "bot:greedy:Ben")
    text = play_on(screen, screen.asked())
    assert re.search(r"(Ada|Ben) wins!", text)
    assert re.search(r"\((TARGI-28|TARGI-29)\)", text), "the end is told with its rule"
    assert re.search(r"1\.  [●■] (Ada|Ben) +\d+", text)
    screen.child.sendline("y")
    assert "Saved in targi-" in screen.end()
    (file,) = tmp_path.glob("*.json")
    table = Table.replay(file.read_bytes())
    assert table.result is not None
    kinds = {str(entry.move.get("do")) for entry in table.log if isinstance(entry.move, dict)}
    assert {"place", "use", "pay", "finish"} <= kinds


@pytest.mark.parametrize(("width", "height"), [(50, 30), (80, 24), (120, 40)])
def test_market_purses_and_camps_are_seen_at_any_width(width: int, height: int) -> None:
    table = Table.at("targi", FULL, chance=[])
    text = text_of(shown(width, height).draw(table.position.view(0), 0), width)
    assert all(len(line.rstrip()) <= width for line in text.splitlines())
    assert [number for number in range(1, 17) if not re.search(rf"\b{number}[ ✹●■]\w", text)] == []
    assert re.search(r"f◌Came\w* 24", text), "where the lines cross a marker will lie"
    assert "1G 1✚" in text
    assert "░░░░" in text
    assert "D/S/P" in text
    for camp in ("●+4 Ten 9 2✚ Ten26 1✚ Ten10 3✚ Ten30 2✚", "● 2 Oas28 1✚ Oas 1 3✚ ·", "■+2 Ten21 1✚ Wel38"):
        assert camp in text
    assert re.search(r"● Ada ◈ .*10✚  = 29  hand Targ\w* 31", text)
    assert text.count("✹") == 1


def test_an_unseen_hand_card_stays_unseen() -> None:
    table = Table.at("targi", helpers.position({"hand": 31, "secret": True}), chance=[])
    assert "hand Targia 31" in text_of(shown().draw(table.position.view(0), 0))
    other = text_of(shown().draw(table.position.view(1), 1))
    assert "hand ?" in other
    assert "31" not in other


@pytest.mark.clause("TARGI-7")
def test_while_placing_the_cards_won_and_the_line_are_told() -> None:
    table = Table.at("targi", FULL, chance=[])
    assert choices(table) == [
        "5 15 wins c 1 good of your choice",
        "1 11 wins d Oasis 15 1P1G 1✚",
        "7 wins i goods card, face down",
        "9 14 no further crossing",
    ]
    assert choices(table, focus="11") == [
        "11 Pepper  Take 1 pepper.",
        "its line: a, d, and g; closes card 1 to your opponent",
        "wins d Oasis 15  1P1G  1✚  At the end: 1 cross per pair of wells in your camp.",
    ]
    view = table.position.view(0)
    assert "wins d Oasis 15 1P1G 1✚" in shown().describe(view, 0, Place(11))
    assert "Enter places a Targi on 11" in shown(focus="11").prompt(view, 0)


@pytest.mark.clause("TARGI-7")
@pytest.mark.parametrize(
    ("own", "card", "says"),
    [
        ([], 1, "no crossing yet"),
        ([1, 13], 11, "no further crossing"),
        ([1, 11], 2, "no crossing"),
    ],
)
def test_a_targi_that_wins_nothing_is_told_truly(own: list[int], card: int, says: str) -> None:
    table = Table.at("targi", helpers.position({"targis": own}, robber=3), chance=[])
    view = table.position.view(0)
    assert shown().describe(view, 0, Place(card)).endswith(f": {says}")
    assert choices(table, focus=str(card))[-1] == says


@pytest.mark.clause("TARGI-6")
@pytest.mark.parametrize(
    ("own", "other", "card", "says"),
    [
        ([1, 13], [], 11, "its line: a, d, and g"),
        ([2, 13], [], 11, "its line: a, d, and g; closes card 1 to your opponent"),
        ([2, 13], [6, 9, 15], 11, "its line: a, d, and g"),
        ([2], [], 9, "its line: c, f, and i"),
    ],
)
def test_a_targi_closes_only_what_was_open(own: list[int], other: list[int], card: int, says: str) -> None:
    position = helpers.position({"targis": own}, {"targis": other}, robber=3)
    assert choices(Table.at("targi", position, chance=[]), focus=str(card))[1] == says


@pytest.mark.parametrize("width", [80, 100])
def test_who_stands_on_a_card_is_seen_beside_its_number(width: int) -> None:
    position = helpers.position({"targis": [3, 9]}, {"targis": [10, 6]}, robber=1)
    table = Table.at("targi", position, chance=[])
    text = text_of(shown(width, 40).draw(table.position.view(0), 0), width)
    assert re.search(r" 1✹Noble +2 Dates +3●Salt +4 Raid 1", text)
    assert re.search(r"11 Pepper +10■Silversmith? +9●Fata Morgana? +8 Raid 2", text)
    assert "6■Pepper" in text


@pytest.mark.clause("TARGI-6")
@pytest.mark.parametrize(
    ("card", "why"),
    [
        (4, "is a corner"),
        (13, "The Robber stands on card 13"),
        (6, "A Targi already stands on card 6"),
        (2, "Card 2 faces an opposing Targi"),
    ],
)
def test_every_refusal_of_placing_says_why_with_its_clause(card: int, why: str) -> None:
    table = Table.at("targi", FULL, chance=[])
    meant = heard(table, str(card))
    assert meant == Place(card), "a card that is closed is not pointed at but refused"
    with pytest.raises(NotAllowed, match=rf"{why}.*\(TARGI-6\)"):
        table.play(0, meant)


def test_a_number_points_and_enter_places() -> None:
    table = Table.at("targi", FULL, chance=[])
    assert heard(table, "11") == "11"
    assert heard(table, "", focus="11") == Place(11)
    assert heard(table, "place 11") == Place(11)
    assert heard(table, "5", focus="11") == "5"
    with pytest.raises(Unreadable):
        heard(table, "17")


@pytest.mark.clause("TARGI-8")
def test_open_actions_are_listed_and_used_in_any_order() -> None:
    table = helpers.acting({"targis": [5, 10], "markers": ["d", "h"]})
    assert choices(table) == [
        "2 Dates: Take 1 date.",
        "5 Trader: Any number of exchanges: 3 identical goods for 1 gold, 2 identical goods for 1 other "
        "good.",
        "10 Silversmith: One exchange: 2 identical goods for 1 cross, 4 for 3 crosses, 1 gold for 2 crosses "
        "or 2 gold for 4 crosses.",
        "d Camel rider 3  1D1S1G  3✚  No advantage.",
        "use h Tent 9  1P1G  2✚  No advantage.",
        "0 leave the rest and end your turn",
    ]
    assert heard(table, "d") == Use("d")
    assert heard(table, "10") == Use(10)
    assert heard(table, "use h") == Use("h")
    assert heard(table, "0") == Finish()
    with pytest.raises(NotAllowed, match="nothing to use on card 7"):
        table.play(0, heard(table, "7"))


def test_exchanges_payments_and_rows_are_chosen_by_number() -> None:
    table = helpers.acting({"targis": [5], "dates": 3})
    table.play(0, heard(table, "5"))
    assert "Ada: Make an exchange with the Trader." in shown(100).prompt(table.position.view(0), 0)
    with pytest.raises(NotAllowed, match="Make an exchange with the Trader"):
        table.play(0, "finish")
    assert "3 dates for 1 gold" in " ".join(choices(table))
    assert "2 dates for 1 salt" in " ".join(choices(table))
    table.play(0, heard(table, "1"))
    assert "traded" in table.events[-1].name
    smith = helpers.acting({"targis": [10], "dates": 2, "salt": 2})
    smith.play(0, "use 10")
    assert "2 dates for 1 cross" in " ".join(choices(smith))
    laying = helpers.with_card(13, {"camp": [[28, 1], [], []]})
    laying.play(0, "use b")
    assert choices(laying)[0].startswith("Targia 13  1D1S2P  2✚")
    assert "lay it in your camp for 1 date, 1 salt, and 2 pepper" in choices(laying)[1]
    assert heard(laying, "2") == Keep()
    laying.play(0, heard(laying, "1"))
    assert choices(laying)[1:] == ["1 behind Oasis 28 and Oasis 1", "2 a new row", "3 a new row"]
    assert heard(laying, "3") == IntoRow(3)


def test_whoever_has_traded_may_leave_the_trader() -> None:
    table = helpers.acting({"targis": [5], "dates": 6})
    table.play(0, "use 5")
    table.play(0, heard(table, "1"))
    assert "Ada: Trade, or leave the Trader." in shown(100).prompt(table.position.view(0), 0)
    with pytest.raises(NotAllowed, match="Trade, or leave the Trader"):
        table.play(0, "finish")
    assert choices(table)[-1].endswith("0 leave the Trader")


def test_prompts_and_colons_are_written_as_the_language_writes_them() -> None:
    view = Table.at("targi", FULL, chance=[]).position.view(0)
    assert shown(120, language="de").prompt(view, 0).endswith("· ? Hilfe · h Tipp · p Punkte · k Karte")
    assert shown(language="fr").describe(view, 0, Place(9)).endswith("\u00a0: aucun croisement de plus")
    turned = Event(name="targi.turn_up", params={"slot": "e", "card": "@targi_goods_2p"})
    assert turned.text("de") == "Neu in der Mitte: 2 Pfeffer."


def test_a_payment_without_a_choice_is_never_asked_and_an_only_move_needs_no_word() -> None:
    table = helpers.with_card(13)
    table.play(0, "use b")
    table.play(0, "lay")
    assert table.events[-1].name == "targi.paid"
    last = helpers.table({"targis": []}, {"targis": []}, phase="raid", robber=4)
    assert shown().parse("", last.moves(0)[:1]) == last.moves(0)[0]


def test_many_choices_stand_in_two_columns() -> None:
    table = helpers.table({"dates": 6, "salt": 6, "pepper": 6}, phase="return", amount=8)
    lines = choices(table)
    assert re.fullmatch(r"1 .* 8 .*", lines[0])
    assert lines[-1].startswith("… and")


def test_the_score_is_told_part_by_part_at_any_time() -> None:
    table = Table.at("targi", FULL, chance=[])
    text = text_of(shown().command("points", table.position.view(0), 0))
    assert re.search(r"Crosses in front of you +10 +4", text)
    assert re.search(r"Crosses on cards +\d+ +6", text)
    assert re.search(r"Full rows +4 +2", text)
    assert re.search(r"Total +29 +12", text)


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ("17", "targias in your camp"),
        ("5", "Any number of exchanges"),
        ("5", "Camel rider 5"),
        ("44", "only 2 Targis"),
        ("b", "Targia 12"),
        ("E", "1 gold"),
        ("h", "tribe card, face down"),
        ("", "You gain 1 cross at each raid"),
    ],
)
def test_a_card_explains_itself_on_request(wish: str, says: str) -> None:
    table = Table.at("targi", FULL, chance=[])
    assert says in " ".join(text_of(shown().command("card", table.position.view(0), 0, wish)).split())


def test_a_card_that_does_not_exist_is_refused() -> None:
    view = Table.at("targi", FULL, chance=[]).position.view(0)
    for wish in ("45", "z", "-1"):
        with pytest.raises(Unreadable, match="is no card"):
            shown().command("card", view, 0, wish)
    nothing = Table.at("targi", helpers.position(), chance=[]).position.view(0)
    with pytest.raises(NotAllowed, match=r"^You have no card in hand\.$"):
        shown().command("card", nothing, 0)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            ["Silversmith", "A number shows a line", "its line: d, e, and f", "Full rows", "chance to win"],
        ),
        ("fr", ["Orfèvre", "Un numéro montre", "sa ligne : d, e et f", "Rangées complètes", "Vos chances"]),
        (
            "de",
            ["Silberschmi", "Eine Nummer zeigt", "seine Linie: d, e und f", "Volle Reihen", "Gewinnchance"],
        ),
    ],
)
def test_the_game_speaks_three_languages_on_a_small_screen(
    terminal: Sit, language: str, words: list[str]
) -> None:
    screen = terminal(
        "play", "targi", "--seed", "5", "--seat", "me:Ada", rows=24, LUDOTHEQUE_LANGUAGE=language
    )
    seen = screen.asked() + screen.type("6") + screen.type("p") + screen.type("h")
    assert [word for word in words if word not in seen.replace("\u00a0", " ")] == []
    assert screen.text.startswith("Targi"), "even with hints everything fits on 24 lines"


def test_the_coach_thinks_on_while_the_player_looks_and_keeps_it_for_the_next_move(terminal: Sit) -> None:
    def tries(hint: str) -> int:
        return sum(int(number) for number in re.findall(r"(\d+)×", hint))

    screen = terminal("play", "targi", "--seed", "5", "--seat", "me:Ada", "--seat", "bot:expert", rows=50)
    screen.asked()
    first = tries(screen.type("h"))
    assert first > 0
    for _ in looks("thought beside the question"):
        if tries(screen.type("h")) > first:
            break
    best = re.search(r"^ *(\d+) █", screen.text, re.MULTILINE)
    assert best is not None
    placed = screen.type(f"place {best.group(1)}")
    assert "Tin Hinan places a Targi" in placed, "and both play on"


def test_two_people_at_one_screen_do_not_see_each_others_hand(terminal: Sit, tmp_path: Path) -> None:
    secret = helpers.position({"hand": 31, "secret": True}, {"hand": 17, "secret": True})
    table = Table.at("targi", secret, chance=[])
    table.names = ["Ada", "Ben"]
    save_record(table, tmp_path / "game.json")
    screen = terminal("play", "--resume", "game.json", "--seat", "me:Ada", "--seat", "me:Ben")
    assert "Press Enter when Ada is ready" in screen.asked()
    assert "hand Targia 31" in screen.type("")
    covered = screen.type("place 6")
    assert "Press Enter when Ben is ready" in covered
    assert "31" not in covered
    assert "hand Well 17" in screen.type("")


def test_a_piped_game_is_played_line_by_line(ludotheque: Command) -> None:
    said = ludotheque(
        "play", "targi", "--seed", "5", "--seat", "me:Ada", "--seat", "bot:random", typed="6\n\nk 17\nq\n"
    )
    assert said.status == 0
    assert "its line: d, e, and f" in said.out
    assert "Ada places a Targi on Pepper" in said.out
    assert "targias in your camp" in said.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_command_means_two_things_in_targi(language: str) -> None:
    from ludotheque.cli.match import COMMANDS
    from ludotheque.core.words import say

    names = [*COMMANDS, *shown().commands]
    words = [word for name in names for word in say(f"cli_words_{name}", language).split()]
    assert len(words) == len(set(words))
    assert set(words) & set("abcdefghi") == {"h"}, "all other places keep their letters"
