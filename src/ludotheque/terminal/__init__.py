"""Former name of `ludotheque.tui`, kept for boards of other packages."""

import sys

from ludotheque.tui import board, draft, look, plain, sheet

for _module in (board, draft, look, plain, sheet):
    sys.modules[_module.__name__.replace(".tui.", ".terminal.")] = _module
