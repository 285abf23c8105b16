"""A board: the plank, the track with its holes, the numbers of the streets, and the pegs."""

from collections.abc import Iterable, Sequence
from typing import Final

from pegout.numbers import whole_number
from pegout.svg.elements import COLOURS, PictureError, Svg, element, picture, words
from pegout.svg.track import BoardTrack, TrackPoint, create_track

_STREET: Final = 30
#: Where the track begins, in holes: its end is a semicircle.
_TRACK_START: Final = -1.65


def board_svg(
    scores: Sequence[int],
    *,
    rear: Sequence[int] | None = None,
    target: int = 121,
    width: float = 300,
    height: float = 480,
) -> Svg:
    """Draw a board with the pegs of each side.

    Args:
        scores: the score of each side, two to four of them.
        rear: the scores before the last points, where the rear pegs are; at the start unless given.
        target: the game hole.
        width: the width, in pixels.
        height: the height, in pixels.

    >>> board_svg([60, 42], target=61).startswith("<svg ")
    True

    Raises:
        PictureError: ``bad_scores`` for another number of sides, or scores that are not on the
            board.
    """
    if not (_is_row(scores) and (rear is None or _is_row(rear))):
        raise PictureError(
            "bad_scores",
            f"expected the score of each side, such as match.view(None).scores, not {scores!r:.60}",
        )
    marks = [*scores, *(() if rear is None else rear)]
    if len(scores) not in (2, 3, 4) or len(marks) not in (len(scores), 2 * len(scores)):
        raise PictureError(
            "bad_scores", f"expected the scores of two to four sides, not {marks!r:.60}"
        )
    if not all(0 <= score <= target for score in marks):
        raise PictureError("bad_scores", f"expected scores from 0 to {target}, not {marks!r:.60}")
    label = " ".join(map(str, scores))
    drawn = board(scores, [0] * len(scores) if rear is None else rear, target, width, height)
    return picture(f"{label} / {target}", width, height, drawn)


def _is_row(given: object) -> bool:
    return isinstance(given, Iterable) and all(whole_number(score) is not None for score in given)


def board(
    scores: Sequence[int], rear: Sequence[int], target: int, width: float, height: float
) -> str:
    """Draw a board with its first corner at 0 0."""
    track = create_track(width, height, target, len(scores))
    return (
        _plank(track) + _ground(track) + _inlay(track) + _holes(track) + _pegs(track, scores, rear)
    )


def _plank(track: BoardTrack) -> str:
    width, height = track.width, track.height
    radius = min(min(width, height) * 0.13, track.lanes * track.gauge / 2 + 22)
    face = height - 3.5
    inset = min(7.0, track.gauge * 0.36)
    lip = {"fill": COLOURS["wood-dark"], "stroke": COLOURS["wood-edge"], "rx": radius}
    inner = {"width": width - 2 * inset, "height": face - 2 * inset, "rx": radius - inset}
    return (
        element("rect", width=float(width), height=float(height), **lip)
        + element("rect", width=float(width), height=face, rx=radius, fill=COLOURS["wood-light"])
        + element(
            "rect",
            x=0.5,
            y=1.25,
            width=width - 1,
            height=face - 1.25,
            rx=radius,
            fill=COLOURS["wood"],
        )
        + element(
            "rect", x=inset, y=inset, fill="none", stroke=COLOURS["brass"], opacity=0.65, **inner
        )
    )


def _ground(track: BoardTrack) -> str:
    line = {"fill": "none", "stroke_linecap": "round"}
    wide = track.lanes * track.gauge + track.gauge * 0.22
    whole = track.stretch(_TRACK_START, track.target, 0)
    lanes = [
        element(
            "path",
            d=track.stretch(0.55, track.target - 1, track.offset(lane)),
            stroke=COLOURS[f"side-{lane}"],
            stroke_width=1.25,
            opacity=0.42,
            **line,
        )
        for lane in range(track.lanes)
    ]
    ground = element("path", d=whole, stroke=COLOURS["track"], stroke_width=wide, **line)
    return ground + "".join(lanes)


