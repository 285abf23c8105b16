"""Playing on from a decision of a recorded game: the position, the pack, and unknown cards."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegout import rules
from pegout.cards import CARDS, UNKNOWN, VALUES, Card, parse_cards
from pegout.evaluation.likely_discards import likely_discards
from pegout.fairness import seeded_secrets
from pegout.match import Automation, Match, MatchError, Practice, Setup, practice
from pegout.match.drawing import Hidden, drawn
from pegout.match.practice import practice_lesson
from pegout.notation import Record, read, replay_events, verify_deals, write
from pegout.rules.state import State, evolve, new_game
from pegout.rules.view import view
from tests.cases import each, raises_code
from tests.matches import VARIANTS, a_match, play_on, seats

#: All of them take ten seconds: in the quick gate one is of three players, one by hand.
EVERY_VARIANT = [
    pytest.param(variant, marks=() if at in (0, 6, 8) else pytest.mark.slow)
    for at, variant in enumerate(VARIANTS)
]
DECISIONS = (rules.Discarded, rules.Played, rules.Claimed, rules.MugginsCalled, rules.Accepted)


def play(variant: rules.Rules, seed: int) -> Record:
    return play_on(a_match(variant, seed=seed), random.Random(seed)).record()


def events_of(record: Record) -> list[tuple[rules.Event, State]]:
    return list(replay_events(record.rules, record.games[0]))


def begin(record: Record, made: Practice, name: str = "NEW") -> Match:
    setup = Setup(name, record.rules, seats(record.rules.players, 1))
    return Match(setup, secrets=seeded_secrets(name), practice=made)


def seen_then(record: Record, events: list[rules.Event], at: int) -> rules.SeatView:
    """Return the seat's view at a decision, with the later discards of the other seats applied."""
    chosen = events[at]
    assert isinstance(chosen, DECISIONS)
    if isinstance(chosen, rules.Claimed) and chosen.reason == "play":
        at -= 1
    before = events[:at]
    if isinstance(chosen, rules.Discarded):
        for event in events[at + 1 :]:
            if not isinstance(event, rules.Discarded):
                break
            before.append(event)
    state = new_game(record.rules, record.games[0].dealer)
    for event in before:
        state = evolve(state, event)
    return replace(view(state, chosen.seat), commitment=None)


@pytest.mark.parametrize("variant", EVERY_VARIANT, ids=str)
def test_each_decision_of_a_game_can_be_stood_at_again(variant: rules.Rules) -> None:
    record = play(variant, 3)
    text = write(record)
    events = [event for event, _ in events_of(record)]
    found = [at for at, event in enumerate(events) if isinstance(event, DECISIONS)]
    assert len(found) > 8
    for at in found:
        chosen = events[at]
        assert isinstance(chosen, DECISIONS)
        made = practice(record, 1, at)
        match = begin(record, made)
        assert match.view(chosen.seat) == seen_then(record, events, at)
        assert not made.began.drawn
        # The cards of the deal are those of the record, hidden ones too.
        deals = [event for event in events[:at] if isinstance(event, rules.Dealt)]
        assert [event for event in made.events if isinstance(event, rules.Dealt)] == deals
        # A match that is stored and read again is the same, and its record is valid.
        assert Match.resume(match.entries).view(chosen.seat) == match.view(chosen.seat)
        again = match.record(chosen.seat)
        assert read(write(again)) == again
        assert match.practice == made.began
    assert write(record) == text


@each("variant", VARIANTS)
def test_the_starter_is_the_same_wherever_it_is_cut(variant: rules.Rules) -> None:
    record = play(variant, 5)
    events = [event for event, _ in events_of(record)]
    cuts = [at for at, event in enumerate(events) if isinstance(event, rules.StarterCut)]
    for cut in cuts[:2]:
        at = max(at for at in range(cut) if isinstance(events[at], rules.Discarded))
        match = begin(record, practice(record, 1, at))
        (seat,) = match.to_act
        match.act(seat, match.legal(seat)[0])
        (seat,) = match.to_act
        entries = match.act(seat, rules.Cut(seat, 9))
        again = next(entry.event for entry in entries if isinstance(entry.event, rules.StarterCut))
        assert again == events[cut]


