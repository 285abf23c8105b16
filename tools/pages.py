"""The generated part of a page of the documentation, which stands between two marks."""

from __future__ import annotations


def replace_marked(page: str, begin: str, end: str, text: str) -> str:
    r"""Return a page with a text between its marks, which stay.

    Raises:
        ValueError: unless each mark occurs once, in this order.

    >>> page = "Before.\n<!-- a -->old<!-- b -->\nAfter.\n"
    >>> replace_marked(page, "<!-- a -->", "<!-- b -->", "new")
    'Before.\n<!-- a -->\n\nnew\n\n<!-- b -->\nAfter.\n'
    """
    before, found, rest = page.partition(begin)
    _, found_end, after = rest.partition(end)
    if not (found and found_end) or begin in after or end in before + after:
        raise ValueError(f"the page has to have {begin} and {end}, once each, in this order")
    return f"{before}{begin}\n\n{text}\n\n{end}{after}"
