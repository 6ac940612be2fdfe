"""Rules that both editions of Targets share: the table between flicks, fouls, attacks and the turn."""
