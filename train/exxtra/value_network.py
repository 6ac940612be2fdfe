"""Training of the networks: for three players on the solution, for four to six on self-play.

`python -m train.exxtra.value_network --solution FILE.pt --out FOLDER` writes `value_network_3.f16` and prints
the regret of the network and of decisions made elsewhere (`--decisions`); `--seats 4 5 6` writes the others.
"""

import argparse
import time
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import TypeAlias

import numpy as np
import torch
from train.exxtra.batch import (
    RANKS,
    SLOTS,
    Decisions,
    Games,
    Tables,
    Tensor,
    Thought,
    after,
    options_of,
    worth_after,
)
from train.exxtra.solve import value_of
from train.exxtra.torch_network import Network, flat, teach

Choose: TypeAlias = Callable[[Tensor, Tensor, Tensor], Tensor]


class Solved:
    """The solution for three as a player and as a judge."""

    def __init__(self, tables: Tables, path: Path) -> None:
        self.tables = tables
        self.first_mine, self.first_next, self.again_mine, _ = (one.to("cuda") for one in torch.load(path))
        self.value = value_of(self.first_mine, self.first_next)

    def options(self, pawns: Tensor, dice: Tensor, rank: Tensor) -> Tensor:
        """Return the value of every choice for the mover, [batch, 7]; -1 if illegal."""
        at = (pawns[:, 0], pawns[:, 1], pawns[:, 2], dice[:, 1], dice[:, 2])
        found = [self.again_mine[at]]
        for slot in range(SLOTS):
            there = torch.full_like(rank, slot)
            worth = worth_after(self.tables, self.value, pawns, dice, there, rank)[:, 0]
            taken = (self.tables.slot[dice] == slot).any(1) & (slot > 0)
            found.append(torch.where(taken, -1.0, worth))
        return torch.stack(found, 1)


def by(options: Callable[[Tensor, Tensor, Tensor], Tensor], heat: float = 0.0) -> Choose:
    """Return a policy of the best option, or one by exp(value / heat)."""

    def choose(pawns: Tensor, dice: Tensor, rank: Tensor) -> Tensor:
        values = options(pawns, dice, rank)
        if heat == 0.0:
            return values.argmax(1)
        weights = torch.where(values < 0, -torch.inf, values / heat).softmax(1)
        return torch.multinomial(weights, 1)[:, 0]

    return choose


def thinking(thought: Thought, chunk: int = 4096) -> Callable[[Tensor, Tensor, Tensor], Tensor]:
    """Return the options by a one-turn look-ahead."""

    def options(pawns: Tensor, dice: Tensor, rank: Tensor) -> Tensor:
        with torch.no_grad():
            parts = range(0, len(rank), chunk)
            found = [
                options_of(thought.turn(pawns[i : i + chunk], dice[i : i + chunk]), rank[i : i + chunk])
                for i in parts
            ]
        return torch.cat(found) if found else torch.zeros((0, 1 + SLOTS), device=rank.device)

    return options


def regrets(judge: Solved, made: Decisions) -> Tensor:
    """Return the loss of each choice in chance to win."""
    values = judge.options(made.pawns, made.dice, made.rank)
    return values.max(1).values - values[torch.arange(len(values), device=values.device), made.choice]


def tell_regret(name: str, regret: Tensor, games: float, seats: int) -> None:
    """Print the regret of many decisions."""
    print(
        f"{name}: {len(regret)} decisions, mean regret {regret.mean():.6f}, per player and game "
        f"{regret.sum() / games / seats:.5f}, above 0.01: {(regret > 0.01).float().mean():.4f}",
        flush=True,
    )


def play_and_judge(
    judge: Solved, tables: Tables, choose: Choose, name: str, steps: int = 260, count: int = 4096
) -> None:
    """Play whole games by a policy, with the regret of every decision."""
    games = Games(tables, count, 3, torch.Generator("cuda").manual_seed(7))
    found = [regrets(judge, games.step(choose)) for _ in range(steps)]
    played = float(games.finished.sum())
    length = float(games.turns.sum()) / played
    tell_regret(f"{name} ({played:.0f} games of {length:.1f} turns)", torch.cat(found), played, 3)


