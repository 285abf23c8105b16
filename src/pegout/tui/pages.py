"""Pages of text over the table: the log, the help, the rule book, a verdict."""

from collections.abc import Iterator, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Markdown, Static

from pegout.text import Translator


class Page(Screen[None]):
    """A page with a title and paragraphs that scrolls, and closes with Escape."""

    BINDINGS = [
        Binding("escape,q,l,question_mark,enter", "dismiss", show=False),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("down,j", "scroll(1)", show=False),
    ]

    def __init__(
        self, t: Translator, title: str, lines: Sequence[str | Text], *, end: bool = False
    ) -> None:
        super().__init__()
        self._t = t
        self._title = title
        self._lines = lines
        self._end = end

    def compose(self) -> ComposeResult:
        yield Static(Text(self._title), classes="page-title")
        with VerticalScroll(classes="page"):
            yield from self.content()
        yield Static(classes="page-foot")

    def content(self) -> Iterator[Widget]:
        """Yield the paragraphs."""
        for line in self._lines:
            yield Static(line if isinstance(line, Text) else Text(line), classes="paragraph")

    def on_mount(self) -> None:
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        if self._end:
            scroll.scroll_end(animate=False)
        self.call_after_refresh(self._tell_keys)

    def on_resize(self) -> None:
        self.call_after_refresh(self._tell_keys)

    def _tell_keys(self) -> None:
        """Say how to go back, and how to read on where the page is longer than the screen."""
        t = self._t
        if self.query_one(VerticalScroll).max_scroll_y:
            keys = t("↑ ↓ PgUp PgDn read on · Esc goes back")
        else:
            keys = t("Esc goes back")
        self.query_one(".page-foot", Static).update(Text(keys))

    def action_scroll(self, by: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)

    async def action_dismiss(self, result: None = None) -> None:
        self.dismiss(result)


class RuleBook(Page, inherit_bindings=False):
    """The rule book, with a list of its chapters."""

    BINDINGS = [Binding("escape,q", "dismiss", show=False)]

    def __init__(self, t: Translator, text: str) -> None:
        super().__init__(t, t("Rule book"), [])
        self._text = text

    def content(self) -> Iterator[Widget]:
        yield Markdown(self._text, open_links=False)
