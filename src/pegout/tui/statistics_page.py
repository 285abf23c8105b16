"""The statistics of a player: the tables of ``pegout stats`` as a page."""

from collections.abc import Iterator

from rich.text import Text

from pegout.school.statistics import PlayerStatistics
from pegout.school.statistics_tables import quiet_line, statistics_tables
from pegout.text import Translator
from pegout.text.columns import columns


def statistics_lines(found: PlayerStatistics, t: Translator) -> Iterator[str | Text]:
    """Yield the statistics as paragraphs; a table is one of them."""
    yield quiet_line(found, t) or t("No game has been finished yet.")
    for table in statistics_tables(found, t):
        rows = "\n".join(columns([table.columns, *table.rows]))
        yield Text.assemble((table.title, "bold"), "\n", rows, no_wrap=True, overflow="ellipsis")
        yield from table.notes
