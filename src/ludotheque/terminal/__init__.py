"""Parts of boards in the terminal; each game's own board is in its folder and builds on this."""
