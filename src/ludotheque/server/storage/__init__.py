"""The database: its schema, its single writer and what is read from it."""
