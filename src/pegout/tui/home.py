"""The home screen: one large button, its options below, and a menu of everything else."""

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Button, Static

from pegout.rules import Rules
from pegout.table.game_options import GameOptions
from pegout.table.store import StoreError, Summary
from pegout.text import switch_name
from pegout.tui.ask import Ask
from pegout.tui.board import Pegs, Point, Track, draw_board
from pegout.tui.canvas import Canvas, paint
from pegout.tui.chips import (
    CHIPS,
    chip_help,
    chip_label,
    opposition,
    title,
)
from pegout.tui.host import HostScreen
from pegout.tui.themes import Palette


class BoardPicture(Widget):
    """A picture of a board with its pegs."""

    def __init__(self, palette: Palette, made: Rules, pegs: tuple[Pegs, ...]) -> None:
        super().__init__()
        self._palette = palette
        self._rules = made
        self._pegs = pegs
        self._tracks = [Track(made.target, made.sides, size, size) for size in (2, 1)]
        self._drawn: dict[Size, list[Strip]] = {}

    @property
    def lanes(self) -> int:
        """The number of lanes, each of which adds a row."""
        return self._rules.sides

    def _track(self, width: int) -> Track:
        """Return the largest track for a width."""
        large, small = self._tracks
        return large if large.width <= width else small

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return self._track(width).height

    def render_line(self, y: int) -> Strip:
        if self.size not in self._drawn:
            self._drawn = {self.size: self._draw(*self.size)}
        strips = self._drawn[self.size]
        return strips[y] if y < len(strips) else Strip.blank(self.size.width)

    def _draw(self, width: int, height: int) -> list[Strip]:
        canvas = Canvas(width, height, paint(self._palette.ink, self._palette.wood))
        track = self._track(width)
        x = max(0, (width - track.width) // 2)
        draw_board(
            canvas,
            Point(x, 0),
            track,
            self._pegs,
            self._palette,
            skunk_lines=self._rules.lines_judged,
        )
        return canvas.strips()


class HomeScreen(HostScreen):
    """The screen from which games start."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (130, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (28, "-high"), (46, "-tall")]
    BINDINGS = [
        Binding("down", "move(0, 1)", show=False),
        Binding("up", "move(0, -1)", show=False),
        Binding("right", "move(1, 0)", show=False),
        Binding("left", "move(-1, 0)", show=False),
        Binding("n", "press('new')", show=False),
        Binding("c", "press('continue')", show=False),
        Binding("h", "press('history')", show=False),
        Binding("t", "press('teach')", show=False),
        Binding("l", "press('learn')", show=False),
        Binding("s", "app.statistics", show=False),
        Binding("a", "press('position')", show=False),
        Binding("r", "press('rules')", show=False),
        Binding("o", "press('settings')", show=False),
        Binding("q", "app.quit", show=False),
        Binding("escape", "ask_to_exit", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._unfinished: Summary | None = None
        #: The button to focus when the screen is shown again; empty for the bright one.
        self._attend = ""
        self._covered = False

    def compose(self) -> ComposeResult:
        t = self.t
        game, newcomer = self.app.next_game(), self.app.newcomer
        self._unfinished = self._latest()
        picture = self._picture(game)
        with Vertical(id="home", classes=f"lanes-{picture.lanes}"):
            yield Static(Text("Pegout"), id="home-title")
            yield picture
            with Horizontal(id="start"):
                if newcomer:
                    teach = t("Teach me (10 minutes)")
                    yield Button(Text(teach), id="teach", classes="start bright")
                bright = "" if newcomer else " bright"
                yield Button(Text(title(game, t)), id="play", classes=f"start{bright}")
            with Horizontal(id="chips"):
                for chip in CHIPS:
                    label = chip_label(game, chip, t)
                    yield Button(Text(label), id=f"chip-{chip}", classes="chip", compact=True)
            yield Static(Text(opposition(game, t)), id="home-level")
            with Horizontal(classes="menu"):
                yield self._item("continue", t("Continue"), disabled=self._unfinished is None)
                yield self._item("new", t("New game …"))
                yield self._item("share", t("Pass and play"))
            with Horizontal(classes="menu"):
                if not newcomer:
                    yield self._item("teach", t("Teach me"))
                yield self._item("learn", t("Learn"))
                yield self._item("history", t("Games"))
            with Horizontal(classes="menu", id="home-more"):
                yield self._item("position", t("Positions"))
                yield self._item("rules", t("Rule book"))
                yield self._item("settings", t("Options"))
            yield Static(self._unfinished_line(), id="home-kept")
        yield Static(
            Text(t("Arrows move · Enter chooses · C continue · N new game · Q exits")),
            classes="page-foot",
        )

    def _picture(self, game: GameOptions) -> BoardPicture:
        if self._unfinished is not None:
            sides = len(self._unfinished.scores)
            preset = "half" if self._unfinished.preset == "half" else "standard"
            made = Rules(preset, players=sides, teams=sides != 4)
            pegs = tuple(
                Pegs(min(score, made.target), min(score, made.target) - 1)
                for score in self._unfinished.scores
            )
            return BoardPicture(self.app.palette, made, pegs)
        made = game.rules()
        return BoardPicture(self.app.palette, made, (Pegs(0, 0),) * made.sides)

    def _item(self, name: str, label: str, *, disabled: bool = False) -> Button:
        return Button(Text(label), id=name, classes="item", disabled=disabled)

    def _latest(self) -> Summary | None:
        try:
            playing = self.app.library.matches(status="playing", limit=1)
        except StoreError:
            return None
        return playing[0] if playing else None

    def _unfinished_line(self) -> Text:
        unfinished = self._unfinished
        if unfinished is None:
            return Text("")
        names, scores = self.t.join(list(unfinished.names)), " – ".join(map(str, unfinished.scores))
        return Text(self.t("Unfinished: {names}, {scores}", names=names, scores=scores))

    def on_mount(self) -> None:
        self._bright().focus()

    def _bright(self) -> Button:
        """Return the bright button: a newcomer is taught first."""
        return self.query_one(".bright", Button)

    def on_screen_suspend(self) -> None:
        self._covered = True

    async def on_screen_resume(self) -> None:
        """Refresh the screen after another screen has covered it."""
        if self._covered and self.is_mounted and self.app.screen is self:
            self._covered = False
            await self.recompose()
            # Nothing is there if the screen was left in the meantime.
            self.query(f"#{self._attend}" if self._attend else ".bright").focus()
            self._attend = ""

    def action_move(self, across: int, down: int) -> None:
        """Move the focus to the next button in a direction on the screen."""
        here = self.focused
        if here is None:
            self._bright().focus()
            return
        x, y = here.region.center
        ahead = [
            (abs(row - y), abs(column - x), button)
            for button in self.query(Button)
            if button.focusable and button is not here
            for column, row in [button.region.center]
            if ((row - y) * down > 0 if down else row == y and (column - x) * across > 0)
        ]
        if ahead:
            min(ahead, key=lambda found: found[:2])[2].focus()

    def action_ask_to_exit(self) -> None:
        """Ask before exiting: Escape is easily pressed once too often."""
        t = self.t

        def take_answer(at: int | None) -> None:
            if at == 1:
                self.app.exit()

        question = t("Exit Pegout? Your games are saved.")
        self.app.push_screen(Ask(question, [(t("Stay"), ""), (t("Exit"), "")]), take_answer)

    def action_press(self, name: str) -> None:
        button = self.query_one(f"#{name}", Button)
        if not button.disabled:
            button.press()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        name = event.button.id or ""
        game = self.app.next_game()
        if name.startswith("chip-"):
            self._change(name.removeprefix("chip-"), game)
        elif name == "play":
            self.app.begin(game.order)
        elif name == "continue" and self._unfinished is not None:
            self.app.open_match(self._unfinished.id)
        elif name == "teach":
            self.app.teach()
        elif name in ("new", "share"):
            self._new(game, shared=name == "share")
        elif name == "learn":
            from pegout.tui.drill_page import LearnScreen

            self.app.push_screen(LearnScreen())
        elif name == "history":
            from pegout.tui.saved_games import HistoryScreen

            self.app.push_screen(HistoryScreen())
        elif name == "position":
            from pegout.tui.position_page import PositionScreen

            self.app.push_screen(PositionScreen())
        elif name == "rules":
            self.app.action_rules()
        elif name == "settings":
            from pegout.tui.preferences import PreferencesScreen

            self.app.push_screen(PreferencesScreen())

    def _change(self, chip: str, game: GameOptions) -> None:
        """Offer the values of a chip, with the cursor on its current value."""
        t = self.t
        others = game.alternatives(chip)

        def chosen(at: int | None) -> None:
            if at is not None:
                self.app.choose(others[at])

        options = [(chip_label(option, chip, t), chip_help(option, chip, t)) for option in others]
        names = {"level": t("Opponent"), "preset": t("Rules")}
        label = names.get(chip) or switch_name(chip, t)
        self._attend = f"chip-{chip}"
        at = others.index(game) if game in others else 0
        self.app.push_screen(Ask(label, options, at), chosen)

    def _new(self, game: GameOptions, *, shared: bool) -> None:
        from pegout.tui.options import OptionsScreen

        if shared:
            game = game.having(kinds=("person", "person", *game.kinds[2:]))
        self.app.push_screen(OptionsScreen(game))
