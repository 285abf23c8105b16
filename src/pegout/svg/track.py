"""The track of a board: a function from (hole, lane) to a point, the client's ``draw/paths.js``.

A track is a chain of straights and bends; lanes run along it, with their holes in groups of five.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, cos, floor, pi, sin
from typing import Final, NamedTuple

#: The width of a gap between two groups of five, in holes.
_GAP: Final = 0.75
#: The distance between the two start holes, and from the first of them to the first hole.
_START_STEP: Final = 1.5
_START: Final = _START_STEP + 2
#: The distance from the last hole to the game hole.
_FINISH: Final = 1.6
#: The longest game whose track has a single bend.
_SHORT: Final = 75
#: The least width, and the greatest ratio of the sides, of a box with room for five straights.
_BROAD: Final = 360
_SQUARE: Final = 1.45


class TrackPoint(NamedTuple):
    """A point of the track, with its direction in radians."""

    x: float
    y: float
    angle: float


_Segment = tuple[float, Callable[[float], TrackPoint]]


@dataclass(frozen=True)
class BoardTrack:
    """A track fitted into a box.

    Attributes:
        width: the width of the box, in pixels; likewise ``height``.
        target: the game hole.
        lanes: the number of lanes.
        pitch: the distance from one hole to the next.
        gauge: the distance from one lane to the next.
        bay: the distance from the first straight to the next one inside.
        route: the point at a distance along the centre, for a box at least as high as wide.
    """

    width: float
    height: float
    target: int
    lanes: int
    pitch: float
    gauge: float
    bay: float
    route: Callable[[float], TrackPoint]

    @property
    def short(self) -> bool:
        """Whether the middle of the board is free of holes."""
        return self.target <= _SHORT

    def at(self, hole: float, lane: int) -> TrackPoint:
        """Return the position of a hole: 0 and -1 are the start holes."""
        home = min(1.0, max(0.0, hole - (self.target - 1)))
        return self.beside(hole, self.offset(lane) * (1 - home))

    def offset(self, lane: int) -> float:
        """Return the distance of a lane to the right of the centre."""
        return (lane - (self.lanes - 1) / 2) * self.gauge

    def beside(self, hole: float, across: float) -> TrackPoint:
        """Return a point at this distance to the right of the centre."""
        return self._point(_reach(hole, self.target) * self.pitch, across)

    def stretch(self, first: float, last: float, across: float) -> str:
        """Return the line from one hole to another as the data of a path."""
        start, end = (_reach(hole, self.target) * self.pitch for hole in (first, last))
        steps = max(2, ceil((end - start) / (self.pitch * 0.7)))
        points = [
            self._point(start + (end - start) * at / steps, across) for at in range(steps + 1)
        ]
        return "M" + "L".join([f"{point.x:.1f} {point.y:.1f}" for point in points])

    def _point(self, along: float, across: float) -> TrackPoint:
        x, y, angle = self.route(along)
        x, y = x - across * sin(angle), y + across * cos(angle)
        if self.width <= self.height:
            return TrackPoint(x, y, angle)
        return TrackPoint(self.width - y, x, angle + pi / 2)


def create_track(width: float, height: float, target: int, lanes: int) -> BoardTrack:
    """Fit a track into a box, on its side if the box is wider than high.

    >>> round(create_track(300, 500, 121, 2).pitch, 2)
    9.81
    """
    across, along = sorted((width, height)) if width > height else (width, height)
    straights = _straights(across, along, target)
    holes = _reach(target, target)
    rim = min(15, 2.5 + across * 0.045)
    gauge = min(across * 0.26 / max(2, lanes), max(24, across * 0.042))
    pitch = bay = 0.0
    segments: list[_Segment] = []
    # Lanes may be farther apart when holes are; a few rounds converge.
    for _ in range(4):
        margin = rim + lanes * gauge / 2 + gauge * 0.15
        before = margin + max(pitch * 1.2, gauge * 0.9)
        segments = _coil(across, along, margin, before, straights)
        pitch = sum(length for length, _ in segments) / holes
        bay = (across - 2 * margin) / (straights - 1)
        gauge = min(gauge, max(pitch * 1.5, 9), bay * 0.8 / lanes)
    return BoardTrack(width, height, target, lanes, pitch, gauge, bay, _chain(segments))


def _straights(across: float, along: float, target: int) -> int:
    if target <= _SHORT:
        return 2
    return 5 if across >= _BROAD and along < across * _SQUARE else 3


def _reach(hole: float, target: int) -> float:
    """Return the distance of a hole along the track, in holes, with the gaps."""
    if hole <= 0:
        return (hole + 1) * _START_STEP

    def whole(number: int) -> float:
        if number >= target:
            return whole(target - 1) + _FINISH
        return _START_STEP if number == 0 else _START + number - 1 + (number - 1) // 5 * _GAP

    before, after = whole(floor(hole)), whole(ceil(hole))
    return before + (after - before) * (hole - floor(hole))


def _straight(x: float, y: float, angle: float, length: float) -> _Segment:
    return length, lambda s: TrackPoint(x + s * cos(angle), y + s * sin(angle), angle)


def _bend(x: float, y: float, radius: float, start: float) -> _Segment:
    """Return a half circle to the right round a centre."""

    def at(s: float) -> TrackPoint:
        turned = start + s / radius
        return TrackPoint(x + radius * cos(turned), y + radius * sin(turned), turned + pi / 2)

    return radius * pi, at


def _chain(segments: Sequence[_Segment]) -> Callable[[float], TrackPoint]:
    def at(s: float) -> TrackPoint:
        for length, place in segments[:-1]:
            if s < length:
                return place(s)
            s -= length
        return segments[-1][1](s)

    return at


def _coil(
    across: float, along: float, margin: float, before: float, straights: int
) -> list[_Segment]:
    """Return an upright coil: up on the left, round the top, down on the right, and so on inside.

    Two straights make a horseshoe, three a paperclip, five a coil for an almost square box.
    """
    step = (across - 2 * margin) / (straights - 1)
    outer = (straights - 1) * step / 2
    top = margin + outer
    bottom = along - before if straights == 2 else along - margin - outer + step / 2
    segments = [_straight(margin, along - before, -pi / 2, along - before - top)]
    left, right = 0, straights - 1
    for made in range(1, straights):
        down = made % 2 == 1
        y = top if down else bottom
        x, radius = margin + (left + right) * step / 2, (right - left) * step / 2
        segments.append(_bend(x, y, radius, pi if down else 0))
        turned = margin + (right if down else left) * step
        segments.append(_straight(turned, y, pi / 2 if down else -pi / 2, max(0, bottom - top)))
        left, right = left + down, right - (not down)
    return segments
