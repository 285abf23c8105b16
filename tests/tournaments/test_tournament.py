"""A tournament from its plan to its standings, with late entries, leaving and corrections."""

import csv
import io
import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegout.text import language
from pegout.tournaments.sheets import standings_sheet
from pegout.tournaments.tournament import (
    System,
    Tournament,
    TournamentPlan,
    TournamentPlayer,
    TournamentRefused,
    begin_tournament,
    come_back,
    enter_player,
    enter_scores,
    leave,
    plan_round,
)
from tests.cases import raises_code
from tests.tournaments.evenings import (
    NOW,
    any_game,
    enter,
    evening,
    name,
    next_round,
    open_pairings,
    play_out,
    play_round,
)

SWISS = TournamentPlan("Swiss", "swiss", rounds=5)
ROBIN = TournamentPlan("Robin")
#: Lots of players in tests where they do not matter.
FIXED = random.Random(1)


def meetings(tournament: Tournament) -> Counter[frozenset[int]]:
    pairings = [found for round_ in tournament.rounds for found in round_]
    return Counter([frozenset(found.players) for found in pairings if found.second is not None])


def byes(tournament: Tournament) -> Counter[int]:
    pairings = [found for round_ in tournament.rounds for found in round_]
    return Counter([found.first for found in pairings if found.second is None])


@pytest.mark.parametrize("players", [4, 5, 16, 63, 64])
def test_everybody_meets_everybody_in_a_round_robin(players: int) -> None:
    played = play_out(evening(players, ROBIN), random.Random(players))
    pairs = [frozenset(pair) for pair in combinations(range(players), 2)]
    assert meetings(played) == Counter(pairs)
    assert len(played.rounds) == players - 1 + players % 2
    assert set(byes(played).values()) <= {1}


@pytest.mark.parametrize("players", [4, 5, 16, 63, 64])
def test_nobody_meets_again_in_a_swiss_tournament(players: int) -> None:
    plan = TournamentPlan("Swiss", "swiss", rounds=min(players - 1, 9))
    played = play_out(evening(players, plan), random.Random(players))
    assert len(played.rounds) == plan.rounds
    assert set(meetings(played).values()) == {1}
    assert set(byes(played).values()) <= {1}
    first = Counter([found.first for round_ in played.rounds for found in round_ if found.second])
    assert max(first.values()) - min(first[one] for one in range(players)) <= plan.rounds // 2 + 1


def test_a_swiss_tournament_has_two_rounds_more_than_a_knock_out() -> None:
    plan = TournamentPlan("Swiss", "swiss")
    numbers = {players: evening(players, plan).planned_rounds for players in (4, 5, 16, 17, 64)}
    assert numbers == {4: 3, 5: 5, 16: 6, 17: 7, 64: 8}


def test_those_with_as_many_points_meet_in_a_swiss_round() -> None:
    played = play_round(next_round(evening(16, SWISS)), random.Random(1))
    left = [placed.player for placed in played.standings()]
    met, expected = meetings(played), []
    while left:
        first = left.pop(0)
        second = next(one for one in left if not met[frozenset((first, one))])
        left.remove(second)
        expected.append({first, second})
    assert [set(found.players) for found in plan_round(played)] == expected


@given(
    seed=st.integers(0, 10**6),
    players=st.integers(4, 12),
    system=st.sampled_from(["round_robin", "swiss"]),
)
def test_an_evening_with_people_who_come_and_go(seed: int, players: int, system: System) -> None:
    chance = random.Random(seed)
    going = evening(players, TournamentPlan("Evening", system, rounds=0), seed)
    late = 0
    while not going.is_over:
        going = next_round(going)
        busy = [one for found in going.rounds[-1] for one in found.players]
        assert len(busy) == len(set(busy))
        assert set(busy) <= set(going.present)
        assert any(found.second is not None for found in going.rounds[-1])
        if chance.random() < 0.4 and late < 3:
            going = enter(going, [name(players + late)], chance)
            late += 1
        if chance.random() < 0.3:
            going = leave(going, chance.choice(going.present))
        elif chance.random() < 0.3:
            gone = [at for at, found in enumerate(going.players) if found.until is not None]
            if gone:
                going = come_back(going, chance.choice(gone))
        going = play_round(going, chance)
        assert Tournament.read(going.text()) == going
    if system == "round_robin":
        assert set(meetings(going).values()) <= {1}
        everybody = {frozenset(pair) for pair in combinations(going.present, 2)}
        assert everybody <= set(meetings(going))
    standings = going.standings()
    assert sum(placed.tally.spread for placed in standings) == 0
    assert [placed.place for placed in standings] == sorted(placed.place for placed in standings)
    assert {placed.player for placed in standings} == going.listed


