"""The choices of the levels that follow rules of thumb."""

from itertools import product

from pegout.cards import format_cards, parse_cards
from pegout.players import create
from pegout.players.encoding import game_of, ground_of, hand_of
from pegout.rules import Discard, Play, Rules
from pegout.rules.state import State
from pegout.rules.view import view
from pegout.simulation.policies.rules_of_thumb import DASH, STEADY, STOP, can_reply, club_stance
from tests.cases import each
from tests.search.multiplayer.spots import deal, playing

STANDARD = Rules()
OTHER = "4C 8D KD QC 6H 9S"


def discard(level: str, hand: str, dealer: int, scores: tuple[int, int] = (0, 0)) -> str:
    state = deal([hand, "AC 8D 8C JC KC QD"], dealer=dealer, scores=scores)
    action = create(level).choose(view(state, 0))
    assert isinstance(action, Discard)
    return format_cards(sorted(action.cards))


def play_rank(level: str, state: State, seat: int) -> str:
    """Return the rank of the card that a seat plays."""
    action = create(level).choose(view(state, seat))
    assert isinstance(action, Play)
    return str(action.card)[0]


def lead_of(level: str, hand: str) -> str:
    """Return what seat 0 leads from four cards after discarding a queen and a king."""
    state = deal([f"{hand} QS KS", OTHER], dealer=1, starter="JS")
    return play_rank(level, playing(state, ["QS KS", "KD QC"]), 0)


def stance(state: State, seat: int) -> int:
    mine = view(state, seat)
    own, other = mine.needs(seat), mine.needs(1 - seat)
    return club_stance(game_of(mine), ground_of(mine.rules), seat, own, other)


def reply_to(level: str, hand: str, lead: str) -> str:
    """Return seat 0's reply to a card that seat 1 leads."""
    state = deal([f"{hand} QS KS", f"{lead} 8D KD QC 6H 9S"], dealer=0, starter="JS")
    return play_rank(level, playing(state, ["QS KS", "KD QC"], lead), 0)


def test_whose_crib_it_is_matters_at_a_club_and_not_now_and_then() -> None:
    hand = "5H 5S 2C 3D 8H KS"
    for level, careful in (("casual", False), ("club", True), ("classic", True)):
        discards = {discard(level, hand, dealer) for dealer in (0, 1)}
        assert (len(discards) == 2) is careful


@each(
    ("level", "hand", "card"),
    [
        ("novice", "5H 4S 3C 2D", "4"),
        ("casual", "5H 4S 3C 2D", "4"),
        ("casual", "9H TS 3C 2D", "T"),
        ("classic", "9H 4S 3C 2D", "4"),
        ("classic", "7H 8S 9C TD", "9"),
        ("club", "5H 4S TC JD", "4"),
        ("club", "8H 8S 9C JD", "8"),
    ],
)
def test_leads(level: str, hand: str, card: str) -> None:
    assert lead_of(level, hand) == card


@each(
    ("level", "hand", "lead", "card"),
    [
        ("novice", "4H 3S 2D 2H", "AC", "4"),
        ("casual", "4H 3S 2D 2H", "AC", "3"),
        ("club", "4H 3S 2D 2H", "AC", "3"),
        ("casual", "5H TS 2D 9H", "TC", "T"),
        ("club", "5H TS 2D 9H", "TC", "5"),
        ("classic", "5H TS 2D 9H", "TC", "T"),
    ],
)
def test_answers(level: str, hand: str, lead: str, card: str) -> None:
    assert reply_to(level, hand, lead) == card


@each(("level", "twin"), product(["novice", "casual", "classic", "club"], ["2", "3", "6"]))
def test_the_fourth_of_a_rank_is_played_on_the_other_three(level: str, twin: str) -> None:
    hands = [f"{twin}C {twin}D QH KH TS JS", f"{twin}H {twin}S QC KC TD JD"]
    state = deal(hands, dealer=1, starter="AC")
    state = playing(state, ["TS JS", "TD JD"], f"{twin}C", f"{twin}H", f"{twin}D")
    assert play_rank(level, state, 1) == twin


@each(
    ("others", "card", "after", "answers"),
    [
        ("AC KD", "7H", 7, True),  # 7 7 A is 15
        ("7C KD", "7H", 7, True),  # a third seven
        ("KC 9D", "7H", 7, False),
        ("3C KD", "2H", 17, False),
        ("5C KD", "9H", 16, True),  # a ten-card, and 31
        ("8C 8D", "8H", 22, False),  # no more of them fit
    ],
)
def test_answers_of_the_classic_player(others: str, card: str, after: int, answers: bool) -> None:
    (played,) = parse_cards(card)
    assert can_reply(hand_of([*parse_cards(others), played]), played, after) is answers


def test_the_classic_player_knows_no_flush_of_four_in_hand() -> None:
    # A club player keeps the hearts; a player who counts every hand as a crib keeps fifteens.
    hand = "2H 4H TH KH 9C 6D"
    assert discard("club", hand, 0) == "6D 9C"
    assert discard("classic", hand, 0) == "TH KH"


def test_a_club_player_breaks_no_sure_hand() -> None:
    hand = "2H 4C 7C 7D 9D 9S"
    assert discard("club", hand, 1, (30, 30)) == "2H 4C"
    assert discard("club", hand, 1, (115, 118)) == "7C 7D"


@each(
    ("scores", "seat", "wanted"),
    [
        ((100, 100), 0, STEADY),
        ((115, 100), 0, STOP),  # seven sixes and eights count six at least, and first
        ((100, 115), 1, STEADY),  # the pone is far away
        ((114, 114), 1, DASH),
        ((114, 100), 1, STEADY),
    ],
)
def test_a_club_player_sees_who_is_first(scores: tuple[int, int], seat: int, wanted: int) -> None:
    hands = ["7H 7S 8D 8C QS KS", "4C 3D KD QC 6H 9S"]
    state = playing(deal(hands, dealer=1, scores=scores, starter="JS"), ["QS KS", "KD QC"])
    assert stance(state, seat) == wanted


def test_nobody_counts_first_in_lowball() -> None:
    variant: Rules = Rules(lowball=True)
    hands = ["7H 7S 8D 8C QS KS", "4C 3D KD QC 6H 9S"]
    state = deal(hands, rules=variant, dealer=1, scores=(115, 100), starter="JS")
    assert stance(playing(state, ["QS KS", "KD QC"]), 0) == STEADY


def test_nobody_keeps_a_sure_hand_in_lowball() -> None:
    hand = "2H 4C 7C 7D 9D 9S"
    for scores in ((30, 30), (115, 100)):
        state = deal(
            [hand, "AC 8D 8C JC KC QD"], rules=Rules(lowball=True), dealer=1, scores=scores
        )
        action = create("club").choose(view(state, 0))
        assert isinstance(action, Discard)
        assert format_cards(sorted(action.cards)) == "9D 9S"
