"""The answer with a review: for a seat, in a language, with its sentences."""

import json
from functools import cache
from pathlib import Path

import msgspec
import pytest

from pegout.notation import Record, read, seat_to_ask
from pegout.review.game_numbers import GameNumbers, digest, gather
from pegout.review.game_review import review
from pegout.table.replays import replay_of
from pegout.table.review_messages import review_of
from pegout.text import language
from pegout.wire.http import GameReview

RECORDS = Path(__file__).parents[2] / "docs/records"


@cache
def find(name: str) -> tuple[Record, GameNumbers]:
    record = read((RECORDS / f"{name}.peg").read_bytes())
    game = record.games[0]
    return record, gather(record.rules, game, review(record.rules, game))


def review_messages(seat: int | None = 0, code: str = "en", name: str = "two") -> GameReview:
    record, numbers = find(name)
    return review_of(record, record.games[0], numbers, seat, language(code))


def test_decisions_and_deals_are_found_in_the_log_of_the_replay() -> None:
    record, _ = find("two")
    log = {entry.number: entry for entry in replay_of(record, None, language("en")).games[0].log}
    for decision in review_messages().decisions:
        event = log[decision.number].event
        assert event["type"] == {"discard": "discarded", "play": "played"}[decision.kind]
        assert event["seat"] == decision.seat
        if decision.kind == "play":
            assert [event["card"]] == decision.options[decision.chosen].cards
    for deal in review_messages().deals:
        event = log[deal.number].event
        assert (event["type"], event["deal"]) == ("dealt", deal.deal)
        assert event["dealer"] == deal.dealer
    assert set(log) >= {point.number for point in review_messages().curve}


def test_every_discard_and_card_has_a_position_to_ask_about() -> None:
    for name in ("two", "three", "muggins"):
        for decision in review_messages(name=name).decisions:
            if decision.kind not in ("discard", "play"):
                assert decision.position == ""
                continue
            seen = seat_to_ask(decision.position)
            assert (seen.seat, str(seen.phase)) == (0, decision.kind)
            chosen = decision.options[decision.chosen].cards
            assert {card[0] for card in chosen} <= {card.rank.letter for card in seen.hand}


def test_the_first_option_is_the_best_and_ties_are_said() -> None:
    for row in review_messages().decisions:
        best = row.options[0]
        assert best.tied
        decided = [option.chance if row.by_chance else option.points for option in row.options]
        assert decided == sorted(decided, reverse=True) or row.by_chance
        assert row.loss.tied == row.options[row.chosen].tied
        if row.loss.tied:
            assert row.verdict.name == "fine"
        assert row.says


def test_the_sums_are_those_of_the_decisions() -> None:
    game = review_messages()
    for row in game.sums:
        own = [each for each in game.decisions if each.seat == row.seat]
        assert row.decisions == len(own)
        assert row.loss == pytest.approx(sum([each.loss.chance for each in own]), abs=1e-12)
        named = [each.verdict.name for each in own]
        assert row.mistakes == named.count("mistake") + named.count("large_mistake")
        say = [each for each in own if not each.by_chance]
        assert row.counted == len(say)
        assert row.points == pytest.approx(sum([each.loss.points for each in say]), abs=1e-12)
        costs = {each.number: each.loss.chance for each in own if not each.loss.tied}
        assert row.costliest == max(costs, key=lambda number: costs[number])
    first, second = [split.chance.errors for split in game.splits]
    lost = [row.loss for row in game.sums]
    assert first == pytest.approx([-lost[0], lost[1]], abs=1e-12)
    assert second == pytest.approx([lost[0], -lost[1]], abs=1e-12)


def test_a_player_is_told_what_level_it_plays_like_and_a_spectator_is_not() -> None:
    record, numbers = find("two")
    # The decisions of this short game represent those of a longer one.
    many = msgspec.structs.replace(numbers, decisions=4 * numbers.decisions)
    game = record.games[0]
    first, second = review_of(record, game, many, 1, language("en")).closest_level
    assert first.startswith("You play like “")
    assert second.startswith("This rests on 1 game")
    assert review_of(record, game, many, None, language("en")).closest_level == []
    assert (
        review_of(record, game, many, 1, language("es")).closest_level[0].startswith("Juegas como ")
    )


def test_a_game_of_few_decisions_says_no_level() -> None:
    record, numbers = find("two")
    few = msgspec.structs.replace(numbers, decisions=numbers.decisions[:4])
    assert review_of(record, record.games[0], few, 0, language("en")).closest_level == []


@pytest.mark.slow
def test_a_game_of_three_says_no_level() -> None:
    assert review_messages(name="three").closest_level == []
    assert all((row.counted, row.points) == (0, 0.0) for row in review_messages(name="three").sums)


@pytest.mark.parametrize(
    ("seat", "code", "said"),
    [
        (0, "en", "You won by 17. Luck +15, skill +2."),
        (1, "en", "You lost by 17. Luck −15, skill −2."),
        (None, "en", "Ann won by 17. Luck +15, skill +2."),
        (1, "es", "Perdiste por 17. Suerte −15, habilidad −2."),
    ],
)
def test_the_headline_is_said_to_the_seat(seat: int | None, code: str, said: str) -> None:
    assert review_messages(seat, code).headline == said


def test_words_are_in_the_language_and_numbers_are_the_same() -> None:
    english, spanish = review_messages(), review_messages(code="es")
    assert {row.verdict.word for row in english.decisions} > {"mistake"}
    assert {row.verdict.word for row in spanish.decisions} > {"error"}
    assert [row.options for row in english.decisions] == [row.options for row in spanish.decisions]
    assert [row.says for row in english.decisions] != [row.says for row in spanish.decisions]


def test_it_is_json_of_a_bearable_size() -> None:
    data = json.dumps(json.loads(msgspec.json.encode(review_messages())))
    assert 5_000 < len(data) < 60_000


def test_decisions_with_help_are_told_and_left_out_of_the_sums() -> None:
    record, numbers = find("two")
    text = (RECORDS / "two.peg").read_text(encoding="utf-8")
    line = next(row for row in text.splitlines() if row.startswith("play") and "  6H  " in row)
    marked = read(text.replace(line, f"{line}\n; A slip.\n@helped 1 take-back"))
    (game,) = marked.games
    assert digest(record.rules, game) == digest(record.rules, record.games[0])
    plain, helped = review_messages(), review_of(marked, game, numbers, 0, language("en"))
    (left,) = [decision for decision in helped.decisions if decision.helped]
    assert (left.seat, left.helped, left.verdict.name) == (1, "after taking back", "mistake")
    assert left.options[left.chosen].words[0] == "6"
    assert (plain.sums[1].helped, helped.sums[1].helped) == (0, 1)
    assert helped.sums[1].decisions == plain.sums[1].decisions - 1
    assert helped.sums[1].loss == pytest.approx(plain.sums[1].loss - left.loss.chance)
    assert plain.sums[1].costliest == left.number != helped.sums[1].costliest
    assert helped.splits == plain.splits
    assert helped.sums[0] == plain.sums[0]
