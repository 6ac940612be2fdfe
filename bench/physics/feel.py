"""The feel of the table: a good shot rewards a steady hand, and few flicks slide."""

from bench.physics.bars import TOP, Bar, random_flicks, start

from ludotheque.games.targets.physics.flick import TREMORS
from ludotheque.games.targets.physics.layout import Layout
from ludotheque.games.targets.physics.reading import hits
from ludotheque.games.targets.physics.simulate import Job, simulate_many


def feel(*, full: bool) -> list[Bar]:
    """Measure the reward of a steady hand, and the share of flicks that slide."""
    bars = []
    for edition in ("zoch", "blackrock"):
        layout = start(edition)
        quiet = [_best(layout, TREMORS["steady"], seed, full=full) for seed in range(3 if full else 1)]
        medium = [_best(layout, TREMORS["natural"], seed, full=full) for seed in range(3 if full else 1)]
        bars += [
            _feel_bar(f"feel, {edition}, quiet", quiet, 0.40, 0.60, full=full),
            _feel_bar(f"feel, {edition}, medium", medium, 0.20, 0.30, full=full),
        ]
        tops = [
            result.reading.of(TOP)
            for result in simulate_many(
                layout, [Job(f, k) for k, f in enumerate(random_flicks(600 if full else 80, 31))]
            )
        ]
        slid = sum(top.slid for top in tops) / len(tops)
        bars.append(Bar(f"slid, {edition}", "<= 10 % on a full tower", f"{slid:.1%}", slid <= 0.10))
    return bars


def _feel_bar(name: str, rates: list[float], low: float, high: float, *, full: bool) -> Bar:
    mean = sum(rates) / len(rates)
    text = f"{mean:.0%} ({', '.join(f'{rate:.0%}' for rate in rates)})"
    return Bar(name, f"{low:.0%}-{high:.0%}", text, low <= mean <= high if full else None)


def _best(layout: Layout, tremor: float, seed: int, *, full: bool) -> float:
    """Return the hit rate of a good shot: the best of many with this hand, measured again."""
    plan = ((200, 4), (40, 12), (8, 40)) if full else ((60, 3), (10, 10))
    flicks = random_flicks(plan[0][0], 100 + seed)
    scores = [0] * len(flicks)
    for stage, (keep, tries) in enumerate(plan):
        order = sorted(range(len(flicks)), key=lambda k: -scores[k])[:keep]
        flicks, scores = [flicks[k] for k in order], [scores[k] for k in order]
        jobs = [
            Job(flick, 10_000 * (stage + 1) + k * tries + t, tremor)
            for k, flick in enumerate(flicks)
            for t in range(tries)
        ]
        results = simulate_many(layout, jobs, verify=False)
        for at, result in enumerate(results):
            scores[at // tries] += bool(hits(result.reading.of(TOP)))
    best = flicks[max(range(len(flicks)), key=lambda k: scores[k])]
    tries = 200 if full else 60
    fresh = simulate_many(layout, [Job(best, 900_000 + k, tremor) for k in range(tries)], verify=False)
    return sum(bool(hits(result.reading.of(TOP))) for result in fresh) / tries
