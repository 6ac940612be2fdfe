"""The drawing of Targets: what is seen of a position, what typed words mean, how aiming answers to keys."""

import io
import re
from collections.abc import Iterator
from itertools import islice

import pytest
from rich.console import Console, RenderableType

from ludotheque import NotAllowed, Table, Unreadable, game
from ludotheque.cli.boards import board
from ludotheque.cli.match import COMMANDS
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.moves import Move, MoveRange
from ludotheque.core.words import LANGUAGES, say
from ludotheque.games.targets.bots.proposals import first_flick
from ludotheque.games.targets.moves import Call, Flick, Keep, Lose, Pass, Remove, Stack, label
from ludotheque.games.targets.rules.position import TargetsPosition
from ludotheque.games.targets.terminal.aim import STEPS, Aim
from ludotheque.games.targets.terminal.board import VERBS, TargetsBoard
from ludotheque.tui.look import Look
from ludotheque.tui.sheet import Sheet
from tests.games.targets.scenes import Match, lie, quick_draw
from tests.games.targets.test_blackrock import spoken, with_central

from .conftest import Command

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")


def shown(name: str, width: int = 80, height: int = 30, language: str = "en") -> TargetsBoard:
    found = board(name, Look(language, NAMES, width, height=height))
    assert isinstance(found, TargetsBoard)
    return found


def printed(content: RenderableType, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, highlight=False, markup=False, color_system=None)
    console.print(content)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def random_positions(name: str, seats: int, seed: int, **options: Json) -> Iterator[TargetsPosition]:
    """Every position of a random game whose flicks are drawn without simulation."""
    rng = seeded(seed)
    rules = game(name)
    position = rules.start(seats, rules.read_options(options))
    assert isinstance(position, TargetsPosition)
    while position.result is None:
        if position.awaits_chance:
            position.resolve(quick_draw(position, rng))
            continue
        yield position
        seat = position.actors[rng.randrange(len(position.actors))]
        moves = position.moves(seat)
        move = moves[rng.randrange(len(moves))]
        position.play(seat, move if isinstance(move, Move) else Flick(0.0, 1.2))


@pytest.mark.parametrize("width", [44, 60, 80, 120])
@pytest.mark.parametrize(("name", "seats"), [("zoch", 2), ("zoch", 6), ("blackrock", 3), ("blackrock", 4)])
def test_every_die_and_every_tower_is_seen_at_any_width(name: str, seats: int, width: int) -> None:
    look = shown(name, width)
    for position in islice(random_positions(name, seats, 3), 0, 60, 4):
        text = printed(look.draw(position.view(None), None), width)
        assert all(len(line) <= width for line in text.splitlines())
        for rest in position.board.rests:
            assert f"{look.look.shape(rest.die // 3)}{rest.up}" in text
            assert f"{label(rest.die)}={rest.up}" in text
        for seat, stand in enumerate(position.board.layout.stands):
            sign = f"({look.look.shape(seat)}{len(stand.tower) or ''})"
            assert sign in text
            assert NAMES[seat] in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("zoch", 3, {"faces": "chosen"}),
        ("zoch", 6, {}),
        ("blackrock", 3, {"calls": "spoken", "pas_vu_pas_pris": True}),
        ("blackrock", 4, {"teams": True}),
        ("blackrock", 2, {"three_by_three": True, "calls": "spoken"}),
    ],
)
def test_whatever_may_be_done_is_described_and_may_be_typed_as_it_is_listed(
    name: str, seats: int, options: dict[str, Json], language: str
) -> None:
    look = shown(name, language=language)
    kinds = set()
    for position in islice(random_positions(name, seats, 5, **options), 120):
        for seat in position.actors:
            view, moves = position.view(seat), position.moves(seat)
            assert NAMES[seat] in look.prompt(view, seat)
            for move in moves:
                assert look.describe(view, seat, move)
                if isinstance(move, Move):
                    kinds.add(type(move))
                    assert look.parse(look.key(move), moves) == move
    assert {Call, Pass} <= kinds


def test_discs_are_drawn_with_their_numbers_and_piles_around_their_tower() -> None:
    text = printed(shown("zoch").draw(Match("zoch").with_piles(2, 0).json(), None))
    assert [sign for sign in "①②③" if sign not in text] == []
    assert "◎◎" in text
    assert re.search(r"\(●3\)[\u2801-\u28ff]", text.replace(" ", "")), "the pile goes around the base"


