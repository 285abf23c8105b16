"""The tutor, and the marks in the record of decisions that were made with help."""

import random
from typing import Any

import pytest

from pegout.match import Helped
from pegout.notation import Help, helps_of, read
from pegout.review.game_review import Verdict, verdict_of
from pegout.review.option_values import options_of
from pegout.review.options import Loss, Option, Options
from pegout.rules import Accept, Claim, Discard, Phase, Play, Rules
from pegout.table.hints import Question, answer_hint
from pegout.text import language
from pegout.text.help_sentences import help_words, left_out, warning
from tests.cases import present
from tests.server.table import ALONE, TWO, House, Player
from tests.server.test_hints import begin, first, moments

EN, ES = language("en"), language("es")


def tutor(question: Question) -> Any:
    return answer_hint(question, EN)


def test_the_tutor_speaks_from_the_chosen_size_on() -> None:
    view = first(Rules(), Phase.DISCARD)
    options = present(options_of(view))
    sizes = ("inaccuracy", "mistake", "large_mistake")
    seen = set()
    for option in options.options:
        verdict = verdict_of(options.loss(option))
        if verdict in seen:
            continue
        seen.add(verdict)
        for size in sizes:
            tried = Discard(view.seat, option.cards)
            answer = tutor(Question("1", view, tried=tried, minimum=size))  # type: ignore[arg-type]
            spoken = list(Verdict).index(verdict) > sizes.index(size)
            assert (answer.advice is not None) is bool(answer.say) is spoken
            if answer.advice is not None:
                assert answer.say == warning(options, options.loss(option), EN)
                assert answer.advice.chosen is not None
                assert answer.advice.verdict.word == verdict.value
                best = answer.advice.options[0].words
                assert best not in answer.say, "it names no better choice"
    assert seen == set(Verdict)


def test_the_best_card_and_a_forced_one_are_played_without_a_word() -> None:
    view = first(Rules(), Phase.PLAY)
    options = present(options_of(view))
    (card,) = options.best.cards
    answer = tutor(Question("1", view, tried=Play(view.seat, card), minimum="inaccuracy"))
    assert (answer.say, answer.advice) == ("", None)


@pytest.mark.slow
def test_counts_by_hand_are_warned_of_with_their_points() -> None:
    rules = Rules(counting="manual", muggins=True)
    warned = set()
    for match, view in moments(rules):
        ahead = match.if_it_stands(view.seat)
        for action in (*view.legal, *(ahead.legal if ahead else ())):
            if not isinstance(action, Play | Claim | Accept) or match.why_not(view.seat, action):
                continue
            if isinstance(action, Claim) and action.points > 3:
                continue
            if isinstance(action, Play) and action.claim != 0:
                continue
            found = tutor(Question("1", view, ahead, tried=action, minimum="mistake"))
            if found.advice is not None:
                warned.add((type(action), found.advice.kind))
                assert found.say.startswith("This loses about ")
        if len(warned) > 4 or view.deal > 2:
            break
    assert {(Play, "play"), (Play, "count"), (Claim, "count")} <= warned
    assert warned <= {
        (Play, "play"), (Play, "count"), (Play, "muggins"), (Claim, "count"), (Accept, "muggins")
    }  # fmt: skip


@pytest.mark.parametrize(
    ("by_chance", "said"),
    [
        (False, "This loses about 2.5 points against the best choice."),
        (True, "This lowers the chance of winning by about 4.0\xa0%."),
    ],
)
def test_a_warning_is_in_what_decides(by_chance: bool, said: str) -> None:
    options = Options("count", (Option((), 0, 0, 0, 0.5),), by_chance, 0, 0, "own", (9, 9))
    assert warning(options, Loss(2.5, 0.04, tied=False), EN) == said


def test_help_has_words_in_both_languages() -> None:
    assert help_words(Help, EN) == "after a hint, after taking back, after a warning"
    assert help_words(Help, ES) == "con sugerencia, rehecha, con aviso"
    assert left_out("Ann", 1, EN).startswith("1 decision of Ann is left out")
    assert "2 decisiones de Ann" in left_out("Ann", 2, ES)
    assert help_words((), EN) == ""


async def marks(home: House, code: str, token: str) -> list[tuple[Help, ...]]:
    text = (await home.get(f"/api/tables/{code}/record", token)).body.decode()
    return [helps for game in read(text).games for helps in helps_of(game).values()]


async def ask(ann: Player, action: Any, minimum: str) -> Any:
    return await ann.ask("tutor", action=action, minimum=minimum)


@pytest.mark.slow
async def test_a_warning_a_hint_and_taking_back_stand_in_the_record(home: House) -> None:
    code, tokens = await home.table(ALONE)
    token = tokens[0]
    async with home.sit(code, token) as ann:
        await begin(ann)
        discards = ann.standing["legal"]
        view = home.library.load(ann.match).view(0)
        options = present(options_of(view))
        best, worst = options.best.cards, options.options[-1].cards
        found = {frozenset(discard["cards"]): discard for discard in discards}
        answers = [
            await ask(ann, found[frozenset(map(str, cards))], "inaccuracy")
            for cards in (best, worst)
        ]
        silent, spoken = answers
        assert spoken["advice"]
        assert silent["advice"] is None
        assert spoken["action"] in discards
        assert spoken["say"].startswith("This loses about ")
        assert (silent["say"], silent["action"]["type"]) == ("", "discard")
        assert (await ann.act(spoken["action"]))["type"] == "done"
        assert await marks(home, code, token) == [(Help.TUTOR,)]
        while not ann.standing["undo"]:
            await ann.until("events", "position")
        assert (await ann.ask("undo"))["type"] == "done"
        assert await marks(home, code, token) == []
        for _ in range(2):
            assert (await ann.ask("hint"))["advice"]
        assert (await ann.act(discards[0]))["type"] == "done"
        assert await marks(home, code, token) == [tuple(Help)]
        await ann.play(random.Random(1), lambda player: player.standing["over"])
        assert await marks(home, code, token) == [tuple(Help)], "that one decision and no more"
    log = home.library.entries(ann.match)
    assert sum([isinstance(event, Helped) for _, event in log]) == 2


async def test_what_is_told_after_a_discard_marks_nothing(home: House) -> None:
    code, tokens = await home.table(ALONE)
    token = tokens[0]
    async with home.sit(code, token) as ann:
        await begin(ann)
        discard = ann.standing["legal"][0]
        assert (await ann.ask("hint", cards=discard["cards"]))["advice"]
        assert (await ann.act(discard))["type"] == "done"
    assert not any(isinstance(event, Helped) for _, event in home.library.entries(ann.match))


async def test_nobody_is_tutored_in_a_game_with_other_people(home: House) -> None:
    code, tokens = await home.table(TWO)
    async with home.sit(code, tokens[0]) as ann, home.sit(code, tokens[1]) as ben:
        refused = await ask(ann, ann.standing["legal"][0], "inaccuracy")
        assert refused["code"] == "no_hint"
        assert (await ben.ask("hint"))["code"] == "no_hint"
    assert not any(isinstance(event, Helped) for _, event in home.library.entries(ann.match))


async def test_an_action_that_is_not_allowed_is_not_valued(home: House) -> None:
    code, tokens = await home.table(ALONE)
    token = tokens[0]
    async with home.sit(code, token) as ann:
        await begin(ann)
        answer = await ask(ann, {"type": "go", "seat": 0}, "mistake")
        assert answer["code"] == "wrong_action"
        answer = await ask(ann, {"type": "fly", "seat": 0}, "mistake")
        assert answer["code"] == "unknown_action"
