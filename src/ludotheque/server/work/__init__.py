"""Worker processes that run the bots, the coach and the physics simulation."""
