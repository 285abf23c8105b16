"""The mistakes of a beginner, each of them every time."""

from pegout.cards import format_cards, parse_cards
from pegout.players import create
from pegout.players.encoding import bytes_of, pile_of
from pegout.rules import Claim, Discard, Play, Rules
from pegout.rules.engine import apply
from pegout.rules.state import to_act
from pegout.rules.view import view
from pegout.simulation.policies.rules_of_thumb import visible_points, visible_score
from tests.cases import each
from tests.search.multiplayer.spots import deal, playing

HANDS = ["5H 5S 2C 3D 8H KS", "4C 7D KD QC 6H 9S"]


def seen_in_play(pile: str, *, runs: bool = True) -> int:
    """Return the points that a beginner sees for the last card of a pile."""
    cards = parse_cards(pile)
    count = sum([min((card >> 2) + 1, 10) for card in cards])
    return visible_score(pile_of(cards), count, runs)


@each(
    ("cards", "seen", "truth"),
    [
        ("5H 5S TC KD", 10, 10),
        ("2H 6S 7C KD", 0, 2),  # fifteen by three cards
        ("4H 4S 5C 6D 8H", 5, 12),  # one run of two, the fifteens of three cards not seen
        ("3H 4S 5C 5D 6C", 6, 14),
        ("2H 4S 6C 8D", 0, 0),
    ],
)
def test_a_beginner_counts_what_is_plain_to_see(cards: str, seen: int, truth: int) -> None:
    hand = parse_cards(cards)
    assert visible_points(bytes_of(hand), len(hand), 0) == seen <= truth


def test_a_beginner_sees_a_flush() -> None:
    for starter, suited, seen in (("QS", 4, 4), ("QH", 4, 4), ("QS", 0, 0)):
        hand = parse_cards(f"2H 4H 9H KH {starter}")
        assert visible_points(bytes_of(hand), 5, suited) == seen
    hand = parse_cards("2H 4H 9S KH QH")
    assert visible_points(bytes_of(hand), 5, 4) == 0


@each(
    ("pile", "points"),
    [
        ("TC 5D", 2),
        ("7C 7D", 2),
        ("7C 7D 7H", 6),
        ("4C 5D 6H", 5),
        ("6C 5D 4H", 5),
        ("6C 4D 5H", 2),  # the beginner misses the run but sees the fifteen
        ("3C 5D 4H", 0),
        ("TC QC AD", 0),
    ],
)
def test_a_beginner_sees_runs_that_lie_in_order(pile: str, points: int) -> None:
    assert seen_in_play(pile) == points


def test_a_beginner_without_runs_counts_none() -> None:
    assert seen_in_play("5D 6H 7C", runs=False) == 0


def test_a_beginner_does_not_ask_whose_crib_it_is() -> None:
    discards = []
    for dealer in (0, 1):
        action = create("novice").choose(view(deal(HANDS, dealer=dealer), 0))
        assert isinstance(action, Discard)
        discards.append(action.cards)
    assert discards[0] == discards[1]


def test_a_beginner_leads_a_ten_and_gives_away_low_cards() -> None:
    state = deal(["4H 9C 2C AD QH KS", HANDS[1].replace("QC", "7C")], dealer=1)
    action = create("novice").choose(view(state, 0))
    assert isinstance(action, Discard)
    assert format_cards(sorted(action.cards)) == "AD 2C"
    lead = create("novice").choose(view(playing(state, ["2C AD", "6H 9S"]), 0))
    assert isinstance(lead, Play)
    assert str(lead.card) == "KS"


def test_a_beginner_claims_what_it_sees_and_a_club_player_everything() -> None:
    variant = Rules(counting="manual", target=241)
    state = deal(["3H 4S 5C 5D AH KS", "2C 7D KD QC 8H 9S"], rules=variant, dealer=1)
    for seat, discard in enumerate(["AH KS", "8H 9S"]):
        state, _ = apply(state, Discard(seat, parse_cards(discard)))
    luck = create("random", 2)
    while state.phase != "show":
        (seat,) = to_act(state)
        state, _ = apply(state, luck.choose(view(state, seat)))
    claims = [create(level).choose(view(state, 0)) for level in ("novice", "club")]
    assert all(isinstance(claim, Claim) for claim in claims)
    novice, club = (claim.points for claim in claims if isinstance(claim, Claim))
    assert novice < club
    assert apply(state, claims[1])[0].scores[0] - state.scores[0] == club
