"""Bots that miss something."""

raise ImportError("a library that these bots need is missing")
