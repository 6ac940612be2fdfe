"""Cards laid face down: a secret of a move stays one, and turning the card up can't be taken back."""

from collections.abc import Iterator

import pytest

from ludotheque import NotAllowed, Table, check_game, games
from ludotheque.core import words
from ludotheque.games import REGISTRY
from tests.table.facedown.game import GAME


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(words, "FOREIGN", dict(words.FOREIGN))
    monkeypatch.setattr(games, "FOREIGN", words.FOREIGN)
    registry = dict(REGISTRY)
    yield
    REGISTRY.clear()
    REGISTRY.update(registry)


def test_a_game_with_cards_laid_face_down_keeps_every_promise() -> None:
    assert check_game(GAME, games=60).games == 60


def test_the_card_is_seen_by_its_seat_alone_until_it_is_turned_up_for_good() -> None:
    table = Table(GAME, 2, chance=[1, 2, 7, 8])
    (laid,) = table.play(0, "lay 7")
    assert [laid.seen_by(viewer).params for viewer in (0, 1, None)] == [{"card": 7}, {}, {}]
    seen = [table.view(viewer)["position"]["laid"] for viewer in (0, 1, None)]
    assert seen == [[[7], []], [[0], []], [[0], []]]
    table.undo(0, agreed=True)
    table.play(0, "lay 7")
    table.play(1, "open")
    assert table.view(None)["position"]["shown"] == [7]
    with pytest.raises(NotAllowed, match="Something hidden has been shown"):
        table.undo(1, agreed=True)
