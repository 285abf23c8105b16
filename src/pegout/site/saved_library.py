"""The library of a browser as a file: saved by the player, and opened in another place."""

from typing import Final

import msgspec
from msgspec import Struct

from pegout.server.dispatch import HttpAnswer, refuse
from pegout.storage import Library
from pegout.text import Translator

#: The path of the requests: ``GET`` saves the library, and ``POST`` looks at a file or adds it.
PATH: Final = "/api/library/file"


class SavedLibrary(Struct):
    """The content of a library's file; in JSON it is in Base64."""

    file: bytes


class OpenedLibrary(Struct):
    """The content of a file, and whether its games are added."""

    file: bytes
    add: bool = False


class LibraryGames(Struct):
    """How many games of a file are new, or were added."""

    games: int


_read: Final = msgspec.json.Decoder(OpenedLibrary).decode


def answer(library: Library, method: str, body: bytes, t: Translator) -> HttpAnswer:
    """Answer a request about the file of a library.

    Raises:
        StoreError: if the file is refused or the library cannot be written.
    """
    if method == "GET":
        return HttpAnswer(200, msgspec.json.encode(SavedLibrary(library.export())))
    if method != "POST":
        return refuse("no_method", t)
    try:
        given = _read(body)
    except msgspec.MsgspecError:
        return refuse("bad_body", t)
    games = library.add(given.file) if given.add else library.count_new(given.file)
    return HttpAnswer(200, msgspec.json.encode(LibraryGames(games)))
