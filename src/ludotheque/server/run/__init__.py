"""Starting and supervising the server, and its settings."""
