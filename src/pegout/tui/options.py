"""The options of a new game: the players, and every switch of the rules with an explanation."""

import re
from typing import Any, Final

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

#: The switches on which other options depend.
_WIDE: Final = ("players", "teams", "five_card", "skunk_lines")


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
        yield Static(Text(t("New game")), classes="page-title")
        with VerticalScroll(classes="page"):
            yield self._pick("players")
            for seat in range(game.value("players")):
                yield self._seat(seat)
            presets = [(preset_name(name, t), name) for name in PRESETS]
            select = Select(
                presets, value=game.preset, allow_blank=False, id="preset", compact=True
            )
            yield self._line(t("Rules"), select, preset_help(game.preset, t))
            target = self._number("target", game.value("target"), 3)
            yield self._line(switch_name("target", t), target, switch_help("target", t))
            games = self._number("games", game.games, 4)
            yield self._line(t("Games"), games, t("How many games the match has."))
            yield self._line(
                t("Match points to win"),
                self._number("play_to", game.play_to, 4),
                t("Play until a side has so many points for the match; 0 to play so many games."),
            )
            yield self._line(
                switch_name("first_deal", t), self._dealers(), switch_help("first_deal", t)
            )
            for name in self._other_switches():
                yield self._pick(name) if offered_values(name) else self._numbers(name)
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

    def _other_switches(self) -> list[str]:
        """Return the switches that have no line of their own; only four can play without teams."""
        own = {"players", "target", "first_deal"}
        if self.game.value("players") != 4:
            own.add("teams")
        return [name for name in SWITCHES if name not in own]

    def _dealers(self) -> Select[str]:
        """Offer a cut, a draw, or one of the seats, by its number from 1 on."""
        t, game = self.t, self.game
        first_deals = [value for value in offered_values("first_deal") if value != "chosen"]
        seats = range(1, game.value("players") + 1)
        options = [
            *((value_name(value, t), value) for value in first_deals),
            *((t("Seat {n}", n=seat), str(seat)) for seat in seats),
        ]
        now = game.value("first_deal")
        value = str(min(game.dealer, len(seats))) if now == "chosen" else now
        return Select(options, value=value, allow_blank=False, id="first-deal", compact=True)

    def _values(self, switch: str) -> tuple[list[Any], Any]:
        """Return the values of a switch to choose from, and the current one of them."""
        now, values = self.game.value(switch), list(offered_values(switch))
        return (values if now in values else [*values, now]), now

    def _numbers(self, name: str) -> Vertical:
        now = "-".join(map(str, self.game.value(name)))
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
        select = Select(
            kinds, value=kind, allow_blank=False, id=f"kind-{seat}", compact=True, classes="kind"
        )
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
    async def _selected(self, event: Select.Changed) -> None:
        name, value = event.select.id or "", event.value
        if name == "preset":
            if value != self.game.preset:
                self._take(preset=value)
                await self._compose_again(name)
        elif name == "first-deal":
            seat = str(value).isdecimal()
            self._take(
                first_deal="chosen" if seat else value,
                dealer=int(str(value)) if seat else self.game.dealer,
            )
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
                if switch in _WIDE:
                    await self._compose_again(name)

    async def _compose_again(self, attend: str) -> None:
        """Redraw all options, with the cursor where it was."""
        await self.recompose()
        self.query_one(f"#{attend}").focus()
        self._check()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        name, value = event.input.id or "", event.value.strip()
        if name.startswith("name-"):
            self._replace("names", int(name[-1]), value)
        elif name.startswith("numbers-"):
            numbers = tuple(map(int, re.findall("[0-9]+", value)))
            self._take(**{name.removeprefix("numbers-"): numbers})
        elif not value.strip("0123456789"):
            self._take(**{name: int(value or 0)})

    def _replace(self, what: str, at: int, value: str) -> None:
        values = list(getattr(self.game, what))
        values[at] = value
        self._take(**{what: tuple(values)})

    def _take(self, **changes: Any) -> None:
        """Apply a change, and say why no game can be played with these options, if so."""
        self.game = self.game.having(**changes)
        self._check()

    def _check(self) -> bool:
        try:
            self.game.order()
        except RulesError as error:
            self._problem(self._why(error))
            return False
        self._problem("")
        return True

    def _why(self, error: RulesError) -> str:
        """Explain an error, with the options of which one would have to be as usual."""
        t, game = self.t, self.game
        usual = {name: game.having(**{name: SWITCHES[name].default}) for name in game.switches}
        wrong = [name for name, other in usual.items() if other.playable]
        if error.code == "bad_switch" and len(wrong) == 1:
            said = switch_help(wrong[0], t)
        else:
            said = explain(error, None, t)
        names = ", ".join([switch_name(name, t) for name in wrong])
        return f"{names}: {said}" if names else said

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
        self.app.choose(self.game)
        app = self.app
        self.dismiss()
        app.call_later(app.begin, self.game.order)
