"""A league as a page: ratings with their intervals and the crosstable, drawn as SVG, without any script."""

from html import escape
from typing import Final

from ludotheque.core.refusal import Param
from ludotheque.core.words import say
from ludotheque.games import game
from ludotheque.lab.league import Ladder, LadderRow, Meeting
from ludotheque.tui.look import percent

ROW: Final = 34
WIDE: Final = 760
CELL: Final = 64
STEP: Final = 100
"""Points between two lines of the scale."""
LONGEST: Final = 22
"""Letters of a name that are shown."""

STYLE: Final = """
:root { color-scheme: light dark; --ink: #2b2118; --paper: #faf6ee; --line: #cdbfa8; --mark: #8a4b1f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #efe6d8; --paper: #1f1a15; --line: #5a4c3c; --mark: #e39a5f; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1, h2 { font-weight: 600; } svg { width: 100%; min-width: 34rem; height: auto; }
svg text { fill: var(--ink); font: 14px system-ui, sans-serif; }
svg .bounds { font-size: 11px; }
.scale { stroke: var(--line); } .reach { stroke: var(--mark); stroke-width: 3; } .mark { fill: var(--mark); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; }
th, td { padding: .3rem .7rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; }
"""


def page(ladder: Ladder, language: str) -> str:
    """Return the whole page."""

    def told(key: str, **params: Param) -> str:
        return escape(say(f"lab_{key}", language, params))

    title = told("league_title", game=game(ladder.game).title)
    parts = [
        f"<h1>{title}</h1>",
        f"<p>{told('league_about', games=ladder.games, seats=ladder.seats, seed=ladder.seed)}</p>",
        f"<h2>{told('league_ratings')}</h2>",
        f"<p>{told('league_points')}</p>",
        f'<div class="scroll">{ratings_plot(ladder, told("league_ratings"))}</div>',
        f'<div class="scroll">{_table(ladder, language)}</div>',
        f"<h2>{told('league_crosstable')}</h2>",
        f"<p>{told('league_cells')}</p>",
        f'<div class="scroll">{crosstable_plot(ladder, language)}</div>',
    ]
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{STYLE}</style>"
    )
    body = "\n".join(parts)
    return f'<!doctype html>\n<html lang="{language}"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def ratings_plot(ladder: Ladder, label: str) -> str:
    """Draw a line for each bot: its rating as a dot on its interval."""
    left = _left(ladder)
    low = min(row.low for row in ladder.rows) // STEP * STEP
    high = (max(row.high for row in ladder.rows) // STEP + 1) * STEP

    def x(points: float) -> float:
        return left + (points - low) / (high - low) * (WIDE - left - 20)

    height = ROW * len(ladder.rows) + 30
    step = STEP * max(1, round((high - low) / STEP / 8))
    lines = [
        f'<line class="scale" x1="{x(at):.1f}" x2="{x(at):.1f}" y1="0" y2="{height - 26}"/>'
        f'<text x="{x(at):.1f}" y="{height - 8}" text-anchor="middle">{at:.0f}</text>'
        for at in _scale(low, high, step)
    ]
    for number, row in enumerate(ladder.rows):
        y = ROW * number + ROW / 2
        lines.append(
            f'<text x="{left - 12}" y="{y + 5}" text-anchor="end">{escape(_short(row.bot))}</text>'
            f'<line class="reach" x1="{x(row.low):.1f}" x2="{x(row.high):.1f}" y1="{y}" y2="{y}"/>'
            f'<circle class="mark" cx="{x(row.rating):.1f}" cy="{y}" r="6"/>'
        )
    inside = "".join(lines)
    return f'<svg viewBox="0 0 {WIDE} {height}" role="img" aria-label="{label}">{inside}</svg>'


def _scale(low: float, high: float, step: float) -> list[float]:
    count = int((high - low) // step)
    return [low + number * step for number in range(count + 1)]


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"…{name[1 - LONGEST :]}"


def _left(ladder: Ladder) -> int:
    """Return the width of the names beside a plot."""
    return 30 + 8 * max(len(_short(row.bot)) for row in ladder.rows)


def _table(ladder: Ladder, language: str) -> str:
    names = ("bot", "rating", "interval", "games", "wins", "score", "place")
    head = "".join(f"<th>{escape(say(f'lab_column_{name}', language))}</th>" for name in names)
    return f"<table><tr>{head}</tr>{''.join(_cells(row, language) for row in ladder.rows)}</table>"


def _cells(row: LadderRow, language: str) -> str:
    share = percent(row.wins / max(1, row.games), language)
    cells = (
        escape(row.bot),
        f"{row.rating:.0f}",
        f"{row.low:.0f} – {row.high:.0f}",
        str(row.games),
        share,
        f"{row.score:.1f}",
        f"{row.place:.2f}",
    )
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def crosstable_plot(ladder: Ladder, language: str) -> str:
    """Draw a field for each pair: how often the bot of the row finished before the one of the column."""
    names = [row.bot for row in ladder.rows]
    left = _left(ladder)
    size = left + CELL * len(names) + 10
    height = CELL * len(names) + 80
    parts = [
        f'<text transform="translate({left + CELL * (number + 0.5)},70) rotate(-35)">'
        f"{escape(_short(name))}</text>"
        for number, name in enumerate(names)
    ]
    for line, row in enumerate(ladder.rows):
        y = 80 + CELL * line
        parts.append(
            f'<text x="{left - 12}" y="{y + CELL / 2 + 5}" text-anchor="end">{escape(_short(row.bot))}</text>'
        )
        parts += [
            _field(row.against[name], left + CELL * column, y, language)
            for column, name in enumerate(names)
            if name != row.bot
        ]
    label = escape(say("lab_league_crosstable", language))
    shape = f'style="width:{size}px;min-width:0" viewBox="0 0 {size} {height}"'
    return f'<svg {shape} role="img" aria-label="{label}">{"".join(parts)}</svg>'


def _field(meeting: Meeting, x: float, y: float, language: str) -> str:
    """Draw a field, darker with more wins; the interval is below the share, so colour is not the only
    sign.
    """
    middle = x + CELL / 2
    share = percent(meeting.share, language) if meeting.games else "–"
    bounds = f"{100 * meeting.low:.0f}–{100 * meeting.high:.0f}"
    return (
        f'<rect x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{CELL - 4}" rx="6" class="mark" '
        f'opacity="{0.06 + 0.5 * meeting.share:.2f}"/>'
        f'<text x="{middle}" y="{y + CELL / 2}" text-anchor="middle">{share}</text>'
        f'<text class="bounds" x="{middle}" y="{y + CELL / 2 + 18}" text-anchor="middle">{bounds}</text>'
    )