def random_successors(tables: Tables, made: Decisions, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Return positions that any choice, good or bad, of these decisions leads to."""
    count = len(made.rank)
    device = made.rank.device
    slot = torch.randint(SLOTS, (count,), device=device, generator=generator)
    taken = (tables.slot[made.dice] == slot[:, None]).any(1)
    slot = torch.where(taken, 0, slot)
    other = torch.randint(RANKS, (count,), device=device, generator=generator)
    rank = torch.where(torch.rand(count, device=device, generator=generator) < 0.5, made.rank, other)
    then = after(tables, made.pawns, made.dice, slot, rank)
    return then.pawns[~then.won], then.dice[~then.won]


def fit_three(tables: Tables, judge: Solved, seconds: float, width: int, second: int) -> Network:
    """Fit the network to the solution, at positions close to those of games."""
    torch.manual_seed(1)
    network: Network = Network(tables, 3, width, second).cuda()
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-3)
    generator = torch.Generator("cuda").manual_seed(2)
    heats = (0.003, 0.01, 0.03, 0.1)
    tables_of = [Games(tables, 16384, 3, generator) for _ in heats]
    pool: list[tuple[Tensor, Tensor]] = []
    for _ in range(160):
        for games, heat in zip(tables_of, heats, strict=True):
            made = games.step(by(judge.options, heat))
            pool += [random_successors(tables, made, generator) for _ in range(2)]
    pawns, dice = (torch.cat(parts) for parts in zip(*pool, strict=True))
    target = judge.value(pawns, dice)
    begun, step, shown = time.monotonic(), 0, torch.zeros((), device="cuda")
    while (spent := time.monotonic() - begun) < seconds:
        rate = 3e-3 * (0.5 * (1 + np.cos(np.pi * spent / seconds))) + 1e-5
        for group in optimizer.param_groups:
            group["lr"] = rate
        for _ in range(50):
            some = torch.randint(len(pawns), (32768,), device="cuda", generator=generator)
            shown = teach(network, optimizer, pawns[some], dice[some], target[some])
            step += 1
    with torch.no_grad():
        error = (network(pawns[:2_000_000], dice[:2_000_000]) - target[:2_000_000])[:, 0]
    print(
        f"3 players: {len(pawns)} positions, {step} steps, loss {shown:.6f}, error {error.std():.5f}",
        flush=True,
    )
    return network


def fit_by_play(tables: Tables, seats: int, seconds: float, width: int, second: int) -> Network:
    """Fit the network to self-play with one turn of look-ahead."""
    torch.manual_seed(seats)
    network: Network = Network(tables, seats, width, second).cuda()
    follower = deepcopy(network)
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-3)
    generator = torch.Generator("cuda").manual_seed(seats)
    thought = Thought(tables, follower, depth=3)
    games = Games(tables, 6144, seats, generator)
    room = 1_000_000
    pawns = torch.zeros((room, seats), dtype=torch.long, device="cuda")
    dice, target = torch.zeros_like(pawns), torch.zeros((room, seats), device="cuda")
    filled, cursor, step, shown = 0, 0, 0, torch.zeros((), device="cuda")
    begun = time.monotonic()
    while (spent := time.monotonic() - begun) < seconds:
        heat = 0.03 if step % 3 else 0.005
        # At first news of the end must travel back to the start, so only the newest turns are learned from.
        early = spent < seconds / 2
        wide = 80_000 if early else room
        made = games.step(by(thinking(thought), heat))
        some_pawns, some_dice = random_successors(tables, made, generator)
        with torch.no_grad():
            fresh = torch.cat(
                [
                    thought.turn(some_pawns[i : i + 4096], some_dice[i : i + 4096]).first
                    for i in range(0, len(some_pawns), 4096)
                ]
            )
        fresh = fresh.clamp(min=0) / fresh.clamp(min=0).sum(1, keepdim=True)
        at = (cursor + torch.arange(len(fresh), device="cuda")) % wide
        pawns[at], dice[at], target[at] = some_pawns, some_dice, fresh
        cursor, filled = (cursor + len(fresh)) % wide, min(wide, filled + len(fresh))
        rate = 2e-3 if early else 2e-3 * (0.5 + 0.5 * np.cos(np.pi * (2 * spent / seconds - 1))) + 1e-5
        for group in optimizer.param_groups:
            group["lr"] = rate
        for _ in range(12):
            some = torch.randint(filled, (16384,), device="cuda", generator=generator)
            shown = teach(network, optimizer, pawns[some], dice[some], target[some])
            with torch.no_grad():
                for slow, quick in zip(follower.parameters(), network.parameters(), strict=True):
                    slow.lerp_(quick, 0.08 if early else 0.02)
        step += 1
        if step % 200 == 0:
            with torch.no_grad():
                start = follower(
                    torch.zeros((1, seats), dtype=torch.long, device="cuda"),
                    torch.zeros((1, seats), dtype=torch.long, device="cuda"),
                )
            chances = " ".join(f"{chance:.3f}" for chance in start[0].tolist())
            print(
                f"{seats} players: round {step}, loss {shown:.6f}, start {chances}, {spent:.0f} s", flush=True
            )
    return follower


def judge_file(judge: Solved, path: Path) -> None:
    """Print the regret of decisions that a bot of the package made."""
    data = np.load(path)
    pawns, dice, rank, choice = (
        torch.tensor(data[name], device="cuda").long() for name in ("pawns", "dice", "rank", "choice")
    )
    made = Decisions(pawns, dice, rank, choice, torch.zeros_like(rank))
    tell_regret(path.stem, regrets(judge, made), float(data["games"]), 3)


def main() -> None:
    """Train, and measure the regret."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--solution", type=Path)
    parser.add_argument("--decisions", type=Path, nargs="*", default=[])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seats", type=int, nargs="*", default=[3])
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--width", type=int, default=96)
    parser.add_argument("--second", type=int, default=32)
    asked = parser.parse_args()
    tables = Tables("cuda")
    judge = Solved(tables, asked.solution) if asked.solution else None
    if judge is not None:
        play_and_judge(judge, tables, by(judge.options), "the solution itself")
        for path in asked.decisions:
            judge_file(judge, path)
    for seats in asked.seats:
        if seats == 3 and judge is not None:
            network = fit_three(tables, judge, asked.seconds, asked.width, asked.second)
        else:
            network = fit_by_play(tables, seats, asked.seconds, asked.width, asked.second)
        for parameter in network.parameters():
            parameter.data = parameter.data.half().float()  # as it ships
        if judge is not None and seats == 3:
            play_and_judge(judge, tables, by(thinking(Thought(tables, network))), "the network")
        numbers = flat(network).half().cpu().numpy()
        name = f"value_network_{seats}.f16"
        (asked.out / name).write_bytes(numbers.astype("<f2").tobytes())
        print(f"{name}: {len(numbers)} numbers", flush=True)


if __name__ == "__main__":
    main()
