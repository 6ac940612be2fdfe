"""On the interpreted rules reasons are counted over a few continuations: only what is said is tested."""

from typing import Final

import pytest

import ludotheque
from ludotheque.games import all_parts

FEW: Final = 10


@pytest.fixture(autouse=True)
def _few_continuations(monkeypatch: pytest.MonkeyPatch) -> None:
    if not ludotheque.compiled:
        for module in all_parts("reasons"):
            monkeypatch.setattr(module, "SAMPLES", FEW)
