"""Repository of guests, accounts and passkeys in the database."""

from datetime import datetime

from sqlalchemy import delete, func, insert, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from ludotheque.core.refusal import NotAllowed
from ludotheque.host.names import login_key
from ludotheque.server.people.cookies import Ticket
from ludotheque.server.storage.database import Database, row_of
from ludotheque.server.storage.logins import look_of
from ludotheque.server.storage.schema import (
    PasskeyRow,
    PersonRow,
    chat,
    lessons_taken,
    passkeys,
    people,
    seats,
    sign_ins,
    tables,
)
from ludotheque.server.world import WORLD, ServerWorld


class PeopleRepository:
    """Repository of guests, accounts and their passkeys."""

    def __init__(self, store: Database, world: ServerWorld = WORLD) -> None:
        self._store = store
        self._world = world

    async def create(self, name: str, now: datetime) -> PersonRow:
        """Create a guest with a random id."""
        person = PersonRow(id=f"p_{self._world.token(9)}", name=name, created=now)
        async with self._store.writing() as db:
            await db.execute(
                insert(people).values(id=person.id, name=person.name, epoch=person.epoch, created=now)
            )
        return person

    async def find(self, person: str) -> PersonRow | None:
        """Return the person with an id, or None."""
        async with self._store.reading() as db:
            row = (await db.execute(select(people).where(people.c.id == person))).mappings().first()
        return None if row is None else row_of(PersonRow, row)

    async def by_login(self, login: str) -> PersonRow | None:
        """Return a person by login name, in any case and with blanks around it, or None."""
        keys = {login_key(login), login.lower()}
        found = await self._by_keys(keys)
        # Keyboards of phones append a blank to a completed word.
        return found if found is not None else await self._by_keys({key.strip() for key in keys})

    async def _by_keys(self, keys: set[str]) -> PersonRow | None:
        async with self._store.reading() as db:
            row = (await db.execute(select(people).where(people.c.login.in_(keys)))).mappings().first()
        return None if row is None else row_of(PersonRow, row)

    async def of_ticket(self, ticket: Ticket) -> PersonRow | None:
        """Return the person of an authentic cookie; None if its sign-in has ended or it was revoked."""
        joined = people.outerjoin(
            sign_ins, (sign_ins.c.person == people.c.id) & (sign_ins.c.id == ticket.session)
        )
        chosen = select(people, sign_ins.c.id.label("session"), sign_ins.c.seen, sign_ins.c.proved)
        chosen = chosen.select_from(joined)
        async with self._store.reading() as db:
            row = (await db.execute(chosen.where(people.c.id == ticket.person))).mappings().first()
        person = None if row is None else row_of(PersonRow, row)
        if person is None or person.epoch != ticket.epoch or (ticket.session and person.session is None):
            return None
        return person

    async def rename(self, person: str, name: str) -> None:
        """Change a person's name, also at seats that show the old one."""
        async with self._store.writing() as db:
            old = (await db.execute(select(people.c.name).where(people.c.id == person))).scalar_one()
            await db.execute(update(people).where(people.c.id == person).values(name=name))
            await db.execute(
                update(seats).where(seats.c.person == person, seats.c.name == old).values(name=name)
            )

    async def set_password(self, person: str, login: str, hashed: str) -> None:
        """Set the login name and password hash of a person, which makes a guest an account.

        Raises `NotAllowed` if another login is the same or looks the same.
        """
        try:
            async with self._store.writing() as db:
                await db.execute(
                    update(people)
                    .where(people.c.id == person)
                    .values(login=login, look=look_of(login), password=hashed)
                )
        except IntegrityError:
            raise NotAllowed("server.login_taken") from None

    async def merge(self, guest: str, account: str) -> list[str]:
        """Move all tables, messages and lessons of a guest to an account and delete the guest.

        Returns the ids of the tables.
        """
        async with self._store.writing() as db:
            rows = await db.execute(select(seats.c.table).where(seats.c.person == guest).distinct())
            moved = [str(row[0]) for row in rows]
            owned = await db.execute(select(tables.c.id).where(tables.c.owner == guest))
            moved += [str(row[0]) for row in owned if row[0] not in moved]
            await db.execute(update(seats).where(seats.c.person == guest).values(person=account))
            await db.execute(update(tables).where(tables.c.owner == guest).values(owner=account))
            await db.execute(update(chat).where(chat.c.person == guest).values(person=account))
            known = select(lessons_taken.c.game, lessons_taken.c.lesson).where(
                lessons_taken.c.person == account
            )
            learned = tuple_(lessons_taken.c.game, lessons_taken.c.lesson).not_in(known)
            mine = (lessons_taken.c.person == guest) & learned
            await db.execute(update(lessons_taken).where(mine).values(person=account))
            await db.execute(delete(people).where(people.c.id == guest))
        return moved

    async def change_password(self, person: str, hashed: str) -> None:
        """Replace the password hash of an account."""
        async with self._store.writing() as db:
            await db.execute(update(people).where(people.c.id == person).values(password=hashed))

    async def log_out_everywhere(self, person: str) -> None:
        """Invalidate all cookies of a person and end all their sign-ins."""
        async with self._store.writing() as db:
            await db.execute(update(people).where(people.c.id == person).values(epoch=people.c.epoch + 1))
            await db.execute(delete(sign_ins).where(sign_ins.c.person == person))

    async def add_passkey(self, passkey: PasskeyRow) -> None:
        """Store a passkey; raise `NotAllowed` if its id is known already."""
        try:
            async with self._store.writing() as db:
                await db.execute(
                    insert(passkeys).values(
                        id=passkey.id,
                        person=passkey.person,
                        public_key=passkey.public_key,
                        signs=passkey.signs,
                        created=passkey.created,
                        agent=passkey.agent,
                    )
                )
        except IntegrityError:
            raise NotAllowed("server.passkey_known") from None

    async def passkey(self, credential: bytes) -> PasskeyRow | None:
        """Return a passkey by its credential id, or None."""
        async with self._store.reading() as db:
            row = (await db.execute(select(passkeys).where(passkeys.c.id == credential))).mappings().first()
        return None if row is None else row_of(PasskeyRow, row)

    async def passkeys_of(self, person: str) -> list[PasskeyRow]:
        """Return the passkeys of a person, oldest first."""
        mine = select(passkeys).where(passkeys.c.person == person).order_by(passkeys.c.created)
        async with self._store.reading() as db:
            return [row_of(PasskeyRow, row) for row in (await db.execute(mine)).mappings()]

    async def signed(self, credential: bytes, signs: int, now: datetime) -> None:
        """Record a use of a passkey with its new signature counter."""
        async with self._store.writing() as db:
            await db.execute(
                update(passkeys).where(passkeys.c.id == credential).values(signs=signs, used=now)
            )

    async def remove_passkey(self, person: str, credential: bytes) -> bool:
        """Delete a passkey of a person; return False if there is none with this id."""
        async with self._store.writing() as db:
            mine = (passkeys.c.person == person) & (passkeys.c.id == credential)
            return (await db.execute(delete(passkeys).where(mine))).rowcount == 1

    async def remove_passkeys(self, person: str) -> None:
        """Delete all passkeys of a person."""
        async with self._store.writing() as db:
            await db.execute(delete(passkeys).where(passkeys.c.person == person))

    async def count(self) -> int:
        """Return the number of people, guests included."""
        async with self._store.reading() as db:
            return int((await db.execute(select(func.count()).select_from(people))).scalar_one())
