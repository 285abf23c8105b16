"""Compile the catalogues of translated text, with nothing but Python.

Building the package, installing it for development and ``make catalogues`` all come here: beside
every ``.po`` file under the package's ``locale`` folder they leave the ``.mo`` file that
``gettext`` reads. The compiled files are not committed.
"""

from __future__ import annotations

import ast
import re
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
LOCALE = ROOT / "src" / "pegout" / "text" / "locale"

KEYWORD = re.compile(r"msgctxt|msgid|msgid_plural|msgstr(\[[0-9]\])?")
CONTEXT_END = "\x04"
PLURAL_END = "\x00"


class CatalogueError(ValueError):
    """A ``.po`` file that cannot be read; the message names the file and the line."""


def read_catalogue(text: str, name: str = "catalogue") -> dict[str, str]:
    r"""Read the text of a ``.po`` file into the pairs that a ``.mo`` file holds.

    A message in a context has the key ``context + "\x04" + message``; singular and plural are
    joined by ``"\x00"``, and so are the translations of a plural. Messages which are fuzzy,
    obsolete or not translated are left out, as ``msgfmt`` leaves them out.

    >>> read_catalogue('msgid "go"\nmsgstr "paso"\n')
    {'go': 'paso'}
    """
    messages: dict[str, str] = {}
    fields: dict[str, str] = {}
    field = ""
    fuzzy = False

    def finish() -> None:
        nonlocal fuzzy
        forms = [fields[key] for key in sorted(fields) if key.startswith("msgstr")]
        message = fields.get("msgid")
        if message is not None and all(forms) and forms and (not fuzzy or message == ""):
            key = message
            if "msgid_plural" in fields:
                key += PLURAL_END + fields["msgid_plural"]
            if "msgctxt" in fields:
                key = fields["msgctxt"] + CONTEXT_END + key
            if key in messages:
                raise CatalogueError(f"{name}: the message {message!r} is there twice")
            messages[key] = PLURAL_END.join(forms)
        fields.clear()
        fuzzy = False

    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            if any(key.startswith("msgstr") for key in fields):
                finish()
            if stripped.startswith("#,"):
                fuzzy = "fuzzy" in stripped
            elif stripped.startswith("#~"):
                fuzzy = False
            continue
        if not stripped.startswith('"'):
            keyword, _, stripped = stripped.partition(" ")
            if keyword in {"msgctxt", "msgid"} and "msgid" in fields:
                finish()
            if keyword in fields or not KEYWORD.fullmatch(keyword):
                raise CatalogueError(f"{name}, line {number}: {keyword!r} was not expected here")
            field = keyword
            fields[field] = ""
        try:
            fields[field] += ast.literal_eval(stripped.strip())
        except (KeyError, SyntaxError, TypeError, ValueError):
            message = f"{name}, line {number}: a text in double quotes was expected: {line!r}"
            raise CatalogueError(message) from None
    finish()
    return messages


def write_catalogue(messages: dict[str, str]) -> bytes:
    """Write the pairs as a ``.mo`` file.

    The format is described in the GNU gettext manual, "The Format of GNU MO Files". There is no
    hash table; Python does not use one.
    """
    pairs = sorted((key.encode(), value.encode()) for key, value in messages.items())
    header_size = 7 * 4
    keys_at = header_size
    values_at = keys_at + 8 * len(pairs)
    texts_at = values_at + 8 * len(pairs)
    header = struct.pack("<7I", 0x950412DE, 0, len(pairs), keys_at, values_at, 0, texts_at)
    index, texts = b"", b""
    for column in range(2):
        for pair in pairs:
            index += struct.pack("<2I", len(pair[column]), texts_at + len(texts))
            texts += pair[column] + b"\x00"
    return header + index + texts


def compile_catalogues(locale: Path = LOCALE) -> list[Path]:
    """Compile every ``.po`` file under ``locale``; return the ``.mo`` files, none if none."""
    compiled = []
    for source in sorted(locale.rglob("*.po")):
        messages = read_catalogue(source.read_text(encoding="utf-8"), str(source))
        target = source.with_suffix(".mo")
        target.write_bytes(write_catalogue(messages))
        compiled.append(target)
    return compiled


def get_build_hook() -> type[BuildHookInterface[Any]]:
    """Give hatchling its hook, which is made here so that ``make`` can do without hatchling."""
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    class Catalogues(BuildHookInterface[Any]):
        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            compile_catalogues(Path(self.root) / LOCALE.relative_to(ROOT))

    return Catalogues


if __name__ == "__main__":
    compile_catalogues()
