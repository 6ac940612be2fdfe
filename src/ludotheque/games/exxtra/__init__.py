"""Exxtra: throw, keep or throw again, and race to Ziel."""
