"""Administration: listing and searching, bans, recovery codes, deletion and purging."""
