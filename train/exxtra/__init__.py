"""Training of the bots of Exxtra: solved for three players on a GPU, with a small network for each number."""
