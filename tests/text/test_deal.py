"""One whole deal in sentences, from its dealer's side, in a form to read."""

from textwrap import wrap

import pytest

from pegout.rules import Rules
from pegout.text import Teller, language
from tests.text.table import NAMES, match_of, play

ENGLISH = """
You against Ben, to 121.
Game 1. Cut for the first deal: the lowest card deals.
Ben cuts the queen of diamonds.
You cut the ace of hearts.
You deal first.
Every pack is sealed before it is dealt, and can be checked.
Deal 1: you deal. Your cards: six of diamonds, seven of hearts, eight of hearts, jack of
  hearts, queen of hearts and king of diamonds.
You discard the jack of hearts and the queen of hearts.
Ben discards two cards.
Ben cuts; the starter is the jack of diamonds.
You peg two for his heels.
Ben plays the king of hearts; the count is ten.
You play the seven of hearts; the count is seventeen.
Ben plays the nine of hearts; the count is twenty-six.
You say go.
Ben plays the ace of diamonds; the count is twenty-seven.
One for Ben.
You play the eight of hearts; the count is eight.
Ben plays the seven of clubs; the count is fifteen.
Ben pegs two for a fifteen.
You play the king of diamonds; the count is twenty-five.
You play the six of diamonds; the count is thirty-one.
You peg two for a thirty-one.
Ben’s hand: ace of diamonds, seven of clubs, nine of hearts and king of hearts.
Nineteen: nothing for Ben.
Your hand: six of diamonds, seven of hearts, eight of hearts and king of diamonds.
Fifteen two, and a run of three makes five. Five for you.
Your crib: three of spades, jack of hearts, queen of diamonds and queen of hearts.
A pair is two, and another pair is four. Four for you.
Deal 1 is over.
"""

SPANISH = """
Tú contra Ben, a 121.
Partida 1. Se corta para el primer reparto: reparte la carta más baja.
Ben corta la reina de diamantes.
Cortas el as de corazones.
Repartes tú primero.
Cada mazo queda sellado antes de repartirse y se puede comprobar.
Reparto 1: repartes tú. Tus cartas: seis de diamantes, siete de corazones, ocho de
  corazones, jota de corazones, reina de corazones y rey de diamantes.
Descartas la jota de corazones y la reina de corazones.
Ben descarta dos cartas.
Ben corta; la carta inicial es la jota de diamantes.
Anotas dos por los talones.
Ben juega el rey de corazones; la cuenta es diez.
Juegas el siete de corazones; la cuenta es diecisiete.
Ben juega el nueve de corazones; la cuenta es veintiséis.
Dices «¡Adelante!».
Ben juega el as de diamantes; la cuenta es veintisiete.
Uno para Ben.
Juegas el ocho de corazones; la cuenta es ocho.
Ben juega el siete de tréboles; la cuenta es quince.
Ben anota dos por un quince.
Juegas el rey de diamantes; la cuenta es veinticinco.
Juegas el seis de diamantes; la cuenta es treinta y uno.
Anotas dos por un treinta y uno.
La mano de Ben: as de diamantes, siete de tréboles, nueve de corazones y rey de corazones.
Diecinueve: nada para Ben.
Tu mano: seis de diamantes, siete de corazones, ocho de corazones y rey de diamantes.
Quince dos, y una escalera de tres son cinco. Cinco para ti.
Tu cuna: tres de picas, jota de corazones, reina de diamantes y reina de corazones.
Una pareja son dos, y otra pareja son cuatro. Cuatro para ti.
Termina el reparto 1.
"""


@pytest.mark.parametrize(("code", "expected"), [("en", ENGLISH), ("es", SPANISH)])
def test_a_deal_reads_well(code: str, expected: str) -> None:
    match = match_of(Rules(), seed="52")
    for _ in play(match, 52):
        if match.view(0).deal == 2:
            break
    tell = Teller(language(code), NAMES[:2], 0, match.setup.rules)
    sentences = [tell.say(entry.event) for entry in match.seen(0)]
    lines = [line for text in sentences if text for line in wrap(text, 90, subsequent_indent="  ")]
    assert lines == expected.strip().splitlines()
