"""Batches of positions of Exxtra as tensors: the values of a turn, and whole games.

A position is the beginning of a turn, from the side of the player to throw: `pawns[:, j]` and `dice[:, j]`
belong to the seat whose turn comes in j turns. Dice are numbered as in three.cu: 0 for none or slot 0, then
slot by slot, rank by rank. A value is the chance to win of every seat, in the same order.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

import torch

GOAL, SLOTS, RANKS, DICE = 21, 6, 30, 151
FACES = ((1, 2, 3, 4, 7, 0), (1, 2, 3, 5, 6, 0))
THROWS = list(product(*FACES))
VALUES = sorted({10 * max(throw) + min(throw) for throw in THROWS})
PAIRS = {VALUES.index(11): 1, VALUES.index(22): 2, VALUES.index(33): 3}

Tensor: TypeAlias = Any  # of PyTorch, which is not among the requirements
Value: TypeAlias = Callable[[Tensor, Tensor], Tensor]
"""From pawns and dice to the chance to win of every seat."""


def chances(*, first: bool) -> list[float]:
    """Return the probability of each rank in a first throw, or in a later one that is no bust."""
    counted = [0.0] * RANKS
    for throw in THROWS:
        if first or 0 not in throw:
            counted[VALUES.index(10 * max(throw) + min(throw))] += 1 / len(THROWS)
    return counted


FIRST, AGAIN = chances(first=True), chances(first=False)
PLAIN_FIRST = [rank for rank in range(RANKS) if rank not in PAIRS]
PLAIN_AGAIN = [rank for rank in PLAIN_FIRST if AGAIN[rank] > 0]


class Tables:
    """Constants as tensors of a device."""

    def __init__(self, device: str) -> None:
        numbers = torch.arange(DICE, device=device)
        self.slot = torch.where(numbers > 0, (numbers - 1) // RANKS + 1, 0)
        self.rank = torch.where(numbers > 0, (numbers - 1) % RANKS, -1)
        self.throw_rank = torch.tensor([VALUES.index(10 * max(t) + min(t)) for t in THROWS], device=device)
        self.throw_crosses = torch.tensor([t.count(0) for t in THROWS], device=device)
        self.throw_steps = torch.tensor(
            [PAIRS.get(VALUES.index(10 * max(t) + min(t)), 0) for t in THROWS], device=device
        )


@dataclass
class Successor:
    """Positions after a turn, from the side of the next player; `won` where that one has arrived at Ziel."""

    pawns: Tensor
    dice: Tensor
    won: Tensor


def after(tables: Tables, pawns: Tensor, dice: Tensor, slot: Tensor, rank: Tensor) -> Successor:
    """Dice of a rank placed on a slot (rank -1: none placed), then the next seat's advance."""
    removed = (tables.slot[dice] > slot[:, None]) & (tables.rank[dice] <= rank[:, None])
    left = torch.where(removed, 0, dice)
    arrived = pawns[:, 1] + tables.slot[left[:, 1]]
    own = torch.where(slot > 0, 1 + (slot - 1) * RANKS + rank, 0)
    return Successor(
        torch.cat((arrived.clamp(max=GOAL - 1)[:, None], pawns[:, 2:], pawns[:, :1]), 1),
        torch.cat((torch.zeros_like(own)[:, None], left[:, 2:], own[:, None]), 1),
        arrived >= GOAL,
    )


def worth_after(
    tables: Tables, value: Value, pawns: Tensor, dice: Tensor, slot: Tensor, rank: Tensor
) -> Tensor:
    """Return the value of a finished turn, from the side of the player who made it."""
    then = after(tables, pawns, dice, slot, rank)
    worth = value(then.pawns, then.dice).float()
    lost = torch.zeros_like(worth)
    lost[:, 0] = 1.0
    return torch.where(then.won[:, None], lost, worth).roll(1, dims=1)


