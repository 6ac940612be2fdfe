"""Who is connected to a table."""

import msgspec


class Presence(msgspec.Struct):
    """How many sockets each person has at a table, and how many belong to nobody we know."""

    people: dict[str, int] = {}
    nameless: int = 0

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
        """Whether nobody is connected."""
        return not self.people and not self.nameless


NOBODY = Presence()
