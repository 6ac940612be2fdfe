"""Exxtra for three to six players: a solution for three on a GPU, and a small network fitted to each number."""
