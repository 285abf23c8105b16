"""``pegout discard`` from the user's side: the table, the pictures, plain letters, and JSON."""

import io
import json
import re
import sys

import pytest

from pegout.cards import parse_cards
from pegout.cli.run import run
from pegout.evaluation import opponent_discards
from pegout.evaluation.advice import analyse_discard
from pegout.review.discard_analysis import at_discard
from pegout.review.option_values import options_of
from pegout.rules import Rules
from pegout.text.names import shorts
from tests.cases import present
from tests.cli.lines import Cli

HAND = "5H 5S 6D 7C JD KS"
#: A row of the table: its place, the cards, and the numbers.
ROW = re.compile(
    r"^ ?(?P<place>\d+)(?P<tie>[= ])  (?P<cards>.*\S)  +(?P<hand>\d+\.\d\d)  +"
    r"(?P<crib>[+−-]\d+\.\d\d)  +(?P<total>[−-]?\d+\.\d\d)  +(?P<behind>best|[+−-]\d+\.\d\d+)"
    r"(  (?P<bar>\S+))?$"
)


@pytest.fixture(autouse=True)
def _in_a_terminal_of_the_usual_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)


def run_discard(cli: Cli, *arguments: str) -> list[str]:
    return cli.told("discard", *arguments).splitlines()


def rows(lines: list[str]) -> list[re.Match[str]]:
    return [match for line in lines if (match := ROW.match(line))]


def test_the_best_discard_comes_first_with_its_means(cli: Cli) -> None:
    lines = run_discard(cli, HAND, "--dealer")
    advice = analyse_discard(parse_cards(HAND))
    found = rows(lines)
    assert lines[0].startswith("5♥ 5♠ 6♦ 7♣ J♦ K♠   you deal")
    assert re.split("  +", found[0]["cards"]) == ["6♦ 7♣", "5♥ 5♠ J♦ K♠"]
    assert found[0]["behind"] == "best"
    for row, discard in zip(found, advice.discards, strict=False):
        assert row["hand"] == f"{discard.hand:.2f}"
        assert row["crib"] == f"{discard.crib:+.2f}"
        assert row["total"] == f"{discard.total:.2f}"


def test_a_crib_that_is_not_ones_own_is_taken_off(cli: Cli) -> None:
    lines = run_discard(cli, HAND, "--pone", "--plain")
    assert "an opponent deals" in lines[0]
    assert all(row["crib"].startswith("-") for row in rows(lines))


def test_as_many_are_shown_as_are_asked_for(cli: Cli) -> None:
    cases: list[tuple[list[str], int, str]] = [
        ([], 6, "and 9 more: --top 15"),
        (["--top", "1"], 1, "and 14 more: --top 15"),
        (["--top", "15"], 15, ""),
        (["--top", "99"], 15, ""),
    ]
    for options, places, more in cases:
        lines = run_discard(cli, HAND, "--dealer", *options)
        assert [int(row["place"]) for row in rows(lines)] == list(range(1, places + 1))
        assert [line.strip() for line in lines if "more: " in line] == ([more] if more else [])


def test_a_longer_bar_gives_more_away(cli: Cli) -> None:
    found = rows(run_discard(cli, HAND, "--dealer", "--top", "15"))
    lengths = [len(row["bar"] or "") for row in found]
    assert lengths == sorted(lengths)
    assert lengths[0] == 0 < lengths[-1]


def test_what_other_rules_assume_is_said_with_its_error(cli: Cli) -> None:
    assumed = "Opponents are assumed to discard as under the standard rules."
    for switch, said in (("nobs_points=2", True), ("crib_flush=four", True), ("lowball=on", False)):
        lines = run_discard(cli, HAND, "--dealer", "--set", switch)
        assert (assumed in " ".join(lines)) is said
    assert assumed not in " ".join(run_discard(cli, HAND, "--dealer"))


def test_what_ties_is_marked_and_explained(cli: Cli) -> None:
    lines = run_discard(cli, "TH TS TD 7C 7D 7S", "--pone")
    found = rows(lines)
    assert [row["tie"] for row in found] == ["=", "=", "=", " ", " ", " "]
    assert [row["place"] for row in found] == ["1", "1", "1", "4", "5", "6"]
    error = 2**0.5 * opponent_discards.standard_error(Rules())
    text = " ".join(lines)
    assert "1= tied for the best" in text
    assert f"{error:.4f} points" in text
    assert "1=" not in "".join(run_discard(cli, HAND, "--dealer"))


