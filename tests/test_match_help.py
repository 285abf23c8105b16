"""Help with decisions: what the log and the record say of it."""

import json
import random

import pytest

from pegout.fairness import seeded_secrets
from pegout.match import Helped, Match, MatchError
from pegout.notation import Help, from_json, helps_of, read, to_json, write
from pegout.rules import Accepted, Discarded, Phase, Played, Rules
from pegout.storage import Library
from pegout.storage.log import read_event, write_event
from tests.cases import each, present, raises_code
from tests.matches import QUICK, a_match, play_on, play_until, step

MANUAL = Rules(counting="manual", muggins=True, target=31, first_deal="chosen")


def alone(variant: Rules = QUICK, phase: Phase = Phase.DISCARD) -> Match:
    """Return a match against the computer, at the person's first decision in a phase."""
    match = play_until(a_match(variant, people=1), phase, random.Random(1))
    while 0 not in match.to_act or match.view(0).phase is not phase:
        step(match, random.Random(1))
    return match


def marks(match: Match) -> list[tuple[type, int, tuple[Help, ...]]]:
    """Return the help that the record names: the kind of decision, its seat, and the help."""
    (game,) = match.record().games
    return [
        (type(game.entries[place]), game.entries[place].seat, helps)  # type: ignore[union-attr]
        for place, helps in helps_of(game).items()
    ]


def note_help(match: Match, help_: Help = Help.HINT) -> bool:
    return bool(match.note_help(0, help_, match.number))


def test_a_hint_marks_the_next_decision_of_its_seat_and_no_other() -> None:
    match = alone()
    assert note_help(match)
    assert not note_help(match), "once is enough"
    match.act(1, match.legal(1)[0])
    match.act(0, match.legal(0)[0])
    play_on(match, random.Random(3))
    assert marks(match) == [(Discarded, 0, (Help.HINT,))]


def test_several_kinds_of_help_stand_in_one_mark() -> None:
    match = alone(phase=Phase.PLAY)
    assert note_help(match, Help.TUTOR)
    assert note_help(match, Help.HINT)
    match.act(0, match.legal(0)[0])
    assert marks(match) == [(Played, 0, (Help.HINT, Help.TUTOR))]
    assert "@helped 0 hint tutor\n" in write(match.record())


def test_what_is_taken_back_counts_as_helped_when_it_is_done_again() -> None:
    match = alone()
    note_help(match)
    match.act(0, match.legal(0)[0])
    match.undo(0)
    assert marks(match) == []
    match.act(0, match.legal(0)[1])
    assert marks(match) == [(Discarded, 0, (Help.HINT, Help.TAKE_BACK))]


def test_two_decisions_taken_back_are_both_marked() -> None:
    match = alone()
    match.act(0, match.legal(0)[0])
    while match.view(0).phase is not Phase.PLAY or 0 not in match.to_act:
        step(match, random.Random(1))
    match.act(0, match.legal(0)[0])
    match.undo(0)
    while match.can_undo(0):
        match.undo(0)
    assert match.view(0).phase is Phase.DISCARD
    match.act(0, match.legal(0)[0])
    play_on(match, random.Random(4))
    assert marks(match) == [(Discarded, 0, (Help.TAKE_BACK,)), (Played, 0, (Help.TAKE_BACK,))]


def test_a_card_that_lets_a_count_stand_is_marked_with_it() -> None:
    match, chance = a_match(MANUAL, people=1), random.Random(9)
    while match.if_it_stands(0) is None:
        step(match, chance)
    ahead = present(match.if_it_stands(0))
    note_help(match)
    match.act(0, ahead.legal[0], "r")
    assert [(kind, helps) for kind, _, helps in marks(match)][:2] == [
        (Accepted, (Help.HINT,)),
        (Played, (Help.HINT,)),
    ]


def test_help_that_comes_too_late_marks_nothing() -> None:
    match = alone()
    since = match.number
    match.act(0, match.legal(0)[0])
    while 0 not in match.to_act or match.view(0).phase is not Phase.PLAY:
        step(match, random.Random(1))
    assert match.note_help(0, Help.HINT, since) == ()


def test_nobody_is_helped_who_has_nothing_to_choose() -> None:
    match = a_match(people=1)
    assert match.view(0).phase is Phase.READY
    assert not note_help(match)


def test_nobody_is_helped_against_other_people() -> None:
    match = play_until(a_match(), Phase.DISCARD, random.Random(1))
    with raises_code(MatchError, "no_hint"):
        note_help(match)
    with pytest.raises(MatchError, match="there is no seat 7"):
        match.note_help(7, Help.HINT, 0)


def test_players_are_told_nothing_of_it() -> None:
    match = alone()
    before = match.number
    note_help(match)
    assert match.number == before + 1
    assert match.seen(0, before) == match.seen(1, before) == match.seen(None, before) == []


def test_help_of_one_game_does_not_reach_the_next() -> None:
    match = a_match(people=1, games=2)
    chance = random.Random(1)
    while match.view(0).phase is not Phase.DISCARD or 0 not in match.to_act:
        step(match, chance)
    note_help(match)
    match.act(0, next(action for action in match.legal(0) if action.seat == 0))
    while not match.game_over:
        step(match, chance)
    match.next_game()
    play_on(match, chance)
    first, second = match.record().games
    assert len(helps_of(first)) == 1
    assert helps_of(second) == {}


@pytest.mark.parametrize(
    "seed", [0, *[pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3)]]
)
@each("variant", [QUICK, MANUAL, Rules(players=3, target=31)])
def test_a_match_with_help_is_written_read_stored_and_resumed(variant: Rules, seed: int) -> None:
    chance = random.Random(seed)
    with Library.open("sqlite://") as library:
        setup = a_match(variant, people=1).setup
        match = library.create(setup, seeded_secrets(f"help {seed}"))
        while not match.over:
            if 0 in match.to_act and chance.random() < 0.4:
                match.note_help(0, chance.choice([Help.HINT, Help.TUTOR]), match.number)
            if chance.random() < 0.15 and match.can_undo(0):
                match.undo(0)
            else:
                step(match, chance)
        record = match.record()
        assert any(isinstance(event, Helped) for _, event in match.entries)
        kinds = {kind for game in record.games for used in helps_of(game).values() for kind in used}
        assert kinds == set(Help)
        assert read(write(record)) == record
        assert from_json(json.loads(json.dumps(to_json(record)))) == record
        assert helps_of(read(write(record)).games[0]) == helps_of(record.games[0])
        assert library.record(setup.id) == record
        assert library.load(setup.id).record() == record
        for seat in (None, *range(variant.players)):
            assert helps_of(match.record(seat).games[0])


def test_help_is_stored_as_a_line_of_its_own() -> None:
    event = Helped(0, Help.TAKE_BACK)
    assert write_event(event) == '{"type":"helped","seat":0,"help":"take-back"}'
    assert read_event(write_event(event)) == event
