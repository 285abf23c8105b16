"""A dialog with a short list of options."""

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static


class Ask(ModalScreen[int | None]):
    """A dialog for one of some options; its result is the index, or ``None`` for Escape.

    Args:
        options: the options, each with its name and its meaning, which may be empty.
        at: the index of the option with the initial cursor, so that Enter changes nothing by
            accident.
    """

    BINDINGS = [Binding("escape,q", "dismiss", show=False)]

    def __init__(self, title: str, options: Sequence[tuple[str, str]], at: int = 0) -> None:
        super().__init__()
        self._title = title
        self._options = options
        self._at = at

    def compose(self) -> ComposeResult:
        with Vertical(id="ask"):
            yield Static(Text(self._title), id="ask-title")
            yield OptionList(*(self._prompt(*option) for option in self._options))

    def _prompt(self, name: str, meaning: str) -> Text:
        prompt = Text(name, style="bold" if meaning else "")
        return prompt.append(f"\n{meaning}", style="not bold") if meaning else prompt

    def on_mount(self) -> None:
        options = self.query_one(OptionList)
        options.highlighted = self._at
        options.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)

    async def action_dismiss(self, result: int | None = None) -> None:
        self.dismiss(result)
