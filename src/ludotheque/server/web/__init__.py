"""HTTP and WebSocket routes, pages, preview pictures and the checks around them."""
