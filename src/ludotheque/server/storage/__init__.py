"""Database access: schema, migrations, repositories and the event log."""
