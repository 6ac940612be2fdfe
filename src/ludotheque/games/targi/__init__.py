"""Targi: worker placement on the border of a desert market, for two players."""
