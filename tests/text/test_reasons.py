"""Why the best option is the best, in words."""

from dataclasses import replace

import pytest

from pegout.cards import parse_cards
from pegout.review.game_review import Verdict
from pegout.review.option_values import options_of
from pegout.review.options import Option, Options
from pegout.rules import Phase, Rules
from pegout.text import language
from pegout.text.reasons import explanation, figure, option_parts, percent, reason, verdict_words
from tests.text.table import match_of, play

EN, ES = language("en"), language("es")

KEEP = Option(parse_cards("6D 7C"), 12.4, 3.1, 0.4, 0.56)
SPLIT = Option(parse_cards("7C KH"), 11.1, 3.7, 0.3, 0.55)


def discards(*options: Option, dealer: str = "own", near: tuple[int, int] | None = None) -> Options:
    needs = near or (90, 84)
    return Options("discard", options, near is not None, 0.006, 0.002, dealer, needs)  # type: ignore[arg-type]


def cards(*options: Option, near: tuple[int, int] | None = None) -> Options:
    return Options("play", options, near is not None, 0.002, 0.002, "own", near or (90, 84))


def card(name: str, play: float, at_once: int = 0, chance: float = 0.5) -> Option:
    return Option(parse_cards(name), 0.0, 0.0, play, chance, -1.0, at_once)


def test_the_hand_decides() -> None:
    assert reason(discards(KEEP, SPLIT), EN) == (
        "Keeps 12.4 in the hand, 1.3 more than 7♣ K♥, but your crib gets 0.6 less."
    )
    assert reason(discards(KEEP, SPLIT), ES) == (
        "Deja 12,4 en la mano, 1,3 más que 7♣ K♥, pero tu cuna recibe 0,6 menos."
    )


def test_the_crib_decides() -> None:
    best, other = KEEP._replace(hand=11.0, crib=4.3, play=0.8), SPLIT
    assert reason(discards(best, other), EN) == (
        "Gives your crib 0.6 more than 7♣ K♥, and the play brings 0.5 more."
    )
    assert reason(discards(best, other, dealer="partner"), EN).startswith("Gives your partner’s")
    # An opponent's points count against the seat.
    best, other = KEEP._replace(hand=10.5, crib=-4.1), SPLIT._replace(crib=-5.3)
    assert reason(discards(best, other, dealer="opponent"), EN) == (
        "Gives the opponent’s crib 1.2 less than 7♣ K♥, but the hand is worth 0.6 less."
    )
    best = KEEP._replace(crib=-5.9)
    assert reason(discards(best, other, dealer="opponent"), EN) == (
        "Keeps 12.4 in the hand, 1.3 more than 7♣ K♥, but the opponent’s crib gets 0.6 more."
    )


def test_the_play_decides() -> None:
    best = SPLIT._replace(cards=KEEP.cards, play=0.9)
    assert reason(discards(best, SPLIT), EN) == "Pegs 0.6 more than 7♣ K♥ in the play."
    little = SPLIT._replace(cards=KEEP.cards, play=SPLIT.play + 0.03)
    assert reason(discards(little, SPLIT), EN) == "A little better than 7♣ K♥."


def test_a_tie_is_called_a_tie() -> None:
    same = SPLIT._replace(hand=12.4, crib=3.1, play=0.395)
    assert reason(discards(KEEP, same), EN) == "About as good as 7♣ K♥, a tie."
    assert reason(discards(KEEP, same, SPLIT), EN, same) == (
        "7♣ K♥: about as good as 6♦ 7♣, a tie."
    )
    assert "7♣ K♥" in reason(discards(KEEP, same, SPLIT), EN)
    three = discards(KEEP, same, same._replace(cards=parse_cards("6D KH")))
    assert reason(three, EN) == "About as good as 7♣ K♥ and 6♦ K♥, a tie."
    four = discards(*three.options, same._replace(cards=parse_cards("5D KH")))
    assert reason(four, EN) == "Several are about as good: a tie."


def test_a_card_of_the_solved_play_that_is_worth_less_is_no_tie() -> None:
    played = card("7C", 0.4)._replace(share=0.3)
    says = "7♣: no error, because the solved play plays it at times."
    assert reason(cards(card("8D", 1.6), played), EN, played) == says
    assert explanation(cards(card("8D", 1.6), played), played, EN) == says


def test_the_comparison_is_with_what_was_chosen() -> None:
    worse = Option(parse_cards("5D 5H"), 6.0, 8.2, 0.1, 0.5)
    options = discards(KEEP, SPLIT, worse)
    assert reason(options, EN, worse) == (
        "Keeps 12.4 in the hand, 6.4 more than 5♦ 5♥, but your crib gets 5.1 less."
    )
    assert reason(options, EN, KEEP) == reason(options, EN)
    assert reason(discards(KEEP), EN) == ""


