"""The files that the worker of a site loads: Python, its packages, and the tables."""

import json
import zipfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import distribution
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from pegout.review.game_numbers import VERSION, version
from pegout.site import node
from pegout.site.downloads import MSGSPEC, PYODIDE, Downloads, check_numpy
from pegout.site.standard_library import ENCODINGS, trim
from pegout.tables.files import read
from pegout.tables.prepared import NAME as PREPARED
from pegout.tables.prepared import prepare

_PACKAGE: Final = Path(str(files("pegout"))).resolve()
#: What a worker imports first, and what no source shows: modules of C import some, and encodings
#: are imported by their names in texts.
_FIRST_MODULES: Final = (
    "pegout.site.worker",
    *("_compat_pickle", "_strptime", "copyreg", "numbers"),
    *(f"encodings.{encoding}" for encoding in ENCODINGS.split()),
)
#: The tables that a worker needs at once.
_FIRST_TABLES: Final = frozenset({"cribs_six.csv", "error_rates.csv", "last_hole.csv"})
#: The tables that only hints, reviews and the expert read.
_EXPERT_TABLES: Final = frozenset({"late_hands.bin", "play.bin", PREPARED})
#: The tables from which only what is computed beforehand follows.
_UNREAD_TABLES: Final = frozenset({"discards_deal.csv"})
#: The types of file that a worker needs of the package, beside its tables.
_NEEDED: Final = frozenset({".csv", ".json", ".md", ".mo", ".py", ".txt"})
#: The packages in Python that the application imports; they come from this installation.
PURE: Final = ("fsrs", "typing_extensions")
_LIBRARY: Final = "python_stdlib.zip"
_LOCK: Final = "pyodide-lock.json"
#: The time of every file in an archive, so that the same files make the same archive.
_NO_TIME: Final = (1980, 1, 1, 0, 0, 0)


class EngineFiles(NamedTuple):
    """The files by their paths in the site, and what is said of them.

    Attributes:
        contents: the files.
        places: where the worker finds them, as seen from a file of the client; see ``engine.js``.
        game: the paths of those that a game needs.
        expert: the paths of those that only hints, reviews and the expert need.
        packed: the paths of those that a host sends compressed, or the loader unpacks.
        sent: the size of each as it is sent, by its path.
    """

    contents: dict[str, bytes]
    places: dict[str, Any]
    game: list[str]
    expert: list[str]
    packed: list[str]
    sent: dict[str, int]


def gather(
    downloads: Downloads, numpy: bytes = b"", quality: int = node.MAX_QUALITY
) -> EngineFiles:
    """Return the files for the worker; with ``numpy``, the wheel of it, it computes with that.

    Raises:
        SiteError: ``no_download`` or ``wrong_download``, ``no_node`` or ``bad_node``, or
            ``wrong_numpy`` for another wheel than the one that Pyodide names.
    """
    python, packages = _python(downloads, numpy)
    tables = _tables()
    contents = {**python, **packages}
    for members in tables.values():
        contents |= {path: content for _, path, content in members}
    expert = [path for _, path, _ in tables["expert"]]
    sizes = _sizes(contents, downloads, quality)
    places = {
        "python": _from_client(next(iter(python)).rpartition("/")[0]) + "/",
        "packages": [_from_client(path) for path in packages],
        "tables": {
            kind: {name: _from_client(path) for name, path, _ in members}
            for kind, members in tables.items()
        },
        "sizes": {_from_client(path): found for path, found in sizes.items()},
    }
    game = [path for path in contents if path not in expert]
    packed = [path for path, (plain, zipped, _) in sizes.items() if zipped < plain]
    sent = {path: brotli for path, (_, _, brotli) in sizes.items()}
    return EngineFiles(contents, places, game, expert, packed, sent)