def test_money_time_and_golden_targets_are_named() -> None:
    look = shown("blackrock")
    match = with_central(Match("blackrock").with_piles(1, 0), [None, None, None], money_time=True)
    assert "Money Time" in printed(look.draw(match.json(), None))
    assert "6 in reserve" in printed(look.draw(Match("blackrock").json(), None))


def test_dice_that_lie_together_are_drawn_side_by_side() -> None:
    sheet = Sheet(20, 5, 100.0)
    for text in ("●1", "■2", "▲3", "◆4"):
        sheet.sign(0.0, 0.0, text, "")
    sheet.sign(9.0, 0.0, "★5", "")
    lines = [line.plain for line in sheet.lines()]
    drawn = "\n".join(lines)
    assert all(text in drawn for text in ("●1", "■2", "▲3", "◆4", "★5"))
    assert max(map(len, lines)) <= 20, "what lies beside the sheet stands at its edge"


@pytest.mark.parametrize(
    ("words", "move"),
    [
        ("12 1.4", Flick(12.0, 1.4)),
        ("-3,5 1,25 0,4", Flick(-3.5, 1.25, 0.4)),
        ("flick 5, 1.2, 0.4", Flick(5.0, 1.2, 0.4)),
        ("Schnippen 5 1,2", Flick(5.0, 1.2)),
        ("pichenette 0 1", Flick(0.0, 1.0)),
        ("keep A1", Keep(0)),
        ("garder a1", Keep(0)),
        ("behalten a1", Keep(0)),
        ("keep a1 a2", Keep(0, 1)),
        ("perdre b2", Lose(4)),
        ("Pas vu B1", Call("pas_vu", 3)),
        ("pas vu pas pris b1", Call("pas_vu", 3)),
        ("double a2", Call("double", 1)),
        ("doppel a2", Call("double", 1)),
        ("double a2 A1", Call("double", 1, 0)),
        ("doppel a2 a1", Call("double", 1, 0)),
        ("passer", Pass()),
        ("retirer 2", Remove(1)),
        ("stapeln a1=6 a2=1 a3=3", Stack((0, 1, 2), (6, 1, 3))),
        ('{"do": "pass"}', Pass()),
        ("flick", None),
        ("5", None),
        ("hüpfen", None),
    ],
)
def test_a_player_may_use_numbers_and_words_of_any_language(words: str, move: Move | None) -> None:
    look = shown("blackrock")
    if move is None:
        with pytest.raises(Unreadable):
            look.parse(words, [])
    else:
        assert look.parse(words, []) == move


def test_a_die_alone_chooses_it_where_it_can_mean_one_thing_only() -> None:
    look = shown("zoch")
    assert look.parse("a2", [Keep(0), Keep(1)]) == Keep(1)
    with pytest.raises(Unreadable):
        look.parse("a2", [Call("double", 1), Call("targets", 1)])


@pytest.mark.clause("BLACKROCK-4")
def test_a_double_needs_only_the_die_that_goes_back_where_one_pair_has_it() -> None:
    look = shown("blackrock")
    pair = [Call("targets", 0), Call("double", 0, 2), Call("double", 2, 0), Pass()]
    for words in ("double a1", "Doppel A1", "a1 a3", "double a1 a3"):
        assert look.parse(words, pair) == Call("double", 0, 2)
    three = [*pair, Call("double", 0, 1), Call("double", 1, 0)]
    assert look.parse("double a1", three) == Call("double", 0), "the table tells what is missing"
    assert look.parse("double a1 a2", three) == Call("double", 0, 1)


@pytest.mark.clause("BLACKROCK-4")
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "“Double 5!” with A1 puts A3 back on the tower"),
        ("fr", "«\u00a0Double 5\u00a0!\u00a0» avec A1 remet A3 sur la tour"),
        ("de", "„Doppel 5!“ mit A1 stellt A3 zurück auf den Turm"),
    ],
)
def test_a_double_is_offered_with_both_its_dice(language: str, words: str) -> None:
    match = spoken().with_dice(lie("A1", 5))
    match.flick(0, lie("A3", 5))
    look, view = shown("blackrock", language=language), match.json()
    call = Call("double", 2, 0)
    assert call in match.table.moves(0)
    assert look.key(call) == "double A3 A1"
    assert look.describe(view, 0, call) == words