def test_a_starter_that_was_never_cut_is_the_one_at_the_cut() -> None:
    record = play(rules.Rules(target=31, first_deal="chosen"), 5)
    game = record.games[0]
    cut = next(at for at, entry in enumerate(game.entries) if isinstance(entry, rules.StarterCut))
    unfinished = replace(record, games=(replace(game, entries=game.entries[:cut]),))
    events = [event for event, _ in events_of(unfinished)]
    at = max(at for at, event in enumerate(events) if isinstance(event, rules.Discarded))
    starters = set()
    for place in (9, 20):
        match = begin(unfinished, practice(unfinished, 1, at, chance=random.Random(7)))
        (seat,) = match.to_act
        match.act(seat, match.legal(seat)[0])
        (seat,) = match.to_act
        entries = match.act(seat, rules.Cut(seat, place))
        again = next(entry.event for entry in entries if isinstance(entry.event, rules.StarterCut))
        assert again.at == place
        starters.add(again.card)
    assert len(starters) == 2


def test_the_same_moves_lead_to_the_same_deal_and_then_to_new_ones() -> None:
    record = play(rules.Rules(target=61, first_deal="chosen"), 8)
    events = [event for event, _ in events_of(record)]
    at = next(at for at, event in enumerate(events) if isinstance(event, rules.Discarded))
    match = begin(record, practice(record, 1, at))
    second = next(
        at for at, event in enumerate(events) if isinstance(event, rules.Dealt) and event.deal == 2
    )
    for event in events[at:second]:
        # The other seat's discard has already been applied.
        if event is events[at]:
            assert isinstance(event, rules.Discarded)
            match.act(event.seat, rules.Discard(event.seat, event.cards))
        elif isinstance(event, rules.Played):
            match.act(event.seat, rules.Play(event.seat, event.card))
        elif isinstance(event, rules.SaidGo | rules.StarterCut):
            match.act(event.seat, match.legal(event.seat)[0])
    assert match.view(None).deal == 2
    assert match.view(None).scores == events_of(record)[second][1].scores
    play_on(match, random.Random(1))
    new = match.record()
    dealt = [event for event in new.games[0].events if isinstance(event, rules.Dealt)]
    assert dealt[1] != events[second]
    # Its own deals can be verified; the practised one, whose secret is known, claims no proof.
    verdicts = verify_deals(new)
    assert verdicts[0].code == "practice"
    assert len(verdicts) > 1
    assert all(verdict.ok for verdict in verdicts[1:])
    assert new.tag("Practice") == "K7QX game=1 deal=1 seat=" + f"{match.practice.seat} event={at}"  # type: ignore[union-attr]
    assert match.over


def test_nothing_before_the_deal_is_taken_back() -> None:
    record = play(rules.Rules(target=61, first_deal="chosen"), 8)
    events = [event for event, _ in events_of(record)]
    at = next(
        at
        for at, (event, state) in enumerate(events_of(record))
        if isinstance(event, rules.Discarded) and state.deal == 2
    )
    setup = Setup("NEW", record.rules, seats(2, 0))
    match = Match(setup, secrets=seeded_secrets("NEW"), practice=practice(record, 1, at))
    chosen = events[at]
    assert isinstance(chosen, rules.Discarded)
    assert not match.can_undo(chosen.seat)
    match.act(chosen.seat, match.legal(chosen.seat)[0])
    assert match.can_undo(chosen.seat)
    match.undo(chosen.seat)
    assert match.view(chosen.seat) == seen_then(record, events, at)


def test_what_is_no_decision_is_refused() -> None:
    record = play(VARIANTS[0], 3)
    events = [event for event, _ in events_of(record)]
    scored = next(at for at, event in enumerate(events) if isinstance(event, rules.Committed))
    for game, at in ((1, scored), (1, -1), (1, len(events)), (2, 3)):
        with raises_code(MatchError, "no_decision"):
            practice(record, game, at)


# --- unknown cards --------------------------------------------------------------------------------

KITCHEN = """%pegout 1
[Player0 "Ann"]
[Player1 "Ben"]

deal  dealer 0
dealt 0    7D 8D 9H 6S 3D 3C
discard 0  3D 3C
discard 1  ?? ??
starter    5D
play 1  7H
play 0  8D
play 1  6H
play 0  9H
play 1  4H            ; Ben could not play at thirty
play 0  7D
"""


