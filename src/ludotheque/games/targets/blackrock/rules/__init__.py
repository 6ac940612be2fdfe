"""The rules of the Blackrock edition."""
