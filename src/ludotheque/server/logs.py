"""Configuration of structured logging for the server and its worker processes."""

import logging
import sys
from typing import Final

import structlog

from ludotheque.host.logger import NAME, Said

LOG_LEVELS: Final = ("debug", "info", "warning", "error")

_configured = ["info"]


def log_level() -> str:
    """Return the configured log level, one of `LOG_LEVELS`."""
    return _configured[0]


def configure_log(chosen: str) -> None:
    """Send all logs to stderr at a level of `LOG_LEVELS`: coloured text on a terminal, JSON lines elsewhere.

    Tracebacks never contain the values of local variables.
    """
    _configured[0] = chosen
    level = logging.getLevelNamesMapping()[chosen.upper()]
    shared: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    terminal = sys.stderr.isatty()
    last: structlog.types.Processor = (
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        if terminal
        else structlog.processors.JSONRenderer()
    )
    faults: list[structlog.types.Processor] = [] if terminal else [structlog.processors.format_exc_info]
    structlog.configure(
        processors=[*shared, *faults, last],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    plain = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(processors=[_add_fields, *shared, *faults, plain, last])
    )
    logging.basicConfig(level=max(level, logging.WARNING), handlers=[handler], force=True)
    logging.getLogger(NAME).setLevel(level)


def _add_fields(_logger: object, _method: str, entry: structlog.types.EventDict) -> structlog.types.EventDict:
    """Copy the event name and fields of a `Said` record of the host package into a structlog entry."""
    said = entry["_record"].msg
    if isinstance(said, Said):
        entry.update({"event": said.event, **said.fields})
    return entry
