"""SQLite's own reads and writes of files, on a disk that fails and loses its power.

A layer between SQLite and the system (a "VFS", registered through ctypes, so that all connections of this
process have it) notes for every file what a sync has brought to the disk and what was written since. After a
cut of the power a file holds the former, and any part of the latter: whole writes, some sectors, or nothing.
"""

import _sqlite3
import ctypes
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int, c_int64, c_void_p, cast, string_at
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

OK: Final = 0
IOERR_WRITE: Final = 10 | 3 << 8
IOERR_FSYNC: Final = 10 | 4 << 8
SECTOR: Final = 512
"""Bytes that a disk writes as a whole."""
NEW_JOURNAL: Final = 0x800 | 0x80000
"""Flags of a rollback journal and of a write-ahead log: their first sync is one of the folder, too."""
KEPT: Final = (0.0, 0.1, 0.5, 0.9, 1.0)
"""How much of what was not synced a cut of the power leaves."""


Change: TypeAlias = tuple[int, bytes] | int
"""A write with its place, or the length to which a file was cut."""


class _Vfs(Structure):
    """SQLite's `sqlite3_vfs`; what is not used here has no type."""


_OPEN: Final = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE: Final = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_Vfs._fields_ = [
    ("version", c_int),
    ("file_size", c_int),
    ("longest_path", c_int),
    ("following", c_void_p),
    ("name", c_char_p),
    ("data", c_void_p),
    ("open", _OPEN),
    ("delete", _DELETE),
    *((f"more{number}", c_void_p) for number in range(14)),
]

_CLOSE: Final = CFUNCTYPE(c_int, c_void_p)
_WRITE: Final = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE: Final = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC: Final = CFUNCTYPE(c_int, c_void_p, c_int)


class _Methods(Structure):
    """SQLite's `sqlite3_io_methods`."""

    _fields_ = (
        ("version", c_int),
        ("close", _CLOSE),
        ("read", c_void_p),
        ("write", _WRITE),
        ("truncate", _TRUNCATE),
        ("sync", _SYNC),
        *((f"more{number}", c_void_p) for number in range(13)),
    )


class _File(Structure):
    """SQLite's `sqlite3_file`: the system's part of it follows."""

    _fields_ = (("methods", POINTER(_Methods)),)


class StoredFile:
    """A file on the disk, and what was written to it since its last sync."""

    def __init__(self, synced: bytes = b"") -> None:
        self.synced = bytearray(synced)
        self.pending: list[Change] = []

    def sync(self) -> None:
        """Bring everything to the disk."""
        for change in self.pending:
            _apply(self.synced, change)
        self.pending.clear()

    def fail_to_sync(self, random: Random) -> None:
        """Bring only some of it to the disk; the system takes all of it for written, and tries no more."""
        self.synced = self.after_a_cut(random)
        self.pending.clear()

    def after_a_cut(self, random: Random) -> bytearray:
        """Return what it holds when the power comes back."""
        left, kept = bytearray(self.synced), random.choice(KEPT)
        for change in self.pending:
            for piece in _sectors(change):
                if random.random() < kept:
                    _apply(left, piece)
        return left


def _apply(data: bytearray, change: Change) -> None:
    if isinstance(change, int):
        del data[change:]
        return
    place, written = change
    data.extend(bytes(max(0, place - len(data))))
    data[place : place + len(written)] = written


def _sectors(change: Change) -> Iterator[Change]:
    """Divide a write where a disk may have been interrupted."""
    if isinstance(change, int):
        yield change
        return
    place, data = change
    begin = 0
    while begin < len(data):
        end = min(len(data), begin + SECTOR - (place + begin) % SECTOR)
        yield place + begin, data[begin:end]
        begin = end


