"""Steps per second for learners: our batches beside PettingZoo's classic games, OpenSpiel and pgx.

A step is one decision with all that a learner needs: what the acting seat sees, the mask of what is allowed,
rewards, and a new game when one is over; actions are drawn evenly from those allowed. Everything runs in one
process on one core, and seconds are those of the processor, so that a busy machine changes little. pgx is
compiled for the processor by JAX; its time to compile is not counted.
"""

import os

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(threads, "1")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import sys  # noqa: E402
import time  # noqa: E402
from collections.abc import Callable  # noqa: E402
from typing import Any  # noqa: E402

import numpy as np  # noqa: E402

import ludotheque  # noqa: E402
from ludotheque.rl import BatchEnv  # noqa: E402

SECONDS = 2.0
GAMES = 256
BARS = {"exxtra": 1_000_000, "touche": 300_000, "targi": 300_000}
"""Steps per second that must be reached."""
TABLES = (("exxtra", 2), ("exxtra", 6), ("touche", 2), ("touche", 6), ("targi", 2))
PGX = ("backgammon", "connect_four", "go_9x9", "kuhn_poker")
OPEN_SPIEL = ("backgammon", "connect_four", "go(board_size=9)", "kuhn_poker")
CLASSIC = ("connect_four_v3", "tictactoe_v3", "go_v5")


def measure(play: Callable[[], int], seconds: float = SECONDS) -> float:
    """Steps per second of processor time; the best of three."""
    play()
    best = 0.0
    for _ in range(3):
        steps, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds / 3:
            steps += play()
        best = max(best, steps / spent)
    return best


def ours(name: str, seats: int) -> float:
    """Our batches, observations and masks read as arrays."""
    games = BatchEnv(name, GAMES, seats, seed=1)

    def play() -> int:
        for _ in range(4):
            games.step(games.sample())
        return 4 * GAMES

    return measure(play)


def one_by_one(name: str, seats: int) -> float:
    """Our own adapter for PettingZoo, one game at a time."""
    from ludotheque.rl.pettingzoo import GameEnv

    return measure(aec_game(GameEnv(name, seats)))


def aec_game(env: Any) -> Callable[[], int]:
    """A game of any AEC environment, with observation and mask at every step."""
    rng = np.random.default_rng(1)

    def play() -> int:
        env.reset(seed=int(rng.integers(1 << 30)))
        steps = 0
        for agent in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))
            steps += agent is not None
        return steps

    return play


def classic(name: str) -> float | None:
    """A classic game of PettingZoo."""
    try:
        from importlib import import_module

        module = import_module(f"pettingzoo.classic.{name}")
        return measure(aec_game(module.env()))
    except (ImportError, AttributeError):
        return None


def open_spiel(name: str) -> float | None:
    """A game of OpenSpiel (C++), observation tensor and mask at every decision."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, rng = pyspiel.load_game(name), np.random.default_rng(1)
    tensor = game.get_type().provides_observation_tensor

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(outcomes[int(np.searchsorted(np.cumsum(chances), rng.random()))])
                continue
            if tensor:
                state.observation_tensor()
            mask = np.array(state.legal_actions_mask())
            state.apply_action(int(rng.choice(np.flatnonzero(mask))))
            steps += 1
        return steps

    return measure(play)


def pgx_batch(name: str) -> float | None:
    """A game of pgx, as many at once, with its own automatic reset."""
    try:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental import auto_reset
    except ImportError:
        return None
    env = pgx.make(name)
    start = jax.jit(jax.vmap(env.init))
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit  # type: ignore[untyped-decorator]
    def random_step(state: Any, key: Any) -> Any:
        draw, play = jax.random.split(key)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(draw, logits, axis=1)
        return step(state, actions, jax.random.split(play, GAMES))

    key = jax.random.PRNGKey(0)
    held = [start(jax.random.split(key, GAMES)), key]

    def play() -> int:
        held[1], now = jax.random.split(held[1])
        held[0] = random_step(held[0], now)
        held[0].observation.block_until_ready()
        return GAMES

    return measure(play)


def main() -> None:
    """Print the figures, the peers as ratios to ours, and whether the bars are met."""
    if not ludotheque.compiled:
        sys.exit("The rules are not compiled here, so there is no figure to report: run `make setup`.")
    print(f"Steps per second for learners, {GAMES} games at once where batches are possible, one core")
    figures = {(name, seats): ours(name, seats) for name, seats in TABLES}
    for (name, seats), figure in figures.items():
        bar = BARS[name]
        met = "above" if figure >= bar else "BELOW"
        title = ludotheque.game(name).title
        print(f"  {f'{title}, {seats} seats':<34} {figure:>12,.0f}   {met} the bar of {bar:,}")
    slowest = min(figures.values())
    print("Beside them, with how many times as fast our slowest and our quickest batch is")
    peers: list[tuple[str, Callable[[str], float | None], tuple[str, ...]]] = [
        ("pgx", pgx_batch, PGX),
        ("OpenSpiel", open_spiel, OPEN_SPIEL),
        ("PettingZoo", classic, CLASSIC),
    ]
    for peer, measured, names in peers:
        for name in names:
            line(f"{peer} {name}", measured(name), slowest, max(figures.values()))
    for name in BARS:
        line(f"ours through PettingZoo, {name}", one_by_one(name, 2), slowest, max(figures.values()))


def line(what: str, figure: float | None, slowest: float, quickest: float) -> None:
    """A figure and two ratios."""
    if figure is None:
        print(f"  {what:<34} not installed (pip install -r requirements-bench.txt)")
    else:
        print(f"  {what:<34} {figure:>12,.0f}   {slowest / figure:8.1f} x to {quickest / figure:8.1f} x")


if __name__ == "__main__":
    main()