def best_slot(kept: Tensor) -> Tensor:
    """The value of the best slot: [.., slots, seats] to [.., seats]."""
    chosen = kept[..., 0].argmax(-1)
    return torch.take_along_dim(kept, chosen[..., None, None], -2)[..., 0, :]


@dataclass
class Turn:
    """The values of a turn: before the first throw, of throwing again, and for every rank and slot."""

    first: Tensor
    again: Tensor
    kept: Tensor


class Thought:
    """Computes turns from a value of positions between turns; pairs are followed `depth` spaces ahead."""

    def __init__(self, tables: Tables, value: Value, depth: int = 3) -> None:
        self.tables, self.value, self.depth = tables, value, depth
        combos = [(0, rank) for rank in range(RANKS)]
        combos += [(ahead, rank) for ahead in range(1, depth + 1) for rank in PLAIN_AGAIN]
        combos += [(to, rank) for rank, steps in PAIRS.items() for to in range(1, depth + steps + 1)]
        self.number = {combo: i for i, combo in enumerate(dict.fromkeys(combos))}
        device = tables.slot.device
        rows = [(ahead, rank, slot) for ahead, rank in self.number for slot in range(SLOTS)]
        rows += [(ahead, -back, 0) for ahead in range(depth + 1) for back in (1, 2)]
        self.ahead, self.rank, self.slot = torch.tensor(rows, device=device).T
        self.again_chance = torch.tensor([AGAIN[rank] for rank in PLAIN_AGAIN], device=device)
        self.first_chance = torch.tensor([FIRST[rank] for rank in PLAIN_FIRST], device=device)

    def turn(self, pawns: Tensor, dice: Tensor) -> Turn:
        """The turns of a batch of positions."""
        count, seats = pawns.shape
        moved = pawns[:, None, :].repeat(1, len(self.ahead), 1)
        back = torch.where(self.rank < 0, self.rank, 0)
        moved[:, :, 0] = (moved[:, :, 0] + self.ahead + back).clamp(0, GOAL - 1)
        lying = dice[:, None, :].expand(-1, len(self.ahead), -1)
        rank = torch.where(self.rank < 0, -1, self.rank)
        worth = worth_after(
            self.tables,
            self.value,
            moved.reshape(-1, seats),
            lying.reshape(-1, seats),
            self.slot.repeat(count),
            rank.repeat(count),
        ).view(count, len(self.ahead), seats)
        kept = worth[:, : len(self.number) * SLOTS].view(count, len(self.number), SLOTS, seats).clone()
        taken = (self.tables.slot[dice][:, :, None] == torch.arange(SLOTS, device=dice.device)).any(1)
        taken[:, 0] = False
        kept[..., 0] = torch.where(taken[:, None, :], -1.0, kept[..., 0])
        best = best_slot(kept)
        busts = worth[:, len(self.number) * SLOTS :].view(count, self.depth + 1, 2, seats)
        again: dict[int, Tensor] = {}
        for ahead in range(self.depth, -1, -1):
            again[ahead] = self._again(pawns, best, busts[:, ahead], again, ahead)
        paired = sum(self._paired(pawns, best, again, steps, rank) for rank, steps in PAIRS.items())
        kept_first = best[:, [self.number[0, rank] for rank in PLAIN_FIRST]]
        throw = again[0][:, None]
        chosen = torch.where(kept_first[..., :1] >= throw[..., :1], kept_first, throw)
        first = (self.first_chance[:, None] * chosen).sum(1) + paired / 36
        return Turn(first, again[0], kept[:, [self.number[0, rank] for rank in range(RANKS)]])

    def _again(
        self, pawns: Tensor, best: Tensor, busts: Tensor, again: dict[int, Tensor], ahead: int
    ) -> Tensor:
        fixed = (10 * busts[:, 0] + busts[:, 1]) / 36
        for rank, steps in PAIRS.items():
            fixed = fixed + self._paired(pawns, best, again, ahead + steps, rank) / 36
        kept = best[:, [self.number[ahead, rank] for rank in PLAIN_AGAIN]]
        mine, chance = fixed[:, 0], self.again_chance
        for _ in range(40):
            mine = fixed[:, 0] + (chance * torch.maximum(kept[..., 0], mine[:, None])).sum(1)
        keeps = (kept[..., 0] >= mine[:, None]).float() * chance
        return (fixed + (keeps[..., None] * kept).sum(1)) / (1 - (chance.sum() - keeps.sum(1)))[:, None]

    def _paired(self, pawns: Tensor, best: Tensor, again: dict[int, Tensor], to: int, rank: int) -> Tensor:
        worth = best[:, self.number[to, rank]]
        if to in again:
            worth = torch.where(again[to][:, :1] > worth[:, :1], again[to], worth)
        won = torch.zeros_like(worth)
        won[:, 0] = 1.0
        return torch.where((pawns[:, 0] + to >= GOAL)[:, None], won, worth)


