"""The standard library of a site: without what no application in a browser uses."""

import zipfile
from io import BytesIO
from typing import Final

#: Modules and packages for developers, for other programs and for networks that a page has not.
_UNUSED: Final = """
_pyrepl antigravity bdb cProfile cgi cgitb cmd code compileall ctypes curses dbm doctest ensurepip
filecmp fileinput ftplib getopt getpass idlelib imaplib lib2to3 mailbox modulefinder multiprocessing
netrc nturl2path optparse pdb pickletools plistlib poplib profile pstats pty pyclbr pydoc pydoc_data
rlcompleter sched shelve smtplib socketserver tabnanny tarfile telnetlib this timeit tkinter trace
tracemalloc turtle turtledemo unittest venv wave webbrowser wsgiref xml xmlrpc zipapp
"""
#: The encodings that are left; the others are for texts that an application never reads.
_ENCODINGS: Final = """
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
    top, _, rest = path.removesuffix(".py").partition("/")
    return top not in _UNUSED.split() and (top != "encodings" or rest in _ENCODINGS.split())
