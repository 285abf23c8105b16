"""The review of a game, decision by decision and card by card, with their values."""

from functools import partial

from textual.binding import Binding
from textual.message import Message
from textual.worker import get_current_worker

from pegout.notation.describe import position_to_ask
from pegout.rules import Dealt
from pegout.table.playback import Script, Step
from pegout.tui.judged_game import Judged, JudgedGame, ReviewedGames
from pegout.tui.local_seats import LocalView, in_order
from pegout.tui.local_tables import PlayedDecision
from pegout.tui.pages import Page
from pegout.tui.position_page import PositionScreen
from pegout.tui.review_panel import decision_panel, summary_panel
from pegout.tui.scene import Scene
from pegout.tui.view import SceneScreen, TableView


class ReplayScreen(SceneScreen):
    """The screen that steps through a game, and shows the evaluations of its decisions."""

    BINDINGS = [
        Binding("right,enter,space", "decision(1)", show=False),
        Binding("left", "decision(-1)", show=False),
        Binding("n", "mistake(1)", show=False),
        Binding("N", "mistake(-1)", show=False),
        Binding("down", "step(1)", show=False),
        Binding("up", "step(-1)", show=False),
        Binding("pagedown", "deal(1)", show=False),
        Binding("pageup", "deal(-1)", show=False),
        Binding("home", "step(-100000)", show=False),
        Binding("end", "step(100000)", show=False),
        Binding("tab", "seat", show=False, priority=True),
        Binding("g", "game(1)", show=False),
        Binding("G", "game(-1)", show=False),
        Binding("t", "try_again", show=False),
        Binding("a", "ask", show=False),
        Binding("v", "verify", show=False),
        Binding("w", "save", show=False),
        Binding("o", "open", show=False),
        Binding("l", "log", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("q,escape", "dismiss", show=False),
    ]

    class Valued(Message):
        """Sent when more decisions have been evaluated."""

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, ReplayScreen.Valued)

    def __init__(self, local: LocalView, reviewed: ReviewedGames) -> None:
        super().__init__()
        self.local = local
        self.reviewed = reviewed
        self.game = local.match.game
        self.seat: int | None = None
        self.seats: list[int] = []
        self.steps: list[Step] = []
        self.at = 0
        #: The decision that the table shows next, if it is just before one.
        self.before: Judged | None = None
        self.problem = ""
        #: Whether the line with all cards open is shown beside that of the player's own view.
        self.opened = False
        self.judged: JudgedGame
        self._load(1)

    def _load(self, game: int) -> None:
        """Load a game of the match, at its beginning."""
        match, witness = self.local.match, self.local.witness
        self.game = game
        self.judged = self.reviewed.of(self.local, game)
        persons = self.local.persons
        if self.local.is_over(game):
            seats = range(match.setup.rules.players)
            self.seats = sorted(seats, key=lambda seat: seat not in persons)
        else:
            # An unfinished game shows no more than the table does.
            self.seats = [] if witness is None else [witness]
        self.seat = self.seats[0] if self.seats else None
        self._tell_steps()
        self.at, self.before = 0, None

    def _tell_steps(self) -> None:
        """Create the steps of the game from the view of the seat."""
        entries = self.local.game_entries(self.game, self.seat)
        script = Script(self.local.teller_of(self.seat))
        # Skip steps without a sentence or a pause: a key press would change nothing.
        self.steps = [step for step in script.steps(entries) if step.sentence or step.seconds]

    def on_mount(self) -> None:
        self.query_one(TableView).focus()
        self._begin()
        self.redraw()

    # Evaluation of decisions

    def _begin(self) -> None:
        """Evaluate the decisions of the game in a thread, which ends with the screen."""
        work = partial(self._value, self.judged, self.seat)
        self.run_worker(work, thread=True, exclusive=True, group="review")

    def _value(self, judged: JudgedGame, seat: int | None) -> None:
        worker = get_current_worker()
        for _ in judged.work(seat):
            if worker.is_cancelled:
                return
            self.post_message(self.Valued())

    def on_replay_screen_valued(self) -> None:
        if self.judged.over and self.local.is_over(self.game):
            self.app.keep_review(self.judged, self.local)
        self.redraw()

    # Display

    def scene(self) -> Scene:
        """Return the scene after this step, or before its decision."""
        match = self.local.match
        step, teller = self.steps[self.at], self.local.teller_of(self.seat)
        before = self.before
        view = match.view(self.seat, at=step.number if before is None else before.before)
        steps = self.steps[: self.at + 1]
        log = tuple([self.local.log_line(step) for step in steps if step.logged])
        shown = self._decided()
        if shown is None:
            panel = summary_panel(self.judged, self.local, self.seat)
            at = self.judged.step(step.number)
        else:
            panel = decision_panel(self.judged, shown, teller)
            at = shown.at
        return Scene(
            setup=match.setup,
            view=view,
            teller=teller,
            log=log,
            points=match.points,
            game=self.game,
            says=step.sentence,
            problem=self.problem,
            word=step.word if before is None else "",
            count=step.count if before is None else None,
            lit=step.lit if before is None else frozenset(),
            hand=in_order(view.hand, sort=self.app.settings.sorted),
            chosen=frozenset() if before is None else frozenset(before.cards),
            footer=self._footer(),
            panel=panel,
            line=self.judged.line(self.seat, at, opened=self.opened),
        )

    def _footer(self) -> tuple[tuple[str, str], ...]:
        t = self.t
        return (
            ("← →", t("decisions")),
            ("N", t("next mistake")),
            ("↑ ↓", t("cards")),
            *([("T", t("try again"))] if self._may_try() else []),
            *([("A", t("ask"))] if self._position_asked() else []),
            *([("Tab", self.local.names[self._next_seat()])] if len(self.seats) > 1 else []),
            *([("G", t("next game"))] if self.local.match.game > 1 else []),
            ("O", t("all cards open")),
            ("?", t("help")),
            ("L", t("log")),
            ("V", t("verify")),
            ("W", t("save")),
            ("Q", t("leave")),
        )

    def _decided(self) -> Judged | None:
        """Return the decision of the step."""
        if self.before is not None:
            return self.before
        number = self.steps[self.at].number
        decisions = self.judged.decisions(self.seat)
        return next((decision for decision in decisions if decision.number == number), None)

    def _may_try(self) -> bool:
        """Return whether the person who made the decision of the step may retry it."""
        return self.local.may_practise(self.game, self.seat)

    def _position_asked(self) -> str:
        """Return the position of the decision of the step; empty if there is none to ask about."""
        decided = self._decided()
        if decided is None or decided.valued.options.kind not in ("discard", "play"):
            return ""
        seen = self.local.match.view(decided.valued.seat, at=decided.before)
        return position_to_ask(seen)

    # Navigation

    def _number(self) -> int:
        """Return the number of the last entry that the table shows."""
        return self.steps[self.at].number if self.before is None else self.before.before

    def go_to(self, judged: Judged) -> None:
        """Go to the state before a decision."""
        self.before, self.problem = judged, ""
        numbers = [step.number for step in self.steps]
        self.at = numbers.index(judged.number)
        self.redraw()

    def action_decision(self, by: int) -> None:
        if self._go(by, 0):
            return
        if by > 0 and not self.judged.over:
            self.problem = self.t("The decisions after this are still being reviewed.")
            self.redraw()
        elif self.judged.decisions(self.seat):
            self.action_step(100_000 * by)
        else:
            self.action_step(by)

    def action_mistake(self, by: int) -> None:
        if not self._go(by, 2):
            t = self.t
            self.problem = t("No mistake after this.") if by > 0 else t("No mistake before this.")
            self.redraw()

    def _go(self, by: int, size: int) -> bool:
        """Go to the next or previous decision with a loss of at least this size."""
        here = self._number()
        wanted = [
            decision for decision in self.judged.decisions(self.seat) if decision.size >= size
        ]
        if by > 0:
            # After an entry, the next decision is still to come.
            earliest = here if self.before is None else here + 1
            found = next((decision for decision in wanted if decision.before >= earliest), None)
        else:
            found = next(
                (decision for decision in reversed(wanted) if decision.before < here), None
            )
        if found is not None:
            self.go_to(found)
        return found is not None

    def action_step(self, by: int) -> None:
        self.problem = ""
        if self.before is not None and by > 0:
            # The card is now on the table.
            by -= 1
        self.before = None
        self.at = max(0, min(len(self.steps) - 1, self.at + by))
        self.redraw()

    def action_deal(self, by: int) -> None:
        deals = [at for at, step in enumerate(self.steps) if isinstance(step.event, Dealt)]
        self.before, self.problem = None, ""
        if by > 0:
            self.at = next((at for at in deals if at > self.at), len(self.steps) - 1)
        else:
            self.at = next((at for at in reversed(deals) if at < self.at), 0)
        self.redraw()

    def _next_seat(self) -> int:
        assert self.seat is not None, "there are seats to choose from"
        return self.seats[(self.seats.index(self.seat) + 1) % len(self.seats)]

    def action_seat(self) -> None:
        """Switch to the view of another player."""
        if len(self.seats) < 2:
            return
        number = self._number()
        self.seat = self._next_seat()
        self._tell_steps()
        self.before, self.problem = None, ""
        self.at = max(at for at, step in enumerate(self.steps) if at == 0 or step.number <= number)
        self.redraw()

    def action_game(self, by: int) -> None:
        game = self.game + by
        if 1 <= game <= self.local.match.game:
            self._load(game)
            self._begin()
            self.redraw()

    def action_try_again(self) -> None:
        """Start a practice match from the decision of the step."""
        decided = self._decided()
        if decided is None or self.seat is None or not self._may_try():
            self.problem = self.t("Go to one of your own decisions to try it again.")
            self.redraw()
            return
        match, number = self.local.match, decided.valued.number
        self.app.practise(PlayedDecision(match, self.game, number, self.seat))

    def action_ask(self) -> None:
        """Ask about the position of the decision of the step."""
        if position := self._position_asked():
            self.app.push_screen(PositionScreen(position))
            return
        self.problem = self.t("Go to a discard or a card of the play to ask about its position.")
        self.redraw()

    def action_verify(self) -> None:
        self.app.verify(self.local.match)

    def action_save(self) -> None:
        self.app.save_record(self.local.match)

    def action_open(self) -> None:
        """Show or hide the line of the chance of winning with all cards open."""
        self.opened, self.problem = not self.opened, ""
        self.redraw()

    def action_log(self) -> None:
        lines = [step.sentence for step in self.steps if step.logged]
        self.app.push_screen(Page(self.t, self.t("The log"), lines))

    def action_help(self) -> None:
        from pegout.tui.help import review_lines

        self.app.push_screen(Page(self.t, self.t("Help"), review_lines(self.t)))

    # The mouse

    async def on_table_view_clicked(self, message: TableView.Clicked) -> None:
        target = message.target
        if target.name == "mark":
            self.go_to(self.judged.decisions(self.seat)[target.value])
        elif target.name == "key":
            await self.press_key(target)
        elif target.name != "option":
            self.action_step(1)