@dataclass
class Decisions:
    """Choices: the position, the rank thrown, and the game."""

    pawns: Tensor
    dice: Tensor
    rank: Tensor
    choice: Tensor
    game: Tensor


class Games:
    """Parallel games; a finished one is replaced by a new one."""

    def __init__(self, tables: Tables, count: int, seats: int, generator: torch.Generator) -> None:
        device = tables.slot.device
        self.tables, self.generator = tables, generator
        self.pawns = torch.zeros((count, seats), dtype=torch.long, device=device)
        self.dice = torch.zeros_like(self.pawns)
        self.throws = torch.zeros(count, dtype=torch.long, device=device)
        self.finished = torch.zeros(count, dtype=torch.long, device=device)
        self.turns = torch.zeros(count, dtype=torch.long, device=device)

    def step(self, choose: Callable[[Tensor, Tensor, Tensor], Tensor]) -> Decisions:
        """Throw once in each game and decide: 0 throws again, 1 + slot places."""
        tables, count = self.tables, len(self.pawns)
        device = self.pawns.device
        thrown = torch.randint(36, (count,), device=device, generator=self.generator)
        self.throws += 1
        crosses = tables.throw_crosses[thrown]
        bust = (crosses > 0) & (self.throws > 1)
        steps = torch.where(bust, -crosses, tables.throw_steps[thrown])
        self.pawns[:, 0] = (self.pawns[:, 0] + steps).clamp(min=0)
        won = self.pawns[:, 0] >= GOAL
        self._restart(won)
        deciding = (~bust & ~won).nonzero()[:, 0]
        rank = tables.throw_rank[thrown]
        choice = choose(self.pawns[deciding], self.dice[deciding], rank[deciding])
        made = Decisions(
            self.pawns[deciding].clone(),
            self.dice[deciding].clone(),
            rank[deciding],
            choice,
            deciding + count * self.finished[deciding],
        )
        slot = torch.zeros(count, dtype=torch.long, device=device)
        placed = torch.full((count,), -1, dtype=torch.long, device=device)
        ends = bust.clone()
        placing = choice > 0
        slot[deciding[placing]] = choice[placing] - 1
        placed[deciding[placing]] = rank[deciding[placing]]
        ends[deciding[placing]] = True
        then = after(tables, self.pawns, self.dice, slot, placed)
        self.pawns = torch.where(ends[:, None], then.pawns, self.pawns)
        self.dice = torch.where(ends[:, None], then.dice, self.dice)
        self.throws = torch.where(ends, 0, self.throws)
        self.turns += ends.long()
        self._restart(ends & then.won)
        return made

    def _restart(self, over: Tensor) -> None:
        self.pawns[over] = 0
        self.dice[over] = 0
        self.throws[over] = 0
        self.finished += over.long()


def options_of(turn: Turn, rank: Tensor) -> Tensor:
    """Return the value of every choice for the mover, [batch, 7]: throwing again, then slot by slot; -1 if
    illegal.
    """
    rows = torch.arange(len(rank), device=rank.device)
    return torch.cat((turn.again[:, :1], turn.kept[rows, rank, :, 0]), 1)
