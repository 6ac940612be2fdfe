"""The command line, with bots that take as long for a spoken call as the first argument says."""

import sys

import msgspec

from ludotheque.cli.main import run
from ludotheque.games.targets.bots.aiming import HANDS


def main() -> None:
    seconds = float(sys.argv[1])
    for level, hand in HANDS.items():
        HANDS[level] = msgspec.structs.replace(hand, reaction=(seconds, seconds))
    sys.exit(run(sys.argv[2:]))


if __name__ == "__main__":
    main()
