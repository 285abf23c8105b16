"""The command line from the user's side: its words, its JSON fields, and its exit statuses.

It is one long file, because every command is tested in the same ways.
"""

import http.server
import io
import json
import os
import re
import socket
import subprocess
import sys
import threading
import unicodedata
import webbrowser
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path

import click
import pytest

from pegout.cli import main
from pegout.cli.exit_status import CHECK_FAILED, FAILED, FAULT, WRONG_USAGE
from pegout.cli.run import run
from pegout.cli.serve import is_serving
from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.notation import write
from pegout.players import advance, create
from pegout.rules import PRESETS, SWITCHES, Rules
from pegout.server.app import library_name
from pegout.server.config import Config
from pegout.storage import Library
from pegout.table.offers import DEFAULT_LEVEL, FIRST_LEVEL, FIRST_TARGET, offered_levels
from tests.cli.lines import Cli
from tests.tui.table import finish_a_game
from tools.command_pages import INDEX, commands, names


@cache
def every_command() -> list[str]:
    """Return every command that is no group of others, without ``pegout`` before it."""
    found = [command for name in names() if name != INDEX for command in commands(name)]
    return [
        path.removeprefix("pegout ")
        for path, context in found
        if not isinstance(context.command, click.Group)
    ]


@pytest.fixture(autouse=True)
def _own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PEGOUT_DATA", str(tmp_path / "games.sqlite"))
    monkeypatch.setenv("PEGOUT_CONFIG", str(tmp_path))
    monkeypatch.setenv("LANGUAGE", "en")


@pytest.fixture(scope="module")
def record() -> str:
    setup = Setup("K7QX", Rules("half"), (Seated("Ann", "novice"), Seated("Ben", "random")))
    match = Match(setup, secrets=seeded_secrets("a game to record"))
    for _ in advance(match, {0: create("novice", 1), 1: create("random", 2)}):
        pass
    return write(match.record())


@pytest.fixture
def kept(record: str, tmp_path: Path) -> Callable[[Callable[[str], str]], str]:
    """Return a function that writes the record to a file, with a change to it."""

    def keep(change: Callable[[str], str] = lambda text: text) -> str:
        path = tmp_path / "game.peg"
        path.write_text(change(record), encoding="utf-8")
        return str(path)

    return keep


