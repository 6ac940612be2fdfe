"""What the host of a server can do: look, ban, delete, clear up."""