def test_points_are_two_for_a_win_and_three_for_a_skunk() -> None:
    going = next_round(evening(4, ROBIN))
    one, two = going.rounds[0][0].players
    going = enter_scores(going, 1, 0, [(121, 90), (100, 121)], moment=NOW)
    tallies = {placed.player: placed.tally for placed in going.standings()}
    assert tallies[one][:5] == (3, 31 - 21, 2, 1, 1)
    assert tallies[two][:5] == (2, 21 - 31, 2, 1, 0)


def test_equal_points_are_parted_by_the_spread_and_equals_share_a_place() -> None:
    going = next_round(evening(4, ROBIN))
    (a, b), (c, d) = [found.players for found in going.rounds[0]]
    going = enter_scores(going, 1, 0, [(121, 110), (121, 100)], moment=NOW)
    going = enter_scores(going, 1, 1, [(121, 100), (110, 121)], moment=NOW)
    assert [(placed.place, placed.player) for placed in going.standings()] == [
        (1, a),
        (2, c),
        (3, d),
        (4, b),
    ]
    going = enter_scores(going, 1, 1, [(121, 100), (100, 121)], moment=NOW, reason="misread")
    places = {placed.player: placed.place for placed in going.standings()}
    assert places == {a: 1, c: 2, d: 2, b: 4}


def test_who_sits_out_wins_the_games_and_nothing_for_the_spread() -> None:
    going = next_round(evening(5, ROBIN))
    (out,) = [found.first for found in going.rounds[0] if found.second is None]
    tally = {placed.player: placed.tally for placed in going.standings()}[out]
    assert tally == (4, 0, 0, 0, 0, 1)


def test_the_games_of_who_leaves_are_won_by_the_opponent() -> None:
    going = next_round(evening(4, ROBIN))
    pairing = going.rounds[0][0]
    assert pairing.second is not None
    going = leave(going, pairing.second)
    assert going.is_complete(going.rounds[0][0])
    tallies = {placed.player: placed.tally for placed in going.standings()}
    assert tallies[pairing.first].points == 4
    assert tallies[pairing.second].points == 0
    # A result by hand still counts, and the correction is seen.
    going = enter_scores(going, 1, 0, [(121, 90), (121, 90)], moment=NOW, reason="they stayed")
    assert going.corrections[0].before == ()
    tallies = {placed.player: placed.tally for placed in going.standings()}
    assert tallies[pairing.first].points == 6


def test_nobody_wins_where_both_have_left() -> None:
    going = next_round(evening(6, ROBIN))
    one, two = going.rounds[0][0].players
    going = leave(leave(going, one), two)
    tallies = {placed.player: placed.tally for placed in going.standings()}
    assert tallies[one].points == tallies[two].points == 0
    assert leave(going, one) == going


def test_who_leaves_before_the_first_round_is_not_listed() -> None:
    going = leave(evening(6, ROBIN), 2)
    assert going.listed == {0, 1, 3, 4, 5}
    assert going.planned_rounds == 5
    again = enter_player(going, TournamentPlayer(going.players[2].name))
    assert again.listed == {0, 1, 3, 4, 5, 6}
    with raises_code(TournamentRefused, "same_name"):
        come_back(again, 2)
    assert come_back(going, 2).listed == set(range(6))


def test_what_is_stored_of_a_tournament_is_bounded() -> None:
    going = evening(64, ROBIN)
    for _ in range(192):
        gone = going.present[0]
        going = enter(leave(going, gone), [going.players[gone].name], FIXED)
    with raises_code(TournamentRefused, "tournament_full"):
        enter(leave(going, going.present[0]), ["One more"], FIXED)
    going = next_round(evening(4, ROBIN))
    games = [((121, 60), (60, 121)), ((121, 61), (61, 121))]
    for number in range(1001):
        going = enter_scores(going, 1, 0, games[number % 2], moment=NOW, reason="again")
    with raises_code(TournamentRefused, "too_many_corrections"):
        enter_scores(going, 1, 0, games[1], moment=NOW, reason="again")


def test_duplicate_compares_those_who_had_the_same_cards() -> None:
    going = next_round(evening(6, TournamentPlan("Packs", "swiss", "duplicate", games=1)))
    for at, game in enumerate([(121, 91), (121, 111), (101, 121)]):
        going = enter_scores(going, 1, at, [game], moment=NOW)
    points = {placed.player: placed.tally.points for placed in going.standings()}
    leads = [30, 10, -20]
    for at, found in enumerate(going.rounds[0]):
        others = (sum(leads) - leads[at]) / 2
        assert [points[one] for one in found.players] == [leads[at] - others, others - leads[at]]
    assert sum(points.values()) == pytest.approx(0)