def output(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


# Help


def test_every_command_has_help_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    without = []
    for command, language in product(every_command(), ("en", "es")):
        status = run(["--lang", language, *command.split(), "--help"])
        if status != 0 or f"  pegout {command} " not in output(capsys).replace("\n", " \n"):
            without.append((command, language))
    assert without == []


def test_help_names_every_command(cli: Cli) -> None:
    text = cli.told("--help")
    assert all(f"  {command.split()[0]} " in text for command in every_command())


@pytest.mark.parametrize("group", ["admin", "admin tables", "solve"])
def test_a_group_alone_gives_its_help(group: str, cli: Cli) -> None:
    text = cli.refused(*group.split())
    assert text.startswith(f"Usage: pegout {group} ")
    assert "..." not in text.partition("Commands:")[2]
    assert "explains it" not in text


def test_help_is_in_the_language_asked_for(cli: Cli) -> None:
    for words in (["discard"], ["admin", "tables", "list"], ["solve", "late-hands"], ["solve"], []):
        text = cli.told("--lang", "es", *words, "--help")
        assert text.startswith(" ".join(["Uso: pegout", *words]))
        assert "\nOpciones:\n" in text
        assert not re.search(r"Usage:|Options:|default:", text)
    assert cli.told("score", "--help").startswith("Usage: pegout score")


def test_the_version_is_told(cli: Cli) -> None:
    assert cli.told("--version").startswith("pegout, version ")


# score


def test_score_shows_the_working(cli: Cli) -> None:
    text = cli.told("score", "5H 5S 5C JD", "5D")
    assert "fifteen sixteen" in text
    assert "a double pair royal is twenty-eight   5♣ 5♦ 5♥ 5♠" in text
    assert text.endswith("29 points\n")


def test_score_in_spanish(cli: Cli) -> None:
    assert "y una escalera doble de tres son doce" in cli.told(
        "--lang=es", "score", "7C 7D 8H 9S", "KC"
    )


def test_score_of_nothing_is_nineteen(cli: Cli) -> None:
    assert "nineteen" in cli.told("score", "2C 4D 6H 8S", "KC")


def test_score_for_a_program(cli: Cli) -> None:
    cases: list[tuple[list[str], int]] = [
        (["2H 4H 6H 8H", "KS"], 4),
        (["2H 4H 6H 8H", "KS", "--crib"], 0),
        (["2H 4H 6H 8H", "KS", "--crib", "--preset", "clasico"], 4),
        (["JH 2C 3D 7S", "KH", "--set", "nobs_points=2"], 6),
        (["5H 5S 5C", "5D", "--set", "five_card=yes"], 20),
    ]
    for words, points in cases:
        data = cli.json("score", *words)
        assert set(data) == {"hand", "starter", "crib", "points", "items"}
        assert data["points"] == points == sum(item["points"] for item in data["items"]), words
        assert all(set(item) == {"kind", "cards", "points"} for item in data["items"])


def test_score_reads_spanish_cards_and_warns_of_those_that_may_be_meant_otherwise(
    cli: Cli,
) -> None:
    line = ("--lang", "es", "score")
    names = cli.both(*line, "5 de corazones, 5P 5T JD", "5D")
    assert (names.out.splitlines()[-1], names.err) == ("29 puntos", "")
    doubtful = cli.both(*line, "5H 5S 5C JD", "5D")
    assert doubtful.out == names.out
    assert doubtful.err.startswith("5C se lee como cinco de tréboles;")
    assert cli.both("score", "5H 5S 5C JD", "5D").err == ""


def test_score_says_what_was_expected(cli: Cli) -> None:
    cases: list[tuple[list[str], str]] = [
        (["5H 5S", "5D"], "a hand has 4 cards and a crib 4, not 2"),
        (["5H 5S 5C", "5D"], "a hand has 4 cards and a crib 4, not 3"),
        (["5H 5S 5C JD", "5D", "--set", "five_card=yes"], "a hand has 3 cards and a crib 4, not 4"),
        (["5H 5S 5C JX", "5D"], "“JX” is no card"),
        (["5H 5H 5C JD", "5D"], "there twice"),
        (["5H 5S 5C JD", "5H"], "starter too"),
        (["5H 5S 5C JD", "5D 6D"], "one card"),
        (["5H 5S 5C ??", "5D"], "known cards"),
        (["5H 5S 5C JD", "5D", "--set", "target"], "--set takes"),
        (
            ["5H 5S 5C JD", "5D", "--set", "nobs_points=7"],
            "expected one of 0, 1, 2, not “7”.",
        ),
        (["5H 5S 5C JD", "5D", "--preset", "none"], "standard"),
        (["5H 5S 5C JD"], "STARTER"),
    ]
    assert cli.not_refused(cases, "score") == []


# replay and verify


def test_replay_tells_the_game(kept: Callable[[], str], cli: Cli) -> None:
    text = cli.told("replay", kept())
    assert text.startswith("Ann · Ben\n")
    assert "\n    Ann: " in text
    assert "the starter is" in text
    assert "wins" in text


def test_replay_through_the_eyes_of_a_seat(kept: Callable[[], str], cli: Cli) -> None:
    text = cli.told("replay", kept(), "--seat", "1")
    assert "You discard" in text
    assert "Ann discards two cards." in text


def test_replay_for_a_program(kept: Callable[[], str], cli: Cli) -> None:
    (match,) = cli.json("replay", kept())
    assert match["match"] == "K7QX"


def test_replay_of_one_game(kept: Callable[[], str], cli: Cli) -> None:
    path = kept()
    (match,) = cli.json("replay", path, "--game", "1")
    assert [game["number"] for game in match["games"]] == [1]
    answer = cli.both("replay", path, "--game", "9", status=WRONG_USAGE)
    assert answer.out == ""
    assert "There is no game 9 here; the last one is game 1." in answer.err
    assert "leave --seat out" in cli.refused("replay", path, "--seat", "1", "--json")


def test_replay_of_no_such_seat(kept: Callable[[], str], cli: Cli) -> None:
    assert "no such seat" in cli.refused("replay", kept(), "--seat", "2")


def test_verify_proves_every_deal(kept: Callable[[], str], cli: Cli) -> None:
    text = cli.told("verify", kept())
    assert "proved" in text
    assert "It does not prove" in text


def test_verify_for_a_program(kept: Callable[[], str], cli: Cli) -> None:
    data = cli.json("verify", kept())
    assert (data["ok"], data["faults"]) == (True, [])
    assert {deal["code"] for deal in data["deals"]} == {"proved"}
    assert set(data["deals"][0]) == {"match", "game", "deal", "code", "message"}


def test_verify_finds_another_secret(kept: Callable[[Callable[[str], str]], str], cli: Cli) -> None:
    def other(text: str) -> str:
        head, _, tail = text.partition("\nreveal    1  ")
        return f"{head}\nreveal    1  {'0' * 64}{tail[64:]}"

    assert "not the pack that was sealed" in cli.told("verify", kept(other), status=CHECK_FAILED)


def test_verify_lists_every_fault_with_its_line(
    kept: Callable[[Callable[[str], str]], str], cli: Cli
) -> None:
    def worse(text: str) -> str:
        return text.replace("=31", "=30").replace("\nstarter", "\nstartet", 1)

    path = kept(worse)
    assert "line " in cli.told("verify", path, status=CHECK_FAILED)
    data = cli.json("verify", path, status=CHECK_FAILED)
    assert data["ok"] is False
    assert {"line", "column", "code", "message"} == set(data["faults"][0])


def test_a_record_that_breaks_off_says_where(
    kept: Callable[[Callable[[str], str]], str], cli: Cli, capsys: pytest.CaptureFixture[str]
) -> None:
    path = kept(lambda text: text[: text.rindex("\nplay") + 9])
    for command in ("verify", "replay"):
        assert run([command, path]) == CHECK_FAILED
        assert re.search(
            r"The file ends in the middle of line \d+: it was cut short\.", output(capsys)
        )
    path = kept(lambda text: text[: text.rindex("\nplay") + 1])
    assert "the record breaks off, or lines are missing" in cli.told(
        "verify", path, status=CHECK_FAILED
    )


def test_verify_does_not_call_proved_what_has_no_seal(
    kept: Callable[[Callable[[str], str]], str], cli: Cli
) -> None:
    def unsealed(text: str) -> str:
        return "\n".join(
            line for line in text.split("\n") if not line.startswith(("commit", "reveal"))
        )

    assert "nothing proves" in cli.told("verify", kept(unsealed), status=CHECK_FAILED)


def test_verify_asks_for_no_seal_of_what_was_known_before_practice(
    kept: Callable[[Callable[[str], str]], str], cli: Cli
) -> None:
    def practised(text: str) -> str:
        before, after = text.split("\ndeal      2", 1)
        lines = [line for line in before.split("\n") if line[:6] not in ("commit", "reveal")]
        lines.insert(1, '[Practice "game=1 deal=1 seat=0 event=9"]')
        return "\ndeal      2".join(["\n".join(lines), after])

    path = kept(practised)
    said = cli.told("verify", path)
    assert "known before practice began" in said
    assert "nothing proves" not in said
    data = cli.json("verify", path)
    assert data["ok"]
    assert {deal["code"] for deal in data["deals"] if deal["deal"] <= 1} == {"practice"}
    assert {deal["code"] for deal in data["deals"] if deal["deal"] > 1} == {"proved"}


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_that_is_no_record(command: str, tmp_path: Path, cli: Cli) -> None:
    path = tmp_path / "noise"
    path.write_bytes(bytes(range(256)) * 4)
    assert cli.told(command, str(path), status=CHECK_FAILED)
    assert "missing" in cli.refused(command, str(tmp_path / "missing"), status=FAILED)


# arena


def test_arena_is_reproducible(cli: Cli) -> None:
    line = ["arena", "novice", "random", "--games", "4", "--seed", "7", "--processes", "1"]
    first = cli.told(*line, "--json")
    assert cli.told(*line, "--json") == first
    data = json.loads(first)
    assert (data["games"], data["seed"], data["complete"]) == (4, 7, True)
    assert [level["level"] for level in data["contestants"]] == ["novice", "random"]


def test_arena_prints_a_table(cli: Cli) -> None:
    line = ["arena", "random", "random", "random", "--players", "3", "--games", "3", "--seed", "1"]
    assert "games won" in cli.told(*line, "--processes", "1")


def test_arena_says_which_levels_there_are(cli: Cli) -> None:
    cases = [(["club"], "Name 2 players"), (["club", "nobody"], "random, gentle")]
    assert cli.not_refused(cases, "arena") == []


# rules


@pytest.mark.parametrize(("language", "word"), [("en", "The show"), ("es", "El recuento")])
def test_the_rule_book(language: str, word: str, cli: Cli) -> None:
    assert word in cli.told("--lang", language, "rules")


def test_the_switches(cli: Cli) -> None:
    text = cli.told("rules", "--switches")
    assert all(name in text for name in (*PRESETS, *SWITCHES))


def test_the_rules_for_a_program(cli: Cli) -> None:
    data = cli.json("rules")
    assert set(data) == {"language", "text", "presets", "switches"}
    assert data["presets"]["half"]["switches"]["target"] == 61


# play


def lines(monkeypatch: pytest.MonkeyPatch, *typed: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))


