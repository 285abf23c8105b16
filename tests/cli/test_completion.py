"""Completion: what a shell gets when somebody presses Tab."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pegout.cli.run import run
from pegout.match import Seated, Setup
from pegout.players import LEVELS
from pegout.rules import PRESETS, Rules
from pegout.simulation.policies.policy import POLICIES
from pegout.storage import Library
from pegout.table.offers import offered_levels
from tests.cli.lines import Cli


@pytest.fixture(autouse=True)
def _own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PEGOUT_DATA", str(tmp_path / "games.sqlite"))
    monkeypatch.setenv("LANGUAGE", "en")


class Shell:
    """Asks as the script of bash does."""

    def __init__(self, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cli, self.monkeypatch = cli, monkeypatch

    def words(self, line: str) -> list[str]:
        """Return what may stand for the last word of a line, which may be empty."""
        with self.monkeypatch.context() as given:
            given.setenv("_PEGOUT_COMPLETE", "bash_complete")
            given.setenv("COMP_WORDS", line.replace(" ", "\n"))
            given.setenv("COMP_CWORD", str(line.count(" ")))
            told = self.cli.told().splitlines()
        return [word.removeprefix("plain,") for word in told if word]


@pytest.fixture
def shell(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(cli, monkeypatch)


def test_commands_and_options_are_completed(shell: Shell) -> None:
    assert shell.words("pegout co") == ["completion"]
    assert shell.words("pegout play --pr") == ["--preset"]
    assert shell.words("pegout admin tables re") == ["remove"]
    assert shell.words("pegout --lang ") == ["en", "es"]


def test_levels_presets_and_switches_are_completed(shell: Shell) -> None:
    assert shell.words("pegout arena ") == list(LEVELS)
    assert shell.words("pegout arena club exp") == ["expert"]
    assert shell.words("pegout play --level ") == offered_levels()
    assert shell.words("pegout simulate ") == list(POLICIES)
    assert shell.words("pegout play --preset ") == list(PRESETS)
    assert shell.words("pegout play --set muggins=") == ["muggins=off", "muggins=on"]
    assert "match_points=1,2,3" in shell.words("pegout play --set match")
    assert "workers=" in shell.words("pegout serve --limit wo")


def test_every_switch_is_completed_with_values_that_are_understood(shell: Shell) -> None:
    for word in shell.words("pegout score --set "):
        assert run(["score", "5H 5S 5C JD", "5D", "--set", word]) in (0, 2)
        assert word.partition("=")[2]


def test_files_are_left_to_the_shell(shell: Shell) -> None:
    for line in ("replay ", "arena club club --resume ", "serve --engines ", "serve --database "):
        assert shell.words(f"pegout {line}") == ["file,"], line


def test_ids_of_stored_games_are_completed(shell: Shell, tmp_path: Path) -> None:
    assert shell.words("pegout play --resume ") == []
    assert list(tmp_path.iterdir()) == []
    setup = Setup("K7QX", Rules(), (Seated("Ann", "person"), Seated("Ben", "club")))
    with Library.open() as library:
        library.create(setup)
    assert shell.words("pegout play --resume ") == ["last", "K7QX"]


def test_a_broken_library_completes_nothing(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "letter").write_bytes(b"this is no database, it is a letter to a friend" * 100)
    assert shell.words(f"pegout admin tables show --database {tmp_path}/letter ") == []


def test_a_shell_that_shows_them_gets_descriptions(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, cli: Cli
) -> None:
    monkeypatch.setenv("_PEGOUT_COMPLETE", "fish_complete")
    monkeypatch.setenv("COMP_WORDS", "pegout play --level nov")
    monkeypatch.setenv("COMP_CWORD", "nov")
    (line,) = cli.told().splitlines()
    assert line.startswith("plain,novice\t")
    assert line.endswith(".")


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_each_shell_has_a_script(name: str, cli: Cli) -> None:
    assert f"_PEGOUT_COMPLETE={name}_complete" in cli.told("completion", name)


def test_other_shells_are_refused(cli: Cli) -> None:
    assert "expected one of bash, zsh, fish, not “csh”." in cli.refused("completion", "csh")


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_completes(tmp_path: Path) -> None:
    (tmp_path / "pegout").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pegout "$@"\n')
    (tmp_path / "pegout").chmod(0o755)
    script = (
        f'PATH="{tmp_path}:$PATH"; eval "$(pegout completion bash)"; '
        "COMP_WORDS=(pegout arena nov); COMP_CWORD=2; _pegout_completion pegout; "
        'echo "${COMPREPLY[*]}"'
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("novice\n", "")
