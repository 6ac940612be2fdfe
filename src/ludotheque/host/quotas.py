"""Quotas of the number of tables a person sets up, and of their bytes in the store."""

from math import ceil
from typing import Final

from ludotheque.core.refusal import NotAllowed
from ludotheque.host.limits import MEGABYTE, Allowances, Limits
from ludotheque.host.refusals import TooManyRequests
from ludotheque.host.rows import Person
from ludotheque.host.store import Owned, TableStore

NEW_TABLE: Final = 50_000
"""Bytes charged to the address for a new table; most matches need less, one of Targets needs more."""


class Quotas:
    """Storage limits of people and addresses; each check raises `NotAllowed` or `TooManyRequests`."""

    def __init__(self, repository: TableStore, limits: Limits, allowed: Allowances) -> None:
        self._repository = repository
        self._limits = limits
        self._tables = allowed.tables_a_person
        self._public = allowed.public_tables_a_person
        self._megabytes = allowed.stored_mb_a_person

    async def check_table(self, person: Person, address: str, *, public: bool) -> None:
        """Check that a person may set up one more table, and charge its bytes to the address."""
        owned = await self._owned(person)
        if public and owned.public >= self._public:
            raise NotAllowed("server.too_many_public", params={"allowed": self._public})
        self._check_space(owned, NEW_TABLE)
        await self._charge(address, NEW_TABLE)

    async def check_person(self, person: Person) -> None:
        """Check, before an import is read, that the person has room for another table at all."""
        self._check_space(await self._owned(person), 1)

    async def check_import(self, person: Person, address: str, size: int) -> None:
        """Check that a person may import this many bytes, and charge them to the address."""
        self._check_space(await self._owned(person), size)
        await self._charge(address, size)

    async def _owned(self, person: Person) -> Owned:
        """Return the usage of a person; raise `NotAllowed` at the maximum number of unfinished tables."""
        owned = await self._repository.owned(person.id)
        if owned.tables >= self._tables:
            raise NotAllowed("server.too_many_tables", params={"allowed": self._tables})
        return owned

    def _check_space(self, owned: Owned, more: int) -> None:
        if owned.bytes + more > self._megabytes * MEGABYTE:
            raise NotAllowed("server.space_full", params={"allowed": self._megabytes})

    async def _charge(self, address: str, size: int) -> None:
        seconds = await self._limits.wait(self._limits.stored, f"address:{address}", cost=size)
        if seconds > 0:
            raise TooManyRequests("server.address_full", params={"seconds": ceil(seconds)})
