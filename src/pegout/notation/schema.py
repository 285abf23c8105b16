"""JSON Schema for what a :class:`~pegout.notation.codec.Codec` reads and writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from pegout.cards import NAMES, Card
from pegout.notation.codec import TYPE, type_name

__all__ = ["schemas"]

_SCALARS: Final[dict[Any, dict[str, Any]]] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    Card: {"$ref": "#/$defs/Card"},
}


def schemas(classes: Iterable[type]) -> dict[str, dict[str, Any]]:
    """Give the definitions of these classes and of all that they are made of, by their names.

    A value of a union of several classes has a ``type``, and so has one of the classes asked for;
    what stands in only one place goes without.

    >>> from pegout.rules import SaidGo
    >>> schemas([SaidGo])["SaidGo"]["properties"]["type"]
    {'const': 'said_go'}
    """
    made: dict[str, dict[str, Any]] = {
        "Card": {
            "description": "A card, rank then suit; `??` is one that this seat does not know.",
            "enum": list(NAMES),
        }
    }
    for cls in classes:
        _define(cls, made, tagged=True)
    return made


def _define(cls: type, made: dict[str, dict[str, Any]], *, tagged: bool) -> dict[str, Any]:
    if cls.__name__ not in made:
        made[cls.__name__] = {}
        made[cls.__name__].update(_object(cls, made, tagged=tagged))
    return {"$ref": f"#/$defs/{cls.__name__}"}


def _object(cls: type, made: dict[str, dict[str, Any]], *, tagged: bool) -> dict[str, Any]:
    hints = get_type_hints(cls)
    if is_dataclass(cls):
        names = [field.name for field in fields(cls)]
        needed = [
            field.name
            for field in fields(cls)
            if field.default is MISSING and field.default_factory is MISSING
        ]
    else:
        names = list(hints)
        needed = names
    properties = {name: _schema(hints[name], made) for name in names}
    if tagged:
        properties = {TYPE: {"const": type_name(cls)}, **properties}
        needed = [TYPE, *needed]
    return {
        "description": _first_sentence(cls),
        "type": "object",
        "properties": properties,
        "required": needed,
        "additionalProperties": False,
    }


def _first_sentence(cls: type) -> str:
    paragraph = (cls.__doc__ or "").split("\n\n")[0]
    return " ".join(paragraph.split()).replace("``", "`")


def _schema(hint: Any, made: dict[str, dict[str, Any]]) -> dict[str, Any]:
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in _SCALARS:
        return _SCALARS[hint]
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (Union, UnionType):
        return _union(arguments, made)
    if origin is tuple and arguments[-1] is not Ellipsis:
        return {
            "type": "array",
            "prefixItems": [_schema(argument, made) for argument in arguments],
            "minItems": len(arguments),
            "maxItems": len(arguments),
        }
    if origin in (tuple, frozenset):
        return {"type": "array", "items": _schema(arguments[0], made)}
    if issubclass(hint, StrEnum):
        return {"enum": [str(member) for member in hint]}
    return _define(hint, made, tagged=False)


def _union(arguments: tuple[Any, ...], made: dict[str, dict[str, Any]]) -> dict[str, Any]:
    rest = [argument for argument in arguments if argument is not NoneType]
    if len(rest) == 1:
        options = [_schema(rest[0], made)]
    else:
        options = [_define(option, made, tagged=True) for option in rest]
    if len(rest) < len(arguments):
        options.append({"type": "null"})
    return options[0] if len(options) == 1 else {"anyOf": options}
