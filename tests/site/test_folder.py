"""The folder of a site: what is in it, where it comes from, and that it plays by itself."""

import gzip
import json
import marshal
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from html import unescape
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest

from pegout.review.game_numbers import version
from pegout.site import bytecode, engine_files, node
from pegout.site import folder as site_folder
from pegout.site.downloads import (
    MSGSPEC,
    PYODIDE,
    Download,
    Downloads,
    SiteError,
)
from pegout.site.engine_files import pack_package
from pegout.site.file_server import open_server
from pegout.site.folder import build_site
from pegout.site.standard_library import is_used
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


#: What has been compiled, by the digest of its sources.
_COMPILED: Final[dict[str, dict[str, bytes]]] = {}


def _compile_here(
    pyodide: Mapping[str, bytes], archives: Mapping[str, bytes], first: Iterable[str]
) -> dict[str, bytes]:
    """Compile archives in this Python, which is quicker than that of a browser."""
    digest = sha256(b"".join(archives.values())).hexdigest()
    if digest not in _COMPILED:
        with tempfile.TemporaryDirectory() as made:
            for name, content in archives.items():
                Path(made, name).write_bytes(content)
            bytecode.pack(Path(made), [*first, "json.decoder"])
            packed = {name: Path(made, "packed", name).read_bytes() for name in archives}
            _COMPILED[digest] = packed
    return dict(_COMPILED[digest])


#: What has been compressed, as gzip and as brotli, by the digest of the content.
_COMPRESSED: Final[dict[str, dict[str, bytes]]] = {}
_compress: Final = node.compress


def _compress_once(contents: Mapping[str, bytes], kept: Path, quality: int) -> dict[str, bytes]:
    """Compress files less than a site does, and no content twice."""
    digests = {path: sha256(content).hexdigest() for path, content in contents.items()}
    missing = {
        digest: contents[path] for path, digest in digests.items() if digest not in _COMPRESSED
    }
    if missing:
        found = _compress(missing, kept, 1)
        for digest in missing:
            forms = {ending: f"{digest}{ending}" for ending in (".gz", ".br")}
            _COMPRESSED[digest] = {
                ending: found[name] for ending, name in forms.items() if name in found
            }
    return {
        f"{path}{ending}": form
        for path, digest in digests.items()
        for ending, form in _COMPRESSED[digest].items()
    }


@pytest.fixture
def downloads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Downloads:
    """Return downloads that have the names of the real ones, and little in them."""
    monkeypatch.setattr(node, "compile_archives", _compile_here)
    monkeypatch.setattr(node, "compress", _compress_once)
    folder = tmp_path / "downloads"
    folder.mkdir()
    library = BytesIO()
    with zipfile.ZipFile(library, "w") as modules:
        for name in ("json/decoder.py", "encodings/utf_8.py", "encodings/big5.py", "pdb.py"):
            modules.writestr(name, f"# {name}")
    members = {name: f"this is {name}".encode() for name in PYODIDE.members}
    members["python_stdlib.zip"] = library.getvalue()
    named = {"file_name": "numpy.whl", "sha256": sha256(_wheel("numpy")).hexdigest()}
    lock = {"info": {"python": "3.14"}, "packages": {"numpy": named}}
    members["pyodide-lock.json"] = json.dumps(lock).encode()
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, content in members.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content)
            archive.addfile(member, BytesIO(content))
    python = _download(folder, PYODIDE.name, packed.getvalue(), members)
    msgspec = _download(folder, MSGSPEC.name, _wheel("msgspec"), {})
    monkeypatch.setattr(engine_files, "PYODIDE", python)
    monkeypatch.setattr(engine_files, "MSGSPEC", msgspec)
    monkeypatch.setattr(site_folder, "MSGSPEC", msgspec)
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
    tables = [path for kind in found["tables"].values() for path in kind.values()]
    for path in [f"{found['python']}pyodide.mjs", *found["packages"], *tables]:
        assert (engine.parent / path).is_file(), path
    for path, sizes in found["sizes"].items():
        forms = [engine.parent / f"{path}{ending}" for ending in ("", ".gz", ".br")]
        assert [form.stat().st_size if form.exists() else sizes[0] for form in forms] == sizes


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


def test_a_host_is_the_only_place_elsewhere(tmp_path: Path, downloads: Downloads) -> None:
    folder = tmp_path / "site"
    build_site(folder, downloads, host="https://Club.example/")
    for name in ("index.html", "es/index.html"):
        page = (folder / name).read_text("utf-8")
        assert "connect-src 'self' https://club.example wss://club.example;" in unescape(page)
        assert '"server":false,"host":"https://club.example"' in page
        assert set(re.findall(r"https?://[^ ;\"]+", page)) == {"https://club.example"}
        assert "/new?for=friends" in page
    assert "club.example" not in (folder / "404.html").read_text("utf-8")
    build_site(folder, downloads)
    assert "/new?for=friends" not in (folder / "index.html").read_text("utf-8")


