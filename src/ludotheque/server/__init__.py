"""Web server for multiplayer tables: HTTP and WebSocket API, accounts, storage and worker processes."""
