"""What is said when something may not be done, and that nothing but that ever happens."""

import inspect
import pickle
import random
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import strategies as st

from pegout.cards import CARDS, UNKNOWN, Card, parse_cards
from pegout.rules import (
    NATURE,
    Accept,
    Action,
    Claim,
    Commit,
    Cut,
    CutForDeal,
    Discard,
    Go,
    GoOn,
    IllegalAction,
    Muggins,
    Phase,
    Play,
    Ready,
    Resign,
    Reveal,
    Rules,
    Shuffle,
    Stop,
    engine,
    seen,
)
from pegout.rules.engine import apply, why_not
from pegout.rules.errors import quoted
from pegout.rules.state import State, evolve, new_game
from tests.cases import each, examples, present, raises_code
from tests.rules.games import SEEDS, variants, walk
from tests.rules.rigging import Table, first_cut, pack_of, rig

HUGE: Any = 10**5000
HEX = "0123456789abcdef" * 4


def odd(value: object) -> Any:
    """Give something where the types say that it may not be."""
    return value


def ready(**switches: Any) -> State:
    return new_game(Rules(**switches), dealer=1)


def commit() -> State:
    return apply(ready(), Commit(HEX))[0]


def to_shuffle() -> State:
    state = ready()
    for seat in (0, 1):
        state, _ = apply(state, Ready(seat))
    return state


def to_cut_for_deal() -> State:
    table = first_cut()
    table.do(CutForDeal(0, 9))
    return table.state


def to_discard() -> State:
    return rig("2C 3C 4C 6C / 7C 8C", until=Phase.DISCARD).state


def to_cut() -> State:
    return rig(until=Phase.CUT).state


def to_play(words: str = "", **switches: Any) -> State:
    table = rig("KC 9C 2C 8C", "QD TD 8D 7D", **switches)
    table.played(words)
    return table.state


def to_claim(**switches: Any) -> State:
    table = rig(counting="manual", **switches)
    table.play_out()
    return table.state


def to_answer() -> State:
    return to_play("K=0", counting="manual", muggins=True)


def over() -> State:
    return rig(starter="JD", scores=(0, 120)).state


def without(count: int) -> tuple[Card, ...]:
    return CARDS[:count]


PACK = "a pack is a tuple of 52 cards, each of them once; not "
AWAY = "discard 2 of your cards 2C 3C 4C 6C 7C 8C, each of them once, as a tuple; not "
MINE = "play one of your cards KC 9C 2C 8C, not "
PLACE = "cut a place from 0 to 51 that nobody has cut; not "
LIFT = "lift 4 to 36 cards, so that each packet has at least 4; not "
POINTS = "say how many points, 0 to 99; not "
SEAT = "a seat is a number from 0 to 1, not "
COMMIT = "a pack is committed to once, before anybody says ready for it"
REVEAL = "a secret is published once, for a deal that is over and was committed to; deal {} is not"
TURN = "it is not your turn"

