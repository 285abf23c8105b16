"""Positions: one line for any moment, and none for an impossible one."""

import pickle

import pytest

from pegout import rules
from pegout.cards import UNKNOWN, Card
from pegout.notation import PositionError, read_position, write_position
from pegout.notation.position import MAX_POSITION
from pegout.rules.engine import apply
from pegout.rules.state import State, new_game
from pegout.rules.view import view
from tests.cases import each

PACK = tuple(Card(number) for number in range(52))


HALF = rules.Rules("half")


def deal_hands() -> State:
    state = new_game(HALF, 1)
    for seat in (0, 1):
        state, _ = apply(state, rules.Ready(seat))
    state, _ = apply(state, rules.Shuffle(PACK))
    return state


def in_play() -> State:
    state = deal_hands()
    for seat in (0, 1):
        state, _ = apply(state, rules.Discard(seat, state.hands[seat][:2]))
    state, _ = apply(state, rules.Cut(state.cutter, 4))
    return state


PLAY = (
    "1~half~play~deal-1-1~score-0.0~rear-0.0~dealt-ACAH2C2H3C3H.ADAS2D2S3D3S~away-ACAH.ADAS"
    "~starter-5C"
)
TAIL = "pack-4C4D4H4S5D5H5S6C6D6H6S7C7D7H7S8C8D8H8S9C9D9H9STCTDTHTSJCJDJHJSQCQDQHQSKCKDKHKS"
MUGGINS = (
    "1~half.counting-manual.muggins-yes~play~deal-1-1~score-0.0~rear-0.0~dealt-2C3C4C5C6C7C."
    "xxxxxx~away-2C3C.xx~starter-5D~play-04C15H~claim-1_play_0_0_0"
)
SHOW = (
    "1~half.counting-manual.muggins-yes~show~deal-1-1~score-9.9~rear-1.1~dealt-2C3C4C5C6C7C."
    "AH8H9HTHJHQH~away-2C3C.AH8H~starter-5D~play-04C19H05C1TH0g.06C1JH07C1g.1QH.~shown-1"
    "~claim-0_hand_2_0_1"
)


def test_a_position_says_what_it_is() -> None:
    assert write_position(in_play()) == f"{PLAY}~{TAIL}"
    state = read_position(PLAY)
    assert state.phase is rules.Phase.PLAY
    assert state.hands[0] == in_play().hands[0]
    assert set(state.pack) == {UNKNOWN}
    assert read_position(MUGGINS).claim is not None
    assert read_position(SHOW).claim is not None


def test_the_cards_of_others_are_not_in_the_position_of_a_view() -> None:
    text = write_position(view(in_play(), 0))
    assert "dealt-ACAH2C2H3C3H.xxxxxx~away-ACAH.xx~starter-5C" in text
    assert "pack" not in text
    assert "dealt-xxxxxx.xxxxxx" in write_position(view(in_play(), None))


def moments() -> dict[rules.Phase, State]:
    """Return a state for each phase of a game before the show."""
    state = new_game(rules.Rules("half", first_deal="cut"))
    found = {state.phase: state}
    for action in (
        rules.Ready(0),
        rules.Ready(1),
        rules.Shuffle(PACK),
        rules.CutForDeal(0, 0),
        rules.CutForDeal(1, 5),
    ):
        state, _ = apply(state, action)
        found[state.phase] = state
    for state in (deal_hands(), in_play()):
        found[state.phase] = state
    state = deal_hands()
    for seat in (0, 1):
        state, _ = apply(state, rules.Discard(seat, state.hands[seat][:2]))
    return found | {state.phase: state}


@each("phase", moments())
def test_a_game_that_ended_early_may_have_ended_in_every_phase(phase: rules.Phase) -> None:
    state = moments()[phase]
    resigned, _ = apply(state, rules.Resign(1))
    stopped, _ = apply(state, rules.Stop(0))
    stopped, _ = apply(stopped, rules.Stop(1))
    for over in (resigned, stopped):
        assert over.phase is rules.Phase.OVER
        assert read_position(write_position(over)) == over
        for seat in (0, 1, None):
            seen = view(over, seat)
            assert view(read_position(write_position(seen)), seat) == seen


def test_the_cut_for_the_first_deal() -> None:
    state = new_game(rules.Rules())
    for seat in (0, 1):
        state, _ = apply(state, rules.Ready(seat))
    state, _ = apply(state, rules.Shuffle(PACK))
    state, _ = apply(state, rules.CutForDeal(0, 0))
    state, _ = apply(state, rules.CutForDeal(1, 1))
    assert state.cut_places == {0, 1}
    state, _ = apply(state, rules.CutForDeal(1, 17))
    text = write_position(view(state, 0))
    assert text == (
        "1~standard~cut_for_deal~deal-0~score-0.0~rear-0.0~cutting-0~cuts-1_17_5D~taken-0.1"
    )
    assert view(read_position(text), 0) == view(state, 0)
    assert read_position(write_position(state)) == state


