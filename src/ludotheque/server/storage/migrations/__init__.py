"""Alembic migrations of the database schema, run at every server start."""
