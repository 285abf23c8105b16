"""What Node.js does for a site: it compiles modules in Pyodide, and compresses files."""

import gzip
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

from pegout.site.downloads import SiteError

#: The highest quality of brotli, which takes minutes for a whole site.
MAX_QUALITY: Final = 11
_HERE: Final = Path(str(files("pegout.site"))).resolve()


def compile_archives(
    pyodide: Mapping[str, bytes], archives: Mapping[str, bytes], first: Iterable[str]
) -> dict[str, bytes]:
    """Return archives with bytecode in place of sources; see :func:`pegout.site.bytecode.pack`.

    Args:
        pyodide: the files of Python for the browser, which compiles the modules, by their names.
        archives: the archives by their names.
        first: the modules that are imported first.

    Raises:
        SiteError: ``no_node`` if there is no Node.js, ``bad_node`` if it fails.
    """
    with tempfile.TemporaryDirectory() as made:
        python, work = Path(made, "pyodide"), Path(made, "work")
        python.mkdir()
        work.mkdir()
        for name, content in pyodide.items():
            (python / name).write_bytes(content)
        for name, content in archives.items():
            (work / name).write_bytes(content)
        shutil.copy(_HERE / "bytecode.py", work)
        _run("bytecode.mjs", str(python), str(work), *first)
        return {name: (work / "packed" / name).read_bytes() for name in archives}


def compress(
    contents: Mapping[str, bytes], kept: Path, quality: int = MAX_QUALITY
) -> dict[str, bytes]:
    """Return the files that get smaller by gzip, as gzip and as brotli, each beside its file.

    The folder ``kept`` has what was compressed before, so that it is not compressed again. The
    quality is that of brotli, from 0 to 11.

    Raises:
        SiteError: ``no_node`` if there is no Node.js, ``bad_node`` if it fails.
    """
    kept.mkdir(parents=True, exist_ok=True)
    zipped = {path: gzip.compress(content, 9, mtime=0) for path, content in contents.items()}
    smaller = [path for path, content in contents.items() if len(zipped[path]) < len(content)]
    names = {path: kept / f"{sha256(contents[path]).hexdigest()}-{quality}.br" for path in smaller}
    missing = {names[path]: contents[path] for path in smaller if not names[path].exists()}
    if missing:
        with tempfile.TemporaryDirectory(dir=kept) as made:
            plain = [Path(made, name.stem) for name in missing]
            for path, content in zip(plain, missing.values(), strict=True):
                path.write_bytes(content)
            _run("compress.mjs", str(quality), *map(str, plain))
            for name, path in zip(missing, plain, strict=True):
                # Two builds at once write the same.
                path.with_name(name.name).replace(name)
    found = {f"{path}.gz": zipped[path] for path in smaller}
    return {**found, **{f"{path}.br": names[path].read_bytes() for path in smaller}}


def _run(script: str, *arguments: str) -> None:
    node = shutil.which("node") or shutil.which("nodejs")
    if node is None:
        raise SiteError(
            "no_node",
            "Node.js is missing, which compiles and compresses the files of a site; install it "
            "(on Debian: sudo apt-get install nodejs), then try again",
        )
    command = [node, str(_HERE / script), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SiteError("bad_node", f"{script} failed in Node.js: {done.stderr.strip()[-500:]}")
