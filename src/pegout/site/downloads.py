"""What a site contains from elsewhere, at pinned versions with checked digests.

The ordinary clients fetch it, ``npm`` and ``pip``, from the registries that they are set up for;
:class:`Downloads` keeps it in a folder, where it may as well have been put by hand.
"""

import json
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from pegout.errors import PegoutError


class SiteError(PegoutError):
    """A site cannot be built.

    Attributes:
        code: ``no_download``, ``wrong_download``, ``wrong_numpy``, ``bad_folder``, ``no_node`` or
            ``bad_node``.
    """


@dataclass(frozen=True, slots=True)
class Download:
    """A file at a version: its name in the folder of downloads, its digest, how it is fetched.

    Attributes:
        name: the name of the file, as its client writes it.
        digest: its SHA-256, in hexadecimal.
        command: the client with its arguments; it writes the file into the current folder.
        members: of an archive, the digests of what is used, by their paths in it.
    """

    name: str
    digest: str
    command: tuple[str, ...]
    members: Mapping[str, str]


#: Python for the browser; the version of Python follows from that of Pyodide.
PYODIDE: Final = Download(
    "pyodide-314.0.7.tgz",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    ("npm", "pack", "--silent", "pyodide@314.0.7"),
    {
        "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
        "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
        "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
        "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
        "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    },
)
#: The one package with compiled code, for the ABI of that Python.
MSGSPEC: Final = Download(
    "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
    "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
    (
        *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"),
        *("--python-version", "3.14", "--abi", "cp314"),
        *("--platform", "pyemscripten_2026_0_wasm32", "msgspec==0.22.0"),
    ),
    {},
)


def check_numpy(wheel: bytes, lock: bytes) -> None:
    """Check that a wheel is the NumPy that a Pyodide names in its lock.

    Raises:
        SiteError: ``wrong_numpy`` for anything else.
    """
    named = json.loads(lock)["packages"]["numpy"]
    digest = sha256(wheel).hexdigest()
    if digest != named["sha256"]:
        raise SiteError(
            "wrong_numpy",
            f"expected {named['file_name']}, with the SHA-256 {named['sha256']} that "
            f"{PYODIDE.name} names, not a file with {digest}; take it from the release of Pyodide",
        )


def default_folder() -> Path:
    """Return the folder in which this user's downloads are kept."""
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("pegout", appauthor=False), "site")


class Downloads:
    """A folder of downloads; what is missing is fetched unless the site is built ``offline``."""

    def __init__(self, folder: Path, *, offline: bool = False) -> None:
        self._folder = folder
        self._offline = offline

    @property
    def compressed(self) -> Path:
        """The folder in which compressed files are kept for the next build."""
        return self._folder / "compressed"

    def read(self, download: Download) -> bytes:
        """Return the contents of a download.

        Raises:
            SiteError: ``no_download`` if it cannot be had, ``wrong_download`` if it is another.
        """
        path = self._folder / download.name
        if not path.exists():
            self._fetch(download)
        try:
            content = path.read_bytes()
        except OSError as error:
            raise _missing(download, str(error)) from error
        _check(download.name, content, download.digest)
        return content

    def members(self, download: Download) -> dict[str, bytes]:
        """Return what is used of an archive of npm, by its paths.

        Raises:
            SiteError: as :meth:`read` does.
        """
        self.read(download)
        found = {}
        with tarfile.open(self._folder / download.name) as archive:
            for name, digest in download.members.items():
                member = archive.extractfile(f"package/{name}")
                assert member is not None, "the archive has the digest of one that has it"
                found[name] = member.read()
                _check(name, found[name], digest)
        return found

    def _fetch(self, download: Download) -> None:
        if self._offline:
            raise _missing(download, "nothing is fetched")
        self._folder.mkdir(parents=True, exist_ok=True)
        try:
            done = subprocess.run(
                download.command, cwd=self._folder, capture_output=True, text=True, check=False
            )
        except OSError as error:
            raise _missing(download, str(error)) from error
        if done.returncode:
            raise _missing(download, (done.stderr or done.stdout).strip()[-500:])


def _missing(download: Download, why: str) -> SiteError:
    command = " ".join(download.command)
    return SiteError("no_download", f"{download.name} is missing, which `{command}` fetches: {why}")


def _check(name: str, content: bytes, digest: str) -> None:
    if sha256(content).hexdigest() != digest:
        raise SiteError(
            "wrong_download", f"{name} is not the file that was expected; remove it and try again"
        )