def test_near_the_end_the_score_decides() -> None:
    best, other = KEEP._replace(chance=0.613), SPLIT._replace(chance=0.58)
    assert reason(discards(best, other, near=(5, 12)), EN) == (
        "You need 5 and the opponent 12: it wins 61.3\u00a0% of games, 7♣ K♥ 58.0\u00a0%."
    )
    assert reason(discards(best, other, near=(5, 12)), ES) == (
        "Necesitas 5 y el rival 12: gana el 61,3\u00a0% de las partidas; 7♣ K♥, el 58,0\u00a0%."
    )
    # Farther from the end points explain the choice, unless they contradict it or are too few.
    close = other._replace(chance=0.6)
    assert reason(discards(best, close, near=(40, 44)), EN).startswith("Keeps 12.4 in the hand")
    assert "it wins 61.3" in reason(discards(best, other, near=(40, 44)), EN)
    even = best._replace(hand=other.hand, crib=other.crib, chance=0.588)
    assert reason(discards(even, other, near=(40, 44)), EN) == "A little better than 7♣ K♥."
    fewer = best._replace(hand=10.0)
    assert reason(discards(fewer, other, near=(40, 44)), EN).endswith(
        "though it is worth 1.6 less."
    )


def test_a_card_scores_at_once_or_later() -> None:
    assert reason(cards(card("8D", 1.6, 2), card("7C", 0.4)), EN) == (
        "Scores 2 points more than 7♣ at once, but 0.8 less later."
    )
    assert reason(cards(card("8D", 3.6, 2), card("7C", 0.4, 1)), EN) == (
        "Scores 1 point more than 7♣ at once, and 2.2 more later."
    )
    assert reason(cards(card("8D", 2.4, 2), card("7C", 0.4)), EN) == (
        "Scores 2 points more than 7♣ at once."
    )
    assert reason(cards(card("8D", 1.6), card("7C", 0.4, 2)), EN) == (
        "7♣ scores 2 points more at once, but 3.2 less later."
    )
    assert reason(cards(card("8D", 1.6), card("7C", 0.4)), EN) == (
        "From here on it pegs 1.2 more than 7♣."
    )
    assert reason(cards(card("8D", 0.43), card("7C", 0.4)), EN) == "A little better than 7♣."


def test_a_card_that_wins_says_so() -> None:
    options = cards(card("8D", 2.0, 2, 1.0), card("7C", 0.0, 0, 0.7), near=(2, 9))
    assert reason(options, EN) == "Scores the last points: it wins the game at once."


def test_the_numbers_of_a_row() -> None:
    options = discards(KEEP, SPLIT._replace(crib=-3.7))
    assert [tuple(part) for part in option_parts(options.options[1], options, EN)] == [
        ("hand", "hand", "11.1"),
        ("crib", "crib", "−3.7"),
        ("play", "play", "+0.3"),
    ]
    near = replace(options, by_chance=True)
    assert option_parts(KEEP, near, ES)[-1] == ("chance", "gana", "56,0\u00a0%")
    assert [part.name for part in option_parts(card("8D", 1.6), cards(card("8D", 1.6)), EN)] == [
        "play"
    ]


def test_what_a_decision_was_worth() -> None:
    options = discards(KEEP, SPLIT)
    assert explanation(options, SPLIT, EN) == f"7♣ K♥: 0.8 less than 6♦ 7♣. {reason(options, EN)}"
    assert explanation(options, KEEP, EN) == f"6♦ 7♣: the best. {reason(options, EN)}"
    near = discards(KEEP._replace(chance=0.613), SPLIT._replace(chance=0.58), near=(5, 12))
    assert explanation(near, near.options[1], EN).startswith(
        "7♣ K♥: 3.3\u00a0% less chance of winning than 6♦ 7♣. You need 5"
    )
    tied = discards(KEEP, KEEP._replace(cards=SPLIT.cards))
    assert explanation(tied, tied.options[1], EN) == "7♣ K♥: about as good as 6♦ 7♣, a tie."
    assert explanation(tied, KEEP, EN) == "6♦ 7♣: about as good as 7♣ K♥, a tie."
    many = discards(*[KEEP._replace(cards=parse_cards(f"6D {rank}C")) for rank in "2345"])
    assert explanation(many, many.best, EN) == "6♦ 2♣: about as good as several others, a tie."


def test_numbers_are_written_as_the_language_does() -> None:
    assert figure(1.25, EN, signed=True) == "+1.2"
    assert figure(0.0, ES, signed=True) == "0,0"
    assert percent(-0.0301, EN, signed=True) == "−3.0\u00a0%"


def test_every_verdict_has_a_word() -> None:
    words = {verdict_words(verdict, ES) for verdict in Verdict}
    assert len(words) == len(Verdict)
    assert verdict_words(Verdict.MISTAKE, EN) == "mistake"


@pytest.mark.parametrize(
    ("seed", "moves"), [(3, 10), *[pytest.param(n, 40, marks=pytest.mark.slow) for n in (2, 3)]]
)
def test_everything_that_is_valued_has_a_reason(seed: int, moves: int) -> None:
    match, kinds = match_of(Rules("half")), set()
    for number, _ in enumerate(play(match, seed)):
        if match.game_over or number > moves:
            break
        for seat in match.to_act:
            view = match.view(seat)
            options = options_of(view)
            if options is None:
                continue
            kinds.add(view.phase)
            assert options.dealer == ("own" if view.dealer == seat else "opponent")
            assert options.needs[0] == view.needs(seat)
            for t in (EN, ES):
                for option in options.options[:4]:
                    assert explanation(options, option, t).endswith(".")
                    assert reason(options, t, option)
                    assert not set(explanation(options, option, t)) & set("{}")
    assert kinds == {Phase.DISCARD, Phase.PLAY}
