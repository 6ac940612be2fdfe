"""Keeps the coach off a running match with hints switched off, also through an imported copy of it."""

from ludotheque.core.refusal import NotAllowed
from ludotheque.host.match import LiveMatch
from ludotheque.host.refusals import NotFound
from ludotheque.host.service import TableService


async def check_no_copy(tables: TableService, study: LiveMatch, *people: str | None) -> None:
    """Raise `NotAllowed` if an imported match copies one that these people play with hints switched off."""
    for table in {
        table
        for person in people
        if person
        for table in await tables.repository.without_hints(person, study.game)
    }:
        try:
            async with tables.cache.locked(table) as loaded:
                running = loaded.match if not loaded.row.hints else None
                if running is not None and running.outcome is None and is_copy(study, running):
                    raise NotAllowed("server.no_hints")
        except NotFound:  # deleted meanwhile
            continue


def is_copy(study: LiveMatch, running: LiveMatch) -> bool:
    """Return whether an imported match has the position of a running one, or continues its log."""
    if study.game != running.game or study.table.seats != running.table.seats:
        return False
    played = running.table.log
    goes_on = bool(played) and study.table.log[: len(played)] == played
    return goes_on or study.view(None) == running.view(None)
