"""Write the parts of each wheel in a folder as a software bill of materials (SBOM) in CycloneDX.

    python -m scripts.sbom dist

It lists the parts by others that a wheel holds (its pages, the runtime of mypyc) and those that are installed
beside it, in the versions of this environment, which `requirements.txt` pins; extras are optional parts.
"""

import hashlib
import sys
import uuid
import zipfile
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email import message_from_bytes
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

import msgspec
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ludotheque.server.web.licences import FILE, identifier_of
from ludotheque.server.web.protocol import Licence

OWN: Final = "ludotheque"
RUNTIME: Final = ("mypyc", "MIT AND PSF-2.0")
"""Compiled into our libraries; a part of mypy."""


class Installed:
    """Installed distributions, as parts with dependencies."""

    def __init__(self) -> None:
        self.components: dict[str, Component] = {}
        self.needs: dict[str, set[str]] = {}
        self._seen: set[tuple[str, frozenset[str]]] = set()

    def add(self, wanted: Iterable[Requirement], extras: Iterable[str], scope: ComponentScope) -> set[str]:
        """Add distributions with all that they need, and return the names of those wanted here."""
        names: set[str] = set()
        for requirement in wanted:
            name = canonicalize_name(requirement.name)
            if name == OWN or not _applies(requirement, extras):
                continue
            try:
                found = distribution(name)
            except PackageNotFoundError:
                raise SystemExit(f"{name} is not installed: run `make setup`") from None
            names.add(name)
            self.components.setdefault(name, _component(found, scope))
            once = (name, frozenset(requirement.extras))
            if once not in self._seen:
                self._seen.add(once)
                needed = self.add(map(Requirement, found.requires or ()), requirement.extras, scope)
                self.needs.setdefault(name, set()).update(needed)
        return names


def bill_of(wheel: Path) -> Bom:
    """Return the bill of materials of a wheel."""
    with zipfile.ZipFile(wheel) as held:
        told = next(held.getinfo(name) for name in held.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = message_from_bytes(held.read(told))
        pages = f"{OWN}/pages/{FILE}"  # missing where no npm was at hand
        listed = held.read(pages) if pages in held.namelist() else b"[]"
    bundled = msgspec.json.decode(listed, type=list[Licence])
    own = _wheel(wheel, str(metadata["Version"]))
    packed = [_packed(one) for one in bundled]
    if not wheel.stem.endswith("-none-any"):
        packed.append(_runtime())
    wanted = [Requirement(line) for line in metadata.get_all("Requires-Dist", [])]
    installed = Installed()
    direct = installed.add(wanted, (), ComponentScope.REQUIRED)
    direct |= installed.add(wanted, metadata.get_all("Provides-Extra", []), ComponentScope.OPTIONAL)
    bom = Bom(
        serial_number=uuid.UUID(bytes=hashlib.sha256(wheel.read_bytes()).digest()[:16], version=4),
        metadata=BomMetaData(component=own, timestamp=datetime(*told.date_time, tzinfo=UTC)),
        components=[*packed, *installed.components.values()],
    )
    _relate(bom, own, packed, direct, installed)
    return bom


def _relate(
    bom: Bom, own: Component, packed: list[Component], direct: set[str], installed: Installed
) -> None:
    known: Mapping[str, Component] = installed.components
    bom.register_dependency(own, [*packed, *(known[name] for name in sorted(direct))])
    for name, needed in installed.needs.items():
        bom.register_dependency(known[name], [known[one] for one in sorted(needed)])


def _applies(requirement: Requirement, extras: Iterable[str]) -> bool:
    """Return whether a requirement applies to this system, with some extras."""
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras))


def _wheel(wheel: Path, version: str) -> Component:
    content = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return Component(
        name=OWN,
        version=version,
        type=ComponentType.APPLICATION,
        purl=PackageURL("pypi", name=OWN, version=version),
        bom_ref=OWN,
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=content)],
        licenses=[LicenseFactory().make_from_string("MIT")],
    )


def _packed(part: Licence) -> Component:
    """Return a package of npm that the pages contain."""
    group, _, name = part.name.rpartition("/")
    return _library(name, part.version, part.identifier, PackageURL("npm", group or None, name, part.version))


def _runtime() -> Component:
    name, licence = RUNTIME
    version = distribution("mypy").version
    return _library(name, version, licence, PackageURL("pypi", name="mypy", version=version, subpath=name))


def _component(found: Distribution, scope: ComponentScope) -> Component:
    name = canonicalize_name(found.name)
    made = _library(name, found.version, identifier_of(found), PackageURL("pypi", None, name, found.version))
    made.scope = scope
    return made


def _library(name: str, version: str, licence: str, purl: PackageURL) -> Component:
    return Component(
        name=name,
        group=purl.namespace,
        version=version,
        purl=purl,
        bom_ref=purl.to_string(),
        licenses=[LicenseFactory().make_from_string(licence)] if licence else [],
    )


def text_of(wheel: Path) -> str:
    """Return the bill of materials of a wheel as JSON; one that breaks the format is never written."""
    written = JsonV1Dot6(bill_of(wheel)).output_as_string(indent=2)
    error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(written)
    if error is not None:
        raise SystemExit(f"{wheel.name}: {error}")
    return written


def main() -> None:
    """Write a bill of materials beside each wheel of the folders that are named."""
    for wheel in (wheel for folder in sys.argv[1:] for wheel in sorted(Path(folder).glob("*.whl"))):
        file = wheel.with_suffix(".cdx.json")
        file.write_text(text_of(wheel) + "\n", encoding="utf-8")
        sys.stdout.write(f"{file}\n")


if __name__ == "__main__":
    main()
