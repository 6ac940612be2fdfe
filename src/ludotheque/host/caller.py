"""The person and the network address behind a request."""

from typing import NamedTuple

from ludotheque.host.rows import Person


class Caller(NamedTuple):
    """A person, or None if not signed in, at an address."""

    person: Person | None
    address: str = "here"

    @property
    def id(self) -> str | None:
        """Id of the person; None if not signed in."""
        return None if self.person is None else self.person.id

    @property
    def share(self) -> str:
        """Quota owner of the work: the person, or the address if not signed in."""
        return f"nobody:{self.address}" if self.person is None else self.person.id
