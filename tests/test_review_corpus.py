"""A corpus of reviewed games: its statistics, and that an interrupted run resumes."""

import json
from collections import Counter
from pathlib import Path

import pytest

from pegout.review.game_review import choices
from pegout.rules import Rules
from tools.review_corpus import KINDS, Line, add, joint, kind_of, levels_of, missed_by, tell
from tools.verdicts import game_of


def split(cards: float, hidden: float = 0.0, errors: tuple[float, float] = (0.0, 0.0)) -> Line:
    result = 0.5 + cards + hidden + errors[1] - errors[0]
    return {
        "before": 0.5, "result": result, "cards": cards, "hidden": hidden, "counting": 0.0,
        "ending": 0.0, "errors": errors,
    }  # fmt: skip


def line(number: int, cards: float, holes: float) -> Line:
    return {
        "number": number,
        "levels": ["novice", "club"],
        "decisions": [30, 20],
        "losses": [[0.005, 0.02, 0.02, 0.05], []],
        "chance": split(cards),
        "margin": split(holes),
    }


def test_what_the_parts_miss_is_found() -> None:
    game = line(0, 0.25, 3.0)
    assert missed_by(game) == 0
    game["margin"]["errors"] = (0.125, 0.5)
    assert missed_by(game) == 0.375


def test_luck_far_from_nothing_is_told_from_luck_that_is_none() -> None:
    signs = [(-1) ** number for number in range(40)]
    none = [line(number, 0.1 * sign, sign * (number % 3)) for number, sign in enumerate(signs)]
    much = [line(number, 0.1 * sign + 0.1, number % 3) for number, sign in enumerate(signs)]
    total, freedom = joint(none)
    assert freedom == 2
    assert total < 2
    assert joint(much)[0] > 40
    # A pair with too few games gives no result.
    assert joint(none[:10]) == (0.0, 0)


def test_verdicts_are_counted_for_one_player_and_game(capsys: pytest.CaptureFixture[str]) -> None:
    tell([line(0, 0.1, 1.0), line(1, 0.1, 1.0)])
    printed = capsys.readouterr().out.splitlines()
    assert "2 games; the parts miss a result by 0.0e+00" in printed
    assert "novice: 9.50 % of a game in each of 2 ± 0.00" in printed
    assert "| novice | 30.0 | 0.00 | 2.00 | 1.00 |" in printed
    assert "| club | 20.0 | 0.00 | 0.00 | 0.00 |" in printed
    assert "| novice | 4.00 | 4.00 | 3.00 | 3.00 | 3.00 | 1.00 | 1.00 | 0.00 | 0.00 |" in printed


def test_errors_are_counted_by_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    seats = [{kind: [0, 0, 0.0, 0.0] for kind in KINDS} for _ in range(2)]
    seats[0]["lead"] = [3, 2, 0.02, 1.0]
    seats[0]["lead near the end"] = [1, 0, 0.0, 0.0]
    tell([{**line(0, 0.1, 1.0), "kinds": seats}, {**line(1, 0.1, 1.0), "kinds": seats}])
    printed = capsys.readouterr().out.splitlines()
    at = printed.index("| novice | decisions | losing | thousandths of a game | points |")
    assert printed[at + 3] == "| lead | 3.00 | 2.00 | 20.0 | 1.00 |"
    assert printed[at + 8] == "| lead near the end | 1.00 | 0.00 | 0.0 | 0.00 |"
    assert printed[at + 11] == "| all | 4.00 | 2.00 | 20.0 ± 0.0 | 1.00 ± 0.00 |"


def test_the_kind_of_a_decision_is_told_by_what_was_seen() -> None:
    game = game_of(Rules(players=3), levels_of(3, 7), 7)
    views = [choice.view for choice in choices(Rules(players=3), game)]
    for view in views:
        kind = kind_of(view)
        assert ("discard" in kind) == (len(view.hand) == 5)
        assert ("as dealer" in kind) == (len(view.hand) == 5 and view.seat == view.dealer)
        assert ("lead" in kind) == (view.hand_sizes == (4, 4, 4) and "discard" not in kind)
        assert ("reply" in kind) == (sum(view.hand_sizes) == 11)
        assert ("near the end" in kind) == any(score >= 76 for score in view.scores)
    assert {*map(kind_of, views)} == {*KINDS}


def test_each_level_plays_as_often_as_any_other() -> None:
    for players, games in ((2, 25), (3, 125), (4, 25)):
        seats = Counter([seat for number in range(games) for seat in levels_of(players, number)])
        assert {*seats.values()} == {games * players // 5}


@pytest.mark.slow
def test_what_a_file_has_is_not_reviewed_again(tmp_path: Path) -> None:
    path, lines = tmp_path / "corpus.jsonl", list[Line]()
    add(lines, path, 1, 1, 0)
    assert not lines
    with pytest.raises(ValueError, match="expected a file with games of 3, not of 2"):
        add([line(0, 0.1, 1.0)], path, 1, 1, 0, players=3)
    add(lines, path, 1, 1, 5)
    (game,) = lines
    assert json.loads(path.read_text())["losses"] == game["losses"]
    assert missed_by(game) < 1e-9
    kinds = [sum([row[1] for row in seat.values()]) for seat in game["kinds"]]
    assert kinds == [len(losses) for losses in game["losses"]]
    # A gentle player loses something by a third of its decisions.
    assert min(map(len, game["losses"])) > 5
    written = path.read_text()
    add(lines, path, 1, 1, 5)
    assert path.read_text() == written
    assert lines == [game]