@each(
    ("text", "code"),
    [
        ("", "bad_version"),
        ("3~half~ready", "bad_version"),
        ("01~half~ready", "bad_version"),
        ("1~half", "bad_version"),
        ("x" * (MAX_POSITION + 1), "too_long"),
        ("1~half~ready deal", "bad_part"),
        ("1~lunch~ready~deal-1-1~score-0.0~rear-0.0", "bad_rules"),
        ("1~half~over~deal-1-1~score-0.0~rear-0.0~resigned-1~ended-lunch", "bad_part"),
        ("1~half~lunch~deal-1-1~score-0.0~rear-0.0", "bad_phase"),
        ("1~half~ready~deal-1-1~score-0.0", "bad_part"),
        ("1~half~ready~deal-x-1~score-0.0~rear-0.0", "bad_part"),
        ("1~half~ready~deal-1-1~score-0.0~rear-0.0~lunch-1", "bad_part"),
        ("1~half~ready~deal-1-1~deal-1-1~score-0.0~rear-0.0", "bad_part"),
        ("1~half~ready~deal-1-1~score-0.0~rear-0.0~ready-00", "bad_part"),
        ("1~half~ready~deal-1-1~score-0.0~rear-0.0~seal-1_ab", "bad_part"),
        ("1~half~ready~deal-1-1~score-0.0~rear-0.0~word-a.b", "bad_part"),
        (PLAY.replace("starter-5C", "starter-5C5D"), "bad_part"),
        (PLAY.replace("dealt-AC", "dealt-ZC"), "bad_part"),
        (PLAY + "~play-02C1", "bad_part"),
        (MUGGINS.replace("_play_", "_go_"), "bad_part"),
        ("1~half~ready~deal-1-1~score-0~rear-0", "bad_scores"),
        ("1~half~ready~deal-1-1~score-9.0~rear-0", "bad_scores"),
        ("1~half~ready~deal-1-1~score-9.0~rear-9.0", "bad_scores"),
        ("1~half~ready~deal-2-1~score-61.0~rear-0.0", "bad_scores"),
        ("1~half~ready~deal-0~score-2.0~rear-0.0", "bad_scores"),
        (PLAY.replace("play~", "over~", 1), "bad_scores"),
        (PLAY.replace("2H3C3H", "2H3C3C"), "duplicate_card"),
        (PLAY.replace("starter-5C", "starter-3C"), "duplicate_card"),
        ("1~half~ready~deal-1~score-0.0~rear-0.0", "impossible"),
        ("1~half~ready~deal-1-2~score-0.0~rear-0.0", "impossible"),
        ("1~half~ready~deal-1-1~score-0.0~rear-0.0~ready-2", "impossible"),
        ("1~half~ready~deal-1-1~score-0.0~rear-0.0~ready-01", "impossible"),
        ("1~half~ready~deal-1-1~score-0.0~rear-0.0~word-YQ", "impossible"),
        ("1~half~ready~deal-1-1~score-0.0~rear-0.0~word-YQ.", "impossible"),
        (f"1~half~ready~deal-1-1~score-0.0~rear-0.0~seal-2_{'ab' * 32}", "impossible"),
        (f"1~half~ready~deal-1-1~score-0.0~rear-0.0~pack-{'x' * 52}", "impossible"),
        ("1~half~ready~deal-1-1~score-0.0~rear-0.0~crib-5H", "impossible"),
        ("1~half~ready~deal-1-1~score-0.0~rear-0.0~starter-5H", "impossible"),
        ("1~half~ready~deal-1-1~score-0.0~rear-0.0~cuts-0_1_5H.1_2_4H~ready-0", ""),
        ("1~half~ready~deal-1-1~score-0.0~rear-0.0~cuts-0_1_4H.1_2_5H", "impossible"),
        ("1~half~ready~deal-1-1~score-0.0~rear-0.0~cuts-0_1_5H.1_1_4H", "impossible"),
        ("1~half~ready~deal-2-1~score-5.5~rear-0.0~cuts-0_1_5H.1_2_4H", "impossible"),
        ("1~half~ready~deal-0~score-0.0~rear-0.0~cutting-0", "impossible"),
        ("1~half~ready~deal-0~score-0.0~rear-0.0~dealt-x.x", "impossible"),
        ("1~half.first_deal-chosen~ready~deal-0~score-0.0~rear-0.0", "impossible"),
        ("1~half~play~deal-0~score-0.0~rear-0.0", "impossible"),
        ("1~half~play~deal-1-1~score-0.0~rear-0.0", "impossible"),
        ("1~half~cut_for_deal~deal-0~score-0.0~rear-0.0", "impossible"),
        ("1~half~cut_for_deal~deal-0~score-0.0~rear-0.0~cutting-01", ""),
        ("1~half~cut_for_deal~deal-0~score-0.0~rear-0.0~cutting-01~pack-x", "impossible"),
        (
            "1~half.first_deal-random~cut_for_deal~deal-0~score-0.0~rear-0.0~cutting-01",
            "impossible",
        ),
        (PLAY.replace("~play~", "~cut~", 1), "impossible"),
        (PLAY.replace("3H.AD", "3H4H.AD"), "impossible"),
        (PLAY.replace("~away-ACAH.ADAS", "~away-ACAH"), "impossible"),
        (PLAY.replace("~away-ACAH.ADAS", "~away-ACKH.ADAS"), "impossible"),
        (PLAY.replace("~away-ACAH.ADAS", ""), "impossible"),
        (PLAY.replace("~starter-5C", "~starter-x"), "impossible"),
        (PLAY.replace("~starter-5C", "~play-02C"), "impossible"),
        (PLAY + "~pack-KS", "impossible"),
        (PLAY + "~cuts-0_1_5H.1_2_4H", "impossible"),
        (PLAY + "~cutting-0", "impossible"),
        (PLAY + "~play-12D", "impossible"),
        (PLAY + "~play-04D", "impossible"),
        (PLAY + "~play-0g", "impossible"),
        (PLAY + "~play-.", "impossible"),
        (PLAY + "~play-02C.", "impossible"),
        (PLAY + "~shown-1", "impossible"),
        (PLAY + "~claim-0_play_0_0_1", "impossible"),
        (MUGGINS.replace("1_play_0_0_0", "0_play_0_0_1"), "impossible"),
        (MUGGINS.replace("1_play_0_0_0", "1_play_0_0_1"), "impossible"),
        (MUGGINS.replace("1_play_0_0_0", "1_play_0_1_0"), "impossible"),
        (MUGGINS.replace("1_play_0_0_0", "1_play_100_0_0"), "impossible"),
        (MUGGINS.replace("~play-04C15H", ""), "impossible"),
        (SHOW.replace("0_hand_2_0_1", "0_crib_2_0_1"), "impossible"),
        (SHOW.replace("~shown-1", "~shown-9"), "impossible"),
        (SHOW.replace("~shown-1", ""), "impossible"),
        (SHOW.replace("1QH.~", "1QH~"), "impossible"),
        (SHOW.replace("~show~", "~ready~"), "impossible"),
        (SHOW.replace("~show~", "~over~").replace("score-9.9", "score-61.9"), "impossible"),
        (SHOW.replace("~claim-0_hand_2_0_1", "").replace("muggins-yes", "muggins-no"), ""),
        (
            SHOW.replace("~claim-0_hand_2_0_1", "").replace(".counting-manual.muggins-yes", ""),
            "impossible",
        ),
        (SHOW.replace("05C1TH0g.", "05C1TH0g.05C"), "impossible"),
        (SHOW.replace("05C1TH0g.06C1JH07C1g.", "05C1TH06C"), "impossible"),
        ("1~half~over~deal-1-1~score-61.9~rear-1.1~dealt-2C3C4C5C6C7C.AH8H9HTHJHQH", "impossible"),
    ],
)
def test_what_cannot_be_is_refused(text: str, code: str) -> None:
    if not code:
        assert write_position(read_position(text))
        return
    with pytest.raises(PositionError) as found:
        read_position(text)
    assert found.value.code == code, found.value