def test_play_line_by_line_keeps_the_game(monkeypatch: pytest.MonkeyPatch, cli: Cli) -> None:
    lines(monkeypatch, "", "1")
    assert "Your game is saved;" in cli.told("play", "--plain", "--name", "Zoe", "--preset", "half")
    with Library.open() as library:
        (kept,) = library.matches()
    assert kept.names[0] == "Zoe"
    assert kept.status == "playing"
    lines(monkeypatch, "scores")
    assert run(["play", "--resume", "last", "--plain"]) == 0
    lines(monkeypatch, "scores")
    assert run(["play", "--resume", kept.id, "--plain"]) == 0


def test_a_newcomer_who_chooses_nothing_plays_a_first_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for words in ("--name Zoe", "--level club", "--set target=121", "--games 1"):
        lines(monkeypatch, "quit")
        assert run(["play", "--plain", *words.split()]) == 0
    with Library.open() as library:
        finish_a_game(library)
    lines(monkeypatch, "quit")
    assert run(["play", "--plain"]) == 0
    with Library.open() as library:
        played = [
            (match.kinds[1], library.load(match.id).setup.rules.target)
            for match in library.matches(status="playing")[::-1]
        ]
        assert library.matches()[-1].names[0] == "Zoe"
    assert played == [(FIRST_LEVEL, FIRST_TARGET), *[(DEFAULT_LEVEL, 121)] * 4]


