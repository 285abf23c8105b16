"""How a game ended, in sentences: at the table, and for sharing."""

from typing import Any

import pytest

from pegout.cards import Card, parse_cards
from pegout.notation import CountedHand, Outcome
from pegout.rules import Rules
from pegout.text import Teller, language
from pegout.text.outcomes import feats, headline, story
from tests.cases import each, present

NAMES = ("Ann", "Ben", "Cy", "Di")
HAND = CountedHand(1, False, tuple(parse_cards("5H 5D 5S JC")), Card("5C"), 29)


def an_outcome(**more: Any) -> Outcome:
    usual: dict[str, Any] = {
        "winners": (0,),
        "skunks": (0, 0),
        "scores": (121, 98),
        "margin": 23,
        "early": False,
        "behind": 0,
        "best": (None, None),
    }
    return Outcome(**{**usual, **more})


def teller(seat: int | None, lang: str = "en", players: int = 2, **switches: Any) -> Teller:
    rules = Rules(players=players, **switches)
    return Teller(language(lang), NAMES[:players], seat, rules, single=True)


@pytest.mark.parametrize(
    ("seat", "says"), [(0, "You win by 23."), (1, "Ann wins by 23."), (None, "Ann wins by 23.")]
)
def test_one_sentence_says_who_won_and_by_how_much(seat: int | None, says: str) -> None:
    assert headline(teller(seat), an_outcome()) == says


def test_partners_win_together() -> None:
    assert headline(teller(2, players=4), an_outcome()) == "You and Ann win by 23."
    assert headline(teller(1, players=4), an_outcome()) == "Ann and Cy win by 23."


def test_one_of_four_singles_wins_alone() -> None:
    outcome = an_outcome(winners=(2,), skunks=(0, 0, 0, 1), scores=(100, 98, 121, 80), margin=21)
    told = teller(0, players=4, teams=False)
    assert headline(told, outcome) == "Cy wins by 21."
    assert feats(told, outcome)[0].says == "Di is skunked."


def test_a_game_that_ended_early_has_its_plain_sentence() -> None:
    assert headline(teller(0), an_outcome(early=True)) == "You win the game."
    assert headline(teller(0), an_outcome(winners=(), early=True)) == "You agreed to stop."
    memorable = an_outcome(early=True, behind=40, best=(None, HAND), skunks=(0, 1))
    assert feats(teller(0), memorable) == []
    assert story(teller(0), memorable, ("person", "person")) is None


def test_what_was_memorable() -> None:
    outcome = an_outcome(skunks=(0, 2), behind=31, best=(None, HAND))
    told = feats(teller(0), outcome)
    assert [feat.kind for feat in told] == ["double_skunk", "comeback", "hand"]
    assert [feat.word for feat in told] == ["A double skunk!", "A comeback!", "A hand of 29!"]
    assert told[0].says == "Ben is double skunked."
    assert told[1].says == "You were 31 holes behind."
    assert told[2].says == "Ben’s hand: 5♦ 5♥ 5♠ J♣ + 5♣."
    beaten = feats(teller(1), an_outcome(skunks=(0, 1)))
    assert [(feat.kind, feat.word) for feat in beaten] == [("skunk", "Skunked!")]
    (triple,) = feats(teller(1), an_outcome(skunks=(0, 3)))
    assert triple[:3] == ("triple_skunk", "Triple skunked!", "You are triple skunked.")
    assert feats(teller(1), an_outcome()) == []


def test_a_story_of_a_win() -> None:
    mine = CountedHand(0, True, HAND.cards, HAND.starter, 29)
    outcome = an_outcome(skunks=(0, 1), behind=25, best=(mine, None))
    told = present(story(teller(0), outcome, ("person", "club")))
    assert told.text == (
        "I won by 23. 121 to 98, against the computer (Club).",
        "A skunk. I was 25 holes behind.",
        "Best crib: 29 (5♦ 5♥ 5♠ J♣ + 5♣)",
    )


@pytest.mark.parametrize(
    ("kinds", "against"),
    [
        (("person", "person", "person"), "with friends"),
        (("person", "person", "club"), "with friends and the computer"),
        (("club", "person", "novice"), "against the computer"),
    ],
)
def test_a_story_among_three(kinds: tuple[str, ...], against: str) -> None:
    outcome = an_outcome(skunks=(0, 0, 0), scores=(121, 98, 110), margin=11, best=(None,) * 3)
    told = present(story(teller(1, players=3), outcome, kinds))
    assert told.text == (f"I lost by 23. 98 to 121 and 110, {against}.",)


@each("lang", ["en", "es"])
@each("seat", [0, 1])
@each("winners", [(0,), (1,), (0, 1)])
def test_a_story_names_nobody(lang: str, seat: int, winners: tuple[int, ...]) -> None:
    outcome = an_outcome(winners=winners, skunks=(0, 1), behind=30, best=(HAND, HAND))
    for players in (2, 4):
        told = present(story(teller(seat, lang, players), outcome, ("person",) * players))
        for name in NAMES:
            assert name not in " ".join(told.text)


def test_a_spectator_tells_nothing() -> None:
    assert story(teller(None), an_outcome(), ("person", "person")) is None
