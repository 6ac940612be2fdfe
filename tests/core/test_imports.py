"""Objects that are named in words, such as bots of other packages."""

from pathlib import Path

import pytest

from ludotheque.core.imports import imported
from ludotheque.core.refusal import NotAllowed

REFUSES = """
from ludotheque.core.refusal import NotAllowed
raise NotAllowed("core.chance_awaited")
"""


def test_a_refusal_of_an_imported_module_is_told_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "module_that_refuses.py").write_text(REFUSES)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(NotAllowed) as refused:
        imported("module_that_refuses:bot")
    assert refused.value.code == "core.chance_awaited"
