"""The honest game, its moves in the order of the hashes of texts: no two processes agree."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tests.table.honest.game import Honest, HonestGame


class Hashed(Honest):
    """Moves are sorted by the hash of a text, which differs from seat to seat and from card to card."""

    def moves(self) -> vec[i64]:
        return vec[i64](sorted(super().moves(), key=self.hashed))

    def hashed(self, move: int) -> int:
        return hash(f"move {move} of seat {self.acted} with a {self.hands[self.acted]}")


class HashedGame(HonestGame):
    """The honest game with these rules."""

    state_type = Hashed


GAME: Final = HashedGame()
