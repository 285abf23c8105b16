"""The structure of the source: no import cycles, no name for two types, no function too long.

import-linter checks which package may import which. These tests check modules, and all their
imports: at the top, within a function, or for types alone.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "src"
PACKAGE = SOURCE / "pegout"

#: Public classes and type aliases that have one name in several modules, and why they are the same.
ONE_THING = {
    "Array": "an array of NumPy",
    "Cards": "cards in a tuple",
    "Dealt": "cards that were dealt: the event of a game, and the arrays of many deals",
    "Entry": "an entry of a log: of a match, and of a record",
    "Fault": "what a check finds wrong: of the deals, and of the text of a record",
    "Feat": "a line about the end of a game, and its message",
    "Outcome": "how a game ended, and its message",
    "Player": "who plays at a seat: whoever decides, and who a record says it was",
    "Position": "where a match stands, and its message",
    "Story": "what is said of a game that is over, and its message",
    "Sums": "what is added up: over the games of a run, and over those of a player in a message",
}
#: Modules that have one name in several packages, and the subject that they share.
ONE_SUBJECT = {
    "actions": "what a seat may do: as values, as numbers of the kernel and of an agent",
    "app": "the application: of the terminal, of the server, and its commands",
    "arena": "contests, and their command",
    "cards": "cards, how the terminal draws them, and how a policy chooses one",
    "counting": "counting hands and piles: aloud, and by arrays",
    "endings": "how a game has ended, as a list and as a seat is told",
    "endpoints": "the requests of a package over HTTP",
    "errors": "the errors of a package",
    "events": "events: what they are, and their encoding",
    "health": "whether a server can serve: checked by it, and asked by a command",
    "help": "help: the page of the terminal, and that of a command",
    "home": "the first screen or page",
    "late_hands": "the chances of winning with kept hands near the end: solved, and read",
    "lines": "lines of text: typed, and of a record",
    "log": "the log of a match: what it holds, and how it is stored",
    "names": "names of players, seats and levels: said, and checked",
    "options": "what may be chosen: for a game, and of a command",
    "pages": "pages with text",
    "position": "where a match stands: as a value, and as a line of text",
    "progress": "how far something has come: a match, and what a player has learnt",
    "records": "records of games: saved at the terminal, and the commands for them",
    "replay": "a game that is gone through again",
    "review": "what the decisions of a game were worth, and its command",
    "rulebook": "the rule book, and its command",
    "runs": "long computations, and what the commands have in common that begin one",
    "schema": "how data are laid out: messages, and the database",
    "state": "a full state: of a game, and of a table",
    "statistics": "figures about many games: of a contest, and of a player",
    "table": "the table: its phases, its screen, and the command that sits down at it",
    "tournaments": "a club's evening: the package, and its messages",
    "versions": "the versions of behaviour, and those that a run depends on",
    "view": "what a seat sees, and the widget that shows it",
}
#: The most lines, arguments and paths through a function without a reason at the head of its file.
LINES, ARGUMENTS, COMPLEXITY = 80, 10, 20


@cache
def files() -> Mapping[str, Path]:
    """Return the file of every module by the module's name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def parse(name: str) -> ast.Module:
    return ast.parse(files()[name].read_text("utf-8"))


def imported_modules(tree: ast.AST, names: Iterable[str]) -> set[str]:
    """Return our modules that a module imports, anywhere in it and for any purpose."""
    known = set(names)
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            whole = [f"{node.module}.{alias.name}" for alias in node.names]
            found.update(name if name in known else node.module for name in whole)
    return found & known


