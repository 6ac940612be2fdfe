"""The laboratory: arena, leagues, ratings, self-play and bulk analysis on many processes."""
