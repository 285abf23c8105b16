"""A view in characters: what it shows, and that it shows nothing else."""

from dataclasses import replace

import pytest

from pegout.cards import CARDS, Card, parse_cards
from pegout.rules import Rules, SeatView, View
from pegout.rules.state import new_game
from pegout.rules.table import Phase, PlayedCard, Result, Shown
from pegout.rules.view import draw, headline, view

NAMES = ("Ann", "Benedikta")


def a_view(**changes: object) -> View:
    start = view(new_game(Rules("half"), dealer=0), None)
    return replace(start, **changes)  # type: ignore[arg-type]


def test_the_play_is_drawn_with_both_tracks_hands_and_the_pile() -> None:
    seen = a_view(
        phase=Phase.PLAY,
        deal=3,
        dealer=1,
        scores=(12, 61),
        rear=(4, 59),
        to_act=frozenset({0}),
        hand_sizes=(2, 3),
        crib_size=4,
        starter=Card("5D"),
        count=17,
        pile=(PlayedCard(0, Card("7C")), PlayedCard(1, Card("TD"))),
    )
    assert draw(seen, NAMES).splitlines() == [
        "half to 61, deal 3, play",
        "Ann         12 |-o---O-------------------------|",
        "Benedikta   61 |-----------------------------oO|",
        "Ann         *  ?? ??",
        "Benedikta    D ?? ?? ??",
        "starter 5D  crib 4 cards",
        "pile    7C TD  = 17",
    ]
    assert headline(seen, NAMES) == "half, deal 3, Ann 12 Benedikta 61, Ann to play"


def test_the_show_and_the_end_are_drawn() -> None:
    cards = parse_cards("5H 5S 5C JD")
    seen = a_view(
        phase=Phase.OVER,
        shown=(Shown(0, cards, False), Shown(1, cards, True)),
        result=Result((1,), (0, 0), (0, 1)),
        to_act=frozenset(),
    )
    lines = draw(seen, NAMES).splitlines()
    assert lines[-3:] == [
        "shown   5H 5S 5C JD  Ann",
        "shown   5H 5S 5C JD  Benedikta's crib",
        "won by Benedikta",
    ]
    assert headline(seen, NAMES).endswith("won by Benedikta")


def test_chance_alone_is_nobody_to_wait_for() -> None:
    assert headline(a_view(to_act=frozenset({-1})), NAMES) == "half, deal 1, Ann 0 Benedikta 0"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_partners_share_a_track(players: int) -> None:
    game = Rules(players=players)
    lines = str(view(new_game(game), None)).splitlines()
    assert len([line for line in lines if "|" in line]) == game.sides
    assert ("seat 0+seat 2" in lines[1]) is (players == 4)


def test_a_seat_sees_its_own_cards_and_nobody_elses() -> None:
    state = new_game(Rules("half"), dealer=0)
    ours, theirs, others = CARDS[:6], CARDS[6:12], CARDS[20:26]
    first, second = (
        state.having(phase=Phase.DISCARD, hands=(ours, hand), dealt=(ours, hand))
        for hand in (theirs, others)
    )
    text = str(view(first, 0))
    assert "AC AD AH AS 2C 2D" in text
    assert "?? ?? ?? ?? ?? ??" in text
    assert text == str(view(second, 0))
    assert str(view(first, None)) == str(view(second, None))
    assert str(view(first, None)).count("??") == 12


def test_the_view_of_a_seat_has_its_seat_in_its_type() -> None:
    state = new_game(Rules(), dealer=0)
    assert type(view(state, 1)) is SeatView
    assert type(view(state, None)) is View
    assert isinstance(view(state, 1), View)