def _python(downloads: Downloads, numpy: bytes) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return the files of Python for the browser, and those of the packages."""
    given = downloads.members(PYODIDE)
    archives = {
        _LIBRARY: trim(given[_LIBRARY]),
        "msgspec.zip": downloads.read(MSGSPEC),
        "pegout.zip": pack_package(),
    }
    first = list(_FIRST_MODULES)
    if numpy:
        check_numpy(numpy, given[_LOCK])
        archives["numpy.zip"] = numpy
        first += _modules(numpy)
    packed = node.compile_archives(given, archives, first)
    # It fetches no other package.
    lock = {"info": json.loads(given[_LOCK])["info"], "packages": {}}
    parts = {**given, _LIBRARY: packed.pop(_LIBRARY), _LOCK: json.dumps(lock).encode()}
    whole = sha256(b"".join(sha256(parts[name]).digest() for name in sorted(parts)))
    folder = f"engine/python-{whole.hexdigest()[:16]}"
    python = {f"{folder}/{name}": content for name, content in parts.items()}
    return python, {_path(name, content): content for name, content in packed.items()}


def _modules(wheel: bytes) -> list[str]:
    """Return all modules of a package, which may import some by their names."""
    with zipfile.ZipFile(BytesIO(wheel)) as archive:
        paths = [name for name in archive.namelist() if name.endswith(".py")]
    return [path.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in paths]


@cache
def _prepared() -> bytes:
    """Return what the search of two needs beside its tables, computed beforehand."""
    # It has the functions that are computed, and imports the others.
    import pegout.search.building  # noqa: F401

    return prepare()


def _tables() -> dict[str, list[tuple[str, str, bytes]]]:
    """Return the tables that are read later, by what needs them: name, path and contents."""
    kinds: dict[str, list[tuple[str, str, bytes]]] = {"game": [], "expert": []}
    names = {path.name for path in (_PACKAGE / "tables" / "data").iterdir()}
    contents = {name: read(name) for name in names - _FIRST_TABLES - _UNREAD_TABLES}
    for name, content in sorted({**contents, PREPARED: _prepared()}.items()):
        kind = "expert" if name in _EXPERT_TABLES else "game"
        kinds[kind].append((name, _path(name, content), content))
    return kinds


def _path(name: str, content: bytes) -> str:
    """Return the path of a file, which has a digest."""
    return f"engine/{sha256(content).hexdigest()[:16]}-{name}"


def _sizes(
    contents: dict[str, bytes], downloads: Downloads, quality: int
) -> dict[str, tuple[int, int, int]]:
    """Return the sizes of what the loader fetches: plain, as gzip and as brotli."""
    packed = node.compress(contents, downloads.compressed, quality)
    return {
        path: (
            len(content),
            len(packed.get(f"{path}.gz", content)),
            len(packed.get(f"{path}.br", content)),
        )
        for path, content in contents.items()
        if not path.endswith((".json", ".mjs"))
    }


def _from_client(path: str) -> str:
    """Return the address of a file as seen from a file of the client at its root."""
    return f"../../{path}"


@cache
def pack_package() -> bytes:
    """Return an archive of this package, without what no worker needs, and of what it imports.

    The same files make the same archive. It has modules that nothing imports; what compiles them
    leaves them out.
    """
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        members = {name: path.read_bytes() for name, path in (*_own_files(), *_pure_files())}
        # Reviews that a computer has stored are then those of a site, and the other way round.
        members[f"pegout/tables/data/{VERSION}"] = version().encode()
        for name in sorted(members):
            member = zipfile.ZipInfo(name, _NO_TIME)
            archive.writestr(member, members[name], zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


def _own_files() -> Iterator[tuple[str, Path]]:
    for path in _PACKAGE.rglob("*"):
        inside = path.relative_to(_PACKAGE)
        if inside.parts[0] == "client" or path.suffix not in _NEEDED:
            continue
        if inside.parts[:2] == ("site", "licences"):
            continue
        if inside.parts[:2] != ("tables", "data") or path.name in _FIRST_TABLES:
            yield f"pegout/{inside.as_posix()}", path


def _pure_files() -> Iterator[tuple[str, Path]]:
    for name in PURE:
        for file in distribution(name).files or ():
            if file.suffix == ".py":
                yield file.as_posix(), Path(str(file.locate()))
