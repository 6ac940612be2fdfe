"""Targets: dice are flicked from small towers onto discs."""