def test_an_unseen_hand_may_have_no_card_that_fits() -> None:
    start = (
        "1~half~play~deal-1-1~score-0.0~rear-0.0~dealt-2C3CTC9C6C7C."
        "xxxxxx~away-2C3C.xx~starter-5D~play-0TC1TH09C"
    )
    assert read_position(start).turn == 1
    over = read_position(start + "1g.")
    assert (over.turn, over.count, len(over.goes)) == (1, 0, 1)


def test_the_count_of_an_unseen_hand_may_be_over() -> None:
    text = (
        "1~half~play~deal-1-0~score-0.0~rear-0.0~dealt-2C3CTC9CKC7C."
        "xxxxxx~away-2C3C.xx~starter-5D~play-1TH0TC1JH{}"
    )
    assert read_position(text.format("")).turn == 0
    assert read_position(text.format("0g")).turn == 1
    over = read_position(text.format("0g."))
    assert (over.turn, over.count, len(over.goes)) == (0, 0, 1)
    with pytest.raises(PositionError):
        read_position(text.format("."))


def test_a_state_that_no_game_reaches_has_no_position() -> None:
    state = in_play()
    odd = [state.having(turn=1), state.having(turn=None), state.having(scores=(70, 0))]
    games: list[State | rules.View] = [*odd, view(odd[0], 0)]
    for game in games:
        with pytest.raises(PositionError) as found:
            write_position(game)
        error = pickle.loads(pickle.dumps(found.value))
        assert (error.code, str(error)) == ("unsettled", str(found.value))


def test_a_card_of_every_kind_stays_a_card() -> None:
    state, _ = apply(in_play(), rules.Play(0, Card("2C")))
    again = read_position(write_position(state))
    assert all(isinstance(card, Card) for card in again.pack)
    assert isinstance(again.pile[0].card, Card)
