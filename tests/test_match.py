"""The referee: setting up, legal seats, several games, automation and taking back."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegout import fairness, rules
from pegout.cards import CARDS
from pegout.match import (
    Asked,
    Automation,
    Entry,
    GameBegan,
    Match,
    MatchBegan,
    MatchEnded,
    MatchError,
    Seated,
    SecretDrawn,
    Setup,
    Undone,
    effective,
)
from pegout.match.position import Position, next_dealer
from pegout.match.recording import open_game, record_of
from pegout.notation import statistics
from pegout.svg import table_svg
from tests.cases import each, present, raises_code
from tests.matches import (
    QUICK,
    VARIANTS,
    a_match,
    everything,
    go_on,
    play_on,
    play_until,
    seats,
    step,
)

# --- setting up -----------------------------------------------------------------------------------


@each(
    ("changes", "code"),
    [
        ({"seats": seats(3)}, "bad_seats"),
        ({"seats": ()}, "bad_seats"),
        ({"seats": (Seated("Ann"), Seated(""))}, "bad_name"),
        ({"seats": (Seated("Ann"), Seated(" Ben"))}, "bad_name"),
        ({"seats": (Seated("Ann"), Seated("B\nn"))}, "bad_name"),
        ({"seats": (Seated("Ann"), Seated("B" * 25))}, "bad_name"),
        ({"seats": (Seated("Ann"), Seated("ANN"))}, "bad_name"),
        ({"seats": (Seated("Ann"), Seated("Ben", "club\n"))}, "bad_text"),
        ({"event": " Friday"}, "bad_text"),
        ({"date": "2" * 101}, "bad_text"),
        ({"games": 0}, "bad_length"),
        ({"games": 1001}, "bad_length"),
        ({"play_to": -1}, "bad_length"),
        ({"play_to": 1001}, "bad_length"),
        ({"packs": "friday"}, "bad_packs"),
        ({"packs": "friday", "dealer": 0, "games": 2}, "bad_packs"),
        ({"packs": "friday", "dealer": 0, "play_to": 3}, "bad_packs"),
    ],
)
def test_a_setup_that_cannot_be_played_is_refused(changes: dict[str, Any], code: str) -> None:
    given: dict[str, Any] = {"id": "K7QX", "rules": QUICK, "seats": seats(2), **changes}
    with raises_code(MatchError, code):
        Setup(**given)


def test_an_id_that_no_deal_can_be_sealed_with_is_refused() -> None:
    with raises_code(fairness.FairnessError, "bad_label"):
        Setup("", QUICK, seats(2))


def test_names_and_lengths_at_the_limit_are_accepted() -> None:
    Setup("i" * 128, QUICK, (Seated("A" * 24), Seated("Zoë O’Hara-李")), games=1000, play_to=1000)


def test_the_first_dealer_has_to_be_chosen_where_the_rules_say_so() -> None:
    with pytest.raises(rules.IllegalAction, match="first_deal is chosen"):
        a_match(dealer=None)
    with pytest.raises(MatchError, match="the dealer is a seat from 0 to 1"):
        a_match(dealer=2)


def test_a_match_begins_with_its_setup_and_a_sealed_pack() -> None:
    match = a_match(seed=3)
    began, game, drawn, committed = (entry.event for entry in match.entries)
    assert began == MatchBegan(match.setup, rules.RULES_VERSION)
    assert game == GameBegan(1, 0)
    assert isinstance(drawn, SecretDrawn)
    assert isinstance(committed, rules.Committed)
    assert match.view(0).commitment == committed.commitment
    assert (match.game, match.points, match.results, match.over) == (1, (0, 0), (), False)
    assert match.to_act == {0, 1}


def test_secrets_nobody_can_foretell_unless_they_are_given() -> None:
    setup = Setup("K7QX", QUICK, seats(2), dealer=0)
    first, second = (Match(setup).entries[2].event for _ in range(2))
    assert first != second


# --- the seats that may act -----------------------------------------------------------------------


def test_nobody_acts_for_another_or_for_chance() -> None:
    match = a_match()
    before = everything(match)
    for seat, action in (
        (0, rules.Ready(1)),
        (rules.NATURE, rules.Commit("00" * 32)),
        (rules.NATURE, rules.Shuffle(CARDS)),
    ):
        problem = present(match.why_not(seat, action))
        assert problem.code == "not_your_seat"
        with raises_code(rules.IllegalAction, "not_your_seat"):
            match.act(seat, action)
    assert everything(match) == before


@pytest.mark.parametrize("action", [rules.Ready(7), rules.Go(7), rules.Play(7, CARDS[0])])
def test_why_a_seat_that_there_is_not_may_do_nothing(action: rules.Action) -> None:
    match = play_on(a_match(), random.Random(1))
    problem = match.why_not(7, action)
    assert str(problem) == "a seat is a number from 0 to 1, not 7"


def test_where_the_game_began_and_what_it_tells_without_being_checked() -> None:
    match = play_on(a_match(games=2), random.Random(1))
    began = [entry.number for entry in match.entries if isinstance(entry.event, GameBegan)]
    assert len(began) == 2
    assert match.game_began == began[-1]
    plain = record_of(match.setup, match.entries, None, checked=False)
    assert statistics(plain) == statistics(match.record())


@each("seat", [7, 2, -1, "0", 0.5, [0]])
def test_a_seat_that_there_is_not_is_refused_wherever_one_is_named(seat: Any) -> None:
    match = play_on(a_match(), random.Random(1))
    before = everything(match)
    for ask in (
        lambda: match.view(seat),
        lambda: match.view(seat, at=3),
        lambda: match.legal(seat),
        lambda: match.seen(seat),
        lambda: match.record(seat),
        lambda: match.automate(seat, []),
        lambda: match.can_undo(seat),
        lambda: match.undo(seat),
        lambda: match.next_game(seat),
    ):
        with raises_code(
            MatchError, "bad_seat", match="the seats of this match are 0 to 1, and None"
        ):
            ask()
    assert everything(match) == before


def test_an_entry_that_there_is_not_is_refused() -> None:
    match = play_on(a_match(), random.Random(1))
    for number in (-1, match.number + 1, 10**9):
        with raises_code(MatchError, "no_entry", match=r"entries of this match are 1 to \d+"):
            match.view(0, at=number)
    assert match.view(0, at=match.number) == match.view(0)
    assert match.view(0, at=0).phase is rules.Phase.READY


@each("answer", [None, "ready", 0, rules.Ready, {"type": "ready", "seat": 0}])
def test_what_is_no_action_is_refused(answer: Any) -> None:
    match = a_match()
    before = everything(match)
    with raises_code(rules.IllegalAction, "unknown_action", match="expected an action, not"):
        match.act(0, answer)
    assert match.why_not(0, answer) is not None
    assert everything(match) == before


def test_a_match_says_where_it_is_and_draws_its_table() -> None:
    match = a_match()
    assert repr(match) == "<Match standard, deal 1, Ann 0 Ben 0, Ann and Ben to ready>"
    for seat in (0, 1):
        match.act(seat, rules.Ready(seat))
    assert repr(match) == "<Match standard, deal 1, Ann 0 Ben 0, Ann and Ben to discard>"
    text = str(match)
    assert "standard to 31, deal 1, discard" in text
    assert text.count("??") == 12
    assert not any(str(card) in text for seat in (0, 1) for card in match.view(seat).hand)


@pytest.mark.parametrize(
    "action",
    [
        rules.Commit("00" * 32, seat=0),
        rules.Shuffle(CARDS, seat=0),
        rules.Reveal(1, "00" * 32, seat=0),
    ],
)
def test_no_seat_does_what_only_chance_may(action: rules.Action) -> None:
    match = a_match()
    chance = random.Random(1)
    while not match.over:
        assert match.why_not(0, action) is not None
        with pytest.raises(rules.IllegalAction):
            match.act(0, action)
        step(match, chance)


def test_what_is_legal_has_nothing_against_it() -> None:
    match = a_match()
    assert match.legal(0) == (rules.Ready(0),)
    assert match.why_not(0, rules.Ready(0)) is None
    assert match.why_not(0, rules.Go(0)) is not None


# --- several games --------------------------------------------------------------------------------


@pytest.mark.parametrize("games", [1, 2, 5])
def test_a_match_has_as_many_games_as_were_agreed(games: int) -> None:
    match = play_on(a_match(games=games), random.Random(games))
    ends = [entry.event for entry in match.entries if isinstance(entry.event, rules.GameEnded)]
    assert match.game == games == len(match.results)
    assert match.results == tuple(end.result for end in ends)
    points = [sum(result.match_points[side] for result in match.results) for side in (0, 1)]
    assert match.points == tuple(points)
    winners = tuple(side for side in (0, 1) if points[side] == max(points))
    assert match.entries[-1].event == MatchEnded(winners, match.points)
    assert match.results[-1] == match.view(None).result


def test_several_sides_may_share_the_win() -> None:
    variant = rules.Rules(target=31, first_deal="chosen", skunks=False)
    ends = [
        play_on(a_match(variant, seed=seed, games=2), random.Random(seed)).entries[-1].event
        for seed in range(8)
    ]
    assert MatchEnded((0, 1), (1, 1)) in ends


def test_a_match_goes_on_until_somebody_has_the_points() -> None:
    match = play_on(a_match(play_to=4), random.Random(4))
    last = match.results[-1].match_points
    assert max(match.points) >= 4
    assert max(had - more for had, more in zip(match.points, last, strict=True)) < 4
    assert len(match.results) > 1


def test_the_next_game_waits_for_the_end_of_this_one() -> None:
    match = a_match(games=2)
    with raises_code(MatchError, "not_over"):
        match.next_game()
    play_on(match, random.Random(0))
    with raises_code(MatchError, "match_over"):
        match.next_game()


def test_the_next_game_begins_with_the_dealer_whose_turn_it_is() -> None:
    match = a_match(rules.Rules(target=31), games=3)
    chance = random.Random(7)
    dealers: list[int] = []
    while not match.over:
        if match.game_over:
            following = match.next_dealer()
            match.next_game()
            assert match.view(None).dealer == following
            assert match.view(None).deal == 1
        step(match, chance)
        dealer = match.view(None).dealer
        if dealer is not None and len(dealers) < match.game:
            dealers.append(dealer)
    assert dealers in ([0, 1, 0], [1, 0, 1])


@each(
    ("players", "first", "scores", "lowball", "winner"),
    [
        (2, 0, (31, 20), False, 0),
        (2, 0, (20, 31), False, 1),
        (2, 1, (31, 20), True, 1),
        (3, 0, (20, 20, 31), False, 2),
        (3, 0, (31, 20, 20), True, 1),
        (3, 1, (31, 20, 20), True, 2),
        (4, 0, (31, 20), False, 2),
        (4, 1, (31, 20), False, 2),
        (4, 3, (20, 31), False, 1),
        (2, 1, (12, 20), False, 1),
        (2, 1, (12, 20), True, 0),
    ],
)
def test_the_winner_or_who_is_ahead_when_a_game_is_stopped_may_deal_the_next(
    players: int, first: int, scores: tuple[int, ...], lowball: bool, winner: int
) -> None:
    variant = rules.Rules(target=31, players=players, lowball=lowball, next_deal="winner")
    position = Position.before(variant)
    over = position.having(
        first_dealer=first, state=position.state.having(phase=rules.Phase.OVER, scores=scores)
    )
    assert next_dealer(Setup("K7QX", variant, seats(players)), over) == winner


def test_who_resigned_does_not_deal_the_next_game_as_its_winner() -> None:
    match = a_match(rules.Rules(target=31, next_deal="winner"), games=2)
    chance = random.Random(1)
    while match.view(None).dealer is None:
        step(match, chance)
    match.act(0, rules.Resign(0))
    assert match.next_dealer() == 1


def test_every_game_is_cut_for() -> None:
    match = a_match(rules.Rules(target=31, next_deal="cut"), games=2)
    chance = random.Random(7)
    while not match.game_over:
        step(match, chance)
    match.next_game()
    assert match.view(None).dealer is None
    while match.view(None).dealer is None:
        step(match, chance)
    assert match.view(None).deal == 1


def test_nobody_can_say_who_deals_next_before_the_first_cut() -> None:
    assert a_match(rules.Rules()).next_dealer() is None


# --- automation -----------------------------------------------------------------------------------

ASKED: dict[Automation, Callable[[Sequence[rules.Action]], bool]] = {
    Automation.READY: lambda options: isinstance(options[0], rules.Ready),
    Automation.CUT_FOR_DEAL: lambda options: isinstance(options[0], rules.CutForDeal),
    Automation.CUT: lambda options: isinstance(options[0], rules.Cut),
    Automation.GO: lambda options: isinstance(options[0], rules.Go),
    Automation.ONLY_CARD: lambda options: len(options) == 1 and isinstance(options[0], rules.Play),
    Automation.ACCEPT: lambda options: isinstance(options[0], rules.Accept),
}


def asked_automation(match: Match, seed: int) -> list[set[Automation]]:
    """Play a match; return for each seat the decisions that automation could have taken."""
    found: list[set[Automation]] = [set() for _ in match.setup.seats]
    chance = random.Random(seed)
    while not match.over:
        for seat in match.to_act:
            options = match.legal(seat)
            found[seat] |= {decision for decision, is_asked in ASKED.items() if is_asked(options)}
        step(match, chance)
    return found


@each("automation", Automation)
def test_a_seat_is_not_asked_for_what_the_table_does(automation: Automation) -> None:
    manual = automation is Automation.ACCEPT
    variant = rules.Rules(counting="manual" if manual else "automatic", muggins=manual)
    match = a_match(variant)
    assert match.automations == {}
    match.automate(1, [automation])
    assert match.automations == {1: {automation}}
    theirs, ours = asked_automation(match, 1)
    assert automation in theirs
    assert automation not in ours


def test_everything_that_needs_no_thought_can_be_left_to_the_table() -> None:
    match = a_match(rules.Rules(target=61))
    entries = [entry for seat in (0, 1) for entry in match.automate(seat, list(Automation))]
    assert tuple(entries) == match.entries[4:], "what follows at once is given back"
    assert match.to_act == {0, 1}
    assert match.view(None).phase is rules.Phase.DISCARD
    assert asked_automation(match, 2) == [set(), set()]


def test_with_manual_counting_no_card_is_played_by_the_table() -> None:
    match = a_match(rules.Rules(counting="manual", target=61))
    for seat in (0, 1):
        match.automate(seat, list(Automation))
    chance = random.Random(3)
    while not match.over:
        seat = min(match.to_act)
        entries = match.act(seat, chance.choice(match.legal(seat)))
        assert sum(isinstance(entry.event, rules.Played) for entry in entries) <= 1


def answering(seed: int, **switches: Any) -> Iterator[tuple[Match, int]]:
    """Play with muggins; yield the match wherever a seat answers a count, and that seat."""
    match = a_match(rules.Rules(counting="manual", muggins=True, **switches))
    chance = random.Random(seed)
    while not match.over:
        if match.view(None).claim is not None:
            for seat in sorted(match.to_act):
                yield match, seat
        step(match, chance)


@pytest.mark.parametrize(
    "players", [2, *[pytest.param(more, marks=pytest.mark.slow) for more in (3, 4)]]
)
def test_who_plays_the_next_card_lets_the_count_stand(players: int) -> None:
    found = set()
    for match, seat in answering(7, players=players):
        ahead = match.if_it_stands(seat)
        after = Match.resume(match.entries)
        after.act(seat, rules.Accept(seat))
        now = after.view(seat)
        found.add((match.view(seat).phase, ahead is None))
        if ahead is None:
            assert match.why_not(seat, rules.Play(seat, CARDS[0], 0)) is not None
            continue
        assert ahead == now
        assert (now.phase, now.turn) == (rules.Phase.PLAY, seat)
        for action in ahead.legal:
            assert match.why_not(seat, action) is None
        again = Match.resume(match.entries)
        again.act(seat, ahead.legal[-1], "together")
        after.act(seat, ahead.legal[-1])
        assert again.view(seat) == after.view(seat)
        asked, accepted, *_ = [entry.event for entry in again.entries[match.number :]]
        assert (asked, accepted) == (Asked(seat, "together"), rules.Accepted(seat))
    assert found == {(rules.Phase.PLAY, False), (rules.Phase.PLAY, True), (rules.Phase.SHOW, True)}


def test_nobody_hears_before_the_answer_whether_a_hidden_card_fits() -> None:
    for match, seat in answering(8):
        ahead, view = match.if_it_stands(seat), match.view(seat)
        if ahead is None or ahead.pile:
            continue
        # The end of the count is visible to all.
        assert view.count == 31 or not view.hand_sizes[present(view.claim).seat]


def test_a_card_that_is_taken_back_leaves_the_count_as_it_was_let_stand() -> None:
    match = a_match(rules.Rules(counting="manual", muggins=True), people=1)
    chance = random.Random(9)
    while match.if_it_stands(0) is None:
        step(match, chance)
    ahead = present(match.if_it_stands(0))
    match.act(0, ahead.legal[0])
    match.undo(0)
    assert match.view(0).claim is None
    assert match.view(0).legal == ahead.legal


def test_what_the_table_does_for_a_seat_does_not_wait_for_its_card() -> None:
    gone = 0
    for match, seat in answering(10):
        ahead = match.if_it_stands(seat)
        if ahead is None or not isinstance(ahead.legal[0], rules.Go):
            continue
        gone += 1
        match.automate(seat, [Automation.GO])
        assert match.if_it_stands(seat) is None
        match.automate(seat, [])
    assert gone


def test_automation_may_be_taken_away_again() -> None:
    match = a_match()
    match.automate(0, [Automation.READY])
    assert match.view(None).ready == {0}
    match.automate(0, [])
    match.automate(1, [Automation.READY])
    deal = match.view(None).deal
    chance = random.Random(5)
    while match.view(None).deal == deal and not match.over:
        step(match, chance)
    assert match.over or match.view(None).ready == {1}


def test_the_table_cuts_as_the_secret_of_the_pack_has_it() -> None:
    match = a_match(people=1)
    for seat in (0, 1):
        match.automate(seat, [Automation.READY, Automation.CUT])
    for seat in (0, 1):
        match.act(seat, rules.Discard(seat, match.view(seat).hand[:2]))
    starter = match.view(None).starter
    match.undo(0)
    assert match.view(None).phase is rules.Phase.DISCARD
    for seat in (0, 1):
        if seat in match.to_act:
            match.act(seat, rules.Discard(seat, match.view(seat).hand[1:3]))
    assert match.view(None).starter == starter


# --- taking back ----------------------------------------------------------------------------------


def against_computer(variant: rules.Rules = QUICK, seed: int = 1) -> Match:
    return a_match(variant, seed=seed, people=1)


def test_nothing_is_taken_back_from_another_person() -> None:
    match = play_until(a_match(), rules.Phase.PLAY, random.Random(1))
    assert not match.can_undo(0)
    with raises_code(MatchError, "no_undo"):
        match.undo(0)
    assert not any(isinstance(entry.event, Undone) for entry in match.entries)


def test_a_decision_against_the_computer_is_taken_back_with_all_that_followed() -> None:
    match = play_until(against_computer(), rules.Phase.DISCARD, random.Random(1))
    assert not match.can_undo(0), "saying ready is no decision"
    before = match.view(0), match.number
    match.act(0, match.legal(0)[3])
    match.act(1, match.legal(1)[0])
    number = match.number
    (entry,) = match.undo(0)
    assert entry == Entry(number + 1, Undone(0, before[1])) == match.entries[-1]
    assert match.view(0) == before[0], "the same cards, in the same order"
    assert [entry.number for entry in match.effective()] == list(range(1, before[1] + 1))
    assert not match.can_undo(0)
    match.act(0, match.legal(0)[3])
    assert match.view(0, at=before[1]) == before[0]


def test_decisions_are_taken_back_one_after_another() -> None:
    match = play_until(against_computer(), rules.Phase.DISCARD, random.Random(1))
    chance = random.Random(2)
    before = []
    while len(match.view(0).hand) > 2:
        seat = min(match.to_act)
        if seat == 0 and not isinstance(match.legal(0)[0], rules.Go):
            before.append(match.view(0))
        match.act(seat, chance.choice(match.legal(seat)))
    assert len(before) >= 3
    while before:
        match.undo(0)
        assert match.view(0) == before.pop()
    assert not match.can_undo(0)
    assert match.resume(match.entries).view(0) == match.view(0)


@given(seed=st.integers(0, 10_000), variant=st.sampled_from(VARIANTS))
def test_what_was_decided_last_can_be_decided_again(seed: int, variant: rules.Rules) -> None:
    match = against_computer(variant, seed)
    chance = random.Random(seed)
    for automation in Automation:
        if chance.random() < 0.3:
            match.automate(0, [automation])
    before = match.view(0)
    mine = False
    for _ in range(60):
        if match.over:
            break
        seat = chance.choice(sorted(match.to_act))
        options = match.legal(seat)
        if seat == 0:
            mine = not isinstance(options[0], rules.Ready | rules.Go | rules.CutForDeal)
            before = match.view(0)
        entries = match.act(seat, chance.choice(options))
        if any(isinstance(entry.event, rules.Revealed | GameBegan) for entry in entries):
            mine = False
            assert not match.can_undo(0), "the cards of the others are known"
        if mine and chance.random() < 0.5:
            assert match.can_undo(0)
            match.undo(0)
            assert match.view(0) == before
            assert match.legal(0) == before.legal
            mine = False


def test_a_card_and_what_was_claimed_for_it_are_taken_back_together() -> None:
    match = play_until(
        against_computer(rules.Rules(counting="manual", first_deal="chosen")),
        rules.Phase.PLAY,
        random.Random(1),
    )
    while 0 not in match.to_act:
        match.act(1, match.legal(1)[0])
    before = match.view(0)
    entries = match.act(0, match.legal(0)[0])
    assert {rules.Played, rules.Claimed} <= {type(entry.event) for entry in entries}
    match.undo(0)
    assert match.view(0) == before


def test_what_the_table_does_is_no_decision() -> None:
    match = against_computer()
    for seat in (0, 1):
        match.automate(seat, list(Automation))
    chance = random.Random(3)
    begun = match.view(0)
    while match.view(0).phase is not rules.Phase.PLAY or 0 not in match.to_act:
        step(match, chance)
    events = [entry.event for entry in match.entries]
    assert any(isinstance(event, rules.StarterCut) for event in events)
    while match.can_undo(0):
        match.undo(0)
    assert match.view(0) == begun
    assert match.automate(0, list(Automation)) == (), "nothing is done over again"


def test_nothing_is_taken_back_once_a_new_game_has_begun() -> None:
    match = a_match(people=1, games=2)
    chance = random.Random(1)
    while not match.game_over:
        step(match, chance)
    assert not match.can_undo(0)
    match.next_game()
    assert not match.can_undo(0)


def test_effective_entries_leave_out_what_was_taken_back() -> None:
    def entry(number: int, event: object) -> Entry:
        return Entry(number, event)  # type: ignore[arg-type]

    first, second, fourth = (
        entry(1, rules.SaidGo(0, 1)),
        entry(2, rules.SaidGo(0, 2)),
        entry(4, rules.SaidGo(0, 4)),
    )
    assert effective([first, second, entry(3, Undone(0, 1)), fourth]) == [first, fourth]
    assert effective([entry(1, Undone(0, 0))]) == []


def test_nothing_is_taken_back_before_a_game_has_begun() -> None:
    assert not Match.resume(against_computer().entries[:1]).can_undo(0)


def test_a_request_is_granted_once_and_known_again_after_a_restart() -> None:
    match = a_match()
    entries = match.act(0, rules.Ready(0), "r-1")
    assert entries[0].event == Asked(0, "r-1")
    assert match.find_answer(0, "r-1") == entries[0].number
    assert match.find_answer(1, "r-1") is None
    with raises_code(MatchError, "answered"):
        match.act(0, rules.Ready(0), "r-1")
    again = Match.resume(match.entries)
    assert again.find_answer(0, "r-1") == entries[0].number
    assert all(not isinstance(entry.event, Asked) for entry in match.seen(0))


def test_a_request_that_another_has_done_already_is_known_too() -> None:
    match = a_match()
    before = match.view(0)
    (entry,) = match.note(1, "r-1")
    assert (entry.number, entry.event) == (match.number, Asked(1, "r-1"))
    assert match.view(0) == before
    with raises_code(MatchError, "answered"):
        match.note(1, "r-1")
    again = Match.resume(match.entries)
    assert (again.find_answer(1, "r-1"), again.view(0)) == (entry.number, before)


def test_a_request_that_was_refused_may_be_made_again() -> None:
    match = a_match()
    with pytest.raises(rules.IllegalAction):
        match.act(0, rules.Go(0), "r-1")
    assert match.find_answer(0, "r-1") is None
    match.act(0, rules.Ready(0), "r-1")


@pytest.mark.parametrize("name", ["x" * 65, "a\nb", 5])
def test_the_name_of_a_request_is_short_and_plain(name: Any) -> None:
    with raises_code(MatchError, "bad_request"):
        a_match().act(0, rules.Ready(0), name)


def test_a_request_to_undo_and_for_the_next_game_are_known_too() -> None:
    match = a_match(people=1, games=2)
    chance = random.Random(3)
    play_until(match, rules.Phase.CUT, chance)
    match.undo(0, "u-1")
    assert match.find_answer(0, "u-1")
    with pytest.raises(MatchError):
        match.undo(0, "u-1")
    while not match.game_over:
        step(match, chance)
    match.next_game(0, "n-1")
    assert match.game == 2
    assert match.find_answer(0, "n-1")


def test_a_notebook_draws_the_table_of_a_spectator() -> None:
    match = a_match(people=1)
    play_until(match, rules.Phase.PLAY, random.Random(3))
    names = [seated.name for seated in match.setup.seats]
    assert match._repr_svg_() == table_svg(match.view(None), names)


# --- the game with every card in it ---------------------------------------------------------------


def test_the_last_game_of_a_log_has_every_card_as_it_was_logged() -> None:
    match = Match(Setup("K7QX", QUICK, seats(2), games=2, dealer=0))
    chance = random.Random(4)
    assert open_game(match.setup, ()) is None
    while match.game < 2:
        go_on(match, chance)
    for _ in range(5):
        go_on(match, chance)
    game = present(open_game(match.setup, match.entries))
    assert game.number == 2
    (dealt,) = [event for event in game.entries if isinstance(event, rules.Dealt)][-1:]
    assert all(card.known for hand in dealt.hands for card in hand)
    assert match.view(None).deal == dealt.deal
