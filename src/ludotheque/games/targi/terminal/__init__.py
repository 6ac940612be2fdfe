"""Targi in the terminal."""

from typing import Final

from ludotheque.games.targi.terminal.board import TargiBoard

BOARD: Final = TargiBoard
