"""Worker processes, where bots and the coach think."""
