"""WebSocket connections of clients, and the broadcaster that wakes them in all processes."""
