"""How the database changed from version to version, by Alembic; run at every start."""
