"""The solution for two players: against a second solver, against the rules, and as a file."""

import pickle
import sys
import zipfile
from itertools import product
from pathlib import Path

import msgspec
import numpy as np
import pytest

from ludotheque.games.exxtra.bots import npz
from ludotheque.games.exxtra.bots import solution as exxtra
from ludotheque.games.exxtra.bots.solution import (
    POSITIONS,
    VALUES,
    Solution,
    Summary,
    dice_index,
    load_solution,
    solve,
    solve_variant,
    summary,
)

from . import independent_solver

TABLES = [(0, None), *((slot, value) for slot in range(1, 6) for value in VALUES)]


@pytest.fixture(scope="module")
def perfect() -> Solution:
    return load_solution()


@pytest.fixture(scope="module")
def excape() -> Solution:
    return solve_variant(True)


@pytest.fixture(scope="module")
def told(perfect: Solution) -> Summary:
    """The summary, with a good threshold and one that is never reached; made once, for it takes seconds."""
    return summary(perfect, thresholds=[50, 76])


@pytest.fixture
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty cache, nothing loaded yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(exxtra, "_loaded", {})
    return tmp_path / "ludotheque"


def wins(solution: Solution, me: int, other: int, dice: int, value: int) -> dict[str, float]:
    return {option.name: option.win for option in solution.options(me, other, dice, value)}


def best(solution: Solution, me: int, other: int, dice: int, value: int) -> float:
    """The win chance after a throw; a player at Ziel has no options, and has won."""
    return max((option.win for option in solution.options(me, other, dice, value)), default=1.0)


def read(throw: tuple[str, str]) -> int:
    return int("".join(sorted("".join(throw).replace("X", "0"), reverse=True)))


def pair_steps(throw: tuple[str, str]) -> int:
    return int(throw[0]) if throw[0] == throw[1] != "X" else 0


@pytest.mark.slow
@pytest.mark.long
def test_a_second_solver_agrees_in_every_position(perfect: Solution) -> None:
    first, again = independent_solver.solve()
    assert first.shape == again.shape == POSITIONS
    assert np.abs(np.asarray(first) - np.asarray(perfect.first)).max() < 1e-6
    assert np.abs(np.asarray(again) - np.asarray(perfect.again)).max() < 1e-6


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.clause("EXXTRA-18")
def test_a_second_solver_agrees_where_xx_is_100(excape: Solution) -> None:
    first, again = independent_solver.solve(xx=100)
    assert np.abs(np.asarray(first) - np.asarray(excape.first)).max() < 1e-6
    assert np.abs(np.asarray(again) - np.asarray(excape.again)).max() < 1e-6


def test_the_shipped_solution_is_what_the_solver_finds(perfect: Solution) -> None:
    heard: list[float] = []
    fresh = solve(heard.append)
    assert np.abs(np.asarray(fresh.first) - np.asarray(perfect.first)).max() < 1e-9
    assert np.abs(np.asarray(fresh.again) - np.asarray(perfect.again)).max() < 1e-9
    assert heard == sorted(heard)
    assert heard[0] >= 0
    assert heard[-1] == 1


def test_the_shipped_solution_of_the_variant_is_what_the_solver_finds(excape: Solution) -> None:
    shipped = load_solution(xx_is_100=True)
    assert np.abs(np.asarray(shipped.first) - np.asarray(excape.first)).max() < 1e-9
    assert np.abs(np.asarray(shipped.again) - np.asarray(excape.again)).max() < 1e-9


def test_a_solution_travels_to_another_process(perfect: Solution) -> None:
    there = pickle.loads(pickle.dumps(perfect))
    assert (there.first, there.again, there.xx_is_100) == (perfect.first, perfect.again, perfect.xx_is_100)


@pytest.mark.parametrize("array", [np.zeros(3, np.float32), np.asfortranarray(np.zeros((2, 3)))])
def test_other_arrays_of_numpy_are_refused(
    array: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]", tmp_path: Path
) -> None:
    np.savez(tmp_path / "other.npz", first=array)
    with pytest.raises(ValueError, match="an array of"):
        npz.read_floats(tmp_path / "other.npz")
    with zipfile.ZipFile(tmp_path / "no.npz", "w") as file:
        file.writestr("first.npy", b"something else")
    with pytest.raises(ValueError, match="no array"):
        npz.read_floats(tmp_path / "no.npz")


def test_a_machine_of_the_other_order_of_bytes_reads_the_same_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "byteorder", "big")
    turned = np.arange(6.0).reshape(2, 3).astype(">f8").tobytes()
    npz.write_floats(tmp_path / "file.npz", {"numbers": npz.floats(turned, (2, 3))})
    assert npz.read_floats(tmp_path / "file.npz")["numbers"].tobytes() == turned
    monkeypatch.undo()
    with np.load(tmp_path / "file.npz") as arrays:
        assert arrays["numbers"].tolist() == [[0, 1, 2], [3, 4, 5]]


