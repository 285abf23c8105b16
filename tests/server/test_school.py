"""Drills and the daily over HTTP: what the command line says, and nothing of it is kept."""

import json
import logging
import sqlite3
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pegout.school.drills import judge, keep_answer, make
from pegout.school.mistakes import add_mistakes, mistakes_at
from pegout.school.progress import PlayerProgress, read, write
from pegout.school.questions import FILTER_WORDS, DrillQuestion
from pegout.storage import Library
from pegout.wire.learning import DrillName
from tests.server.table import House, house

COUNT = "7C 7D 8H 9S | KC"
PLAY = (
    "1~standard~play~deal-1-1~score-51.32~rear-0.0~dealt-AH5C7H8S9CKC.5Dxxxxx~away-AHKC.xx"
    "~starter-6D~play-09C15D"
)
DISCARD = "1~standard~discard~deal-1-1~score-10.20~rear-0.0~dealt-5H5S6D7CJDKS.xxxxxx"
THREE = (
    "1~standard.players-3~discard~deal-1-1~score-0.0.0~rear-0.0.0~dealt-5H5S6D7CJD.xxxxx.xxxxx"
    "~crib-x"
)
DAY = "2026-11-28"


async def sent(home: House, what: str, **body: Any) -> Any:
    answer = await home.post(f"/api/school/{what}", body)
    assert answer.status == 200, answer.body
    return answer.json


@pytest.mark.parametrize("drill", ["counting", "play"])
async def test_a_question_follows_from_its_seed(home: House, drill: DrillName) -> None:
    found = await sent(home, "question", drill=drill, seed=5, filter="hard")
    assert found["text"] == make(drill, Random(5), "hard").text
    assert found["difficulty"] == "hard"
    again = await sent(home, "question", drill=drill, text=found["text"])
    assert again == found
    assert set(found["choosable"]) <= set(found["cards"])
    # Each word that it names is one that the drill knows.
    filters = found["filters"]
    words = [one["word"] for group in filters["groups"] for one in group]
    assert {*words} - {""} == {word for group in FILTER_WORDS[drill] for word in group}
    assert [group[0]["word"] for group in filters["groups"]] == [""] * len(filters["groups"])
    assert filters["scored"] == (drill == "play")


async def test_an_answer_changes_the_part_of_the_progress_that_was_sent(home: House) -> None:
    """The same answers lead to the same progress here and in the player's own library."""
    own = PlayerProgress()
    kept: dict[str, Any] = {"version": 1, "drills": {"counting": {}}}
    question = DrillQuestion("counting", COUNT)
    for day, said in ((DAY, "10"), ("2026-11-29", "7C 8H"), ("2026-11-30", "12")):
        own = keep_answer(own, question, judge(question, said), date.fromisoformat(day), 4.5)
        before = kept["drills"]["counting"]
        part = {
            "items": before.get("items", {}),
            "best": before.get("best", {}),
            "days": {d: counts for d, counts in before.get("days", {}).items() if d == day},
        }
        body = {"text": COUNT, "answer": said, "day": day, "seconds": 4.5, "progress": part}
        found = await sent(home, "answer", drill="counting", **body)
        for name, changed in found["progress"].items():
            before[name] = {**before.get(name, {}), **changed}
        assert found["grade"] == ("right" if said == "12" else "wrong")
    assert write(read(json.dumps(kept))) == write(own)


async def test_a_card_is_judged_and_its_reply_played_out(home: House) -> None:
    body = {"drill": "play", "text": PLAY, "day": DAY, "seed": 1}
    found = await sent(home, "answer", answer="5C", **body)
    assert found["grade"] == "right"
    assert found["advice"]["options"][found["advice"]["chosen"]]["cards"] == ["5C"]
    assert found["reply"][0].startswith("In this deal the opponent held ")
    assert found["progress"] == {"days": {DAY: {"answers": 1, "right": 1, "seconds": 0.0}}}
    spanish = await home.post("/api/school/answer?lang=es", {**body, "answer": "8S"})
    assert spanish.json["says"][0].startswith("Imprecisión. 8♠")


