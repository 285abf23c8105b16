"""The numbers of a reviewed game: composed, stored and read again, under a version."""

from dataclasses import replace
from functools import cache
from inspect import unwrap
from pathlib import Path

import pytest

from pegout.cards import UNKNOWN
from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.notation import Comment, GameRecord, Record, read, replay_events
from pegout.notation.replay import FIRST_NUMBER
from pegout.review import game_numbers, luck
from pegout.review.game_review import Reviewed, choices, decide, review
from pegout.review.luck import Followed, follow
from pegout.review.objectives import Objective
from pegout.review.options import Options
from pegout.rules import Dealt, Discarded, GameEnded, Played, Resign, Rules
from pegout.search.next_deal import chance_before_deal
from tests.chance import chance

RECORDS = Path(__file__).parents[2] / "docs/records"


@cache
def two() -> Record:
    return read((RECORDS / "two.peg").read_bytes())


@cache
def review_two() -> list[Reviewed]:
    return review(two().rules, two().games[0])


@cache
def numbers() -> game_numbers.GameNumbers:
    return game_numbers.gather(two().rules, two().games[0], review_two())


def test_a_decision_stands_at_the_number_of_its_event() -> None:
    game = two().games[0]
    events = dict(
        enumerate([event for event, _ in replay_events(two().rules, game)], start=FIRST_NUMBER)
    )
    for decision in numbers().decisions:
        event = events[decision.number]
        assert isinstance(event, Discarded | Played)
        cards = event.cards if isinstance(event, Discarded) else (event.card,)
        assert event.seat == decision.seat
        assert decision.options.of(cards) == decision.chosen


def test_what_was_lost_is_what_the_review_says() -> None:
    assert [(decision.loss, decision.verdict) for decision in numbers().decisions] == [
        (decision.loss, decision.verdict) for decision in review_two()
    ]
    assert numbers().chance == follow(two().rules, two().games[0]).splits(review_two())
    assert numbers().margin == follow(two().rules, two().games[0], "margin").splits(review_two())


def test_the_costliest_decision_is_the_first_of_those_that_lost_most() -> None:
    draw = chance("costliest")
    # The same decision twice is a draw.
    decisions = [*numbers().decisions, *numbers().decisions]
    for _ in range(200):
        some = draw.sample(decisions, draw.randrange(len(decisions)))
        most = None
        for each in some:
            if each.loss.tied or each.loss.chance <= 0:
                continue
            if most is None or each.loss.chance > most.loss.chance:
                most = each
        assert game_numbers.costliest(some) is most


def test_the_open_curve_goes_from_before_the_game_to_its_result() -> None:
    curve = numbers().open_curve(two().rules, 0)
    at = [number for number, _ in curve]
    assert curve[0] == (FIRST_NUMBER - 1, 0.5)
    assert curve[-1][1] == 1.0
    assert at == sorted(set(at))
    other = numbers().open_curve(two().rules, 1)
    assert other == [(number, 1 - chance) for number, chance in curve]


@pytest.mark.parametrize("seat", [0, 1])
def test_the_own_curve_is_what_the_verdicts_are_taken_from(seat: int) -> None:
    curve = numbers().own_curve(two().rules, seat)
    assert curve == sorted(curve, key=lambda point: point[0])
    for decision in numbers().decisions:
        if decision.seat == seat:
            options = decision.options
            before, after = options.best.chance, options.chance_after(decision.chosen)
            assert (decision.number - 1, before) in curve
            assert (decision.number, after) in curve
            assert before - after == pytest.approx(decision.loss.chance)
    # Between the deals both know the same, and in the end who has won.
    starts = dict(numbers().between)
    scores = [
        (number - 1, event.dealer, state.scores)
        for number, (event, state) in enumerate(
            replay_events(two().rules, two().games[0]), start=FIRST_NUMBER
        )
        if isinstance(event, Dealt)
    ]
    assert len(starts) == len(scores) + 1
    for number, dealer, score in scores:
        needs = [two().rules.target - points for points in score]
        chance = chance_before_deal(two().rules, needs, dealer, seat)
        assert starts[number][seat] == chance
        assert (number, chance) in curve
    assert curve[-1][1] == float(seat == 0)


def test_cards_that_a_player_does_not_see_leave_its_own_curve_as_it_is() -> None:
    game = unknown_game()
    found = game_numbers.gather(two().rules, game, review(two().rules, game))
    assert found.own_curve(two().rules, 0) == numbers().own_curve(two().rules, 0)


