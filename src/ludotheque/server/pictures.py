"""Pictures made on the spot."""

from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final

import segno
from PIL import Image, ImageDraw, ImageFont

COLOURS: Final = ("#c8452f", "#2f6bc8", "#3d8b4b", "#d39a1e", "#7a4bb0", "#2a8f8f", "#b04b7f", "#6b6b6b")
WOOD: Final = "#5b3a22"
TABLE: Final = "#7a5230"
PAPER: Final = "#fff8ec"
GOLD: Final = "#f0d9b5"
PICTURE_SIZE: Final = (1200, 630)
"""Pixels of the picture of a shared link, as messengers want it."""
SHADES: Final = 128
FINE: Final = 2
LETTERS: Final = 18
"""Letters of a name for which there is room."""


def qr_svg(link: str) -> bytes:
    """A link as a QR code, for a phone to look at."""
    drawn = BytesIO()
    segno.make(link, error="m", micro=False).save(drawn, kind="svg", scale=8, border=3, xmldecl=False)
    return drawn.getvalue()


@lru_cache(maxsize=200)
def table_png(title: str, names: tuple[str, ...], font: Path | None) -> bytes:
    """A drawing for previews: a wooden table, the game's name and who sits at it.

    The font is the one of the built pages; without them, Pillow's own does.
    """
    width, height = (side * FINE for side in PICTURE_SIZE)
    drawn = Image.new("RGB", (width, height), WOOD)
    pen = Pen(ImageDraw.Draw(drawn), font)
    pen.draw.rounded_rectangle((40 * FINE, 40 * FINE, 1160 * FINE, 590 * FINE), 60 * FINE, fill=TABLE)
    pen.write(600, 200, title, 130, PAPER)
    pen.write(600, 302, "Ludothèque", 44, GOLD)
    for seat, name in enumerate(names):
        x = 140 + 920 * (seat + 0.5) / len(names)
        pen.spot(x, 430, 46, COLOURS[seat])
        pen.write(x, 430, str(seat + 1), 44, PAPER)
        # The font knows the letters of western Europe; a name in others is left to the text of the preview.
        pen.write(x, 516, name.encode("latin-1", "ignore").decode("latin-1")[:LETTERS], 34, PAPER)
    written = BytesIO()
    small = drawn.resize(PICTURE_SIZE, Image.Resampling.BOX)
    small.quantize(SHADES, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(written, "PNG")
    return written.getvalue()


class Pen:
    """Draws twice as large as the picture will be, so that edges are smooth."""

    def __init__(self, draw: ImageDraw.ImageDraw, font: Path | None) -> None:
        self.draw = draw
        self._font = font

    def write(self, x: float, y: float, text: str, size: int, colour: str) -> None:
        """A line of text around a point."""
        self.draw.text((x * FINE, y * FINE), text, colour, self._font_of(size * FINE), anchor="mm")

    def spot(self, x: float, y: float, radius: float, colour: str) -> None:
        """A round piece with a light edge."""
        middle, far = (x * FINE, y * FINE), radius * FINE
        self.draw.circle(middle, far + 6 * FINE / 2, fill=PAPER)
        self.draw.circle(middle, far - 6 * FINE / 2, fill=colour)

    def _font_of(self, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        return ImageFont.load_default(size) if self._font is None else ImageFont.truetype(self._font, size)
