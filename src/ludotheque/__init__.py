"""Ludothèque: play, study and program modern board games."""