async def test_a_daily_is_answered_to_its_end(home: House) -> None:
    answers: list[str] = []
    deal: list[str] = []
    while True:
        played = ["2026-11-26", "2026-11-27"]
        step = await sent(home, "daily", day=DAY, answers=answers, deal=deal, played=played)
        if step["question"] is None:
            break
        cards = step["question"]["choosable"]
        chosen = " ".join(cards[: step["question"]["choose"]]) or "0"
        (answers if len(answers) < 5 else deal).append(chosen)
    assert len(answers) == 5
    result = step["result"]
    assert 0 <= result["score"] <= 100
    assert (step["keep"], step["streak"]) == (True, 3)
    again = await sent(home, "daily", day=DAY, answers=answers, deal=deal, played=[DAY])
    assert (again["keep"], again["streak"], again["result"]) == (False, 1, result)
    assert step["share"].startswith(f"Pegout {DAY}  {result['score']}/100  ")
    assert step["picture"].startswith("<svg ")
    assert step["label"].startswith(f"Daily {DAY}: {result['score']} of 100. ")
    body = {"day": DAY, "answers": answers, "deal": deal, "played": played, "light": True}
    light = await sent(home, "daily", **body)
    assert light["picture"] != step["picture"]
    assert light["label"] == step["label"]
    # Its result is enough to share it again.
    kept = await sent(home, "daily", day=DAY, played=[*played, DAY], kept=result)
    assert kept == {**step, "happened": [], "keep": False}
    score = {"version": 1, "score": 80}
    older = await sent(home, "daily", day=DAY, played=[DAY], kept=score)
    assert (older["share"], older["result"]) == (f"Pegout {DAY}  80/100", score)
    assert older["label"] == f"Daily {DAY}: 80 of 100. 1 day in a row."


async def test_two_values_are_merged_item_by_item(home: House) -> None:
    question = DrillQuestion("counting", COUNT)
    wrong = judge(question, "10")
    own = keep_answer(PlayerProgress(), question, wrong, date(2026, 11, 28))
    other = keep_answer(own, question, judge(question, "12"), date(2026, 11, 29))
    body = {"own": write(own).decode(), "other": write(other).decode()}
    found = await sent(home, "merge", **body)
    assert read(found["progress"]) == other
    assert found["says"] == "Both together have 1 question that comes back and 0 dailies."


async def test_mistakes_become_items_without_one_pattern_twice(home: House) -> None:
    """As in the player's own library, and an item keeps its pattern with every answer."""
    made = [DISCARD, DISCARD.replace("5H5S6D7CJDKS", "5C5D6S7HJSKD"), PLAY, THREE]
    found = await sent(home, "mistakes", positions=made, day=DAY)
    own = add_mistakes(PlayerProgress(), mistakes_at(made), date.fromisoformat(DAY))
    assert read(json.dumps({"version": 1, "drills": found["drills"]})) == own
    assert [list(drill["items"]) for drill in found["drills"].values()] == [[DISCARD], [PLAY]]
    item = found["drills"]["discards"]["items"][DISCARD]
    assert item["memory"]["due"] == DAY
    body = {
        "drill": "discards",
        "text": DISCARD,
        "day": DAY,
        "progress": found["drills"]["discards"],
    }
    answer = await sent(home, "answer", answer="JD KS", **body)
    changed = answer["progress"]["items"][DISCARD]
    assert (changed["pattern"], changed["answers"]) == (item["pattern"], 2)


@pytest.mark.parametrize(("seconds", "says"), [
    (0, ""), (4.5, "4.5 seconds; your best: 3.2 (medium)."),
    (2.1, "2.1 seconds: your best time (medium)."),
])  # fmt: skip
async def test_a_right_answer_is_timed_against_the_best(
    home: House, seconds: float, says: str
) -> None:
    body = {"drill": "counting", "text": COUNT, "day": DAY, "seconds": seconds}
    body["progress"] = {"best": {"medium": 3.2}}
    assert (await sent(home, "answer", answer="12", **body))["time"] == says
    assert (await sent(home, "answer", answer="11", **body))["time"] == ""


async def test_the_squares_of_a_day_are_played_to_their_end(home: House) -> None:
    cells: list[int] = []
    turned: list[str] = []
    while (step := await sent(home, "squares", deal=DAY, cells=cells))["card"]:
        # Only the cards that are turned are sent.
        assert [card for card in step["grid"]["cards"] if card] == turned
        assert (step["starter"], step["result"]) == ("", None)
        turned.append(step["card"])
        cells.append(len(cells))
    total = step["grid"]["total"]
    assert step["result"] == {"version": 1, "score": total}
    assert total == sum([line["points"] for line in step["grid"]["lines"]])
    assert step["grid"]["lines"][0]["says"].startswith("Row 1: ")
    kept = {"version": 1, "score": total + 1}
    again = await sent(home, "squares", deal=DAY, cells=cells, kept=kept)
    assert again["result"] == kept
    other = await sent(home, "squares", deal="7", cells=cells)
    assert other["result"] is None
    best = await sent(home, "squares/best", deal=DAY)
    assert best["says"] == ["The best possible result with these cards is 55."]
    assert sorted(best["grid"]["cards"]) == sorted(turned)
    spanish = await home.post("/api/school/squares/best?lang=es", {"deal": DAY})
    assert "55" in spanish.json["says"][0]
    assert spanish.json["says"] != best["says"]