@pytest.mark.parametrize(
    "columns",
    [60, 80, pytest.param(40, marks=pytest.mark.slow), pytest.param(200, marks=pytest.mark.slow)],
)
def test_no_page_is_too_wide(columns: int, monkeypatch: pytest.MonkeyPatch, cli: Cli) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for arguments in [
        [HAND, "--dealer", "--top", "15"],
        [HAND, "--pone", "--top", "15", "--plain"],
        [HAND, "--pone", "--top", "15", "--scores", "110-112"],
        ["TH TS TD 9C 9D 9S", "--pone", "--top", "15"],
        ["TH TS TD TC 9D 9S", "--dealer", "--set", "lowball=on", "--top", "15"],
        ["5H 5S 5C JD QC KD", "--dealer", "--preset", "family"],
        ["AH 7D 7C KD KS", "--partner", "--players", "4"],
        ["AH 7D 7C KD KS", "--pone", "--players", "3"],
        ["AH 7D 7C KD KS", "--dealer", "--set", "five_card=on"],
    ]:
        lines = run_discard(cli, *arguments)
        # The numbers themselves take 56 columns.
        assert max(map(len, lines)) <= max(60, min(80, columns)), arguments
        assert all(line == line.rstrip() for line in lines), arguments


def test_a_page_fits_a_small_screen(cli: Cli) -> None:
    assert len(run_discard(cli, "TH TS TD 7C 7D 7S", "--pone")) < 24


def test_pictures_stand_over_their_points(cli: Cli) -> None:
    lines = run_discard(cli, HAND, "--dealer")
    best = analyse_discard(parse_cards(HAND)).best
    hand = {points: number / 46 for points, number in best.hand_counts.items()}
    axis = lines[-1]
    for last, name, mean, likely in (
        (-6, "hand", best.hand, hand),
        (-2, "crib", best.crib, best.crib_distribution),
    ):
        top, middle, foot = lines[last - 2 : last + 1]
        assert re.match(rf"{name} +{100 * max(likely.values()):.0f} %", top)
        assert middle.startswith(f"mean {mean:.2f}")
        assert foot.startswith(f"{min(likely)} to {max(likely)}")
        for match in re.finditer(r"\d+", axis):
            place = match.end() - 1
            drawn = [line[place : place + 1].strip() for line in (foot, top)]
            points = int(match[0])
            assert bool(drawn[0]) == (points in likely)
            assert bool(drawn[1]) == (likely.get(points, 0) > max(likely.values()) * 16.5 / 24)


def test_plain_letters_tell_the_same(cli: Cli) -> None:
    lines = run_discard(cli, HAND, "--dealer", "--plain")
    assert "\n".join(lines).isascii()
    best = analyse_discard(parse_cards(HAND)).best
    numbers = {
        int(match[1]): match[2]
        for line in lines
        if (match := re.match(r"^ +(\d+)   (.{5}) ", line))
    }
    for points, number in best.hand_counts.items():
        assert numbers[points].strip() == f"{100 * number / 46:.0f} %"


def test_plain_may_be_asked_of_all_commands(cli: Cli) -> None:
    assert cli.told("--plain", "discard", HAND, "--dealer").isascii()


def test_an_output_without_blocks_has_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding, ascii_only in (("latin-1", True), ("ascii", True), ("utf-8", False)):
        output = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(output, encoding=encoding))
        assert run(["discard", HAND, "--dealer"]) == 0
        assert output.getvalue().isascii() == ascii_only


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_colours_are_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    for wanted in (True, False):
        terminal = Terminal()
        monkeypatch.setattr(sys, "stdout", terminal)
        if not wanted:
            monkeypatch.setenv("NO_COLOR", "1")
        assert run(["discard", HAND, "--dealer"]) == 0
        shown.append(terminal.getvalue())
    assert "\x1b[31m" in shown[0]
    assert "\x1b" not in shown[1]
    # Colours carry no information that the letters lack.
    assert re.sub(r"\x1b\[\d*m", "", shown[0]) == shown[1]


#: A row of the table at a score.
SCORED = re.compile(
    r"^ ?(?P<place>\d+)[= ]  (?P<cards>\S+ \S+)  .*?  +(?P<hand>\d+\.\d\d)  +"
    r"(?P<crib>[+−]\d+\.\d\d)  +"
    r"(?P<play>[+−]\d+\.\d\d)  +(?P<total>[+−]\d+\.\d\d)  +(?P<wins>\d+\.\d) %  +(?P<behind>\S+)"
)


