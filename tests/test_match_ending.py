"""The referee where a game ends before the last hole: by resigning, or by agreement."""

import random
from typing import Any

import pytest

from pegout import rules
from pegout.match import Entry, Match, MatchEnded, MatchError
from pegout.notation import read, statistics, verify_deals, write
from tests.cases import each, raises_code
from tests.matches import QUICK, VARIANTS, a_match, everything, play_on, play_until, step

PHASES = (rules.Phase.READY, rules.Phase.DISCARD, rules.Phase.CUT, rules.Phase.PLAY)


def events(entries: tuple[Entry, ...]) -> list[object]:
    return [entry.event for entry in entries]


def end_early(variant: rules.Rules, phase: rules.Phase, seed: int, end: str) -> Match:
    """Return a match that ends early in its second deal, in this phase."""
    match = a_match(variant, seed=seed)
    chance = random.Random(seed)
    while match.view(None).deal < 2 and not match.game_over:
        step(match, chance)
    if not match.game_over:
        play_until(match, phase, chance)
        if end == "resigned":
            match.act(1, rules.Resign(1))
        else:
            for seat in range(variant.players):
                match.act(seat, rules.Stop(seat))
    return match


@each("end", ["resigned", "stopped"])
@each("phase", PHASES)
def test_every_seal_is_opened_and_every_deal_proved(phase: rules.Phase, end: str) -> None:
    for seed in range(2):
        match = end_early(rules.Rules(), phase, seed, end)
        assert match.over
        record = match.record()
        verdicts = verify_deals(record)
        assert [verdict.code for verdict in verdicts] == ["proved"] * len(verdicts)
        assert [verdict.deal for verdict in verdicts] == [0, 1, 2]
        assert read(write(record)) == record


def test_the_seal_of_the_pack_to_be_cut_is_opened_as_well() -> None:
    match = a_match(rules.Rules())
    play_until(match, rules.Phase.CUT_FOR_DEAL, random.Random(1))
    *_, game, revealed, over = events(match.act(0, rules.Resign(0)))
    assert isinstance(game, rules.GameEnded)
    assert isinstance(revealed, rules.Revealed)
    assert over == MatchEnded((1,), (0, 3))
    (verdict,) = verify_deals(match.record())
    assert verdict.ok


def test_resigning_loses_this_game_only_and_the_loser_deals_next() -> None:
    match = a_match(rules.Rules(target=31, first_deal="chosen", next_deal="loser"), games=2)
    match.act(0, rules.Resign(0))
    assert (match.game_over, match.over, match.points) == (True, False, (0, 2))
    assert match.next_dealer() == 0
    match.next_game()
    assert match.view(0).resigned is None
    play_on(match, random.Random(1))
    assert match.over


def test_the_one_who_resigned_ahead_is_the_loser_who_deals() -> None:
    match = a_match(rules.Rules(target=31, first_deal="chosen", next_deal="loser"), games=2)
    chance = random.Random(4)
    while match.view(None).scores[0] <= match.view(None).scores[1]:
        step(match, chance)
    match.act(0, rules.Resign(0))
    assert match.next_dealer() == 0


def test_stopping_ends_the_match_with_the_points_that_it_has() -> None:
    match = a_match(QUICK, games=5)
    match.act(1, rules.Resign(1))
    match.next_game()
    assert events(match.act(0, rules.Stop(0))) == [rules.StopOffered(0)]
    offered, game, _, over = events(match.act(1, rules.Stop(1)))
    assert offered == rules.StopOffered(1)
    assert isinstance(game, rules.GameEnded)
    assert game.result.winners == ()
    assert over == MatchEnded((), (2, 0))
    assert match.points == (2, 0)
    with pytest.raises(MatchError, match="match is over"):
        match.next_game()


def test_computer_players_agree_at_once_where_a_person_would_stop() -> None:
    match = a_match(rules.Rules(players=3), people=2)
    assert events(match.act(0, rules.Stop(0))) == [rules.StopOffered(0), rules.StopOffered(2)]
    assert events(match.act(1, rules.GoOn(1))) == [rules.StopDeclined(1)]
    assert match.view(0).stopping == frozenset()
    match.act(1, rules.Stop(1))
    assert match.to_act
    match.act(0, rules.Stop(0))
    assert match.over
    alone = a_match(rules.Rules(players=4), people=1)
    alone.act(0, rules.Stop(0))
    assert alone.over


def test_only_a_person_has_computer_players_agree() -> None:
    match = a_match(rules.Rules(players=3), people=1)
    assert events(match.act(1, rules.Stop(1))) == [rules.StopOffered(1)]


def test_nobody_resigns_or_stops_for_another() -> None:
    match = a_match(QUICK)
    for action in (rules.Resign(1), rules.Stop(1), rules.GoOn(1)):
        with raises_code(rules.IllegalAction, "not_your_seat"):
            match.act(0, action)


@pytest.mark.parametrize("people", [1, 2])
def test_no_undo_takes_an_early_end_back(people: int) -> None:
    for action in (rules.Resign(0), rules.Stop(0)):
        match = a_match(QUICK, people=people)
        play_until(match, rules.Phase.PLAY, random.Random(1))
        assert match.can_undo(0) == (people == 1)
        match.act(0, action)
        if not match.over:
            match.act(1, rules.Stop(1))
        assert match.over
        assert not match.can_undo(0)
        with raises_code(MatchError, "no_undo"):
            match.undo(0)


@each("variant", VARIANTS)
def test_a_log_with_an_early_end_is_read_back_to_the_same_match(variant: rules.Rules) -> None:
    match = a_match(variant, seed=3)
    chance = random.Random(3)
    for _ in range(8):
        step(match, chance)
    for action in (rules.Stop(0), rules.GoOn(1), rules.Stop(1), rules.Resign(0)):
        match.act(action.seat, action)
        again = Match.resume(match.entries)
        assert everything(again) == everything(match)
    assert rules.Resigned(0) in events(match.entries)


def test_a_request_to_resign_is_granted_once() -> None:
    match = a_match(QUICK)
    match.act(0, rules.Resign(0), "a1")
    number = match.number
    assert match.find_answer(0, "a1") is not None
    with pytest.raises(MatchError, match="asked for already"):
        match.act(0, rules.Resign(0), "a1")
    assert match.number == number


@pytest.mark.parametrize(("end", "won"), [("resigned", [1, 0]), ("stopped", [0, 0])], ids=str)
def test_the_statistics_of_a_game_that_ended_early(end: str, won: list[int]) -> None:
    match = end_early(rules.Rules(first_deal="chosen"), rules.Phase.PLAY, 1, end)
    told: Any = statistics(match.record())
    assert [seat.won for seat in told] == won
    assert [seat.games for seat in told] == [1, 1]
    assert [seat.deals for seat in told] == [2, 2]
    assert [seat.hands for seat in told] == [1, 1]
    shown = match.view(None)
    assert [seat.points for seat in told] == list(shown.scores)


def test_printing_says_how_it_ended() -> None:
    match = a_match(QUICK)
    match.act(0, rules.Resign(0))
    assert str(match).splitlines()[-1] == "won by Ben, Ann resigned"
    assert repr(match).endswith("won by Ben, Ann resigned>")
    match = a_match(QUICK)
    match.act(0, rules.Stop(0))
    assert "stop offered by Ann" in str(match)
    match.act(1, rules.Stop(1))
    assert str(match).splitlines()[-1] == "stopped by agreement"
