"""Sockets: connections, what they send, and the broadcaster that wakes them."""