@pytest.mark.parametrize(("name", "often"), [("two", 2), ("three", 3)])
def test_a_game_is_followed_once_for_each_worth_and_side(
    name: str, often: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = read((RECORDS / f"{name}.peg").read_bytes())
    asked: list[tuple[str, int]] = []

    def noted(
        rules: Rules, game: GameRecord, objective: Objective = "chance", side: int = 0
    ) -> Followed:
        asked.append((objective, side))
        return follow(rules, game, objective, side)

    for module in luck, game_numbers:
        monkeypatch.setattr(module, "follow", noted)
    game_numbers.gather(record.rules, record.games[0], [])
    assert len(asked) == len(set(asked)) == often


def test_numbers_are_read_as_they_were_written() -> None:
    assert game_numbers.decode(game_numbers.encode(numbers())) == numbers()
    with pytest.raises(ValueError, match="decisions"):
        game_numbers.decode(b"{}")


def test_remarks_and_names_change_neither_numbers_nor_digest() -> None:
    game = two().games[0]
    remarked = GameRecord(7, game.dealer, entries=(Comment("Well met."), *game.entries))
    assert game_numbers.plain_game(remarked).events == game.events
    assert game_numbers.digest(two().rules, remarked) == game_numbers.digest(two().rules, game)
    # The review tells a decision by where it stands in the record, after the remark.
    found = [decision._replace(entry_index=decision.entry_index + 1) for decision in review_two()]
    assert game_numbers.gather(two().rules, remarked, found) == numbers()
    first = found[0].entry_index
    early = [choice for choice in choices(two().rules, remarked) if choice.entry_index == first]
    assert [decide(choice) for choice in early] == found[:1]


def test_another_game_or_another_rule_has_another_digest() -> None:
    game = two().games[0]
    shorter = GameRecord(1, game.dealer, entries=game.entries[:10])
    assert game_numbers.digest(two().rules, shorter) != game_numbers.digest(two().rules, game)
    assert game_numbers.digest(
        Rules("half", nobs_points=2), GameRecord(dealer=0)
    ) != game_numbers.digest(Rules("half"), GameRecord(dealer=0))


def unknown_game() -> GameRecord:
    """Return the game as recorded by someone who never saw seat 1's dealt cards and discards."""
    entries = list(two().games[0].entries)
    for at, entry in enumerate(entries):
        if isinstance(entry, Dealt):
            entries[at] = replace(entry, hands=(entry.hands[0], (UNKNOWN,) * 6))
        elif isinstance(entry, Discarded) and entry.seat == 1:
            entries[at] = replace(entry, cards=(UNKNOWN, UNKNOWN))
    return GameRecord(1, two().games[0].dealer, entries=tuple(entries))


def test_with_unknown_cards_luck_is_not_told() -> None:
    game = unknown_game()
    found = game_numbers.gather(two().rules, game, review(two().rules, game))
    assert {decision.seat for decision in found.decisions} == {0}
    assert found.limits == [game_numbers.Why.CARDS]
    assert found.unknown > 10
    assert (found.chance, found.margin) == ([], [])
    assert found.opened == found.open_curve(two().rules, 1) == []


def test_of_a_game_that_is_not_over_luck_is_not_told() -> None:
    game = two().games[0]
    ended = next(at for at, event in enumerate(game.entries) if isinstance(event, GameEnded))
    cut = GameRecord(1, game.dealer, entries=game.entries[:ended])
    assert game_numbers.is_over(game)
    assert not game_numbers.is_over(cut)
    found = game_numbers.gather(two().rules, cut, review_two()[:3])
    assert (found.limits, found.chance) == ([game_numbers.Why.NOT_OVER], [])
    assert [decision.number for decision in found.decisions] == [
        decision.number for decision in numbers().decisions[:3]
    ]


def test_a_game_given_up_before_its_first_deal_has_nothing_to_split() -> None:
    seats = (Seated("Ann"), Seated("Ben"))
    match = Match(Setup("game", Rules(), seats), secrets=seeded_secrets("early"))
    match.act(0, Resign(0))
    record = match.record()
    numbers = game_numbers.gather(record.rules, record.games[0], [])
    assert (numbers.chance, numbers.margin, numbers.opened, numbers.limits) == ([], [], [], [])
    assert [chances for _, chances in numbers.between] == [[0.0, 1.0]]


def test_what_is_not_valued_is_said() -> None:
    record = read((RECORDS / "three.peg").read_bytes())
    game = record.games[0]
    rules = replace(record.rules, lowball=True)
    found = game_numbers.gather(rules, GameRecord(1, game.dealer, entries=()), [])
    assert game_numbers.Why.RULES in found.limits
    assert (found.decisions, found.unknown) == ([], 0)


def test_the_version_changes_with_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    before = game_numbers.version()
    find = unwrap(game_numbers.version)
    assert find() == before
    monkeypatch.setattr(game_numbers, "checksums", lambda names: dict.fromkeys(names, "other"))
    assert find() != before
    monkeypatch.undo()
    monkeypatch.setattr(game_numbers, "KERNEL_VERSION", 99)
    assert find() != before


def test_numbers_from_fewer_sampled_deals_have_a_version_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    many = [Rules(players=players) for players in (3, 4)]
    versions = {game_numbers.version_of(rules) for rules in (Rules(), *many)}
    assert versions == {game_numbers.version()}
    monkeypatch.setattr(game_numbers, "installed", lambda package: package != "numpy")
    assert game_numbers.version_of(Rules()) == game_numbers.version()
    for rules in many:
        assert game_numbers.version_of(rules) not in versions


def test_the_version_does_not_depend_on_docstrings(monkeypatch: pytest.MonkeyPatch) -> None:
    before = game_numbers.version()
    monkeypatch.setattr(Options, "__doc__", "Other words.")
    assert unwrap(game_numbers.version)() == before
