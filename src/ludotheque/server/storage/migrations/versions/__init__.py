"""Migration steps, ordered by revision number."""
