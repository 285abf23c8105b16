"""A game that was played, card by card."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen

from pegout.text import Translator
from pegout.tui.host import Host
from pegout.tui.pages import Page
from pegout.tui.scene import Button, LogLine, Scene
from pegout.tui.script import Script, Step
from pegout.tui.session import Session, in_order
from pegout.tui.view import TableView

__all__ = ["ReplayScreen"]


class ReplayScreen(Screen[None]):
    """Steps through a game with the arrow keys, forwards and back."""

    BINDINGS = [
        Binding("right,enter,space", "step(1)", show=False),
        Binding("left", "step(-1)", show=False),
        Binding("down,pagedown", "deal(1)", show=False),
        Binding("up,pageup", "deal(-1)", show=False),
        Binding("home", "step(-100000)", show=False),
        Binding("end", "step(100000)", show=False),
        Binding("n", "game(1)", show=False),
        Binding("b", "game(-1)", show=False),
        Binding("v", "verify", show=False),
        Binding("w", "save", show=False),
        Binding("l", "log", show=False),
        Binding("q,escape", "dismiss", show=False),
    ]

    app: Host

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.game = session.match.game
        self.steps: list[Step] = []
        self.at = 0
        self._load(1)

    def _load(self, game: int) -> None:
        """Make the steps of a game of the match."""
        script = Script(self.session.teller)
        entries = self.session.game_entries(game)
        # A step with neither a word nor a pause would be a key pressed for nothing.
        self.steps = [step for step in script.steps(entries) if step.sentence or step.seconds]
        self.game = game
        self.at = 0

    @property
    def t(self) -> Translator:
        """The translator."""
        return self.session.t

    def compose(self) -> ComposeResult:
        yield TableView(self.app.palette)

    def on_mount(self) -> None:
        self.query_one(TableView).focus()
        self._redraw()

    def scene(self) -> Scene:
        """Give the table as it was after this step."""
        match, t = self.session.match, self.t
        step = self.steps[self.at]
        view = match.view(self.session.witness, at=step.number)
        log = [
            LogLine(self._side(one), one.sentence)
            for one in self.steps[: self.at + 1]
            if one.logged
        ]
        many = match.game > 1
        return Scene(
            setup=match.setup,
            view=view,
            teller=self.session.teller,
            log=tuple(log),
            points=match.points,
            game=self.game,
            says=step.sentence,
            word=step.word,
            count=step.count,
            lit=step.lit,
            hand=in_order(view.hand, sort=self.app.settings.sorted),
            buttons=(
                Button("←", t("Back"), "back"),
                Button("→", f"{self.at + 1}/{len(self.steps)}", "on"),
            ),
            active=1,
            footer=(
                ("← →", t("card by card")),
                ("↑ ↓", t("deal by deal")),
                *([("B N", t("game by game"))] if many else []),
                ("V", t("verify")),
                ("W", t("save")),
                ("Q", t("leave")),
            ),
        )

    def _side(self, step: Step) -> int | None:
        seat = getattr(step.event, "seat", None)
        return self.session.match.setup.rules.side(seat) if isinstance(seat, int) else None

    def _redraw(self) -> None:
        if self.steps:
            self.query_one(TableView).show(self.scene())

    def action_step(self, by: int) -> None:
        self.at = max(0, min(len(self.steps) - 1, self.at + by))
        self._redraw()

    def action_deal(self, by: int) -> None:
        from pegout.rules import Dealt

        deals = [at for at, step in enumerate(self.steps) if isinstance(step.event, Dealt)]
        if by > 0:
            self.at = next((at for at in deals if at > self.at), len(self.steps) - 1)
        else:
            self.at = next((at for at in reversed(deals) if at < self.at), 0)
        self._redraw()

    def action_game(self, by: int) -> None:
        game = self.game + by
        if 1 <= game <= self.session.match.game:
            self._load(game)
            self._redraw()

    def action_verify(self) -> None:
        self.app.verify(self.session.match)

    def action_save(self) -> None:
        self.app.save_record(self.session.match)

    def action_log(self) -> None:
        lines = [step.sentence for step in self.steps if step.logged]
        self.app.push_screen(Page(self.t, self.t("The log"), lines))

    async def action_dismiss(self, result: None = None) -> None:
        self.dismiss(result)

    def on_table_view_touched(self, message: TableView.Touched) -> None:
        if message.hit.name == "button":
            self.action_step(1 if message.hit.value else -1)
        elif message.hit.name == "log":
            self.action_log()
        elif message.hit.name != "key":
            self.action_step(1)
