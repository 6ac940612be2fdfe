"""Presence: the people connected to each table, through this process and through others."""

from typing import Final

import msgspec


class Share(msgspec.Struct, frozen=True, omit_defaults=True):
    """The people connected to a table through one process, and its number of anonymous sockets."""

    people: tuple[str, ...] = ()
    nameless: int = 0


class Presence(msgspec.Struct):
    """Presence at one table: sockets by person and anonymous ones here, and people in other processes."""

    people: dict[str, int] = {}
    nameless: int = 0
    elsewhere: dict[str, Share] = {}
    """People connected through other processes, by process."""

    def come(self, person: str | None) -> None:
        """Add a socket of a person; None for an anonymous one."""
        if person is None:
            self.nameless += 1
        else:
            self.people[person] = self.people.get(person, 0) + 1

    def go(self, person: str | None) -> None:
        """Remove a socket of a person; None for an anonymous one."""
        if person is None:
            self.nameless -= 1
        elif self.people[person] == 1:
            del self.people[person]
        else:
            self.people[person] -= 1

    @property
    def empty(self) -> bool:
        """True if no socket is connected to this process."""
        return not self.people and not self.nameless

    @property
    def share(self) -> Share:
        """The people connected to this process, in the form sent to other processes."""
        return Share(tuple(self.people), self.nameless)

    @property
    def everybody(self) -> set[str]:
        """Ids of all connected people, in any process."""
        return set(self.people).union(*(share.people for share in self.elsewhere.values()))

    @property
    def strangers(self) -> int:
        """Number of anonymous sockets, in any process."""
        return self.nameless + sum(share.nameless for share in self.elsewhere.values())


NONE: Final = Share()
NOBODY: Final = Presence()


class PresenceBoard:
    """Presence of all tables; it outlives the tables in the cache."""

    def __init__(self) -> None:
        self._tables: dict[str, Presence] = {}

    def of(self, table: str) -> Presence:
        """Return the presence at a table."""
        return self._tables.get(table, NOBODY)

    def come(self, table: str, person: str | None) -> None:
        """Add a socket of a person to a table; None for an anonymous one."""
        self._tables.setdefault(table, Presence()).come(person)

    def go(self, table: str, person: str | None) -> None:
        """Remove a socket of a person from a table; None for an anonymous one."""
        self._tables[table].go(person)
        self._tidy(table)

    def here(self) -> dict[str, Share]:
        """Return the people connected to this process, by table."""
        return {table: presence.share for table, presence in self._tables.items() if not presence.empty}

    def note(self, process: str, shares: dict[str, Share]) -> list[str]:
        """Store the presence reported by another process, and return the tables where it has changed."""
        changed = []
        for table, share in shares.items():
            presence = self._tables.setdefault(table, Presence())
            if presence.elsewhere.get(process, NONE) != share:
                changed.append(table)
                presence.elsewhere[process] = share
                if share == NONE:
                    del presence.elsewhere[process]
            self._tidy(table)
        return changed

    def drop(self, process: str) -> list[str]:
        """Forget the presence of a process that has ended, and return the tables where it had people."""
        concerned = [table for table, presence in self._tables.items() if process in presence.elsewhere]
        for table in concerned:
            del self._tables[table].elsewhere[process]
            self._tidy(table)
        return concerned

    def _tidy(self, table: str) -> None:
        if self._tables[table] == NOBODY:
            del self._tables[table]