def test_no_page_loads_anything_from_elsewhere(tmp_path: Path, downloads: Downloads) -> None:
    sizes = build_site(tmp_path / "site", downloads)
    assert "es/index.html" in sizes
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
    assert other == ["404.html", "404.html.gz", "404.html.br"]
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
        assert modules.namelist() == ["encodings/utf_8.pyc", "json/decoder.pyc"]
        assert {member.compress_type for member in modules.infolist()} == {zipfile.ZIP_STORED}


def test_no_module_that_a_worker_imports_is_left_out_of_the_standard_library() -> None:
    with zipfile.ZipFile(BytesIO(pack_package())) as archive:
        names = [name for name in archive.namelist() if name.endswith(".py")]
        sources = {name: archive.read(name).decode() for name in names}
    found = set[tuple[str, str]]()
    for path in bytecode.reached(sources, engine_files._FIRST_MODULES):
        name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        wanted = bytecode.imported(sources[path], name, is_package=path.endswith("__init__.py"))
        standard = {module for module in wanted if module.split(".")[0] in sys.stdlib_module_names}
        found |= {(name, module) for module in standard if not is_used(module.replace(".", "/"))}
    # The scheduler of the drills is used without its optimizer, and a site has no tournaments.
    assert {name for name, _ in found} <= {"fsrs.optimizer", "pegout.tournaments.sheets"}, found


def test_the_licences_of_everything_are_in_it(tmp_path: Path, downloads: Downloads) -> None:
    build_site(tmp_path / "site", downloads)
    text = (tmp_path / "site" / "licences.txt").read_text("utf-8")
    titles = re.findall(r"^(.+)\n=+\n\n", text, re.MULTILINE)
    wanted = {"Pegout", "Pyodide", "Python", "msgspec", "fsrs", "typing_extensions"}
    assert wanted <= set(titles)
    assert {"Cards", "Letters that look alike", "Libraries"} <= set(titles)
    for said in ("Mozilla Public License", "CC0", "UNICODE LICENSE V3", "Emscripten authors"):
        assert said in text
    assert "do as you like" in text


def test_the_numpy_that_pyodide_names_is_packed(
    tmp_path: Path, downloads: Downloads, cli: Cli
) -> None:
    folder, wheel = tmp_path / "site", tmp_path / "numpy.whl"
    wheel.write_bytes(_wheel("numpy"))
    kept = ("--downloads", str(tmp_path / "downloads"), "--offline")
    cli.told("site", str(folder), *kept, "--numpy", str(wheel))
    [engine] = folder.glob("static/*/engine.json")
    [path] = [path for path in json.loads(engine.read_text())["packages"] if "numpy" in path]
    with zipfile.ZipFile(engine.parent / path) as packed:
        assert "numpy/__init__.pyc" in packed.namelist()
    assert "do as you like with numpy" in (folder / "licences.txt").read_text("utf-8")


def test_another_numpy_is_refused(tmp_path: Path, downloads: Downloads) -> None:
    with pytest.raises(SiteError) as refused:
        build_site(tmp_path / "site", downloads, numpy=_wheel("other"))
    assert refused.value.code == "wrong_numpy"
    assert sha256(_wheel("other")).hexdigest() in str(refused.value)
    assert sha256(_wheel("numpy")).hexdigest() in str(refused.value)
    assert not (tmp_path / "site").exists()


