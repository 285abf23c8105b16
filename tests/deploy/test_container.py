"""The container's steps in a bare folder: built as its file says, and run as nobody in particular.

Where no engine is at hand this is as near as one gets: the steps and the command are read from the
file; the paths in it stand below a folder, which the user who runs the program cannot write.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.deploy.files import DEPLOY, parsed
from tests.deploy.proxies import free_port
from tests.serving import PATIENCE, order

ROOT = DEPLOY.parent
#: The folders of the container, and those steps that prepare the system of the container itself.
FOLDERS = ("/opt/pegout", "/source", "/wheels", "/data")
OF_THE_SYSTEM = ("apt-get ", "useradd ")
#: Where programs of the system are: another user may run them.
SYSTEM = "/usr/local/bin:/usr/bin:/bin"


class Step(NamedTuple):
    word: str
    rest: str


def steps() -> list[Step]:
    lines = (DEPLOY / "Containerfile").read_text().splitlines()
    text = "\n".join([line for line in lines if not line.startswith("#")])
    whole = re.sub(r"\\\n\s*", "", text).splitlines()
    return [Step(*line.split(" ", 1)) for line in whole if line]


def words_of(name: str) -> list[str]:
    """Return the words of the last step of a name, which are written as JSON."""
    (*_, rest) = [step.rest for step in steps() if step.word == name]
    words: list[str] = json.loads(rest[rest.index("[") :])
    return words


def test_the_program_accepts_the_commands_of_the_container() -> None:
    assert words_of("ENTRYPOINT") == ["pegout"]
    options = parsed(words_of("CMD"))
    assert (options["host"], options["log"]) == ("0.0.0.0", "json")
    assert parsed(words_of("HEALTHCHECK")[1:])["url"] == "http://127.0.0.1:8131"
    known = {step.word for step in steps()}
    assert {"USER", "VOLUME", "STOPSIGNAL"} <= known
    assert [step.rest for step in steps() if step.word == "USER"] == ["pegout"]


class Container:
    """A folder in the place of a container's file system."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def here(self, text: str) -> str:
        """Return a text in which the folders of the container are those below the folder."""
        for name in FOLDERS:
            text = re.sub(rf"(?<![\w.-]){name}\b", f"{self.folder}{name}", text)
        return text

    def build(self) -> list[str]:
        """Carry out the steps; return those that prepare the system."""
        left = []
        for word, rest in steps():
            if word == "COPY" and not rest.startswith("--from"):
                *sources, target = rest.split()
                self._copy(sources, Path(self.here(target)))
            elif word == "RUN" and not rest.startswith(OF_THE_SYSTEM):
                self._run(self.here(rest))
            elif word == "RUN":
                left.append(rest.split()[0])
        (self.folder / "data").mkdir()
        return left

    def _copy(self, sources: list[str], target: Path) -> None:
        for source in sources:
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                target.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / source, target)

    def _run(self, command: str) -> None:
        ours = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
        kept = {name: value for name, value in os.environ.items() if name not in ours}
        done = subprocess.run(
            ["sh", "-ec", command],
            env={**kept, "PATH": SYSTEM},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def files(self) -> dict[str, tuple[int, int]]:
        """Return the files that the program should not change, with their sizes and times."""
        return {
            str(path): (path.lstat().st_size, path.lstat().st_mtime_ns)
            for path in sorted((self.folder / "opt").rglob("*"))
        }

    @property
    def environment(self) -> dict[str, str]:
        (rest,) = [step.rest for step in steps() if step.word == "ENV"]
        return dict(pair.split("=", 1) for pair in self.here(rest).split())

    def start(self, words: list[str], **more: Any) -> subprocess.Popen[str]:
        """Start the program as its user would."""
        return subprocess.Popen(
            [*words_of("ENTRYPOINT"), *words],
            cwd="/",
            env=self.environment,
            executable=self.folder / "opt/pegout/bin/pegout",
            text=True,
            **(_nobody() if os.geteuid() == 0 else {}),
            **more,
        )

    @contextmanager
    def serving(self) -> Iterator[str]:
        """Run the command of the container, and end it as an engine would; yield its address."""
        port = free_port()
        words = [*words_of("CMD"), "--host", "127.0.0.1", "--port", str(port)]
        log = (self.folder / "data").parent / "log"
        with log.open("a") as file:
            process = self.start(words, stdout=file, stderr=file)
        try:
            url = f"http://127.0.0.1:{port}"
            while self.is_healthy(url) != 0:
                assert process.poll() is None, log.read_text()
            yield url
        finally:
            process.terminate()
            status = process.wait(PATIENCE)
        assert status == 0, log.read_text()

    def is_healthy(self, url: str) -> int:
        """Return the exit status of the health check."""
        words = words_of("HEALTHCHECK")
        assert words[0] == "pegout"
        check = self.start([*words[1:], "--url", url], stdout=subprocess.DEVNULL)
        return check.wait(PATIENCE)


def _nobody() -> dict[str, Any]:
    return {"user": "nobody", "group": "nogroup", "extra_groups": []}


@pytest.fixture(scope="module")
def container() -> Iterator[Container]:
    python = shutil.which("python3", path=SYSTEM)
    needed = "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))"
    if python is None or subprocess.run([python, "-c", needed], check=False).returncode:
        pytest.skip("the system has no Python 3.11 with venv (on Debian: python3-venv)")
    # Below a folder that everybody may enter.
    with tempfile.TemporaryDirectory(prefix="pegout-container-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        container = Container(folder)
        assert container.build() == ["apt-get", "apt-get", "useradd"]
        for path in (folder / "opt").rglob("*"):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & ~0o222)
        if os.geteuid() == 0:
            shutil.chown(folder / "data", "nobody", "nogroup")
        (folder / "data").chmod(0o700)
        yield container
        for path in (folder / "opt").rglob("*"):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)


@pytest.mark.long
def test_it_is_built_and_run_without_rights(container: Container) -> None:
    import urllib.request

    before = container.files()
    with container.serving() as url:
        body = json.dumps(order([("Ann", "person"), ("Ben", "club")])).encode()
        asked = urllib.request.Request(
            f"{url}/api/tables", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            code = json.loads(answer.read())["code"]
    assert container.is_healthy(url) == 1
    # After a restart everything is there.
    with (
        container.serving() as url,
        urllib.request.urlopen(f"{url}/api/tables/{code}", timeout=PATIENCE) as answer,
    ):
        assert json.loads(answer.read())["code"] == code
    assert container.files() == before
    assert (container.folder / "data" / "library.db").is_file()


@pytest.mark.long
def test_it_cannot_write_its_own_program(container: Container) -> None:
    program = container.folder / "opt/pegout/lib"
    command = ["sh", "-c", f"touch {program}/written && echo written"]
    more = _nobody() if os.geteuid() == 0 else {}
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    assert "written" not in done.stdout
