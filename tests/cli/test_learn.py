"""Lessons at the terminal: taken from start to end by typing, with progress kept."""

from pathlib import Path

import pytest

from ludotheque.cli.progress import progress_file, take, taken
from ludotheque.core.chance import seeded
from ludotheque.games import REGISTRY
from ludotheque.table.lesson_run import LessonRun
from ludotheque.table.lessons import Lesson, lesson, lessons

from .conftest import Command, Sit

LESSONS = [one for name in REGISTRY for one in lessons(name)]
SIZES = [one if one is lessons(one.game)[0] else pytest.param(one, marks=pytest.mark.long) for one in LESSONS]


def typed_for(one: Lesson) -> list[str]:
    """Return the input for a lesson: moves, and Enter for each text to read."""
    run, lines = LessonRun(one), []
    while run.step is not None:
        step = run.step
        lines.append("" if step.reads else step.answer)
        verdict = run.attempt(None if step.reads else step.answer, lambda position: position.draw(seeded(3)))
        if verdict.events and (run.step is None or run.step.position):
            lines.append("")
    return lines


@pytest.mark.parametrize("one", SIZES)
def test_a_lesson_is_taken_by_typing_its_solution(one: Lesson, ludotheque: Command) -> None:
    said = ludotheque("learn", one.game, one.name, typed="\n".join([*typed_for(one), "q", ""]))
    assert (said.status, said.err) == (0, "")
    assert "Lesson done!" in said.out
    assert taken(one.game) == [one.name]


def test_a_wrong_move_hears_the_rule_and_a_nudge_and_the_hint_tells_what_to_type(ludotheque: Command) -> None:
    said = ludotheque("learn", "exxtra", "1", typed="3\nfly\nh\nr\n?\nq\n")
    assert "The first throw of a turn is compulsory" in said.out
    assert "First the dice have to fall" in said.out
    assert "“fly” is not a move" in said.out
    assert "Try: throw" in said.out
    assert "save the record" not in said.out
    assert taken("exxtra") == []


def test_lessons_follow_each_other_until_all_are_taken(ludotheque: Command) -> None:
    *early, before_last, last = lessons("exxtra")
    for one in early:
        take("exxtra", one.name)
    lines = [*typed_for(before_last), "", *typed_for(last)]
    said = ludotheque("learn", "exxtra", typed="\n".join([*lines, ""]))
    assert "next lesson" in said.out
    assert "You have taken all the lessons of Exxtra" in said.out
    assert len(taken("exxtra")) == len(lessons("exxtra"))
    listed = ludotheque("learn", "exxtra", "--list")
    assert listed.out.count("✓") == len(lessons("exxtra"))
    again = ludotheque("learn", "exxtra", typed="")
    assert lessons("exxtra")[0].steps[0].ask.en[:40] in again.out


def test_leaving_between_two_lessons_keeps_what_was_taken(ludotheque: Command) -> None:
    first = lessons("exxtra")[0]
    said = ludotheque("learn", "exxtra", typed="\n".join([*typed_for(first), ""]))
    assert said.status == 0
    assert taken("exxtra") == [first.name]


def test_a_broken_file_of_progress_is_as_good_as_none() -> None:
    file = progress_file()
    file.parent.mkdir(parents=True)
    file.write_text("{", encoding="utf-8")
    assert taken("exxtra") == []
    take("exxtra", "first-turns")
    assert taken("exxtra") == ["first-turns"]


def test_progress_is_kept_where_programs_keep_their_data(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("LUDOTHEQUE_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert progress_file() == tmp_path / "ludotheque" / "lessons.json"


def test_an_unknown_lesson_or_a_game_without_any_is_refused(
    ludotheque: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "There is no lesson “12”" in ludotheque("learn", "exxtra", "12").err
    monkeypatch.setitem(REGISTRY, "hush", "tests.server.hush")
    assert "There are no lessons for" in ludotheque("learn", "hush").err


def test_a_lesson_is_learned_in_french_on_a_screen(terminal: Sit) -> None:
    screen = terminal("learn", "exxtra", LUDOTHEQUE_LANGUAGE="fr")
    assert "Vos premiers tours  1/" in screen.asked()
    assert lesson("exxtra", "1").steps[0].ask.fr.split()[0] in screen.text
    assert "Le premier lancer" in screen.type("3")
    assert "6 et 4 font 64" in screen.type("l").join(["", screen.type("")])
    screen.child.sendline("q")
    screen.end()
    assert screen.child.exitstatus == 0
