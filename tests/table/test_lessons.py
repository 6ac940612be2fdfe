"""Every lesson: its solution passes, what it calls wrong does not, and the course teaches the whole game."""

from collections.abc import Iterator

import msgspec
import pytest

from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json, write
from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.core.refusal import Unreadable
from ludotheque.core.rulebook import rulebook
from ludotheque.core.words import LANGUAGES
from ludotheque.games import REGISTRY
from ludotheque.table.analysis import coach_of
from ludotheque.table.lesson_run import LEARNER, LessonRun, Turn
from ludotheque.table.lessons import Lesson, LessonStep, LessonText, Said, course, lesson, lessons

TAUGHT = [name for name in REGISTRY if lessons(name)]
LESSONS = [one for name in TAUGHT for one in lessons(name)]
FIRST = [lessons(name)[0] for name in TAUGHT]
COURSE_SIZES = range(4, 9)
MINUTES = 120.0
BEFORE_THE_FIRST_MOVE = 15.0
CLOSE = 0.02
"""So much may the coach's opinion of two moves differ by chance."""


def named(one: Lesson) -> str:
    return f"{one.game}-{one.name}"


def draw(position: Position) -> Json:
    """Real chance, the same in every run."""
    return position.draw(seeded(3))


def solve(run: LessonRun) -> None:
    """Take one step by its solution."""
    step = run.step
    assert step is not None
    before = run.number
    verdict = run.attempt(None if step.reads else step.answer, draw)
    assert verdict.right, (run.lesson.name, before, step.answer, verdict.refusal, verdict.events)
    assert run.number == before + 1


def steps_of(one: Lesson) -> Iterator[tuple[LessonRun, LessonStep]]:
    """The lesson at each of its steps, in turn."""
    run = LessonRun(one)
    while run.step is not None:
        yield run, run.step
        solve(run)


def sentences(one: Lesson) -> Iterator[Said]:
    yield one.title
    for step in one.steps:
        yield step.ask
        yield from (said for said in (step.right, step.nudge) if said is not None)
        yield from (wrong.say for wrong in step.wrong)
        yield from (mishap.say for mishap in step.mishaps)


@pytest.mark.parametrize("name", TAUGHT)
def test_a_course_has_four_to_eight_lessons(name: str) -> None:
    assert len(lessons(name)) in COURSE_SIZES
    assert len({one.name for one in lessons(name)}) == len(lessons(name))


@pytest.mark.parametrize("one", LESSONS, ids=named)
def test_a_lesson_is_passed_by_its_solution(one: Lesson) -> None:
    run = LessonRun(one)
    turns = []
    while run.step is not None:
        step = run.step
        verdict = run.attempt(None if step.reads else step.answer, draw)
        assert verdict.right, (run.number, step.answer, verdict.refusal, verdict.events)
        turns.append(verdict.turn)
    again = LessonRun(one)
    again.follow([turn for turn in turns if turn is not None])
    assert again.step is None
    assert again.table.position.to_json() == run.table.position.to_json()


@pytest.mark.parametrize("one", LESSONS, ids=named)
def test_each_move_that_is_allowed_passes_and_leads_on_or_gets_an_answer(one: Lesson) -> None:
    for run, step in steps_of(one):
        if step.reads:
            continue
        for move in run.table.moves(LEARNER):
            if not isinstance(move, Move) or step.real:
                continue
            tried = LessonRun(one)
            tried.table, tried.number = run.table.copy(), run.number
            verdict = tried.attempt(move)
            if verdict.right:
                while tried.step is not None and not tried.step.real:
                    solve(tried)
            else:
                assert verdict.said is not None, (run.number, move)
                assert tried.number == run.number
                assert tried.table.position.to_json() == run.table.position.to_json()


@pytest.mark.parametrize("one", LESSONS, ids=named)
def test_what_is_called_wrong_does_not_pass_and_hears_what_is_said_to_it(one: Lesson) -> None:
    for run, step in steps_of(one):
        for wrong in step.wrong:
            heard = []
            for written in wrong.moves:
                moves = [run.game.read_move(written)] if "…" not in written else run.table.moves(LEARNER)
                meant = [move for move in moves if isinstance(move, Move) and run.is_meant(written, move)]
                heard += [run.attempt(move, draw) for move in meant if not run.is_asked(step, move)]
            assert heard, (run.number, wrong.moves)
            assert not any(verdict.right for verdict in heard)
            assert all(verdict.said == wrong.say for verdict in heard)


@pytest.mark.parametrize("one", LESSONS, ids=named)
def test_what_is_pointed_at_passes(one: Lesson) -> None:
    for run, step in steps_of(one):
        if step.point:
            assert run.point is not None
            assert run.table.why_not(LEARNER, run.point) is None
            assert run.is_asked(step, run.point)


@pytest.mark.slow
@pytest.mark.parametrize("one", [one for one in LESSONS if any(s.judged for s in one.steps)], ids=named)
def test_the_coach_agrees_with_what_is_taught(one: Lesson) -> None:
    for run, step in steps_of(one):
        if not step.judged:
            continue
        position = run.table.position.seen_by(LEARNER, seeded(1))
        opinions = coach_of(position)[0].consider(position, LEARNER, seeded(1))
        passing = [opinion.value for opinion in opinions if run.is_asked(step, opinion.move)]
        others = [opinion.value for opinion in opinions if not run.is_asked(step, opinion.move)]
        assert max(passing) + CLOSE >= max(others), (run.number, opinions)


@pytest.mark.parametrize("one", FIRST, ids=named)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_first_lesson_takes_less_than_two_minutes_and_begins_with_a_move(
    one: Lesson, language: str
) -> None:
    assert one.seconds(language) < MINUTES
    assert one.seconds_to_act(language) < BEFORE_THE_FIRST_MOVE


