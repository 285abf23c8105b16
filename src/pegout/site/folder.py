"""Builds the folder of a site: everything that a browser needs to play, as static files.

Every file but the pages and the service worker has a digest in its path, so that browsers may keep
it for ever. All addresses are relative: the folder works under any address. Beside each file stand
compressed ones, for hosts that send them, and for the loader where a host does not compress.
"""

import json
import shutil
import zipfile
from importlib.metadata import distribution
from importlib.resources import files
from io import BytesIO
from itertools import takewhile
from pathlib import Path
from typing import Final

from pegout.players import LEVELS
from pegout.server.assets import Assets, service_worker, static_files
from pegout.server.pages import FIRST_STYLES, render_page, rulebook_text, text_files
from pegout.server.security import folder_policy, origin_of
from pegout.simulation import POLICIES
from pegout.site import node
from pegout.site.downloads import MSGSPEC, Downloads, SiteError
from pegout.site.engine_files import PURE, EngineFiles, gather
from pegout.text import LANGUAGES, language

_PACKAGE: Final = Path(str(files("pegout"))).resolve()
#: The levels that search, which need the data of the expert.
_EXPERT_LEVELS: Final = frozenset(
    name for name, level in LEVELS.items() if level.policy and POLICIES[level.policy].searches
)
#: The texts of licences that packages name without containing them.
_LICENCES: Final = _PACKAGE / "site" / "licences"


def build_site(
    folder: Path,
    downloads: Downloads,
    base: str = "/",
    numpy: bytes = b"",
    quality: int = node.MAX_QUALITY,
    host: str = "",
) -> dict[str, int]:
    """Write a site into a folder, in place of what an earlier build has written there.

    ``base`` is the path under which the folder will be reached, which only ``404.html`` has to
    know. With ``numpy``, the wheel that Pyodide names, the worker computes with it. ``quality`` is
    that of brotli, from 0 to 11. At the server with the URL ``host``, players in several browsers
    meet; without one they do not. Return the size of each file by its path.

    Raises:
        SiteError: ``bad_folder`` for a folder with anything but a site in it; ``no_download`` or
            ``wrong_download``; ``no_node`` or ``bad_node``; ``wrong_numpy``.
    """
    earlier = _earlier(folder)
    contents = _contents(downloads, base, numpy, quality, origin_of(host) if host else "")
    contents |= node.compress(contents, downloads.compressed, quality)
    for path in earlier:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for name, content in contents.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return {path: len(content) for path, content in contents.items()}


def _earlier(folder: Path) -> list[Path]:
    """Return what is in the folder of an earlier site.

    Raises:
        SiteError: ``bad_folder`` for a folder with anything else in it.
    """
    found = list(folder.iterdir()) if folder.exists() else []
    own = {"404.html", "engine", "index.html", "licences.txt", "service_worker.js", "static"}
    own |= set(LANGUAGES)
    names = {path.name.removesuffix(".br").removesuffix(".gz") for path in found}
    if found and not (any(folder.glob("engine/python-*")) and own.issuperset(names)):
        raise SiteError("bad_folder", f"{folder} holds something else; name an empty folder")
    return found


def _contents(
    downloads: Downloads, base: str, numpy: bytes, quality: int, host: str
) -> dict[str, bytes]:
    engine = gather(downloads, numpy, quality)
    client = {
        **static_files(),
        **_texts(engine),
        **{f"texts/rulebook.{code}.json": rulebook_text(code) for code in LANGUAGES},
        "engine.json": json.dumps(engine.places).encode(),
        "manifest.webmanifest": _manifest(),
    }
    pages = {}
    for code in LANGUAGES:
        place, root = ("", "") if code == "en" else (f"{code}/", "../")
        assets = Assets(client, root)
        pages[place] = render_page(
            language(code), assets, "home", in_folder=True, only=bool(place), host=host
        )
    assets = Assets(client, base.rstrip("/") + "/")
    return {
        **{f"static/{assets.digest}/{path}": content for path, content in client.items()},
        **engine.contents,
        **{f"{place}index.html": html for place, html in pages.items()},
        "404.html": _not_found(assets, base),
        "licences.txt": _licences(downloads, numpy),
        "service_worker.js": service_worker(
            Assets(client, ""), list(pages), engine.game, engine.expert, engine.packed
        ),
    }


def _texts(engine: EngineFiles) -> dict[str, bytes]:
    """Return the texts of each language, which say of some levels that they need data."""
    texts = text_files()
    size = sum(engine.sent[path] for path in engine.expert) / 1_000_000
    for code in LANGUAGES:
        t = language(code)
        offers = json.loads(texts[f"texts/options.{code}.json"])
        for level in offers["levels"]:
            if level["name"] in _EXPERT_LEVELS:
                said = t(
                    "The data for it, {size} MB, are loaded once.", size=t.decimal(size, ".1f")
                )
                level |= {"data": "expert", "help": f"{level['help']} {said}"}
        texts[f"texts/options.{code}.json"] = json.dumps(offers).encode()
    return texts


def _manifest() -> bytes:
    """Return the manifest of the application, whose addresses are relative to the file itself."""
    manifest = json.loads(static_files()["manifest.webmanifest"])
    del manifest["id"]
    return json.dumps({**manifest, "start_url": "../../", "scope": "../../"}, indent=2).encode()


def _not_found(assets: Assets, base: str) -> bytes:
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
    text: str = template.render(
        base=base.rstrip("/") + "/",
        address=assets.address,
        styles=FIRST_STYLES,
        policy=folder_policy(),
        languages=languages,
    )
    return text.encode()


def _licences(downloads: Downloads, numpy: bytes) -> bytes:
    """Return the licences of everything in a site."""
    texts = {"Pegout": _licence_of("pegout"), "Letters that look alike": _unicode_licence()}
    for name in ("Cards", "Pyodide", "Python", "Libraries"):
        texts[name] = (_LICENCES / f"{name.lower()}.txt").read_text("utf-8")
    texts["msgspec"] = _licence_in(downloads.read(MSGSPEC))
    for name in PURE:
        texts[name] = _licence_of(name)
    if numpy:
        texts["NumPy"] = _licence_in(numpy)
    parts = [f"{name}\n{'=' * len(name)}\n\n{text.strip()}\n" for name, text in texts.items()]
    return "\n\n".join(parts).encode()


def _unicode_licence() -> str:
    """Return the head of a file that comes from the Unicode standard."""
    lines = (_PACKAGE / "table" / "confusables.txt").read_text("utf-8").splitlines()
    head = takewhile(lambda line: line.startswith("#"), lines)
    return "\n".join([line.removeprefix("#").removeprefix(" ") for line in head])


def _licence_in(wheel: bytes) -> str:
    """Return the texts of the licences in a wheel."""
    with zipfile.ZipFile(BytesIO(wheel)) as archive:
        named = [name for name in archive.namelist() if "LICENSE" in name.rpartition("/")[2]]
        return "\n\n".join([archive.read(name).decode() for name in named])


def _licence_of(name: str) -> str:
    """Return the text of the licence that an installed package has beside it."""
    found = [file for file in distribution(name).files or () if file.name.startswith("LICENSE")]
    return Path(str(found[0].locate())).read_text("utf-8")
