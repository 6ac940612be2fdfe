"""The person and the address behind a request."""

from typing import NamedTuple

from ludotheque.host.rows import Person


class Caller(NamedTuple):
    """A person, or None, at an address."""

    person: Person | None
    address: str = "here"

    @property
    def id(self) -> str | None:
        """Id of the person."""
        return None if self.person is None else self.person.id

    @property
    def share(self) -> str:
        """Quota owner of the work: the person, or the address of the nameless."""
        return f"nobody:{self.address}" if self.person is None else self.person.id
