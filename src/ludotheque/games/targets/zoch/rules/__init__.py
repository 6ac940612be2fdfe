"""The rules of the Zoch edition."""
