"""What arrives: a request or a socket, as the framework types them."""

from typing import TypeAlias

from litestar import Request
from litestar.datastructures import State

from ludotheque.server.live.connection import AnySocket

AnyRequest: TypeAlias = Request[object, object, State]
AnyConnection: TypeAlias = AnyRequest | AnySocket
