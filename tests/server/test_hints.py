"""Hints: the same numbers as in a review, without blocking the table."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from pegout.cards import parse_cards
from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.players import create
from pegout.review.option_values import options_of
from pegout.rules import Discard, Phase, Play, Rules, SeatView
from pegout.server import live_table as tables
from pegout.table.hints import Question, answer_hint
from pegout.text import language
from pegout.text.reasons import explanation, reason
from pegout.wire.codecs import ACTIONS
from tests.cases import present
from tests.server.table import ALONE, Player, house

EN, ES = language("en"), language("es")


def moments(rules: Rules, seed: str = "hints") -> Iterator[tuple[Match, SeatView]]:
    """Play a game of club players, and yield each seat's view before its discards and cards."""
    names = ("Ann", "Ben", "Cy", "Di")[: rules.players]
    match = Match(Setup("x", rules, tuple(map(Seated, names))), secrets=seeded_secrets(seed))
    club = create("club")
    while not match.game_over:
        view = match.view(min(match.to_act))
        if view.phase in (Phase.DISCARD, Phase.PLAY, Phase.SHOW):
            yield match, view
        match.act(view.seat, club.choose(view))


def first(rules: Rules, phase: Phase) -> SeatView:
    """Return the first choice of that kind in a game."""
    return next(
        view
        for _, view in moments(rules)
        if view.phase is phase and len(view.legal) > 1 and view.claim is None
    )


@pytest.mark.parametrize("phase", [Phase.DISCARD, Phase.PLAY])
def test_a_hint_has_the_numbers_of_the_review(phase: Phase) -> None:
    view = first(Rules(), phase)
    options = present(options_of(view))
    answer = answer_hint(Question("1", view), EN)
    advice = present(answer.advice)
    assert (advice.kind, advice.by_chance) == (options.kind, options.by_chance)
    assert [option.points for option in advice.options] == [
        option.points for option in options.options[: len(advice.options)]
    ]
    assert len(advice.options) == min(3, len(options.options))
    assert [option.tied for option in advice.options] == [
        options.loss(option).tied for option in options.options[: len(advice.options)]
    ]
    assert (advice.chosen, advice.loss, advice.verdict) == (None, None, None)
    assert advice.says == reason(options, EN)
    assert answer.say == explanation(options, options.best, EN)
    action = ACTIONS.decode(answer.action)
    assert action in view.legal
    assert isinstance(action, Discard | Play)
    cards = action.cards if isinstance(action, Discard) else (action.card,)
    assert set(cards) == set(options.best.cards)


def test_what_would_be_chosen_is_valued() -> None:
    view = first(Rules(), Phase.DISCARD)
    options = present(options_of(view))
    worst = options.options[-1]
    answer = answer_hint(Question("1", view, None, worst.cards[::-1]), ES)
    advice = present(answer.advice)
    assert advice.loss is not None
    assert advice.verdict is not None
    assert advice.chosen == 3
    assert parse_cards(" ".join(advice.options[3].cards)) == worst.cards
    assert advice.loss.points == options.loss(worst).points
    assert advice.verdict.word in ("error", "error grande", "imprecisión")
    assert answer.say == explanation(options, worst, ES)
    assert advice.says == reason(options, ES, worst)
    second = present(answer_hint(Question("1", view, None, options.options[1].cards), EN).advice)
    assert (second.chosen, len(second.options)) == (1, 3)


def test_cards_that_cannot_be_chosen_are_no_choice() -> None:
    view = first(Rules(), Phase.DISCARD)
    others = view.unseen()[:2]
    advice = present(answer_hint(Question("1", view, None, others), EN).advice)
    assert (advice.chosen, advice.loss) == (None, None)


def test_what_is_not_valued_has_a_sentence() -> None:
    answer = answer_hint(Question("1", first(Rules(counting="manual"), Phase.SHOW)), EN)
    assert answer.advice is None
    assert answer.say.startswith("A club player would count ")


def test_a_card_is_counted_by_hand() -> None:
    rules = Rules(counting="manual", muggins=True)
    counted = set()
    for match, view in moments(rules):
        if view.deal > 2:
            break
        answer = answer_hint(Question("1", view, match.if_it_stands(view.seat)), EN)
        action = ACTIONS.decode(answer.action)
        ahead = match.if_it_stands(view.seat)
        assert action in view.legal or (ahead is not None and action in ahead.legal)
        if isinstance(action, Play) and answer.advice is not None:
            counted.add(action.claim)
    assert counted > {0}


async def begin(ann: Player) -> None:
    """Play until the first discard."""
    while ann.standing["phase"] != "The discard" or not ann.standing["legal"]:
        if ann.standing["legal"]:
            await ann.act(ann.standing["legal"][0])
        else:
            await ann.until("events", "position")


async def test_a_table_goes_on_while_a_hint_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    released = asyncio.Event()
    loop = asyncio.get_running_loop()

    def slowly(question: Question, t: Any) -> Any:
        asyncio.run_coroutine_threadsafe(released.wait(), loop).result(20)
        return answer_hint(question, t)

    monkeypatch.setattr(tables, "answer_hint", slowly)
    async with house(secrets=seeded_secrets(7)) as home:
        code, tokens = await home.table(ALONE)
        async with home.sit(code, tokens[0]) as ann:
            await begin(ann)
            discard = ann.standing["legal"][0]
            await ann.send(type="hint", id="h", match=ann.match, cards=discard["cards"])
            assert (await ann.act(discard))["type"] == "done"
            released.set()
            answer = await ann.until("suggestion")
            assert answer["id"] == "h"
            assert answer["advice"]["options"][answer["advice"]["chosen"]]["cards"] is not None
            assert set(answer["say"].partition(":")[0].split()) == {
                card.replace("T", "10").translate(str.maketrans("CDHS", "♣♦♥♠"))
                for card in discard["cards"]
            }


async def test_a_hint_that_fails_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(question: Question, t: Any) -> Any:
        raise ArithmeticError

    monkeypatch.setattr(tables, "answer_hint", broken)
    async with house(secrets=seeded_secrets(7)) as home:
        code, tokens = await home.table(ALONE)
        async with home.sit(code, tokens[0]) as ann:
            await begin(ann)
            assert (await ann.ask("hint"))["code"] == "fault"
            assert (await ann.ask("hint", cards=["5H", "5H"]))["code"] == "duplicate_card"
            assert (await ann.ask("hint", cards=["5X"]))["code"] == "bad_card"
            assert (await ann.ask("hint", match="other"))["code"] == "wrong_match"
            assert (await ann.act(ann.standing["legal"][0]))["type"] == "done"