def test_seats_go_to_friends_and_then_to_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    lines(monkeypatch, "quit")
    options = ["--players", "4", "--with", "Bea", "--level", "novice", "--level", "club"]
    assert run(["play", "--plain", "--name", "Zoe", *options]) == 0
    with Library.open() as library:
        (kept,) = library.matches()
    assert kept.names[:2] == ("Zoe", "Bea")
    assert kept.kinds == ("person", "person", "novice", "club")


def test_a_game_from_given_scores_with_a_chosen_dealer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines(monkeypatch, "quit")
    options = ["--set", "start_scores=100-90", "--dealer", "2"]
    assert run(["play", "--plain", "--name", "Zoe", *options]) == 0
    with Library.open() as library:
        (kept,) = library.matches()
    assert kept.scores == (100, 90)


def test_play_says_what_was_expected(cli: Cli) -> None:
    cases: list[tuple[list[str], str]] = [
        (["--resume", "last"], "no game to continue"),
        (["--players", "5"], "from 2 to 4"),
        (["--dealer", "3"], "There is no seat 3; the seats are 1 to 2."),
        (["--set", "start_scores=100-121"], "start_scores are 2 whole numbers from 0 to 120"),
        (["--level", "club", "--level", "club"], "only 2 seats"),
        (["--with", "A", "--with", "B"], "only 2 seats"),
        (["--level", "nobody"], ", ".join(offered_levels())),
        (["--preset", "half", "--set", "target=121"], "The preset half has target 61"),
        (["--name", "x" * 40], "1 to 24"),
    ]
    assert cli.not_refused(cases, "play", "--plain") == []


@pytest.mark.parametrize("words", [["--plain"], ["terminal"], ["terminal", "--plain"]])
def test_the_table_opens_in_the_terminal(
    words: list[str], monkeypatch: pytest.MonkeyPatch, cli: Cli
) -> None:
    lines(monkeypatch, "quit")
    assert "Pegout" in cli.told(*words)


# serve


