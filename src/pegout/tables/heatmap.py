"""Heat maps as SVG: a square of colours with the numbers in it.

>>> picture = heat_map("Squares", {("A", "2"): 4.0, ("2", "A"): 1.0}, "A2", note="by rank")
>>> picture.startswith("<svg") and "4.00" in picture
True
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import fsum
from typing import Final

from jinja2 import Environment

_CELL: Final = 50
_EDGE: Final = 40
_TOP: Final = 84
#: From the smallest value through the middle to the largest.
_COLOURS: Final = ((0x2F, 0x5D, 0x8C), (0xF6, 0xF1, 0xE4), (0xB8, 0x4A, 0x2B))
_EMPTY: Final = "#eceae3"
#: One of the two has a contrast of at least 4.5 with every colour.
_DARK: Final = "#000000"
_LIGHT: Final = "#ffffff"

_TEMPLATES: Final = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
_PICTURE: Final = _TEMPLATES.from_string("""\
<svg xmlns="http://www.w3.org/2000/svg" width="{{ width }}" height="{{ height }}" \
viewBox="0 0 {{ width }} {{ height }}" role="img" aria-label="{{ title }}" \
font-family="system-ui, sans-serif" font-size="15">
<rect width="{{ width }}" height="{{ height }}" fill="#fffdf8"/>
<text x="{{ edge }}" y="26" font-size="19" font-weight="600" fill="#1f2a24">{{ title }}</text>
<text x="{{ edge }}" y="47" font-size="13" fill="#55605a">{{ note }}</text>
<g fill="#1f2a24" text-anchor="middle" font-weight="600">
{% for name, x, y in names %}
<text x="{{ x }}" y="{{ y }}">{{ name }}</text>
{% endfor %}
</g>
<g text-anchor="middle">
{% for cell in cells %}
<rect x="{{ cell.x }}" y="{{ cell.y }}" width="{{ size }}" height="{{ size }}" rx="3" \
fill="{{ cell.fill }}"/>
<text x="{{ cell.x + size / 2 }}" y="{{ cell.y + size / 2 + 5 }}" \
fill="{{ cell.ink }}">{{ cell.text }}</text>
{% endfor %}
</g>
</svg>
""")


def heat_map(
    title: str,
    values: Mapping[tuple[str, str], float],
    names: Sequence[str],
    *,
    note: str = "",
    middle: float | None = None,
    digits: int = 2,
    reach: float | None = None,
) -> str:
    """Draw values in a square.

    Args:
        values: the values by the names of row and column; a missing cell stays empty.
        note: a line under the title: units, and how to read the picture.
        middle: the value without colour; the mean of the values unless given.
        reach: the distance from the middle at which the colour is full, so that several pictures
            can be compared. Unless given, the smallest and the largest value have the full colour,
            each on its side.
    """
    # fsum does not depend on the order of the values, to the last bit.
    centre = fsum(values.values()) / len(values) if middle is None else middle
    minimum, maximum = min(values.values()), max(values.values())
    if reach is not None:
        minimum, maximum = centre - reach, centre + reach
    cells = []
    for row, across in enumerate(names):
        for column, down in enumerate(names):
            value = values.get((across, down))
            fill = _EMPTY if value is None else _colour(value, minimum, centre, maximum)
            cells.append(
                {
                    "x": _EDGE + column * _CELL,
                    "y": _TOP + row * _CELL,
                    "fill": fill,
                    "ink": _DARK if _light(fill) else _LIGHT,
                    "text": "–" if value is None else f"{value:z.{digits}f}",
                }
            )
    size = _CELL - 2
    middle_of = size / 2
    labels = [(name, _EDGE + at * _CELL + middle_of, _TOP - 8) for at, name in enumerate(names)] + [
        (name, _EDGE - 19, _TOP + at * _CELL + middle_of + 5) for at, name in enumerate(names)
    ]
    side = len(names) * _CELL
    return _PICTURE.render(
        title=title, note=note, names=labels, cells=cells, size=size, edge=_EDGE,
        width=side + 2 * _EDGE, height=side + _TOP + 16,
    )  # fmt: skip


def _colour(value: float, minimum: float, middle: float, maximum: float) -> str:
    if value <= middle:
        index = (value - minimum) / (middle - minimum) if middle > minimum else 1.0
    else:
        index = 1 + (value - middle) / (maximum - middle) if maximum > middle else 1.0
    index = min(max(index, 0.0), 2.0)
    half = min(int(index), 1)
    low, high = list(pairwise(_COLOURS))[half]
    part = index - half
    mixed = [round(start + (end - start) * part) for start, end in zip(low, high, strict=True)]
    return "#" + "".join([f"{channel:02x}" for channel in mixed])


def _light(colour: str) -> bool:
    """Return whether black reads better on a colour than white.

    Source: the contrast ratio of WCAG 2.2, (lighter + 0.05) / (darker + 0.05). Black and white have
    the same contrast, 4.58, at a luminance of the root of 1.05 × 0.05, minus 0.05.
    """
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in channels
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] > 0.179
