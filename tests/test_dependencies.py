"""Every import is declared, and overridden methods are of a version that was tried."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions, version
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[1]
#: The methods that `web.protocols` adds to those that it overrides.
ADDED = {"ping"}
#: The extras that add something to the program itself.
EXTRAS = ("fast", "env", "cluster", "parquet", "postgresql")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def declared_requirements(*lists: list[str]) -> dict[NormalizedName, Requirement]:
    requirements = [Requirement(text) for some in lists for text in some]
    return {canonicalize_name(requirement.name): requirement for requirement in requirements}


def imported_names(path: Path) -> set[str]:
    """Return the top-level names of all modules that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return {name.partition(".")[0] for name in names}


def test_every_package_that_is_imported_is_declared() -> None:
    known = declared_requirements(
        PROJECT["dependencies"], *(PROJECT["optional-dependencies"][extra] for extra in EXTRAS)
    )
    providers = packages_distributions()
    missing: dict[str, set[str]] = {}
    for path in sorted((ROOT / "src").rglob("*.py")):
        for name in imported_names(path) - sys.stdlib_module_names - {"pegout"}:
            distributions = {canonicalize_name(owner) for owner in providers.get(name, [name])}
            if not distributions & set(known):
                missing.setdefault(name, set()).add(path.name)
    assert not missing, f"imported and not declared in pyproject.toml: {missing}"


def test_every_declared_package_is_installed_in_a_version_that_suits() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    found = re.findall(r"^([^#\s=]+)==(\S+)$", lines, re.MULTILINE)
    pinned = {canonicalize_name(name): text for name, text in found}
    for name, requirement in declared_requirements(PROJECT["dependencies"]).items():
        assert pinned[name] in requirement.specifier, requirement
        assert version(name) == pinned[name]


@pytest.mark.parametrize("name", [NormalizedName("uvicorn"), NormalizedName("websockets")])
def test_what_is_overridden_has_not_changed_since_it_was_tried(name: NormalizedName) -> None:
    """`web.protocols` overrides methods without public names: a new version is tried first."""
    requirement = declared_requirements(PROJECT["dependencies"])[name]
    tried = Version(version(name))
    assert str(tried) in requirement.specifier
    after = f"{tried.major}.{tried.minor + 1}" if name == "uvicorn" else f"{tried.major + 1}.0"
    assert after not in requirement.specifier, f"{name} {after} was never tried: {requirement}"


def test_the_methods_that_are_overridden_are_there() -> None:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

    from pegout.server.protocols import Requests, Sockets

    for ours, theirs in ((Requests, HttpToolsProtocol), (Sockets, WebSocketsSansIOProtocol)):
        own = {name for name, value in vars(ours).items() if callable(value)}
        own = {name for name in own if name[0] != "_" or name == "__init__"} - ADDED
        assert own <= set(dir(theirs)), own - set(dir(theirs))
