"""The steps that make the shipped tables: their order, and which are up to date."""

from dataclasses import replace
from pathlib import Path

import pytest

from pegout.search.model import POINTS_TABLES, WIN_TABLES
from pegout.solver import pipeline
from pegout.tables.files import compose, compose_bytes, folder, head_of, read

FIRST = pipeline.TableStep("first", "pegout solve first", (), ("one.csv", "two.csv"))
SECOND = pipeline.TableStep("second", "pegout solve second", ("one.csv",), ("three.csv",))


def table(step: pipeline.TableStep, *inputs: str, rows: int = 1) -> bytes:
    """Return a table whose head names a step and inputs with these checksums."""
    head = ["A table.", f"command: {step.command}", *[f"input: {name}" for name in inputs]]
    head += [] if inputs else ["input: none"]
    return compose(head, ["number"], [[rows]]).encode()


def checksum(data: bytes) -> str:
    return head_of(data).checksum


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """Return a folder in which both steps are up to date."""
    first = table(FIRST)
    (tmp_path / "one.csv").write_bytes(first)
    (tmp_path / "two.csv").write_bytes(table(FIRST, rows=2))
    (tmp_path / "three.csv").write_bytes(table(SECOND, f"one.csv {checksum(first)}"))
    return tmp_path


# The shipped tables


def test_a_shipped_table_was_made_by_its_step_of_the_tables_that_are_shipped() -> None:
    found = {step.name: pipeline.out_of_date(step, folder()) for step in pipeline.steps("full")}
    assert found == dict.fromkeys(found)


def test_every_shipped_table_is_made_by_one_step() -> None:
    files = [file for step in pipeline.steps("full") for file in step.makes]
    assert sorted(files) == sorted(path.name for path in folder().iterdir())


@pytest.mark.parametrize("scale", pipeline.SCALES)
def test_a_table_is_made_before_it_is_read(scale: str) -> None:
    there: set[str] = set()
    for step in pipeline.in_order(pipeline.steps(scale)):
        assert there >= set(step.reads)
        there |= set(step.makes)
    assert there >= {*POINTS_TABLES, *WIN_TABLES}


def test_the_scales_have_the_same_tables() -> None:
    full, small = pipeline.steps("full"), pipeline.steps("small")
    assert [replace(step, command="") for step in full] == [
        replace(step, command="") for step in small
    ]


# Their order


def test_a_table_that_would_go_into_itself_is_refused() -> None:
    with pytest.raises(pipeline.PipelineError, match="would go into itself: ") as refused:
        pipeline.in_order([replace(FIRST, reads=("three.csv",)), SECOND])
    message = str(refused.value)
    assert message.count("first") + message.count("second") == 3


def test_a_table_of_two_steps_is_refused() -> None:
    with pytest.raises(pipeline.PipelineError, match=r"one\.csv is made by first and by other"):
        pipeline.in_order([FIRST, replace(SECOND, name="other", makes=("one.csv",), reads=())])


def test_a_table_that_nobody_makes_is_refused() -> None:
    with pytest.raises(pipeline.PipelineError, match=r"second reads one\.csv, which no step makes"):
        pipeline.in_order([SECOND])


def test_steps_come_after_those_they_need() -> None:
    assert pipeline.in_order([SECOND, FIRST]) == (FIRST, SECOND)


# Steps that are up to date


def test_what_was_made_of_what_is_there_is_up_to_date(made: Path) -> None:
    assert pipeline.out_of_date(FIRST, made) is pipeline.out_of_date(SECOND, made) is None


def test_a_table_that_is_missing_is_told(made: Path) -> None:
    (made / "two.csv").unlink()
    assert pipeline.out_of_date(FIRST, made) == pipeline.OutOfDate("two.csv", "missing")


@pytest.mark.parametrize("data", [b"", b"# A table.\n", table(FIRST).replace(b"\n1\n", b"\n2\n")])
def test_a_table_that_is_damaged_is_told(made: Path, data: bytes) -> None:
    (made / "two.csv").write_bytes(data)
    assert pipeline.out_of_date(FIRST, made) == pipeline.OutOfDate("two.csv", "damaged")


def test_another_command_is_told(made: Path) -> None:
    other = replace(FIRST, command="pegout solve first --rounds 2")
    assert pipeline.out_of_date(other, made) == pipeline.OutOfDate(
        "one.csv", "command", "pegout solve first"
    )


def test_another_input_is_told(made: Path) -> None:
    (made / "one.csv").write_bytes(table(FIRST, rows=3))
    assert pipeline.out_of_date(FIRST, made) is None
    assert pipeline.out_of_date(SECOND, made) == pipeline.OutOfDate("three.csv", "inputs")
    (made / "one.csv").unlink()
    assert pipeline.out_of_date(SECOND, made) == pipeline.OutOfDate("three.csv", "inputs")


def test_what_is_kept_of_a_step_is_kept_for_its_command_and_inputs(made: Path) -> None:
    before = pipeline.key_of(SECOND, made)
    assert before.startswith("second-")
    assert pipeline.key_of(replace(SECOND, command="pegout solve third"), made) != before
    (made / "three.csv").unlink()
    assert pipeline.key_of(SECOND, made) == before
    (made / "one.csv").write_bytes(table(FIRST, rows=3))
    assert pipeline.key_of(SECOND, made) != before


# A step


def test_a_step_is_given_what_it_reads_and_no_more(made: Path) -> None:
    pipeline.copy_inputs(SECOND, made, made / "room" / "reads")
    assert [path.name for path in (made / "room" / "reads").iterdir()] == ["one.csv"]


def test_what_a_step_has_made_is_put_into_its_place(made: Path) -> None:
    room, pages = made / "room", made / "pages"
    room.mkdir()
    found = table(SECOND, f"one.csv {checksum((made / 'one.csv').read_bytes())}", rows=9)
    (room / "three.csv").write_bytes(found)
    (room / "picture.svg").write_text("<svg/>")
    assert pipeline.install(SECOND, room, made) == ["three.csv"]
    assert (made / "three.csv").read_bytes() == found
    assert not (made / "picture.svg").exists()
    assert pipeline.install(SECOND, room, made, pages) == ["picture.svg", "three.csv"]
    assert (pages / "picture.svg").read_text() == "<svg/>"
    assert not list(made.glob("*.new"))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "second did not make three.csv"),
        (b"number\n1\n", "second did not make three.csv"),
        (table(SECOND), "second of nothing, and not by pegout solve second of one"),
        (table(FIRST, "one.csv 0"), "made by pegout solve first of one.csv, and not by"),
    ],
)
def test_what_is_not_of_the_step_is_kept_out(made: Path, data: bytes | None, message: str) -> None:
    room, before = made / "room", (made / "three.csv").read_bytes()
    room.mkdir()
    if data is not None:
        (room / "three.csv").write_bytes(data)
    with pytest.raises(pipeline.PipelineError, match=message):
        pipeline.install(SECOND, room, made)
    assert (made / "three.csv").read_bytes() == before


def test_heads_of_all_kinds_of_tables_are_read() -> None:
    for name in ("keeps.csv", "play.bin", "chances_two.txt"):
        assert head_of(read(name)).command.startswith("pegout solve ")
    data = compose_bytes(["Bytes.", "command: one", "input: a.csv 12", "input: b.csv 34"], b"body")
    assert head_of(data).inputs == {"a.csv": "12", "b.csv": "34"}
