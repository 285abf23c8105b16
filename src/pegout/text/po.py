"""Catalogues straight from their ``.po`` files.

It takes a few milliseconds, and so nothing has to be compiled when the package is built.
"""

from __future__ import annotations

import json
import struct

__all__ = ["compile_catalogue", "read_catalogue"]

_FIELDS = ("msgid", "msgid_plural", "msgstr", "msgstr[0]", "msgstr[1]")


def read_catalogue(text: str) -> dict[str, str]:
    r"""Read a ``.po`` file into the pairs that a ``.mo`` file holds.

    A singular and its plural are joined by ``"\x00"``, and so are their translations. Messages
    that are fuzzy, obsolete or without a translation are left out.

    >>> read_catalogue('msgid "go"\nmsgstr "¡Adelante!"\n')
    {'go': '¡Adelante!'}
    """
    messages: dict[str, str] = {}
    for block in text.split("\n\n"):
        fields: dict[str, str] = {}
        field = ""
        for line in block.splitlines():
            if line.startswith("#"):
                continue
            keyword, _, quoted = line.partition(" ")
            if keyword in _FIELDS:
                field = keyword
            else:
                quoted = line
            fields[field] = fields.get(field, "") + json.loads(quoted)
        forms = [fields[name] for name in _FIELDS[2:] if name in fields]
        fuzzy = "\n#, fuzzy" in "\n" + block
        if "msgid" in fields and forms and all(forms) and not (fuzzy and fields["msgid"]):
            keys = [fields[name] for name in _FIELDS[:2] if name in fields]
            messages["\x00".join(keys)] = "\x00".join(forms)
    return messages


def compile_catalogue(text: str) -> bytes:
    """Turn the text of a ``.po`` file into the bytes of a ``.mo`` file.

    Source: the GNU gettext manual, "The Format of GNU MO Files".
    """
    pairs = sorted((key.encode(), value.encode()) for key, value in read_catalogue(text).items())
    keys_at, values_at = 28, 28 + 8 * len(pairs)
    texts_at = values_at + 8 * len(pairs)
    index, texts = b"", b""
    for column in (0, 1):
        for pair in pairs:
            index += struct.pack("<2I", len(pair[column]), texts_at + len(texts))
            texts += pair[column] + b"\x00"
    header = struct.pack("<7I", 0x950412DE, 0, len(pairs), keys_at, values_at, 0, texts_at)
    return header + index + texts
