"""The board is one function from (hole, lane) to a point; these are its properties."""

from collections.abc import Iterator
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from pegout.tui.board import Pegs, Point, Track, draw_board, draw_strip
from pegout.tui.canvas import Canvas
from pegout.tui.themes import PALETTES, SHAPES

TARGETS = [31, 32, 45, 60, 61, 62, 90, 100, 120, 121, 122, 150, 181, 200, 240, 241]
WALNUT = PALETTES["walnut"]


def tracks(*steps: int) -> Iterator[Track]:
    """Draw the track of every board."""
    for shape in product(TARGETS, (1, 2, 3, 4), steps, (1, 2)):
        yield Track(*shape)


def test_every_hole_of_every_lane_is_a_point_of_its_own() -> None:
    shared = []
    for track in tracks(1, 2):
        holes = range(-1, track.target)
        points = [track.point(hole, lane) for lane in range(track.lanes) for hole in holes]
        if len({*points, track.point(track.target, 0)}) != len(points) + 1:
            shared.append(track)
    assert shared == []


def test_the_holes_lie_on_the_board() -> None:
    beside = []
    for track in tracks(1, 2):
        for lane, hole in product(range(track.lanes), range(-1, track.target + 1)):
            x, y = track.point(hole, lane)
            if not (0 <= x < track.width and 0 <= y < track.height):
                beside.append((track, lane, hole))
    assert beside == []


def test_the_next_hole_is_near() -> None:
    far = []
    for track in tracks(1):
        for lane, hole in product(range(track.lanes), range(track.target - 1)):
            here, there = track.point(hole, lane), track.point(hole + 1, lane)
            across, down = abs(here.x - there.x), abs(here.y - there.y)
            if across > max(4, track.lanes + 1) or down > track.lanes * track.rise:
                far.append((track, lane, hole))
    assert far == []


@given(st.integers(31, 241), st.integers(1, 4), st.data())
def test_pegs_never_lie_on_each_other(target: int, lanes: int, data: st.DataObject) -> None:
    track = Track(target, lanes)
    points = []
    for lane in range(lanes):
        front = data.draw(st.integers(0, target - 1))
        rear = data.draw(st.integers(0, max(0, front - 1)))
        behind = rear if front else -1
        points += [track.point(front, lane), track.point(behind, lane)]
    assert len(set(points)) == len(points)


def test_a_board_of_121_is_three_straights_and_two_bends() -> None:
    track = Track(121, 2)
    assert track.straights == 3
    assert [track.holes_in(straight) for straight in range(3)] == [35, 35, 40]
    assert track.point(1, 0).y == track.point(35, 0).y == 0
    assert track.point(41, 1).y == track.point(75, 1).y == 3
    assert track.point(81, 0).y == track.point(120, 0).y == 6
    assert track.width <= 57


def test_a_board_of_61_is_its_own_drawing() -> None:
    track = Track(61, 2)
    assert track.straights == 2
    assert track.width < Track(121, 2).width


def test_holes_stand_in_fives() -> None:
    track = Track(121, 2)
    assert track.point(6, 0).x - track.point(5, 0).x == 2
    assert track.point(5, 0).x - track.point(4, 0).x == 1


def drawing(
    target: int, lanes: int, pegs: list[Pegs], *, skunk_lines: tuple[int, ...] = (31, 61)
) -> list[str]:
    track = Track(target, lanes)
    canvas = Canvas(track.width, track.height)
    draw_board(canvas, Point(0, 0), track, pegs, WALNUT, skunk_lines=skunk_lines)
    return canvas.lines()


def test_both_pegs_of_every_side_are_drawn_where_they_stand() -> None:
    pegs = [Pegs(12, 4), Pegs(90, 88), Pegs(0, 0)]
    lines = drawing(121, 3, pegs)
    track = Track(121, 3)
    for lane, (front, rear) in enumerate(pegs):
        for hole in (front, rear if front else -1):
            x, y = track.point(hole, lane)
            assert lines[y][x] == SHAPES[lane]
    # The last score is the distance between the pegs: eight holes.
    between = [track.point(hole, 0) for hole in range(5, 12)]
    assert all(lines[y][x] == "•" for x, y in between)


def test_scores_to_begin_from_are_not_drawn_as_scored() -> None:
    lines = drawing(121, 2, [Pegs(100, 100), Pegs(90, 90)])
    track = Track(121, 2)
    for lane, hole in ((0, 100), (1, 90)):
        for x, y in (track.point(hole, lane), track.point(0, lane)):
            assert lines[y][x] == SHAPES[lane]
    assert "•" not in "".join(lines)


def test_skunk_lines_stand_after_90_and_after_60() -> None:
    start = [Pegs(0, 0), Pegs(0, 0)]
    text = "\n".join(drawing(121, 2, start))
    assert text.count("┃") == 4
    assert "90S" in text
    assert "D60" in text
    assert "┃" not in "\n".join(drawing(121, 2, start, skunk_lines=()))
    assert "\n".join(drawing(61, 2, start)).count("┃") == 2


def test_where_the_board_has_no_room_each_side_has_a_line() -> None:
    canvas = Canvas(40, 2)
    draw_strip(canvas, Point(0, 0), 241, [Pegs(241, 120), Pegs(0, 0)], WALNUT, width=40)
    first, second = canvas.lines()
    assert first.count(SHAPES[0]) == 3
    assert second.count(SHAPES[1]) == 2
