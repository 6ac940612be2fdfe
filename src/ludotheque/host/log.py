"""Log lines with fields, through Python's own logging."""

import logging
from typing import Final

NAME: Final = "ludotheque"


class Said:
    """An event with fields: a handler may read both, others get them as text."""

    def __init__(self, event: str, fields: dict[str, object]) -> None:
        self.event = event
        self.fields = fields

    def __str__(self) -> str:
        return " ".join((self.event, *(f"{name}={value}" for name, value in self.fields.items())))


class Log:
    """Writes log lines; never what a variable held at a fault."""

    def __init__(self, name: str = NAME) -> None:
        self._logger = logging.getLogger(name)

    def info(self, event: str, **fields: object) -> None:
        """Log what is worth knowing."""
        self._logger.info(Said(event, fields))

    def warning(self, event: str, **fields: object) -> None:
        """Log what may need a look."""
        self._logger.warning(Said(event, fields))

    def error(self, event: str, **fields: object) -> None:
        """Log what needs a look."""
        self._logger.error(Said(event, fields))
