"""A site in Firefox: a game of two, three and four players."""

import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.browser.test_site import root, site
from tests.serving import Server

__all__ = ["root", "site"]

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

_ROOT: Final = Path(__file__).parents[2]


def test_games_of_two_three_and_four_in_firefox(site: Server) -> None:
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    if firefox is None:
        pytest.skip("Firefox is not installed; Debian has it as firefox-esr")
    if not (_ROOT / "node_modules" / "puppeteer-core").exists():
        pytest.skip("puppeteer-core is missing; `npm install` fetches it")
    node = shutil.which("node")
    assert node, "Node.js is missing: `make test` installs it"
    done = subprocess.run(
        [node, str(Path(__file__).with_name("firefox.mjs")), firefox, site.url],
        cwd=_ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert done.stdout.count("entries in the log") == 3
