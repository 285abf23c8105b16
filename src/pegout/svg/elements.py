"""Elements of SVG as text, and the colours of the theme walnut."""

from html import escape
from typing import Final

from pegout.errors import PegoutError

#: The colours, which the client has in ``style/tokens.css``.
COLOURS: Final = {
    "felt": "#1e3b30",
    "felt-deep": "#14291f",
    "ink": "#f5ecdb",
    "ink-quiet": "#cdc1ab",
    "accent": "#e3b457",
    "wood": "#4b2f1d",
    "wood-light": "#7d5434",
    "wood-dark": "#2c1a0f",
    "wood-edge": "#1a0f08",
    "track": "#422817",
    "brass": "#cfa55b",
    "board-ink": "#ecd9b4",
    "hole": "#140b05",
    "hole-rim": "#a98259",
    "card": "#fcf7ec",
    "card-line": "#cbbd9f",
    "suit-red": "#b92420",
    "suit-black": "#1d1a17",
    "suit-blue": "#1a5cb0",
    "suit-green": "#17703a",
    "card-back": "#6d2b2b",
    "card-back-motif": "#ecc376",
    "card-back-hole": "#3f1414",
    "side-0": "#ec5145",
    "side-0-light": "#ff9384",
    "side-0-dark": "#a12319",
    "side-1": "#559fe8",
    "side-1-light": "#a5d2ff",
    "side-1-dark": "#22589a",
    "side-2": "#f1b02f",
    "side-2-light": "#ffdd8f",
    "side-2-dark": "#a06c08",
    "side-3": "#b9f0c4",
    "side-3-light": "#e3fce8",
    "side-3-dark": "#3f8a5a",
    "shadow-ink": "#0705038c",
}


class PictureError(PegoutError):
    """Something that cannot be drawn.

    Attributes:
        code: ``bad_scores``, ``bad_names``, ``bad_size``, ``bad_switch`` or ``bad_view``.
    """


class Svg(str):
    """A picture: its SVG as a text, which a notebook draws.

    >>> Svg("<svg/>")._repr_svg_()
    '<svg/>'
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def element(name: str, *children: str, **attributes: object) -> str:
    """Return an element; an underscore in the name of an attribute is a hyphen.

    >>> element("g", element("path", d="M0 0", stroke_width=2.50, class_="x"))
    '<g><path d="M0 0" stroke-width="2.5" class="x"/></g>'
    """
    parts = [name]
    for key, value in attributes.items():
        text = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
        parts.append(f'{key.rstrip("_").replace("_", "-")}="{escape(text)}"')
    opened = " ".join(parts)
    return f"<{opened}>{''.join(children)}</{name}>" if children else f"<{opened}/>"


def picture(label: str, width: float, height: float, *children: str) -> Svg:
    """Return a picture of this size, with a name for screen readers."""
    return Svg(
        element(
            "svg",
            *children,
            xmlns="http://www.w3.org/2000/svg",
            width=float(width),
            height=float(height),
            viewBox=f"0 0 {width:g} {height:g}",
            role="img",
            aria_label=label,
        )
    )


def words(text: str, x: float, y: float, size: float, **attributes: object) -> str:
    """Return a line of text whose middle is at a point."""
    look = {
        "text_anchor": "middle",
        "dominant_baseline": "central",
        "font_family": "system-ui, sans-serif",
        "font_size": float(size),
        "fill": COLOURS["ink"],
    }
    return element("text", escape(text), x=float(x), y=float(y), **(look | attributes))
