"""The standard library of a site: without what no application in a browser uses."""

import zipfile
from io import BytesIO
from typing import Final

#: Modules and packages for developers, for other programs and for networks that a page has not.
_UNUSED: Final = """
_ast_unparse _py_abc _pydatetime _pyrepl antigravity argparse asyncio/proactor_events asyncio/tools
asyncio/windows_events asyncio/windows_utils bdb cProfile cgi cgitb cmd code compileall
concurrent/futures/interpreter concurrent/futures/process concurrent/interpreters csv ctypes curses
dbm doctest email ensurepip filecmp fileinput ftplib getopt getpass http idlelib imaplib
importlib/metadata/_adapters lib2to3 mailbox mimetypes modulefinder multiprocessing netrc nturl2path
optparse pdb pickletools pkgutil plistlib poplib pprint profile pstats pty py_compile pyclbr pydoc
pydoc_data pyodide/_nodesock_transport quopri rlcompleter runpy sched shelve site-packages smtplib
socketserver statistics stringprep tabnanny tarfile telnetlib this timeit tkinter trace tracemalloc
turtle turtledemo unittest urllib/request venv wave webbrowser wsgiref xml xmlrpc zipapp
"""
#: The encodings that are left; the others are for texts that an application never reads.
ENCODINGS: Final = """
__init__ _win_cp_codecs aliases ascii cp437 idna latin_1 punycode raw_unicode_escape undefined
unicode_escape utf_16 utf_16_be utf_16_le utf_32 utf_32_be utf_32_le utf_8 utf_8_sig
"""


def trim(library: bytes) -> bytes:
    """Return the archive of a standard library without what is not used."""
    trimmed = BytesIO()
    with (
        zipfile.ZipFile(BytesIO(library)) as given,
        zipfile.ZipFile(trimmed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made,
    ):
        for member in given.infolist():
            if is_used(member.filename):
                made.writestr(member, given.read(member), zipfile.ZIP_DEFLATED, 9)
    return trimmed.getvalue()


def is_used(path: str) -> bool:
    """Return whether a file of the standard library is part of a site.

    >>> is_used("json/decoder.py"), is_used("unittest/mock.py"), is_used("encodings/big5.py")
    (True, False, False)
    """
    parts = path.removesuffix(".py").split("/")
    if parts[0] == "encodings":
        return parts[-1] in ENCODINGS.split()
    above = {"/".join(parts[:end]) for end in range(1, len(parts) + 1)}
    return above.isdisjoint(_UNUSED.split())
