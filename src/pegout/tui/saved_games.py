"""The list of saved games: resume, review, verify and export them."""

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import DataTable, Static

from pegout.table.store import StoreError, Summary
from pegout.text import explain, level_name, player_name
from pegout.tui.canvas import fit
from pegout.tui.endings import how_it_ended
from pegout.tui.host import HostScreen
from pegout.tui.local_tables import remove_match

_LIMIT = 500


class HistoryScreen(HostScreen):
    """The screen with the list of matches, the latest first."""

    BINDINGS = [
        Binding("escape,q", "dismiss", show=False),
        Binding("v", "show('verify')", show=False),
        Binding("w", "show('save_record')", show=False),
        Binding("r", "show('review')", show=False),
        Binding("s", "app.statistics", show=False),
        Binding("delete,x", "delete", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._matches: list[Summary] = []
        self._practised: frozenset[str] = frozenset()
        self._doomed = ""

    def compose(self) -> ComposeResult:
        t = self.t
        yield Static(Text(t("Games")), classes="page-title")
        table: DataTable[Text] = DataTable(cursor_type="row", zebra_stripes=False)
        table.add_columns(t("When"), t("Who"), t("Score"), t("Status"))
        yield table
        yield Static(Text(), id="history-empty")
        keys = t("Enter opens · R review · S statistics · V verify · W save · X delete · Esc")
        yield Static(Text(keys), classes="page-foot")

    def on_mount(self) -> None:
        self._fill()

    def on_screen_resume(self) -> None:
        self._fill()

    def _fill(self) -> None:
        t = self.t
        table: DataTable[Text] = self.query_one(DataTable)
        row = table.cursor_row
        table.clear()
        try:
            self._matches = self.app.library.matches(limit=_LIMIT)
            self._practised = self.app.library.find_practised([match.id for match in self._matches])
        except StoreError as error:
            self.query_one("#history-empty", Static).update(Text(explain(error, None, t)))
            return
        for match in self._matches:
            table.add_row(*(Text(text) for text in self._row(match)))
        table.display = bool(self._matches)
        empty = "" if self._matches else t("No game has been played here yet.")
        self.query_one("#history-empty", Static).update(Text(empty))
        if self._matches:
            table.move_cursor(row=min(row, len(self._matches) - 1))
            table.focus()

    def _row(self, match: Summary) -> tuple[str, str, str, str]:
        t = self.t
        when = match.updated.astimezone().strftime("%Y-%m-%d %H:%M")
        called = [player_name(name, seat, t) for seat, name in enumerate(match.names)]
        names = []
        for name, kind in zip(called, match.kinds, strict=True):
            level = "" if kind == "person" else f" ({level_name(kind, t)})"
            names.append(name + level)
        score = "–".join(map(str, match.scores))
        if match.status == "playing":
            state = t("unfinished")
            if match.games > 1 or match.play_to:
                state = t("game {game}, unfinished", game=match.game)
        else:
            state = how_it_ended(match, t)
        if match.id in self._practised:
            state = t("practice: {state}", state=state)
        return when, fit(", ".join(names), 46), score, fit(state, 40)

    def _chosen(self) -> Summary | None:
        row = self.query_one(DataTable).cursor_row
        return self._matches[row] if 0 <= row < len(self._matches) else None

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        chosen = self._chosen()
        if chosen is None:
            return
        if chosen.status == "playing":
            self.app.open_match(chosen.id)
        else:
            self.action_show("review")

    def action_show(self, what: str) -> None:
        """Review, verify or save the chosen match."""
        chosen = self._chosen()
        if chosen is not None:
            self.app.with_match(chosen.id, getattr(self.app, what))

    def action_delete(self) -> None:
        """Delete a game permanently, after a second key press as confirmation."""
        chosen = self._chosen()
        if chosen is None:
            return
        if self._doomed != chosen.id:
            self._doomed = chosen.id
            self.app.tell(self.t("Press X again to delete this game for good."))
            return
        try:
            remove_match(self.app.library, chosen.id)
        except StoreError as error:
            self.app.tell(explain(error, None, self.t))
        self._fill()
