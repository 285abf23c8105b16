"""The show: what a hand and a crib are worth, and in which order they are counted."""

from typing import Any

from pegout.cards import format_cards, parse_cards
from pegout.rules import PRESETS, HandShown, Scored
from pegout.scoring import Kind
from tests.cases import each
from tests.rules.rigging import rig

#: Hands with their starter and their points.
HANDS = {
    "5H 5S 5C JD + 5D": 29,
    "5C 5D 5H 5S + KC": 28,
    "4C 4D 5H 5S + 6C": 24,
    "7C 7D 8H 8S + 9C": 24,
    "3C 3D 3H 9S + 6C": 16,
    "2C 2D 2H 3S + 4C": 15,
    "7C 7D 8H 9S + KC": 12,
    "AC AD 2H 3S + 4C": 10,
    "TC JD QH KS + 9C": 5,
    "2H 4H 6H 8H + TH": 5,
    "2H 4H 6H 8H + TS": 4,
    "QC KD AH 2S + 7C": 0,
    "TC KD 2H 4S + 6C": 0,
}
FOUR_HEARTS = "2H 4H 6H 8H + TS"
FIVE_HEARTS = "2H 4H 6H 8H + TH"
FOUR_WITH_THE_STARTER = "2H 4H 6H 8S + TH"


def hand(text: str, **more: Any) -> int:
    """Give the points of these cards as the hand of seat 0."""
    cards, _, starter = text.partition(" + ")
    reason, points, *_ = rig(cards, starter=starter, **more).show()[0].split()
    assert reason == "hand"
    return int(points)


def crib(text: str, **more: Any) -> int:
    """Give the points of these cards as the crib."""
    cards, _, starter = text.partition(" + ")
    dealt = cards.split()
    hands = [f"/ {' '.join(dealt[:2])}", f"/ {' '.join(dealt[2:])}"]
    reason, points, *_ = rig(*hands, starter=starter, **more).show()[-1].split()
    assert reason == "crib"
    return int(points)


@each("rank", "TJQK")
def test_2_1_ten_jack_queen_and_king_are_worth_10(rank: str) -> None:
    assert hand(f"{rank}C 5D AH 3H + 8S") == 2


def test_2_1_an_ace_is_worth_1_and_every_other_card_its_number() -> None:
    assert hand("6C 9D KH QS + 8H") == 2
    assert hand("AC 4D TH KS + 7H") == 4


def test_2_2_the_ace_is_low_in_a_run_and_never_high() -> None:
    assert hand("AC 2D 3H 8S + JD") == 5
    assert hand("QC KD AH 8S + 6D") == 2


def test_4_2_the_starter_belongs_to_every_hand_and_to_the_crib() -> None:
    table = rig("5C 2D 4H 6S / 2C 8D", "TC 9D 8H 5S / 5D AC", starter="5H")
    worth = [int(line.split()[1]) for line in table.show()]
    assert worth == [12, 9, 6]


@each(("text", "points"), HANDS.items())
def test_6_2_the_points_of_a_hand(text: str, points: int) -> None:
    assert hand(text) == points


@each(("text", "points"), {**HANDS, FOUR_HEARTS: 0, FIVE_HEARTS: 5, "2H 4H 6H 8S + TH": 0}.items())
def test_6_5_the_points_of_a_crib(text: str, points: int) -> None:
    assert crib(text) == points


@each(
    ("preset", "switches", "points"),
    [
        *((preset, {}, 1) for preset in PRESETS if preset != "family"),
        ("family", {}, 2),
        ("standard", {"nobs_points": 0}, 0),
        ("standard", {"nobs_points": 1}, 1),
        ("standard", {"nobs_points": 2}, 2),
    ],
)
def test_6_6_nobs_in_hand_and_in_crib(preset: str, switches: dict[str, int], points: int) -> None:
    assert hand("JH 2C 4C 6D + 8H", preset=preset, **switches) == points
    assert crib("JH 2C 4C 6D + 8H", preset=preset, **switches) == points
    assert hand("JD 2C 4C 6D + 8H", preset=preset, **switches) == 0


@each(
    ("preset", "switches", "four", "five"),
    [
        *((preset, {}, 0, 5) for preset in PRESETS if preset != "clasico"),
        ("clasico", {}, 4, 5),
        ("clasico", {"crib_flush": "five"}, 0, 5),
        ("standard", {"crib_flush": "five"}, 0, 5),
        ("standard", {"crib_flush": "four"}, 4, 5),
        ("standard", {"crib_flush": "none"}, 0, 0),
    ],
)
def test_6_5_a_crib_flush(preset: str, switches: dict[str, str], four: int, five: int) -> None:
    assert crib(FOUR_HEARTS, preset=preset, **switches) == four
    assert crib(FIVE_HEARTS, preset=preset, **switches) == five
    assert hand(FOUR_HEARTS, preset=preset, **switches) == 4
    assert hand(FIVE_HEARTS, preset=preset, **switches) == 5


@each("preset", PRESETS)
def test_6_4_no_flush_of_four_with_the_starter(preset: str) -> None:
    assert hand(FOUR_WITH_THE_STARTER, preset=preset) == 0
    assert crib(FOUR_WITH_THE_STARTER, preset=preset) == 0


@each("preset", PRESETS)
def test_5_6_runs_always_count_in_the_show(preset: str) -> None:
    assert hand("JD QD KH 2S + 7C", preset=preset) == 3


@each("preset", PRESETS)
def test_6_3_ten_and_king_are_no_pair_in_the_show(preset: str) -> None:
    assert hand("TC KD 2H 4S + 6C", preset=preset) == 0


@each("preset", PRESETS)
def test_6_6_a_jack_that_is_the_starter_is_no_nobs(preset: str) -> None:
    table = rig("2D 4D 6C 8H / 2H 4H", "2C 4C 6D 8D / 6H 8S", starter="JD", preset=preset)
    assert table.show() == ["hand 0 to 0", "hand 0 to 1", "crib 0 to 1"]


def test_6_1_the_pone_the_dealer_and_the_crib() -> None:
    table = rig("5C 5D 5H 5S / 2C 2D", "TC TD KH KS / 4C 4D", starter="QC")
    assert table.show() == ["hand 28 to 0", "hand 4 to 1", "crib 4 to 1"]


def test_6_1_a_hand_is_shown_and_then_counted() -> None:
    table = rig("7C 7D 8H 9S / 2C 2D", "TC TD QH KS / AC 6D", starter="KC")
    events = [event for event in table.play_out() if isinstance(event, HandShown | Scored)][-6:]
    assert [type(event) for event in events] == [HandShown, Scored] * 3
    shown = [event for event in events if isinstance(event, HandShown)]
    assert [(event.seat, event.cards, event.crib) for event in shown] == [
        (0, parse_cards("7C 7D 8H 9S"), False),
        (1, parse_cards("TC TD QH KS"), False),
        (1, parse_cards("2C 2D AC 6D"), True),
    ]


def test_6_7_every_point_is_itemised() -> None:
    events = rig("7C 7D 8H 9S", starter="KC").play_out()
    counted = next(
        event for event in events if isinstance(event, Scored) and event.reason == "hand"
    )
    assert [(item.kind, format_cards(item.cards), item.points) for item in counted.items] == [
        (Kind.FIFTEEN, "7C 8H", 2),
        (Kind.FIFTEEN, "7D 8H", 2),
        (Kind.DOUBLE_RUN, "7C 7D 8H 9S", 8),
    ]


def test_6_8_a_hand_without_points_is_counted_for_0() -> None:
    assert rig("TC KD 2H 4S", starter="6C").show()[0] == "hand 0 to 0"
