"""Log lines with fields, through Python's `logging`."""

import logging
from typing import Final

NAME: Final = "ludotheque"


class Said:
    """A log message with fields: a handler may read both, others get `event name=value` as text."""

    def __init__(self, event: str, fields: dict[str, object]) -> None:
        self.event = event
        self.fields = fields

    def __str__(self) -> str:
        return " ".join((self.event, *(f"{name}={value}" for name, value in self.fields.items())))


class Logger:
    """Writes log lines; callers pass error types and ids, never the contents of variables."""

    def __init__(self, name: str = NAME) -> None:
        self._logger = logging.getLogger(name)

    def info(self, event: str, **fields: object) -> None:
        """Log an event at level INFO."""
        self._logger.info(Said(event, fields))

    def warning(self, event: str, **fields: object) -> None:
        """Log an event at level WARNING."""
        self._logger.warning(Said(event, fields))

    def error(self, event: str, **fields: object) -> None:
        """Log an event at level ERROR."""
        self._logger.error(Said(event, fields))