#: What is asked for, and the code and the message of the refusal.
REFUSED: list[tuple[Callable[[], State], Any, str, str]] = [
    (ready, None, "unknown_action", "expected an action, not None"),
    (ready, "go", "unknown_action", "expected an action, not 'go'"),
    (ready, Go, "unknown_action", "expected an action, not <class 'pegout.rules.actions.Go'>"),
    (ready, HUGE, "unknown_action", "expected an action, not this int"),
    (ready, Ready(2), "bad_seat", SEAT + "2"),
    (ready, Ready(-2), "bad_seat", SEAT + "-2"),
    (ready, Ready(True), "bad_seat", SEAT + "True"),
    (ready, Ready(odd(None)), "bad_seat", SEAT + "None"),
    (ready, Ready(odd("0")), "bad_seat", SEAT + "'0'"),
    (ready, Ready(odd(0.0)), "bad_seat", SEAT + "0.0"),
    (ready, Ready(odd([0])), "bad_seat", SEAT + "[0]"),
    (ready, Ready(HUGE), "bad_seat", SEAT + "this int"),
    (lambda: ready(players=4), Ready(4), "bad_seat", "a seat is a number from 0 to 3, not 4"),
    (ready, Commit(HEX, 2), "bad_seat", SEAT + "2"),
    (over, Ready(0), "game_over", "the game is over"),
    (over, Shuffle(CARDS), "game_over", "the game is over"),
    (ready, Ready(NATURE), "not_your_turn", TURN),
    (to_cut, Cut(1, 9), "not_your_turn", TURN),
    (to_play, Go(1), "not_your_turn", TURN),
    (to_answer, Claim(0, 1), "not_your_turn", TURN),
    (to_cut, Commit(HEX, 1), "not_your_turn", TURN),
    (ready, Go(0), "wrong_action", "now is the time for: ready; not go"),
    (ready, Commit(HEX, 0), "wrong_action", "now is the time for: ready; not commit"),
    (ready, Reveal(0, HEX, 1), "wrong_action", "now is the time for: ready; not reveal"),
    (to_shuffle, Ready(NATURE), "wrong_action", "now is the time for: shuffle; not ready"),
    (to_cut_for_deal, Cut(1, 9), "wrong_action", "now is the time for: cutfordeal; not cut"),
    (to_discard, Go(0), "wrong_action", "now is the time for: discard; not go"),
    (to_cut, Go(0), "wrong_action", "now is the time for: cut; not go"),
    (to_play, Claim(0, 1), "wrong_action", "now is the time for: play or go; not claim"),
    (to_claim, Muggins(0, 1), "wrong_action", "now is the time for: claim; not muggins"),
    (to_answer, Go(1), "wrong_action", "now is the time for: accept or muggins; not go"),
    (commit, Commit(HEX), "too_late", COMMIT),
    (lambda: apply(ready(), Ready(0))[0], Commit(HEX), "too_late", COMMIT),
    (to_discard, Commit(HEX), "too_late", COMMIT),
    (over, Commit(HEX), "too_late", COMMIT),
    *(
        (
            ready,
            Commit(odd(text)),
            "bad_commitment",
            "a commitment is 64 hexadecimal digits in lower case",
        )
        for text in ("", HEX[1:], HEX + "0", HEX.upper(), "g" * 64, None, 64, ["a"] * 64)
    ),
    (commit, Reveal(1, HEX), "not_finished", REVEAL.format("1")),
    (commit, Reveal(0, HEX), "not_finished", REVEAL.format("0")),
    (commit, Reveal(-1, HEX), "not_finished", REVEAL.format("-1")),
    (over, Reveal(True, HEX), "not_finished", REVEAL.format("True")),
    (over, Reveal(1, HEX), "not_finished", REVEAL.format("1")),
    (over, Reveal(odd(None), HEX), "not_finished", REVEAL.format("None")),
    (over, Reveal(odd("1"), HEX), "not_finished", REVEAL.format("'1'")),
    (over, Reveal(HUGE, HEX), "not_finished", REVEAL.format("this int")),
    (
        lambda: over().having(sealed=((1, HEX),)),
        Reveal(1, "secret"),
        "bad_secret",
        "a secret is 64 hexadecimal digits in lower case",
    ),
    (
        ready,
        Ready(0, "x" * 65),
        "bad_contribution",
        "expected a contribution of 0 to 64 characters; got 65; shorten it",
    ),
    (
        ready,
        Ready(0, odd(None)),
        "bad_contribution",
        "expected a contribution as text; got NoneType; turn it into a str",
    ),
    (to_shuffle, Shuffle(()), "bad_pack", PACK + "()"),
    (to_shuffle, Shuffle(odd(None)), "bad_pack", PACK + "None"),
    (to_shuffle, Shuffle(odd(list(CARDS))), "bad_pack", PACK + "[Card('AC'), Card('A"),
    (to_shuffle, Shuffle(without(51)), "bad_pack", PACK + "(Card('AC'), Card('A"),
    (to_shuffle, Shuffle((*CARDS, CARDS[0])), "bad_pack", PACK + "(Card('AC'), Card('A"),
    (to_shuffle, Shuffle((*without(51), CARDS[0])), "bad_pack", PACK + "(Card('AC'), Card('A"),
    (to_shuffle, Shuffle(odd(tuple(range(52)))), "bad_pack", PACK + "(0, 1, 2, 3, 4, 5, 6"),
    (to_shuffle, Shuffle(odd(([],) * 52)), "bad_pack", PACK + "([], [], [], [], [],"),
    (to_cut_for_deal, CutForDeal(1, 9), "bad_cut", PLACE + "9"),
    (to_cut_for_deal, CutForDeal(1, -1), "bad_cut", PLACE + "-1"),
    (to_cut_for_deal, CutForDeal(1, 52), "bad_cut", PLACE + "52"),
    (to_cut_for_deal, CutForDeal(1, True), "bad_cut", PLACE + "True"),
    (to_cut_for_deal, CutForDeal(1, odd(None)), "bad_cut", PLACE + "None"),
    (to_cut_for_deal, CutForDeal(1, HUGE), "bad_cut", PLACE + "this int"),
    (to_cut, Cut(0, 3), "bad_cut", LIFT + "3"),
    (to_cut, Cut(0, 37), "bad_cut", LIFT + "37"),
    (to_cut, Cut(0, odd(4.0)), "bad_cut", LIFT + "4.0"),
    (to_cut, Cut(0, Card(5)), "bad_cut", LIFT + "2D"),
    (to_cut, Cut(0, HUGE), "bad_cut", LIFT + "this int"),
    (to_discard, Discard(0, parse_cards("2C")), "bad_discard", AWAY + "(Card('2C'),)"),
    (
        to_discard,
        Discard(0, parse_cards("2C 2C", distinct=False)),
        "bad_discard",
        AWAY + "(Card('2C'), Card('2C'))",
    ),
    (
        to_discard,
        Discard(0, parse_cards("2C KS")),
        "bad_discard",
        AWAY + "(Card('2C'), Card('KS'))",
    ),
    (to_discard, Discard(0, (UNKNOWN, UNKNOWN)), "bad_discard", AWAY + "(Card('??'), Card('??'))"),
    (
        to_discard,
        Discard(0, odd(list(parse_cards("2C 3C")))),
        "bad_discard",
        AWAY + "[Card('2C'), Card('3C')]",
    ),
    (to_discard, Discard(0, odd(("2C", "3C"))), "bad_discard", AWAY + "('2C', '3C')"),
    (to_discard, Discard(0, odd((4, 8))), "bad_discard", AWAY + "(4, 8)"),
    (to_discard, Discard(0, odd(([], {}))), "bad_discard", AWAY + "([], {})"),
    (to_discard, Discard(0, odd(None)), "bad_discard", AWAY + "None"),
    (to_play, Play(0, Card("KS")), "not_your_card", MINE + "KS"),
    (to_play, Play(0, UNKNOWN), "not_your_card", MINE + "??"),
    (to_play, Play(0, odd("KC")), "not_your_card", MINE + "'KC'"),
    (to_play, Play(0, odd(int(Card("KC")))), "not_your_card", MINE + "48"),
    (to_play, Play(0, odd(None)), "not_your_card", MINE + "None"),
    (to_play, Play(0, odd([])), "not_your_card", MINE + "[]"),
    (to_play, Play(0, odd(HUGE)), "not_your_card", MINE + "this int"),
    (
        lambda: to_play("K Q 9"),
        Play(1, Card("8D")),
        "over_31",
        "the 8D would make 37; the count stops at 31",
    ),
    (to_play, Play(0, Card("KC"), 0), "counted_for_you", "the table counts; claim nothing"),
    (lambda: to_play(counting="manual"), Play(0, Card("KC")), "bad_claim", POINTS + "None"),
    (lambda: to_play(counting="manual"), Play(0, Card("KC"), -1), "bad_claim", POINTS + "-1"),
    (to_claim, Claim(0, 100), "bad_claim", POINTS + "100"),
    (to_claim, Claim(0, True), "bad_claim", POINTS + "True"),
    (to_claim, Claim(0, odd(2.0)), "bad_claim", POINTS + "2.0"),
    (to_claim, Claim(0, HUGE), "bad_claim", POINTS + "this int"),
    (to_answer, Muggins(1, -HUGE), "bad_claim", POINTS + "this int"),
    (to_answer, Muggins(1, odd("2")), "bad_claim", POINTS + "'2'"),
    (to_play, Go(0), "can_play", "you can play the KC or the 9C or the 2C or the 8C"),
    (lambda: to_play("K Q 9 go"), Go(0), "can_play", "you can play the 2C"),
    (
        lambda: apply(ready(), Stop(1))[0],
        Stop(1),
        "already_offered",
        "this seat has already offered to stop; wait for the other seats, or play on",
    ),
    (ready, GoOn(0), "no_offer", "nobody has offered to stop, so there is nothing to take back"),
    (ready, Resign(2), "bad_seat", SEAT + "2"),
    (ready, Resign(NATURE), "not_your_turn", "it is not your turn"),
]


