"""The review of a game line by line: one decision after another, each to be tried again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pegout.notation import retold
from pegout.rules import Phase
from pegout.text import mark, prompts, shorts
from pegout.tui.judged_game import Judged, JudgedGames
from pegout.tui.lines import Lines
from pegout.tui.option_panel import Panel, spoken_rows
from pegout.tui.review_panel import decision_panel, summary_panel
from pegout.tui.second_try import is_over, may_try, place_of
from pegout.tui.session import Session, in_order
from pegout.tui.settings import Settings

__all__ = ["PlainReview"]

#: How often it is said how far the review is.
_PARTS: Final = 4
#: The least size of a mistake.
_MISTAKE: Final = 2


class PlainReview:
    """The review of one game of a match.

    Args:
        session: the match, with a game that is over.
        lines: what is said and asked.
        settings: the player's settings.
        reviewed: the games that were reviewed before.
        practise: plays on from a decision, until somebody comes back: from the number of the
            game, the place of the decision among its events, and the seat.
    """

    def __init__(
        self,
        session: Session,
        lines: Lines,
        settings: Settings,
        reviewed: JudgedGames,
        practise: Callable[[int, int, int], None],
    ) -> None:
        self.session = session
        self.lines = lines
        self.settings = settings
        self.t = session.t
        self._practise = practise
        self.game = self._which_game()
        self.judged = reviewed.of(session, self.game)
        seats = range(session.match.setup.rules.players)
        #: Whose decisions can be looked at: first of all those of the persons here.
        self.seats = sorted(seats, key=lambda seat: seat not in session.persons)
        self.seat = self.seats[0]
        #: The decision that was said last; None before the first.
        self.at: int | None = None

    def go(self) -> None:
        """Go through the decisions until the player leaves the review."""
        self._value()
        self._say_whole()
        while (deed := self._choose()) is not None:
            deed()

    def _which_game(self) -> int:
        """Ask which game of the match it is about, the latest first, where there are several."""
        match = self.session.match
        games = [game for game in range(match.game, 0, -1) if is_over(match, game)]
        if len(games) == 1:
            return games[0]
        labels = [self.t("Game {number}", number=game) for game in games]
        return games[self.lines.choose(self.t("Which game?"), labels)]

    def _value(self) -> None:
        """Value every decision, and say now and then how far that is."""
        if self.judged.over:
            return
        self.lines.say(self.t("The decisions are being reviewed."))
        said = 0
        for _ in self.judged.work(self.seat):
            part = _PARTS * self.judged.done // max(1, self.judged.of)
            if said < part < _PARTS:
                said = part
                self._say_panel(self._whole())

    def _whole(self) -> Panel:
        return summary_panel(self.judged, self.session.teller_of(self.seat), self.seat)

    def _say_panel(self, panel: Panel) -> None:
        self.lines.say(*panel.says, *[f"{name}: {value}" for name, value in panel.sums])

    def _say_whole(self) -> None:
        """Say what made the result, and how many decisions there are."""
        whole = self._whole()
        self.lines.say(whole.title)
        self._say_panel(whole)

    @property
    def decisions(self) -> list[Judged]:
        """Those of the seat that is looked at."""
        return self.judged.decisions(self.seat)

    def _choose(self) -> Callable[[], None] | None:
        """Ask what is next; ``None`` leaves the review."""
        t, every = self.t, self.decisions
        now = -1 if self.at is None else self.at
        wrong = [at for at, one in enumerate(every) if at > now and one.size >= _MISTAKE]
        deeds: list[tuple[str, Callable[[], None] | None]] = []
        if now + 1 < len(every):
            deeds.append((t("Next decision"), lambda: self._say_decision(now + 1)))
        else:
            deeds.append((t("Leave the review"), None))
        if wrong:
            deeds.append((t("Next mistake"), lambda: self._say_decision(wrong[0])))
        if now > 0:
            deeds.append((t("The decision before"), lambda: self._say_decision(now - 1)))
        if self.at is not None and may_try(self.session, self.game, self.seat):
            deeds.append((t("Try this decision again, with the same cards"), self._try_again))
        place = self.seats.index(self.seat)
        other = self.seats[(place + 1) % len(self.seats)]
        name = self.session.names[other]
        deeds.append((t("Review of {name}", name=name), lambda: self._look_as(other)))
        if now + 1 < len(every):
            deeds.append((t("Leave the review"), None))
        labels = [label for label, _ in deeds]
        return deeds[self.lines.choose(t("What would you like to do?"), labels)][1]

    def _look_as(self, seat: int) -> None:
        """Look at the decisions of another player."""
        self.seat, self.at = seat, None
        self._say_whole()

    def _say_decision(self, at: int) -> None:
        """Say how a decision stood, what was chosen, and what there was to choose."""
        self.at = at
        t, one = self.t, self.decisions[at]
        teller = self.session.teller_of(self.seat)
        view = self.session.match.view(self.seat, at=one.before)
        panel = decision_panel(self.judged, one, self.seat, t)
        chosen = self.judged.game.entries[one.found.place]
        events = (event for event, _ in retold(self.judged.rules, self.judged.game))
        said = next(teller.say(event) for event in events if event is chosen)
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
        """Play on from the decision that was said last, and come back to it."""
        assert self.at is not None, "a decision was said"
        at = place_of(self.judged, self.decisions[self.at])
        self._practise(self.game, at, self.seat)
        self._say_decision(self.at)
