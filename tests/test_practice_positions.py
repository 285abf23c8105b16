"""Practice that begins at a position: the same deal, from the scores before it, to the end."""

import random

from pegout.cards import UNKNOWN
from pegout.match import Match, MatchError, Seated, Setup, practice_position
from pegout.notation import describe_position, read, read_position, verify_deals, write
from pegout.players import advance
from pegout.rules import Phase, Rules
from pegout.rules.view import view
from tests.cases import each, raises_code
from tests.matches import a_match, step

HAND = "5H 5S 6D 7C JD KS"

GAMES = [
    Rules(first_deal="chosen"),
    Rules(first_deal="chosen", counting="manual"),
    Rules(players=3, first_deal="chosen"),
    Rules(players=4, first_deal="chosen"),
    Rules("family", first_deal="chosen"),
]


@each("rules", GAMES)
def test_from_every_decision_a_game_goes_on_to_its_end(rules: Rules) -> None:
    chance = random.Random(11)
    match, tried = a_match(rules, seed=11), 0
    while not match.game_over:
        for seat in sorted(match.to_act):
            state = read_position(match.position())
            if state.phase in (Phase.DISCARD, Phase.PLAY) and chance.random() < 0.2:
                begin = practice_position(state, seat)
                seats = tuple([Seated(name, "novice") for name in ("A", "B", "C", "D")])
                setup = Setup("NEW", begin.rules, seats[: rules.players], dealer=state.dealer)
                new = Match(setup, practice=begin)
                assert new.view(seat).legal == view(state, seat).legal
                assert new.view(seat).scores == state.scores
                tried += 1
                if tried % 10 == 1:
                    check_to_the_end(new)
        step(match, chance)
    assert tried > 10


def check_to_the_end(match: Match) -> None:
    """Play a match to its end, and read its record and the proofs of its later deals."""
    for _ in advance(match):
        pass
    record = match.record()
    assert read(write(record)) == record
    codes = [verdict.code for verdict in verify_deals(record)]
    assert codes[0] == "practice"
    assert set(codes[1:]) <= {"proved"}


def test_muggins_and_unknown_cards_are_refused() -> None:
    muggins = describe_position(HAND, rules=Rules(counting="manual", muggins=True))
    with raises_code(MatchError, "bad_position"):
        practice_position(muggins.sample(random.Random(1)), 0)
    state = describe_position(HAND).sample(random.Random(1))
    hands = (state.dealt[0], (UNKNOWN, *state.dealt[1][1:]))
    with raises_code(MatchError, "unknown_cards"):
        practice_position(state.having(dealt=hands), 0)


def test_scores_below_what_was_pegged_are_refused() -> None:
    seen = describe_position(
        "5H 5S 6D 7C JD KS", discards="JD KS", starter="2C", played="8D 7C 9S", scores=(84, 1)
    )
    with raises_code(MatchError, "unreachable_scores"):
        practice_position(seen.sample(random.Random(1)), 0)


def test_what_was_pegged_in_the_deal_is_taken_from_the_scores() -> None:
    seen = describe_position(
        "5H 5S 6D 7C JD KS", discards="JD KS", starter="JC", played="TD 5H TS 5S go 4C",
        dealer=0, scores=(5, 5), rules=Rules(target=31),
    )  # fmt: skip
    begin = practice_position(seen.sample(random.Random(1)), 0)
    assert begin.rules.scores_at_start == (0, 5)


def test_a_state_that_contradicts_itself_is_refused() -> None:
    state = describe_position(HAND, discards="JD KS", starter="2C", played="8D").sample(
        random.Random(1)
    )
    with raises_code(MatchError, "bad_position"):
        practice_position(state.having(discards=(state.discards[1], state.discards[1])), 0)
