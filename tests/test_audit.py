"""The licences and the known weaknesses of what the program depends on."""

import sys
import tomllib
from pathlib import Path

import pytest

from tools.audit import (
    Package,
    is_allowed,
    known_weaknesses,
    licence_faults,
    packages,
    pin_faults,
    requirements,
)

ROOT = Path(__file__).resolve().parents[1]
ODD = Package("odd", "1.0", "GPL-3.0-only")


def test_every_dependency_has_a_licence_that_allows_its_use_and_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = sorted(packages(requirements(project)))
    names = [package.name for package in found]
    assert len(set(names)) == len(names)
    assert {"click", "numba", "llvmlite", "psycopg", "psycopg-binary", "uvicorn"} <= {*names}
    assert [*licence_faults(found)] == []
    constraints = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    assert [*pin_faults(found, constraints)] == []


@pytest.mark.parametrize(
    ("licence", "allowed"),
    [
        ("MIT", True),
        ("Apache-2.0 OR GPL-3.0-only", True),
        ("(MIT AND BSD-3-Clause)", True),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("GPL-3.0-only", False),
        ("MIT AND AGPL-3.0-only", False),
        ("GPL-3.0-only WITH GCC-exception-3.1", False),
        ("BSD", False),
        ("", False),
    ],
)
def test_a_licence_allows_the_use_or_not(licence: str, allowed: bool) -> None:
    assert is_allowed(licence) is allowed


def test_what_is_wrong_is_said_of_each_package() -> None:
    (said,) = licence_faults([ODD, Package("good", "1.0", "MIT")])
    assert "odd 1.0 has the licence GPL-3.0-only" in said
    (said,) = licence_faults([Package("odd", "1.0", "")])
    assert "states no licence" in said
    (said,) = pin_faults([ODD, Package("good", "1.0", "MIT")], "good==1.0\nodd==0.9\n")
    assert "add odd==1.0 to constraints.txt" in said


def service(tmp_path: Path, program: str) -> tuple[str, ...]:
    """Return the command of a program that stands for pip-audit."""
    file = tmp_path / "service.py"
    file.write_text(program, encoding="utf-8")
    return sys.executable, str(file)


def test_a_known_weakness_is_a_fault(tmp_path: Path) -> None:
    command = service(
        tmp_path,
        "import json, pathlib, sys\n"
        "wanted = pathlib.Path(sys.argv[sys.argv.index('--requirement') + 1]).read_text()\n"
        "assert wanted == 'odd==1.0\\n', wanted\n"
        "known = {'id': 'PYSEC-1', 'fix_versions': ['1.1']}\n"
        "odd = {'name': 'odd', 'version': '1.0', 'vulns': [known]}\n"
        "print(json.dumps({'dependencies': [odd]}))\n"
        "sys.exit(1)\n",
    )
    found = known_weaknesses([ODD], command)
    assert found.faults == ["odd 1.0 has the known weakness PYSEC-1: it is mended in 1.1."]
    assert found.unanswered == ""


def test_a_package_that_the_service_does_not_know_is_told(tmp_path: Path) -> None:
    command = service(
        tmp_path,
        "import json\n"
        "odd = {'name': 'odd', 'skip_reason': 'odd is not known'}\n"
        "print(json.dumps({'dependencies': [odd]}))\n",
    )
    found = known_weaknesses([ODD], command)
    assert found.faults == []
    assert found.unanswered == (
        "Known weaknesses of 1 packages were not looked up: odd is not known."
    )


@pytest.mark.parametrize(
    "program", ["import sys\nsys.exit('the service does not answer')\n", "print('{}')\n"]
)
def test_without_an_answer_a_sentence_says_so(program: str, tmp_path: Path) -> None:
    found = known_weaknesses([ODD], service(tmp_path, program))
    assert found.faults == []
    assert found.unanswered.startswith("Known weaknesses were not looked up: ")
    missing = known_weaknesses([ODD], (str(tmp_path / "missing"),))
    assert missing.faults == []
    assert "not looked up" in missing.unanswered
