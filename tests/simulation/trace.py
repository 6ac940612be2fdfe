"""Everything that happens in a run, as lines and as a hash: equal runs have equal hashes."""

from collections import Counter
from collections.abc import Callable
from hashlib import blake2b


class Trace:
    """Notes what happens, with the virtual time."""

    def __init__(self, now: Callable[[], float], show: Callable[[str], None] | None = None) -> None:
        self._now = now
        self._show = show
        self._hash = blake2b(digest_size=16)
        self.counts: Counter[str] = Counter()
        """How often each kind of thing happened."""
        self.last: list[str] = []
        """The last lines, for a report."""

    def note(self, kind: str, *details: object) -> None:
        """Add a line."""
        line = f"{self._now():.6f} {kind} {' '.join(map(str, details))}"
        self.counts[kind] += 1
        self._hash.update(line.encode())
        self.last.append(line)
        if len(self.last) > 2000:
            del self.last[:1000]
        if self._show is not None:
            self._show(line)

    @property
    def digest(self) -> str:
        """Return the hash of all lines so far."""
        return self._hash.hexdigest()
