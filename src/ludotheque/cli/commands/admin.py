"""`ludotheque admin`: administration of people and tables by the host of a server, also while it runs."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeVar

import msgspec
from cyclopts import App, Group, Parameter
from cyclopts.validators import Number
from rich.table import Table as Grid
from rich.text import Text

from ludotheque.cli.terminal import Terminal
from ludotheque.core.refusal import NotAllowed

if TYPE_CHECKING:
    from ludotheque.server.admin.service import Admin

T = TypeVar("T")

KILOBYTE: Final = 1000


def add(app: App, terminal: Terminal) -> None:
    """Register `ludotheque admin` and its commands."""
    say = terminal.say
    admin = App(
        name="admin",
        help=say("help_admin"),
        group_commands=Group(say("group_commands")),
        group_parameters=Group(say("group_parameters")),
        group_arguments=Group(say("group_arguments")),
        version_flags=[],
    )
    admin["--help"].help = say("help_help")
    app.command(admin)
    _add_looking(admin, terminal)
    _add_people(admin, terminal)
    _add_tables(admin, terminal)


def _add_looking(admin: App, terminal: Terminal) -> None:
    say = terminal.say

    @admin.command(help=say("help_admin_people"))
    def people(
        search: Annotated[str, Parameter(name="TEXT", help=say("help_admin_search"))] = "",
        /,
        *,
        limit: Annotated[int, Parameter(help=say("help_admin_limit"), validator=Number(gte=1))] = 50,
    ) -> None:
        found = run(lambda host: host.people(search, limit))
        heads = ("id", "name", "login", "created", "seen", "tables", "banned")
        rows = [
            (
                one.id,
                one.name,
                one.login or "–",
                day(one.created),
                day(one.seen),
                str(one.tables),
                day(one.banned),
            )
            for one in found
        ]
        show(terminal, heads, rows)

    @admin.command(help=say("help_admin_tables"))
    def tables(
        *,
        state: Annotated[
            Literal["waiting", "running", "finished"] | None, Parameter(help=say("help_admin_state"))
        ] = None,
        limit: Annotated[int, Parameter(help=say("help_admin_limit"), validator=Number(gte=1))] = 50,
    ) -> None:
        found = run(lambda host: host.tables(state, limit))
        heads = ("id", "game", "state", "changed", "lines", "seats", "title")
        rows = [
            (one.id, one.game, one.state, day(one.changed), str(one.version), ", ".join(one.names), one.title)
            for one in found
        ]
        show(terminal, heads, rows)

    @admin.command(help=say("help_admin_largest"))
    def largest(
        *,
        limit: Annotated[int, Parameter(help=say("help_admin_limit"), validator=Number(gte=1))] = 20,
    ) -> None:
        found = run(lambda host: host.largest(limit))
        heads = ("id", "bytes", "game", "state", "imported", "changed", "lines", "owner")
        rows = [
            (
                one.id,
                str(ceil(one.bytes / KILOBYTE)),
                one.game,
                one.state,
                "✓" if one.study else "–",
                day(one.changed),
                str(one.version),
                one.owner or "–",
            )
            for one in found.tables
        ]
        show(terminal, heads, rows)
        terminal.write(say("admin_database", megabytes=ceil(found.database / KILOBYTE**2)))

    @admin.command(help=say("help_admin_chat"))
    def chat(table: Annotated[str, Parameter(name="TABLE", help=say("help_admin_table"))], /) -> None:
        found = run(lambda host: host.chat(table))
        rows = [(str(one.number), day(one.at), one.person or "–", one.name, one.text) for one in found]
        show(terminal, ("number", "at", "id", "name", "text"), rows)

    @admin.command(help=say("help_admin_export"))
    def export(
        person: Annotated[str, Parameter(name="PERSON", help=say("help_admin_person"))],
        file: Annotated[Path | None, Parameter(name="FILE", help=say("help_admin_file"))] = None,
        /,
    ) -> None:
        kept = run(lambda host: host.export(person))
        written = msgspec.json.format(msgspec.json.encode(kept), indent=2).decode()
        if file is None:
            terminal.write(written)
            return
        if file.exists():
            raise NotAllowed("cli.backup_exists", params={"file": str(file)})
        file.write_text(written + "\n", encoding="utf-8")
        terminal.write(say("admin_exported", name=printable(kept.name), file=str(file)))


def _add_people(admin: App, terminal: Terminal) -> None:
    say = terminal.say
    person_argument = Parameter(name="PERSON", help=say("help_admin_person"))

    @admin.command(help=say("help_admin_ban"))
    def ban(person: Annotated[str, person_argument], /) -> None:
        found = run(lambda host: host.ban(person))
        terminal.write(say("admin_banned", name=printable(found.name), id=found.id))

    @admin.command(help=say("help_admin_unban"))
    def unban(person: Annotated[str, person_argument], /) -> None:
        found = run(lambda host: host.unban(person))
        terminal.write(say("admin_unbanned", name=printable(found.name), id=found.id))

    @admin.command(help=say("help_admin_reset"))
    def reset(person: Annotated[str, person_argument], /) -> None:
        made = run(lambda host: host.reset(person))
        terminal.write(say("admin_reset", name=printable(made.person.name), id=made.person.id))
        terminal.write(say("admin_reset_code", code=made.code))
        if made.link is not None:
            terminal.write(say("admin_reset_link", link=made.link))

    @admin.command(help=say("help_admin_delete"))
    def delete(
        person: Annotated[str, person_argument],
        /,
        *,
        yes: Annotated[bool, Parameter(negative=(), help=say("help_admin_yes"))] = False,
    ) -> None:
        if not yes:
            raise NotAllowed("cli.admin_sure", params={"person": person[:40]})
        found = run(lambda host: host.delete(person))
        terminal.write(say("admin_deleted", name=printable(found.name), id=found.id))

    @admin.command(help=say("help_admin_purge"))
    def purge(
        *,
        days: Annotated[int, Parameter(help=say("help_admin_days"), validator=Number(gte=1))],
    ) -> None:
        gone = run(lambda host: host.purge(days))
        terminal.write(say("admin_purged", guests=len(gone.guests), tables=len(gone.tables)))


def _add_tables(admin: App, terminal: Terminal) -> None:
    say = terminal.say

    @admin.command(name="remove-chat", help=say("help_admin_remove_chat"))
    def remove_chat(
        table: Annotated[str, Parameter(name="TABLE", help=say("help_admin_table"))],
        number: Annotated[int, Parameter(name="NUMBER", help=say("help_admin_number"))],
        /,
    ) -> None:
        run(lambda host: host.remove_chat(table, number))
        terminal.write(say("admin_chat_removed", table=table, number=number))

    @admin.command(help=say("help_admin_end"))
    def end(table: Annotated[str, Parameter(name="TABLE", help=say("help_admin_table"))], /) -> None:
        run(lambda host: host.end(table))
        terminal.write(say("admin_ended", table=table))

    @admin.command(help=say("help_admin_remove"))
    def remove(
        table: Annotated[str, Parameter(name="TABLE", help=say("help_admin_table"))],
        /,
        *,
        yes: Annotated[bool, Parameter(negative=(), help=say("help_admin_yes"))] = False,
    ) -> None:
        if not yes:
            raise NotAllowed("cli.admin_sure", params={"person": table[:40]})
        run(lambda host: host.remove(table))
        terminal.write(say("admin_removed", table=table))


def run(action: "Callable[[Admin], Awaitable[T]]") -> T:
    """Run an action as the host of the database in the settings."""
    # Imported here, so that a match in the terminal does not load a database.
    from ludotheque.server.run.administering import administering
    from ludotheque.server.run.settings import read_settings

    async def act() -> T:
        async with administering(read_settings()) as host:
            return await action(host)

    return asyncio.run(act())


def show(terminal: Terminal, heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """Print a list, each item on its line."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_row(*(Text(terminal.say(f"admin_head_{head}"), style="bold") for head in heads))
    for row in rows:
        grid.add_row(*(Text(printable(cell)) for cell in row))
    terminal.print(grid)
    terminal.write(terminal.say("admin_count", count=len(rows)))


def printable(text: str) -> str:
    """Return a text without characters that would move the cursor.

    >>> printable("a\x1b[2Jb")
    'a�[2Jb'
    """
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def day(at: datetime | None) -> str:
    """Return a time, to the minute."""
    return "–" if at is None else f"{at:%Y-%m-%d %H:%M}"
