"""The lines of a record: their parts, how to parse them and how to format them.

A parsed :class:`Line` holds only what its author wrote; a line from the engine holds everything.
To check a line, compare the parts that it has with those of the full line.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any, Final

from pegout.cards import UNKNOWN, Card, CardError, format_cards
from pegout.notation.errors import Fault
from pegout.scoring import Kind

#: What points are for: kinds with their points, ``None`` where the line names only the kind.
Items = tuple[tuple[Kind, int | None], ...]
Columns = dict[str, int]


@dataclass(frozen=True, slots=True)
class Line:
    """The parts of one line; ``None`` for a part that the line does not have.

    Attributes:
        seats: the seat of the line; several seats for a tie or winners.
        number: the number of a game or a deal, or the points that a player announced.
        hands: for ``dealt`` in full, every hand; ``cards`` are then those for the crib.
        claim: the points that a player claims for the card.
        points: the points pegged.
        score: the score after them.
        items: what the points were pegged for.
        skunks: the skunk of each side: 0, 1, 2 for a double or 3 for a triple skunk.
        shares: the match points of each side.
        text: a word for the shuffle, a commitment or a secret.
    """

    verb: str
    seats: tuple[int, ...] = ()
    number: int | None = None
    cards: tuple[Card, ...] | None = None
    hands: tuple[tuple[Card, ...], ...] | None = None
    at: int | None = None
    count: int | None = None
    claim: int | None = None
    points: int | None = None
    score: int | None = None
    items: Items | None = None
    dealer: int | None = None
    scores: tuple[int, ...] | None = None
    skunks: tuple[int, ...] | None = None
    shares: tuple[int, ...] | None = None
    text: str | None = None

    @property
    def seat(self) -> int | None:
        """The single seat of most lines."""
        return self.seats[0] if self.seats else None


@dataclass(frozen=True, slots=True)
class _Verb:
    """The arguments of a verb: first those in a fixed order, then the optional parts."""

    arguments: tuple[str, ...] = ()
    options: frozenset[str] = frozenset()
    needed: int = 0


def _verb(arguments: str = "", options: str = "", needed: int | None = None) -> _Verb:
    names = tuple(arguments.split())
    return _Verb(names, frozenset(options.split()), len(names) if needed is None else needed)


#: Every verb. An optional argument may be omitted only together with all those after it, except
#: that a ``seat?`` may be omitted before a card.
VERBS: Final = {
    "game": _verb("number", "dealer", needed=0),
    "deal": _verb("number", "dealer scores", needed=0),
    "commit": _verb("hex"),
    "ready": _verb("seat string", needed=1),
    "cut": _verb("seat", "cards at"),
    "tie": _verb("seats", needed=0),
    "dealer": _verb("seat"),
    "dealt": _verb("seat", "cards"),
    "start": _verb("seat", "score", needed=0),
    "discard": _verb("seat", "cards"),
    "starter": _verb("seat", "cards at", needed=0),
    "heels": _verb("seat", "score", needed=0),
    "play": _verb("seat", "cards count claims score"),
    "go": _verb("seat", "count"),
    "count": _verb("seat", "count score", needed=0),
    "show": _verb("seat", "cards score"),
    "crib": _verb("seat", "cards score", needed=0),
    "claim": _verb("seat number", "score"),
    "muggins": _verb("seat number", "score"),
    "accept": _verb("seat"),
    "overcount": _verb("seat", "score", needed=0),
    "counted": _verb("seat number", "score"),
    "end": _verb("number", "scores", needed=0),
    "resign": _verb("seat"),
    "stop": _verb("seat"),
    "decline": _verb("seat"),
    "won": _verb("seats", "scores skunks points", needed=0),
    "stopped": _verb("", "scores"),
    "reveal": _verb("number hex"),
}

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[:,]|;.*|[^\s;:,"]+|"')
_NUMBER: Final = re.compile("[0-9]{1,6}")
_NUMBERS: Final = re.compile("[0-9]{1,6}(?:-[0-9]{1,6})*")
_HEX: Final = re.compile("[0-9a-fA-F]{1,200}")
_KINDS: Final = {kind.replace("_", "-"): kind for kind in Kind}


class _Bad(Exception):
    """A fault in the line being parsed."""

    def __init__(self, code: str, message: str, column: int) -> None:
        super().__init__(message)
        self.code = code
        self.column = column


@dataclass(slots=True)
class _Tokens:
    """The words of a line that are not parsed yet, with their columns."""

    words: list[tuple[str, int]]
    end: int
    at: int = 0
    columns: Columns = field(default_factory=dict)

    def peek(self) -> str:
        return self.words[self.at][0] if self.at < len(self.words) else ""

    @property
    def column(self) -> int:
        return self.words[self.at][1] if self.at < len(self.words) else self.end

    def take(self) -> str:
        word = self.peek()
        self.at += 1
        return word

    def number(self, what: str, strip: str = "") -> int:
        column, word = self.column, self.take()
        if not _NUMBER.fullmatch(word.removeprefix(strip)) or not word.startswith(strip):
            raise _Bad("bad_number", f"expected {what}, not {word[:20]!r}", column)
        return int(word.removeprefix(strip))


def parse_line(text: str, number: int) -> tuple[Line | None, str | None, Columns, Fault | None]:
    """Parse one line that begins with a verb.

    Returns:
        The line, the comment at its end, the columns of its parts, and its fault. The line is
        ``None`` if it has a fault.
    """
    words: list[tuple[str, int]] = []
    comment = None
    for match in _TOKEN.finditer(text):
        if match[0].startswith(";"):
            comment = match[0][1:].strip()
        else:
            words.append((match[0], match.start() + 1))
    tokens = _Tokens(words, len(text.rstrip()) + 1)
    try:
        line = _parse(tokens)
    except _Bad as bad:
        return None, comment, {}, Fault(number, bad.column, bad.code, str(bad))
    return line, comment, tokens.columns, None


def _parse(tokens: _Tokens) -> Line:
    column, verb = tokens.column, tokens.take()
    spec = VERBS.get(verb)
    if spec is None:
        raise _Bad("bad_line", f"expected one of {', '.join(VERBS)}, not {verb[:20]!r}", column)
    said: dict[str, Any] = {}
    for index, argument in enumerate(spec.arguments):
        if index >= spec.needed and not _begins(argument, tokens):
            break
        _ARGUMENTS[argument](tokens, said)
    if verb == "dealt" and said["seats"] == (_CRIB,):
        said["seats"] = ()
    while tokens.peek():
        name, read = _option(tokens, spec)
        column = tokens.column
        if name in tokens.columns:
            raise _Bad("unexpected", f"{name} is there twice", column)
        tokens.columns[name] = column
        read(tokens, said)
    return Line(verb, **said)


def _begins(argument: str, tokens: _Tokens) -> bool:
    """Return whether the next word can fill an optional argument."""
    if argument == "string":
        return tokens.peek().startswith('"')
    return _NUMBER.fullmatch(tokens.peek()) is not None


_CRIB: Final = -1


def _read_seat(tokens: _Tokens, said: dict[str, Any]) -> None:
    column, word = tokens.column, tokens.take()
    tokens.columns["seats"] = column
    if word == "crib":
        said["seats"] = (_CRIB,)
    elif re.fullmatch("[0-3]", word):
        said["seats"] = (int(word),)
    else:
        raise _Bad("bad_seat", f"expected a seat from 0 to 3, not {word[:20]!r}", column)


def _read_seats(tokens: _Tokens, said: dict[str, Any]) -> None:
    _read_seat(tokens, said)
    seats = said["seats"]
    while re.fullmatch("[0-3]", tokens.peek()):
        seats = (*seats, int(tokens.take()))
    said["seats"] = seats


def _read_number(tokens: _Tokens, said: dict[str, Any]) -> None:
    tokens.columns["number"] = tokens.column
    said["number"] = tokens.number("a number")


def _read_hex(tokens: _Tokens, said: dict[str, Any]) -> None:
    column, word = tokens.column, tokens.take()
    if not _HEX.fullmatch(word):
        raise _Bad("bad_text", f"expected hexadecimal digits, not {word[:20]!r}", column)
    said["text"] = word.lower()


def _read_string(tokens: _Tokens, said: dict[str, Any]) -> None:
    column = tokens.column
    text = unquote(tokens.take())
    if text is None:
        raise _Bad("bad_text", "expected a text in double quotes", column)
    said["text"] = text


_ARGUMENTS: Final = {
    "seat": _read_seat,
    "seats": _read_seats,
    "number": _read_number,
    "hex": _read_hex,
    "string": _read_string,
}


def _read_cards(tokens: _Tokens, said: dict[str, Any]) -> None:
    cards: list[Card] = []
    while (word := tokens.peek()) and (not _OPTION.match(word) or word == ","):
        column = tokens.column
        tokens.take()
        if word == ",":
            continue
        try:
            card = Card.parse(word)
        except CardError as error:
            raise _Bad("bad_card", str(error), column) from None
        if card.known and card in cards:
            raise _Bad("duplicate_card", f"the {card} is there twice", column)
        cards.append(card)
    said["cards"] = tuple(cards)


def _read_count(tokens: _Tokens, said: dict[str, Any]) -> None:
    said["count"] = tokens.number("a count such as =15", "=")


def _read_score(tokens: _Tokens, said: dict[str, Any]) -> None:
    if tokens.peek() != ":":
        said["points"] = tokens.number("points such as +2", "+")
        if tokens.peek() == "to":
            tokens.take()
            tokens.columns["score"] = tokens.column
            said["score"] = tokens.number("a score")
    if tokens.peek() == ":":
        tokens.take()
        tokens.columns["items"] = tokens.column
        said["items"] = _items(tokens)


def _items(tokens: _Tokens) -> Items:
    items: list[tuple[Kind, int | None]] = []
    while True:
        column, word = tokens.column, tokens.take()
        kind = _KINDS.get(word.replace("_", "-"))
        if kind is None:
            raise _Bad(
                "bad_item", f"expected one of {', '.join(_KINDS)}, not {word[:20]!r}", column
            )
        points = tokens.number("points") if _NUMBER.fullmatch(tokens.peek()) else None
        items.append((kind, points))
        if tokens.peek() != ",":
            return tuple(items)
        tokens.take()


def _read_word(key: str, what: str) -> Any:
    def read(tokens: _Tokens, said: dict[str, Any]) -> None:
        tokens.take()
        said[key] = tokens.number(what)

    return read


def _read_sides(key: str) -> Any:
    def read(tokens: _Tokens, said: dict[str, Any]) -> None:
        tokens.take()
        column, word = tokens.column, tokens.take()
        if not _NUMBERS.fullmatch(word):
            raise _Bad(
                "bad_number", f"expected a number for each side, as 14-7, not {word[:20]!r}", column
            )
        said[key] = tuple(map(int, word.split("-")))

    return read


_WORDS: Final[dict[str, Any]] = {
    "at": _read_word("at", "the place of a cut"),
    "claims": _read_word("claim", "points"),
    "dealer": _read_word("dealer", "a seat"),
    "scores": _read_sides("scores"),
    "skunks": _read_sides("skunks"),
    "points": _read_sides("shares"),
}
_OPTION: Final = re.compile(r"[+=:]|(?:at|claims|dealer|scores|skunks|points|starter)\b")


def _option(tokens: _Tokens, spec: _Verb) -> tuple[str, Any]:
    """Identify the next part by its beginning."""
    word = tokens.peek()
    if word.startswith("="):
        name, read = "count", _read_count
    elif word.startswith(("+", ":")):
        name, read = "score", _read_score
    elif word in _WORDS:
        name, read = word, _WORDS[word]
    else:
        name, read = "cards", _read_cards
    if name not in spec.options:
        what = "nothing more" if not spec.options else " or ".join(sorted(spec.options))
        raise _Bad("unexpected", f"expected {what}, not {word[:20]!r}", tokens.column)
    return name, read


# --- writing --------------------------------------------------------------------------------------

_CONTROL: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff]")


def quote(text: str) -> str:
    r"""Quote a text as JSON does, with no character that could end a line.

    >>> print(quote('say "go"'))
    "say \"go\""
    """
    plain = json.dumps(text, ensure_ascii=False)
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", plain)


def unquote(text: str) -> str | None:
    """Read a text in double quotes; return ``None`` if it is not one.

    >>> unquote(quote("lucky jack"))
    'lucky jack'
    """
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, str) and text.startswith('"') else None


def format_line(line: Line) -> list[str]:
    """Format a line; a deal takes several, one for each hand.

    >>> from pegout.cards import Card
    >>> format_line(Line("play", (1,), cards=(Card("TD"),), count=15, points=2, score=9))
    ['play      1  TD  =15  +2 to 9']
    """
    if line.hands is not None:
        lines = [f"dealt     {seat}  {format_cards(hand)}" for seat, hand in enumerate(line.hands)]
        return [*lines, f"dealt     crib  {format_cards(line.cards)}"] if line.cards else lines
    head = " ".join(map(str, line.seats))
    if line.number is not None and not head:
        head, number = str(line.number), None
    else:
        number = line.number
    parts = [f"{line.verb:<9} {head}".rstrip()]
    if number is not None:
        parts.append(str(number))
    if line.text and line.seats:
        parts.append(quote(line.text))
    elif line.text:
        # A commitment takes the place of the seat.
        parts = [f"{parts[0]:<9} {line.text}"] if not head else [*parts, line.text]
    if line.cards is not None:
        parts.append(format_cards(line.cards))
    parts += _word("at", line.at)
    if line.count is not None:
        parts.append(f"={line.count:<2}")
    parts += [*_word("claims", line.claim), *_word("dealer", line.dealer), *_score_parts(line)]
    parts += [*_word("scores", line.scores), *_word("skunks", line.skunks)]
    parts += _word("points", line.shares)
    return ["  ".join(parts).replace("  :", ":").rstrip()]


def _word(word: str, value: int | tuple[int, ...] | None) -> list[str]:
    """Return a part that begins with a word, if the line has it; numbers of sides as ``14-7``."""
    if value is None:
        return []
    return [f"{word} {'-'.join(map(str, value)) if isinstance(value, tuple) else value}"]


def _score_parts(line: Line) -> Iterable[str]:
    text = ""
    if line.points is not None:
        text = f"+{line.points}"
        if line.score is not None:
            text += f" to {line.score}"
    if line.items:
        text += f": {_item_words(line.items)}"
    return [text] if text else []


def _item_words(items: Items) -> str:
    words = [(kind.replace("_", "-"), points) for kind, points in items]
    return ", ".join([kind if points is None else f"{kind} {points}" for kind, points in words])


# --- comparing ------------------------------------------------------------------------------------

_CODES: Final = {
    "seats": "wrong_seat",
    "number": "wrong_number",
    "cards": "wrong_cards",
    "at": "wrong_cut",
    "count": "wrong_count",
    "points": "wrong_points",
    "score": "wrong_score",
    "items": "wrong_reason",
    "dealer": "wrong_dealer",
    "scores": "wrong_scores",
    "skunks": "wrong_result",
    "shares": "wrong_result",
}
_SAID: Final = tuple(part.name for part in fields(Line) if part.name in _CODES)


def differences(said: Line, full: Line) -> Iterable[tuple[str, str, str]]:
    """Yield every wrong part of a line: its name, the code of the fault and the message."""
    for name in _SAID:
        value, right = getattr(said, name), getattr(full, name)
        if value is None or value in ((), right) or _agree(name, value, right):
            continue
        yield name, _CODES[name], f"expected {_words(name, right)}, not {_words(name, value)}"


def _agree(name: str, value: Any, right: Any) -> bool:
    if name == "cards":
        known = sorted(card for card in value if card != UNKNOWN)
        hand = list(right or ())
        return len(value) == len(hand) and all(card in hand for card in known)
    if name == "items":
        truth, stated = _by_kind(right or ()), _by_kind(value)
        return truth.keys() == stated.keys() and all(
            points is None or points == truth[kind] for kind, points in stated.items()
        )
    if name in ("points", "score") and right is None:
        # Zero points are not written, but a line may state them; the score is then unknown here.
        return name == "score" or value == 0
    return bool(value == right)


def _by_kind(items: Items) -> dict[Kind, int | None]:
    totals: dict[Kind, int | None] = {}
    for kind, points in items:
        before = totals.get(kind, 0)
        totals[kind] = None if points is None or before is None else before + points
    return totals


def _words(name: str, value: Any) -> str:
    if name == "cards":
        return format_cards(value or ()) or "no cards"
    if name == "items":
        return _item_words(value or ()) or "nothing"
    if name == "count":
        return f"the count {value}"
    if name == "points":
        return f"+{value or 0}"
    if isinstance(value, tuple):
        return "-".join(map(str, value)) if name != "seats" else "seat " + " ".join(map(str, value))
    return f"{name} {value}"