def test_beginning_is_an_advantage(perfect: Solution) -> None:
    assert perfect.start_value() == pytest.approx(0.540772709597)


def test_a_pawn_further_on_is_never_worse(perfect: Solution) -> None:
    for worth in (perfect.first, perfect.again):
        assert (np.diff(worth, axis=0) > 0).all()
        assert (np.diff(worth, axis=1) < 0).all()


def test_a_first_throw_is_never_worse_than_a_later_one(perfect: Solution) -> None:
    assert (np.asarray(perfect.first) > np.asarray(perfect.again)).all()


SOME_POSITIONS = [(0, 0, 0), (1, 20, 150), (20, 20, 1), (19, 3, 44), (18, 16, 133), (2, 12, 75), (7, 9, 100)]


@pytest.mark.clause("EXXTRA-8")
@pytest.mark.parametrize(("me", "other", "dice"), SOME_POSITIONS)
def test_an_x_in_the_first_throw_reads_0_and_may_be_kept(
    perfect: Solution, me: int, other: int, dice: int
) -> None:
    throws = list(product("12347X", "12356X"))
    chances = [best(perfect, me + pair_steps(throw), other, dice, read(throw)) for throw in throws]
    assert perfect.first[me, other, dice] == pytest.approx(sum(chances) / 36, abs=1e-11)


@pytest.mark.clause("EXXTRA-9")
@pytest.mark.clause("EXXTRA-10")
@pytest.mark.parametrize(("me", "other", "dice"), SOME_POSITIONS)
def test_an_x_in_a_later_throw_ends_the_turn_and_a_pair_advances(
    perfect: Solution, me: int, other: int, dice: int
) -> None:
    their_slot = TABLES[dice][0]
    chances = []
    for throw in product("12347X", "12356X"):
        if "X" in throw:
            back = max(me - throw.count("X"), 0)
            chances.append(1 - perfect.turn_start(other, their_slot, back, 0))
        else:
            chances.append(best(perfect, me + pair_steps(throw), other, dice, read(throw)))
    assert perfect.again[me, other, dice] == pytest.approx(sum(chances) / 36, abs=1e-11)


@pytest.mark.clause("EXXTRA-11")
def test_after_a_throw_one_may_throw_again(perfect: Solution) -> None:
    assert wins(perfect, 3, 4, 9, 42)["throw"] == perfect.again[3, 4, 9]


@pytest.mark.clause("EXXTRA-12")
def test_a_kept_throw_goes_to_an_empty_slot(perfect: Solution) -> None:
    everywhere = ["throw", "place 0", "place 1", "place 2", "place 3", "place 4", "place 5"]
    assert list(wins(perfect, 3, 4, 0, 10)) == everywhere
    everywhere.remove("place 3")
    assert list(wins(perfect, 3, 4, dice_index(3, 76), 10)) == everywhere
    assert [option.slot for option in perfect.options(3, 4, dice_index(3, 76), 10)] == [None, 0, 1, 2, 4, 5]


@pytest.mark.clause("EXXTRA-13")
@pytest.mark.clause("EXXTRA-17")
def test_the_placed_pair_removes_a_pair_on_a_higher_slot_that_is_not_above_it(perfect: Solution) -> None:
    theirs = dice_index(5, 64)
    stays, advances = 0, 5
    placed = wins(perfect, 6, 8, theirs, 64)["place 4"]
    assert placed == pytest.approx(1 - perfect.turn_start(8, stays, 6, dice_index(4, 64)))
    placed = wins(perfect, 6, 8, theirs, 63)["place 4"]
    assert placed == pytest.approx(1 - perfect.turn_start(8, advances, 6, dice_index(4, 63)))
    placed = wins(perfect, 6, 8, dice_index(4, 64), 70)["place 5"]
    assert placed == pytest.approx(1 - perfect.turn_start(8, 4, 6, dice_index(5, 70)))


@pytest.mark.clause("EXXTRA-6")
@pytest.mark.clause("EXXTRA-14")
def test_the_move_at_the_start_of_a_turn_may_win(perfect: Solution) -> None:
    assert perfect.turn_start(15, 5, 20, 0) == perfect.first[20, 20, 0]
    assert perfect.turn_start(16, 5, 20, 0) == 1
    lost = wins(perfect, 20, 16, dice_index(5, 76), 75)
    assert [lost[f"place {slot}"] for slot in range(5)] == [0] * 5


@pytest.mark.clause("EXXTRA-14")
def test_a_pair_may_win(perfect: Solution) -> None:
    assert perfect.options(21, 4, 0, 33) == []


@pytest.mark.clause("EXXTRA-5")
def test_thirty_values_number_the_dice() -> None:
    assert len(VALUES) == 30
    assert [dice_index(slot, value) for slot, value in TABLES] == list(range(151))