def format_number(number: float, form: str = ".2f") -> str:
    return format(number, form).replace("-", "−")


@pytest.mark.parametrize(("role", "dealer"), [("--dealer", 0), ("--pone", 1)])
@pytest.mark.parametrize("scores", [(0, 0), (110, 112)])
def test_hand_and_crib_are_those_of_hints_and_with_a_score_all_is(
    role: str, dealer: int, scores: tuple[int, int], cli: Cli
) -> None:
    options = present(options_of(at_discard(HAND, Rules(), dealer, scores)))
    plainly = rows(run_discard(cli, HAND, role, "--top", "15"))
    assert len(plainly) == 15
    for row in plainly:
        away = row["cards"].split()[:2]
        option = next(found for found in options.options if shorts(found.cards).split() == away)
        assert row["hand"] == format_number(option.hand)
        assert row["crib"] == format_number(option.crib, "+.2f")
    lines = run_discard(cli, HAND, role, "--top", "15", "--scores", "-".join(map(str, scores)))
    scored = [match for line in lines if (match := SCORED.match(line))]
    assert len(scored) == 15
    for row, option in zip(scored, options.options, strict=True):
        assert row["cards"] == shorts(option.cards)
        assert row["hand"] == format_number(option.hand)
        assert row["crib"] == format_number(option.crib, "+.2f")
        assert row["play"] == format_number(option.play, "+.2f")
        assert row["total"] == format_number(option.points, "+.2f")
        assert row["wins"] == format_number(100 * option.chance, ".1f")
    assert scored[0]["behind"] == "best"
    last = options.loss(options.options[-1])
    lost = 100 * last.chance if options.by_chance else last.points
    assert scored[-1]["behind"] == format_number(-lost, "+.2f")
    assert ("the chance of winning decides" in " ".join(lines)) == options.by_chance


def test_json_at_a_score_has_the_play_and_the_chance(cli: Cli) -> None:
    value = cli.json("discard", HAND, "--pone", "--scores", "110-112")
    options = present(options_of(at_discard(HAND, Rules(), 1, (110, 112))))
    assert (value["scores"], value["by_chance"]) == ([110, 112], True)
    chances = [option.chance for option in options.options]
    assert [discard["chance"] for discard in value["discards"]] == chances
    assert value["discards"][0]["hand_counts"]


def test_json_has_every_discard(cli: Cli) -> None:
    text = cli.told("discard", HAND, "--pone", "--top", "1", "--json", "--preset", "half")
    advice = analyse_discard(parse_cards(HAND), Rules("half"), "opponent")
    assert text == advice.to_json() + "\n"
    assert len(json.loads(text)["discards"]) == 15


def test_wrong_usage_says_what_is_right(cli: Cli) -> None:
    cases: list[tuple[list[str], str]] = [
        ([HAND], "--dealer if you deal"),
        ([HAND, "--dealer", "--pone"], "by one of these"),
        ([HAND, "--partner"], "--players 4"),
        (["5H 5S 6D 7C JD", "--dealer"], "6 cards are dealt"),
        ([HAND, "--dealer", "--players", "3"], "5 cards are dealt"),
        (["5H 5S 6D 7C JD ??", "--dealer"], "not 5"),
        (["5H 5S 6D 7C JD JD", "--dealer"], "there twice"),
        (["5H 5S 6D 7C JD XX", "--dealer"], "“XX” is no card"),
        ([HAND, "--dealer", "--top", "0"], "--top"),
        ([HAND, "--dealer", "--scores", "121-0"], "from 0 to 120"),
        ([HAND, "--dealer", "--scores", "9"], "not “9”"),
        ([HAND, "--dealer", "--scores", "x-1"], "such as 20-24"),
        ([HAND, "--dealer", "--scores", "-1-4"], "yours first"),
        (["5H 5S 6D 7C JD", "--dealer", "--players", "3", "--scores", "1-2"], "two players"),
        ([HAND, "--dealer", "--preset", "clasico", "--players", "3"], "clasico"),
    ]
    assert cli.not_refused(cases, "discard") == []


def test_help_has_examples_that_work(cli: Cli) -> None:
    text = cli.told("discard", "--help")
    examples = re.findall(r'^ +pegout discard "([^"]*)" (.*)$', text, re.MULTILINE)
    assert len(examples) == 4
    for cards, options in examples:
        assert run(["discard", cards, *options.split()]) == 0
