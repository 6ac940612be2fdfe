"""How the server and its workers log."""

import logging
import sys
from typing import Final

import structlog

from ludotheque.host.log import NAME, Said

LOG_LEVELS: Final = ("debug", "info", "warning", "error")

_configured = ["info"]


def log_level() -> str:
    """Return the level that was configured."""
    return _configured[0]


def configure_log(chosen: str) -> None:
    """Structured lines: for people on a terminal, JSON elsewhere; never what a variable held."""
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
    """Take over the fields of a line of the tables."""
    said = entry["_record"].msg
    if isinstance(said, Said):
        entry.update({"event": said.event, **said.fields})
    return entry
