"""Matches that are copied, pickled, or begun at a position; and threads, one at a time."""

import pickle
import random
from collections.abc import Sequence
from threading import Thread
from typing import Any

import pytest

from pegout.match import Entry, Match, MatchError, PositionSet, Seated
from pegout.notation import NotationError, verify_deals
from pegout.players import advance, create
from pegout.rules import Phase, Rules
from tests.cases import each, raises_code
from tests.matches import QUICK, a_match, everything, play_on, play_until, step


@each("again", [Match.copy, lambda match: pickle.loads(pickle.dumps(match))])
def test_a_copy_goes_on_by_itself(again: Any) -> None:
    match, chance = a_match(), random.Random(3)
    play_until(match, Phase.PLAY, chance)
    before = everything(match)
    other = again(match)
    assert everything(other) == before
    play_on(other, random.Random(5))
    assert everything(match) == before
    play_on(match, random.Random(5))
    # The secrets of later deals are the same, so the same choices lead to the same game.
    assert everything(match) == everything(other)


def test_a_copy_stores_nothing() -> None:
    kept: list[Entry] = []
    match = a_match(keep=kept.extend)
    number = len(kept)
    step(match.copy(), random.Random(1))
    assert len(kept) == number == match.number


@each("phase", [Phase.READY, Phase.DISCARD, Phase.CUT, Phase.PLAY])
def test_a_match_begins_at_a_position_and_goes_on_to_its_end(phase: Phase) -> None:
    match = play_until(a_match(), phase, random.Random(3))
    begun = Match.from_position(match.position(), match.setup.seats, id="K7QX")
    assert (begun.to_act, begun.view(None).scores) == (match.to_act, match.view(None).scores)
    if phase is not Phase.READY:
        assert begun.position().split("~")[:6] == match.position().split("~")[:6]
    assert everything(Match.resume(begun.entries)) == everything(begun)
    assert not any(isinstance(entry.event, PositionSet) for entry in begun.seen(0))
    play_on(begun, random.Random(5))
    assert begun.results
    with raises_code(MatchError, "no_record", match=r"practice_position\(state, seat\)"):
        begun.record()


@each("variant", [Rules(players=3), Rules(players=4), Rules(counting="manual", muggins=True)])
def test_a_sampled_state_can_be_played(variant: Rules) -> None:
    chance = random.Random(3)
    match = play_until(a_match(variant), Phase.PLAY, chance)
    players = {seat: create("novice", 1) for seat in range(variant.players)}
    begun = Match.from_position(match.view(0).sample(chance))
    assert begun.view(0).hand == match.view(0).hand
    for _ in advance(begun, players):
        pass
    assert begun.over


def test_positions_that_nobody_can_go_on_from() -> None:
    over = play_on(a_match(), random.Random(3))
    hidden = over.position().replace("over", "over")
    with raises_code(MatchError, "bad_position", match="from the phase over"):
        Match.from_position(hidden)
    with raises_code(MatchError, "bad_position", match="expected the text of a position"):
        Match.from_position(7)  # type: ignore[arg-type]
    with pytest.raises(NotationError):
        Match.from_position("1~half~nothing")
    seen = play_until(a_match(), Phase.PLAY, random.Random(3)).view(0)
    from pegout.notation import write_position

    with raises_code(MatchError, "unknown_cards", match=r"view\.sample"):
        Match.from_position(write_position(seen))
    with raises_code(MatchError, "bad_seats"):
        Match.from_position(seen.sample(random.Random(1)), (Seated("Ann"),))


def test_another_thread_is_refused_while_a_match_is_changed() -> None:
    refused: list[MatchError] = []
    match: Match | None = None

    def interfere() -> None:
        assert match is not None
        try:
            match.act(1, match.legal(1)[0])
        except MatchError as error:
            refused.append(error)

    def keep(entries: Sequence[Entry]) -> None:
        if match is not None:
            thread = Thread(target=interfere)
            thread.start()
            thread.join()

    match = a_match(keep=keep)
    match.act(0, match.legal(0)[0])
    assert [error.code for error in refused] == ["in_use"]
    assert "one thread" in str(refused[0])
    assert match.to_act == {1}
    match.act(1, match.legal(1)[0])


def test_threads_that_play_one_match_leave_a_true_log() -> None:
    match = a_match(Rules(target=61, first_deal="chosen"), people=0)
    strange: list[Exception] = []

    def play() -> None:
        while not match.over:
            try:
                for _ in advance(match):
                    pass
            except ValueError:  # another thread was faster
                continue
            except Exception as error:
                strange.append(error)
                return

    threads = [Thread(target=play) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not strange
    assert {verdict.code for verdict in verify_deals(match.record())} == {"proved"}
    assert everything(Match.resume(match.entries)) == everything(match)
    assert match.setup.rules != QUICK
