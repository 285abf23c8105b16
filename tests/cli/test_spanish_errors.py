"""A wrong line is refused in Spanish to the last word, with the reasons of the library."""

from pathlib import Path

import pytest

from pegout.solver import checkpoint
from tests.cases import failures
from tests.cli.lines import Cli

HAND = ("score", "5H 5S 5C JD", "5D")


def test_the_reason_of_a_refusal_is_in_spanish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli: Cli
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(checkpoint, "COMPILED", False)
    (tmp_path / "letter.txt").write_text("hello\n")
    (tmp_path / "own_players.py").write_text("class Bad:\n    pass\n")

    def is_refused(case: tuple[tuple[str, ...], int, str]) -> None:
        words, status, said = case
        err = cli.refused("--lang", "es", *words, status=status)
        assert f": {said}" in err

    arena = ("arena", "club")
    cases = [
        ((*HAND, "--set", "skunk_lines=a,b"), 2, "skunk_lines lleva de uno a tres números"),
        ((*HAND, "--set", "muggins=on"), 2, "muggins necesita counting=manual."),
        ((*HAND, "--set", "five_card=on", "--set", "players=4"), 2, "five_card es un juego para 2"),
        ((*arena, "novice", "--decide", "0.6", "0.5"), 2, "Una decisión se toma entre dos"),
        ((*arena, "novice", "--until", "0"), 2, "La mitad de la anchura de un intervalo"),
        ((*arena, "novice", "--resume", "letter.txt"), 3, "letter.txt no es el archivo de una"),
        ((*arena, "novice", "--cluster", "x"), 2, "Se esperaba la dirección de un planificador"),
        ((*arena, "cmd:none", "--games", "1"), 3, "No se puede ejecutar none: no existe ese"),
        ((*arena, "cmd:false", "--games", "1"), 3, "false no arranca: su proceso terminó con el"),
        ((*arena, "cmd:'a"), 2, '"cmd:\'a" no indica ningún programa: "\'a" no es una orden: falt'),
        ((*arena, "own_players:Bad"), 2, "own_players:Bad no es un jugador: un jugador tiene un"),
        ((*arena, "own_players:Bat"), 2, "En own_players no existe Bat; ¿querías decir Bad?"),
        ((*arena, "no_module:Bad"), 2, "No existe el módulo no_module en "),
        (("daily", "--date", "2026-99-99"), 2, "--date: se esperaba una fecha como 2026-11-28"),
        (("exploit", "random"), 3, "Calcular una mejor respuesta necesita numba, sin el cual"),
        (("solve", "play"), 3, "Resolver el juego necesita numba, sin el cual tardaría días"),
        ((*arena, ":Bad"), 2, "Un jugador propio se indica como módulo:Clase"),
    ]
    assert failures(is_refused, cases) == []
