"""What is said of a player's games."""

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from math import sqrt

import pytest

from pegout.contests.policy_contests import simulate_deals
from pegout.contests.statistics import Mean
from pegout.school.statistics import (
    EXPECTED,
    DealPart,
    DealRole,
    Results,
    Streaks,
    averages,
    own_games,
    own_seat,
    seat_game,
    statistics,
)
from pegout.school.statistics_tables import (
    encode_statistics,
    quiet_line,
    statistics_in_words,
    statistics_tables,
)
from pegout.table.game_sums import GameSums, KindErrors, RoleSums, SeatErrors, SeatSums
from pegout.table.store import StoredGame, Summary
from pegout.text import language
from tests.storage.stored import START

EN = language("en")
SUMS = SeatSums(
    dealer=RoleSums(deals=5, play=16, hands=5, hand=40, cribs=4, crib=20),
    pone=RoleSums(deals=4, play=10, hands=4, hand=28),
    great=1,
)


def summary(name: str = "Ben", level: str = "club", match_id: str = "a") -> Summary:
    return Summary(
        match_id, START, START, "over", ("Ann", name), ("person", level), "standard", 1, 0, 1,
        (121, 100), (1, 0), (0,), 900,
    )  # fmt: skip


def game(
    day: int = 0, scores: tuple[int, int] = (121, 100), match_id: str = "a", **more: object
) -> StoredGame:
    winner = int(scores[1] > scores[0])
    skunk = int(min(scores) < 91)
    skunks = (skunk, 0) if winner else (0, skunk)
    sums = GameSums(121, scores, (winner,), skunks, (SUMS, SeatSums()))
    errors = more.pop("errors", ())
    stored = StoredGame(match_id, 1, START + timedelta(days=day), sums, errors)  # type: ignore[arg-type]
    return replace(stored, **more)  # type: ignore[arg-type]


def test_results_are_those_of_the_seat() -> None:
    games = [game(0), game(1, (80, 121)), game(2, (121, 60)), game(3, (121, 119))]
    found = statistics(own_games([summary()], games))
    assert found.results == Results(
        4, won=3, lost=1, skunks=1, skunked=1, margin=(21 - 41 + 61 + 2) / 4
    )
    assert found.streaks == Streaks(current=2, longest_won=2, longest_lost=1)
    assert found.great == 4
    bens = statistics([seat_game(summary(), stored, 1) for stored in games])
    assert (bens.results.won, bens.results.skunks, bens.results.margin) == (
        1,
        1,
        -found.results.margin,
    )


def test_a_game_that_was_stopped_is_neither_won_nor_lost() -> None:
    stopped = game(1)
    stopped = replace(stopped, sums=GameSums(121, (50, 60), (), (0, 0), (SUMS, SUMS)))
    found = statistics(own_games([summary()], [game(0), stopped, game(2)]))
    assert (found.results.games, found.results.won, found.results.lost) == (3, 2, 0)
    assert found.streaks.current == 2


def test_opponents_and_levels_are_separate() -> None:
    matches = [summary(), summary("Cleo", "expert", "b"), summary("Dan", "person", "c")]
    games = [game(0), game(1, (90, 121), "b"), game(2, (121, 95), "b"), game(3, (121, 95), "c")]
    found = statistics(own_games(matches, games))
    assert [(who.names, sums.games, sums.won) for who, sums in found.by_opponent] == [
        (("Cleo",), 2, 1), (("Ben",), 1, 1), (("Dan",), 1, 1),
    ]  # fmt: skip
    assert {level for level, _ in found.by_level} == {"club", "expert", "person"}


def test_own_games_are_those_of_the_first_person_or_of_a_name() -> None:
    match = summary("Dan", "person")
    assert (own_seat(match), own_seat(match, "Dan"), own_seat(match, "Eve")) == (0, 1, None)
    practice = replace(
        game(1), sums=GameSums(121, (121, 3), (0,), (0, 2), (SUMS, SUMS), practice=True)
    )
    unknown = game(2, match_id="gone")
    assert len(own_games([match], [game(0), practice, unknown])) == 1
    assert own_games([match], [game(0)], "Eve") == []


