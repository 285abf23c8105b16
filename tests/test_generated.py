"""Everything that is generated is up to date, and one program brings it there."""

from pathlib import Path

import pytest

from tools import command_pages, generated
from tools.generated import ADVICE, PARTS, Part, check, main


def test_every_generated_file_is_up_to_date() -> None:
    """The outputs of examples are those of the test below."""
    pages = Part("the pages without their outputs", pages_without_outputs)
    assert list(check({**PARTS, "commands": pages}.values())) == []


def pages_without_outputs() -> dict[Path, bytes]:
    pages = command_pages.files(run_examples=False)
    return {path: text.encode("utf-8") for path, text in pages.items()}


@pytest.mark.slow
def test_the_output_on_a_page_is_that_of_its_example() -> None:
    assert list(check([PARTS["commands"]])) == []


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the one file that is generated, which is not there yet."""
    path = tmp_path / "docs" / "page.md"
    part = Part("a page", lambda: {path: b"new\n"})
    monkeypatch.setattr(generated, "ROOT", tmp_path)
    monkeypatch.setattr(generated, "PARTS", {"page": part, "none": Part("nothing", dict)})
    return path


def test_what_is_old_is_written_and_named(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert capsys.readouterr().out == "page: wrote docs/page.md\nnone: up to date\n"
    assert page.read_bytes() == b"new\n"
    assert main(["--only", "page"]) == 0
    assert capsys.readouterr().out == "page: up to date\n"


def test_a_check_names_what_is_old_and_writes_nothing(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--check"]) == 1
    assert capsys.readouterr().err == f"docs/page.md is out of date: {ADVICE}\n"
    assert not page.exists()
    page.parent.mkdir()
    page.write_bytes(b"old\n")
    assert main(["--check"]) == 1
    assert page.read_bytes() == b"old\n"
    page.write_bytes(b"new\n")
    assert main(["--check"]) == 0


def test_games_are_played_again_only_where_that_is_asked_for(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games = page.with_name("games.json")
    monkeypatch.setattr(generated, "GOLDENS", Part("games", lambda: {games: b"{}\n"}))
    assert main([]) == 0
    assert not games.exists()
    assert main(["--goldens"]) == 0
    assert "goldens: wrote docs/games.json" in capsys.readouterr().out
