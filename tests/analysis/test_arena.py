import json
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from pegout.analysis.arena import ArenaError, Matchup, play_matchup
from pegout.analysis.runs import RunError
from pegout.players import UnknownLevel
from pegout.rules import Rules, rules

HALF = rules("half")


def contest(
    *levels: str,
    games: int = 24,
    seed: int = 1,
    of: Rules = HALF,
    executor: Executor | None = None,
) -> Matchup:
    return play_matchup(levels, games, seed, of, executor=executor, workers=1)


def test_the_result_follows_from_the_seed_wherever_it_is_computed() -> None:
    alone = contest("greedy", "novice")
    with ThreadPoolExecutor(3) as pool:
        together = contest("greedy", "novice", executor=pool)
    assert alone == together
    assert alone.to_json() == together.to_json()
    assert contest("greedy", "novice", seed=2) != alone


def test_processes_give_the_same_result() -> None:
    with_processes = play_matchup(["greedy", "random"], 20, 4, rules("half"), workers=2)
    assert with_processes == contest("greedy", "random", games=20, seed=4)


def test_mirrored_deals_make_equals_equal() -> None:
    result = contest("greedy", "greedy")
    one, other = result.contestants
    assert one == other
    assert one.win_rate.mean == 0.5
    assert one.margin.mean == 0


def test_the_order_of_the_levels_does_not_matter() -> None:
    forth, back = contest("greedy", "novice"), contest("novice", "greedy")
    assert forth.contestants == back.contestants[::-1]
    assert forth.first_dealer == back.first_dealer


@pytest.mark.parametrize(
    ("levels", "of"),
    [
        (("greedy", "novice", "random"), rules(players=3, target=61)),
        (("greedy", "random"), rules(players=4, target=61)),
        (("greedy", "random"), rules("clasico", target=61)),
        (("greedy", "random"), rules(lowball=True, target=61)),
        (("greedy", "greedy", "random"), rules(players=3, lowball=True, target=61)),
        (("greedy", "random"), rules(five_card=True)),
        (("greedy", "novice"), rules(counting="manual", muggins=True, target=61)),
    ],
)
def test_every_game_can_be_held(levels: tuple[str, ...], of: Rules) -> None:
    result = contest(*levels, games=12, of=of)
    assert result.games == 12
    assert sum(one.wins for one in result.contestants) == pytest.approx(12)
    assert result.contestants[0].wins > result.contestants[-1].wins
    assert result.deals.number == 12
    for one in result.contestants:
        assert one.win_rate.low <= one.win_rate.mean <= one.win_rate.high
        assert one.crib.number > 0
        assert one.margin.number == 12


def test_games_are_rounded_up_to_whole_groups() -> None:
    assert contest("random", "random", games=3).games == 4
    assert contest("random", "random", "random", games=4, of=rules(players=3, target=31)).games == 6


def test_points_are_those_of_the_deals() -> None:
    result = contest("greedy", "random", games=40)
    strong, weak = result.contestants
    assert strong.hand_dealer.mean > 6.5 > weak.hand_dealer.mean
    assert strong.points_dealer.mean > strong.points_pone.mean
    assert 0 < strong.heels.mean < 0.6
    assert strong.play_dealer.low < strong.play_dealer.mean < strong.play_dealer.high


def test_the_result_can_be_written_as_json() -> None:
    result = contest("greedy", "random", of=rules("half", stinkhole=True), games=4)
    data = json.loads(result.to_json())
    assert data["preset"] == "half"
    assert data["switches"] == {"stinkhole": True}
    assert [one["level"] for one in data["contestants"]] == ["greedy", "random"]


def test_progress_is_told() -> None:
    steps: list[tuple[int, int]] = []
    play_matchup(
        ["random", "random"],
        20,
        1,
        rules("half"),
        workers=1,
        progress=lambda done, total: steps.append((done, total)),
    )
    assert steps == [(8, 20), (16, 20), (20, 20)]


def test_an_interruption_keeps_what_was_played() -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    result = play_matchup(["random", "random"], 20, 1, rules("half"), workers=1, progress=stop)
    assert (result.games, result.complete) == (8, False)


def test_what_cannot_be_held_is_said() -> None:
    with pytest.raises(ArenaError, match="2 levels") as error:
        contest("club")
    assert error.value.code == "bad_levels"
    with pytest.raises(ArenaError) as error:
        contest("club", "club", games=0)
    assert error.value.code == "bad_games"
    with pytest.raises(UnknownLevel):
        contest("club", "nobody")


def test_club_beats_novice_and_random() -> None:
    assert contest("club", "novice", games=40).contestants[0].win_rate.mean > 0.65
    assert contest("club", "random", games=20).contestants[0].win_rate.mean > 0.9


@pytest.mark.long
def test_club_is_as_strong_as_it_should_be() -> None:
    against_random = play_matchup(["club", "random"], 1000, 1)
    assert against_random.contestants[0].win_rate.mean >= 0.99
    against_novice = play_matchup(["club", "novice"], 400, 1)
    assert against_novice.contestants[0].win_rate.low > 0.7


@pytest.mark.long
def test_the_averages_of_club_are_those_of_good_players() -> None:
    # Chambers: hands 8.0 and 8.1, crib 4.7, 3.5 and 2.0 in the play; Colvert: 16.2 and 10.2 in all,
    # and the first dealer wins 56 %.
    one = play_matchup(["club", "club"], 1200, 1).contestants[0]
    assert one.hand_dealer.mean == pytest.approx(8.0, abs=0.15)
    assert one.hand_pone.mean == pytest.approx(8.13, abs=0.15)
    assert one.crib.mean == pytest.approx(4.72, abs=0.15)
    assert one.play_dealer.mean == pytest.approx(3.5, abs=0.25)
    assert one.play_pone.mean == pytest.approx(2.1, abs=0.25)
    assert one.points_dealer.mean == pytest.approx(16.2, abs=0.4)
    assert one.points_pone.mean == pytest.approx(10.2, abs=0.4)


def test_a_contest_goes_on_from_its_file(tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    file = tmp_path / "contest.run"
    part = play_matchup(["greedy", "novice"], 24, 1, HALF, workers=1, resume=file, progress=stop)
    assert (part.games, part.complete) == (8, False)
    whole = play_matchup(["greedy", "novice"], 24, 1, HALF, workers=1, resume=file)
    assert whole.to_json() == contest("greedy", "novice").to_json()


@pytest.mark.parametrize(
    ("levels", "games", "seed", "of", "word"),
    [
        (["novice", "greedy"], 24, 1, HALF, "levels"),
        (["greedy", "novice"], 26, 1, HALF, "total 12, not 13"),
        (["greedy", "novice"], 24, 2, HALF, "seed 1, not 2"),
        (["greedy", "novice"], 24, 1, rules(), "preset half, not standard"),
        (["greedy", "novice"], 24, 1, rules("half", stinkhole=True), "switches"),
    ],
)
def test_a_file_of_another_contest_is_not_gone_on_with(
    levels: list[str], games: int, seed: int, of: Rules, word: str, tmp_path: Path
) -> None:
    file = tmp_path / "contest.run"
    play_matchup(["greedy", "novice"], 24, 1, HALF, workers=1, resume=file)
    with pytest.raises(RunError, match=word) as error:
        play_matchup(levels, games, seed, of, workers=1, resume=file)
    assert error.value.code == "other_run"
