"""A match in progress: its seats, its log, its undo and its record."""
