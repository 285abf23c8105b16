"""Rows of text in columns."""

from collections.abc import Collection, Iterable, Sequence


def columns(
    rows: Sequence[Sequence[str]], *, left: Collection[int] = (0,), gap: str = "  "
) -> list[str]:
    """Return rows as lines in columns: those of ``left`` begin together, all others end together.

    >>> columns([("", "won"), ("club", "9"), ("expert", "11")])
    ['        won', 'club      9', 'expert   11']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        gap.join(
            [
                f"{cell:<{width}}" if at in left else f"{cell:>{width}}"
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
        ).rstrip()
        for row in rows
    ]


def labelled(rows: Iterable[tuple[str, str]], *, gap: str = "   ") -> list[str]:
    """Return labels and their values, one line each.

    >>> labelled([("time", "9.1 s"), ("memory", "80 MB")])
    ['time     9.1 s', 'memory   80 MB']
    """
    return columns([*rows], left=(0, 1), gap=gap)
