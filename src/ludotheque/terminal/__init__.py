"""What a board in the terminal is made of; a game’s own board is in its folder, and builds on this."""
