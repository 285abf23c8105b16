"""Players of one's own: where they are looked up, how they are made, and the messages for invalid
ones.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pegout.players import Player
from pegout.players.base import PlayerError
from pegout.players.own import Own, fault_of, load, own_of
from pegout.rules import Action, View

MODULE = '''
"""A player."""
import helper_of_mine

class Bot:
    version = 3
    def choose(self, view):
        return view.legal[0]

class Seeded(Bot):
    def __init__(self, seed):
        self.seed = seed

class Choosy(Bot):
    def __init__(self, path, depth=2):
        pass

class Nothing:
    pass

class Broken(Bot):
    def __init__(self):
        raise RuntimeError("no tables")

class Inside:
    Bot = Bot

def maker():
    return Bot()

def wrong():
    return "a text"

ready = Seeded(5)
number = 7
'''


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a working directory with modules of players."""
    before = set(sys.modules)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "my_bot.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "helper_of_mine.py").touch()
    yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]


class Mine:
    """A player in a module."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View) -> Action:
        return view.legal[self.seed]


@pytest.mark.parametrize("name", ["Bot", "Seeded", "Inside.Bot", "maker", "ready"])
@pytest.mark.usefixtures("here")
def test_it_is_found_in_the_working_directory(name: str) -> None:
    own = load(f"my_bot:{name}")
    assert own.name == f"my_bot:{name}"
    assert callable(own.make(1).choose)
    assert own.portable


@pytest.mark.usefixtures("here")
def test_a_seed_is_given_to_whoever_takes_one() -> None:
    assert vars(load("my_bot:Seeded").make(9))["seed"] == 9
    assert vars(load("my_bot:ready").make(9))["seed"] == 5
    assert not load("my_bot:Bot").seeded


def test_an_object_is_copied_for_each_game() -> None:
    mine = Mine(3)
    own = own_of(mine)
    first, second = own.make(1), own.make(1)
    assert first is not second is not mine
    vars(first)["seed"] = 4
    assert vars(own.make(1))["seed"] == 3


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("my_boot:Bot", "there is no module my_boot in .* or among those installed"),
        ("my_bot.inner:Bot", "there is no module my_bot.inner in "),
        ("my_bot:Bat", "my_bot has no Bat; did you mean Bot?"),
        ("my_bot:xyz", "my_bot has no xyz$"),
        ("my_bot:Inside.Bat", "my_bot.Inside has no Bat; did you mean Bot?"),
        ("my_bot:Nothing", "my_bot:Nothing is no player: a player has a method choose"),
        ("my_bot:number", "my_bot:number is no player"),
        ("my_bot:Choosy", "my_bot:Choosy needs path; a player is made with nothing but a seed"),
        ("my bot:Bot", "a player of your own is module:Class, such as my_bot:Bot"),
        ("my_bot:", "a player of your own is module:Class"),
        ("torn:Bot", r"torn cannot be imported: .*torn.py:1: SyntaxError"),
        ("needy:Bot", "needy cannot be imported: No module named 'nothing_of_that_name'"),
        ("raises:Bot", r"raises cannot be imported: .*raises.py:1 .*ZeroDivisionError"),
    ],
)
def test_what_is_none_is_said(place: str, said: str, here: Path) -> None:
    (here / "torn.py").write_text("def f(:\n", encoding="utf-8")
    (here / "needy.py").write_text("import nothing_of_that_name\n", encoding="utf-8")
    (here / "raises.py").write_text("1 / 0\n", encoding="utf-8")
    with pytest.raises(PlayerError, match=said) as error:
        load(place)
    assert error.value.code == "bad_player"


@pytest.mark.usefixtures("here")
def test_what_cannot_be_made_is_said() -> None:
    with pytest.raises(PlayerError, match=r"cannot be made: .*my_bot.py:\d+ .*: no tables"):
        load("my_bot:Broken").make(1)
    with pytest.raises(PlayerError, match="my_bot:wrong makes a str; a player has a method"):
        load("my_bot:wrong").make(1)


def test_its_identity_changes_with_its_source(here: Path) -> None:
    before = load("my_bot:Bot").identity()
    assert before.startswith("my_bot:Bot, version 3, source ")
    assert load("my_bot:Bot").identity() == before
    path = here / "my_bot.py"
    path.write_text(f"{MODULE}\n# changed\n", encoding="utf-8")
    assert load("my_bot:Bot").identity() != before


def test_the_source_of_a_package_is_all_of_it(here: Path) -> None:
    package = here / "players_of_mine"
    package.mkdir()
    (package / "__init__.py").write_text("from .deep import Bot\n", encoding="utf-8")
    (package / "deep.py").write_text(MODULE, encoding="utf-8")
    before = load("players_of_mine:Bot").identity()
    (package / "tables.py").write_text("x = 1\n", encoding="utf-8")
    assert load("players_of_mine:Bot").identity() != before


def test_the_identity_of_an_object_is_its_state_too() -> None:
    assert own_of(Mine(1)).identity() == own_of(Mine(1)).identity() != own_of(Mine(2)).identity()


def test_what_other_processes_cannot_import() -> None:
    class Local(Mine):
        pass

    assert own_of(Mine).portable
    assert own_of(Mine(1)).portable
    assert not own_of(Local).portable
    assert not own_of(lambda seed: Mine(seed + 1)).portable
    with pytest.raises(PlayerError, match="give its class, or a function that makes one"):
        own_of(Local(1))


def test_what_is_typed_at_a_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    main = type(sys)("__main__")
    monkeypatch.setitem(sys.modules, "__main__", main)
    typed: Any = type("Typed", (Mine,), {"__module__": "__main__"})
    vars(main)["Typed"] = typed
    assert not own_of(typed).portable
    assert own_of(typed).identity() == "Typed"
    # As for a program that is read from standard input.
    vars(main)["__file__"] = "<stdin>"
    assert not own_of(typed).portable
    assert own_of(typed).identity() == "Typed"
    vars(main)["__file__"] = __file__
    assert own_of(typed).portable
    assert own_of(typed).identity().startswith("Typed, source ")


def test_names() -> None:
    class Named(Mine):
        name = "Greta"

    assert own_of(Named).name == "Greta"
    assert own_of(Mine).name == "Mine"
    assert own_of(Mine()).name == "Mine"
    assert own_of(Mine, "other").name == "other"


def test_an_error_that_was_never_raised() -> None:
    assert fault_of(ValueError("x")) == "ValueError: x"


def test_own_players_are_players() -> None:
    own: Own = own_of(Mine)
    player: Player = own.make(0)
    assert isinstance(player, Mine)
