"""The folder of a site: what is in it, where it comes from, and that it plays by itself."""

import json
import os
import re
import subprocess
import sys
import tarfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Final

import pytest

from pegout.site import folder as site_folder
from pegout.site.downloads import MSGSPEC, PYODIDE, Download, Downloads, SiteError
from pegout.site.file_server import open_server
from pegout.site.folder import build_site, pack_package
from pegout.text import LANGUAGES, language
from tests.cli.lines import Cli

_LINK: Final = re.compile(r'(?:href|src)="([^"#:]+)"')


def _download(folder: Path, name: str, content: bytes, members: dict[str, bytes]) -> Download:
    """Put a file into a folder of downloads."""
    (folder / name).write_bytes(content)
    digests = {path: sha256(member).hexdigest() for path, member in members.items()}
    return Download(name, sha256(content).hexdigest(), ("fetch", name), digests)


def _wheel(name: str) -> bytes:
    """Return a wheel with a licence."""
    wheel = BytesIO()
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(zipfile.ZipInfo(f"{name}/__init__.py"), "")
        licence = zipfile.ZipInfo(f"{name}.dist-info/licenses/LICENSE")
        archive.writestr(licence, f"do as you like with {name}")
    return wheel.getvalue()


@pytest.fixture
def downloads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Downloads:
    """Return downloads that have the names of the real ones, and little in them."""
    folder = tmp_path / "downloads"
    folder.mkdir()
    library = BytesIO()
    with zipfile.ZipFile(library, "w") as modules:
        for name in ("json/decoder.py", "encodings/utf_8.py", "encodings/big5.py", "pdb.py"):
            modules.writestr(name, f"# {name}")
    members = {name: f"this is {name}".encode() for name in PYODIDE.members}
    members["python_stdlib.zip"] = library.getvalue()
    named = {"file_name": "numpy.whl", "sha256": sha256(_wheel("numpy")).hexdigest()}
    members["pyodide-lock.json"] = json.dumps({"packages": {"numpy": named}}).encode()
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, content in members.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content)
            archive.addfile(member, BytesIO(content))
    python = _download(folder, PYODIDE.name, packed.getvalue(), members)
    monkeypatch.setattr(site_folder, "PYODIDE", python)
    monkeypatch.setattr(
        site_folder, "MSGSPEC", _download(folder, MSGSPEC.name, _wheel("msgspec"), {})
    )
    return Downloads(folder, offline=True)


def test_every_link_of_a_page_leads_to_a_file(tmp_path: Path, downloads: Downloads) -> None:
    folder = tmp_path / "site"
    build_site(folder, downloads)
    for name in ("index.html", "es/index.html"):
        page = folder / name
        links = _LINK.findall(page.read_text("utf-8"))
        assert len(links) > 50
        assert not [link for link in links if not (page.parent / link).is_file()]
    engine = next(folder.glob("static/*/engine.json"))
    found = json.loads(engine.read_text())
    for path in [f"{found['python']}pyodide.mjs", *found["packages"], *found["tables"].values()]:
        assert (engine.parent / path).is_file(), path


def test_there_is_a_page_for_each_language(tmp_path: Path, downloads: Downloads) -> None:
    build_site(tmp_path / "site", downloads)
    english = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert '<html lang="en" data-transport="worker">' in english
    assert 'href="#/games"' in english
    spanish = (tmp_path / "site" / "es" / "index.html").read_text("utf-8")
    assert '<html lang="es" data-transport="worker" data-language="es">' in spanish
    lost = (tmp_path / "site" / "404.html").read_text("utf-8")
    for code in LANGUAGES:
        assert language(code)("To the first page") in lost


def test_no_page_loads_anything_from_elsewhere(tmp_path: Path, downloads: Downloads) -> None:
    sizes = build_site(tmp_path / "site", downloads)
    for path in [path for path in sizes if path.endswith(".html")]:
        text = (tmp_path / "site" / path).read_text("utf-8")
        assert "Content-Security-Policy" in text
        assert not re.search(r"https?://", text)


def test_only_the_page_of_lost_addresses_knows_where_the_site_is(
    tmp_path: Path, downloads: Downloads
) -> None:
    here, there = (tmp_path / "here", tmp_path / "there")
    build_site(here, downloads)
    sizes = build_site(there, downloads, "/games/pegout")
    other = [path for path in sizes if (here / path).read_bytes() != (there / path).read_bytes()]
    assert other == ["404.html"]
    assert 'href="/games/pegout/es/"' in (there / "404.html").read_text("utf-8")


def test_a_new_build_replaces_the_old_one(tmp_path: Path, downloads: Downloads) -> None:
    folder = tmp_path / "site"
    first = build_site(folder, downloads)
    (folder / "static" / "old").mkdir()
    (folder / "static" / "old" / "main.js").touch()
    assert build_site(folder, downloads) == first
    assert not (folder / "static" / "old").exists()


@pytest.mark.parametrize("other", ["letter.txt", "index.html", "engine/steam.txt"])
def test_a_folder_with_something_else_stays_as_it_is(
    tmp_path: Path, downloads: Downloads, other: str
) -> None:
    letter = tmp_path / "own" / other
    letter.parent.mkdir(parents=True)
    letter.write_text("Dear Ann")
    with pytest.raises(SiteError) as refused:
        build_site(tmp_path / "own", downloads)
    assert refused.value.code == "bad_folder"
    assert letter.read_text() == "Dear Ann"


def test_a_site_to_which_something_was_added_stays_as_it_is(
    tmp_path: Path, downloads: Downloads
) -> None:
    folder = tmp_path / "site"
    build_site(folder, downloads)
    (folder / "letter.txt").write_text("Dear Ann")
    with pytest.raises(SiteError):
        build_site(folder, downloads)
    assert (folder / "letter.txt").read_text() == "Dear Ann"
    assert (folder / "index.html").exists()