def _inlay(track: BoardTrack) -> str:
    half = track.lanes * track.gauge / 2
    free = track.bay - 2 * half
    size = max(12.0, min(26.0, track.gauge * 0.86))
    tight = not track.short and free < size * 2.6
    size = max(12.0, min(size, free * 0.48)) if tight else size
    parts = []
    for hole in range(0, track.target - 5, _STREET):
        ends = [track.beside(hole + 0.5, side * (half + track.gauge * 0.11)) for side in (-1, 1)]
        line = "L".join([f"{end.x:.1f} {end.y:.1f}" for end in ends])
        parts.append(element("path", d=f"M{line}", stroke=COLOURS["brass"], stroke_width=1.25))
        if hole:
            at = track.beside(hole + 0.5, half + (free / 2 if tight else size * 1.15))
            parts.append(words(str(hole), at.x, at.y, size, fill=COLOURS["board-ink"]))
    home = track.beside(track.target, half + size * (1.05 if tight else 1.6))
    look = {"fill": COLOURS["brass"], "font_weight": "bold"}
    parts.append(words(str(track.target), home.x, home.y, size * (1 if tight else 1.2), **look))
    return "".join(parts)


def _holes(track: BoardTrack) -> str:
    radius = max(1.15, min(track.pitch * 0.245, track.gauge * 0.19))
    home = max(radius * 1.6, 3)
    game = track.at(track.target, 0)
    points = [
        track.at(hole, lane) for lane in range(track.lanes) for hole in range(-1, track.target)
    ]
    look = {"stroke": COLOURS["hole-rim"], "stroke_width": max(0.6, radius * 0.27)}
    holes = "".join([_circle(point, radius) for point in points]) + _circle(game, home)
    plate = element("path", d=_circle(game, home * 1.75), fill=COLOURS["brass"])
    return plate + element("path", d=holes, fill=COLOURS["hole"], **look)


def _circle(centre: TrackPoint, radius: float) -> str:
    arc = f"a{radius:.2f} {radius:.2f} 0 1 1"
    around = f"{arc} {2 * radius:.2f} 0{arc} -{2 * radius:.2f} 0Z"
    return f"M{centre.x - radius:.2f} {centre.y:.2f}{around}"


def _pegs(track: BoardTrack, scores: Sequence[int], rear: Sequence[int]) -> str:
    radius = max(3.0, min(track.pitch * 0.62, track.gauge * 0.42))
    parts = []
    for side, (front, back) in enumerate(zip(scores, rear, strict=True)):
        # Before a side has pegged, both pegs are in the start holes.
        behind = back if back < front else -1
        parts += [_peg(side, track.at(hole, side), radius) for hole in (behind, front)]
    return "".join(parts)


def _peg(side: int, at: TrackPoint, radius: float) -> str:
    shapes = [
        ("side-{}-dark", 1.0, 0.0),
        ("side-{}", 0.86, -0.12),
        ("side-{}-light", 0.52, -0.16),
        ("side-{}", 0.36, -0.1),
    ]
    head = [
        shape(side, 0, radius * up, radius * size, COLOURS[colour.format(side)])
        for colour, size, up in shapes
    ]
    shadow = shape(side, radius * 0.12, radius * 0.28, radius, "#0705038c")
    where = f"translate({at.x:.2f} {at.y:.2f})"
    return element("g", shadow, *head, class_="peg", transform=where)


def shape(side: int, x: float, y: float, radius: float, colour: str) -> str:
    """Draw the mark of a side: round, square, triangular or a diamond."""
    if side == 0:
        return element("circle", cx=float(x), cy=float(y), r=float(radius), fill=colour)
    if side == 1:
        half = radius * 0.88
        box = {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half}
        return element("rect", rx=half * 0.25, fill=colour, **box)
    if side == 2:
        points = [(0.0, -1.14), (1.13, 0.81), (-1.13, 0.81)]
    else:
        points = [(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)]
    corners = " ".join(
        [f"{x + across * radius:.2f} {y + down * radius:.2f}" for across, down in points]
    )
    look = {"stroke": colour, "stroke_width": radius * 0.2, "stroke_linejoin": "round"}
    return element("polygon", points=corners, fill=colour, **look)
