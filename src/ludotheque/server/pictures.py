"""Pictures made on the spot."""

from html import escape
from io import BytesIO
from typing import Final

import segno

from ludotheque.games import game as find_game
from ludotheque.server.schema import SeatRow, TableRow

COLOURS: Final = ("#c8452f", "#2f6bc8", "#3d8b4b", "#d39a1e", "#7a4bb0", "#2a8f8f", "#b04b7f", "#6b6b6b")


def qr_svg(link: str) -> bytes:
    """A link as a QR code, for a phone to look at."""
    drawn = BytesIO()
    segno.make(link, error="m", micro=False).save(drawn, kind="svg", scale=8, border=3, xmldecl=False)
    return drawn.getvalue()


def table_svg(row: TableRow, sitting: list[SeatRow]) -> str:
    """A drawing for previews: a wooden table, the game's name and who sits at it."""
    places = []
    for seat in sitting:
        x = 140 + 920 * (seat.seat + 0.5) / len(sitting)
        name = escape((seat.name or seat.level or "…")[:18])
        places.append(
            f'<circle cx="{x:.0f}" cy="430" r="46" fill="{COLOURS[seat.seat]}" stroke="#fff8ec" '
            'stroke-width="6"/>'
            f'<text x="{x:.0f}" y="447" font-size="44" fill="#fff8ec">{seat.seat + 1}</text>'
            f'<text x="{x:.0f}" y="525" font-size="34" fill="#fff8ec">{name}</text>'
        )
    title = escape(find_game(row.game).title)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630" '
        'font-family="Georgia, serif" text-anchor="middle"><rect width="1200" height="630" fill="#5b3a22"/>'
        '<rect x="40" y="40" width="1120" height="550" rx="60" fill="#7a5230"/>'
        f'<text x="600" y="240" font-size="130" fill="#fff8ec">{title}</text>'
        '<text x="600" y="315" font-size="44" fill="#f0d9b5">Ludothèque</text>' + "".join(places) + "</svg>"
    )
