"""Tables with people: lobby, seats, matches, clocks, chat, bots; knows no database and no web framework."""
