"""Licences of all software components: those of the pages and the installed Python packages."""

import re
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import Final

import msgspec
from litestar import get

import ludotheque
from ludotheque.server.web.protocol import Licence, Licences, ServerVersion
from ludotheque.server.web.services import Served
from ludotheque.server.web.site import Pages

OWN: Final = "ludotheque"
FILE: Final = "licences.json"
"""Name of the file with the licences of the pages, written by `npm run build`."""
REQUIRED: Final = re.compile(r"[\w.-]+")
CLASSIFIED: Final = "License :: "


@get("/api/licences", tags=["house"], sync_to_thread=True)
def licences(services: Served) -> Licences:
    """Return the licences of the components of the pages and of the program."""
    return Licences(pages=_of_pages(services.pages), program=_of_program())


@get("/api/version", tags=["house"], sync_to_thread=False)
def version() -> ServerVersion:
    """Return the version of the server."""
    return ServerVersion(version=ludotheque.__version__, compiled=ludotheque.compiled)


def _of_pages(pages: Pages) -> tuple[Licence, ...]:
    file = pages.file(f"/{FILE}")
    return () if file is None else msgspec.json.decode(file.content, type=tuple[Licence, ...])


@cache
def _of_program() -> tuple[Licence, ...]:
    """Return the licences of Ludothèque, its compiled-in components and its installed dependencies."""
    try:
        own = distribution(OWN)
    except PackageNotFoundError:
        return ()
    beside = _installed(own, {OWN: own})
    del beside[OWN]
    return (
        *_shipped(own),
        *(
            Licence(name=found.name, version=found.version, identifier=identifier_of(found))
            for _, found in sorted(beside.items())
        ),
    )


def _shipped(own: Distribution) -> list[Licence]:
    """Return our own licence, and those of components contained in our distribution."""
    found = [file for file in own.files or () if "licenses" in file.parts]
    return [
        Licence(name=name, version=version, identifier=identifier, text=file.read_text(encoding="utf-8"))
        for stem, name, version, identifier in (
            ("LICENSE", "Ludothèque", own.version, "MIT"),
            ("mypyc", "mypyc", "", "MIT AND PSF-2.0"),
        )
        for file in found
        if file.stem == stem
    ]


def _installed(of: Distribution, known: dict[str, Distribution]) -> dict[str, Distribution]:
    """Add the installed dependencies of a distribution, direct and indirect, to `known`, and return it."""
    for requirement in of.requires or ():
        named = REQUIRED.match(requirement)
        name = re.sub(r"[-_.]+", "-", named[0]).lower() if named else ""
        if not name or name in known:
            continue
        try:
            known[name] = distribution(name)
        except PackageNotFoundError:  # an optional dependency that is not installed
            continue
        _installed(known[name], known)
    return known


def identifier_of(found: Distribution) -> str:
    """Return a distribution's licence: its SPDX expression, else its classifiers or one line of text."""
    meta = found.metadata
    if "License-Expression" in meta:
        return str(meta["License-Expression"])
    classified = [line for line in meta.get_all("Classifier", []) if line.startswith(CLASSIFIED)]
    if classified:
        return ", ".join(line.rpartition(" :: ")[2] for line in classified)
    return str(meta["License"] or "").partition("\n")[0]
