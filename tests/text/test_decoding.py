"""What the decoder says is said in the language of the reader."""

from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from pegout.text.decoding import why_undecoded
from pegout.text.language import language
from tests.cases import each

EN, ES = language("en"), language("es")


class Pair(Struct, array_like=True):
    """Two numbers."""

    first: int
    second: int


class Body(Struct, forbid_unknown_fields=True):
    """A body with every kind of member."""

    kind: Literal["cut", "deal"]
    points: Annotated[int, Meta(ge=0, le=99)] = 0
    share: Annotated[float, Meta(ge=0.5)] = 0.5
    name: Annotated[str, Meta(max_length=3, pattern="^a*$")] = "a"
    cards: Annotated[tuple[int, ...], Meta(max_length=2)] = ()
    scores: tuple[int, int] = (0, 0)
    pair: Pair | None = None


@each(
    ("body", "english", "spanish"),
    [
        (b"[]", "expected `object`, got `array`", "se esperaba `object` y llegó `array`"),
        (
            b'{"kind":"cut","cards":[1,"x"]}',
            "expected `int`, got `str` at `$.cards[1]`",
            "se esperaba `int` y llegó `str` en `$.cards[1]`",
        ),
        (
            b'{"kind":"cut","cards":[1,2,3]}',
            "expected `array` of length <= 2 at `$.cards`",
            "se esperaba `array` de longitud <= 2 en `$.cards`",
        ),
        (
            b'{"kind":"cut","scores":[1]}',
            "expected `array` of length 2 at `$.scores`",
            "se esperaba `array` de longitud 2 en `$.scores`",
        ),
        (
            b'{"kind":"cut","pair":[1]}',
            "expected `array` of length 2 or more at `$.pair`",
            "se esperaba `array` de longitud 2 o más en `$.pair`",
        ),
        (
            b'{"kind":"cut","points":100}',
            "expected `int` <= 99 at `$.points`",
            "se esperaba `int` <= 99 en `$.points`",
        ),
        (
            b'{"kind":"cut","share":0.25}',
            "expected `float` >= 0.5 at `$.share`",
            "se esperaba `float` >= 0.5 en `$.share`",
        ),
        (
            b'{"kind":"cut","name":"b"}',
            "expected a text that matches '^a*$' at `$.name`",
            "se esperaba un texto que cumpla '^a*$' en `$.name`",
        ),
        (
            b'{"kind":"go"}',
            "'go' is not one of the allowed values at `$.kind`",
            "'go' no es uno de los valores permitidos en `$.kind`",
        ),
        (b"{}", "the member `kind` is missing", "falta el miembro `kind`"),
        (b'{"kin":1}', "there is no member `kin`", "el miembro `kin` no existe"),
        (b'{"kind":"cut"', "the JSON ends too early", "el JSON termina antes de tiempo"),
        (
            b'{"kind":"cut",}',
            "the JSON is malformed at byte 14",
            "el JSON está mal formado en el byte 14",
        ),
        (b'{"\xff":1}', "the text is not UTF-8", "el texto no está en UTF-8"),
        (
            b'{"kind":"cut","points":' + b"[" * 10_000,
            "expected `int`, got `array` at `$.points`",
            "se esperaba `int` y llegó `array` en `$.points`",
        ),
    ],
)
def test_a_fault_is_described_in_both_languages(body: bytes, english: str, spanish: str) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeError)) as caught:
        msgspec.json.decode(body, type=Body)
    assert why_undecoded(str(caught.value), EN) == english
    assert why_undecoded(str(caught.value), ES) == spanish


def test_too_many_levels_are_described() -> None:
    with pytest.raises(RecursionError) as caught:
        msgspec.json.decode(b"[" * 10_000)
    assert why_undecoded(str(caught.value), EN) == "the JSON is nested too deeply"


def test_a_number_out_of_range_is_described() -> None:
    with pytest.raises(msgspec.DecodeError) as caught:
        msgspec.json.decode(b"1e999", type=float)
    assert why_undecoded(str(caught.value), EN) == "the number is out of range"


def test_an_unknown_fault_keeps_its_words_and_its_place() -> None:
    assert why_undecoded("Invalid UUID - at `$.id`", ES) == "Invalid UUID en `$.id`"
    assert why_undecoded("something else", ES) == "something else"
