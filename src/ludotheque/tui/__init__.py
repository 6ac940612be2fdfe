"""Boards as text in a terminal: the contract of a board, drawing, and moves made with single keys."""
