"""The line-by-line review of a game: one decision after another, each of which can be retried."""

from collections.abc import Callable
from contextlib import closing
from typing import Final

from pegout.notation.replay import FIRST_NUMBER
from pegout.rules import Phase
from pegout.text import mark, prompts, shorts
from pegout.tui.judged_game import Judged, JudgedGame, ReviewedGames
from pegout.tui.lines import Lines
from pegout.tui.local_seats import LocalView, in_order
from pegout.tui.local_tables import PlayedDecision
from pegout.tui.option_panel import Panel, spoken_rows
from pegout.tui.review_panel import decision_panel, review_title, summary_panel
from pegout.tui.settings import Settings

#: The number of progress messages.
_PARTS: Final = 4
#: The smallest size of a mistake.
_MISTAKE: Final = 2


class PlainReview:
    """The review of one game of a match.

    Args:
        local: a match with a finished game.
        lines: the input and output.
        settings: the player's settings.
        reviewed: the cache of reviewed games.
        practise: a function that plays a practice match from a decision and then returns.
        keep: keeps what a game shows that has been reviewed whole.
    """

    def __init__(
        self,
        local: LocalView,
        lines: Lines,
        settings: Settings,
        reviewed: ReviewedGames,
        practise: Callable[[PlayedDecision], None],
        keep: Callable[[JudgedGame], None],
    ) -> None:
        self.local = local
        self.lines = lines
        self.settings = settings
        self.t = local.t
        self._practise = practise
        self._keep = keep
        self.game = self._which_game()
        self.judged = reviewed.of(local, self.game)
        seats = range(local.match.setup.rules.players)
        #: The seats whose decisions can be reviewed, persons at this terminal first.
        self.seats = sorted(seats, key=lambda seat: seat not in local.persons)
        self.seat = self.seats[0]
        #: The index of the current decision; None before the first.
        self.at: int | None = None

    def go(self) -> None:
        """Review the decisions until the player exits the review."""
        self._go_on()
        while (action := self._choose()) is not None:
            action()

    def _which_game(self) -> int:
        """Ask for the game of the match to review, the latest first, if there are several."""
        last = self.local.match.game
        games = [game for game in range(last, 0, -1) if self.local.is_over(game)]
        if len(games) == 1:
            return games[0]
        labels = [self.t("Game {number}", number=game) for game in games]
        return games[self.lines.choose(self.t("Which game?"), labels)]

    def _value(self) -> None:
        """Evaluate every decision with progress messages; Ctrl-C stops it."""
        if self.judged.over:
            return
        self.lines.say(self.t("The decisions are being reviewed."))
        try:
            self._work()
        except KeyboardInterrupt:
            self.lines.say(
                self.t("The review was stopped. You can look at the decisions reviewed so far.")
            )
        else:
            self._keep(self.judged)

    def _work(self) -> None:
        said = 0
        with closing(self.judged.work(self.seat)) as work:
            for _ in work:
                part = _PARTS * self.judged.done // max(1, self.judged.of)
                if said < part < _PARTS:
                    said = part
                    self._say_panel(self._whole())

    def _go_on(self) -> None:
        """Evaluate the remaining decisions."""
        self._value()
        self._say_whole()

    def _whole(self) -> Panel:
        return summary_panel(self.judged, self.local, self.seat)

    def _say_panel(self, panel: Panel) -> None:
        self.lines.say(*panel.says, *[f"{name}: {value}" for name, value in panel.sums])

    def _say_whole(self) -> None:
        """Print what made the result, and the number of decisions."""
        whole = self._whole()
        self.lines.say(whole.title)
        self._say_panel(whole)

    @property
    def decisions(self) -> list[Judged]:
        """The evaluated decisions of the current seat."""
        return self.judged.decisions(self.seat)

    def _choose(self) -> Callable[[], None] | None:
        """Ask for the next step; ``None`` exits the review."""
        t, every = self.t, self.decisions
        now = -1 if self.at is None else self.at
        wrong = [at for at, decision in enumerate(every) if at > now and decision.size >= _MISTAKE]
        actions: list[tuple[str, Callable[[], None] | None]] = []
        if now + 1 < len(every):
            actions.append((t("Next decision"), lambda: self._say_decision(now + 1)))
        else:
            actions.append((t("Leave the review"), None))
        if not self.judged.over:
            actions.append((t("Resume the review"), self._go_on))
        if wrong:
            actions.append((t("Next mistake"), lambda: self._say_decision(wrong[0])))
        if now > 0:
            actions.append((t("The decision before"), lambda: self._say_decision(now - 1)))
        if self.at is not None and self.local.may_practise(self.game, self.seat):
            actions.append((t("Try this decision again, with the same cards"), self._try_again))
        other = self.seats[(self.seats.index(self.seat) + 1) % len(self.seats)]
        title = review_title(self.local, other)
        actions.append((title, lambda: self._look_as(other)))
        if now + 1 < len(every):
            actions.append((t("Leave the review"), None))
        labels = [label for label, _ in actions]
        return actions[self.lines.choose(t("What would you like to do?"), labels)][1]

    def _look_as(self, seat: int) -> None:
        """Switch to the decisions of another player."""
        self.seat, self.at = seat, None
        self._say_whole()

    def _say_decision(self, at: int) -> None:
        """Print the situation of a decision, the choice, and the options."""
        self.at = at
        t, decision = self.t, self.decisions[at]
        teller = self.local.teller_of(self.seat)
        view = self.local.match.view(self.seat, at=decision.before)
        panel = decision_panel(self.judged, decision, teller)
        said = teller.say(self.judged.events[decision.valued.number - FIRST_NUMBER])
        heading = f"{panel.title}: {panel.verdict}." if panel.verdict else f"{panel.title}."
        assert view.dealer is not None, "cards have been dealt"
        deals = mark("Deal {deal}: you deal."), mark("Deal {deal}: {name} deals.")
        where = teller.by(view.dealer, *deals, deal=view.deal)
        self.lines.say(heading, f"{where} {prompts.scores(teller, view.scores)}.")
        if view.phase is Phase.PLAY and view.starter is not None:
            starter = t("Starter {starter}.", starter=shorts([view.starter]))
            self.lines.say(f"{starter} {prompts.pile(teller, view)}")
        if view.hand:
            hand = in_order(view.hand, sort=self.settings.sorted)
            self.lines.say(t("Cards in the hand: {cards}.", cards=shorts(hand)))
        rows = [
            row._replace(tie=", ".join([*([row.tie] if row.tie else []), t("your choice")]))
            if row.chosen
            else row
            for row in panel.rows
        ]
        self.lines.say(*([said] if said else []), *spoken_rows(rows))
        self._say_panel(panel)

    def _try_again(self) -> None:
        """Play a practice match from the current decision, and return to it."""
        assert self.at is not None, "a decision was said"
        match, number = self.local.match, self.decisions[self.at].valued.number
        self._practise(PlayedDecision(match, self.game, number, self.seat))
        self._say_decision(self.at)