def test_a_flick_is_listed_with_round_numbers_that_may_be_typed() -> None:
    look = shown("zoch")
    assert look.key(Flick(-3.4567, 1.23456, 0.3, 0.0, 15.2)) == "flick -3.5 1.23 0.3 0 15"
    assert look.key(Flick(0.04, 1.2)) == "flick 0 1.2"
    assert look.key(MoveRange("flick", {})) == "flick"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_means_two_things(language: str) -> None:
    names = [f"words_{name}" for name in (*COMMANDS, *TargetsBoard.commands)]
    names += [f"targets_words_{verb}" for verb in VERBS]
    words = [word for name in names for word in say(f"cli_{name}", language).split()]
    assert len(words) == len(set(words))


def aim(name: str = "zoch", text: str = "", language: str = "en") -> Aim:
    table = Table(name, 2, chance=[])
    return shown(name, language=language).draft("aim", table.position.view(0), 0, text)


def test_every_key_of_the_aim_changes_one_number_and_none_goes_too_far() -> None:
    start = aim()
    assert start.move == first_flick(Table("zoch", 2, chance=[]).position.board.layout, 0)  # type: ignore[attr-defined]
    assert start.press("x") is start
    for key, (name, step) in STEPS.items():
        once = start.press(key)
        assert getattr(once.move, name) == pytest.approx(getattr(start.move, name) + step)
        far = start
        for _ in range(1000):
            far = far.press(key)
        Table("zoch", 2, chance=[]).game.read_move(far.move)
        assert far.press(key) == far


def test_the_line_of_aim_turns_and_grows_and_the_finger_moves() -> None:
    straight, left = (printed(aim(text=text).draw()) for text in ("0 1.2 0.4", "20 1.2 0.4"))
    strong, low = (printed(aim(text=text).draw()) for text in ("0 2.4 0.4", "0 1.2 -0.6"))
    assert len({straight, left, strong, low}) == 4
    assert "20.0°" in left
    assert "2.40\u00a0m/s" in strong
    rows = [text.splitlines() for text in (straight, low)]
    heights = [next(n for n, line in enumerate(lines) if "✛" in line) for lines in rows]
    assert heights[0] < heights[1], "the finger meets the die lower"
    assert re.search("Stärke +1,20\u00a0m/s", printed(aim(language="de", text="0 1,2").draw()))


def test_whoever_may_not_flick_can_not_aim() -> None:
    table = Table("zoch", 2, chance=[])
    with pytest.raises(NotAllowed) as refused:
        shown("zoch").draft("aim", table.position.view(1), 1, "")
    assert refused.value.clause == "TARGETS-2"
    with pytest.raises(Unreadable):
        aim(text="fast")


def test_calls_are_open_to_all_and_race_where_they_are_spoken() -> None:
    auto, spoken = Match("blackrock").json(), Match("blackrock", calls="spoken").json()
    look = shown("blackrock")
    assert [look.hurries(auto), look.hurries(spoken)] == [False, True]
    assert look.shared(spoken)
    match = Match("zoch")
    match.flick(0, lie("A3", 5), lie("A2", 5))
    assert not shown("zoch").shared(match.json()), "a choice is its player’s alone"


def test_a_film_shows_the_die_on_its_way() -> None:
    table = Table("zoch", 2, seed=1, options={"tremor": "off"})
    before = table.position.view(None)
    table.play(table.actors[0], "flick 0 1.15 0.3 0 15")
    outcome = next(entry.chance for entry in reversed(table.log) if isinstance(entry.chance, dict))
    look = shown("zoch")
    pictures = [printed(picture) for picture, _ in look.watch(before, outcome)]
    assert len(set(pictures)) > 5
    assert "3)" in pictures[0]
    assert "2)" in pictures[-1]
    assert not list(look.watch(before, {"settled": []}))


def test_where_nobody_watches_aiming_shows_the_line_and_waits_for_the_flick(ludotheque: Command) -> None:
    typed = "aim 5 1,3\n5 1,3 0,4\naim 900 2\n"
    said = ludotheque("play", "zoch", "--seed", "1", "--seat", "me:Ada", "--seat", "me:Ben", typed=typed)
    assert re.search(r"direction +5\.0°", said.out)
    assert re.search(r"(Ada|Ben) flicks firmly, a little to the left", said.out)
    assert "azimuth" in said.out, "a direction beyond the circle is refused by name"
    assert "Traceback" not in said.err