@pytest.mark.parametrize("name", TAUGHT)
def test_all_that_the_introduction_tells_is_taught(name: str) -> None:
    book = rulebook(name)
    introduction = book.sections[1]
    told = course(name).two_minutes
    assert len(told) == len(introduction.text)
    taught = {clause for one in lessons(name) for step in one.steps for clause in step.clauses}
    assert {clause for paragraph in told for clause in paragraph} <= taught
    assert taught <= set(book.clauses)


@pytest.mark.parametrize("one", LESSONS, ids=named)
def test_a_rule_that_is_taught_is_met(one: Lesson) -> None:
    """Most rules show in what happens; a lesson that names only others teaches by words alone."""
    met = set()
    for run, step in steps_of(one):
        tried = LessonRun(one)
        tried.table, tried.number = run.table.copy(), run.number
        verdict = tried.attempt(None if step.reads else step.answer, draw)
        met |= {event.clause for event in verdict.events} & set(step.clauses)
    assert met


@pytest.mark.parametrize("one", LESSONS, ids=named)
def test_every_sentence_is_told_in_every_language(one: Lesson) -> None:
    for said in sentences(one):
        texts = [said.text(language).strip() for language in LANGUAGES]
        assert all(texts)
        if len(texts[0].split()) > 4:
            assert len(set(texts)) == len(LANGUAGES)


def test_a_lesson_is_found_by_its_name_and_by_its_number() -> None:
    one = lessons("exxtra")[1]
    assert lesson("exxtra", one.name) is lesson("exxtra", "2") is one
    with pytest.raises(Unreadable, match="There is no lesson “none”"):
        lesson("exxtra", "none")


def test_a_game_without_lessons_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, "hush", "tests.server.hush")
    assert lessons("hush") == ()


def test_a_wrong_move_gets_the_reason_of_the_rules_and_a_nudge() -> None:
    run = LessonRun(lesson("exxtra", "first-turns"))
    verdict = run.attempt("place 3")
    assert verdict.refusal is not None
    assert verdict.refusal.clause == "EXXTRA-7"
    assert verdict.said == run.lesson.steps[0].nudge
    unread = run.attempt("fly")
    assert (unread.right, unread.refusal is not None) == (False, True)
    assert run.number == 0


def test_nothing_more_can_be_tried_when_a_lesson_is_over() -> None:
    run = LessonRun(lesson("exxtra", "first-turns"))
    while run.step is not None:
        solve(run)
    assert run.point is None
    with pytest.raises(Unreadable, match="over"):
        run.attempt("throw")


@pytest.mark.parametrize(
    "turns", [[Turn(write({"do": "place", "slot": 3}))], [Turn({"do": "fly"})], [Turn({"do": "throw"})] * 9]
)
def test_steps_that_were_not_passed_like_this_are_refused(turns: list[Turn]) -> None:
    with pytest.raises(Unreadable, match=r"\$\.turns\["):
        LessonRun(lesson("exxtra", "first-turns")).follow(turns)


def flawed(**step: object) -> LessonRun:
    """A lesson whose first step is written otherwise."""
    one = lesson("exxtra", "first-turns")
    written = write(one.text)
    assert isinstance(written, dict)
    written["steps"][0] |= step
    return LessonRun(Lesson(one.game, one.name, msgspec.convert(written, LessonText)))


def test_a_script_that_does_not_fit_is_noticed() -> None:
    with pytest.raises(ValueError, match="no outcome of chance is scripted"):
        flawed(chance=[]).attempt("throw")
    with pytest.raises(ValueError, match="more outcomes are scripted"):
        flawed(chance=[[4, 6], [4, 6]]).attempt("throw")
    with pytest.raises(ValueError, match="no seat can play"):
        flawed(replies=["place 1", "place 2"]).attempt("throw")


def test_where_chance_is_real_what_has_to_happen_decides_and_the_table_goes_back() -> None:
    run = flawed(chance=[], real=True, happens=[{"event": "exxtra.pair", "params": {"steps": 3}}])
    missed = run.attempt("throw", lambda _: [2, 2])
    assert not missed.right
    assert [event.name for event in missed.events] == ["exxtra.throw", "exxtra.pair"]
    assert missed.position.to_json() != run.table.position.to_json()
    passed = run.attempt("throw", lambda _: [3, 3])
    assert passed.turn == Turn({"do": "throw"}, ([3, 3],))
    again = flawed(chance=[], real=True)
    with pytest.raises(Unreadable, match="turns"):
        again.follow([Turn({"do": "throw"})])


def test_numbers_of_a_move_have_to_be_within_their_range() -> None:
    run = flawed(passes=["throw", "place …"], within={"slot": [1, 3]})
    assert not run.attempt("throw").right


def test_a_mishap_hears_what_is_said_to_it() -> None:
    slipped = {"en": "Not so.", "fr": "Pas ainsi.", "de": "So nicht."}
    run = flawed(chance=[], real=True, mishaps=[{"event": "exxtra.pair", "say": slipped}])
    missed = run.attempt("throw", lambda _: [2, 2])
    assert (missed.right, missed.said) == (False, Said(**slipped))
    assert run.attempt("throw", lambda _: [4, 2]).right


def test_where_a_lesson_only_talks_first_that_counts_as_waiting() -> None:
    one = flawed(passes=[], chance=[]).lesson
    assert one.seconds_to_act("en") > lesson("exxtra", "first-turns").seconds_to_act("en")
    talk = Lesson(one.game, one.name, LessonText(one.title, one.steps[:1]))
    assert talk.seconds_to_act("en") <= talk.seconds("en")