@pytest.mark.parametrize(
    ("what", "body", "code"),
    [
        ("question", {"drill": "counting", "filter": "pone"}, "bad_filter"),
        ("question", {"drill": "counting", "text": "nonsense"}, "bad_question"),
        ("question", {"drill": "muggins"}, "bad_body"),
        ("question", {"drill": "counting", "text": "x" * 401}, "bad_body"),
        ("answer", {"drill": "counting", "text": COUNT, "answer": "KH", "day": DAY}, "bad_answer"),
        ("answer", {"drill": "counting", "text": COUNT, "answer": "12", "day": "1"}, "bad_body"),
        (
            "answer",
            {"drill": "counting", "text": COUNT, "answer": "1", "day": "9999-12-31"},
            "bad_day",
        ),
        ("merge", {"own": '{"version": 1}', "other": "my notes"}, "bad_progress"),
        ("merge", {"own": '{"version": 1}', "other": '{"version": 2}'}, "newer_version"),
        ("mistakes", {"positions": ["my notes"], "day": DAY}, "bad_question"),
        ("mistakes", {"positions": [DISCARD], "day": "9999-12-31"}, "bad_day"),
        ("squares", {"deal": "tomorrow"}, "bad_deal"),
        ("squares", {"deal": DAY, "cells": [3, 3]}, "bad_cell"),
        ("squares", {"deal": DAY, "cells": [16]}, "bad_body"),
        ("squares/best", {"deal": "x"}, "bad_deal"),
        ("daily", {"day": DAY, "answers": ["0"] * 6}, "bad_body"),
        ("daily", {"day": DAY, "answers": ["0"] * 5, "deal": ["5C"]}, "bad_answer"),
    ],
)
async def test_what_cannot_be_answered_is_refused(
    home: House, what: str, body: dict[str, Any], code: str
) -> None:
    answer = await home.post(f"/api/school/{what}", body)
    assert (answer.status, answer.json["code"]) == (400, code)


async def test_nothing_of_an_answer_is_stored_or_logged(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("pegout.server").propagate = True
    path = tmp_path / "library.db"
    memory = {
        "due": "2026-11-27", "last": "2026-11-26", "stability": 12.3457, "difficulty": 7.6543,
        "state": "review",
    }  # fmt: skip
    item = {"memory": memory, "answers": 7, "missed": 5}

    def stored() -> str:
        with sqlite3.connect(path) as database:
            return "\n".join(database.iterdump())

    with Library.open(path) as library:
        async with house(library) as home:
            before = stored()
            await sent(home, "question", drill="counting", text=COUNT)
            progress = {"items": {COUNT: item}}
            await sent(
                home, "answer", drill="counting", text=COUNT, answer="11", day=DAY, seconds=98.76,
                progress=progress,
            )  # fmt: skip
            await sent(home, "daily", day=DAY, answers=["11"])
            await sent(home, "mistakes", positions=[DISCARD, PLAY], day=DAY)
            refused = {"positions": [DISCARD, "5H5S6D7CJDKS"], "day": DAY}
            await home.post("/api/school/mistakes", refused)
            kept = {"version": 987, "score": 234}
            await sent(home, "squares", deal=DAY, cells=list(range(16)), kept=kept)
            own = json.dumps({"version": 1, "drills": {"counting": progress}})
            await sent(home, "merge", own=own, other=own)
            refused = {"drill": "counting", "text": COUNT, "answer": "KH", "day": DAY}
            await home.post("/api/school/answer", refused)
            assert stored() == before
    files = b"".join([file.read_bytes() for file in tmp_path.iterdir()])
    for secret in (
        COUNT, "7C 7D", "12.3457", "98.76", "7.6543", "KH",
        "5H5S6D", "AHKC", "09C15D", '"version":987',
    ):  # fmt: skip
        assert secret not in caplog.text
        assert secret.encode() not in files