def test_averages_stand_beside_those_of_the_expert() -> None:
    found = averages(own_games([summary()], [game(0), game(1)]))
    assert [(one.part, one.role, one.number, one.mean) for one in found] == [
        ("hand", "dealer", 10, 8.0),
        ("hand", "pone", 8, 7.0),
        ("crib", "dealer", 8, 5.0),
        ("play", "dealer", 10, 3.2),
        ("play", "pone", 8, 2.5),
    ]
    for one in found:
        expected = EXPECTED[one.part, one.role]
        half = 1.96 * expected.spread / sqrt(one.number)
        assert one.high - one.expected == pytest.approx(half)
        assert one.expected - one.low == pytest.approx(half)
    unusual = replace(
        game(2), sums=GameSums(121, (121, 3), (0,), (0, 2), (SUMS, SUMS), usual=False)
    )
    assert averages(own_games([summary()], [unusual])) == []


@pytest.mark.slow
def test_the_expected_averages_are_those_of_the_simulation() -> None:
    result = simulate_deals(["expert-points", "expert-points"], deals=400, seed=7, workers=1)
    (one, _) = result.contestants
    measured: dict[tuple[DealPart, DealRole], Mean] = {
        ("hand", "dealer"): one.hand_dealer,
        ("hand", "pone"): one.hand_pone,
        ("crib", "dealer"): one.crib,
        ("play", "dealer"): one.play_dealer,
        ("play", "pone"): one.play_pone,
    }
    for key, mean in measured.items():
        assert abs(mean.mean - EXPECTED[key].mean) < 4 * EXPECTED[key].spread / sqrt(mean.number)


def test_errors_and_luck_are_those_of_reviewed_games() -> None:
    errors = SeatErrors(
        KindErrors(10, 4.0, 0.06), KindErrors(30, 1.0, 0.02), scaled=40, scaled_points=5.0,
        luck=0.1, skill=-0.1, luck_holes=8.0, skill_holes=-33.0,
    )  # fmt: skip
    without = SeatErrors(KindErrors(10, 0.0, 0.0), scaled=10)
    games = [
        game(0, errors=(errors, SeatErrors())),
        game(1),
        game(2, errors=(without, SeatErrors())),
    ]
    found = statistics(own_games([summary()], games))
    assert [(cost.kind, cost.decisions, cost.points) for cost in found.costs] == [
        ("discard", 20, 4.0), ("play", 30, 1.0),
    ]  # fmt: skip
    assert [cost.chance for cost in found.course] == [pytest.approx(0.08), 0.0]
    assert all(before.ended < after.ended for before, after in pairwise(found.course))
    assert found.luck is not None
    assert (found.luck.games, found.luck.luck, found.luck.skill) == (1, 8.0, -33.0)
    assert found.closest is not None
    assert quiet_line(found, EN).startswith("3 games, 3 won; you play like “")


def test_the_tables_say_all_of_it_in_both_languages() -> None:
    errors = SeatErrors(KindErrors(10, 4.0, 0.06), scaled=40, scaled_points=5.0)
    games = [game(0), game(1, errors=(errors, SeatErrors()))]
    found = statistics(own_games([summary()], games))
    for code in ("en", "es"):
        tables = statistics_tables(found, language(code))
        assert [table.name for table in tables] == ["levels", "opponents", "averages", "errors"]
        for table in tables:
            assert {len(row) for row in table.rows} == {len(table.columns)}
    english = statistics_tables(found, EN)
    assert english[1].rows == [("Ben (Club)", "2", "2", "100.0", "0 : 0", "+21.0")]
    assert english[2].rows[0] == ("Hand, as dealer", "10", "8.00", "8.00", "5.63 to 10.37")
    assert statistics_tables(statistics([]), EN) == []


def test_what_errors_cost_is_said_game_by_game() -> None:
    errors = SeatErrors(KindErrors(10, 4.0, 0.06), scaled=40, scaled_points=5.0)
    without = SeatErrors(KindErrors(10, 0.0, 0.0), scaled=10)
    games = [
        game(day, errors=(cost, SeatErrors())) for day, cost in enumerate((errors, without) * 30)
    ]
    found = statistics(own_games([summary()], games))
    last = statistics_tables(found, EN)[-1]
    assert (last.name, last.title) == ("course", "The last 40 reviewed games")
    dates = [(START + timedelta(days=day)).date().isoformat() for day in (58, 59)]
    assert last.rows[-2:] == [
        (dates[0], "−6.0\N{NO-BREAK SPACE}%"),
        (dates[1], "0.0\N{NO-BREAK SPACE}%"),
    ]
    assert f"{dates[0]}: Lost by errors −6.0\N{NO-BREAK SPACE}%" in [
        *statistics_in_words(found, EN)
    ]
    # A page has it as figures.
    encoded = encode_statistics(own_games([summary()], games), EN)
    assert [table.name for table in encoded.tables][-1] == "errors"
    assert len(encoded.course) == 60
