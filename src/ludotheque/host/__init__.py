"""Tables in play: commands, clocks, bots and what each viewer may know."""
