"""Words such as `my_bots:Careful` that name an object in a module; the module is imported for it.

Only for words of the user who runs the program, never for those of a remote user: an import runs code.
"""

import os
import sys
from importlib import import_module
from pathlib import Path
from traceback import extract_tb

from ludotheque.core.refusal import Refusal, Unreadable


def is_import(word: str) -> bool:
    """Return whether a word names an object in a module.

    >>> is_import("my_bots:Careful"), is_import("strong")
    (True, False)
    """
    return ":" in word


def imported(word: str) -> object:
    """Import the object a word names; modules of the current folder are found too.

    >>> imported("ludotheque.core.imports:is_import") is is_import
    True
    """
    module, _, attribute = word.partition(":")
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)
    try:
        found: object = import_module(module)
        for name in attribute.split("."):
            found = getattr(found, name)
    except Refusal:
        raise
    except (Exception, SystemExit) as error:
        raise Unreadable("core.import", params={"word": word[:80], "why": fault(error)}) from error
    return found


def fault(error: BaseException) -> str:
    """Return the kind and the text of an error, and the line of the module that raised it.

    >>> fault(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero'
    """
    told = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    called = extract_tb(error.__traceback__)[1:]  # the first frame is ours
    raised = [frame for frame in called if not frame.filename.startswith("<frozen")]
    where = f" ({Path(raised[-1].filename).name}:{raised[-1].lineno})" if raised else ""
    return told[:200] + where
