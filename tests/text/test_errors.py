"""Every error has a friendly sentence, in both languages."""

import ast
from pathlib import Path
from typing import Any

import pytest

from pegout import rules
from pegout.cards import Card, CardError
from pegout.match import Match
from pegout.server.answers import CodeOnly
from pegout.text import explain, language
from pegout.text.errors import SENTENCES
from tests.cases import each, present
from tests.text.table import match_of, play

EN, ES = language("en"), language("es")
SOURCE = Path(__file__).resolve().parents[2] / "src" / "pegout"
ERRORS = {
    "CardError",
    "FairnessError",
    "Fault",
    "IllegalAction",
    "MatchError",
    "StoreError",
    "UnknownRules",
}
# The sources of codes; the faults of a record have lines and words of their own.
PLACES = ["cards.py", "fairness.py", "match", "rules", "storage", "table/store.py"]


def codes() -> set[str]:
    found = set()
    for place in PLACES:
        path = SOURCE / place
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Call) or not node.args:
                    continue
                name = getattr(node.func, "id", "")
                code = node.args[0]
                known = name in ERRORS or name in {"_hex", "_utf8"}
                if known and isinstance(code, ast.Constant) and isinstance(code.value, str):
                    found.add(code.value)
    return found | {"bad_commitment", "bad_secret"}


def test_every_code_has_a_sentence() -> None:
    found = codes()
    assert {"over_31", "bad_combination", "no_undo", "bad_card", "bad_seed"} <= found
    assert not found - set(SENTENCES)


@each("code", sorted(SENTENCES.keys() - {"bad_body", "bad_message"}))
def test_a_sentence_is_a_sentence_in_both_languages(code: str) -> None:
    error = rules.IllegalAction(code, "an English reason")
    english, spanish = (explain(error, None, t) for t in (EN, ES))
    assert english != spanish
    for said in (english, spanish):
        assert said.endswith(".")
        assert "reason" not in said
        for word in ("invalid", "error", "illegal", "inválid", "ilegal"):
            assert word not in said.casefold()


@pytest.mark.parametrize("code", ["bad_body", "bad_message"])
def test_what_cannot_be_decoded_is_told_to_the_author_of_a_client(code: str) -> None:
    fault = CardError(code, "Expected `str`, got `int` - at `$.id`")
    english, spanish = (explain(fault, None, t) for t in (EN, ES))
    assert "understand this" in english
    assert "no entiende este mensaje" in spanish or "no entiende esta petición" in spanish
    assert ": expected `str`, got `int` at `$.id`. " in english
    assert ": se esperaba `str` y llegó `int` en `$.id`. " in spanish
    # Without a reason it is the sentence for a page.
    plain, other = (explain(CodeOnly(code), None, t) for t in (EN, ES))
    assert (plain, other) == (EN.text(SENTENCES[code]), ES.text(SENTENCES[code]))
    assert plain != other


def test_a_code_that_nobody_has_described_keeps_its_reason() -> None:
    error = CardError("new_code", "the moon is in the way.")
    assert explain(error, None, EN) == "That did not work: the moon is in the way."


def at(phase: rules.Phase, seed: int = 4, **switches: Any) -> Match:
    match = match_of(rules.Rules(**switches))
    for _ in play(match, seed):
        if match.view(None).phase is phase:
            break
    return match


def why(
    match: Match,
    seat: int,
    action: rules.Play | rules.Go | rules.Discard | rules.Cut | rules.CutForDeal | rules.Ready,
) -> str:
    error = present(match.why_not(seat, action))
    return explain(error, match.view(seat), EN, action)


def test_the_cards_in_question_are_named() -> None:
    match = match_of(rules.Rules())
    heard = set()
    for _ in play(match, 1):
        view = match.view(None)
        if view.phase is not rules.Phase.PLAY or view.turn is None:
            continue
        seat = view.turn
        own = match.view(seat)
        playable = EN.either([f"{card.rank.value}" for card in own.playable()])
        for card in own.hand:
            if card not in own.playable():
                text = why(match, seat, rules.Play(seat, card))
                heard.add(text.partition(". ")[2].split()[0])
                assert "and the count stops at thirty-one" in text
        if playable:
            assert why(match, seat, rules.Go(seat)).startswith("You can still play ")
            foreign = next(card for card in map(Card, range(52)) if card not in own.hand)
            assert why(match, seat, rules.Play(seat, foreign)).startswith("You do not hold ")
    assert heard == {"You", "No"}


def test_what_to_do_instead_is_said() -> None:
    match = at(rules.Phase.DISCARD)
    assert why(match, 0, rules.Discard(0, ())) == (
        "Choose two cards of your hand to discard, each of them once."
    )
    assert why(match, 0, rules.Ready(0)) == "First discard to the crib."
    three = at(rules.Phase.DISCARD, players=3)
    assert why(three, 0, rules.Discard(0, ())) == "Choose one card of your hand to discard."
    match = at(rules.Phase.CUT)
    seat = next(iter(match.to_act))
    assert why(match, seat, rules.Cut(seat, 2)) == (
        "Cut somewhere else: at least four cards stay on each side, so lift 4 to 36."
    )
    assert why(match, seat, rules.Ready(seat)) == "First cut the pack for the starter."
    match = at(rules.Phase.CUT_FOR_DEAL)
    assert why(match, 0, rules.CutForDeal(0, 99)) == (
        "Another player has cut there already; cut somewhere else."
    )
    assert why(match, 0, rules.Ready(0)) == "First cut for the deal."
    match = at(rules.Phase.READY)
    assert why(match, 0, rules.Go(0)) == "First say that you are ready for the cards."
    match = at(rules.Phase.PLAY)
    turn = next(iter(match.to_act))
    assert why(match, turn, rules.Ready(turn)).startswith("This is the play: ")
    match = at(rules.Phase.SHOW, counting="manual")
    turn = next(iter(match.to_act))
    assert why(match, turn, rules.Ready(turn)) == "This is the show: say how many points you count."


def test_a_claim_has_to_be_answered_first() -> None:
    match = at(rules.Phase.PLAY, counting="manual", muggins=True)
    for _ in range(20):
        view = match.view(None)
        if view.claim is not None:
            break
        seat = next(iter(match.to_act))
        match.act(seat, match.legal(seat)[0])
    seat = next(iter(match.to_act))
    assert why(match, seat, rules.Ready(seat)) == (
        "First answer the count: let it stand, or call muggins."
    )


def test_when_a_game_is_over_so_is_the_advice() -> None:
    match = match_of(rules.Rules(target=31))
    for _ in play(match, 2):
        pass
    error = present(match.why_not(0, rules.Ready(0)))
    assert explain(error, match.view(0), EN) == "The game is over; begin another one."
    late = rules.IllegalAction("wrong_action", "x")
    assert explain(late, match.view(0), EN) == "This is not the moment for that."
    assert explain(rules.IllegalAction("can_play", "x"), match.view(None), EN) == (
        "You can still play a card, so you cannot say go."
    )
    assert explain(rules.IllegalAction("over_31", "x"), match.view(0), ES).startswith(
        "Con esa carta"
    )


def test_a_claim_that_is_no_number() -> None:
    match = at(rules.Phase.SHOW, counting="manual")
    seat = next(iter(match.to_act))
    error = present(match.why_not(seat, rules.Claim(seat, 100)))
    assert explain(error, match.view(seat), EN).startswith("Say how many points you count")
    assert match.why_not(seat, rules.Muggins(seat, 1)) is not None
