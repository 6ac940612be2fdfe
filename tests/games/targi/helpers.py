"""Positions of Targi in a few words, for the tests."""

from collections.abc import Iterable, Mapping
from typing import Any

from ludotheque import Move, Table
from ludotheque.core.codec import Json
from ludotheque.core.coded import CodedPosition
from ludotheque.games.targi.preview import Score, score_of
from ludotheque.games.targi.rules.cards import GOODS_NAMES
from ludotheque.games.targi.rules.state import Targi

CENTRE: list[Json] = ["1D", 0, "1S", 3, "1P", 6, "2D", 9, "2S"]
OTHER_GOODS: list[Json] = [
    *("1D", "1S", "1P", "2P", "D+S", "D+P", "S+P"),
    *("choice", "choice", "choice", "1G", "1G", "1G", "1VP"),
]
"""Every goods card that is not in that centre: with these discarded, the deck is empty."""
RICH: dict[str, Json] = {"dates": 3, "salt": 3, "pepper": 3, "gold": 2}
POOR: dict[str, Json] = {"dates": 0, "salt": 0, "pepper": 0, "gold": 0}
FULL_ROWS: list[Json] = [[0, 4, 7, 10], [1, 5, 8, 11], [2, 12, 13]]


def position(
    blue: Mapping[str, Json] | None = None, white: Mapping[str, Json] | None = None, **rest: Json
) -> dict[str, Json]:
    """A position in which the usual things are as usual."""
    return {"centre": CENTRE, "players": [dict(blue or {}), dict(white or {})], **rest}


def table(
    blue: Mapping[str, Json] | None = None,
    white: Mapping[str, Json] | None = None,
    *,
    chance: Iterable[Json] = (),
    **rest: Json,
) -> Table:
    """A table at such a position; cards come from the script and then are awaited."""
    return Table.at("targi", position(blue, white, **rest), chance=[drawn(card) for card in chance])


def acting(blue: Mapping[str, Json] | None = None, *, chance: Iterable[Json] = (), **rest: Json) -> Table:
    """Blue is to act, with a Targi on card 2 beside what is said, so that the turn does not end by itself."""
    own = dict(blue or {})
    targis = own.get("targis", [])
    assert isinstance(targis, list)
    own["targis"] = sorted([*targis, 2])
    there = {**position(own), "phase": "act", **rest}
    return Table.at("targi", there, chance=[drawn(card) for card in chance])


def with_card(card: int, blue: Mapping[str, Json] | None = None, **rest: Json) -> Table:
    """Blue's marker lies on a tribe card in place b and blue is rich."""
    centre = [*CENTRE]
    centre[1] = card
    if card in (3, 6, 9):
        centre[CENTRE.index(card)] = 0
    chance = rest.pop("chance", [])
    assert isinstance(chance, list)
    return acting({**RICH, "markers": ["b"], **(blue or {})}, chance=chance, **({"centre": centre} | rest))


def lay(at: Table, seat: int = 0, row: int = 1) -> None:
    """Lay the card in place b, with the first payment and in a row, where there is a choice."""
    at.play(seat, "use b")
    at.play(seat, "lay")
    if view(at)["phase"] == "pay":
        at.play(seat, offered(at, seat)[0])
    if view(at)["phase"] == "row":
        at.play(seat, f"row {row}")


def drawn(card: Json) -> Json:
    """The outcome of chance that a card is."""
    if isinstance(card, dict):
        return card
    return {"goods": card} if card in GOODS_NAMES else {"tribe": card}


def view(at: Table, seat: int | None = None) -> dict[str, Any]:
    """The position as a seat sees it."""
    seen = at.view(seat)["position"]
    assert isinstance(seen, dict)
    return seen


def players(seen: Json) -> list[dict[str, Any]]:
    assert isinstance(seen, dict)
    found: list[dict[str, Any]] = seen["players"]
    return found


def truth(at: Table) -> dict[str, Any]:
    """The whole position."""
    whole = at.position.to_json()
    assert isinstance(whole, dict)
    return whole


def player(at: Table, seat: int = 0) -> dict[str, Any]:
    """Return the possessions of a seat."""
    found: dict[str, Any] = truth(at)["players"][seat]
    return found


def owns(at: Table, seat: int = 0) -> tuple[Json, ...]:
    """Dates, salt, pepper, gold and crosses of a seat."""
    own = player(at, seat)
    return tuple(own[kind] for kind in ("dates", "salt", "pepper", "gold", "crosses"))


def may(at: Table, seat: int = 0) -> list[str]:
    """Return the legal moves of a seat, in notation."""
    return [at.game.notation(move) for move in offered(at, seat)]


def offered(at: Table, seat: int) -> list[Move]:
    """The moves of a seat; none of Targi's is continuous."""
    return [move for move in at.moves(seat) if isinstance(move, Move)]


def why(at: Table, move: str, seat: int = 0) -> tuple[str, str | None]:
    """The code and the clause of a refusal; it has a sentence in every language."""
    refusal = at.why_not(seat, move)
    assert refusal is not None, f"{move} is allowed"
    assert all(refusal.text(language) for language in ("en", "fr", "de"))
    return refusal.code.removeprefix("targi."), refusal.clause


def state(at: Table) -> Targi:
    """The rules' own position."""
    assert isinstance(at.position, CodedPosition)
    found = at.position.state
    assert isinstance(found, Targi)
    return found


def score(at: Table, seat: int = 0) -> Score:
    """The score of a seat so far, part by part."""
    return score_of(state(at), seat)


def names(events: list[object]) -> list[str]:
    """Return the names of events."""
    return [str(getattr(event, "name", "")).removeprefix("targi.") for event in events]