@pytest.mark.clause("EXXTRA-18")
def test_100_beats_everything(excape: Solution) -> None:
    theirs = excape.dice_index(5, 76)
    placed = wins(excape, 6, 8, theirs, 100)["place 4"]
    assert placed == pytest.approx(1 - excape.turn_start(8, 0, 6, excape.dice_index(4, 100)))
    assert placed > wins(excape, 6, 8, theirs, 76)["place 4"]
    assert excape.dice_index(5, 100) == 150
    with pytest.raises(ValueError, match="0 is not the value of a throw"):
        excape.dice_index(1, 0)


@pytest.mark.parametrize("position", [(-1, 0, 0), (0, 21, 0), (0, 0, 151), (0, -1, 0)])
def test_a_position_that_does_not_exist_is_refused(perfect: Solution, position: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="must be 0 to"):
        perfect.options(*position, 42)


def test_slots_and_values_that_do_not_exist_are_refused(perfect: Solution) -> None:
    with pytest.raises(ValueError, match="slots 0 to 5, not 6"):
        dice_index(6, 10)
    with pytest.raises(ValueError, match="slots 0 to 5, not 6"):
        perfect.turn_start(0, 6, 0, 0)
    with pytest.raises(ValueError, match="None is not the value"):
        dice_index(1, None)
    with pytest.raises(ValueError, match="74 is not the value"):
        perfect.options(0, 0, 0, 74)


def test_a_saved_solution_reads_back_exactly(perfect: Solution, tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "solution.npz"
    perfect.save(path)
    with np.load(path) as arrays:
        assert sorted(arrays) == ["again", "first"]
        assert (arrays["first"] == np.asarray(perfect.first)).all()
    back = Solution.load(path)
    assert back.first == perfect.first
    assert back.again == perfect.again
    assert [entry.name for entry in path.parent.iterdir()] == ["solution.npz"]


def test_loading_happens_once(own_cache: Path) -> None:
    assert load_solution() is load_solution()


def test_nobody_can_change_the_shared_arrays(perfect: Solution) -> None:
    with pytest.raises(TypeError, match="read-only"):
        perfect.first[0, 0, 0] = 1


def test_only_win_chances_of_every_position_make_a_solution(perfect: Solution) -> None:
    with pytest.raises(ValueError, match="again must hold"):
        Solution(perfect.first, perfect.again.cast("B").cast("d"))
    with pytest.raises(ValueError, match="no win chances"):
        Solution.of((np.asarray(perfect.first) * np.nan).tobytes(), perfect.again.tobytes())


@pytest.mark.parametrize("broken", [b"", b"not a solution", b"half"])
def test_a_broken_cache_is_computed_again(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch, excape: Solution, broken: bytes
) -> None:
    monkeypatch.setattr(exxtra, "solve", lambda progress, *, xx_is_100: excape)
    monkeypatch.setattr(exxtra, "_SHIPPED", own_cache / "missing")
    path = own_cache / "exxtra-xx_is_100-1.npz"
    excape.save(path)
    path.write_bytes(path.read_bytes()[:300_000] if broken == b"half" else broken)
    assert load_solution(xx_is_100=True) is excape
    assert Solution.load(path, xx_is_100=True).first == excape.first


def test_the_cache_saves_solving(own_cache: Path, monkeypatch: pytest.MonkeyPatch, excape: Solution) -> None:
    monkeypatch.delattr(exxtra, "solve")
    monkeypatch.setattr(exxtra, "_SHIPPED", own_cache / "missing")
    excape.save(own_cache / "exxtra-xx_is_100-1.npz")
    solution = load_solution(xx_is_100=True)
    assert solution.xx_is_100
    assert solution.again == excape.again


def test_without_a_shipped_file_and_a_writable_cache_the_game_is_solved(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch, perfect: Solution
) -> None:
    own_cache.write_text("a file where the folder should be")
    monkeypatch.setattr(exxtra, "_SHIPPED", own_cache / "missing")
    monkeypatch.setattr(exxtra, "solve", lambda progress, *, xx_is_100: perfect)
    assert load_solution() is perfect


def test_the_summary_tells_when_to_stop_and_where_to_place(perfect: Solution, told: Summary) -> None:
    assert told.first_player == perfect.start_value()
    assert told.keep_from == 53
    best = {throw.value: throw.best for throw in told.throws}
    assert list(best) == list(VALUES)
    assert (best[0], best[33], best[52], best[53], best[76]) == (
        "throw",
        "place 2",
        "throw",
        "place 3",
        "place 5",
    )
    assert told.starts_again == pytest.approx(22 / 36)
    assert sum(throw.chance * throw.win for throw in told.throws) == pytest.approx(told.first_player)
    assert told.turns == pytest.approx(23.971, abs=1e-3)
    assert told.throws_again == pytest.approx(0.7177, abs=1e-4)
    assert [rule.keep_from for rule in told.thresholds] == [50, 76]
    assert told.thresholds[0].win == pytest.approx(0.5781, abs=1e-4)


def test_the_summary_is_json(told: Summary) -> None:
    assert msgspec.json.decode(msgspec.json.encode(told), type=Summary) == told


def test_always_throwing_on_loses_to_perfect_play(told: Summary) -> None:
    assert told.thresholds[-1].win > 0.9
