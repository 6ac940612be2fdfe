"""Fits policy and value to games: cross-entropy to the visits of a search, regression to the final margin."""

import numpy as np
import torch
from bench.targi_learn.play import Games
from bench.targi_learn.versions import Taught

from ludotheque.games.targi.habits import WEIGHTS

RIDGE = 30.0
SMALL = 2e-6
"""How much a weight of the policy has to be worth to be large."""

KEPT_BACK = 20
"""One of so many decisions is not learned from, but judged by."""


def fit_policy(games: Games, before: list[float], sharpness: float, rounds: int = 80) -> list[float]:
    """Weights with which the softmax over the features of moves comes nearest to the visits.

    The search goes on to doubt its choice, so its visits are wider than its opinion: they are sharpened.
    """
    device = "cuda" if torch.cuda.is_available() else "cpu"
    features = torch.from_numpy(games.features.astype(np.int64)).to(device)
    moves = torch.from_numpy(games.moves.astype(np.int64)).to(device)
    starts = torch.cat([moves.new_zeros(1), moves[:-1]])
    decisions = torch.from_numpy(games.decisions.astype(np.int64)).to(device)
    sizes = torch.diff(decisions, prepend=decisions.new_zeros(1))
    owner = torch.repeat_interleave(torch.arange(len(sizes), device=device), sizes)
    shares = torch.from_numpy(games.shares).to(device) ** sharpness
    shares = shares / torch.zeros(len(sizes), device=device).index_add(0, owner, shares)[owner]
    learned = (torch.arange(len(sizes), device=device) % KEPT_BACK != 0)[owner]
    weights = torch.zeros(WEIGHTS, 1, device=device)
    if before:
        weights[:, 0] = torch.tensor(before)
    weights.requires_grad_()
    optimizer = torch.optim.LBFGS(
        [weights], lr=1.0, max_iter=rounds, history_size=20, line_search_fn="strong_wolfe"
    )

    def losses() -> tuple[torch.Tensor, torch.Tensor]:
        scores = torch.nn.functional.embedding_bag(features, weights, starts, mode="sum")[:, 0]
        highest = torch.zeros(len(sizes), device=device).scatter_reduce(
            0, owner, scores.detach(), "amax", include_self=False
        )
        scores = scores - highest[owner]
        total = torch.zeros(len(sizes), device=device).index_add(0, owner, scores.exp())
        each = -shares * (scores - total.log()[owner])
        return each[learned].sum() / (len(sizes) * (1 - 1 / KEPT_BACK)), each[
            ~learned
        ].sum() * KEPT_BACK / len(sizes)

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        loss = losses()[0] + SMALL * (weights**2).sum()
        loss.backward()  # type: ignore[no-untyped-call]
        return loss

    optimizer.step(closure)  # type: ignore[no-untyped-call]
    with torch.no_grad():
        own, kept = losses()
    entropy = float(-(shares * shares.clamp_min(1e-9).log())[~learned].sum()) * KEPT_BACK / len(sizes)
    print(
        f"  policy: {len(sizes)} decisions, loss {float(own):.4f}, kept back {float(kept):.4f}, "
        f"entropy of the visits {entropy:.4f}",
        flush=True,
    )
    return [round(weight, 4) for weight in weights[:, 0].tolist()]


def fit_value(games: Games, before: list[float]) -> tuple[list[float], float, float]:
    """Ridge regression of the margin towards the weights before, and how far off it is."""
    x, y, left = games.rows.astype(float), games.margin.astype(float), games.left.astype(float)
    x, y, left = np.concatenate([x, -x]), np.concatenate([y, -y]), np.concatenate([left, left])
    prior = np.array(before)
    trust = 1.0 / (1.0 + left)
    weighted = x * trust[:, None]
    gram = weighted.T @ x + RIDGE * np.eye(x.shape[1])
    weights = prior + np.linalg.solve(gram, weighted.T @ (y - x @ prior))
    off = y - x @ weights
    slope, start = np.polyfit(left, np.abs(off) * 1.25, 1)
    for low, high in ((1, 4), (5, 8), (9, 12)):
        here = (left >= low) & (left <= high)
        was = 1 - np.var(y[here] - x[here] @ prior) / np.var(y[here])
        now = 1 - np.var(off[here]) / np.var(y[here])
        print(f"  value, {low} to {high} rounds left: {was:.3f} explained before, {now:.3f} now", flush=True)
    return (
        [round(float(weight), 4) for weight in weights],
        round(max(float(start), 0.5), 3),
        round(float(slope), 3),
    )


def fit(games: Games, before: Taught, sharpness: float) -> Taught:
    """The next version."""
    value, at_end, per_round = fit_value(games, before.value)
    return Taught(
        value, at_end, per_round, fit_policy(games, before.policy, sharpness), before.generation + 1
    )
