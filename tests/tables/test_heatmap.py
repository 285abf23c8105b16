"""Heat maps: well-formed, complete, deterministic, and readable for all."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pegout.cards import RANK_LETTERS
from pegout.tables.files import TableError, parse
from pegout.tables.heatmap import heat_map
from pegout.tables.pictures import discard_pictures
from tests.cases import each

TABLES = Path(__file__).resolve().parents[2] / "docs" / "tables"
SVG = "{http://www.w3.org/2000/svg}"

Values = dict[tuple[str, str], float]


def values_of(names: str, value: Callable[[int, int], float]) -> Values:
    return {
        (across, down): value(row, column)
        for row, across in enumerate(names)
        for column, down in enumerate(names)
    }


def slope(row: int, column: int) -> float:
    return row - 0.3 * column


def parts(picture: str) -> tuple[dict[str, str], list[tuple[str, str, str]]]:
    """Return the head of a picture, and for each cell its fill, its text colour and its text."""
    # The first element is the whole picture, the second the background; cells come in pairs.
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    *_, cells = root.findall(f"{SVG}g")
    each = list(cells)
    found = []
    for square, text in zip(each[::2], each[1::2], strict=True):
        assert (square.tag, text.tag) == (f"{SVG}rect", f"{SVG}text")
        x, y, size = [float(square.attrib[name]) for name in ("x", "y", "width")]
        assert x < float(text.attrib["x"]) < x + size
        assert y < float(text.attrib["y"]) < y + size
        found.append((square.attrib["fill"], text.attrib["fill"], text.text or ""))
    return dict(root.attrib), found


def luminance(colour: str) -> float:
    """Return the relative luminance of a six-digit colour, as WCAG 2.2 defines it."""
    assert re.fullmatch("#[0-9a-f]{6}", colour)
    linear = []
    for at in (1, 3, 5):
        channel = int(colour[at : at + 2], 16) / 255
        linear.append(channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(colour: str, other: str) -> float:
    low, high = sorted([luminance(colour), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


def test_every_cell_has_its_number() -> None:
    head, cells = parts(heat_map("Slope", values_of("ABC", slope), "ABC", digits=1))
    assert head["role"] == "img"
    assert head["aria-label"] == "Slope"
    assert [text for _, _, text in cells] == [
        "0.0", "-0.3", "-0.6", "1.0", "0.7", "0.4", "2.0", "1.7", "1.4",
    ]  # fmt: skip


def test_rows_and_columns_have_their_names() -> None:
    root = ElementTree.fromstring(
        heat_map("Slope", values_of("ABC", slope), "ABC", note="of a hill")
    )
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts[:2] == ["Slope", "of a hill"]
    labels = root.findall(f"{SVG}g")[0]
    placed = [(label.text, float(label.attrib["x"]), float(label.attrib["y"])) for label in labels]
    above, beside = placed[:3], placed[3:]
    assert [name for name, _, _ in above] == [name for name, _, _ in beside] == ["A", "B", "C"]
    assert len({y for _, _, y in above}) == len({x for _, x, _ in beside}) == 1
    assert all(x < other for (_, x, _), (_, other, _) in pairwise(above))
    assert all(y < other for (_, _, y), (_, _, other) in pairwise(beside))


def test_everything_is_inside_the_picture() -> None:
    picture = heat_map("Slope", values_of(RANK_LETTERS, slope), RANK_LETTERS)
    root = ElementTree.fromstring(picture)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for element in root.iter():
        if element.tag in {f"{SVG}rect", f"{SVG}text"}:
            x, y = [float(element.attrib.get(name, "0")) for name in ("x", "y")]
            assert 0 <= x < width
            assert 0 <= y < height
            assert x + float(element.attrib.get("width", "0")) <= width
            assert y + float(element.attrib.get("height", "0")) <= height


def test_the_same_values_are_the_same_bytes() -> None:
    values = values_of(RANK_LETTERS, slope)
    backwards = dict(reversed(values.items()))
    assert heat_map("Slope", values, RANK_LETTERS) == heat_map("Slope", backwards, RANK_LETTERS)


def test_a_cell_without_a_value_stays_empty() -> None:
    values = values_of("AB", slope)
    del values["A", "B"]
    _, cells = parts(heat_map("Hole", values, "AB"))
    texts = [text for _, _, text in cells]
    assert texts == ["0.00", "–", "1.00", "0.70"]
    empty = cells[1][0]
    assert empty not in {fill for fill, _, text in cells if text != "–"}


def test_names_and_titles_may_be_anything() -> None:
    values = {("<", "&"): 1.0, ("&", "<"): 2.0}
    picture = heat_map('"5 < 6" & more', values, "<&", note="it's <b>")
    head, cells = parts(picture)
    assert head["aria-label"] == '"5 < 6" & more'
    assert [text for _, _, text in cells] == ["–", "1.00", "2.00", "–"]


def test_more_is_redder_and_less_is_bluer() -> None:
    line: Values = {("A", name): float(at) for at, name in enumerate("ABCDE")}
    _, cells = parts(heat_map("Line", line, "ABCDE", middle=2))
    fills = [fill for fill, _, _ in cells[:5]]
    assert len(set(fills)) == 5
    redness = [int(fill[1:3], 16) - int(fill[5:7], 16) for fill in fills]
    assert redness == sorted(redness)
    assert luminance(fills[2]) == max(map(luminance, fills))


def test_one_reach_makes_pictures_comparable() -> None:
    fills = []
    for maximum in (1.0, 5.0):
        values: Values = {("A", "A"): -1.0, ("A", "B"): 0.5, ("B", "A"): maximum, ("B", "B"): 0.0}
        _, cells = parts(heat_map("Near and far", values, "AB", middle=0, reach=2))
        fills.append([fill for fill, _, _ in cells])
    assert fills[0][:2] == fills[1][:2]
    assert fills[0][2] != fills[1][2]
    beyond = parts(heat_map("Far", {("A", "A"): 99.0}, "A", middle=0, reach=2))[1]
    assert beyond[0][0] == fills[1][2]


@each("middle", [None, -99.0, 0.0, 6.0, 99.0])
def test_one_value_and_a_middle_far_off_are_drawn_too(middle: float | None) -> None:
    for values in ({("A", "A"): 3.0}, values_of("AB", lambda *_: 3.0), values_of("AB", slope)):
        _, cells = parts(heat_map("Odd", values, "AB", middle=middle))
        assert len(cells) == 4
        for fill, ink, _ in cells:
            assert contrast(fill, ink) >= 4.5


@each("middle", [None, 5.0, 80.0])
def test_every_number_can_be_read_on_its_colour(middle: float | None) -> None:
    # A hundred and sixty-nine steps through the whole range of colours.
    values = values_of(RANK_LETTERS, lambda row, column: row * 13.0 + column)
    _, cells = parts(heat_map("Steps", values, RANK_LETTERS, middle=middle))
    assert len({fill for fill, _, _ in cells}) > 100
    for fill, ink, _ in cells:
        assert contrast(fill, ink) >= 4.5


def test_titles_and_notes_can_be_read_on_the_ground() -> None:
    root = ElementTree.fromstring(heat_map("Ground", {("A", "A"): 1.0}, "A", note="a note"))
    ground = root[0].attrib["fill"]
    inks = [root[1].attrib["fill"], root[2].attrib["fill"], root[3].attrib["fill"]]
    assert all(contrast(ground, ink) >= 4.5 for ink in inks)


# The pictures of the discards


def test_the_shipped_pictures_are_those_of_the_shipped_table() -> None:
    pictures = discard_pictures((TABLES / "discards.csv").read_text("ascii"))
    assert len(pictures) == 6
    for name, picture in pictures.items():
        assert (TABLES / name).read_text("utf-8") == picture


def test_one_suit_stands_above_the_diagonal_and_two_below() -> None:
    text = (TABLES / "discards.csv").read_text("ascii")
    pictures = discard_pictures(text)
    for role in ("own", "opponent"):
        for kind, column in (("forced", "forced"), ("chosen", "chosen"), ("discarded", "percent")):
            _, cells = parts(pictures[f"discards-{role}-{kind}.svg"])
            expected = ["–"] * 169
            for row in parse(text).rows:
                if row["role"] != role or row["suits"] == "any":
                    continue
                low, high = [RANK_LETTERS.index(letter) for letter in row["discard"]]
                at = low * 13 + high if row["suits"] == "one" else high * 13 + low
                expected[at] = f"{float(row[column]):.2f}" if row[column] else "–"
            assert [text for _, _, text in cells] == expected
            assert all(contrast(fill, ink) >= 4.5 for fill, ink, _ in cells)


def test_a_table_that_was_changed_is_not_drawn() -> None:
    text = (TABLES / "discards.csv").read_text("ascii")
    with pytest.raises(TableError):
        discard_pictures(text.replace("own,55,pair,8", "own,55,pair,9"))
