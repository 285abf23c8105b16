"""Encode frozen values as plain data for JSON, and decode them exactly.

A :class:`Codec` is made from a closed set of classes. Each value becomes an object whose ``type``
is the name of its class and whose other members are its fields. Cards are written as in ``"5H"``,
tuples and sets as arrays (sets sorted). Decoding is strict: an extra member, a missing member or a
member of another type is an error that names its place.

>>> from pegout.cards import Card
>>> from pegout.rules import Played
>>> EVENTS.encode(Played(0, Card("5H"), 15))
{'type': 'played', 'seat': 0, 'card': '5H', 'count': 15}
>>> EVENTS.decode({"type": "played", "seat": 0, "card": "5H", "count": 15})
Played(seat=0, card=Card('5H'), count=15)
>>> EVENTS.decode({"type": "played", "seat": 0, "card": "5X", "count": 15})
Traceback (most recent call last):
...
pegout.notation.errors.CodecError: card: expected a card such as '5H' or '??', not '5X'
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from itertools import repeat
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from pegout.cards import NAMES, Card
from pegout.notation.errors import CodecError
from pegout.rules import Action, Event

_Encode = Callable[[Any], Any]
_Decode = Callable[[Any], Any]

#: The member that names the class of a value.
TYPE: Final = "type"

_CARDS: Final = {name: Card(name) for name in NAMES}


class Codec:
    """Encoder and decoder for the values of a closed set of classes.

    Args:
        classes: frozen dataclasses or named tuples whose fields are ``int``, ``str``, ``bool``,
            :class:`~pegout.cards.Card`, an enumeration of texts, literals, other such classes,
            or tuples, frozen sets and unions of them. In a union of several classes, ``type``
            identifies the class.

    >>> from pegout.rules import Result
    >>> codec = Codec([Result])
    >>> codec.decode(codec.encode(Result((0,), (0, 1), (2, 0))))
    Result(winners=(0,), skunks=(0, 1), match_points=(2, 0))

    Raises:
        TypeError: for a class that cannot be encoded, or two of one name.
    """

    def __init__(self, classes: Iterable[type]) -> None:
        self._plans: dict[type, tuple[_Encode, _Decode]] = {}
        self._classes: dict[str, tuple[type, _Decode]] = {}
        self._encoders: dict[type, tuple[str, _Encode]] = {}
        for cls in classes:
            name = type_name(cls)
            if name in self._classes:
                raise TypeError(f"two classes are called {name}")
            encode, decode = self._plan(cls)
            self._classes[name] = cls, decode
            self._encoders[cls] = name, encode

    @property
    def types(self) -> tuple[str, ...]:
        """The names of the classes, as ``type`` gives them.

        >>> ACTIONS.types[:3]
        ('commit', 'shuffle', 'reveal')
        """
        return tuple(self._classes)

    def encode(self, value: object) -> dict[str, Any]:
        """Return the plain data of a value: objects, arrays, texts, numbers, true, false and null.

        Raises:
            CodecError: ``unknown_type`` for a value of another class.
        """
        plan = self._encoders.get(type(value))
        if plan is None:
            # A subclass may add nothing in JSON: the view of a seat is encoded as a view.
            known = (self._encoders.get(cls) for cls in type(value).__mro__)
            plan = next((plan for plan in known if plan is not None), None)
        if plan is None:
            raise CodecError(
                "unknown_type",
                f"expected one of {', '.join(self._classes)}, not a {type(value).__name__}",
            )
        return {TYPE: plan[0], **plan[1](value)}

    def decode(self, data: object) -> Any:
        """Return the value that the data encode.

        Raises:
            CodecError: ``unknown_type``, ``missing_field``, ``unknown_field`` or ``bad_value``.
        """
        if not isinstance(data, Mapping):
            raise _bad("an object", data)
        name = data.get(TYPE)
        plan = self._classes.get(name) if isinstance(name, str) else None
        if plan is None:
            raise CodecError(
                "unknown_type",
                f"expected one of {', '.join(self._classes)}, not {name!r:.40}",
                TYPE,
            )
        rest = dict(data)
        del rest[TYPE]
        return plan[1](rest)

    # Each type becomes a pair of functions once, so that encoding needs no look-ups.

    def _plan(self, hint: Any) -> tuple[_Encode, _Decode]:
        origin, arguments = get_origin(hint), get_args(hint)
        if hint in _SCALARS:
            return _SCALARS[hint]
        if origin is Literal:
            return _same, _one_of({value: value for value in arguments})
        if origin in (Union, UnionType):
            return self._union(arguments)
        if origin is tuple:
            return self._tuple(arguments)
        if origin is frozenset:
            encode, decode = self._plan(arguments[0])
            return _set_plan(encode, decode)
        if isinstance(hint, type):
            if issubclass(hint, StrEnum):
                return str, _one_of({str(member): member for member in hint})
            if is_dataclass(hint) or hasattr(hint, "_fields"):
                if hint not in self._plans:
                    self._plans[hint] = self._fields(hint)
                return self._plans[hint]
        raise TypeError(f"there is no JSON for {hint!r}")

    def _fields(self, cls: type) -> tuple[_Encode, _Decode]:
        hints = get_type_hints(cls)
        names, needed = members(cls)
        if TYPE in names:
            raise TypeError(f"{cls.__name__} has a field called {TYPE}")
        plans = [(name, *self._plan(hints[name])) for name in names]
        encoders = [(name, None if encode is _same else encode) for name, encode, _ in plans]
        decoders = {name: decode for name, _, decode in plans}
        # A class with subclasses has its own maker.
        make = getattr(cls, "from_fields", cls)

        def encode(value: Any) -> dict[str, Any]:
            return {
                name: getattr(value, name) if convert is None else convert(getattr(value, name))
                for name, convert in encoders
            }

        def decode(data: Any) -> Any:
            if not isinstance(data, Mapping):
                raise _bad("an object", data)
            values = {}
            for name, member in data.items():
                convert = decoders.get(name)
                if convert is None:
                    raise CodecError(
                        "unknown_field",
                        f"expected only {', '.join(names) or 'no members'}, not {name!r:.40}",
                    )
                try:
                    values[name] = convert(member)
                except CodecError as error:
                    raise error.within(name) from None
            for name in needed:
                if name not in values:
                    raise CodecError("missing_field", f"expected a member {name!r}")
            try:
                return make(**values)
            except ValueError as error:
                # A class that validates itself explains what is wrong with its values.
                raise CodecError("bad_value", str(error)) from error

        return encode, decode

    def _union(self, options: tuple[Any, ...]) -> tuple[_Encode, _Decode]:
        rest = [option for option in options if option is not NoneType]
        if len(rest) == 1:
            encode, decode = self._plan(rest[0])
        else:
            inner = Codec(rest)
            encode, decode = inner.encode, inner.decode
        if len(rest) == len(options):
            return encode, decode
        return (
            _same if encode is _same else lambda value: None if value is None else encode(value),
            lambda data: None if data is None else decode(data),
        )

    def _tuple(self, arguments: tuple[Any, ...]) -> tuple[_Encode, _Decode]:
        if arguments[-1] is Ellipsis:
            return _list_plan(*self._plan(arguments[0]))
        plans = [self._plan(argument) for argument in arguments]

        def encode(values: Any) -> list[Any]:
            return [convert(value) for (convert, _), value in zip(plans, values, strict=True)]

        def decode(data: Any) -> tuple[Any, ...]:
            if not isinstance(data, list | tuple) or len(data) != len(plans):
                raise _bad(f"an array of {len(plans)}", data)
            return _each(data, [convert for _, convert in plans])

        return encode, decode


def members(cls: Any) -> tuple[list[str], list[str]]:
    """Return the names of the fields of a class, and of those without a default."""
    if not is_dataclass(cls):
        names = list(cls._fields)
        return names, [name for name in names if name not in cls._field_defaults]
    needed = [
        field.name
        for field in fields(cls)
        if field.default is MISSING and field.default_factory is MISSING
    ]
    return [field.name for field in fields(cls)], needed


def type_name(cls: type) -> str:
    """Return the name of a class as ``type`` gives it.

    >>> from pegout.rules import SaidGo
    >>> type_name(SaidGo)
    'said_go'
    """
    return re.sub("(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()


def _same(value: Any) -> Any:
    return value


def _bad(expected: str, data: object) -> CodecError:
    return CodecError("bad_value", f"expected {expected}, not {data!r:.40}")


def _exactly(kind: type, what: str) -> tuple[_Encode, _Decode]:
    def decode(data: Any) -> Any:
        # Not isinstance: Python accepts True as an int, and this codec does not.
        if type(data) is not kind:
            raise _bad(what, data)
        return data

    return _same, decode


def _card(data: Any) -> Card:
    card = _CARDS.get(data) if isinstance(data, str) else None
    if card is None:
        raise _bad("a card such as '5H' or '??'", data)
    return card


_SCALARS: Final[dict[Any, tuple[_Encode, _Decode]]] = {
    int: _exactly(int, "a whole number"),
    str: _exactly(str, "a text"),
    bool: _exactly(bool, "true or false"),
    Card: (NAMES.__getitem__, _card),
}


def _one_of(values: dict[Any, Any]) -> _Decode:
    kinds = {type(value) for value in values}
    what = "one of " + ", ".join(map(repr, values))

    def decode(data: Any) -> Any:
        if type(data) not in kinds or data not in values:
            raise _bad(what, data)
        return values[data]

    return decode


def _each(data: Any, decoders: Iterable[_Decode]) -> tuple[Any, ...]:
    values: list[Any] = []
    try:
        for decode, member in zip(decoders, data, strict=False):
            values.append(decode(member))
    except CodecError as error:
        raise error.within(f"[{len(values)}]") from None
    return tuple(values)


def _list_plan(encode: _Encode, decode: _Decode) -> tuple[_Encode, _Decode]:
    def encode_all(values: Any) -> list[Any]:
        return list(values) if encode is _same else [encode(value) for value in values]

    def decode_all(data: Any) -> tuple[Any, ...]:
        if not isinstance(data, list | tuple):
            raise _bad("an array", data)
        return _each(data, repeat(decode))

    return encode_all, decode_all


def _set_plan(encode: _Encode, decode: _Decode) -> tuple[_Encode, _Decode]:
    encode_all, decode_all = _list_plan(encode, decode)

    def decode_set(data: Any) -> frozenset[Any]:
        values = decode_all(data)
        if len(set(values)) != len(values):
            raise _bad("an array without repetitions", data)
        return frozenset(values)

    return lambda values: sorted(encode_all(values)), decode_set


#: Every event of the rules.
EVENTS: Final = Codec(get_args(Event))
#: Every action of the rules.
ACTIONS: Final = Codec(get_args(Action))


def event_to_json(event: Event) -> dict[str, Any]:
    """Return the plain data of an event.

    >>> from pegout.rules import SaidGo
    >>> event_to_json(SaidGo(1, 28))
    {'type': 'said_go', 'seat': 1, 'count': 28}

    Raises:
        CodecError: ``unknown_type`` for a value that is not an event.
    """
    return EVENTS.encode(event)


def event_from_json(data: object) -> Event:
    """Return the event that the data encode; the inverse of :func:`event_to_json`.

    >>> event_from_json({"type": "said_go", "seat": 1, "count": 28})
    SaidGo(seat=1, count=28)

    Raises:
        CodecError: for data that encode no event.
    """
    event: Event = EVENTS.decode(data)
    return event


def action_to_json(action: Action) -> dict[str, Any]:
    """Return the plain data of an action.

    >>> from pegout.rules import Go
    >>> action_to_json(Go(1))
    {'type': 'go', 'seat': 1}

    Raises:
        CodecError: ``unknown_type`` for a value that is not an action.
    """
    return ACTIONS.encode(action)


def action_from_json(data: object) -> Action:
    """Return the action that the data encode; the inverse of :func:`action_to_json`.

    >>> action_from_json({"type": "play", "seat": 0, "card": "5H"})
    Play(seat=0, card=Card('5H'), claim=None)

    Raises:
        CodecError: for data that encode no action.
    """
    action: Action = ACTIONS.decode(data)
    return action
