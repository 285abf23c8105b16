"""The errors of the library are said in Spanish, and each sentence is of an error that exists."""

import ast
import re
from pathlib import Path

from pegout.text.error_details import DETAILS, in_language
from pegout.text.language import language
from tests.cases import failures

SOURCE = Path(__file__).resolve().parents[2] / "src" / "pegout"
EN, ES = language("en"), language("es")
PLACES = (
    "contests/arena.py", "contests/referee_engine.py", "contests/sequential.py",
    "players/engines.py", "players/own.py", "rules/variant.py", "runs/checkpoints.py",
    "runs/cluster.py", "runs/scheduling.py", "solver/checkpoint.py", "solver/exploitability.py",
    "cli/solve.py", "cli/solve_sampled.py", "storage/errors.py", "storage/locations.py",
    "storage/postgresql_dumps.py", "storage/serving.py",
    "storage/sqlite.py",
)  # fmt: skip


def shapes(place: str) -> set[str]:
    """Return the texts in a file, with empty braces for values."""
    found = set()
    for node in ast.walk(ast.parse((SOURCE / place).read_text())):
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        said = [
            str(part.value) if isinstance(part, ast.Constant) else "{}"
            for part in parts
            if isinstance(part, ast.Constant | ast.FormattedValue)
        ]
        found.add("".join(said))
    return found


def test_every_sentence_is_of_an_error_of_the_library() -> None:
    written = "\n\n".join(text for place in PLACES for text in shapes(place))
    missing = [
        sentence
        for sentence in DETAILS
        if not all(part in written for part in re.split(r"\{\w+\}", sentence))
    ]
    assert missing == []


def test_an_error_is_said_in_the_language_with_its_reason() -> None:
    def is_said(case: tuple[str, str]) -> None:
        english, spanish = case
        assert in_language(english, EN) == english
        assert in_language(english, ES) == spanish

    cases = [
        (
            "cmd:./bot does not start: its process ended with exit status 1",
            "cmd:./bot no arranca: su proceso terminó con el estado 1",
        ),
        (
            "bot does not start: no hello within 5 s. The last lines of its standard error:\n    a",
            "bot no arranca: no dijo hello en 5 s. Las últimas líneas de su salida de errores:\n"
            "    a",
        ),
        (
            "runs.peg is of another run: seed 3, not 4. Ask for the same again, or name another "
            "file",
            "runs.peg es de otra serie: seed 3, no 4. Pide lo mismo que entonces o indica otro "
            "archivo",
        ),
        ("own has no Bat; did you mean Bad?", "en own no existe Bat; ¿querías decir Bad?"),
    ]
    assert failures(is_said, cases) == []


def test_an_error_of_somebody_else_is_not_known() -> None:
    assert in_language("the moon is full", ES) is None