def test_a_correction_keeps_what_it_has_replaced() -> None:
    going = play_round(next_round(evening(4, ROBIN)), random.Random(1))
    before = going.rounds[0][1].scores
    assert going.corrections == ()
    after = ((121, 60), (70, 121))
    with raises_code(TournamentRefused, "no_reason"):
        enter_scores(going, 1, 1, after, moment=NOW)
    corrected = enter_scores(going, 1, 1, after, moment=NOW, reason="pegs were moved twice")
    (note,) = corrected.corrections
    assert (note.round, note.pairing, note.before, note.after) == (1, 1, before, after)
    assert (note.reason, note.moment) == ("pegs were moved twice", NOW)
    assert corrected.rounds[0][1].by_hand
    assert enter_scores(corrected, 1, 1, after, moment=NOW) == corrected
    again = enter_scores(corrected, 1, 1, before, moment=NOW, reason="no, they were not")
    assert [found.before for found in again.corrections] == [before, after]


@pytest.mark.parametrize(
    "games",
    [
        [(121, 90)],
        [(121, 90), (121, 121)],
        [(121, 90), (122, 90)],
        [(121, 90), (120, 90)],
        [(121, 90), (-1, 121)],
    ],
)
def test_scores_that_no_game_ends_with_are_refused(games: list[tuple[int, int]]) -> None:
    going = next_round(evening(5, ROBIN))
    with raises_code(TournamentRefused, "bad_scores"):
        enter_scores(going, 1, 0, games, moment=NOW)


def test_what_does_not_fit_is_refused() -> None:
    chance = random.Random(1)
    few = evening(3, ROBIN)
    with raises_code(TournamentRefused, "too_few_players"):
        plan_round(few)
    with raises_code(TournamentRefused, "same_name"):
        enter_player(few, TournamentPlayer(name(0).upper()))
    for bad in ("", " Ann", "A\n", "x" * 25):
        with raises_code(TournamentRefused, "bad_name"):
            enter_player(few, TournamentPlayer(bad))
    full = evening(64, ROBIN)
    with raises_code(TournamentRefused, "tournament_full"):
        enter(full, ["One more"], chance)
    begun = next_round(full)
    with raises_code(TournamentRefused, "round_open"):
        plan_round(begun)
    for number, at in ((0, 0), (2, 0), (1, 32), (1, -1)):
        with raises_code(TournamentRefused, "unknown_pairing"):
            enter_scores(begun, number, at, [any_game(chance)] * 2, moment=NOW)
    for player in (-1, 64):
        with raises_code(TournamentRefused, "unknown_player"):
            leave(begun, player)
    over = play_out(evening(4, ROBIN), chance)
    with raises_code(TournamentRefused, "tournament_over"):
        enter(over, ["Too late"], chance)
    with raises_code(TournamentRefused, "tournament_over"):
        plan_round(over)
    with raises_code(TournamentRefused, "tournament_over"):
        come_back(leave(over, 0), 0)
    for title in ("", "  ", "\u3164", "a\nb"):
        with raises_code(TournamentRefused, "bad_title"):
            begin_tournament(TournamentPlan(title), "")
    for plan in (TournamentPlan("x", games=1), TournamentPlan("x", scoring="duplicate")):
        with raises_code(TournamentRefused, "bad_plan"):
            begin_tournament(plan, "")
    boards = begin_tournament(TournamentPlan("x", boards=True), "")
    with raises_code(TournamentRefused, "no_tables"):
        enter_player(boards, TournamentPlayer("Cleo", "club"))


def test_what_is_stored_of_another_version_is_refused() -> None:
    text = evening(4, ROBIN).text()
    for damaged in ("{", "[]", text.replace('"version":1', '"version":2')):
        with raises_code(TournamentRefused, "damaged_tournament"):
            Tournament.read(damaged)


@pytest.mark.parametrize("code", ["en", "es"])
def test_a_sheet_has_a_line_for_each_player_and_no_formula(code: str) -> None:
    going = enter(evening(5, ROBIN), ["=1+1", 'O"Neil, Sr'], random.Random(1))
    played = play_round(next_round(going), random.Random(1))
    head, *lines = csv.reader(io.StringIO(standings_sheet(played, language(code))))
    assert len(set(head)) == 8
    standings = played.standings()
    assert [(int(line[0]), float(line[2]), int(line[3])) for line in lines] == [
        (placed.place, placed.tally.points, placed.tally.spread) for placed in standings
    ]
    assert {"'=1+1", 'O"Neil, Sr'} <= {line[1] for line in lines}


def test_open_pairings_are_those_without_all_results() -> None:
    going = next_round(evening(5, ROBIN))
    assert len(open_pairings(going)) == 2
    assert not going.is_between_rounds
