"""Who is connected to a table, in this process and in others."""

from typing import Final

import msgspec


class Share(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who is connected to a table in one process."""

    people: tuple[str, ...] = ()
    nameless: int = 0


class Presence(msgspec.Struct):
    """How many sockets each person has at a table here, how many belong to nobody, and who is elsewhere."""

    people: dict[str, int] = {}
    nameless: int = 0
    elsewhere: dict[str, Share] = {}
    """Who is connected through other processes."""

    def come(self, person: str | None) -> None:
        """Somebody connects."""
        if person is None:
            self.nameless += 1
        else:
            self.people[person] = self.people.get(person, 0) + 1

    def go(self, person: str | None) -> None:
        """Somebody disconnects."""
        if person is None:
            self.nameless -= 1
        elif self.people[person] == 1:
            del self.people[person]
        else:
            self.people[person] -= 1

    @property
    def empty(self) -> bool:
        """Whether nobody is connected to this process."""
        return not self.people and not self.nameless

    @property
    def share(self) -> Share:
        """Who is connected to this process."""
        return Share(tuple(self.people), self.nameless)

    @property
    def everybody(self) -> set[str]:
        """All people, wherever they are connected."""
        return set(self.people).union(*(share.people for share in self.elsewhere.values()))

    @property
    def strangers(self) -> int:
        """Sockets of nobody we know, wherever they are."""
        return self.nameless + sum(share.nameless for share in self.elsewhere.values())


NONE: Final = Share()
NOBODY: Final = Presence()


class PresenceBoard:
    """Who is connected to any table; it outlives what is in memory of a table."""

    def __init__(self) -> None:
        self._tables: dict[str, Presence] = {}

    def of(self, table: str) -> Presence:
        """Who is connected to a table."""
        return self._tables.get(table, NOBODY)

    def come(self, table: str, person: str | None) -> None:
        """Somebody connects to a table."""
        self._tables.setdefault(table, Presence()).come(person)

    def go(self, table: str, person: str | None) -> None:
        """Somebody leaves a table."""
        self._tables[table].go(person)
        self._tidy(table)

    def here(self) -> dict[str, Share]:
        """Everybody connected to this process, by table."""
        return {table: presence.share for table, presence in self._tables.items() if not presence.empty}

    def note(self, process: str, shares: dict[str, Share]) -> list[str]:
        """What another process tells; the tables where that changes something."""
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
        """A process is gone, and with it whoever was connected to it; the tables concerned."""
        concerned = [table for table, presence in self._tables.items() if process in presence.elsewhere]
        for table in concerned:
            del self._tables[table].elsewhere[process]
            self._tidy(table)
        return concerned

    def _tidy(self, table: str) -> None:
        if self._tables[table] == NOBODY:
            del self._tables[table]
