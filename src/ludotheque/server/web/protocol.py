"""Response bodies about the server itself: address, version and licences."""

from typing import Literal

from ludotheque.host.protocol import Out


class Address(Out, frozen=True, kw_only=True):
    """Base URL of links to this server, and the places from where they work."""

    base: str
    """Beginning of links to share, such as `https://play.example.org`."""
    reach: Literal["here", "network", "world"]
    """Places from where the links work: this machine only, the local network, or everywhere."""


class Licence(Out, frozen=True, kw_only=True):
    """Name and version of a software component, and its licence."""

    name: str
    version: str
    identifier: str
    text: str = ""
    """Full text of the licence, for components shipped with the project; empty for installed packages."""


class ServerVersion(Out, frozen=True, kw_only=True):
    """Version of the server, for bug reports."""

    version: str
    compiled: bool
    """True if the rules run as compiled modules."""


class Licences(Out, frozen=True, kw_only=True):
    """Licences of the components of the pages, and of the program that serves them."""

    pages: tuple[Licence, ...]
    program: tuple[Licence, ...]
