"""The options of a new game: the players, and every switch of the rules with an explanation."""

import re
from typing import Any

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Input, Select, Static

from pegout.match.log import MAX_NAME
from pegout.rules import PRESETS, SWITCHES, RulesError
from pegout.table.game_options import GameOptions
from pegout.table.offers import DEFAULT_LEVEL, offered_levels, offered_values
from pegout.text import (
    explain,
    level_details,
    level_name,
    preset_help,
    preset_name,
    switch_help,
    switch_name,
    value_name,
)
from pegout.tui.host import HostScreen


class OptionsScreen(HostScreen):
    """The screen with the options of a new game."""

    BINDINGS = [
        Binding("escape", "dismiss", show=False),
        Binding("ctrl+s,f5", "start", show=False),
    ]

    def __init__(self, game: GameOptions) -> None:
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        t, game = self.t, self.game
        made = game.rules()
        yield Static(Text(t("New game")), classes="page-title")
        with VerticalScroll(classes="page"):
            yield self._pick("players")
            for seat in range(made.players):
                yield self._seat(seat)
            presets = [(preset_name(name, t), name) for name in PRESETS]
            select = Select(
                presets, value=game.preset, allow_blank=False, id="preset", compact=True
            )
            yield self._line(t("Rules"), select, preset_help(game.preset, t))
            target = self._number("target", made.target, 3)
            yield self._line(switch_name("target", t), target, switch_help("target", t))
            games = self._number("games", game.games, 4)
            yield self._line(t("Games"), games, t("How many games the match has."))
            yield self._line(
                t("Match points to win"),
                self._number("play_to", game.play_to, 4),
                t("Play until a side has so many points for the match; 0 to play so many games."),
            )
            yield self._line(
                t("First dealer"),
                self._number("dealer", game.dealer, 1),
                t("The seat that deals first, where the first deal is chosen."),
            )
            for name in SWITCHES:
                if name not in ("players", "target"):
                    yield self._numbers(name) if not offered_values(name) else self._pick(name)
        with Vertical(id="options-foot"):
            yield Static(Text(""), id="options-problem")
            with Horizontal(classes="menu"):
                yield Button(Text(t("Start the game")), id="start", classes="item")
                yield Button(Text(t("Back")), id="back", classes="item")
        keys = t("Tab moves · Enter opens a list · Ctrl+S starts · Esc goes back")
        yield Static(Text(keys), classes="page-foot")

    def _line(self, label: str, widget: Widget, help_text: str = "") -> Vertical:
        line = Horizontal(Static(Text(label), classes="label"), widget, classes="line")
        return Vertical(line, Static(Text(help_text), classes="help"), classes="option")

    def _number(self, name: str, value: int, digits: int) -> Input:
        return Input(str(value), id=name, type="integer", max_length=digits, compact=True)

    def _values(self, switch: str) -> tuple[list[Any], Any]:
        """Return the values of a switch to choose from, and the current one of them."""
        now, values = getattr(self.game.rules(), switch), list(offered_values(switch))
        return (values if now in values else [*values, now]), now

    def _numbers(self, name: str) -> Vertical:
        now = "-".join(map(str, getattr(self.game.rules(), name)))
        numbers = Input(now, id=f"numbers-{name}", max_length=15, compact=True)
        return self._line(switch_name(name, self.t), numbers, switch_help(name, self.t))

    def _pick(self, name: str) -> Vertical:
        t = self.t
        values, now = self._values(name)
        options = [(value_name(value, t), at) for at, value in enumerate(values)]
        at = next(
            index for index, value in enumerate(values) if value == now and type(value) is type(now)
        )
        select = Select(options, value=at, allow_blank=False, id=f"switch-{name}", compact=True)
        select.tooltip = None
        return self._line(switch_name(name, t), select, switch_help(name, t))

    def _seat(self, seat: int) -> Vertical:
        t = self.t
        kinds = [
            (t("a person here"), "person"),
            *((level_name(level, t), level) for level in offered_levels()),
        ]
        known = {kind for _, kind in kinds}
        kind = self.game.kinds[seat]
        kind = kind if kind in known else DEFAULT_LEVEL
        name = Input(
            self.game.names[seat],
            id=f"name-{seat}",
            max_length=MAX_NAME,
            compact=True,
            classes="name",
        )
        select = Select(kinds, value=kind, allow_blank=False, id=f"kind-{seat}", compact=True)
        line = Horizontal(
            Static(Text(t("Seat {n}", n=seat + 1)), classes="label"), name, select, classes="line"
        )
        help_text = Static(Text(level_details(kind, t)), classes="help", id=f"level-{seat}")
        help_text.display = kind != "person"
        return Vertical(line, help_text, classes="option")

    def on_mount(self) -> None:
        self.query_one("#switch-players").focus()
        self._check()

    @on(Select.Changed)
    def _selected(self, event: Select.Changed) -> None:
        name, value = event.select.id or "", event.value
        if name == "preset":
            if value != self.game.preset:
                self._take(preset=value)
                self.refresh(recompose=True)
        elif name.startswith("kind-"):
            self._replace("kinds", int(name[-1]), str(value))
            help_text = self.query_one(f"#level-{name[-1]}", Static)
            help_text.update(Text(level_details(str(value), self.t)))
            help_text.display = value != "person"
        elif name.startswith("switch-") and isinstance(value, int):
            switch = name.removeprefix("switch-")
            values, now = self._values(switch)
            if values[value] != now:
                self._take(**{switch: values[value]})
                if switch in ("players", "five_card"):
                    self.refresh(recompose=True)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        name, value = event.input.id or "", event.value.strip()
        if name.startswith("name-"):
            self._replace("names", int(name[-1]), value)
        elif name.startswith("numbers-"):
            numbers = tuple(map(int, re.findall("[0-9]+", value)))
            self._take(**{name.removeprefix("numbers-"): numbers})
        elif value.isdecimal():
            self._take(**{name: int(value)})

    def _replace(self, what: str, at: int, value: str) -> None:
        values = list(getattr(self.game, what))
        values[at] = value
        self._take(**{what: tuple(values)})

    def _take(self, **changes: Any) -> None:
        """Apply a change, unless the resulting rules are incompatible."""
        game = self.game.having(**changes)
        try:
            game.rules()
        except RulesError as error:
            self._problem(explain(error, None, self.t))
            return
        self.game = game
        self._check()

    def _check(self) -> bool:
        try:
            self.game.order()
        except RulesError as error:
            self._problem(explain(error, None, self.t))
            return False
        self._problem("")
        return True

    def _problem(self, sentence: str) -> None:
        self.query_one("#options-problem", Static).update(Text(sentence))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "start":
            self.action_start()
        else:
            self.dismiss()

    def action_start(self) -> None:
        if not self._check():
            return
        self.app.change(last=self.game.as_plain())
        app = self.app
        self.dismiss()
        app.call_later(app.begin, self.game.order)
