"""The player's settings: name, language, colours, pace, and automation at the table."""

from collections.abc import Sequence
from typing import Any

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Input, Select, Static, Switch

from pegout.match.log import MAX_NAME
from pegout.text import LANGUAGES
from pegout.text.help_sentences import hints_name, tutor_name
from pegout.text.pacing import PACING
from pegout.tui.host import HostScreen
from pegout.tui.menus import pace_name, thinking_name
from pegout.tui.settings import HINTS_WANTED, TUTOR_SIZES
from pegout.tui.themes import PALETTES


class PreferencesScreen(HostScreen):
    """The screen of settings, one per line; a change applies at once."""

    BINDINGS = [Binding("escape", "dismiss", show=False)]

    def compose(self) -> ComposeResult:
        t, settings = self.t, self.app.settings
        yield Static(Text(t("Options")), classes="page-title")
        with VerticalScroll(classes="page"):
            yield self._line(
                t("Your name"), Input(settings.name, id="name", max_length=MAX_NAME, compact=True)
            )
            languages = [
                (t("same as the computer"), ""),
                *((language.name, code) for code, language in LANGUAGES.items()),
            ]
            yield self._line(t("Language"), self._select("language", languages, settings.language))
            themes = [
                (t("walnut"), "walnut"),
                (t("maple"), "maple"),
                (t("slate"), "slate"),
                (t("no colour"), "plain"),
            ]
            known = settings.theme if settings.theme in PALETTES else "walnut"
            yield self._line(t("Colours"), self._select("theme", themes, known))
            paces = [(pace_name(pace, t), pace) for pace in PACING.paces]
            yield self._line(t("Pace"), self._select("pace", paces, settings.pace))
            times = [(thinking_name(name, t), name) for name in PACING.thinking]
            thinking = self._select("thinking", times, settings.thinking)
            yield self._line(t("Thinking time"), thinking)
            for name, label in (
                ("sorted", t("Sort the hand")),
                ("confirm", t("Choose a card, then confirm")),
                ("auto_go", t("Say go by itself")),
                ("auto_last", t("Play the only card that fits by itself")),
                ("auto_deal", t("Deal by itself")),
                ("tell_discards", t("After each discard, say what it was worth")),
            ):
                yield self._line(label, Switch(getattr(settings, name), id=name))
            hints = [(hints_name(hints, t), hints) for hints in HINTS_WANTED]
            yield self._line(
                t("Hints without asking"), self._select("hints", hints, settings.hints)
            )
            sizes = [(tutor_name(size, t), size) for size in TUTOR_SIZES]
            tutor = self._select("tutor", sizes, settings.tutor)
            yield self._line(t("Ask me before a mistake"), tutor)
        yield Static(Text(t("Tab moves · Space changes · Esc goes back")), classes="page-foot")

    def _line(self, label: str, widget: Input | Select[str] | Switch) -> Horizontal:
        return Horizontal(Static(Text(label), classes="label"), widget, classes="line")

    def _select(self, name: str, options: Sequence[tuple[str, str]], value: str) -> Select[str]:
        return Select(options, value=value, allow_blank=False, id=name, compact=True)

    def on_mount(self) -> None:
        self.query_one("#language").focus()

    @on(Select.Changed)
    @on(Switch.Changed)
    def _chosen(self, event: Select.Changed | Switch.Changed) -> None:
        self._change(event.control.id or "", event.value)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        name = event.value.strip()
        if name.isprintable():
            self._change("name", name)

    def _change(self, name: str, value: Any) -> None:
        if getattr(self.app.settings, name) == value:
            return
        if name == "name":
            names = list(self.app.settings.last.get("names", []))
            if names and value:
                last = {**self.app.settings.last, "names": [value, *names[1:]]}
                self.app.change(last=last)
        self.app.change(**{name: value})
        if name == "language":
            self.refresh(recompose=True)
