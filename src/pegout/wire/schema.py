"""The JSON Schema of all messages."""

from collections.abc import Collection, Sequence
from typing import Any, get_args

import msgspec
from msgspec import Struct

from pegout.match import Setup
from pegout.notation.schema import schemas, summary, what_members_mean
from pegout.rules import Result, View
from pegout.wire import (
    decision_values,
    engine_messages,
    http,
    learning,
    table,
    tournaments,
)
from pegout.wire.codecs import FOR_NATURE, SEAT_ACTIONS, SHOWN_EVENTS
from pegout.wire.engine_messages import EngineMessage, EngineRequest
from pegout.wire.table import (
    WIRE_VERSION,
    Message,
    Request,
)


def schema(requests: Sequence[type[Struct]], responses: Sequence[Any]) -> dict[str, Any]:
    """Return the JSON Schema of the protocol.

    ``$defs`` has every type by name. ``Request`` and ``Message`` are the unions of what clients
    and the server send, ``EngineRequest`` and ``EngineMessage`` those for engines. The schema is
    exact: it has every member that this version writes, and no other.

    Args:
        requests: the types of the requests over HTTP.
        responses: the types of their responses.

    >>> sorted(schema([], [])["$defs"])[:3]
    ['Accept', 'Accepted', 'Act']
    """
    unions = (Request, Message, EngineRequest, EngineMessage)
    types = [*unions, *requests, *responses]
    _, own = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    structs = _structs()
    sent = {*get_args(Request), *get_args(EngineRequest), *requests}
    definitions = {
        **schemas([*SHOWN_EVENTS, View, Setup, Result], whole=True),
        **schemas(SEAT_ACTIONS),
        **{name: _tidy(found, structs[name], sent) for name, found in own.items()},
    }
    for cls in FOR_NATURE:
        del definitions[cls.__name__]
    definitions["View"]["properties"]["legal"]["items"] = {"$ref": "#/$defs/Action"}
    named = {
        "Action": ("What a seat may ask for.", SEAT_ACTIONS),
        "Event": ("What happened.", SHOWN_EVENTS),
        "Request": ("What a client sends.", get_args(Request)),
        "Message": ("What the server sends.", get_args(Message)),
        "EngineRequest": ("What an engine sends.", get_args(EngineRequest)),
        "EngineMessage": ("What an engine is sent.", get_args(EngineMessage)),
    }
    for name, (says, members) in named.items():
        refs = [{"$ref": f"#/$defs/{cls.__name__}"} for cls in members]
        definitions[name] = {"description": says, "anyOf": refs}
    tops = ["Request", "Message", "EngineRequest", "EngineMessage"]
    tops += [cls.__name__ for cls in (*requests, *responses)]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Pegout wire protocol, version {WIRE_VERSION}",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in tops],
        "$defs": dict(sorted(definitions.items())),
    }


def _structs() -> dict[str, type[Struct]]:
    """Return every message and every part of one, by its name."""
    modules = (table, decision_values, http, engine_messages, learning, tournaments)
    members = [member for module in modules for member in vars(module).values()]
    return {
        member.__name__: member
        for member in members
        if isinstance(member, type) and issubclass(member, Struct)
    }


def _tidy(
    definition: dict[str, Any], cls: type[Struct], sent: Collection[type[Struct]]
) -> dict[str, Any]:
    """Return the definition of a message in the common form, with the texts of its docstring."""
    meant = what_members_mean(cls)
    properties = {
        name: {**({"description": meant[name]} if name in meant else {}), **_plainly(member)}
        for name, member in definition["properties"].items()
    }
    # Messages of the server have all their members, unless the class omits defaults.
    whole = cls not in sent and not cls.__struct_config__.omit_defaults
    return {
        "description": summary(cls),
        "type": "object",
        "properties": properties,
        "required": list(properties) if whole else definition["required"],
        "additionalProperties": False,
    }


def _plainly(schema: dict[str, Any]) -> dict[str, Any]:
    """Remove msgspec's additions to a reference, and write an enumeration of one as a constant."""
    if "$ref" in schema:
        return {name: value for name, value in schema.items() if name not in ("type", "default")}
    if "items" in schema:
        return {**schema, "items": _plainly(schema["items"])}
    if len(schema.get("enum", ())) == 1:
        return {"const": schema["enum"][0]}
    return schema
