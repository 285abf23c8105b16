"""The unit for systemd: what systemd says of it, and that the program accepts its command."""

import shlex
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.deploy.files import DEPLOY, parsed, program

UNIT = DEPLOY / "pegout.service"
#: How much systemd may hold to be exposed, in tenths from 0 (nothing) to 100.
EXPOSED = 15


class _Unit(ConfigParser):
    """A unit, in which an option may be given several times."""

    def __init__(self) -> None:
        super().__init__(strict=False, interpolation=None)

    def optionxform(self, optionstr: str) -> str:
        return optionstr


def service() -> dict[str, str]:
    unit = _Unit()
    # A backslash continues a line.
    unit.read_string(UNIT.read_text().replace("\\\n", " "))
    return dict(unit["Service"])


def analyse(*words: str) -> subprocess.CompletedProcess[str]:
    command = [program("systemd-analyze", "systemd"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_systemd_understands_it(tmp_path: Path) -> None:
    # It also looks whether the program is there.
    text = UNIT.read_text().replace("/opt/pegout/bin/pegout", "/bin/true")
    unit = tmp_path / "pegout.service"
    unit.write_text(text)
    done = analyse("verify", str(unit))
    assert (done.returncode, done.stderr) == (0, "")
    unit.write_text(text.replace("ProtectClock=yes", "ProtectClocks=yes"))
    assert "'ProtectClocks'" in analyse("verify", str(unit)).stderr


def test_systemd_holds_it_for_safe() -> None:
    words = ("security", "--offline=true", "--no-pager", f"--threshold={EXPOSED}", str(UNIT))
    done = analyse(*words)
    if "unrecognized option" in done.stderr:
        pytest.skip("this systemd is too old to look at a unit that is not installed")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Overall exposure level" in done.stdout


def test_the_program_accepts_its_command() -> None:
    found = service()
    path, *words = shlex.split(found["ExecStart"])
    assert path == "/opt/pegout/bin/pegout"
    options = parsed(words)
    assert options["proxy"] is True
    assert options["log_requests"] is True
    assert options["metrics"] == ("127.0.0.1", 9131)
    assert options["host"] == "127.0.0.1"
    # It stops within ten seconds, and writes the folder that systemd has made for it.
    assert int(found["TimeoutStopSec"]) > 10
    assert found["Environment"] == f"PEGOUT_DATA=/var/lib/{found['StateDirectory']}"
