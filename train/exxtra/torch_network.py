"""The small network that evaluates positions of Exxtra between turns, and its training step.

The first layer is a sum of rows: for every seat one for its pawn and the slot of its dice, one for its dice.
"""

import torch
from torch import nn
from train.exxtra.batch import DICE, GOAL, SLOTS, Tables

PLACES = GOAL * SLOTS
ROWS = PLACES + DICE


class Network(nn.Module):  # type: ignore[misc]  # PyTorch is not among the requirements
    """From pawns and dice to the chance to win of every seat."""

    def __init__(self, tables: Tables, seats: int, width: int = 96, second: int = 32) -> None:
        super().__init__()
        self.tables, self.seats = tables, seats
        self.rows = nn.EmbeddingBag(seats * ROWS, width, mode="sum")
        nn.init.normal_(self.rows.weight, std=0.3 / seats**0.5)
        self.bias = nn.Parameter(torch.zeros(width))
        self.second = nn.Linear(width, second)
        self.third = nn.Linear(second, seats)

    def logits(self, pawns: torch.Tensor, dice: torch.Tensor) -> torch.Tensor:
        """Return the logits of the chances."""
        seat = torch.arange(self.seats, device=pawns.device) * ROWS
        place = seat + pawns * SLOTS + self.tables.slot[dice]
        rows = torch.cat((place, seat + PLACES + dice), 1)
        hidden = torch.relu(self.rows(rows) + self.bias)
        found: torch.Tensor = self.third(torch.relu(self.second(hidden)))
        return found

    def forward(self, pawns: torch.Tensor, dice: torch.Tensor) -> torch.Tensor:
        """Return the chances to win."""
        return self.logits(pawns, dice).softmax(1)


def teach(
    network: Network,
    optimizer: torch.optim.Optimizer,
    pawns: torch.Tensor,
    dice: torch.Tensor,
    target: torch.Tensor,
) -> torch.Tensor:
    """Make one step towards the chances of a batch; return the loss above its minimum."""
    logs = network.logits(pawns, dice).log_softmax(1)
    loss = (target * (target.clamp(min=1e-9).log() - logs)).sum(1).mean()
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
    return loss.detach()


def flat(network: Network) -> torch.Tensor:
    """Return all numbers in the order of `ludotheque.games.exxtra.bots.value_network`: rows, bias, second,
    third.
    """
    parts = [network.rows.weight, network.bias, network.second.weight, network.second.bias]
    return torch.cat(
        [part.detach().reshape(-1) for part in (*parts, network.third.weight, network.third.bias)]
    )
