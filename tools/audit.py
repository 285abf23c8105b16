"""Audits what Pegout depends on: the licence of each package, and its known weaknesses.

``tools.release`` runs it: ``python -m tools.audit``. A package whose licence nobody has looked at
is a fault, and so is one that is not pinned. Known weaknesses are looked up by ``pip-audit``, which
asks an advisory service; where none answers, a sentence says so, and nothing is refused for it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

_ROOT: Final = Path(__file__).resolve().parent.parent
#: The extras that add to the program itself; the others are tools of those who work on it.
EXTRAS: Final = ("cluster", "env", "fast", "parquet", "postgresql")
#: Licences under which a program may be used beside this one. Those of the LGPL and the MPL are for
#: packages that are installed and imported as they are.
ALLOWED: Final = frozenset(
    {
        *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0"),
        *("HPND", "ISC", "LGPL-3.0-only", "LGPL-3.0-or-later", "MIT", "MIT-0", "MPL-2.0"),
        *("PSF-2.0", "Python-2.0", "Unlicense", "Zlib", "LLVM-exception"),
    }
)
#: What older packages write instead of an expression.
_CLASSIFIED: Final[Mapping[str, str]] = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0-only",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
#: Packages whose metadata are unclear, with what the licence in them says.
_READ: Final[Mapping[str, str]] = {"partd": "BSD-3-Clause"}
_CLASSIFIER: Final = "License :: OSI Approved :: "
#: How long an advisory service may take, in seconds.
_PATIENCE: Final = 300


class Package(NamedTuple):
    """An installed package: its name, its version, and its licence as an expression or as text."""

    name: str
    version: str
    licence: str


class Weaknesses(NamedTuple):
    """What an advisory service has said: faults, or why there was no answer."""

    faults: list[str]
    unanswered: str = ""


def requirements(project: Mapping[str, Any]) -> list[str]:
    """Return what the program requires, with the extras that add to it."""
    extras = project["optional-dependencies"]
    return [*project["dependencies"], *(text for name in EXTRAS for text in extras[name])]


def packages(wanted: Iterable[str]) -> Iterator[Package]:
    """Yield every package that some requirements need, and what those need, each once.

    Raises:
        PackageNotFoundError: if one is not installed.
    """
    seen: set[tuple[str, str]] = set()
    told: set[str] = set()
    left = [(Requirement(text), "") for text in wanted]
    while left:
        requirement, extra = left.pop()
        if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(requirement.name)
        found = distribution(name)
        for asked in ("", *requirement.extras):
            if (name, asked) not in seen:
                seen.add((name, asked))
                left += [(Requirement(text), asked) for text in found.requires or ()]
        if name not in told:
            told.add(name)
            yield Package(name, found.version, _READ.get(name) or licence_of(found))


def licence_of(found: Distribution) -> str:
    """Return the licence of a package: an expression if its metadata have one."""
    metadata = found.metadata
    stated = {name: metadata[name] for name in metadata}
    licence = stated.get("License-Expression") or _expression(stated.get("License", ""))
    if licence:
        return licence
    classifiers = metadata.get_all("Classifier") or []
    names = [text.removeprefix(_CLASSIFIER) for text in classifiers if _CLASSIFIER in text]
    return " AND ".join(_CLASSIFIED.get(name, f"({name})") for name in names)


def _expression(text: str) -> str:
    try:
        return canonicalize_license_expression(_CLASSIFIED.get(text, text)) if text else ""
    except InvalidLicenseExpression:
        return ""


def is_allowed(licence: str) -> bool:
    """Return whether a program with this licence may be used.

    >>> [is_allowed(text) for text in ("MIT", "MIT OR GPL-3.0-only", "MIT AND GPL-3.0-only", "")]
    [True, True, False, False]
    """
    try:
        canonical = canonicalize_license_expression(licence)
    except InvalidLicenseExpression:
        return False
    names = re.findall(r"[\w.+-]+", re.sub(r"\b(AND|OR|WITH)\b", " ", canonical))
    allowed = [name in ALLOWED for name in names]
    # With alternatives alone, one that is allowed is enough.
    some = "AND" not in canonical and "WITH" not in canonical
    return any(allowed) if some else all(allowed)


def licence_faults(found: Iterable[Package]) -> Iterator[str]:
    """Yield a sentence for each package whose licence does not allow its use, or is not known."""
    for name, version, licence in found:
        if not is_allowed(licence):
            stated = f"has the licence {licence:.100}" if licence else "states no licence"
            yield (
                f"{name} {version} {stated}: look at it, and take another package or add the "
                "licence to tools/audit.py."
            )


def pin_faults(found: Iterable[Package], constraints: str) -> Iterator[str]:
    """Yield a sentence for each package that the constraints do not have in its version."""
    lines = re.findall(r"^([^#\s=]+)==(\S+)$", constraints, re.MULTILINE)
    pinned = {canonicalize_name(name): version for name, version in lines}
    for name, version, _ in found:
        if pinned.get(canonicalize_name(name)) != version:
            yield f"{name} {version} is not pinned: add {name}=={version} to constraints.txt."


def known_weaknesses(
    found: Iterable[Package], command: Sequence[str] = (sys.executable, "-m", "pip_audit")
) -> Weaknesses:
    """Look up the known weaknesses of some packages."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.writelines(f"{name}=={version}\n" for name, version, _ in found)
        file.flush()
        options = ["--no-deps", "--disable-pip", "--format=json", "--progress-spinner=off"]
        try:
            done = subprocess.run(
                [*command, *options, "--requirement", file.name],
                capture_output=True,
                text=True,
                timeout=_PATIENCE,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return Weaknesses([], f"Known weaknesses were not looked up: {error}.")
    try:
        answer = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError, TypeError):
        lines = done.stderr.strip().splitlines()
        why = lines[-1][:200] if lines else f"exit status {done.returncode}"
        return Weaknesses([], f"Known weaknesses were not looked up: {why}.")
    return Weaknesses([*_told(answer)], _left_out(answer))


def _left_out(answer: Iterable[Mapping[str, Any]]) -> str:
    """Return a sentence on the packages that the service does not know; empty without any."""
    reasons = [package["skip_reason"] for package in answer if package.get("skip_reason")]
    if not reasons:
        return ""
    return f"Known weaknesses of {len(reasons)} packages were not looked up: {reasons[0]:.200}."


def _told(answer: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for package in answer:
        for known in package.get("vulns", ()):
            fixed = ", ".join(known.get("fix_versions", ())) or "no version yet"
            yield (
                f"{package['name']} {package['version']} has the known weakness {known['id']}: "
                f"it is mended in {fixed}."
            )


def audit(root: Path) -> Weaknesses:
    """Audit what a project depends on: its faults, and a sentence if no service has answered."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    try:
        found = sorted(packages(requirements(project)))
    except PackageNotFoundError as error:
        return Weaknesses([f"{error.name} is not installed: install every extra before an audit."])
    constraints = (root / "constraints.txt").read_text(encoding="utf-8")
    own = [*licence_faults(found), *pin_faults(found, constraints)]
    known = known_weaknesses(found)
    return known._replace(faults=[*own, *known.faults])


def main() -> None:
    """Audit this project; exit with 1 if there are faults."""
    faults, unanswered = audit(_ROOT)
    for line in filter(None, [*faults, unanswered]):
        click.echo(line, err=True)
    if faults:
        raise SystemExit(1)
    click.echo("Every package is pinned, and its licence allows its use.")


if __name__ == "__main__":
    main()
