"""Render Markdown as lines of text, for terminals and pipes."""

import io


def render(text: str, width: int, *, color: bool = False) -> str:
    """Render Markdown as text of so many columns, with terminal codes for headings if in color.

    >>> print(render("Say *go* if you cannot play.", 20))
    Say go if you cannot
    play.
    """
    from rich.console import Console
    from rich.markdown import Markdown

    out = io.StringIO()
    console = Console(
        file=out,
        width=width,
        force_terminal=color,
        color_system="standard" if color else None,
        legacy_windows=False,
    )
    console.print(Markdown(text, justify="left"))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())
