"""Waiting for an analysis, as the browser does."""

import asyncio
from typing import Any

from tests.patience import HANG
from tests.server.player import Player


async def analysed(player: Player, table: str) -> dict[str, Any]:
    """Ask again until the analysis of a match is there."""
    async with asyncio.timeout(HANG):
        while True:
            state: dict[str, Any] = await player.ask("GET", f"/api/tables/{table}/analysis")
            if state["analysis"] is not None:
                return state
