"""Lessons in the browser: stateless, but for what somebody has taken."""
