"""The contract that every game fulfils: positions, moves, chance, refusals, events, records, words."""
