"""Touché: cards, pawns and patterns on a board of cards, 2 to 6 players."""
