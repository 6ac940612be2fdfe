"""Fit policy, network and value to games: to the visits of a search, and to the final margin."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from train.targi.placement_network import fit_placing
from train.targi.play import Games, kept_back
from train.targi.versions import Trained

from ludotheque.games.targi.bots.move_policy import WEIGHTS

Floats: TypeAlias = npt.NDArray[np.float64]

RIDGE = 30.0
SMALL = 2e-6
"""The value a weight of the policy needs to be large."""


def fit_policy(games: Games, before: list[float], sharpness: float, rounds: int = 80) -> list[float]:
    """Return the policy weights of least cross-entropy to the visits.

    The search goes on to doubt its choice, so its visits are wider than its opinion: they are sharpened.
    """
    sizes = np.diff(games.decisions, prepend=0)
    firsts = games.decisions - sizes
    owner = np.repeat(np.arange(len(sizes)), sizes)
    judged = kept_back(games)
    judged_by = judged[owner]
    shares = games.shares.astype(float) ** sharpness
    shares /= np.add.reduceat(shares, firsts)[owner]
    learned = np.where(judged_by, 0.0, shares)
    many = int((~judged).sum())
    counts = np.diff(games.moves, prepend=0)
    features = games.features.astype(np.int64)
    ends = games.moves - counts
    counted = np.repeat(~judged_by, counts)

    def likelihoods(weights: Floats) -> Floats:
        scores: Floats = np.add.reduceat(weights[features], ends)
        scores -= np.maximum.reduceat(scores, firsts)[owner]
        found: Floats = scores - np.log(np.add.reduceat(np.exp(scores), firsts))[owner]
        return found

    def loss(weights: Floats) -> tuple[float, Floats]:
        logs = likelihoods(weights)
        off = np.repeat((np.exp(logs) - shares) / many, counts)
        slope = np.bincount(features[counted], off[counted], minlength=WEIGHTS)
        return (
            float(-(learned * logs).sum() / many + SMALL * (weights**2).sum()),
            slope + 2 * SMALL * weights,
        )

    start = np.array(before) if before else np.zeros(WEIGHTS)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": rounds, "maxcor": 20})
    logs = likelihoods(found.x)
    kept = -(shares * logs)[judged_by].sum() / judged.sum()
    entropy = -(shares * np.log(np.maximum(shares, 1e-9)))[judged_by].sum() / judged.sum()
    print(
        f"  policy: {len(sizes)} decisions, loss {found.fun:.4f}, kept back {kept:.4f}, "
        f"entropy of the visits {entropy:.4f}",
        flush=True,
    )
    return [round(float(weight), 4) for weight in found.x]


def fit_value(games: Games, before: list[float]) -> tuple[list[float], float, float]:
    """Fit the margin by ridge regression towards the weights before; return the standard error too."""
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


def fit(games: Games, before: Trained, sharpness: float) -> Trained:
    """Return the next version."""
    value, at_end, per_round = fit_value(games, before.value)
    policy = fit_policy(games, before.policy, sharpness)
    placing = fit_placing(games, before.placing)
    return Trained(value, at_end, per_round, policy, placing, before.generation + 1)
