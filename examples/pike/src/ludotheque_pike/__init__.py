"""Pike, a small game with hidden cards, as a package of its own."""
