"""Every command without an interactive terminal: no colours, no cursor, no bars; errors in one sentence."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque import Table
from ludotheque.cli.files import save_record
from ludotheque.core.words import LANGUAGES
from ludotheque.games.exxtra.bots.solution import Solution, load_solution

from .conftest import Command

COMMANDS = (
    "arena",
    "bench",
    "check",
    "coach",
    "engine",
    "games",
    "league",
    "learn",
    "play",
    "replay",
    "rules",
    "selfplay",
    "solve",
    "targets",
)
POSITION = '{"seats": 2, "pawns": [18, 16], "dice": [null, {"slot": 5, "value": 64}]}'


def finished() -> Table:
    """Play a game of two that throw and place on slot 5 or 0 to its end."""
    table = Table("exxtra", seats=2, seed=3)
    while table.result is None:
        seat = table.actors[0]
        table.play(seat, table.moves(seat)[-1])  # type: ignore[arg-type]
    return table


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Usage: Commands"), ("fr", "Commandes Afficher"), ("de", "Aufruf: Befehle BEFEHL")],
)
def test_the_help_lists_every_command_in_the_language(ludotheque: Command, language: str, words: str) -> None:
    said = ludotheque("--help", "--language", language)
    assert said.status == 0
    assert [word for word in (*words.split(), *COMMANDS) if word not in said.out] == []
    assert "\x1b" not in said.out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_own_help(ludotheque: Command, name: str, language: str) -> None:
    said = ludotheque(name, "--help", f"--language={language}")
    assert said.status == 0
    assert f"ludotheque {name}" in said.out
    assert not any(line != line.rstrip() for line in said.out.splitlines())


@pytest.mark.parametrize(
    ("variables", "tagline"),
    [
        ({"LUDOTHEQUE_LANGUAGE": "de"}, "Reize dein Glück"),
        ({"LUDOTHEQUE_LANGUAGE": "", "LC_ALL": "fr_CH.UTF-8"}, "Tentez votre chance"),
        ({"LUDOTHEQUE_LANGUAGE": "", "LANG": "de_AT"}, "Reize dein Glück"),
        ({"LUDOTHEQUE_LANGUAGE": "", "LANG": "ja_JP"}, "Push your luck"),
    ],
)
def test_games_are_listed_in_the_language_of_the_surroundings(
    ludotheque: Command, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], tagline: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    said = ludotheque("games")
    assert tagline in said.out
    assert "10" in said.out
    assert said.status == 0


def test_rules_are_read_whole_or_by_clause(ludotheque: Command) -> None:
    whole = ludotheque("rules", "exxtra", "--language", "de").out
    assert "In zwei Minuten" in whole
    assert all(f"EXXTRA-{number} " in whole for number in range(1, 19))
    assert ludotheque("rules", "exxtra", "9").out.startswith("EXXTRA-9  From the second throw")


def test_a_rule_that_is_our_ruling_is_marked(ludotheque: Command) -> None:
    whole = ludotheque("rules", "exxtra", "--language", "fr").out
    assert "La mention « (décision) » signale" in whole
    assert ludotheque("rules", "exxtra", "15").out.startswith("EXXTRA-15  (ruling) The starting player")
    assert "wo immer Platz ist. (Festlegung) Jeder Wert" in " ".join(
        ludotheque("rules", "exxtra", "12", "--language", "de").out.split()
    )
    assert "ruling" not in ludotheque("rules", "exxtra", "9").out


def test_a_match_is_played_through_a_pipe_and_saved(ludotheque: Command, tmp_path: Path) -> None:
    typed = "t\n9\nh\n?\nl\nr\no\ns mine.json\n5\nu\n"
    said = ludotheque("play", "exxtra", "--seed", "5", "--save", "game.json", typed=typed)
    assert said.status == 0
    assert "\x1b" not in said.out
    for words in (
        "“9” is not a move",
        "Your chance to win",
        "Ada places 62 on slot 5.",
        "Saved in game.json.",
    ):
        assert words in said.out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.json", "mine.json"]
    table = Table.replay((tmp_path / "game.json").read_bytes())
    assert table.names == ["Ada", "Basile"]
    assert table.result is None


def test_a_saved_match_goes_on(ludotheque: Command, tmp_path: Path) -> None:
    ludotheque("play", "exxtra", "--seed", "5", "--save", "game.json", typed="t\n5\n")
    before = Table.replay((tmp_path / "game.json").read_bytes())
    said = ludotheque("play", "--resume", "game.json", "--seed", "1", typed="t\n0\n")
    after = Table.replay((tmp_path / "game.json").read_bytes())
    assert said.status == 0
    assert after.log[: before.version] == before.log
    assert after.version > before.version
    assert after.names == ["Ada", "Basile"]


def test_bots_among_themselves_play_to_the_end(ludotheque: Command) -> None:
    said = ludotheque("play", "exxtra", "--seat", "bot:casual", "--seat", "bot:casual:Robby", "--seed", "1")
    assert "wins!" in said.out
    assert "● Leon" in said.out
    assert "■ Robby" in said.out


def test_a_move_passed_on_is_taken_back_if_everybody_agrees(ludotheque: Command) -> None:
    seats = ("--seat", "me:Ada", "--seat", "me:Ben", "--seed", "5")
    agreed = ludotheque("play", "exxtra", *seats, typed="t\n5\nu\ny\n3\n").out
    assert "Does everybody agree" in agreed
    assert "Ada places 62 on slot 3." in agreed
    declined = ludotheque("play", "exxtra", *seats, typed="t\n5\nu\nn\n").out
    assert "There is nothing of yours to take back." in declined


def test_equal_names_are_told_apart(ludotheque: Command) -> None:
    robots = ("--seat", "me:Ada", "--seat", "bot:casual:Robby", "--seat", "bot:casual:Robby")
    out = ludotheque("play", "exxtra", *robots, "--option", "xx_is_100=true").out
    assert "■ Robby 1" in out
    assert "▲ Robby 2" in out


def test_two_bots_of_one_level_are_two_characters(ludotheque: Command) -> None:
    out = ludotheque("play", "exxtra", "--seats", "3").out
    assert "■ Basile" in out
    assert "▲ Emil" in out


def test_a_replay_is_a_log_with_names_and_clauses(ludotheque: Command, tmp_path: Path) -> None:
    table = finished()
    save_record(table, tmp_path / "nameless.json")
    assert "Seat 1" in ludotheque("replay", "nameless.json").out
    table.names = ["Ada", "Ben"]
    save_record(table, tmp_path / "game.json")
    lines = ludotheque("replay", "game.json").out.splitlines()
    assert len(lines) == len(table.events) + 2
    assert lines[0].endswith("starts. (EXXTRA-15)")
    assert lines[-2].startswith("   1. ")
    assert lines[-2].endswith(": 21")


def test_the_coach_gives_the_chance_to_win_with_each_choice(ludotheque: Command) -> None:
    said = ludotheque("coach", "exxtra", POSITION, "--throw", "67")
    assert "3 ███████████▏ 92.9\u00a0% on slot 3" in said.out
    assert "removes Seat 2’s 64" in said.out
    answer = json.loads(ludotheque("coach", "exxtra", POSITION, "--throw", "7 6", "--json").out)
    chances = [option["win"] for option in answer["options"]]
    assert answer["options"][0]["move"] == {"do": "place", "slot": 3}
    assert chances == sorted(chances, reverse=True)
    assert answer["position"]["thrown"] == [7, 6]


def test_the_coach_says_why_with_the_clause(ludotheque: Command) -> None:
    said = ludotheque("coach", "exxtra", POSITION, "--throw", "67")
    assert "· It stops Seat 2 just before the goal. (EXXTRA-13)" in said.out
    answer = json.loads(ludotheque("coach", "exxtra", POSITION, "--throw", "7 6", "--json").out)
    reasons = answer["options"][0]["reasons"]
    assert [reason["clause"] for reason in reasons[:2]] == ["EXXTRA-14", "EXXTRA-13"]
    assert "instead" in answer


def test_the_coach_reads_a_position_from_a_file_or_the_input(ludotheque: Command, tmp_path: Path) -> None:
    (tmp_path / "position.json").write_text(POSITION)
    file = ludotheque("coach", "exxtra", "@position.json", "--throw", "[2, 2]", "--json").out
    piped = ludotheque("coach", "exxtra", "-", "--throw", "[2, 2]", "--json", typed=POSITION).out
    assert file == piped
    assert json.loads(file)["position"]["pawns"] == [20, 16]


@pytest.mark.clause("EXXTRA-14")
def test_a_throw_that_wins_leaves_nothing_to_choose(ludotheque: Command) -> None:
    said = ludotheque("coach", "exxtra", POSITION, "--throw", "33")
    assert said.status == 2
    assert said.err == "The game is over.\n"


def test_the_start_of_a_game_needs_no_position(ludotheque: Command) -> None:
    answer = json.loads(ludotheque("coach", "exxtra", "--json", "--level", "perfect").out)
    assert [option["notation"] for option in answer["options"]] == ["throw"]
    assert round(answer["options"][0]["win"], 4) == 0.5408


@pytest.mark.parametrize("name", ["targi", "touche"])
def test_what_is_dealt_before_the_first_choice_is_dealt_by_the_seed(ludotheque: Command, name: str) -> None:
    quick = ["coach", name, "--json", "--level", "random"]
    first, again, other = (ludotheque(*quick, "--seed", seed) for seed in "778")
    assert first.status == 0, first.err
    assert len(json.loads(first.out)["options"]) > 1
    assert first.out == again.out
    assert json.loads(first.out)["position"] != json.loads(other.out)["position"]


def test_a_position_before_a_draw_needs_its_outcome(ludotheque: Command) -> None:
    position = json.dumps(Table("targi", chance=[]).position.to_json())
    said = ludotheque("coach", "targi", position)
    assert said.err == "Chance comes first here: say with --throw what it gives.\n"


@pytest.mark.parametrize(
    "options", [["--language", "de"], ["--language=de"], ["--json", "--language", "de", "--seed", "1"]]
)
def test_options_are_no_position(ludotheque: Command, options: list[str]) -> None:
    said = ludotheque("coach", "exxtra", *options)
    assert (said.status, said.err) == (0, "")
    assert ("Gewinnchance" in said.out) is ("--json" not in options)
    assert ludotheque("coach", "exxtra", "--colour").err == "There is no option --colour here.\n"
    assert ludotheque("coach", "exxtra", "-", POSITION, typed=POSITION).err.endswith("one word too many.\n")


def test_help_is_true_of_each_command(ludotheque: Command) -> None:
    def told(name: str) -> str:
        return " ".join(ludotheque(name, "--help").out.split())

    assert "one that was left unfinished is continued" in told("selfplay")
    assert ".npz" not in told("selfplay")
    assert ".npz" in told("solve")
    assert "GAME BOT" in told("engine")
    assert "if left out" not in told("engine")
    assert "seats that nobody takes go to bots" in told("play")
    for name in ("arena", "league", "selfplay"):
        assert "At how many seats the bots play" in told(name)
        assert "go to bots" not in told(name)


@pytest.mark.slow
def test_the_solution_tells_what_is_worth_knowing(ludotheque: Command, tmp_path: Path) -> None:
    said = ludotheque("solve", "exxtra", "--stored", "--out", "solution.npz", "--language", "de")
    assert said.status == 0
    assert "Wer beginnt, gewinnt 54,1\u00a0% der Partien." in said.out
    assert "Behalte den allerersten Wurf ab 53" in said.out
    lines = said.out.splitlines()
    assert next(line for line in lines if line.startswith("76 ")).endswith("Feld 5")
    assert next(line for line in lines if line.startswith("40 ")).endswith("noch einmal werfen")
    assert Solution.load(tmp_path / "solution.npz").start_value() == load_solution().start_value()


def test_the_arena_shows_shares_with_their_bounds(ludotheque: Command) -> None:
    said = ludotheque("arena", "exxtra", "random", "casual", "--games", "60")
    best, worst = said.out.splitlines()[-2:]
    assert best.startswith("casual")
    assert "+" in best
    assert worst.startswith("random")
    assert "–" in worst
    standing = json.loads(ludotheque("arena", "exxtra", "random", "casual", "--games", "60", "--json").out)
    assert standing["games"] == 60


def test_an_error_of_a_bot_is_told_below_the_standing(ludotheque: Command) -> None:
    own = "tests.lab.test_arena:Stumbling"
    said = ludotheque("arena", "exxtra", own, "casual", "--games", "4")
    assert said.status == 0
    told = " ".join(said.out.split())
    assert "casual" in told
    assert re.search(rf"{own} failed with an error: KeyError: 'nothing known' \(test_arena.py:\d+\)$", told)
    league = ludotheque("league", "exxtra", own, "casual", "--rounds", "2").out
    assert f"{own} failed with an error: KeyError" in " ".join(league.split())


def test_a_check_reports_what_it_did(ludotheque: Command) -> None:
    out = ludotheque("check", "exxtra", "--games", "5", "--language", "fr").out
    assert out.startswith("5 parties")
    assert len(out.splitlines()[-1].split()[-1]) == 64


def test_a_bench_says_whether_the_rules_run_compiled(ludotheque: Command) -> None:
    import ludotheque as house

    out = ludotheque("bench", "--seconds", "0.05").out
    assert "decisions a second" in out
    assert ("interpreted" in out) is not house.compiled


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "There is no command “chess”."),
        (["play", "chess"], "There is no game called “chess”."),
        (["play", "exxtra", "--colour", "red"], "There is no option --colour here."),
        (["play", "exxtra", "--seats", "7"], "Exxtra can’t be played with 7 seats"),
        (["play", "exxtra", "--seats", "many"], "The value of --seats can’t be read"),
        (["play", "exxtra", "--seat", "bot:godlike"], "There is no bot called “godlike”"),
        (["play", "exxtra", "--seat", "you"], "“you” is not a player."),
        (["play", "exxtra", "--seat", "me", "--seat", "bot:perfect", "--seats", "3"], "perfect"),
        (["play", "exxtra", "--option", "xx_is_100"], "“xx_is_100” is not an option."),
        (["play", "exxtra", "--option", "wings=true"], "Exxtra has no option “wings”"),
        (["play", "--resume", "nowhere.json"], "nowhere.json: No such file or directory."),
        (["rules"], "GAME is missing."),
        (["rules", "exxtra", "99"], "There is no rule 99."),
        (["rules", "exxtra", "1", "2"], "“2” is one word too many."),
        (["replay", "nowhere.json"], "nowhere.json: No such file or directory."),
        (["coach", "exxtra", "{"], "“{” is not JSON."),
        (["coach", "exxtra", '{"seats": 2}'], "This position is not possible"),
        (["coach", "exxtra", "--throw", "44"], "(EXXTRA-1)"),
        (["coach", "exxtra", "--throw", "8"], "(EXXTRA-1)"),
        (["coach", "exxtra", "--level", "godlike"], "There is no bot called “godlike”"),
        (["solve", "exxtra", "--out", "nowhere/solution.npz"], "There is no folder nowhere."),
        (["arena", "exxtra", "casual"], "two bots"),
        (["arena", "exxtra", "casual", "perfect", "--games", "0"], "The value of --games can’t be read"),
        (["games", "--language", "tlh"], "“tlh” is not a language we speak."),
        (["games", "--language"], "“” is not a language we speak."),
    ],
)
def test_an_error_is_one_clear_sentence_and_status_2(
    ludotheque: Command, arguments: list[str], sentence: str
) -> None:
    said = ludotheque(*arguments)
    assert said.status == 2
    assert sentence in said.err
    assert said.out == ""
    assert len(said.err.splitlines()) == 1


def test_a_file_that_is_no_record_is_refused(ludotheque: Command, tmp_path: Path) -> None:
    for text, sentence in (
        ("hello", "not JSON"),
        ("{}", "something is wrong at $"),
        ('{"ludotheque": 99}', "version 99"),
    ):
        (tmp_path / "game.json").write_text(text)
        said = ludotheque("replay", "game.json")
        assert said.status == 2
        assert sentence in said.err


def test_a_record_that_can_not_be_written_says_so_and_leaves_nothing(
    ludotheque: Command, tmp_path: Path
) -> None:
    said = ludotheque("play", "exxtra", "--seed", "5", typed="s nowhere/game.json\n")
    assert "nowhere/game.json could not be written" in said.out
    assert not list(tmp_path.iterdir())


def _program(*arguments: str, **variables: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "ludotheque.cli.main", *arguments]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | variables
    )


def test_a_reader_who_leaves_early_is_no_error() -> None:
    with _program("rules", "exxtra") as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        assert program.stderr.read() == b""


def test_an_encoding_without_our_signs_gets_plain_ones() -> None:
    with _program("coach", "exxtra", POSITION, "--throw", "76", PYTHONIOENCODING="ascii") as program:
        out, err = program.communicate()
    assert err == b""
    text = out.decode("ascii")
    assert "o Seat 1" in text
    assert "# Seat 2" in text
    assert "|  [6][4]  |" in text
    assert "Seat 2's 64" in text


def test_practice_is_against_bots_alone(ludotheque: Command) -> None:
    said = ludotheque("play", "exxtra", "--practice", "--seat", "me:Ada", "--seat", "me:Bo")
    assert (said.status, said.err) == (2, "--practice is for one person against bots.\n")
