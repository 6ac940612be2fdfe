"""Exxtra for three to six players: solved for three on a GPU, with a small network for each number."""
