"""Games through the referee: their statistics equal those of their logs."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from pegout.contests import referee_engine as refereed
from pegout.contests.mirrored_games import play_groups
from pegout.contests.referee_engine import Refereed
from pegout.contests.statistics import MEASURES
from pegout.match import Match
from pegout.rules import DealEnded, Dealt, HandShown, Rules, Scored

VARIANTS = [
    (("greedy", "random"), Rules()),
    (("greedy", "novice", "random"), Rules(players=3)),
    (("greedy", "random"), Rules(players=4, target=61)),
    (("greedy", "random"), Rules("clasico", target=61)),
    (("greedy", "greedy", "random"), Rules(players=3, lowball=True)),
    (("greedy", "random"), Rules(five_card=True)),
]


@pytest.fixture
def matches(monkeypatch: pytest.MonkeyPatch) -> list[Match]:
    """Collect every match that is played."""
    kept: list[Match] = []

    def keep(*arguments: Any, **named: Any) -> Match:
        kept.append(Match(*arguments, **named))
        return kept[-1]

    monkeypatch.setattr(refereed, "Match", keep)
    return kept


@pytest.mark.parametrize(("levels", "of"), VARIANTS)
def test_games_agree_with_logs(levels: tuple[str, ...], of: Rules, matches: list[Match]) -> None:
    sides = of.sides
    played = Refereed(levels, of, 5).games(range(3, 7), list(range(sides)))
    assert len(matches) == 4
    for at, match in enumerate(matches):
        assert played.scores[at].tolist() == list(match.view(None).scores)
        assert set(np.flatnonzero(played.winners[at])) == set(match.results[0].winners)
        assert played.deals[at] == match.view(None).deal
        points: Counter[tuple[int, str]] = Counter()
        for _, event in match.entries:
            if isinstance(event, Scored):
                points[of.side(event.seat), event.reason] += event.points
        totals = played.counted[at, :, :, 1]
        numbers = played.counted[at, :, :, 0]
        finished = sum(isinstance(event, DealEnded) for _, event in match.entries)
        shown = sum(isinstance(event, HandShown) for _, event in match.entries)
        hands = [MEASURES.index("hand dealer"), MEASURES.index("hand pone")]
        for side in range(sides):
            assert totals[side, hands].sum() == points[side, "hand"]
            assert totals[side, MEASURES.index("crib")] == points[side, "crib"]
        assert numbers[:, MEASURES.index("points dealer")].sum() == finished
        assert numbers[:, MEASURES.index("points pone")].sum() == finished * (sides - 1)
        assert numbers[:, hands].sum() + numbers[:, MEASURES.index("crib")].sum() == shown


@pytest.mark.parametrize(("levels", "of"), VARIANTS)
def test_sums_agree_with_results(levels: tuple[str, ...], of: Rules, matches: list[Match]) -> None:
    sides, groups = of.sides, 4
    rows = play_groups(range(groups), Refereed(levels, of, 2), of)
    assert len(matches) == sides * groups
    won = [0.0] * sides
    skunks: Counter[tuple[int, int]] = Counter()
    first = 0
    for at, match in enumerate(matches):
        turn, group = divmod(at, groups)
        result = match.results[0]
        first += of.side(group % of.players) in result.winners
        for side in result.winners:
            index = (side - turn) % sides
            won[index] += 1 / len(result.winners)
            skunks[index, max(result.skunks)] += 1
    for index in range(sides):
        share = sum(sixths * int(times) for sixths, times in enumerate(rows[f"{index} won"]))
        assert share == pytest.approx(won[index] * 6)
        for skunk in (1, 2):
            assert rows[f"{index} skunk {skunk}"][1] == skunks[index, skunk]
    assert rows["-1 first dealer"][:2].tolist() == [len(matches), first]


def test_the_packs_of_a_group_are_the_same_for_everybody(matches: list[Match]) -> None:
    of = Rules("half")
    both = Refereed(("random", "greedy"), of, 1)
    both.games(range(4), [0, 1])
    both.games(range(4), [1, 0])
    for pair in zip(matches[:4], matches[4:], strict=True):
        dealt = [next(event for _, event in match.entries if isinstance(event, Dealt))
                 for match in pair]  # fmt: skip
        assert dealt[0] == dealt[1]


def test_the_same_group_is_the_same_game_in_any_chunk() -> None:
    of = Rules("half")
    both = Refereed(("random", "greedy"), of, 1)
    whole, part = both.games(range(6), [0, 1]), both.games(range(4, 6), [0, 1])
    for field in ("scores", "winners", "first", "deals", "counted", "forfeits"):
        assert (getattr(whole, field)[4:] == getattr(part, field)).all()
