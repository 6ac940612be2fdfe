"""What arrives: a request or a socket, as the framework types them."""

from typing import TypeAlias

from litestar import Request, WebSocket
from litestar.datastructures import State

AnyRequest: TypeAlias = Request[object, object, State]
AnySocket: TypeAlias = WebSocket[object, object, State]
Connection: TypeAlias = AnyRequest | AnySocket
