"""Types of requests and sockets, and the client's address."""

from typing import TypeAlias

from litestar import Request
from litestar.datastructures import State

from ludotheque.host.limits import address_key
from ludotheque.server.live.connection import AnySocket

AnyRequest: TypeAlias = Request[object, object, State]
AnyConnection: TypeAlias = AnyRequest | AnySocket


def address_of(connection: AnyConnection) -> str:
    """Return the client's address as a key for rate limits; IPv6 addresses are cut to their network."""
    return address_key(connection.client.host if connection.client is not None else None)
