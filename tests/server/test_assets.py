"""Scripts, styles and pictures are served unchanged, under a path with their digest."""

import gzip
import json
import re
from pathlib import Path

import pytest

from pegout.server.assets import LATER_STYLES, STATIC, Assets, static_files
from pegout.server.facts import PAGES
from pegout.server.pages import FIRST_STYLES
from tests.server.table import House

FILES = static_files()


async def addresses(home: House, page: str = "/") -> list[str]:
    """Return the addresses of all assets that a page names."""
    text = (await home.get(page)).body.decode()
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', text)


async def digest(home: House) -> str:
    return (await addresses(home))[0].split("/")[2]


async def test_a_page_names_only_what_a_browser_may_keep_for_ever(home: House) -> None:
    named = await addresses(home)
    assert len(named) > 40
    for address in named:
        answer = await home.get(address)
        assert answer.status == 200
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("path", ["js/main.js", "style/tokens.css", "cards/JH.svg"])
async def test_a_file_is_served_as_it_was_written(home: House, path: str) -> None:
    written = (STATIC / path).read_bytes()
    address = f"/static/{await digest(home)}/{path}"
    plain = await home.get(address)
    assert (plain.body, plain.headers["Content-Encoding"]) == (written, None)
    packed = await home.get(address, **{"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == written
    assert packed.headers["Vary"] == "Accept-Encoding"
    assert (await home.ask("HEAD", address)).body == b""


def test_the_sheets_of_every_page_but_the_first_are_one_file() -> None:
    sheets = [FILES[f"style/{name}.css"] for name in LATER_STYLES]
    assert FILES["style/later.css"] == b"".join(sheets)


def test_each_sheet_is_loaded_in_one_way() -> None:
    scripts = b"".join(body for path, body in FILES.items() if path.endswith(".js")).decode()
    on_demand = {name for page in PAGES for name in page.styles}
    on_demand.update(re.findall(r'\bstyle\("(\w+)"\)', scripts))
    loaded = [*FIRST_STYLES, *LATER_STYLES, *on_demand, "forced"]
    assert len(loaded) == len(set(loaded))
    there = {path.stem for path in (STATIC / "style").glob("*.css")}
    assert not set(loaded) - there, "write them into src/pegout/client/style"
    assert not there - set(loaded), "no page of client/pages.json and no script loads them"


async def test_the_texts_of_a_language_are_files_beside_the_scripts(home: House) -> None:
    under = f"/static/{await digest(home)}/texts"
    for code in ("en", "es"):
        options = await home.get(f"{under}/options.{code}.json")
        assert options.json == (await home.get(f"/api/options?lang={code}")).json
        words = await home.get(f"{under}/words.{code}.json")
        assert words.json == (await home.get(f"/api/words/{code}")).json


async def test_a_page_of_another_release_gets_pictures_and_no_scripts(home: House) -> None:
    picture = await home.get("/static/0123456789abcdef/cards/JH.svg")
    assert (picture.status, picture.headers["Cache-Control"]) == (200, "no-cache")
    script = await home.get("/static/0123456789abcdef/js/main.js")
    assert (script.status, script.code) == (404, "no_page")


@pytest.mark.parametrize("path", ["js/wire.d.ts", "cards/README.md", "../config.py", "nowhere.js"])
async def test_nothing_else_is_served(home: House, path: str) -> None:
    answer = await home.get(f"/static/{await digest(home)}/{path}")
    assert (answer.status, answer.code) == (404, "no_page")


async def test_the_manifest_finds_its_icons_beside_it(home: House) -> None:
    under = f"/static/{await digest(home)}"
    icons = (await home.get(f"{under}/manifest.webmanifest")).json["icons"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    for icon in icons:
        answer = await home.get(f"{under}/{icon['src']}")
        assert (answer.status, answer.headers["Content-Type"]) == (200, icon["type"])


def test_the_digest_is_of_every_name_and_every_byte() -> None:
    first = Assets({"a.js": b"1", "b.js": b"2"})
    assert Assets({"b.js": b"2", "a.js": b"1"}).digest == first.digest
    for other in ({"a.js": b"1"}, {"a.js": b"12", "b.js": b""}, {"a.js": b"2", "b.js": b"1"}):
        assert Assets(other).digest != first.digest
    with pytest.raises(KeyError, match=r"c\.js"):
        first.address("c.js")


def test_every_file_of_the_client_is_an_asset_or_for_developers() -> None:
    left = {
        path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()
    } - set(FILES)
    assert {Path(path).name for path in left} == {"README.md", "wire.d.ts"}


async def test_the_service_worker_keeps_the_files_of_the_pages(home: House) -> None:
    answer = await home.get("/service_worker.js")
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    first, scripts = answer.body.decode().splitlines()
    release = json.loads(first.removeprefix("self.release = ").removesuffix(";"))
    assert release["digest"] == await digest(home)
    assert (release["pages"], release["served"]) == (["/"], True)
    assert set(await addresses(home)) <= set(release["game"])
    for address in re.findall(r'"(/static/[^"]+)"', scripts):
        assert (await home.get(address)).status == 200
