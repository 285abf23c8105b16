"""Reviews of games: the decisions that they value, their verdicts, and the levels' differences."""

from functools import cache
from itertools import takewhile
from pathlib import Path

import pytest

from pegout.notation import GameRecord, read
from pegout.notation.record import Remark
from pegout.review import game_review
from pegout.review.options import Loss
from pegout.rules import Discarded, Played, Rules, StarterCut, seen
from tests.cases import each
from tests.review.games import play_game

RECORDS = Path(__file__).parents[2] / "docs/records"
HALF = Rules("half")
SLOW = pytest.mark.slow


@cache
def game_of(level: str, number: int = 0) -> GameRecord:
    """Return a game of a level against itself, to 61."""
    return play_game(HALF, (level, level), "review", f"{level} {number}", number)


@cache
def review(level: str, number: int = 0) -> list[game_review.Reviewed]:
    return game_review.review(HALF, game_of(level, number))


def test_every_discard_and_card_is_looked_at_as_its_seat_saw_it() -> None:
    game = game_of("club")
    found = list(game_review.choices(HALF, game))
    entries = [entry for entry in game.entries if isinstance(entry, Discarded | Played)]
    assert [game.entries[choice.entry_index] for choice in found] == entries
    for choice, entry in zip(found, entries, strict=True):
        assert choice.view.seat == entry.seat
        assert set(choice.cards) <= set(choice.view.hand)
        others = {card for card in choice.view.dealt if card not in choice.view.hand}
        assert not others & set(choice.cards)


def test_every_discard_and_no_forced_card_is_a_decision() -> None:
    found = review("club")
    discards = [decision for decision in found if decision.options.kind == "discard"]
    entries = game_of("club").entries
    assert len(discards) == sum(isinstance(entry, Discarded) for entry in entries)
    assert all(len(decision.options.options) > 1 for decision in found)
    assert len(found) < len(list(game_review.choices(HALF, game_of("club"))))
    for decision in found:
        assert decision.chosen in decision.options.options
        assert decision.loss == decision.options.loss(decision.chosen)
        assert decision.verdict is game_review.verdict_of(decision.loss)


@SLOW
def test_a_card_that_the_solution_plays_is_no_error() -> None:
    compared = 0
    for decision in review("expert"):
        options, share = decision.options, decision.chosen.share
        if options.kind == "play" and not options.by_chance and share >= 0.05:
            compared += 1
            assert decision.loss == (0.0, 0.0, True)
    assert compared > 5


@pytest.mark.parametrize(
    "games", [pytest.param(1, marks=SLOW), pytest.param(2, marks=pytest.mark.long)]
)
def test_stronger_levels_lose_less(games: int) -> None:
    lost = [
        sum([choice.loss.chance for number in range(games) for choice in review(level, number)])
        for level in ("expert", "casual", "random")
    ]
    assert lost == sorted(lost)
    assert lost[0] < 0.3 * lost[1]


def test_of_one_seat_only_and_with_progress() -> None:
    told: list[tuple[int, int]] = []
    game = game_of("club")
    found = []
    for at, of, decision in game_review.each_reviewed(HALF, game, {1}):
        told.append((at, of))
        if decision is not None:
            found.append(decision)
    assert found == [decision for decision in review("club") if decision.seat == 1]
    assert told == [(at, len(told) - 1) for at in range(len(told))]


@each(
    ("chance", "verdict"),
    [
        (0.0, game_review.Verdict.FINE),
        (0.0059, game_review.Verdict.FINE),
        (0.006, game_review.Verdict.INACCURACY),
        (0.017, game_review.Verdict.MISTAKE),
        (0.0425, game_review.Verdict.LARGE_MISTAKE),
        (0.9, game_review.Verdict.LARGE_MISTAKE),
    ],
)
def test_verdicts_go_by_the_chance_lost(chance: float, verdict: game_review.Verdict) -> None:
    assert game_review.verdict_of(Loss(1.0, chance, tied=False)) is verdict


def test_choices_with_unknown_cards_are_left_out() -> None:
    game = game_of("club")
    begun = takewhile(lambda event: not isinstance(event, StarterCut), game.entries)
    told = tuple([event if isinstance(event, Remark) else seen(event, 0) for event in begun])
    found = list(game_review.choices(HALF, GameRecord(dealer=game.dealer, entries=told)))
    assert {choice.view.seat for choice in found} == {0, 1}
    for choice in found:
        if len(choice.cards) == 2:
            assert (game_review.decide(choice) is None) == (choice.view.seat == 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "muggins",
        *[pytest.param(name, marks=SLOW) for name in ("two", "three", "four", "early", "board")],
    ],
)
def test_the_records_of_the_documentation_are_reviewed(name: str) -> None:
    record = read((RECORDS / f"{name}.peg").read_text())
    for game in record.games:
        found = game_review.review(record.rules, game)
        assert found
        assert {decision.seat for decision in found} == set(range(record.rules.players))
        assert all(decision.loss.chance >= 0 for decision in found)