@each(("state", "action", "code", "message"), REFUSED)
def test_what_is_said(state: Callable[[], State], action: Any, code: str, message: str) -> None:
    before = state()
    problem = present(why_not(before, action))
    assert (problem.code, str(problem)) == (code, message)
    again = pickle.loads(pickle.dumps(problem))
    assert (type(again), again.code, str(again)) == (IllegalAction, code, message)
    with pytest.raises(IllegalAction) as caught:
        apply(before, action)
    assert (caught.value.code, str(caught.value)) == (code, message)
    assert before == state()


def test_every_code_is_tested() -> None:
    source = inspect.getsource(engine)
    codes = set(re.findall(r'IllegalAction\(\s*"(\w+)"', source))
    codes |= {"bad_commitment", "bad_secret"}
    assert codes - {"unknown_cards"} == {code for _, _, code, _ in REFUSED}


# --- cards that nobody has seen -------------------------------------------------------------------


def as_seen_by(table: Table, seat: int | None) -> State:
    """Give what a seat knows of a game, as a state."""
    state = new_game(table.state.rules, dealer=table.state.rules.players - 1)
    for event in table.events:
        state = evolve(state, seen(event, seat))
    return state


def test_a_starter_that_nobody_has_seen_cannot_be_turned_up() -> None:
    known = as_seen_by(rig(until=Phase.CUT), 0)
    assert why_not(known, Cut(0, 5)) is None
    with raises_code(
        IllegalAction, "unknown_cards", match="cards that nobody has seen cannot be counted"
    ):
        apply(known, Cut(0, 5))


