"""Generated pictures: QR codes, and previews for shared links."""

from functools import lru_cache
from io import BytesIO
from math import cos, radians, sin
from pathlib import Path
from typing import Final, TypeAlias

import segno
from PIL import Image, ImageDraw, ImageFont

Corners: TypeAlias = tuple[tuple[float, float], ...]
"""Corners of a piece, each as an angle in degrees and a distance in radii."""

WOOD: Final = "#5b3a29"
TABLE: Final = "#7a5136"
PAPER: Final = "#faf6ee"
GOLD: Final = "#f0d9b5"
PIECES: Final[tuple[tuple[str, Corners], ...]] = (
    ("#d55e00", ()),
    ("#0072b2", tuple((angle, 1.1) for angle in (45, 135, 225, 315))),
    ("#009e73", tuple((angle, 1.15) for angle in (270, 30, 150))),
    ("#e69f00", ((0, 0.82), (90, 1.12), (180, 0.82), (270, 1.12))),
    ("#cc79a7", tuple((270 + 36 * i, 0.52 if i % 2 else 1.12) for i in range(10))),
    ("#56b4e9", tuple((60 * i, 1) for i in range(6))),
)
"""Colour and shape of the piece of each seat, as on the pages; the first is a circle."""
PICTURE_SIZE: Final = (1200, 630)
"""Width and height in pixels of the picture of a shared link, as messengers expect it."""
ROOM: Final = 1060
"""Width in pixels available for text on the table."""
SHADES: Final = 128
FINE: Final = 2
SMALLEST: Final = 22


def qr_svg(link: str) -> bytes:
    """Return a link as a QR code in SVG."""
    drawn = BytesIO()
    segno.make(link, error="m", micro=False).save(drawn, kind="svg", scale=8, border=3, xmldecl=False)
    return drawn.getvalue()


@lru_cache(maxsize=200)
def table_png(title: str, names: tuple[str, ...], font: Path | None) -> bytes:
    """Return the preview of a table as PNG: a wooden table with the game's name and its players.

    `font` is that of the built pages; None for Pillow's default font.
    """
    width, height = (side * FINE for side in PICTURE_SIZE)
    drawn = Image.new("RGB", (width, height), WOOD)
    pen = Pen(ImageDraw.Draw(drawn), font)
    pen.draw.rounded_rectangle((40 * FINE, 40 * FINE, 1160 * FINE, 590 * FINE), 60 * FINE, fill=TABLE)
    pen.write(600, 200, title, 130, PAPER, ROOM)
    pen.write(600, 302, "Ludothèque", 44, GOLD, ROOM)
    room = ROOM / len(names)
    for seat, name in enumerate(names):
        x = (PICTURE_SIZE[0] - ROOM) / 2 + room * (seat + 0.5)
        pen.piece(x, 430, 46, seat)
        # The font has Latin-1 only; names in other scripts appear in the text of the preview alone.
        pen.write(x, 516, name.encode("latin-1", "ignore").decode("latin-1"), 34, PAPER, room - 12)
    written = BytesIO()
    small = drawn.resize(PICTURE_SIZE, Image.Resampling.BOX)
    small.quantize(SHADES, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(written, "PNG")
    return written.getvalue()


class Pen:
    """Drawing tool that works at twice the picture's size, so that edges are smooth after scaling.

    All coordinates and sizes are in pixels of the picture.
    """

    def __init__(self, draw: ImageDraw.ImageDraw, font: Path | None) -> None:
        self.draw = draw
        self._font = font

    def write(self, x: float, y: float, text: str, size: int, colour: str, room: float) -> None:
        """Draw a line of text centred on a point; shrink it, then shorten it, if it is wider than `room`."""
        while size > SMALLEST and self._length(text, size) > room:
            size -= 2
        while self._length(text, size) > room:
            text = text[:-2].rstrip() + "…"
        self.draw.text((x * FINE, y * FINE), text, colour, self._font_of(size * FINE), anchor="mm")

    def piece(self, x: float, y: float, radius: float, seat: int) -> None:
        """Draw the wooden piece of a seat, with a light edge and a ring on top."""
        colour, corners = PIECES[seat % len(PIECES)]
        for reach, fill in ((1.12, PAPER), (1.0, colour), (0.56, PAPER), (0.46, colour)):
            self._shape(x * FINE, y * FINE, radius * reach * FINE, corners, fill)

    def _shape(self, x: float, y: float, radius: float, corners: Corners, fill: str) -> None:
        if not corners:
            self.draw.circle((x, y), 0.9 * radius, fill=fill)
            return
        turns = [(radians(angle), far * radius) for angle, far in corners]
        self.draw.polygon([(x + far * cos(turn), y + far * sin(turn)) for turn, far in turns], fill=fill)

    def _length(self, text: str, size: int) -> float:
        return self._font_of(size * FINE).getlength(text) / FINE

    def _font_of(self, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        return ImageFont.load_default(size) if self._font is None else ImageFont.truetype(self._font, size)
