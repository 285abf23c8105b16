"""A machine for the runbooks: their commands as they stand, in a folder in place of the root.

PostgreSQL, ``psql``, ``pg_basebackup``, ``curl`` and Pegout itself are real. Only what belongs to a
whole system has a stand-in, in ``stand_ins``: ``systemctl`` starts and ends the same two programs,
``sudo`` changes the user as far as the test may, and ``pip`` installs this source, or a version
after it with one more step for the database.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tests.databases import find_programs
from tests.serving import GENEROUS, Server

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs" / "runbooks.md"
STAND_INS: Final = Path(__file__).with_name("stand_ins")
#: How long a command or an answer may take, in seconds.
PATIENCE: Final = 120.0
_BLOCK: Final = re.compile(r"^( *)```sh\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_PATH: Final = re.compile(r"(?<![\w./%])/(?=(?:etc|opt|root|usr/local|var)\b)")
#: The address that the page names.
_ADDRESS: Final = "127.0.0.1:8131"


class Section(NamedTuple):
    """A section of the page: its title, and its commands in blocks."""

    title: str
    blocks: list[str]


def sections() -> dict[str, Section]:
    """Return the sections of the page that have commands, by their titles."""
    parts = re.split(r"^## (.+)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    named = zip(["", *parts[1::2]], parts[::2], strict=True)
    found = [Section(title, [*_blocks(text)]) for title, text in named]
    return {section.title: section for section in found if section.blocks}


def _blocks(text: str) -> Iterator[str]:
    for block in _BLOCK.finditer(text):
        yield textwrap.dedent(block[2])


class Machine:
    """A machine with a folder in place of the root, and a port for its server."""

    def __init__(self, root: Path, port: int) -> None:
        self.root = root
        self.port = port
        self.server = Server.running(str(root), port)
        tools = root / "stand-ins"
        shutil.copytree(STAND_INS, tools)
        for tool in tools.iterdir():
            tool.write_text(f"#!{sys.executable}\n{tool.read_text()}")
            tool.chmod(0o755)
        path = [tools, root / "usr/local/bin", find_programs(), os.environ["PATH"]]
        self._environment = {
            **os.environ,
            "LC_ALL": "C.UTF-8",
            "PATH": os.pathsep.join(map(str, path)),
            "PGHOST": str(root / "run"),
            "PGPORT": "5432",
            "PYTHONPATH": str(ROOT / "src"),
            "RUNBOOK_OPTIONS": " ".join(GENEROUS),
            "RUNBOOK_PORT": str(port),
            "RUNBOOK_PYTHON": sys.executable,
            "RUNBOOK_ROOT": str(root),
        }
        for name in ("etc", "opt", "root", "run", "usr/local/bin", "var/backups", "var/lib"):
            (root / name).mkdir(parents=True)

    def make_database(self) -> None:
        """Make the cluster that a package of PostgreSQL makes, and start it."""
        data = self.root / "var/lib/postgresql/15/main"
        data.mkdir(parents=True)
        if os.geteuid() == 0:
            for folder in (data.parents[1], data.parent, data, self.root / "run"):
                shutil.chown(folder, "postgres")
        self.do(
            f"sudo -u postgres initdb --no-sync --no-instructions --encoding=UTF8 --locale=C"
            f" --username=postgres --auth=trust --wal-segsize=1 -D {data} > {self.root}/initdb\n"
            "systemctl start postgresql"
        )

    def do(self, commands: str, **variables: str) -> str:
        """Run commands as they stand on the page; return what they write."""
        placed = _PATH.sub(f"{self.root}/", commands).replace(_ADDRESS, f"127.0.0.1:{self.port}")
        with tempfile.TemporaryFile() as written:
            # Not a pipe: a program that is started here has it open for as long as it runs.
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", placed],
                stdin=subprocess.DEVNULL,
                stdout=written,
                stderr=subprocess.STDOUT,
                env={**self._environment, **variables},
                cwd=self.root,
                timeout=PATIENCE,
                check=False,
            )
            written.seek(0)
            said = written.read().decode(errors="replace")
        assert done.returncode == 0, f"{placed}\n{said}\n{self.logs()}"
        return said

    def follow(self, title: str, **variables: str) -> list[str]:
        """Run all commands of a section; return what each block writes."""
        return [self.do(block, **variables) for block in sections()[title].blocks]

    def logs(self) -> str:
        logs = [self.root / "log-pegout", self.root / "run/log-postgresql"]
        return "\n".join(log.read_text(errors="replace")[-3000:] for log in logs if log.exists())

    def status(self) -> str:
        """Return what ``/readyz`` says; empty without an answer."""
        try:
            with urllib.request.urlopen(f"{self.server.url}/readyz", timeout=10) as answer:
                return str(answer.status)
        except urllib.error.HTTPError as error:
            with error:
                return str(error.status)
        except OSError:
            return ""

    def wait(self, status: str = "200") -> None:
        """Wait until ``/readyz`` has a status."""
        end = time.monotonic() + PATIENCE
        while self.status() != status:
            assert time.monotonic() < end, self.logs()
            time.sleep(0.05)

    def table(self) -> str:
        """Set up a table with a match; return its code."""
        self.wait()
        return self.server.table([("Ann", "person"), ("Ben", "novice")])[0]

    def has(self, code: str) -> bool:
        """Return whether the server has a table."""
        self.wait()
        return self.server.get(f"/api/tables/{code}").status == 200

    def end(self) -> None:
        """End the programs."""
        self.do("systemctl stop pegout\nsystemctl stop postgresql")


@contextmanager
def machine(port: int, *, small: bool = False) -> Iterator[Machine]:
    """Yield a machine on which everything is installed; a small one has a small disk.

    The disk of a small one, for its database, is a file system in memory.
    """
    root = Path(tempfile.mkdtemp(prefix="pegout-runbook-"))
    root.chmod(0o755)
    made = Machine(root, port)
    disk = root / "var/lib/postgresql"
    try:
        if small:
            disk.mkdir()
            mount = ["mount", "-t", "tmpfs", "-o", "size=160m", "tmpfs", str(disk)]
            subprocess.run(mount, check=True)
        made.make_database()
        made.follow("")
        made.follow("Install")
        yield made
    finally:
        try:
            made.end()
        finally:
            if small:
                subprocess.run(["umount", "--lazy", str(disk)], check=True)
            shutil.rmtree(root)
