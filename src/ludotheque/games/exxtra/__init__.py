"""Exxtra: push-your-luck dice on a race track, 2 to 6 players."""