def test_unknown_cards_are_drawn_from_those_that_are_possible() -> None:
    record = read(KITCHEN)
    events = events_of(record)
    at = len(events) - 1
    assert isinstance(events[at][0], rules.Played)
    hands = set()
    for seed in range(60):
        made = practice(record, 1, at, chance=random.Random(seed))
        assert made.began.drawn
        dealt = next(event for event in made.events if isinstance(event, rules.Dealt))
        assert dealt.hands[0] == tuple(parse_cards("7D 8D 9H 6S 3D 3C"))
        assert {*parse_cards("7H 6H 4H")} < {*dealt.hands[1]}
        away = next(o for o in made.events if isinstance(o, rules.Discarded) and o.seat == 1)
        # Ben said go at thirty, so he held no ace then.
        kept = [card for card in dealt.hands[1] if card not in away.cards]
        assert not any(VALUES[card] == 1 for card in kept)
        assert not {*dealt.hands[1]} & {*dealt.hands[0], *parse_cards("5D")}
        match = begin(record, made)
        now, then = match.view(0), view(events[at - 1][1], 0)
        assert replace(now, legal=(), to_act=frozenset()) == replace(
            then, legal=(), to_act=frozenset()
        )
        hands.add(dealt.hands[1])
        play_on(match, random.Random(seed))
    assert len(hands) > 50


def test_seen_from_the_seat_whose_cards_are_unknown_there_is_no_decision() -> None:
    record = read(KITCHEN)
    at = next(
        at
        for at, (event, _) in enumerate(events_of(record))
        if isinstance(event, rules.Played) and event.seat == 1
    )
    with pytest.raises(MatchError, match="does not tell the cards of seat 1"):
        practice(record, 1, at)


def test_counts_that_were_let_stand_are_let_stand_again() -> None:
    variant = rules.Rules(counting="manual", muggins=True, target=61)
    stood = 0
    for seed in range(3):
        record = play(variant, seed)
        events = [event for event, _ in events_of(record)]
        for at, event in enumerate(events):
            accepted = any(isinstance(past, rules.Accepted) for past in events[max(0, at - 6) : at])
            if accepted and isinstance(event, rules.Played | rules.Claimed):
                match = begin(record, practice(record, 1, at))
                assert match.view(event.seat) == seen_then(record, events, at)
                stood += 1
    assert stood > 5


def test_the_table_cuts_in_practice_too() -> None:
    record = play(rules.Rules(target=31), 4)
    events = [event for event, _ in events_of(record)]
    at = next(at for at, event in enumerate(events) if isinstance(event, rules.Discarded))
    match = begin(record, practice(record, 1, at))
    for seat in (0, 1):
        match.automate(seat, (Automation.CUT,))
    chosen = events[at]
    assert isinstance(chosen, rules.Discarded)
    match.act(chosen.seat, rules.Discard(chosen.seat, chosen.cards))
    assert match.view(0).phase is rules.Phase.PLAY
    cut = next(event for event in events if isinstance(event, rules.StarterCut))
    assert match.view(0).starter == cut.card


def test_unknown_cards_are_drawn_by_what_players_discard() -> None:
    record = read(KITCHEN)
    at = len(events_of(record)) - 1
    likely = likely_discards(record.rules, 0)
    mean = {}
    for habits in (None, likely_discards):
        found = []
        for seed in range(20):
            made = practice(record, 1, at, chance=random.Random(seed), habits=habits)
            dealt = next(event for event in made.events if isinstance(event, rules.Dealt))
            away = next(o for o in made.events if isinstance(o, rules.Discarded) and o.seat == 1)
            found.append(likely(1, dealt.hands[1], away.cards))
        mean[habits] = sum(found) / len(found)
    assert mean[likely_discards] > 0.4
    assert mean[None] < 0.2


def test_nobody_is_asked_what_players_discard_where_every_card_is_known() -> None:
    record = play(VARIANTS[0], 3)
    events = [event for event, _ in events_of(record)]
    at = next(at for at, event in enumerate(events) if isinstance(event, rules.Discarded))

    def asked(of: rules.Rules, dealer: int) -> Any:
        raise AssertionError("every card is known")

    made = practice(record, 1, at, habits=asked)
    assert made.began == practice(record, 1, at).began
    assert not made.began.drawn


@pytest.mark.slow
def test_ways_in_which_the_cards_may_lie_are_drawn_in_proportion() -> None:
    hidden = small("KS 5D 8D 9D ?? ??", "?? ??", over=5)
    ten = Card("TC")

    def likely(seat: int, hand: Sequence[Card], discards: Sequence[Card]) -> float:
        assert {*discards} < {*hand}
        return 1.0 if ten in discards else 0.1

    even, odd = random.Random(3), random.Random(4)
    share = sum(ten in drawn(hidden, even)[1][0] for _ in range(1000)) / 1000
    expected = share / (share + 0.1 * (1 - share))
    many = 150
    found = sum(ten in drawn(hidden, odd, likely)[1][0] for _ in range(many)) / many
    assert abs(found - expected) < 4 * sqrt(expected * (1 - expected) / many) + 0.02


