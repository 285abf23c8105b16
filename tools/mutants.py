"""How many wrong lines the gate finds, when it is run with a single line of the source changed.

A seed draws lines, at least one from each package and each folder of the client, and one change for
each: another comparison or operator, a number that is one more, a condition that is negated, a call
that is left out. In a copy of the last commit each change is made alone, and the gate is run until
it fails: first the tests of the same package, then everything.

    python -m tools.mutants --seed 1 --count 40
    python -m tools.mutants --seed 1 --count 40 --gate slow

The second runs the rest of the gate for those that the first has left. Results are written to
build/mutants after each change, and the same command resumes from there.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCE: Final = Path("src/pegout")
SCRIPTS: Final = SOURCE / "client" / "js"
_WORK: Final = ROOT / "build" / "mutants"

_COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_OPERATORS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
}
#: What a pattern finds in a line of JavaScript, and what takes its place.
_TOKENS: Final = (
    (r"===", "!=="),
    (r"!==", "==="),
    (r"(?<= )<(?= )", "<="),
    (r"(?<= )>(?= )", ">="),
    (r"(?<= )<=(?= )", "<"),
    (r"(?<= )>=(?= )", ">"),
    (r"(?<= )\+(?= )", "-"),
    (r"(?<= )-(?= )", "+"),
    (r"(?<= )\*(?= )", "+"),
    (r"&&", "||"),
    (r"\|\|", "&&"),
    (r"\btrue\b", "false"),
    (r"\bfalse\b", "true"),
    (r"(?<=[\s(\[!&|])!(?=[\w(])", ""),
    (r"(?<![\w.$#])\d+(?![\w.])", None),
    (r"^ +[\w.#]+\(.*\);$", ""),
)


@dataclass(frozen=True)
class Mutant:
    """One change of one line.

    Args:
        path: the file, from the project's folder.
        line: the number of its line, from 1.
        start: where the replaced text begins in the file, in characters.
        end: where it ends.
        text: what takes its place.
    """

    path: str
    line: int
    start: int
    end: int
    text: str


def python(path: str, source: str) -> Iterator[Mutant]:
    """Yield every change of a Python file.

    >>> [mutant.text for mutant in python("a.py", "if a < 2: go()")]
    ['not a < 2', 'a <= 2', 'None', '3']
    """
    tree = ast.parse(source)
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def at(row: int, column: int) -> int:
        line = source[starts[row - 1] : starts[row]]
        return starts[row - 1] + len(line.encode()[:column].decode())

    for node in _outside_annotations(tree):
        for old, text in _changes(node):
            start, end = at(old.lineno, old.col_offset), at(old.end_lineno, old.end_col_offset)
            yield Mutant(path, old.lineno, start, end, text)


def _outside_annotations(tree: ast.AST) -> Iterator[ast.AST]:
    waiting = [tree]
    while waiting:
        node = waiting.pop(0)
        yield node
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list"):
                continue
            children = value if isinstance(value, list) else [value]
            waiting += [child for child in children if isinstance(child, ast.AST)]


def _changes(node: ast.AST) -> Iterator[tuple[Any, str]]:
    """Yield the node to replace, and its new text."""
    match node:
        case ast.If(test=test) | ast.IfExp(test=test):
            yield test, f"not {ast.unparse(test)}" if _is_simple(test) else _negated(test)
        case ast.Compare(left=left, ops=[kind], comparators=[right]):
            swapped = ast.Compare(left, [_COMPARISONS[type(kind)]()], [right])
            yield node, ast.unparse(swapped)
        case ast.BinOp(left=left, op=kind, right=right) if type(kind) in _OPERATORS:
            yield node, f"({ast.unparse(ast.BinOp(left, _OPERATORS[type(kind)](), right))})"
        case ast.BoolOp(op=kind, values=values):
            other = ast.Or() if isinstance(kind, ast.And) else ast.And()
            yield node, f"({ast.unparse(ast.BoolOp(other, values))})"
        case ast.Constant(value=bool(value)):
            yield node, str(not value)
        case ast.Constant(value=int(value)):
            yield node, str(value + 1)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.Expr(value=ast.Call()):
            yield node, "None"


def _is_simple(test: ast.expr) -> bool:
    return isinstance(test, ast.Compare | ast.Name | ast.Call | ast.Attribute)


def _negated(test: ast.expr) -> str:
    return f"not ({ast.unparse(test)})"


def javascript(path: str, source: str) -> Iterator[Mutant]:
    """Yield every change of a JavaScript file.

    >>> [mutant.text for mutant in javascript("a.js", "if (a === 2) // a === 3")]
    ['!==', '3']
    """
    hidden = re.compile(r"/\*.*?\*/|//[^\n]*|\"[^\"\n]*\"|'[^'\n]*'|^import .*?;$", re.S | re.M)
    code = hidden.sub(lambda found: re.sub(r"[^\n]", "\0", found[0]), source)
    for pattern, other in _TOKENS:
        for found in re.finditer(pattern, code, re.M):
            text = str(int(found[0]) + 1) if other is None else other
            line = code.count("\n", 0, found.start()) + 1
            yield Mutant(path, line, found.start(), found.end(), text)


def mutate(mutant: Mutant, source: str) -> str:
    """Return the text of a file with its change."""
    return source[: mutant.start] + mutant.text + source[mutant.end :]


def _area(path: str) -> str:
    """Return the package of a file, or its folder of the client."""
    file = Path(path)
    within = file.relative_to(SCRIPTS if file.suffix == ".js" else SOURCE)
    return f"{file.suffix}:{within.parts[0] if len(within.parts) > 1 else ''}"


def draw(files: dict[str, str], count: int, chance: Random) -> list[Mutant]:
    """Draw changes, no two of one line, and at least one of each package and folder.

    Args:
        files: the text of each file by its path.
        count: how many.
        chance: what draws.
    """
    lines: dict[tuple[str, int], list[Mutant]] = {}
    for path, source in sorted(files.items()):
        changes = javascript if path.endswith(".js") else python
        for mutant in changes(path, source):
            lines.setdefault((path, mutant.line), []).append(mutant)
    order = chance.sample(sorted(lines), len(lines))
    first = {_area(path): (path, line) for path, line in reversed(order)}
    chosen = dict.fromkeys([*sorted(first.values()), *order])
    return [chance.choice(lines[line]) for line in [*chosen][:count]]


class Trial:
    """A copy of the last commit, in which the gate is run with a change.

    Args:
        folder: where the copy is made.
        gate: the part of the gate to run, ``quick`` or ``slow``.
    """

    def __init__(self, folder: Path, gate: str) -> None:
        self.folder, self.gate = folder, gate
        # Some tests read earlier commits.
        subprocess.run(["git", "clone", "--quiet", "--shared", ROOT, folder], check=True)
        (folder / "node_modules").symlink_to(ROOT / "node_modules")
        self._environment = {**os.environ, "CI": "true", "PYTHONPATH": str(folder / "src")}
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def found_by(self, mutant: Mutant) -> str:
        """Return what fails with a change, in a word or two; nothing if all passes."""
        file = self.folder / mutant.path
        source = file.read_text("utf-8")
        file.write_text(mutate(mutant, source), "utf-8")
        try:
            for words in self._steps(mutant.path):
                if said := self._failure(words):
                    return said
        finally:
            file.write_text(source, "utf-8")
        return ""

    def _failure(self, words: Sequence[str]) -> str:
        """Return what a command says when it fails; nothing if it does not."""
        done = subprocess.run(
            words,
            cwd=self.folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            text=True,
        )
        if not done.returncode:
            return ""
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.M)
        return failed[1] if failed else done.stdout.strip()[-300:] or words[-1]

    def _steps(self, path: str) -> Iterator[list[str]]:
        gate = [sys.executable, "-m", "tools.gate", self.gate, "-x", "-q"]
        # A worker that never comes back is ended: Hypothesis would try the same again and again.
        gate += ["--timeout", "120", "--timeout-method", "thread"]
        if near := self._near(path):
            yield [*gate, *near]
        if self.gate == "quick":
            yield [sys.executable, "-m", "ruff", "check", "-q", "src"]
        yield gate

    def _near(self, path: str) -> list[str]:
        """Return the tests of the same package."""
        if path.endswith(".js"):
            return ["tests/client", "tests/browser"]
        name = Path(path).relative_to(SOURCE).parts[0].removesuffix(".py")
        folder = [f"tests/{name}"] if (self.folder / "tests" / name).is_dir() else []
        files = (self.folder / "tests").glob(f"test_{name}*.py")
        return folder + sorted(f"tests/{file.name}" for file in files)


def sources(folder: Path) -> dict[str, str]:
    """Return the text of every file of Python and JavaScript of a checkout."""
    command = ["git", "ls-files", f"{SOURCE}/*.py", f"{SCRIPTS}/*.js"]
    listed = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    skipped = ("__main__", "wire.d.ts")
    paths = [path for path in listed.stdout.split() if not any(part in path for part in skipped)]
    return {path: (folder / path).read_text("utf-8") for path in paths}


def main(words: Sequence[str]) -> int:
    """Draw changes, run the gate for each, and say how many it finds."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--gate", choices=("quick", "slow"), default="quick")
    given = parser.parse_args(words)
    _WORK.mkdir(parents=True, exist_ok=True)
    # Outside of the project, whose linters would look into the copy.
    with tempfile.TemporaryDirectory(prefix="pegout-mutants-") as folder:
        trial = Trial(Path(folder) / "tree", given.gate)
        found = try_all(trial, given.count, given.seed, _WORK / f"{given.seed}.json")
    sys.stdout.write(f"seed {given.seed}: {found} of {given.count} found\n")
    return 0


def try_all(trial: Trial, count: int, seed: int, results: Path) -> int:
    """Try changes, and return how many are found.

    Args:
        trial: where they are tried.
        count: how many changes are drawn.
        seed: what they are drawn from.
        results: the file with what is known, which is brought up to date after each change.
    """
    known: dict[str, dict[str, str]] = json.loads(results.read_text()) if results.exists() else {}
    texts, found = sources(trial.folder), 0
    for number, mutant in enumerate(draw(texts, count, Random(seed)), 1):
        row = known.setdefault(json.dumps(asdict(mutant)), {})
        if "quick" not in row or (trial.gate == "slow" and not row["quick"] and "slow" not in row):
            row[trial.gate] = trial.found_by(mutant)
            results.write_text(json.dumps(known, indent=1))
        found += bool(row.get("quick") or row.get("slow"))
        before = texts[mutant.path][mutant.start : mutant.end]
        verdict = row.get("quick") or row.get("slow") or "NOT FOUND"
        sys.stdout.write(
            f"{number:2} {mutant.path}:{mutant.line} {before} -> {mutant.text}\n   {verdict}\n"
        )
        sys.stdout.flush()
    return found


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
