"""JSON Schema for the values that a :class:`~pegout.notation.codec.Codec` encodes."""

import re
from collections.abc import Iterable
from enum import StrEnum
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from pegout.cards import NAMES, Card
from pegout.notation.codec import TYPE, members, type_name

_SCALARS: Final[dict[Any, dict[str, Any]]] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    Card: {"$ref": "#/$defs/Card"},
}

_ROLE: Final = re.compile(r":\w+:`~?([^`]+)`")
_ATTRIBUTE: Final = re.compile(r"^    (\w+): (.*(?:\n     +.*)*)", re.MULTILINE)


def schemas(classes: Iterable[type], *, whole: bool = False) -> dict[str, dict[str, Any]]:
    """Return the definitions of these classes and of every class inside them, by name.

    A value has a ``type`` where it belongs to a union of several classes, or to one of the given
    classes. A value used only elsewhere has none. A value of a class used in both kinds of places
    may have one. With ``whole`` every member is required, as in encoded values; in data to decode,
    members with a default may be missing.

    >>> from pegout.rules import SaidGo
    >>> schemas([SaidGo])["SaidGo"]["properties"]["type"]
    {'const': 'said_go'}
    """
    made = _Definitions(whole)
    for cls in classes:
        made.define(cls, tagged=True)
    return made.definitions()


def summary(cls: type) -> str:
    """Return the first paragraph of a class's docstring, in one line and without its markup.

    >>> from pegout.rules import Played
    >>> summary(Played)
    'A seat played a card, which brought the play to this count.'
    """
    return _plain(cleandoc(cls.__doc__ or "").split("\n\n")[0])


def what_members_mean(cls: type) -> dict[str, str]:
    """Return the description of each attribute in a class's docstring.

    >>> from pegout.rules import Result
    >>> what_members_mean(Result)["skunks"][:66]
    'For each side, how badly it was beaten: 0, 1 for a skunk, 2 for a '
    """
    _, _, section = cleandoc(cls.__doc__ or "").partition("\nAttributes:\n")
    plain = {name: _plain(says) for name, says in _ATTRIBUTE.findall(section)}
    return {name: says[0].upper() + says[1:] for name, says in plain.items()}


def _plain(text: str) -> str:
    unmarked = " ".join(_ROLE.sub(r"`\1`", text).split()).replace("``", "`")
    return unmarked.replace("`None`", "`null`")


class _Definitions:
    """The definitions made so far, and the kinds of places where each class is used."""

    def __init__(self, whole: bool) -> None:
        self.whole = whole
        self.made: dict[type, dict[str, Any]] = {}
        self.tagged: set[type] = set()
        self.bare: set[type] = set()

    def definitions(self) -> dict[str, dict[str, Any]]:
        card = {
            "description": "A card, rank then suit; `??` is one that this seat does not know.",
            "enum": list(NAMES),
        }
        return {"Card": card, **{cls.__name__: self._with_type(cls) for cls in self.made}}

    def define(self, cls: type, *, tagged: bool) -> dict[str, Any]:
        (self.tagged if tagged else self.bare).add(cls)
        if cls not in self.made:
            self.made[cls] = {}
            self.made[cls].update(self._object(cls))
        return {"$ref": f"#/$defs/{cls.__name__}"}

    def _with_type(self, cls: type) -> dict[str, Any]:
        definition = self.made[cls]
        if cls not in self.tagged:
            return definition
        needed = definition["required"]
        return {
            **definition,
            "properties": {TYPE: {"const": type_name(cls)}, **definition["properties"]},
            "required": needed if cls in self.bare else [TYPE, *needed],
        }

    def _object(self, cls: type) -> dict[str, Any]:
        hints = get_type_hints(cls)
        names, needed = members(cls)
        meant = what_members_mean(cls)
        properties = {name: self._schema(hints[name]) for name in names}
        return {
            "description": summary(cls),
            "type": "object",
            "properties": {
                name: {"description": meant[name], **schema} if name in meant else schema
                for name, schema in properties.items()
            },
            "required": names if self.whole else needed,
            "additionalProperties": False,
        }

    def _schema(self, hint: Any) -> dict[str, Any]:
        origin, arguments = get_origin(hint), get_args(hint)
        if hint in _SCALARS:
            return _SCALARS[hint]
        if origin is Literal:
            return {"enum": list(arguments)}
        if origin in (Union, UnionType):
            return self._union(arguments)
        if origin in (tuple, frozenset):
            return {"type": "array", "items": self._schema(arguments[0])}
        if issubclass(hint, StrEnum):
            return {"enum": [str(member) for member in hint]}
        return self.define(hint, tagged=False)

    def _union(self, arguments: tuple[Any, ...]) -> dict[str, Any]:
        rest = [argument for argument in arguments if argument is not NoneType]
        if len(rest) == 1:
            options = [self._schema(rest[0])]
        else:
            options = [self.define(option, tagged=True) for option in rest]
        if len(rest) < len(arguments):
            options.append({"type": "null"})
        return {"anyOf": options}
