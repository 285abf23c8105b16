"""Compiles the modules of a site, and leaves out those that nothing imports.

The Python that will run the modules compiles them: ``bytecode.mjs`` runs this file as a program, in
Node.js, where nothing of this package is installed. It uses the standard library alone.
"""

import ast
import importlib.util
import marshal
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

#: The time of every file in an archive, so that the same files make the same archive.
_NO_TIME: Final = (1980, 1, 1, 0, 0, 0)
#: A class without a docstring is given one when it becomes a dataclass, which takes time.
_NO_DOCSTRING: Final = " "


def compile_source(source: str, path: str) -> bytes:
    """Return the bytecode of a module without its docstrings, as a file ``.pyc`` has it.

    >>> code = marshal.loads(compile_source('"Nothing." ; answer = 42', "lib/example.py")[16:])
    >>> code.co_filename, code.co_consts
    ('lib/example.py', (42, None))
    """
    tree = ast.parse(source, path)
    for node in ast.walk(tree):
        _drop_docstring(node)
    code = compile(tree, path, "exec", dont_inherit=True)
    # No source is beside it, so its time and size say nothing.
    return importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)


def _drop_docstring(node: ast.AST) -> None:
    if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return
    if ast.get_docstring(node, clean=False) is None:
        return
    first = node.body[0]
    if isinstance(node, ast.ClassDef):
        assert isinstance(first, ast.Expr)
        first.value = ast.copy_location(ast.Constant(_NO_DOCSTRING), first.value)
    elif len(node.body) > 1 or isinstance(node, ast.Module):
        del node.body[0]
    else:
        node.body[0] = ast.copy_location(ast.Pass(), first)


def imported(source: str, name: str, *, is_package: bool = False) -> set[str]:
    r"""Return what a module imports, at once or later; some of it may be a name in a module.

    The modules of a call of ``late_names`` are among them.

    >>> sorted(imported("from a.b import c", "d"))
    ['a.b', 'a.b.c']
    >>> sorted(imported("def later():\n    from . import c", "a.b"))
    ['a', 'a.c']
    """
    package = name if is_package else name.rpartition(".")[0]
    found: set[str] = set()
    for node in _executed(ast.parse(source)):
        match node:
            case ast.Import():
                found.update(alias.name for alias in node.names)
            case ast.ImportFrom():
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([node.module] if node.module else [])])
                origin = base if node.level else str(node.module)
                found |= {origin, *(f"{origin}.{alias.name}" for alias in node.names)}
            case ast.Call(func=ast.Name(id="late_names"), args=[_, ast.Dict() as names]):
                found.update(f"{name}.{ast.literal_eval(key)}" for key in names.keys if key)
    return found


def _executed(node: ast.AST) -> Iterator[ast.AST]:
    """Yield every node below one, but for what only a type checker reads."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
            continue
        yield child
        yield from _executed(child)


def reached(sources: Mapping[str, str], first: Iterable[str]) -> set[str]:
    """Return the paths of the modules that some modules import, directly or by others.

    ``sources`` are modules by their paths, such as ``json/decoder.py``.

    >>> sources = {"a/__init__.py": "", "a/b.py": "import c", "c.py": "import sys", "d.py": ""}
    >>> sorted(reached(sources, ["a.b"]))
    ['a/__init__.py', 'a/b.py', 'c.py']
    """
    paths = {_name(path): path for path in sources}
    waiting, found = list(first), set[str]()
    while waiting:
        name = waiting.pop()
        path = paths.get(name)
        if path is None or path in found:
            continue
        found.add(path)
        parts = name.split(".")
        waiting += [".".join(parts[:end]) for end in range(1, len(parts))]
        is_package = path.endswith("__init__.py")
        waiting += imported(sources[path], name, is_package=is_package)
    return found


def _name(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def write_archive(path: Path, members: Mapping[str, bytes]) -> None:
    """Write an archive that does not compress, so that a server can compress all of it at once."""
    with zipfile.ZipFile(path, "w") as archive:
        for name in sorted(members):
            archive.writestr(zipfile.ZipInfo(name, _NO_TIME), members[name])


def pack(folder: Path, first: Iterable[str]) -> None:
    """Pack the archives of a folder again, in its folder ``packed``.

    The modules in them become bytecode, if others import them; other files stay as they are. They
    are found under the same name in one archive only.
    """
    archives = {}
    for path in sorted(folder.glob("*.zip")):
        with zipfile.ZipFile(path) as archive:
            names = [name for name in archive.namelist() if not name.endswith("/")]
            archives[path.name] = {name: archive.read(name) for name in names}
    sources = {
        name: content.decode()
        for members in archives.values()
        for name, content in members.items()
        if name.endswith(".py")
    }
    wanted = reached(sources, first)
    (folder / "packed").mkdir()
    for title, members in archives.items():
        made = {name: data for name, data in members.items() if not name.endswith(".py")}
        for name in members.keys() & wanted:
            made[f"{name}c"] = compile_source(sources[name], name)
        write_archive(folder / "packed" / title, made)


if __name__ == "__main__":
    # What Python has imported to begin with, it imports in a browser as well.
    pack(Path(sys.argv[1]), [*sys.modules, *sys.argv[2:]])
