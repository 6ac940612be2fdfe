"""The contract every game fulfils: positions, moves, chance, refusals, events, records, words."""
