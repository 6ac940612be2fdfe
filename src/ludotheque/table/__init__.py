"""A match of any game: its log, undo and record; analysis, lessons and the conformance check."""
