"""What a word such as `my_bots:Careful` names: something in a module, which is imported for it.

For the words of whoever runs the program, never for those of a stranger: importing runs what is imported.
"""

import os
import sys
from importlib import import_module

from ludotheque.core.refusal import Unreadable


def is_import(word: str) -> bool:
    """Whether a word names something in a module.

    >>> is_import("my_bots:Careful"), is_import("strong")
    (True, False)
    """
    return ":" in word


def imported(word: str) -> object:
    """What a word names; modules of the current folder are found too.

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
    except (ImportError, AttributeError, ValueError) as error:
        raise Unreadable("core.import", params={"word": word[:80], "why": str(error)[:200]}) from error
    return found