def small(hand: str, away: str, over: int) -> Hidden:
    """Return a seat of three cards, one of them discarded, in a pack of six unseen cards."""
    pack = parse_cards("2C 3C 9C TC JC QC")
    dealt = rules.Dealt(1, 0, (tuple(parse_cards(hand)),), ())
    events: list[rules.Event] = [dealt, rules.Discarded(0, tuple(parse_cards(away)))]
    if over:
        events += [rules.Played(0, Card("KS"), 31 - over), rules.CountEnded(0, 31 - over)]
    hidden = Hidden.of(rules.Rules(), dealt, events)
    return replace(hidden, unseen=tuple(pack))


@pytest.mark.parametrize(
    ("held", "over"), [("5D ?? ?? ?? ??", 5), ("5D 8D 9D AD ??", 1), ("5D 8D 9D ?? ??", 5)]
)
def test_all_ways_in_which_the_cards_may_lie_are_equally_likely(held: str, over: int) -> None:
    # Six cards: one was played, some are known, and two unknown ones were discarded.
    hidden = small(f"KS {held}", "?? ??", over=over)
    unseen = hidden.unseen
    known = [card for card in parse_cards(held) if card.known]
    possible = set()
    for more in combinations(unseen, 5 - len(known)):
        for kept in combinations((*known, *more), 3):
            if all(VALUES[card] > over for card in kept):
                possible.add((frozenset(more), frozenset((*known, *more)) - {*kept}))
    chance = random.Random(11)
    many = 40 * len(possible)
    found = Counter[tuple[frozenset[Card], frozenset[Card]]]()
    for _ in range(many):
        (hand,), (away,) = drawn(hidden, chance)
        assert hand[: 1 + len(known)] == (Card("KS"), *known)
        found[frozenset(hand[1 + len(known) :]), frozenset(away)] += 1
    assert set(found) == possible
    expected = many / len(possible)
    chi = sum((found[pair] - expected) ** 2 / expected for pair in possible)
    free = len(possible) - 1
    assert chi < free + 4 * (2 * free) ** 0.5


@given(
    st.integers(0, 10_000),
    st.sampled_from([rules.Rules(), rules.Rules(players=3), rules.Rules(players=4)]),
)
def test_a_game_as_one_seat_saw_it_can_be_practised(seed: int, variant: rules.Rules) -> None:
    chance = random.Random(seed)
    match = a_match(replace_first(variant), seed=seed)
    for _ in range(chance.randrange(4, 60)):
        if match.game_over:
            break
        seat = chance.choice(sorted(match.to_act))
        match.act(seat, chance.choice(match.legal(seat)))
    record = match.record(0)
    events = [event for event, _ in events_of(record)]
    own = [at for at, event in enumerate(events) if isinstance(event, DECISIONS) and not event.seat]
    if not own:
        return
    at = chance.choice(own)
    made = practice(record, 1, at, chance=chance)
    assert not any(
        card is UNKNOWN
        for event in made.events[-len(events) :]
        if isinstance(event, rules.Dealt) and event.deal == made.began.deal
        for hand in event.hands
        for card in hand
    )
    again = begin(record, made)
    then = seen_then(record, events, at)
    now = again.view(0)
    assert (now.hand, now.starter, now.scores) == (then.hand, then.starter, then.scores)
    assert (now.pile, now.earlier, now.legal) == (then.pile, then.earlier, then.legal)
    assert now.phase is then.phase is not rules.Phase.OVER
    play_on(again, chance)


def replace_first(variant: rules.Rules) -> rules.Rules:
    return rules.Rules(players=variant.players, target=31, first_deal="chosen")


def test_a_shown_hand_is_known() -> None:
    """A card that was shown is never drawn for another seat."""
    dealt = rules.Dealt(1, 0, (tuple(parse_cards("?? ??")), tuple(parse_cards("2C 3C"))), ())
    shown = rules.HandShown(0, tuple(parse_cards("9C")), False)
    hidden = Hidden.of(rules.Rules(), dealt, [dealt, shown])
    assert Card("9C") in hidden.seats[0].known
    assert Card("9C") not in hidden.unseen


def test_what_a_lesson_deals_is_said_to_be_chosen_and_the_rest_is_sealed() -> None:
    begin = practice_lesson("aces", rules.Rules("half", first_deal="chosen"), 0, [CARDS])
    match = Match(Setup("lesson", begin.rules, seats(2)), practice=begin)
    play_on(match, random.Random(1))
    first, *others = verify_deals(match.record())
    assert (first.deal, first.code) == (1, "lesson")
    assert {verdict.code for verdict in others} == {"proved"}
