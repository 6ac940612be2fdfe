"""How the server and its workers log."""

import logging
import sys
from typing import Final

import structlog

from ludotheque.server.run.environment import choice

LOG_LEVELS: Final = ("debug", "info", "warning", "error")


def configure_log() -> None:
    """Structured lines: for people on a terminal, JSON elsewhere; never what a variable held."""
    level = logging.getLevelNamesMapping()[choice("LUDOTHEQUE_LOG", LOG_LEVELS, "info").upper()]
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
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=[*shared, *faults, plain, last]))
    logging.basicConfig(level=max(level, logging.WARNING), handlers=[handler], force=True)