def test_the_package_of_a_site_plays_by_itself_from_its_bytecode(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    package = pack_package()
    assert package == pack_package.__wrapped__()
    packed = _compile_here({}, {"pegout.zip": package}, ["pegout.site.worker"])["pegout.zip"]
    with zipfile.ZipFile(BytesIO(packed)) as archive:
        names = archive.namelist()
        assert "pegout/rules/engine.pyc" in names
        assert not [name for name in names if name.endswith(".py")]
        assert not [name for name in names if name.startswith(("pegout/solver", "pegout/tui"))]
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


def test_a_review_has_the_version_that_it_has_on_a_computer(tmp_path: Path) -> None:
    """Otherwise each would compute again what the other has stored, in the same library."""
    with zipfile.ZipFile(BytesIO(pack_package())) as archive:
        archive.extractall(tmp_path)
    find = "from pegout.review import game_numbers; print(game_numbers.__file__, end=' ');"
    run = [sys.executable, "-c", f"{find} print(game_numbers.version(), end='')"]
    done = subprocess.run(run, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, check=True)
    place, _, found = done.stdout.decode().partition(" ")
    assert Path(place).is_relative_to(tmp_path)
    assert found == version()


def test_a_level_that_needs_data_says_how_much(tmp_path: Path, downloads: Downloads) -> None:
    build_site(tmp_path / "site", downloads)
    for code in LANGUAGES:
        [options] = tmp_path.glob(f"site/static/*/texts/options.{code}.json")
        levels = {level["name"]: level for level in json.loads(options.read_text())["levels"]}
        assert levels["expert"]["data"] == "expert"
        assert re.search(r"\d[.,]\d MB", levels["expert"]["help"])
        assert "data" not in levels["club"]


def test_the_service_worker_knows_every_file_that_a_browser_may_need(
    tmp_path: Path, downloads: Downloads
) -> None:
    folder = tmp_path / "site"
    sizes = build_site(folder, downloads)
    first = (folder / "service_worker.js").read_text("utf-8").splitlines()[0]
    release = json.loads(first.removeprefix("self.release = ").removesuffix(";"))
    kept = {*release["game"], *release["expert"]}
    plain = {path for path in sizes if not path.endswith((".br", ".gz"))}
    assert {path for path in plain if path.startswith(("static/", "engine/"))} == kept
    large = [path.rpartition("-")[2] for path in release["expert"]]
    assert large == ["late_hands.bin", "play.bin", "prepared.bin"]
    assert all(f"{path}.gz" in sizes for path in release["packed"])
    assert all(f"{page}index.html" in sizes for page in release["pages"])


# Bytecode and compression -------------------------------------------------------------------------


def test_bytecode_has_no_docstrings_and_does_what_its_source_does() -> None:
    source = '''
"""A module."""
from dataclasses import dataclass
@dataclass
class Point:
    """A point."""
    x: int
def twice(x):
    """Twice as much."""
    return 2 * x
def nothing():
    """Nothing."""
'''
    code = bytecode.compile_source(source, "points.py")
    assert b"Twice" not in code
    assert b"A point" not in code
    made: dict[str, Any] = {"__name__": "points"}
    exec(marshal.loads(code[16:]), made)
    assert (made["Point"](3).x, made["twice"](4), made["nothing"]()) == (3, 8, None)


def test_what_only_a_type_checker_imports_is_left_out() -> None:
    source = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import csv\nimport json"
    sources = {"a.py": source, "csv.py": "", "json/__init__.py": "from . import decoder"}
    sources["json/decoder.py"] = ""
    found = bytecode.reached(sources, ["a"])
    assert found == {"a.py", "json/__init__.py", "json/decoder.py"}


def test_compressed_files_unpack_to_what_they_were(tmp_path: Path) -> None:
    contents = {"a.txt": b"again and " * 99, "b.bin": bytes(range(64))}
    found = node.compress(contents, tmp_path)
    assert set(found) == {"a.txt.br", "a.txt.gz"}
    assert gzip.decompress(found["a.txt.gz"]) == contents["a.txt"]
    unpack = "process.stdin.pipe(require('zlib').createBrotliDecompress()).pipe(process.stdout)"
    done = subprocess.run(
        ["node", "-e", unpack], input=found["a.txt.br"], capture_output=True, check=True
    )
    assert done.stdout == contents["a.txt"]


def test_without_node_a_site_is_refused_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SiteError, match="install nodejs") as refused:
        node.compress({"a.txt": b"again and " * 99}, tmp_path / "kept")
    assert refused.value.code == "no_node"


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


def test_the_file_server_sends_what_the_browser_accepts(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    for ending in ("", ".gz", ".br"):
        (tmp_path / "static" / f"a.js{ending}").write_text(f"it{ending}")
    with served(tmp_path) as address:
        for accepted, coding, body in (
            ("", None, b"it"),
            ("gzip", "gzip", b"it.gz"),
            ("gzip, br", "br", b"it.br"),
        ):
            asked = urllib.request.Request(
                f"{address}static/a.js", headers={"Accept-Encoding": accepted}
            )
            with urllib.request.urlopen(asked) as answer:
                assert (answer.headers["Content-Encoding"], answer.read()) == (coding, body)
                assert answer.headers["Content-Type"] == "text/javascript"
                assert "immutable" in answer.headers["Cache-Control"]


def test_the_command_builds_a_site(tmp_path: Path, downloads: Downloads, cli: Cli) -> None:
    folder, kept = tmp_path / "site", tmp_path / "downloads"
    said = cli.told("site", str(folder), "--downloads", str(kept), "--offline", "--base", "/fun")
    assert re.fullmatch(rf"{re.escape(str(folder))}: \d+ files, \d+\.\d MB\.\n", said)
    assert 'href="/fun/es/"' in (folder / "404.html").read_text("utf-8")
