"""Builds the folder of a site: everything that a browser needs to play, as static files.

Every file but the pages has a digest in its path, so that browsers may keep it for ever. All
addresses are relative: the folder works under any address.
"""

import json
import shutil
import zipfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import distribution
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Final

from pegout.server.assets import Assets, static_files
from pegout.server.pages import render_page, rulebook_text, text_files
from pegout.site.downloads import MSGSPEC, PYODIDE, Downloads, SiteError, check_numpy
from pegout.site.standard_library import trim
from pegout.tables.files import read
from pegout.tables.prepared import NAME as PREPARED
from pegout.tables.prepared import prepare
from pegout.text import LANGUAGES, language

_PACKAGE: Final = Path(str(files("pegout"))).resolve()
#: The parts of the package that no worker runs.
_LEFT_OUT: Final = frozenset({"cli", "client", "env", "solver", "tui"})
#: The large tables, which a worker fetches when it reads them first.
_LARGE_TABLES: Final = ("late_hands.bin", "play.bin")
#: The tables from which only what is computed beforehand follows.
_UNREAD_TABLES: Final = ("discards_deal.csv",)
#: The types of file that a worker needs of the package, beside its tables.
_NEEDED: Final = frozenset({".bin", ".csv", ".json", ".md", ".mo", ".py", ".txt"})
#: The packages in Python that the application imports; they come from this installation.
_PURE: Final = ("fsrs", "typing_extensions")
#: The time of every file in an archive, so that the same files make the same archive.
_NO_TIME: Final = (1980, 1, 1, 0, 0, 0)
#: The texts of licences that packages name without containing them.
_LICENCES: Final = _PACKAGE / "site" / "licences"


def build_site(
    folder: Path, downloads: Downloads, base: str = "/", numpy: bytes = b""
) -> dict[str, int]:
    """Write a site into a folder, in place of what an earlier build has written there.

    ``base`` is the path under which the folder will be reached, which only ``404.html`` has to
    know. With ``numpy``, the wheel that Pyodide names, the worker computes with it. Return the size
    of each file by its path.

    Raises:
        SiteError: ``bad_folder`` for a folder with anything but a site in it; ``no_download``,
            ``wrong_download`` or ``wrong_numpy``.
    """
    contents = _contents(downloads, base, numpy)
    _clear(folder)
    for path, content in contents.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return {path: len(content) for path, content in contents.items()}


def _clear(folder: Path) -> None:
    """Empty the folder of an earlier site.

    Raises:
        SiteError: ``bad_folder`` for a folder with anything else in it.
    """
    found = list(folder.iterdir()) if folder.exists() else []
    own = {"404.html", "engine", "index.html", "licences.txt", "static", *LANGUAGES}
    is_site = any(folder.glob("engine/python-*")) and own.issuperset(path.name for path in found)
    if found and not is_site:
        raise SiteError("bad_folder", f"{folder} holds something else; name an empty folder")
    for path in found:
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def _contents(downloads: Downloads, base: str, numpy: bytes) -> dict[str, bytes]:
    engine, found = _engine(downloads, numpy)
    client = {
        **static_files(),
        **text_files(),
        **{f"texts/rulebook.{code}.json": rulebook_text(code) for code in LANGUAGES},
        "engine.json": json.dumps(found).encode(),
        "manifest.webmanifest": _manifest(),
    }
    pages = {}
    for code in LANGUAGES:
        place, root = ("", "") if code == "en" else (f"{code}/", "../")
        assets = Assets(client, root)
        html = render_page(language(code), assets, "home", in_folder=True, only=bool(place))
        pages[f"{place}index.html"] = html
    digest = Assets(client).digest
    return {
        **{f"static/{digest}/{path}": content for path, content in client.items()},
        **engine,
        **pages,
        "404.html": _not_found(base),
        "licences.txt": _licences(downloads, numpy),
    }