class Served:
    """The arguments of a server that is not started."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.config = Config()
        self.metrics: tuple[str, int] | None = None
        self.shown: list[str] = []
        monkeypatch.setattr("pegout.server.launch.serve", self.serve)
        monkeypatch.setattr("pegout.server.logs.set_up", lambda *_: None)
        monkeypatch.setattr("pegout.cli.serve.is_serving", lambda *_: False)
        monkeypatch.setattr(webbrowser, "open", self.shown.append)

    def serve(
        self,
        library: Library,
        config: Config,
        listener: socket.socket,
        ready: Callable[[], None],
        metrics: socket.socket | None = None,
    ) -> None:
        assert not library.matches()
        self.config = config
        self.metrics = metrics.getsockname()[:2] if metrics else None
        ready()
        listener.close()


def test_without_a_command_the_table_opens_in_the_browser(
    monkeypatch: pytest.MonkeyPatch, cli: Cli, capsys: pytest.CaptureFixture[str]
) -> None:
    served = Served(monkeypatch)
    monkeypatch.setattr("pegout.cli.serve.PORT", 0)
    monkeypatch.setattr("threading.Thread.start", lambda thread: thread.run())
    assert run([]) == 0
    url = f"http://127.0.0.1:{served.config.port}/"
    assert output(capsys) == f"The table is at {url} — Ctrl+C ends it.\n"
    assert served.shown == [url]
    assert served.config.local


def test_a_server_that_is_there_already_is_used(
    monkeypatch: pytest.MonkeyPatch, cli: Cli, capsys: pytest.CaptureFixture[str]
) -> None:
    served = Served(monkeypatch)
    monkeypatch.setattr("threading.Thread.start", lambda thread: thread.run())
    monkeypatch.setattr("pegout.cli.serve.is_serving", lambda *_: True)
    assert run([]) == 0
    assert served.shown == ["http://127.0.0.1:8131/"]
    assert "8131" in output(capsys)


def test_serve_takes_options(monkeypatch: pytest.MonkeyPatch, cli: Cli, tmp_path: Path) -> None:
    served = Served(monkeypatch)
    options = [
        *("--host", "0.0.0.0", "--port", "0", "--database", str(tmp_path / "club.db")),
        *("--public-url", "https://club.example", "--allowed-host", "kitchen.local", "--proxy"),
        *("--log", "json", "--limit", "tables=5", "--limit", "hello=2.5"),
        *("--allow-origin", "https://site.example"),
    ]
    assert cli.told("serve", *options) == ""  # what speaks JSON says nothing for people
    assert served.config == Config(
        host="0.0.0.0", port=0, database=str(tmp_path / "club.db"), log="json", proxy=True,
        public_url="https://club.example", allowed_hosts=("kitchen.local",), tables=5, hello=2.5,
        keep_finished=90 * 86400.0, keep_abandoned=30 * 86400.0,
        allowed_origins=("https://site.example",),
    )  # fmt: skip
    assert not served.shown


def test_reviews_may_be_turned_off(monkeypatch: pytest.MonkeyPatch) -> None:
    served = Served(monkeypatch)
    limits = ["--limit", "workers=0", "--limit", "worker_niceness=0"]
    assert run(["serve", "--port", "0", *limits]) == 0
    assert served.config is not None
    assert (served.config.workers, served.config.worker_niceness) == (0, 0)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_limits_are_listed(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", language, "serve", "--limit", "help"]) == 0
    heads, first, *_ = capsys.readouterr().out.splitlines()
    assert (heads.split()[0], first.split()[:2]) == (
        {"en": "name", "es": "nombre"}[language],
        ["tables", "10000"],
    )


def test_a_wrong_limit_is_named(cli: Cli) -> None:
    cases: list[tuple[list[str], str]] = [
        (["tables"], "--limit takes a limit and its number, such as tables=10000."),
        (["tables=x"], "--limit tables: expected a whole number, not “x”."),
        (["tables=2.5"], "--limit tables: expected a whole number, not “2.5”."),
        (["tables=0"], "--limit tables: expected a number from 1 to 999999999, not 0."),
        (["tables="], "--limit tables: expected a whole number, not “”."),
        (["hello=x"], "--limit hello: expected a number, not “x”."),
        (["hello=nan"], "--limit hello: expected a number, not “nan”."),
        (["hello=0"], "--limit hello: expected a number above 0 and up to 999999999, not 0.0."),
        (["workers=-1"], "--limit workers: expected a number from 0 to 999999999, not -1."),
        (["host=1"], "There is no limit “host”. The limits are: tables, spectators, "),
        (["table=5"], "kept_reviews. Did you mean tables?"),
        (["table"], "There is no limit “table”."),
    ]
    assert cli.not_refused(cases, "serve", "--limit") == []


def test_a_wrong_limit_in_a_file_is_named(tmp_path: Path, cli: Cli) -> None:
    file = tmp_path / "pegout.toml"
    file.write_text('limit = ["table=5"]\n')
    assert "No existe el límite «table»." in cli.refused(
        "--lang", "es", "serve", "--config", str(file)
    )


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], "http://127.0.0.1:{port}/"),
        (["--allowed-host", "kitchen.local"], "http://127.0.0.1:{port}/"),
        (["--host", "0.0.0.0"], "http://192.168.1.5:{port}/"),
        (
            ["--host", "0.0.0.0", "--allowed-host", "kitchen.local", "--allowed-host", "den"],
            "http://192.168.1.5:{port}/ and http://kitchen.local:{port}/",
        ),
        (
            ["--host", "0.0.0.0", "--allowed-host", "kitchen.local", "--proxy"],
            "http://192.168.1.5:{port}/",
        ),
        (
            [
                *("--host", "0.0.0.0", "--allowed-host", "kitchen.local"),
                *("--public-url", "https://club.example"),
            ],
            "https://club.example",
        ),
    ],
)
def test_serve_prints_addresses_that_others_can_use(
    options: list[str], expected: str, monkeypatch: pytest.MonkeyPatch, cli: Cli
) -> None:
    Served(monkeypatch)
    monkeypatch.setattr("pegout.server.launch._own_address", lambda _: "192.168.1.5")
    printed = cli.told("serve", "--port", "0", *options)
    found = re.search(r":(\d+)/", printed)
    urls = expected.format(port=found[1] if found else 0)
    assert printed == f"Tables are served at {urls} — Ctrl+C ends it.\n"


def test_metrics_have_an_address_of_their_own(monkeypatch: pytest.MonkeyPatch, cli: Cli) -> None:
    served = Served(monkeypatch)
    cli.told("serve", "--port", "0")
    assert (served.metrics, served.config.log_requests) == (None, False)
    cli.told("serve", "--port", "0", "--metrics", "127.0.0.1:0", "--log-requests")
    assert served.metrics is not None
    assert served.metrics[0] == "127.0.0.1"
    assert served.config.log_requests


@pytest.mark.parametrize("address", ["9131", "127.0.0.1", "127.0.0.1:x", ":9131", "a:99999", ""])
def test_what_is_no_address_for_metrics_is_refused(address: str, cli: Cli) -> None:
    told = cli.refused("serve", "--port", "0", "--metrics", address)
    assert "is no address; write 127.0.0.1:9131" in told


def test_a_taken_address_for_metrics_is_refused(monkeypatch: pytest.MonkeyPatch, cli: Cli) -> None:
    Served(monkeypatch)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = cli.refused("serve", "--port", "0", "--metrics", f"127.0.0.1:{port}", status=FAILED)
    assert f"127.0.0.1 port {port} is not available" in told
    assert "--metrics" in told


def test_a_server_is_told_from_whatever_else_answers() -> None:
    class Other(http.server.BaseHTTPRequestHandler):
        answer = b"[]"

        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(self.answer)

        def log_message(self, *_: object) -> None:
            pass

    with Library.open() as library, http.server.HTTPServer(("127.0.0.1", 0), Other) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        health = {"library": library_name(library), "status": "ok"}
        for answer, ours in [
            (b"[]", False),
            (b"hello", False),
            (b'{"library":"another","status":"ok"}', False),
            (json.dumps({**health, "status": "stopping"}).encode(), False),
            (json.dumps(health).encode(), True),
        ]:
            Other.answer = answer
            assert is_serving(library, other.server_port) == ours
        other.shutdown()
    assert not is_serving(library, other.server_port)


def test_resume_names_the_games_there_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines(monkeypatch, "quit")
    run(["play", "--plain"])
    assert run(["play", "--plain", "--resume", "nothing"]) == WRONG_USAGE
    with Library.open() as library:
        (kept,) = library.matches()
    assert kept.id in capsys.readouterr().err


# What must never happen


@pytest.mark.parametrize(("language", "before"), [("en", "saved in "), ("es", "están en ")])
def test_no_traceback_reaches_a_person(
    language: str, before: str, monkeypatch: pytest.MonkeyPatch, cli: Cli
) -> None:
    def broken(_: object) -> str:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("pegout.text.rulebook.rulebook", broken)
    told = cli.refused("--lang", language, "rules", status=FAULT)
    assert "Traceback" not in told
    path = told.split(before)[1].split(";")[0]
    assert "RuntimeError: a fault of ours" in Path(path).read_text(encoding="utf-8")
    Path(path).unlink()


def test_an_interruption_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("pegout.text.rulebook.rulebook", interrupted)
    assert run(["rules"]) == 130


def test_an_unreadable_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cli: Cli) -> None:
    path = tmp_path / "no library"
    path.write_bytes(b"this is no database, it is a letter to a friend" * 100)
    monkeypatch.setenv("PEGOUT_DATA", str(path))
    assert "no library" in cli.refused("--plain", status=FAILED)


def test_main_leaves_with_the_status() -> None:
    with pytest.raises(SystemExit) as left:
        main(["score"])
    assert left.value.code == WRONG_USAGE


def test_the_module_runs_and_a_reader_may_stop_reading() -> None:
    command = [sys.executable, "-m", "pegout", "rules"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.wait(90) == 0
        assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("unbuffered", ["", pytest.param("1", marks=pytest.mark.slow)])
def test_an_output_that_is_full_is_told_in_one_line(unbuffered: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pegout", "score", "5H 5S 5C JD", "5D"],
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (FAILED, "pegout score: The disk is full.\n")


def test_a_wrong_word_is_told_in_one_style(cli: Cli, capsys: pytest.CaptureFixture[str]) -> None:
    cases: list[tuple[list[str], str]] = [
        (["arean"], "pegout: There is no command “arean”. Did you mean arena?"),
        (["--lang", "es", "arean"], "pegout: No existe la orden «arean». ¿Querías decir arena?"),
        (["play", "--set", "foo=1"], "pegout play: There is no switch “foo”. The switches are: "),
        (["play", "--set", "mugins=on"], "Did you mean muggins?"),
        (["play", "--set", "muggins=maybe"], "muggins is on or off"),
        (["play", "--set", "target"], "--set takes a switch and its value"),
        (["play", "--preset", "hlaf"], "not “hlaf”. Did you mean half?"),
        (["admin", "tabels"], "pegout admin: There is no command “tabels”. Did you mean tables?"),
        (["exploit", "clbu"], "pegout exploit: Expected one of blind, "),
        (["exploit", "clbu"], "not “clbu”. Did you mean club?"),
        (["solve", "paly"], "pegout solve: There is no command “paly”. Did you mean play?"),
        (
            ["discard", "5H", "--dealer", "--top", "abc"],
            "--top: expected a whole number, not “abc”.",
        ),
        (["discard", "5H", "--dealer", "--top", "0"], "--top: expected 1 or more, not 0."),
        (
            ["--lang", "es", "play", "--players", "9"],
            "--players: se esperaba un número de 2 a 4, no 9.",
        ),
        (
            ["--lang", "es", "arena", "a", "b", "--limit", "0"],
            "--limit: se esperaba un número mayor que 0 y hasta 86400, no 0",
        ),
        (
            ["--lang", "es", "arena", "a", "b", "--until", "x"],
            "--until: se esperaba un número, no «x».",
        ),
        (
            ["--lang", "es", "play", "--plian"],
            "No existe la opción --plian. ¿Querías decir --plain?",
        ),
        (["--lang", "es", "score", "5H 5S 5C JD"], "pegout score: Falta STARTER."),
        (["--lang", "es", "rules", "two", "three"], "Sobra «two three»."),
        (["--lang", "es", "score", "--set"], "--set lleva un valor."),
    ]
    assert cli.not_refused(cases) == []
    for words, _ in cases:
        run(words)
        told = capsys.readouterr().err
        assert told.startswith("pegout"), words
        assert "--help" in told.splitlines()[-1], words


def width(line: str) -> int:
    """Return the width of a line in a terminal."""
    return sum(not unicodedata.combining(letter) for letter in line)


def test_help_fits_a_terminal_of_80_columns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    wide = []
    for command, language in product([*every_command(), ""], ("en", "es")):
        assert run(["--lang", language, *command.split(), "--help"]) == 0
        wide += [(command, line) for line in output(capsys).splitlines() if width(line) > 80]
    assert wide == []


def test_every_error_is_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = [
        "arena club", "arena club nobody", "arena club nothing:Bot", "arena club cmd:",
        "simulate nobody", "simulate random random random", "simulate random --cluster here",
        "simulate random --set counting=manual", "score 5H 5H", "discard 5Z --dealer",
        "play --preset half --set target=99", "play --level nobody", "replay none.peg",
        "serve --database ftp://example", "admin tables list --database none.db",
        f"replay {tmp_path}", "serve --config none.toml", "exploit nobody", "solve tables --only x",
    ]  # fmt: skip
    for line, language in product(lines, ("en", "es")):
        assert run(["--lang", language, *line.split()]) in (WRONG_USAGE, FAILED), line
        out, err = capsys.readouterr()
        told = next(said for said in err.splitlines() if said.startswith("pegout "))
        command, _, sentence = told.partition(": ")
        assert out == "", line
        assert line.startswith(command.removeprefix("pegout ")), told
        assert sentence.endswith((".", "?")), told
        assert sentence[0].isupper() or sentence.split()[0].rstrip(":,") in told, told


def test_what_was_typed_stays_as_it_was_typed(cli: Cli, tmp_path: Path) -> None:
    assert cli.refused("replay", "none.peg", status=FAILED).startswith(
        "pegout replay: FILE: none.peg: there is no such file"
    )


def test_a_switch_is_switched_by_yes_as_by_on() -> None:
    from pegout.cli.options import switch_value

    assert [switch_value(word) for word in ("yes", "ON", "true", "no", "off", "False")] == [
        *[True] * 3,
        *[False] * 3,
    ]


def test_the_rule_book_is_rendered_at_any_width(monkeypatch: pytest.MonkeyPatch, cli: Cli) -> None:
    for columns in (40, 80, 200):
        monkeypatch.setenv("COLUMNS", str(columns))
        lines = cli.told("rules").splitlines()
        assert max(map(len, lines)) <= min(columns, 92)
        assert not any(line.startswith(("#", "|")) or "`" in line for line in lines)


def test_where_nothing_can_be_kept_one_plays_unsaved_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli: Cli
) -> None:
    (tmp_path / "home").write_text("a file, and so no place for folders")
    monkeypatch.delenv("PEGOUT_DATA", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    text = cli.told("--plain")
    assert text.startswith("Your games are not saved this time. The library cannot be written")
    assert text.endswith("Goodbye.\n")
    # A path that the user named is used as given.
    monkeypatch.setenv("PEGOUT_DATA", str(tmp_path / "home" / "data"))
    assert "cannot be written" in cli.refused("--plain", status=FAILED)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            r"Game 1, deal 1: this is not the pack that was sealed, because \S+ is not where the "
            r"secret puts it\.",
        ),
        (
            "es",
            r"Partida 1, reparto 1: este no es el mazo que se selló, porque la carta \S+ no está "
            r"donde la pone el secreto\.",
        ),
    ],
)
def test_verify_names_a_card_that_is_not_in_its_place(
    language: str, told: str, kept: Callable[..., str], cli: Cli
) -> None:
    path = kept(lambda text: re.sub(r"(?m)^dealt ", 'ready 0 "lucky jack"\ndealt ', text, count=1))
    assert any(
        re.fullmatch(told, line)
        for line in cli.told("--lang", language, "verify", path, status=CHECK_FAILED).splitlines()
    )


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            "Game 1, the first cut: this is not the pack that was sealed, because the secret does "
            "not fit the seal.",
        ),
        (
            "es",
            "Partida 1, el primer corte: este no es el mazo que se selló, porque el secreto no "
            "corresponde al sello.",
        ),
    ],
)
def test_verify_says_that_a_secret_does_not_fit(
    language: str, told: str, kept: Callable[..., str], cli: Cli
) -> None:
    path = kept(lambda text: re.sub(r"(?m)^(reveal +0 +)\w+$", r"\g<1>" + "0" * 64, text))
    assert told in cli.told("--lang", language, "verify", path, status=CHECK_FAILED).splitlines()


def test_verify_checks_rules_alone(
    kept: Callable[..., str], cli: Cli, capsys: pytest.CaptureFixture[str]
) -> None:
    def without_seals(text: str) -> str:
        lines = text.splitlines(keepends=True)
        return "".join([line for line in lines if line.split()[:1] not in (["commit"], ["reveal"])])

    path = kept(without_seals)
    assert run(["verify", path]) == CHECK_FAILED
    capsys.readouterr()
    assert (
        cli.told("verify", path, "--rules-only")
        == "Every rule was followed, and every point is right.\n"
    )
    path = kept(lambda text: text.replace("+2 to", "+3 to", 1))
    assert "fault" in cli.told("verify", path, "--rules-only", status=CHECK_FAILED)
