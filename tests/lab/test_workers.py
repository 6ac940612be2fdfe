"""Work on one process, on several and on Ray: the same results in the same order, despite dead workers."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest

from ludotheque.core.refusal import NotAllowed, Refusal, Unreadable
from ludotheque.games.exxtra.bots.solution import Summary, load_solution, summary
from ludotheque.lab.analyses import analyse_all
from ludotheque.lab.arena import Contest, Standing, run
from ludotheque.lab.league import League, play
from ludotheque.lab.selfplay import SelfPlay, write_games
from ludotheque.lab.workers import STARTS, LocalProcesses, ThisProcess, Workers, open_workers
from ludotheque.table.analysis import Thought, analyse
from tests.lab.ray_cluster import ray_cluster
from tests.lab.test_analyses import played
from tests.patience import HANG, LOOK, looks

RAY = pytest.param("ray", marks=pytest.mark.long)
"""A cluster of Ray; `make test` plays one arena on it."""
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("ray")]

MATCH = Contest("exxtra", ["casual", "cautious"], seats=3)


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with ray_cluster() as address:
        yield address


@pytest.fixture(scope="module", params=["this process", "processes", RAY])
def workers(request: pytest.FixtureRequest) -> Iterator[Workers]:
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "ray":
            patch.setenv("LUDOTHEQUE_RAY", request.getfixturevalue("cluster"))
        with open_workers(1 if request.param == "this process" else 2) as opened:
            yield opened


on_others = pytest.mark.parametrize("workers", ["processes", RAY], indirect=True)


def late_if_even(number: int) -> tuple[int, int]:
    if number % 2 == 0:
        time.sleep(LOOK)
    return number, os.getpid()


def test_results_come_in_the_order_of_the_jobs(workers: Workers) -> None:
    results = list(workers.map(late_if_even, range(40)))
    assert [number for number, _ in results] == list(range(40))
    others = {process for _, process in results} - {os.getpid()}
    assert bool(others) != isinstance(workers, ThisProcess)


def test_the_same_seed_gives_the_same_standing_wherever_it_is_played(workers: Workers) -> None:
    assert run(MATCH, games=150, seed=4, workers=workers) == run(MATCH, games=150, seed=4)


def test_a_league_and_self_play_are_the_same_wherever_they_are_played(
    workers: Workers, tmp_path: Path
) -> None:
    league = League("exxtra", ["random", "cautious", "casual"], rounds=2, seed=3)
    assert play(league, tmp_path / "league.jsonl", workers=workers) == play(league)
    plan, here, there = SelfPlay("exxtra", ["strong"], seed=5), tmp_path / "here", tmp_path / "there"
    write_games(plan, 3, here)
    write_games(plan, 3, there, workers=workers)
    assert here.read_bytes() == there.read_bytes()


def test_a_match_is_judged_and_a_game_solved_the_same_wherever_it_is_done(workers: Workers) -> None:
    record, thought = played("targi", 2, 12), Thought(iterations=10)
    assert list(analyse_all([record], workers, 5, thought)) == [analyse(record, 5, thought)]
    assert summary(load_solution(), (), ask=workers.map) == summed_up()


@cache
def summed_up() -> Summary:
    return summary(load_solution(), ())


class Counting:
    """Counts what it is given."""

    def __init__(self) -> None:
        self.jobs = 0

    def __call__(self, _: int) -> int:
        self.jobs += 1
        return self.jobs


@on_others
def test_work_arrives_once_and_a_new_one_replaces_it(workers: Workers) -> None:
    assert max(workers.map(Counting(), range(30))) > 1
    assert sorted(workers.map(Counting(), range(2)))[0] == 1


def refuse(number: int) -> int:
    if number == 3:
        raise Unreadable("core.workers_number", params={"jobs": number})
    return number


def test_an_error_of_a_job_arrives_behind_the_results_before_it(workers: Workers) -> None:
    results = workers.map(refuse, range(10))
    with pytest.raises(Refusal) as refused:
        list(results)
    assert refused.value.params == {"jobs": 3}
    assert list(workers.map(refuse, [1, 2])) == [1, 2], "they work on"


class HangsOnce:
    """Hangs over one job when it is begun for the first time, and tells which process does."""

    def __init__(self, note: Path) -> None:
        self.note = note

    def __call__(self, number: int) -> int:
        if number == 2 and not self.note.exists():
            self.note.with_suffix(".part").write_text(str(os.getpid()))
            self.note.with_suffix(".part").rename(self.note)
            time.sleep(HANG)
        return number * number


@on_others
def test_what_a_killed_worker_was_doing_is_done_again(workers: Workers, tmp_path: Path) -> None:
    note = tmp_path / "process"

    def kill() -> None:
        for _ in looks("the job that hangs"):
            if note.exists():
                break
        os.kill(int(note.read_text()), signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    assert list(workers.map(HangsOnce(note), range(12))) == [number * number for number in range(12)]
    killer.join()


class Deadly:
    """A job that kills its worker, and counts its attempts."""

    def __init__(self, note: Path) -> None:
        self.note = note

    def __call__(self, number: int) -> int:
        if number == 1:
            with self.note.open("a") as note:
                note.write("x")
            os.kill(os.getpid(), signal.SIGKILL)
        return number


@on_others
def test_work_that_kills_every_worker_is_given_up_in_three_languages(
    workers: Workers, tmp_path: Path
) -> None:
    with pytest.raises(NotAllowed) as refused:
        list(workers.map(Deadly(tmp_path / "begun"), range(2)))
    assert refused.value.code == "core.worker_died"
    assert (tmp_path / "begun").read_text() == "x" * STARTS
    assert len({refused.value.text(language) for language in ("en", "fr", "de")}) == 3
    assert list(workers.map(refuse, [1, 2])) == [1, 2], "others work on"


def test_workers_end_at_once_with_what_they_do(tmp_path: Path) -> None:
    note = tmp_path / "process"
    with LocalProcesses(2) as processes:
        results = processes.map(HangsOnce(note), range(12))
        assert next(results) == 0
        for _ in looks("the job that hangs"):
            if note.exists():
                break
    for _ in looks("the end of the worker"):
        if not alive(int(note.read_text())):
            break


OWNER = """
import sys
from functools import cache
from pathlib import Path
from ludotheque.lab.workers import LocalProcesses
from tests.lab.test_workers import HangsOnce

