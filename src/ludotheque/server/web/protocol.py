"""Answers about the server itself: its address, its version and its parts."""

from typing import Literal

from ludotheque.host.protocol import Out


class Address(Out, frozen=True, kw_only=True):
    """Under which address others reach this server."""

    base: str
    """What links to hand out begin with, such as `https://play.example.org`."""
    reach: Literal["here", "network", "world"]
    """Whether it leads here from this machine alone, from the local network, or from anywhere."""


class Licence(Out, frozen=True, kw_only=True):
    """A part, and under which licence it is used."""

    name: str
    version: str
    identifier: str
    text: str = ""
    """The whole licence where the part is shipped with us; what is installed beside brings its own."""


class ServerVersion(Out, frozen=True, kw_only=True):
    """What serves, as it is named in a report of a problem."""

    version: str
    compiled: bool
    """Whether the rules run compiled."""


class Licences(Out, frozen=True, kw_only=True):
    """Every part of the pages, and of the program that serves them."""

    pages: tuple[Licence, ...]
    program: tuple[Licence, ...]