def test_the_standard_library_has_what_is_used(tmp_path: Path, downloads: Downloads) -> None:
    folder = tmp_path / "site"
    build_site(folder, downloads)
    [library] = folder.glob("engine/*/python_stdlib.zip")
    with zipfile.ZipFile(library) as modules:
        assert modules.namelist() == ["json/decoder.py", "encodings/utf_8.py"]


def test_the_licences_of_everything_are_in_it(tmp_path: Path, downloads: Downloads) -> None:
    build_site(tmp_path / "site", downloads)
    text = (tmp_path / "site" / "licences.txt").read_text("utf-8")
    titles = re.findall(r"^(.+)\n=+\n\n", text, re.MULTILINE)
    wanted = {"Pegout", "Pyodide", "Python", "msgspec", "fsrs", "typing_extensions"}
    assert wanted <= set(titles)
    assert "Mozilla Public License" in text
    assert "do as you like" in text


def test_the_numpy_that_pyodide_names_is_packed(
    tmp_path: Path, downloads: Downloads, cli: Cli
) -> None:
    folder, wheel = tmp_path / "site", tmp_path / "numpy.whl"
    wheel.write_bytes(_wheel("numpy"))
    kept = ("--downloads", str(tmp_path / "downloads"), "--offline")
    cli.told("site", str(folder), *kept, "--numpy", str(wheel))
    [engine] = folder.glob("static/*/engine.json")
    paths = json.loads(engine.read_text())["packages"]
    assert [(engine.parent / path).read_bytes() for path in paths if "numpy" in path] == [
        wheel.read_bytes()
    ]
    assert "do as you like with numpy" in (folder / "licences.txt").read_text("utf-8")


def test_another_numpy_is_refused(tmp_path: Path, downloads: Downloads) -> None:
    with pytest.raises(SiteError) as refused:
        build_site(tmp_path / "site", downloads, numpy=_wheel("other"))
    assert refused.value.code == "wrong_numpy"
    assert sha256(_wheel("other")).hexdigest() in str(refused.value)
    assert sha256(_wheel("numpy")).hexdigest() in str(refused.value)
    assert not (tmp_path / "site").exists()


def test_the_package_of_a_site_plays_by_itself(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    packed = pack_package()
    assert packed == pack_package.__wrapped__()
    with zipfile.ZipFile(BytesIO(packed)) as archive:
        archive.extractall(tmp_path)
    bare = root / "tests" / "site" / "bare.py"
    path = os.pathsep.join([str(tmp_path), str(root)])
    run = [sys.executable, str(bare), "tests.site.evening", "play_an_evening"]
    done = subprocess.run(
        run, env={"PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    where = [sys.executable, "-c", "import pegout; print(pegout.__file__)"]
    found = subprocess.run(where, env={"PYTHONPATH": path}, capture_output=True, check=True)
    assert Path(found.stdout.decode().strip()).is_relative_to(tmp_path)


# Downloads ----------------------------------------------------------------------------------------


def test_what_is_missing_is_fetched_once(tmp_path: Path) -> None:
    write = "open('once', 'x'); open('thing', 'w').write('it')"
    thing = Download("thing", sha256(b"it").hexdigest(), (sys.executable, "-c", write), {})
    downloads = Downloads(tmp_path / "new" / "folder")
    assert downloads.read(thing) == b"it"
    assert downloads.read(thing) == b"it"


@pytest.mark.parametrize(
    ("command", "offline", "code"),
    [
        ((sys.executable, "-c", "raise SystemExit('no network')"), False, "no_download"),
        (("no-such-client", "thing"), False, "no_download"),
        ((sys.executable, "-c", "pass"), False, "no_download"),
        ((sys.executable, "-c", "open('thing', 'w').write('other')"), False, "wrong_download"),
        ((sys.executable, "-c", "open('thing', 'w').write('it')"), True, "no_download"),
    ],
)
def test_what_cannot_be_had_is_refused(
    tmp_path: Path, command: tuple[str, ...], offline: bool, code: str
) -> None:
    thing = Download("thing", sha256(b"it").hexdigest(), command, {})
    with pytest.raises(SiteError) as refused:
        Downloads(tmp_path, offline=offline).read(thing)
    assert refused.value.code == code
    assert "thing" in str(refused.value)


# The file server and the command ------------------------------------------------------------------


@contextmanager
def served(folder: Path) -> Iterator[str]:
    server = open_server(folder, 0)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_the_file_server_has_the_types_that_a_browser_insists_on(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>Here</h1>")
    (tmp_path / "404.html").write_text("<h1>Lost</h1>")
    for name in ("a.mjs", "a.wasm"):
        (tmp_path / name).touch()
    with served(tmp_path) as address:
        for name, kind in (("a.mjs", "text/javascript"), ("a.wasm", "application/wasm")):
            with urllib.request.urlopen(address + name) as answer:
                assert answer.headers["Content-Type"] == kind
        with pytest.raises(urllib.error.HTTPError) as lost:
            urllib.request.urlopen(f"{address}nowhere/at/all")
        assert (lost.value.code, lost.value.read()) == (404, b"<h1>Lost</h1>")
        lost.value.close()


def test_the_command_builds_a_site(tmp_path: Path, downloads: Downloads, cli: Cli) -> None:
    folder, kept = tmp_path / "site", tmp_path / "downloads"
    said = cli.told("site", str(folder), "--downloads", str(kept), "--offline", "--base", "/fun")
    assert re.fullmatch(rf"{re.escape(str(folder))}: \d+ files, \d+\.\d MB\.\n", said)
    assert 'href="/fun/es/"' in (folder / "404.html").read_text("utf-8")
