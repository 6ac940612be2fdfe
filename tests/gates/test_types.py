"""The browser's types of messages, positions and cards are those of Python, written by `make types`."""

from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import UNSET, UnsetType
from scripts.typescript import Writer, modules, target, text

from ludotheque import Table, all_games
from ludotheque.core.codec import Json
from ludotheque.games.exxtra import browser as exxtra
from ludotheque.games.targets import browser as targets
from ludotheque.games.targi import browser as targi
from ludotheque.games.touche import browser as touche


@pytest.mark.parametrize("module", modules())
def test_the_browser_knows_the_types_of_today(module: str) -> None:
    assert target(module).read_text(encoding="utf-8") == text(module), "run `make types`"


def test_every_game_says_what_its_views_are() -> None:
    told = {module.split(".")[2] for module in modules() if module.startswith("ludotheque.games.")}
    homes = [type(game).__module__.split(".") for game in all_games()]
    assert told == {home[2] for home in homes if home[:2] == ["ludotheque", "games"]}


@pytest.mark.parametrize(
    ("game", "form"),
    [
        ("exxtra", exxtra.RECEIVES["Position"]),
        ("touche", touche.RECEIVES["View"]),
        ("targi", targi.RECEIVES["View"]),
        ("zoch", targets.RECEIVES["ZochBoard"]),
        ("blackrock", targets.RECEIVES["BlackrockBoard"]),
    ],
)
def test_a_view_has_exactly_the_fields_that_the_browser_expects(
    game: str, form: type[msgspec.Struct]
) -> None:
    view = Table(game, seats=2, seed=1).position.view(0)
    assert isinstance(view, dict)
    assert set(view) == {field.encode_name for field in msgspec.structs.fields(form)}
    msgspec.convert(view, form)


class Small(msgspec.Struct):
    """A nested struct."""

    pair: tuple[int, float]


class Shape(msgspec.Struct, tag_field="do", tag="shape"):
    """All that
    types can say."""

    needed: list[Small | None]
    kind: Literal["a", "b"] = "a"
    """Which of them."""
    later: str | UnsetType = UNSET
    any: Json = None
    move: Annotated[Json, msgspec.Meta(title="Move")] = None


INTERFACE = """\
/** All that types can say. */
export interface {name} {{
  do: 'shape';
  needed: (Small | null)[];
  /** Which of them. */
  kind{absent}: 'a' | 'b';
  later?: string;
  any{absent}: Json;
  move{absent}: Move;
}}
"""


@pytest.mark.parametrize(("sent", "absent"), [(False, ""), (True, "?")])
def test_a_field_with_a_default_may_be_left_out_of_what_is_sent_only(sent: bool, absent: str) -> None:
    kinds = {"Renamed": Shape}
    writer = Writer({}, kinds) if sent else Writer(kinds, {})
    written = writer.declarations()
    assert written[-1] == INTERFACE.format(name="Renamed", absent=absent)
    assert [line.split(" = ")[0] for line in written[:2]] == ["export type Json", "export type Move"]
    assert "pair: [number, number];" in written[2]


def test_a_type_that_has_no_form_is_refused() -> None:
    with pytest.raises(TypeError, match="no TypeScript for"):
        Writer({"Odd": bytes}, {}).declarations()
