"""Limits of the tables that people set up, and of the bytes that these take."""

from math import ceil
from typing import Final

from ludotheque.core.refusal import NotAllowed
from ludotheque.host.limits import MEGABYTE, Allowances, Limits
from ludotheque.host.refusals import TooManyRequests
from ludotheque.host.rows import Person
from ludotheque.host.store import Owned, TableStore

NEW_TABLE: Final = 50_000
"""Bytes that a new table counts for its address: a match of most games takes less, one of Targets more."""


class Quotas:
    """What one person and one address may store."""

    def __init__(self, repository: TableStore, limits: Limits, allowed: Allowances) -> None:
        self._repository = repository
        self._limits = limits
        self._tables = allowed.tables_a_person
        self._public = allowed.public_tables_a_person
        self._megabytes = allowed.stored_mb_a_person

    async def check_table(self, person: Person, address: str, *, public: bool) -> None:
        """Refuse one more table of somebody, and count it for the address it comes from."""
        owned = await self._owned(person)
        if public and owned.public >= self._public:
            raise NotAllowed("server.too_many_public", params={"allowed": self._public})
        self._check_space(owned, NEW_TABLE)
        await self._charge(address, NEW_TABLE)

    async def check_person(self, person: Person) -> None:
        """Refuse an import, before it is read, of somebody who has no room for any."""
        self._check_space(await self._owned(person), 1)

    async def check_import(self, person: Person, address: str, size: int) -> None:
        """Refuse an import of so many bytes, or count it for the address it comes from."""
        self._check_space(await self._owned(person), size)
        await self._charge(address, size)

    async def _owned(self, person: Person) -> Owned:
        """Count the tables of somebody, who may not have too many that are not over."""
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
