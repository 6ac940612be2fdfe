"""What arrives: a request or a socket, as the framework types them."""

from typing import TypeAlias

from litestar import Request
from litestar.datastructures import State

from ludotheque.host.limits import address_key
from ludotheque.server.live.connection import AnySocket

AnyRequest: TypeAlias = Request[object, object, State]
AnyConnection: TypeAlias = AnyRequest | AnySocket


def address_of(connection: AnyConnection) -> str:
    """Return the address that a request counts for."""
    return address_key(connection.client.host if connection.client is not None else None)
