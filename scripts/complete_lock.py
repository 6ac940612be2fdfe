"""Complete a `package-lock.json` with an entry for every optional dependency, of any platform.

`npm ci` refuses a lock that lacks one, and npm leaves out those that the registry at hand does not have in
just that version. For these the entry is made from the nearest version that it has: the platform is the same,
and only the integrity, which is unknown here, is left out.

    python -m scripts.complete_lock web/package-lock.json
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

KEPT = ("cpu", "libc", "license", "os", "dependencies", "engines")
"""The fields of a package that npm writes into a lock."""


def missing(packages: dict[str, dict[str, Any]]) -> dict[str, str]:
    """The optional dependencies without an entry, each with its version."""
    return {
        name: version
        for place, package in packages.items()
        for name, version in package.get("optionalDependencies", {}).items()
        if f"{place}/node_modules/{name}".removeprefix("/") not in packages
        and f"node_modules/{name}" not in packages
    }


def described(name: str, version: str) -> dict[str, Any]:
    """Return the registry's data of a package, in this version or in the nearest one before it."""
    known = asked(name, "versions")
    nearest = max((one for one in known if key(one) <= key(version)), key=key, default=None)
    if nearest is None:
        raise SystemExit(f"the registry knows no version of {name} up to {version}")
    found = asked(f"{name}@{nearest}", "dist.integrity", *KEPT)
    integrity = {"integrity": found["dist.integrity"]} if nearest == version else {}
    return {"version": version} | integrity | {one: found[one] for one in KEPT if one in found}


def asked(*question: str) -> Any:
    """Return the answer of the registry."""
    command = ["npm", "view", "--json", *question]
    told = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - names of a lock
    return json.loads(told.stdout)


def key(version: str) -> tuple[int, ...]:
    """Return a sort key of a version; prereleases come first."""
    numbers = version.split("+")[0].split(".")
    return tuple(map(int, numbers)) if all(one.isdigit() for one in numbers) else ()


def complete(lock: dict[str, Any]) -> int:
    """Add the missing entries; return their number."""
    packages = lock["packages"]
    lacking = missing(packages)
    for name, version in lacking.items():
        packages[f"node_modules/{name}"] = described(name, version) | {"dev": True, "optional": True}
    lock["packages"] = {place: packages[place] for place in sorted(packages)}
    return len(lacking)


def main() -> None:
    """Complete the locks named on the command line."""
    for path in map(Path, sys.argv[1:]):
        lock = json.loads(path.read_text(encoding="utf-8"))
        added = complete(lock)
        if added:
            path.write_text(json.dumps(lock, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
            # What the added ones depend on, npm adds itself.
            subprocess.run(["npm", "install", "--package-lock-only", "--silent"], cwd=path.parent, check=True)  # noqa: S607
        sys.stdout.write(f"{path}: {added} added\n")


if __name__ == "__main__":
    main()