def test_a_dealer_cannot_be_found_by_cards_that_nobody_has_seen() -> None:
    table = first_cut()
    known = new_game(table.state.rules)
    for event in table.events:
        known = evolve(known, seen(event, 0))
    known, _ = apply(known, CutForDeal(0, 5))
    with raises_code(IllegalAction, "unknown_cards"):
        apply(known, CutForDeal(1, 6))


def test_a_hand_that_nobody_has_seen_cannot_be_counted() -> None:
    table = rig("A A A A", "2 2 2 2")
    table.played("A 2 A 2 A 2 A")
    known = as_seen_by(table, 0)
    with raises_code(IllegalAction, "unknown_cards"):
        apply(known, Play(1, table.state.hands[1][0]))


def test_a_card_that_cannot_be_seen_may_be_any_but_each_only_once() -> None:
    known = as_seen_by(rig(until=Phase.DISCARD), 1)
    five, six = parse_cards("5H 6H")
    assert why_not(known, Discard(0, (five, six))) is None
    assert why_not(known, Discard(0, (UNKNOWN, six))) is None
    problem = present(why_not(known, Discard(0, (five, five))))
    assert problem.code == "bad_discard"
    state, _ = apply(known, Discard(0, (five, six)))
    assert state.hands[0] == (UNKNOWN,) * 4
    assert state.kept(0) == (UNKNOWN,) * 4