def _engine(downloads: Downloads, numpy: bytes) -> tuple[dict[str, bytes], dict[str, object]]:
    """Return the files of Python and of its packages, and where the worker finds them."""
    parts = downloads.members(PYODIDE)
    wheels = {"msgspec": downloads.read(MSGSPEC)}
    if numpy:
        check_numpy(numpy, parts["pyodide-lock.json"])
        wheels["numpy"] = numpy
    parts["python_stdlib.zip"] = trim(parts["python_stdlib.zip"])
    whole = sha256(b"".join(sha256(parts[name]).digest() for name in sorted(parts)))
    python = f"engine/python-{whole.hexdigest()[:16]}/"
    contents = {python + name: content for name, content in parts.items()}
    packages = []
    for name, content in {**wheels, "pegout": pack_package()}.items():
        path = f"engine/{name}-{sha256(content).hexdigest()[:16]}.zip"
        contents[path] = content
        packages.append(f"../../{path}")
    tables = {}
    large = {name: read(name) for name in _LARGE_TABLES}
    for name, content in {**large, PREPARED: _prepared()}.items():
        path = f"engine/{sha256(content).hexdigest()[:16]}-{name}"
        contents[path] = content
        tables[name] = f"../../{path}"
    # As seen from the file that says so.
    return contents, {"python": f"../../{python}", "packages": packages, "tables": tables}


@cache
def pack_package() -> bytes:
    """Return an archive of the application: what a worker needs of this package, and its imports.

    The same files make the same archive.
    """
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, path in sorted([*_own_files(), *_pure_files()]):
            member = zipfile.ZipInfo(name, _NO_TIME)
            archive.writestr(member, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


@cache
def _prepared() -> bytes:
    """Return what the search of two needs beside its tables, computed beforehand."""
    # It has the functions that are computed, and imports the others.
    import pegout.search.building  # noqa: F401

    return prepare()


def _own_files() -> Iterator[tuple[str, Path]]:
    for path in _PACKAGE.rglob("*"):
        inside = path.relative_to(_PACKAGE)
        if inside.parts[0] in _LEFT_OUT or "__pycache__" in inside.parts:
            continue
        if path.suffix in _NEEDED and path.name not in (*_LARGE_TABLES, *_UNREAD_TABLES):
            yield f"pegout/{inside.as_posix()}", path


def _pure_files() -> Iterator[tuple[str, Path]]:
    for name in _PURE:
        for file in distribution(name).files or ():
            if file.suffix == ".py":
                yield file.as_posix(), Path(str(file.locate()))


def _manifest() -> bytes:
    """Return the manifest of the application, whose addresses are relative to the file itself."""
    manifest = json.loads(static_files()["manifest.webmanifest"])
    del manifest["id"]
    return json.dumps({**manifest, "start_url": "../../", "scope": "../../"}, indent=2).encode()


def _not_found(base: str) -> bytes:
    """Return the page for addresses at which there is nothing, in every language."""
    from jinja2 import Environment, FileSystemLoader

    environment = Environment(
        loader=FileSystemLoader(_PACKAGE / "site" / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    template = environment.get_template("404.html")
    languages = [language(code) for code in LANGUAGES]
    text: str = template.render(base=base.rstrip("/") + "/", languages=languages)
    return text.encode()


def _licences(downloads: Downloads, numpy: bytes) -> bytes:
    """Return the licences of everything in a site."""
    texts = {"msgspec": _licence_in(downloads.read(MSGSPEC))}
    if numpy:
        texts["NumPy"] = _licence_in(numpy)
    for name in _PURE:
        texts[name] = _licence_of(name)
    own = {"Pegout": _licence_of("pegout")}
    for name in ("Pyodide", "Python"):
        own[name] = (_LICENCES / f"{name.lower()}.txt").read_text("utf-8")
    parts = [
        f"{name}\n{'=' * len(name)}\n\n{text.strip()}\n" for name, text in {**own, **texts}.items()
    ]
    return "\n\n".join(parts).encode()


def _licence_in(wheel: bytes) -> str:
    """Return the texts of the licences in a wheel."""
    with zipfile.ZipFile(BytesIO(wheel)) as archive:
        named = [name for name in archive.namelist() if "LICENSE" in name.rpartition("/")[2]]
        return "\n\n".join([archive.read(name).decode() for name in named])


def _licence_of(name: str) -> str:
    """Return the text of the licence that an installed package has beside it."""
    found = [file for file in distribution(name).files or () if file.name.startswith("LICENSE")]
    return Path(str(found[0].locate())).read_text("utf-8")
