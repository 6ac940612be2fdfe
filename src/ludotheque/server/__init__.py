"""The server: HTTP and WebSocket, lobby and storage."""
