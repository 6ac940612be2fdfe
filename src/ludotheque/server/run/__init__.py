"""Startup, settings, process supervision, backup and the assembly of the server."""
