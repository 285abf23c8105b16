"""The files derived from the types of the wire: the JSON Schema and the types of the client.

They are ``docs/wire_schema.json`` and ``wire.d.ts``; ``make generated`` writes them.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from pegout.notation.schema import summary
from pegout.server.routes import ENDPOINTS, wire_schema
from pegout.table.requests import File
from pegout.wire.http import Nothing

ROOT: Final = Path(__file__).resolve().parent.parent
SCHEMA: Final = ROOT / "docs" / "wire.schema.json"
PAGE: Final = ROOT / "docs" / "wire.md"
TYPES: Final = ROOT / "src" / "pegout" / "client" / "js" / "wire.d.ts"

#: The marks between which the page has the table of the requests.
_BEGIN: Final = "<!-- requests -->\n"
_END: Final = "<!-- /requests -->"
_WIDTH: Final = 100
_HEAD: Final = """\
// Made by `make generated` from src/pegout/wire/; what is changed here is lost.
"""
_PLAIN: Final = {
    "integer": "number",
    "number": "number",
    "string": "string",
    "boolean": "boolean",
    "null": "null",
}

Schema = Mapping[str, Any]


def files() -> dict[Path, str]:
    """Return each file and its content."""
    schema = wire_schema()
    return {
        SCHEMA: json.dumps(schema, indent=2, ensure_ascii=False) + "\n",
        TYPES: declarations(schema),
        PAGE: _page(),
    }


def _page() -> str:
    """Return the page of the protocol, with the table of the requests over HTTP."""
    before, _, rest = PAGE.read_text("utf-8").partition(_BEGIN)
    rows = [
        f"| `{endpoint.method} {_placeholders(endpoint.path)}` | {_first(endpoint.answer)} "
        f"| {_named(endpoint.request)} | {_named(endpoint.response)} |\n"
        for endpoint in ENDPOINTS
    ]
    head = "\n| request | what it does | takes | gives |\n|---|---|---|---|\n"
    return f"{before}{_BEGIN}{head}{''.join(rows)}{_END}{rest.partition(_END)[2]}"


def _placeholders(path: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: found[1].upper(), path)


def _first(function: Any) -> str:
    return summary(function).removesuffix(".")


def _named(kind: Any) -> str:
    if kind is Nothing:
        return ""
    if kind is File:
        return "a file"
    parts = getattr(kind, "__args__", None)
    return f"`{parts[0].__name__}[]`" if parts else f"`{kind.__name__}`"


def declarations(schema: Schema) -> str:
    """Return a schema as declarations of TypeScript.

    >>> print(
    ...     declarations(
    ...         {
    ...             "$defs": {
    ...                 "Go": {
    ...                     "type": "object",
    ...                     "description": "Says go.",
    ...                     "properties": {"seat": {"type": "integer"}},
    ...                     "required": ["seat"],
    ...                 }
    ...             }
    ...         }
    ...     ).split("go.")[1]
    ... )
     */
    export interface Go {
      seat: number;
    }
    <BLANKLINE>
    """
    parts = [_declaration(name, definition) for name, definition in schema["$defs"].items()]
    return "\n".join([_HEAD, *parts])


def _declaration(name: str, schema: Schema) -> str:
    says = _comment(schema.get("description", ""), "")
    if schema.get("type") == "object":
        return f"{says}export interface {name} {{\n{''.join(_members(schema))}}}\n"
    if "anyOf" in schema:
        options = "".join([f"\n  | {type_of(option)}" for option in schema["anyOf"]])
        return f"{says}export type {name} ={options};\n"
    lines = textwrap.wrap(type_of(schema), _WIDTH - 4, break_long_words=False)
    return f"{says}export type {name} =\n" + "\n".join([f"  {line}" for line in lines]) + ";\n"


def _members(schema: Schema) -> Iterator[str]:
    needed = schema["required"]
    for name, member in schema["properties"].items():
        yield _comment(member.get("description", ""), "  ")
        yield f"  {name}{'' if name in needed else '?'}: {type_of(member)};\n"


def _comment(text: str, indent: str) -> str:
    if not text:
        return ""
    if len(indent) + len(text) + 7 <= _WIDTH:
        return f"{indent}/** {text} */\n"
    lines = textwrap.wrap(text, _WIDTH - len(indent) - 3, break_on_hyphens=False)
    return "".join(
        [f"{indent}/**\n", *[f"{indent} * {line}\n" for line in lines], f"{indent} */\n"]
    )


def type_of(schema: Schema) -> str:
    """Return the TypeScript of a schema."""
    match schema:
        case {"$ref": str(ref)}:
            return ref.removeprefix("#/$defs/")
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(map(json.dumps, values))
        case {"anyOf": options}:
            return " | ".join(map(type_of, options))
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(map(type_of, items))}]"
        case {"type": "array", "items": items}:
            inner = type_of(items)
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {type_of(values)}>"
        case {"type": str(name)} if name in _PLAIN:
            return _PLAIN[name]
    raise ValueError(f"there is no type for {schema}")
