"""The messages of the program, read from its source, and the catalogues that translate them.

``python -m tests.text.catalogue`` says what is missing; with ``--update`` it writes what is new
into the catalogues, English as it stands and every other language empty, and takes out what the
source has no more.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "pegout"
ROOMS = ("text", "tui", "cli", "web")
LANGUAGES = ("en", "es")

# The calls that hold messages, and which of their arguments do. A call of any object's method of
# that name counts, and only where the argument is a text in quotes.
KEYWORDS = {
    "_": (0,),
    "by": (1, 2),
    "mark": (0,),
    "ngettext": (0, 1),
    "plural": (0, 1),
    "t": (0,),
    "text": (0,),
}
PLURALS = ("ngettext", "plural")

# The same in the scripts of the browser: `t("…")`, `mark("…")` and `plural("…", "…", n)`.
SCRIPT_CALL = re.compile(
    r"""\b(t|mark|plural)\(\s*("(?:[^"\\]|\\.)*")(?:,\s*("(?:[^"\\]|\\.)*"))?"""
)


class Message(NamedTuple):
    """A message, its plural if it has one, and where it stands."""

    one: str
    many: str | None
    place: str


def messages_in(source: str, place: str) -> Iterator[Message]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name not in KEYWORDS:
            continue
        texts = [
            argument.value
            for argument in (node.args[at] for at in KEYWORDS[name] if at < len(node.args))
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        ]
        if name in PLURALS and len(texts) == 2:
            yield Message(texts[0], texts[1], place)
        else:
            for text in texts:
                yield Message(text, None, place)


def messages_in_script(source: str, place: str) -> Iterator[Message]:
    for call, one, many in SCRIPT_CALL.findall(source):
        if call == "plural":
            yield Message(json.loads(one), json.loads(many), place)
        else:
            yield Message(json.loads(one), None, place)


def messages() -> dict[str, Message]:
    """Read every message of the source, by its English singular, in the order of the files."""
    found: dict[str, Message] = {}
    for room in ROOMS:
        paths = [*(PACKAGE / room).rglob("*.py"), *(PACKAGE / room).rglob("*.js")]
        for path in sorted(paths):
            place = str(path.relative_to(ROOT))
            read = messages_in if path.suffix == ".py" else messages_in_script
            for message in read(path.read_text(encoding="utf-8"), place):
                if message.one not in found or message.many is not None:
                    found[message.one] = message
    return found


def path_of(language: str) -> Path:
    return PACKAGE / "text" / "locale" / language / "LC_MESSAGES" / "pegout.po"


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def entry(message: Message, forms: list[str]) -> str:
    """Write one entry of a catalogue."""
    lines = [f"#: {message.place}", f"msgid {quoted(message.one)}"]
    if message.many is None:
        return "\n".join([*lines, f"msgstr {quoted(forms[0])}"])
    lines.append(f"msgid_plural {quoted(message.many)}")
    return "\n".join([*lines, *(f"msgstr[{at}] {quoted(form)}" for at, form in enumerate(forms))])


def forms_of(language: str, known: dict[str, str], message: Message) -> list[str]:
    """Give the translations that there are; English says what the source says."""
    texts = [message.one] if message.many is None else [message.one, message.many]
    if language == "en":
        return texts
    forms = known.get("\0".join(texts), "").split("\0")
    return forms if len(forms) == len(texts) else [""] * len(texts)


def header(language: str) -> str:
    return "\n".join(
        [
            'msgid ""',
            'msgstr ""',
            f'"Language: {language}\\n"',
            '"MIME-Version: 1.0\\n"',
            '"Content-Type: text/plain; charset=UTF-8\\n"',
            '"Content-Transfer-Encoding: 8bit\\n"',
            '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"',
        ]
    )


def catalogue(language: str) -> str:
    """Write a catalogue with what it has already and what the source has."""
    from pegout.text.po import read_catalogue

    path = path_of(language)
    known = read_catalogue(path.read_text(encoding="utf-8")) if path.exists() else {}
    entries = [
        entry(message, forms_of(language, known, message)) for message in messages().values()
    ]
    return "\n\n".join([header(language), *entries]) + "\n"


def main() -> None:
    for language in LANGUAGES:
        text = catalogue(language)
        empty = text.count('msgstr ""\n\n') + text.count('msgstr[0] ""')
        sys.stdout.write(f"{language}: {text.count('msgid ') - 1} messages, {empty} to translate\n")
        if "--update" in sys.argv:
            path_of(language).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