if __name__ == "__main__":
    with LocalProcesses(2) as processes:
        list(processes.map(HangsOnce(Path(sys.argv[1])), range(12)))
"""


def large(number: int) -> bytes:
    """A result that takes a while to travel."""
    return bytes([number]) * (64 << 20)


def test_workers_end_in_the_middle_of_a_result() -> None:
    workers = LocalProcesses(2)
    results = workers.map(large, range(8))
    assert next(results)[0] == 0
    workers.close()
    assert list(workers.map(abs, [-1, -2])) == [1, 2]
    workers.close()


def test_workers_end_when_their_owner_is_killed(tmp_path: Path) -> None:
    note, script = tmp_path / "process", tmp_path / "owner.py"
    script.write_text(OWNER)
    owner = subprocess.Popen([sys.executable, script, note], env=os.environ | {"PYTHONPATH": os.getcwd()})
    for _ in looks("the job that hangs"):
        if note.exists():
            break
    owner.kill()
    owner.wait()
    for _ in looks("the end of the worker"):
        if not alive(int(note.read_text())):
            break


def alive(process: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except FileNotFoundError:
        return False


def ludotheque(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("ludotheque")
    return subprocess.run(
        [program, *arguments], env=os.environ | settings, capture_output=True, text=True, check=False
    )


def test_the_arena_of_the_command_line_plays_on_ray_by_one_setting(cluster: str) -> None:
    arguments = ("arena", "exxtra", "casual", "cautious", "--seats", "3", "--games", "60", "--json")
    here = ludotheque(*arguments, "--jobs", "1")
    by_setting = ludotheque(*arguments, LUDOTHEQUE_RAY=cluster)
    by_flag = ludotheque(*arguments, "--ray", RAY_ADDRESS=cluster)
    for there in (by_setting, by_flag):
        assert there.returncode == 0, there.stderr
        assert there.stdout == here.stdout
    assert msgspec.json.decode(here.stdout, type=Standing).games == 60


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("127.0.0.1:1", "There is no Ray cluster at “127.0.0.1:1”"),
        ("nowhere", "There is no Ray cluster at “nowhere”"),
        pytest.param(
            "nowhere.invalid:6379",
            "There is no Ray cluster at “nowhere.invalid:6379”",
            marks=pytest.mark.long,
        ),
        pytest.param(
            "127.0.0.1:99999", "There is no Ray cluster at “127.0.0.1:99999”", marks=pytest.mark.long
        ),
    ],
)
def test_a_cluster_that_is_not_there_is_told_in_a_sentence(address: str, said: str) -> None:
    settings = {"LUDOTHEQUE_RAY": address, "LUDOTHEQUE_LANGUAGE": "en"}
    told = ludotheque("arena", "exxtra", "casual", "cautious", **settings)
    assert (told.returncode, told.stdout) == (2, "")
    assert said in told.stderr
    assert told.stderr.count("\n") == 1


def test_another_version_of_the_rules_is_refused() -> None:
    from ludotheque.lab.ray_workers import perform_alike
    from ludotheque.lab.workers import Task

    with pytest.raises(NotAllowed) as refused:
        perform_alike("0.0.1", Task(b"", b""), 1)
    assert refused.value.code == "core.ray_version"
    assert "0.0.1" in refused.value.text("en")


@pytest.mark.parametrize("opened", [lambda: open_workers(0), lambda: open_workers(-1, ray=True)])
def test_no_worker_at_all_is_refused(opened: Callable[[], Workers]) -> None:
    with pytest.raises(Unreadable) as refused:
        opened()
    assert refused.value.code == "core.workers_number"
