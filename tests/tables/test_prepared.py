"""What is computed beforehand is what the tables say."""

from pathlib import Path

import pytest

from pegout.search import building, hands, knowledge
from pegout.tables import files
from pegout.tables.prepared import NAME, prepare
from tests.kernel.alone import said_alone

#: Choose a discard near the end, and say which functions have computed anything.
PROGRAM = """
import sys
sys.modules.update(numpy=None, numba=None)
from tests.players.plain_decisions import write
from pegout.search import knowledge
knowledge._discarded = None
write("discards", "7")
write("hints", "3")
"""


def test_the_same_is_decided_without_the_tables_that_it_comes_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = said_alone(PROGRAM.replace("knowledge._discarded = None", ""))
    marked = building._before_shipped_play, hands.every_hand, knowledge.win_parts
    content = prepare()
    for function in marked:
        assert function.__name__.encode() in content
    for table in files.folder().iterdir():
        if table.name != "discards_deal.csv":
            (tmp_path / table.name).symlink_to(table)
    (tmp_path / NAME).write_bytes(content)
    monkeypatch.setenv(files.FOLDER_VARIABLE, str(tmp_path))
    assert said_alone(PROGRAM) == wanted
    (tmp_path / NAME).unlink()
    with pytest.raises(AssertionError):
        said_alone(PROGRAM)