def test_any_card_fits_up_to_21_and_what_cannot_be_seen_may_not_fit_above() -> None:
    table = rig("T A", "K 2")
    for words, code in (("", "can_play"), ("T K", "can_play"), ("A 2", None)):
        table.played(words)
        problem = why_not(as_seen_by(table, 1), Go(0))
        assert (problem and problem.code) == code


# --- whatever anybody may send --------------------------------------------------------------------


class Awkward:
    """An object that cannot be written, compared or hashed."""

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        raise RuntimeError("no")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no")


def nest() -> list[Any]:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    return deep


DEEP = nest()
#: A card that no pack has.
FORGED = int.__new__(Card, 99)

GARBAGE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(min_value=-3, max_value=60),
    st.integers(),
    st.floats(),
    st.text(max_size=70),
    st.binary(max_size=5),
    st.sampled_from([*CARDS, UNKNOWN, FORGED, *range(4), HUGE, -HUGE, HEX, Card, Phase.PLAY]),
    st.lists(st.sampled_from([*CARDS, UNKNOWN, None, 3]), max_size=6),
    st.lists(st.sampled_from([*CARDS, UNKNOWN, None, 3]), max_size=6).map(tuple),
    st.lists(st.sampled_from(CARDS), max_size=3, unique=True).map(tuple),
    st.permutations(CARDS).map(tuple),
    st.dictionaries(st.text(max_size=2), st.none(), max_size=2),
    st.sets(st.integers(), max_size=3),
    st.builds(Awkward),
    st.just(DEEP),
    st.builds(lambda: iter(CARDS)),
)
KINDS: tuple[type[Any], ...] = (
    *(Commit, Shuffle, Reveal, Ready, CutForDeal, Discard),
    *(Cut, Play, Go, Claim, Muggins, Accept),
)


@st.composite
def rubbish(draw: st.DrawFn) -> Any:
    """Draw an action with anything in its fields, or something that is no action."""
    if draw(st.integers(0, 19)) == 0:
        return draw(GARBAGE)
    kind = draw(st.sampled_from(KINDS))
    given = {field.name: draw(GARBAGE) for field in fields(kind)}
    if draw(st.booleans()):
        given["seat"] = draw(st.integers(NATURE, 3))
    return kind(**given)


@examples(
    40, 150, variants(), SEEDS, st.integers(0, 60), st.lists(rubbish(), min_size=5, max_size=30)
)
def test_anything_is_done_or_refused(game: Any, seed: int, steps: int, asked: list[Any]) -> None:
    """On the truth, and on what a seat or a spectator knows, where most cards are covered."""
    states = [new_game(game)] * 3
    for place, step in enumerate(walk(game, random.Random(seed))):
        if place >= steps:
            break
        states[0] = step.after
        for index, seat in ((1, 0), (2, None)):
            for event in step.events:
                states[index] = evolve(states[index], seen(event, seat))
    for state in states:
        for action in asked:
            problem = why_not(state, action)
            assert problem is None or (type(problem) is IllegalAction and str(problem))
            try:
                apply(state, action)
            except IllegalAction as error:
                done = error.code == (problem.code if problem else "unknown_cards")
            else:
                done = problem is None
            assert done


@examples(15, 60, variants(), SEEDS)
def test_a_game_of_which_only_one_hand_is_known_never_fails(game: Any, seed: int) -> None:
    """Every legal action of everybody, on what one seat knows."""
    chance = random.Random(seed)
    known = new_game(game)
    for step in walk(game, chance):
        actions: list[Action] = [step.action]
        seat = step.action.seat
        if seat != NATURE:
            actions += [Play(seat, card, None) for card in chance.sample(CARDS, 5)] + [Go(seat)]
        for action in actions:
            with suppress(IllegalAction):
                apply(known, action)
        for event in step.events:
            known = evolve(known, seen(event, 0))


def test_what_cannot_be_written_stands_by_its_type() -> None:
    assert quoted(Awkward()) == "this Awkward"
    assert quoted(DEEP) == "this list"
    assert quoted(FORGED) == "this Card"
    assert quoted("x" * 99, 5) == "'xxxx"
    assert quoted(Card("5H")) == "5H"
    assert pack_of(random.Random(1)) != CARDS
