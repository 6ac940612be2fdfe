"""Response bodies about the server itself: address, version and licences."""

from typing import Literal

from ludotheque.host.protocol import Out


class Address(Out, frozen=True, kw_only=True):
    """Base of links to this server."""

    base: str
    """Beginning of links to share, such as `https://play.example.org`."""
    reach: Literal["here", "network", "world"]
    """Place from where the links work: this machine, the local network or everywhere."""


class Licence(Out, frozen=True, kw_only=True):
    """Name and version of a part, and its licence."""

    name: str
    version: str
    identifier: str
    text: str = ""
    """Full text of the licence, for parts shipped with the project; installed packages bring their own."""


class ServerVersion(Out, frozen=True, kw_only=True):
    """Version of the server, for bug reports."""

    version: str
    compiled: bool
    """True if the rules run as compiled modules."""


class Licences(Out, frozen=True, kw_only=True):
    """Licences of the parts of the pages, and of the program that serves them."""

    pages: tuple[Licence, ...]
    program: tuple[Licence, ...]
