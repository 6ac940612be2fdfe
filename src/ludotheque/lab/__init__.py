"""The laboratory: arena, ratings, analysis and adapters."""