class Machine:
    """A machine with one folder of databases: its writes may fail, and its power be cut."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.folder = folder
        self.random = random
        self.steps = 0
        """Writes, syncs, changed lengths and removals so far."""
        self.syncs: Counter[str] = Counter()
        """How often each file was synced."""
        self.cut_at: int | None = None
        """The step at which the power is cut."""
        self.off = False
        """Whether the power is cut: nothing reaches the disk any more."""
        self.lies = False
        """Whether a sync does nothing, and says that all is well."""
        self.fails: Callable[[str], bool] = lambda _: False
        """Says whether a "write" or a "sync" fails."""
        self.failed = 0
        self._files: dict[str, StoredFile] = {}
        self._folder: dict[str, StoredFile] = {}
        """The files that the folder surely holds after a cut."""
        self._changes: list[tuple[str, StoredFile | None]] = []
        """Files that came and went since the folder was synced; the system writes these in their order."""
        self._left: dict[str, bytes] = {}
        self._look_around()

    def _look_around(self) -> None:
        self._files = {str(path): StoredFile(path.read_bytes()) for path in self.folder.iterdir()}
        self._folder = dict(self._files)

    def cut_power(self) -> None:
        """Lose whatever was not synced, for every file in its own way."""
        self.off = True
        for name, file in self._changes[: self.random.randint(0, len(self._changes))]:
            self._change_folder(name, file)
        self._left = {name: bytes(file.after_a_cut(self.random)) for name, file in self._folder.items()}

    def power_up(self) -> None:
        """Let the folder hold what the cut has left; no connection may be open any more."""
        for path in self.folder.iterdir():
            path.unlink()  # memory that processes share (`-shm`) is gone for good
        for name, left in self._left.items():
            path = Path(name)
            path.touch(0o600)
            path.write_bytes(left)
        self._changes.clear()
        self._look_around()
        self.cut_at, self.off = None, False

    def clear(self) -> None:
        """Forget all files."""
        for files in (self._files, self._folder, self._left):
            files.clear()
        self._changes.clear()

    # SQLite's calls

    def opened(self, name: str) -> None:
        """Know a file from now on."""
        if name not in self._files and not self.off:
            file = self._files[name] = StoredFile()
            self._changes.append((name, file))

    def write(self, name: str, change: Change) -> int:
        """Note a write or a new length."""
        if not self._goes_on("write"):
            return IOERR_WRITE
        self._files[name].pending.append(change)
        return OK

    def sync(self, name: str, *, with_folder: bool) -> int:
        """Bring a file to the disk."""
        if not self._goes_on("sync"):
            if not self.off:
                self._files[name].fail_to_sync(self.random)
            return IOERR_FSYNC
        self.syncs[name] += 1
        if self.lies:
            return OK
        self._files[name].sync()
        if with_folder:
            self._sync_folder()
        return OK

    def removes(self, name: str, *, durably: bool) -> bool:
        """Whether a file can be removed now."""
        if not self._goes_on("remove"):
            return False
        if self._files.pop(name, None) is not None:
            self._changes.append((name, None))
        if durably:
            self._sync_folder()
        return True

    def _sync_folder(self) -> None:
        for name, file in self._changes:
            self._change_folder(name, file)
        self._changes.clear()

    def _change_folder(self, name: str, file: StoredFile | None) -> None:
        if file is None:
            self._folder.pop(name, None)
        else:
            self._folder[name] = file

    def _goes_on(self, what: str) -> bool:
        """Count a step; whether it is done."""
        if self.off:
            return False
        self.steps += 1
        if self.steps == self.cut_at:
            self.cut_power()
            return False
        if self.fails(what):
            self.failed += 1
            return False
        return True


class _Layer:
    """The functions that SQLite calls instead of the system's."""

    def __init__(self, machine: Machine, system: _Vfs) -> None:
        self._machine = machine
        self._system = system
        self._prefix = f"{machine.folder}/"
        self._names: dict[int, str] = {}
        self._methods: dict[int, tuple[_Methods, _Methods]] = {}
        """The system's methods and ours, by the address of the former."""
        self._of_file: dict[int, _Methods] = {}
        self._with_folder: set[int] = set()
        """Files whose first sync is one of their folder, too."""
        self.vfs = _Vfs()
        ctypes.memmove(byref(self.vfs), byref(system), ctypes.sizeof(_Vfs))
        self.vfs.name = b"simulated"
        self.vfs.open = _OPEN(self._open)
        self.vfs.delete = _DELETE(self._delete)

    def _open(self, vfs: int, name: int | None, file: int, flags: int, given: int | None) -> int:
        answer: int = self._system.open(vfs, name, file, flags, given)
        path = string_at(name).decode() if name else ""
        if answer == OK and path.startswith(self._prefix):
            self._machine.opened(path)
            self._names[file] = path
            if flags & NEW_JOURNAL:
                self._with_folder.add(file)
            methods = cast(file, POINTER(_File)).contents.methods
            where = cast(methods, c_void_p).value
            assert where is not None
            if where not in self._methods:
                self._methods[where] = (methods.contents, self._ours(methods.contents))
            system, ours = self._methods[where]
            self._of_file[file] = system
            cast(file, POINTER(_File)).contents.methods = ctypes.pointer(ours)
        return answer

    def _ours(self, system: _Methods) -> _Methods:
        ours = _Methods()
        ctypes.memmove(byref(ours), byref(system), ctypes.sizeof(_Methods))
        ours.close, ours.write = _CLOSE(self._close), _WRITE(self._write)
        ours.truncate, ours.sync = _TRUNCATE(self._truncate), _SYNC(self._sync)
        return ours

    def _close(self, file: int) -> int:
        del self._names[file]
        self._with_folder.discard(file)
        answer: int = self._of_file.pop(file).close(file)
        return answer

    def _write(self, file: int, data: int, size: int, place: int) -> int:
        failed = self._machine.write(self._names[file], (place, string_at(data, size)))
        answer: int = failed or self._of_file[file].write(file, data, size, place)
        return answer

    def _truncate(self, file: int, size: int) -> int:
        failed = self._machine.write(self._names[file], size)
        answer: int = failed or self._of_file[file].truncate(file, size)
        return answer

    def _sync(self, file: int, _flags: int) -> int:
        done = self._machine.sync(self._names[file], with_folder=file in self._with_folder)
        if done == OK:
            self._with_folder.discard(file)
        return done

    def _delete(self, vfs: int, name: bytes, durably: int) -> int:
        path = name.decode()
        if path.startswith(self._prefix) and not self._machine.removes(path, durably=bool(durably)):
            return OK
        answer: int = self._system.delete(vfs, name, durably)
        return answer


_LAYERS: Final[list[_Layer]] = []
"""SQLite may call them as long as a connection is open."""


@contextmanager
def running(machine: Machine) -> Iterator[Machine]:
    """Let every database in a machine's folder that is opened from now on stand on its disk."""
    library = ctypes.CDLL(_sqlite3.__file__)
    find, register = library.sqlite3_vfs_find, library.sqlite3_vfs_register
    find.argtypes, find.restype = [c_char_p], POINTER(_Vfs)
    register.argtypes = [c_void_p, c_int]
    system = find(None)
    layer = _Layer(machine, system.contents)
    _LAYERS.append(layer)
    assert register(byref(layer.vfs), 1) == OK
    try:
        yield machine
    finally:
        library.sqlite3_vfs_unregister.argtypes = [c_void_p]
        library.sqlite3_vfs_unregister(byref(layer.vfs))
        register(system, 1)
        machine.clear()
