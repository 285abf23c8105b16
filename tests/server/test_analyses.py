"""The analyser: the numbers of hints, and questions that have no answer."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegout.cards import CARDS, Card
from pegout.review.discard_analysis import analyse, at_discard, score_win_probabilities
from pegout.review.option_values import options_of
from pegout.rules import Rules
from pegout.table import analyses
from pegout.tables.win_probability import chance
from pegout.text import language
from pegout.text.reasons import explanation
from pegout.wire.http import DiscardsWanted, ScoreWanted
from tests.server.table import ALONE, QUICK, House, house
from tests.server.test_hints import begin

EN, ES = language("en"), language("es")
HAND = "5H,5S,6D,7C,JD,KS"


def answer(**query: str) -> Any:
    question = analyses.read_discard_question(DiscardsWanted(**{"cards": HAND, **query}), EN)
    return msgspec.to_builtins(analyses.analyse_discards(question, EN))


def in_order(option: dict[str, Any]) -> dict[str, Any]:
    """Return an option with its cards in an order that does not depend on the deal."""
    return {**option, "cards": sorted(option["cards"]), "words": sorted(option["words"].split())}


@pytest.mark.parametrize("dealer", ["0", "1"])
@pytest.mark.parametrize("scores", ["0-0", "90-84", "115-110"])
def test_values_are_those_of_a_seat_that_holds_these_cards(dealer: str, scores: str) -> None:
    found = answer(dealer=dealer, scores=scores)
    own, other = map(int, scores.split("-"))
    view = at_discard(HAND, Rules(), int(dealer), (own, other))
    options = options_of(view)
    assert options is not None
    assert found["by_chance"] == options.by_chance
    assert found["whose"] == options.dealer
    assert len(found["discards"]) == 15
    for row, option in zip(found["discards"], options.options, strict=True):
        shown = row["option"]
        assert shown["cards"] == [str(card) for card in option.cards]
        parts = (option.hand, option.crib, option.play, option.chance)
        assert tuple(shown[part] for part in ("hand", "crib", "play", "chance")) == parts
        assert row["loss"]["tied"] == options.loss(option).tied
        assert row["says"] == explanation(options, option, EN)


def test_distributions_have_the_means_of_the_ranking() -> None:
    found = answer(dealer="1")
    assert found["starters"] == 46
    for row in found["discards"]:
        for part, mean in (("hand", row["option"]["hand"]), ("crib", -row["option"]["crib"])):
            assert sum(entry["share"] for entry in row[part]) == pytest.approx(1, abs=1e-4)
            points = sum(entry["points"] * entry["share"] for entry in row[part])
            assert points == pytest.approx(mean, abs=1e-3)
            assert [entry["points"] for entry in row[part]] == sorted(
                {entry["points"] for entry in row[part]}
            )


@given(
    st.permutations(CARDS).map(lambda cards: cards[:6]),
    st.integers(0, 1),
    st.tuples(st.integers(0, 120), st.integers(0, 120)),
)
@settings(max_examples=6)
def test_order_and_losses_agree(cards: list[Card], dealer: int, scores: tuple[int, int]) -> None:
    options = analyse(cards, dealer=dealer, scores=scores).options
    worths = [option.chance if options.by_chance else option.points for option in options.options]
    assert all(worse <= better + 1e-6 for better, worse in pairwise(worths))
    assert {frozenset(option.cards) for option in options.options} == {
        frozenset((card, other)) for card in cards for other in cards if card != other
    }
    losses = [options.loss(option) for option in options.options]
    assert losses[0] == (0.0, 0.0, True)
    for option, loss in zip(options.options, losses, strict=True):
        if loss.tied:
            assert (loss.points, loss.chance) == (0.0, 0.0)
        elif options.by_chance:
            assert loss.chance == pytest.approx(options.best.chance - option.chance)
        else:
            assert loss.points == pytest.approx(options.best.points - option.points)
    # A better option loses less.
    lost = [loss.chance if options.by_chance else loss.points for loss in losses]
    assert lost == sorted(lost)


async def test_a_hint_at_a_table_has_the_same_numbers(home: House) -> None:
    code, tokens = await home.table(ALONE)
    async with home.sit(code, tokens[0]) as ann:
        await begin(ann)
        await ann.send(type="sync", match=ann.match, since=0)
        held = (await ann.until("position"))["view"]
        await ann.send(type="hint", id="h", match=ann.match)
        hint = (await ann.until("suggestion"))["advice"]
    scores = "-".join(map(str, held["scores"]))
    query = f"cards={','.join(held['dealt'])}&dealer={held['dealer']}&scores={scores}"
    found = (await home.get(f"/api/discards?{query}")).json
    options = [row["option"] for row in found["discards"]]
    assert [in_order(row) for row in hint["options"]] == [in_order(row) for row in options[:3]]
    assert hint["by_chance"] == found["by_chance"]


async def test_an_answer_is_kept_by_its_tag(home: House) -> None:
    path = f"/api/discards?cards={HAND}&dealer=1&scores=10-20"
    first = await home.get(path)
    assert first.status == 200
    again = await home.ask("GET", path, None, {"If-None-Match": first.headers["ETag"]})
    assert (again.status, again.body) == (304, b"")
    other = (await home.get(f"{path}&lang=es")).json
    assert other["discards"][0]["says"] != first.json["discards"][0]["says"]
    shuffled = await home.get("/api/discards?cards=KS,JD,7C,6D,5S,5H&dealer=1&scores=10-20")
    assert shuffled.body == first.body


async def test_an_address_has_so_many_hands_analysed() -> None:
    async with house(config=replace(QUICK, analyses=2)) as home:
        path = f"/api/discards?cards={HAND}"
        assert [(await home.get(path)).status for _ in range(3)] == [200, 200, 429]
        assert (await home.get("/api/chances?scores=10-20")).status == 200


@pytest.mark.parametrize(
    ("query", "code", "expected"),
    [
        ({"cards": "5H,5S"}, "wrong_number", "Name 6 different cards"),
        ({"cards": ""}, "wrong_number", "“5H,5S,6D,7C,JD,KS”"),
        ({"cards": "5H,5S,6D,7C,JD,K"}, "bad_card", "not “5H,5S,6D,7C,JD,K”"),
        ({"cards": "5H,5H,6D,7C,JD,KS"}, "duplicate_card", "different cards"),
        ({"cards": "5H,5S,6D,7C,JD,??"}, "unknown_card", "“5H,5S,6D,7C,JD,??”"),
        ({"players": "3"}, "wrong_number", "Name 5 different cards"),
        ({"players": "5"}, "bad_switch", "“players” is a number from 2 to 4, and not “5”"),
        ({"target": "242"}, "bad_switch", "from 31 to 121"),
        ({"dealer": "2"}, "bad_dealer", "from 0 to 1"),
        ({"dealer": "-1"}, "bad_dealer", "not “-1”"),
        ({"scores": "121-0"}, "bad_scores", "2 numbers from 0 to 120"),
        ({"scores": "60-61", "target": "61"}, "bad_scores", "from 0 to 60"),
        ({"scores": "1-2-3"}, "bad_scores", "not “1-2-3”"),
        ({"scores": "x"}, "bad_scores", "such as 20-24"),
    ],
)
def test_what_has_no_answer_is_refused(query: Mapping[str, str], code: str, expected: str) -> None:
    with pytest.raises(analyses.AnalysisRefused) as caught:
        analyses.read_discard_question(DiscardsWanted(**{"cards": HAND, **query}), EN)
    assert caught.value.code == code
    assert expected in str(caught.value)
    with pytest.raises(analyses.AnalysisRefused, match="y no «"):
        analyses.read_discard_question(DiscardsWanted(**{"cards": HAND, **query}), ES)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "cards": st.text(max_size=30)
            | st.lists(st.sampled_from(CARDS)).map(lambda cards: ",".join(map(str, cards))),
            "dealer": st.text(max_size=4) | st.integers(-2, 5).map(str),
            "scores": st.text(max_size=9)
            | st.from_regex(r"\d{1,3}(-\d{1,3}){0,3}", fullmatch=True),
            "players": st.text(max_size=3) | st.integers(0, 6).map(str),
            "target": st.text(max_size=4) | st.integers(0, 300).map(str),
        },
    )
)
def test_any_question_is_read_or_refused(query: dict[str, str]) -> None:
    try:
        found = analyses.read_discard_question(DiscardsWanted(**query), EN)
    except analyses.AnalysisRefused as error:
        refused = error.code
    else:
        view = at_discard(found.cards, found.score.rules, found.dealer, found.score.scores)
        assert view.legal
        return
    assert refused in (
        *("bad_switch", "bad_scores", "bad_dealer"),
        *("bad_card", "wrong_number", "unknown_card", "duplicate_card"),
    )


async def test_a_refusal_comes_as_an_answer(home: House) -> None:
    refusal = await home.get("/api/discards?cards=5H")
    assert (refusal.status, refusal.code) == (400, "wrong_number")
    assert "not “5H”" in refusal.json["message"]
    assert (await home.get("/api/chances?scores=200-0")).code == "bad_scores"
    assert (await home.get("/api/chances/map?players=3")).code == "bad_switch"
    assert (await home.get("/api/chances/map?target=1000")).code == "bad_switch"


@pytest.mark.slow
@pytest.mark.parametrize(("players", "dealt"), [(3, "5H,5S,6D,7C,JD"), (4, "2H,3S,6D,7C,JD")])
def test_three_and_four_have_five_cards(players: int, dealt: str) -> None:
    query = {"cards": dealt, "players": str(players), "dealer": "2"}
    found = answer(**query)
    assert len(found["discards"]) == 5
    assert found["starters"] == 47
    assert found["whose"] == ("partner" if players == 4 else "opponent")
    assert len(found["scores"]) == (3 if players == 3 else 2)


def test_chances_at_a_score_are_those_of_the_tables() -> None:
    for players in (2, 4):
        dealing, other = score_win_probabilities((90, 84), players)
        assert dealing.chances[0] == chance(31, 37, players)
        assert other.chances[1] == chance(37, 31, players)
    for row in (
        *score_win_probabilities((5, 10), target=61),
        *score_win_probabilities((1, 2, 3), 3),
    ):
        assert sum(row.chances) == pytest.approx(1)
    assert max(score_win_probabilities((60, 60), target=61)[0].chances) == chance(1, 1)


@pytest.mark.parametrize(("players", "target"), [(2, 121), (4, 61)])
def test_a_map_has_every_score(players: int, target: int) -> None:
    rows = analyses.map_scores(players, target).rows
    assert {len(row) for row in rows} == {len(rows)} == {target}
    for own, other in ((0, 0), (10, 50), (60, 30), (target - 1, target - 1)):
        value = score_win_probabilities((own, other), players, target)[0].chances[0]
        assert rows[own][other] == pytest.approx(1000 * value, abs=0.51)


async def test_chances_are_asked_for_over_the_line(home: House) -> None:
    found = (await home.get("/api/chances?players=3&target=61&scores=10-20-30")).json
    assert [deal["dealer"] for deal in found["deals"]] == [0, 1, 2]
    assert analyses.read_score_question(ScoreWanted(players="3"), EN).scores == (0, 0, 0)
    rows = (await home.get("/api/chances/map?target=61")).json["rows"]
    assert len(rows) == 61
