"""With `LUDOTHEQUE_PURE=1` in the environment, every module is imported from its source, compiled or not."""

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class SourceOnly(MetaPathFinder):
    """Finds the modules of this package as source files and passes over compiled ones."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The source of a module of this package; None leaves all others to Python."""
        if path is None or not fullname.startswith("ludotheque."):
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname, target)
            if spec is not None:
                return spec
        return None


if os.environ.get("LUDOTHEQUE_PURE") == "1":
    sys.meta_path.insert(0, SourceOnly())
