"""`python -m tests.simulation`: run seeds one after the other, or show one."""

import argparse
import sys

from tests.simulation.simulation import Report, simulate, simulate_until, summary


def main() -> int:
    """Run seeds until the time is over; show the first that fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="seconds of one core (default: 60)")
    parser.add_argument("--seed", type=int, help="run this seed alone")
    parser.add_argument("--first", type=int, default=1, help="the first seed (default: 1)")
    parser.add_argument("--trace", action="store_true", help="show everything that happens")
    options = parser.parse_args()
    if options.seed is not None:
        report = simulate(options.seed, print if options.trace else None)
        print(told(report))
        return report.violation is not None
    reports = simulate_until(options.seconds, options.first)
    if not reports:
        return 0
    if reports[-1].violation is not None:
        print(told(reports[-1]))
        print(f"Again: python -m tests.simulation --seed {reports[-1].seed} --trace")
        return 1
    for name, value in summary(reports).items():
        print(f"{name:24} {value}")
    return 0


def told(report: Report) -> str:
    """Return a run in words."""
    lines = [
        f"seed {report.seed}: {report.violation or 'all well'}",
        f"{report.simulated:.1f} simulated s in {report.real:.1f} s, {report.steps} callbacks",
        f"trace {report.digest}",
        f"{report.plan}",
    ]
    return "\n".join([*report.last, *lines])


if __name__ == "__main__":
    sys.exit(main())
