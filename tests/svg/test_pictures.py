"""Pictures: their marks, colours and tracks are the client's, and they show no hidden card."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import pegout
from pegout.cards import CARDS, CardError
from pegout.evaluation.advice import analyse_discard
from pegout.match import Match, Seated, Setup
from pegout.rules import Rules
from pegout.svg import (
    DailyWords,
    PictureError,
    Svg,
    board_svg,
    cards_svg,
    daily_svg,
    table_svg,
)
from pegout.svg.daily_picture import LIGHT
from pegout.svg.elements import COLOURS
from pegout.svg.marks import RANKS, SUITS
from pegout.svg.track import create_track
from tests.cases import each, raises_code

CLIENT = Path(pegout.__file__).parent / "client"
BOXES = [
    (300, 480, 121, 2),
    (480, 300, 61, 2),
    (420, 420, 121, 3),
    (90, 700, 241, 3),
    (300, 480, 121, 4),
]


def titles(picture: str) -> list[str]:
    return [
        element.text or "" for element in ET.fromstring(picture).iter() if "title" in element.tag
    ]


def match_of(players: int, entries: int, *, teams: bool = True) -> Match:
    seats = tuple([Seated(f"Player {seat}", "novice") for seat in range(players)])
    setup = Setup("picture", Rules(players=players, teams=teams), seats)
    match = Match(setup, secrets=pegout.seeded_secrets(1))
    for number, _ in enumerate(pegout.advance(match)):
        if number == entries:
            break
    return match


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_marks_and_tracks_are_those_of_the_client() -> None:
    draw = CLIENT / "js" / "draw"
    code = f"""
        import {{ SUITS, RANKS }} from "{(draw / "glyphs.js").as_uri()}";
        import {{ createTrack }} from "{(draw / "paths.js").as_uri()}";
        const points = {json.dumps(BOXES)}.map(([width, height, target, lanes]) => {{
          const track = createTrack({{ width, height, target, lanes }});
          const holes = [-1, 0, 1, 5, 6, 30.5, 47, target - 1, target];
          return holes.map((hole) => track.at(hole, lanes - 1)).map(({{ x, y }}) => [x, y]);
        }});
        console.log(JSON.stringify([SUITS, RANKS, points]));
    """
    done = subprocess.run(
        ["node", "--input-type=module", "-e", code], capture_output=True, text=True, check=True
    )
    suits, ranks, points = json.loads(done.stdout)
    assert suits == SUITS
    assert {rank: (mark["width"], mark["d"]) for rank, mark in ranks.items()} == RANKS
    for (width, height, target, lanes), theirs in zip(BOXES, points, strict=True):
        track = create_track(width, height, target, lanes)
        holes = [-1, 0, 1, 5, 6, 30.5, 47, target - 1, target]
        ours = [track.at(hole, lanes - 1) for hole in holes]
        for point, expected in zip(ours, theirs, strict=True):
            assert (point.x, point.y) == pytest.approx(expected)


def test_colours_are_those_of_the_themes() -> None:
    tokens = (CLIENT / "style" / "tokens.css").read_text(encoding="utf-8")
    assert [name for name, colour in COLOURS.items() if f"--{name}: {colour};" not in tokens] == []
    maple = tokens[tokens.index('[data-theme="maple"]') : tokens.index('[data-theme="slate"]')]
    assert [name for name, colour in LIGHT.items() if f"--{name}: {colour};" not in maple] == []


def test_the_result_of_a_daily_has_a_form_for_each_answer() -> None:
    words = DailyWords(
        "Pegout", "2026-11-28", 50, "of 100", ["right", "close", "wrong"], "", "", "50 <of> 100"
    )
    drawing = ET.fromstring(daily_svg(words))
    assert drawing.get("aria-label") == words.label
    marks = [one for one in drawing.iter() if one.get("class") == "mark"]
    forms = [[part.tag.rpartition("}")[2] for part in mark] for mark in marks]
    assert forms == [["circle", "circle"], ["circle", "path"], ["circle"]]
    assert daily_svg(words, light=True) != daily_svg(words)


@each("score", range(101))
def test_the_peg_of_a_daily_is_in_the_hole_of_its_score(score: int) -> None:
    words = DailyWords("", "", score, "", [], "", "", "")
    circles = [one for one in ET.fromstring(daily_svg(words)).iter() if "circle" in one.tag]
    holes, peg = circles[:101], circles[-1]
    assert [hole.get("r") for hole in holes] == ["3.1"] * 101
    assert peg.get("cx") == holes[score].get("cx")


def test_every_card_has_a_face() -> None:
    faces = {str(cards_svg([card])).replace(str(card), "") for card in CARDS}
    assert len(faces) == 52
    assert titles(cards_svg(CARDS)) == [str(card) for card in CARDS]
    assert cards_svg("JD") != cards_svg("JD", four_colours=True)
    assert titles(cards_svg("?? 5H ??")) == ["??", "5H", "??"]
    assert ET.fromstring(cards_svg([])) is not None
    with raises_code(CardError, "bad_card"):
        cards_svg("5H lunch")


def pegs(picture: str) -> list[str]:
    return re.findall(r'class="peg" transform="([^"]+)"', picture)


def test_a_board_has_two_pegs_for_each_side() -> None:
    assert len(set(pegs(board_svg([14, 7])))) == 4
    assert len(set(pegs(board_svg([0, 0, 0], target=61)))) == 6
    assert len(set(pegs(board_svg([1, 2, 3, 4])))) == 8
    moved = pegs(board_svg([14, 7], rear=[8, 7]))
    assert moved[0] != pegs(board_svg([14, 7]))[0]
    assert moved[1] == pegs(board_svg([14, 7]))[1]


@each(["scores", "rear"], [([1], None), ([1, 2, 3, 4, 5], None), ([122, 0], None), ([1, 2], [1])])
def test_scores_that_are_not_on_the_board(scores: list[int], rear: list[int] | None) -> None:
    with raises_code(PictureError, "bad_scores"):
        board_svg(scores, rear=rear)


@each(["players", "teams"], [(2, True), (3, True), (4, True), (4, False)])
def test_a_table_shows_what_the_seat_sees(players: int, teams: bool) -> None:
    for entries in (0, 20, 40, 60, 10_000):
        match = match_of(players, entries, teams=teams)
        for seat in (None, *range(players)):
            seen = match.view(seat)
            names = [f"Player {at} & co" for at in range(players)]
            shown = set(titles(table_svg(seen, names))) - {"??"}
            assert shown <= {str(card) for card in seen.seen()}
            if seat is not None:
                assert {str(card) for card in seen.hand} <= shown


def test_names_are_one_for_each_seat() -> None:
    with raises_code(PictureError, "bad_names"):
        table_svg(match_of(3, 5).view(0), ["Ann", "Ben"])
    assert "&lt;b&gt;" in table_svg(match_of(2, 5).view(0), ["<b>", "Ben"])


def test_a_notebook_draws_pictures_and_advice() -> None:
    assert Svg("<svg/>")._repr_svg_() == "<svg/>"
    advice = analyse_discard("5H 5S 5C JD 2S 9C")
    table = ET.fromstring(advice._repr_html_())
    assert len(table.findall("tr")) == 16
    assert titles(advice._repr_html_())[:2] == ["2S", "9C"]