def cycles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the groups of modules that reach each other, by removing modules in no cycle."""
    left = {name: set(after) for name, after in graph.items()}
    while True:
        ends = {name for name, after in left.items() if not after & left.keys()}
        ends |= left.keys() - {name for after in left.values() for name in after}
        if not ends:
            break
        left = {name: after - ends for name, after in left.items() if name not in ends}
    return [[name, *sorted(after & left.keys())] for name, after in sorted(left.items())]


def test_cycles_are_found() -> None:
    assert cycles({"a": {"b"}, "b": {"c"}, "c": set(), "d": {"a"}}) == []
    assert cycles({"a": {"b"}, "b": {"a", "c"}, "c": set(), "d": {"a"}}) == [["a", "b"], ["b", "a"]]
    tree = ast.parse("def later():\n    from pegout.cards import Card")
    assert imported_modules(tree, ["pegout.cards"]) == {"pegout.cards"}


def test_no_modules_import_each_other() -> None:
    graph = {name: imported_modules(parse(name), files()) - {name} for name in files()}
    assert not cycles(graph)


def types_of(tree: ast.Module) -> Iterator[str]:
    """Yield the names of the public classes and type aliases at the top of a module."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name):
                found = name
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
                found = name
            # An alias without an annotation: ``Answer = Callable[[Request], Response]``.
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript() | ast.BinOp()):
                found = name if not name.isupper() and name[0].isupper() else "_"
            case _:
                continue
        if not found.startswith("_"):
            yield found


def test_classes_and_aliases_are_found() -> None:
    text = """
class One: ...
class _Two: ...
Three: TypeAlias = Literal["a"]
Four = dict[str, int]
Five = One | None
Six = TypeVar("Six")
SEVEN = [1, 2][0]
eight = 1 + 1
"""
    assert list(types_of(ast.parse(text))) == ["One", "Three", "Four", "Five"]


def test_a_class_has_a_name_of_its_own() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for name in files():
        for kind in types_of(parse(name)):
            places[kind].append(name)
    twice = {name: where for name, where in places.items() if len(where) > 1}
    assert twice.keys() == ONE_THING.keys(), twice


def test_a_module_has_a_subject_of_its_own() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for name in files():
        places[name.rpartition(".")[2]].append(name)
    twice = {name for name, where in places.items() if len(where) > 1}
    assert twice == ONE_SUBJECT.keys()


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Count the lines below the docstring."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def arguments(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Count the arguments except ``self``."""
    given = function.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    return len([arg for arg in every if arg.arg not in ("self", "cls")])


def complexity(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Count the paths through a function, without those of functions in it.

    Source: T. J. McCabe, A Complexity Measure, IEEE Transactions on Software Engineering 2 (1976).
    """
    number = 1
    waiting: list[ast.AST] = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                continue
            case ast.BoolOp(values=values):
                number += len(values) - 1
            case ast.comprehension(ifs=ifs):
                number += 1 + len(ifs)
            case ast.If() | ast.IfExp() | ast.For() | ast.AsyncFor() | ast.While():
                number += 1
            case ast.ExceptHandler() | ast.Assert() | ast.match_case():
                number += 1
        waiting += ast.iter_child_nodes(node)
    return number


def test_functions_are_measured() -> None:
    text = '''
def some(a, b, *, c):
    """Say nothing."""
    if a and b:
        return [one for one in c if one]
    return a
'''
    (some,) = functions(ast.parse(text))
    assert (lines(some), arguments(some), complexity(some)) == (3, 3, 5)


def too_large(name: str) -> Iterator[str]:
    """Yield what is said of each function of a module that is too large without a reason."""
    head = ast.get_docstring(parse(name)) or ""
    for function in functions(parse(name)):
        size = lines(function), arguments(function), complexity(function)
        small = size[0] <= LINES and size[1] <= ARGUMENTS and size[2] <= COMPLEXITY
        if not small and f"``{function.name}``" not in head:
            yield (
                f"{files()[name]}: {function.name} has {size[0]} lines, {size[1]} arguments and a "
                f"complexity of {size[2]}; the docstring of the module does not say why"
            )


def test_a_long_function_has_its_reason_at_the_head() -> None:
    assert [said for name in files() for said in too_large(name)] == []


#: Where types are described at call time: once at start, or where only one thread converts.
_CONVERTING = {
    "pegout.school.progress",
    "pegout.table.opponents",
    "pegout.table.requests",
}


def test_no_two_threads_describe_a_type_at_once() -> None:
    """Msgspec describes a type on first use; two threads that do so crash the process.

    Where several threads may decode, a module makes its decoders when it is imported.
    """
    found = {
        name
        for name, path in files().items()
        for node in ast.walk(parse(name))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("msgspec.json.decode", "msgspec.convert")
        and (len(node.args) > 1 or node.keywords)
    }
    assert found == _CONVERTING
