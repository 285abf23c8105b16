"""The prompts of the table in words."""

from collections.abc import Iterator

import pytest

from pegout.cards import Card, parse_cards
from pegout.match import Match
from pegout.rules import Phase, Rules
from pegout.text import Teller, Translator, language, prompts
from tests.text.table import NAMES, games, match_of, play

EN, ES = language("en"), language("es")


def tellers(match: Match, t: Translator) -> list[Teller]:
    table = match.setup.rules
    return [Teller(t, NAMES[: table.players], seat, table) for seat in range(table.players)]


def until(match: Match, phase: Phase, seed: int = 5) -> Iterator[None]:
    for _ in play(match, seed):
        if match.view(None).phase is phase:
            yield


def test_the_prompts_of_a_deal() -> None:
    match = match_of(Rules(players=3))
    heard: dict[str, set[tuple[str, str]]] = {"en": set(), "es": set()}
    for _ in play(match, 3):
        for t in (EN, ES):
            for seat, tell in enumerate(tellers(match, t)):
                view = match.view(seat)
                assert prompts.turn(tell, view)
                heard[t.code].add((view.phase.value, prompts.turn(tell, view)))
    english = {said for _, said in heard["en"]}
    assert english >= {
        "Shuffle for the cut.",
        "Your deal.",
        "Ben deals.",
        "Cut for the first deal: the lowest card deals.",
        "Discard one card to your crib.",
        "Discard one card to Cy’s crib.",
        "Cut the pack for the starter.",
        "Your turn: play a card.",
        "Your turn: no card fits, say go.",
        "Ben to play.",
        "Ann and Ben to discard.",
        "Ben to cut.",
        "Waiting for Ben and Cy.",
        "The game is over.",
    }
    spanish = {said for _, said in heard["es"]}
    assert spanish >= {
        "Descarta una carta a la cuna de Cy.",
        "Te toca: juega una carta.",
        "Falta el descarte de Ann y Ben.",
        "Le toca jugar a Ben.",
    }


def test_two_discard_two_cards() -> None:
    match = match_of(Rules())
    next(until(match, Phase.DISCARD))
    said = [prompts.turn(tell, match.view(at)) for at, tell in enumerate(tellers(match, EN))]
    assert sorted(said)[-1] == "Discard two cards to your crib."
    said = [prompts.turn(tell, match.view(at)) for at, tell in enumerate(tellers(match, ES))]
    assert "Descarta dos cartas a tu cuna." in said


def test_counting_by_hand_is_asked_for() -> None:
    match = match_of(Rules(counting="manual", muggins=True))
    heard = set()
    for _ in play(match, 8):
        for seat, tell in enumerate(tellers(match, EN)):
            heard.add(prompts.turn(tell, match.view(seat), match.if_it_stands(seat)))
    assert {"Count your hand.", "Count your crib.", "Ben to count."} <= heard
    assert "Ben to answer the count." in heard
    assert "Ann counts nothing. Go on, or call muggins." in heard
    assert "Ann counts nothing. Your turn: play a card." in heard
    assert any(said.startswith("Ann counts three. Go on") for said in heard)


@pytest.mark.parametrize("code", ["en", "es"])
def test_everything_can_be_said_at_any_moment(code: str) -> None:
    for table, seat, _, views in games():
        tell = Teller(language(code), NAMES[: table.players], seat, table)
        for view in views[::7]:
            said = [
                prompts.turn(tell, view),
                prompts.waiting(tell, view),
                prompts.phase(tell, view),
                prompts.pile(tell, view),
                prompts.scores(tell, view.scores),
            ]
            assert all(said)
            said += [prompts.crib(tell, view), prompts.to_crib(tell, view)]
            assert all(said) is (view.dealer is not None)
            assert not set("".join(said)) & set("{}")


def test_the_shuffle_is_waited_for() -> None:
    match = match_of(Rules())
    tell = tellers(match, EN)[0]
    view = match.view(0)
    object.__setattr__(view, "phase", Phase.SHUFFLE)
    object.__setattr__(view, "to_act", frozenset((-1,)))
    assert prompts.turn(tell, view) == "The cards are shuffled."


def test_scores_begin_with_ones_own() -> None:
    four = Teller(EN, NAMES, 1, Rules(players=4))
    assert prompts.scores(four, (43, 57)) == "You and Di 57, Ann and Cy 43"
    two = Teller(ES, ("Ana", "Inés"), 0, Rules())
    assert prompts.scores(two, (57, 43)) == "Tú 57, Inés 43"
    assert prompts.scores(Teller(EN, ("Ann", "Ben"), None, Rules()), (1, 2)) == "Ann 1, Ben 2"
    assert prompts.needs(two, 5) == "faltan 5"
    assert prompts.needs(two, 1) == "falta 1"
    assert prompts.needs(Teller(EN, NAMES, 0, Rules(players=4)), 5) == "needs 5"


def test_the_crib_has_an_owner() -> None:
    match = match_of(Rules())
    tell = tellers(match, EN)
    assert prompts.crib(tell[0], match.view(0)) == ""
    assert prompts.to_crib(tell[0], match.view(0)) == ""
    next(until(match, Phase.DISCARD))
    view = match.view(0)
    dealer = view.dealer or 0
    assert prompts.crib(tell[dealer], match.view(dealer)) == "your crib"
    assert prompts.to_crib(tell[1 - dealer], match.view(1 - dealer)) == (
        f"to {NAMES[dealer]}’s crib"
    )


def test_the_button_that_discards() -> None:
    cards = parse_cards("7C KH")
    assert prompts.discard_button(Teller(EN, NAMES[:2], 0, Rules()), cards) == "Discard 7♣ and K♥"
    spanish = Teller(ES, NAMES[:2], 0, Rules())
    assert prompts.discard_button(spanish, [Card("TS")]) == "Descartar 10♠"


def test_the_pile_is_read_out() -> None:
    match = match_of(Rules())
    for _ in until(match, Phase.PLAY):
        if len(match.view(0).pile) == 2:
            break
    tell = tellers(match, EN)[0]
    first, second = (played.card for played in match.view(0).pile)
    said = prompts.pile(tell, match.view(0))
    count = EN.number(first.value + second.value)
    assert said.startswith(f"The count is {count}: ")


def test_a_verdict_says_what_is_proved_and_what_is_not() -> None:
    for t in (EN, ES):
        tell = Teller(t, NAMES[:2], None, Rules())
        good, bad = prompts.verdict(tell, ok=True), prompts.verdict(tell, ok=False)
        assert len({*good, *bad}) == 4
        assert all(len(paragraph) > 100 for paragraph in (*good, *bad))
    assert "does not prove" in prompts.verdict(Teller(EN, NAMES[:2], None, Rules()), ok=True)[1]
