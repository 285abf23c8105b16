"""A match as the persons at this terminal see it, and the seats of a table that they hold.

The module draws nothing and decides nothing about the game: the table service does. Both interfaces
play through :class:`LocalSeats`.
"""

from collections.abc import Sequence

from pegout.cards import Card
from pegout.match import Automation, Entry, GameBegan, Match
from pegout.players import Level
from pegout.rules import Action, Discard, Phase, Ready, SeatView, View
from pegout.table.hints import Question
from pegout.table.playback import Step
from pegout.table.seat_choices import choices_of
from pegout.table.service import TableService, Turn
from pegout.table.state import PERSON
from pegout.text import Teller, Translator, player_name, prompts
from pegout.tui.intent import Intent
from pegout.tui.scene import LogLine
from pegout.tui.settings import Settings
from pegout.wire.table import GuideStep, Suggestion

_CONTRIBUTION_BYTES = 16
_RESUME = "pegout play --resume last"


class LocalView:
    """A match as the persons at this terminal see it."""

    def __init__(self, match: Match, translator: Translator) -> None:
        self._match = match
        self.t = translator
        seats = enumerate(match.setup.seats)
        #: The seats of persons.
        self.persons = tuple([seat for seat, seated in seats if seated.kind == PERSON])

    @property
    def match(self) -> Match:
        """The match."""
        return self._match

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat."""
        seats = enumerate(self.match.setup.seats)
        return tuple([player_name(seated.name, seat, self.t) for seat, seated in seats])

    @property
    def shared(self) -> bool:
        """Whether several persons play at this terminal."""
        return len(self.persons) > 1

    @property
    def witness(self) -> int | None:
        """The seat whose view the log follows; None if the screen is shared."""
        return None if self.shared or not self.persons else self.persons[0]

    @property
    def teller(self) -> Teller:
        """The teller of the log."""
        return self.teller_of(self.witness)

    def teller_of(self, seat: int | None, *, symbols: bool = False) -> Teller:
        """Return the teller that addresses a seat; ``None`` is a spectator."""
        setup = self.match.setup
        single = setup.games == 1 and not setup.play_to
        return Teller(self.t, self.names, seat, setup.rules, single=single, symbols=symbols)

    def entries(self, since: int = 0) -> list[Entry]:
        """Return the entries after a number, as this terminal may see them."""
        return self.match.seen(self.witness, since)

    def this_game(self) -> list[Entry]:
        """Return the effective entries of the current game, as this terminal may see them."""
        return self.game_entries(self.match.game, self.witness)

    def game_entries(self, game: int, seat: int | None) -> list[Entry]:
        """Return the effective entries of one game of the match, as a seat may see them."""
        effective = {entry.number for entry in self.match.effective()}
        entries: list[Entry] = []
        current = 0
        for entry in self.match.seen(seat):
            if entry.number not in effective:
                continue
            if isinstance(entry.event, GameBegan):
                current = entry.event.game
            if current == game or (current == 0 and game == 1):
                entries.append(entry)
        return entries

    def log_line(self, step: Step) -> LogLine:
        """Return the sentence of a step for the log, with the side that it is about.

        Cards are symbols there, because a deal has many.
        """
        seat = getattr(step.event, "seat", None)
        side = self.match.setup.rules.side(seat) if isinstance(seat, int) else None
        said = self.teller_of(self.witness, symbols=True).say(step.event)
        return LogLine(side, said or step.sentence)

    def is_over(self, game: int) -> bool:
        """Return whether a game of the match is over."""
        return game < self.match.game or self.match.game_over

    def may_practise(self, game: int, seat: int | None) -> bool:
        """Return whether a seat may retry its decisions: only a person's, in a finished game."""
        live = self.shared and not self.match.over
        return self.is_over(game) and not live and seat in self.persons


class LocalSeats(LocalView):
    """The seats of a table whose persons all sit at this terminal.

    Args:
        settings: the player's settings, for automation.

    Raises:
        RulesError: if the match cannot be played.
        StoreError: if it cannot be read or stored.
    """

    def __init__(self, service: TableService, translator: Translator, settings: Settings) -> None:
        super().__init__(service.playing(), translator)
        self.service = service
        #: The seat that holds the screen; None if several persons share it and none has taken it
        #: yet.
        self.holder = self.witness
        #: The level of each computer player: one of a server's engines does not run here.
        self._levels = {
            seat: service.opponents.available(found.kind)
            for seat, found in enumerate(service.state.seats)
            if found.kind != PERSON
        }
        automations = [Automation.GO] if settings.auto_go else []
        automations += [Automation.ONLY_CARD] if settings.auto_last else []
        for seat in self.persons:
            service.automate(seat, automations)

    @property
    def match(self) -> Match:
        """The current match of the table."""
        return self.service.playing()

    @property
    def levels(self) -> list[Level]:
        """The levels of the computer players."""
        return [self.service.opponents.level(kind) for kind in sorted({*self._levels.values()})]

    # Views

    def speaker(self) -> Teller:
        """Return the teller that addresses the holder of the screen."""
        return self.teller_of(self.holder)

    @property
    def may_hint(self) -> bool:
        """Whether hints are allowed: only if all other players are computer players."""
        return any(map(self.service.state.is_alone, self.persons))

    def view(self, number: int | None = None) -> View:
        """Return the view of the holder of the screen, now or just after an entry."""
        if number is None or number >= self.match.number:
            return self.match.view(self.holder)
        return self.match.view(self.holder, at=number)

    def ahead(self) -> SeatView | None:
        """Return the holder's view after accepting a count by playing on, if that is possible."""
        return None if self.holder is None else self.match.if_it_stands(self.holder)

    def waiting(self) -> int | None:
        """Return the person here that the match waits for, preferring the holder of the screen."""
        seats = sorted(self.match.to_act & set(self.persons))
        if self.holder in seats:
            return self.holder
        return seats[0] if seats else None

    def must_pass(self, seat: int) -> bool:
        """Return whether the screen must pass to a seat before it may show that seat's view."""
        return self.shared and self._hides_cards() and seat != self.holder

    def _hides_cards(self) -> bool:
        """Return whether there are cards on the table that not everybody here may see."""
        return self.match.view(None).phase in (Phase.DISCARD, Phase.CUT, Phase.PLAY)

    def asks(self, at: int | None = None) -> str:
        """Return the prompt to the holder of the screen, now or at an entry of the log.

        It begins with the name where several persons share the screen and it has not been passed.
        """
        view = self.view(at)
        named = self.shared and not self._hides_cards() and self.holder in view.to_act
        says = prompts.named_turn if named else prompts.turn
        return says(self.speaker(), view, self.ahead())

    def intent(self, seat: int) -> Intent:
        """Return what a seat may do now, with nothing chosen yet."""
        ahead = self.match.if_it_stands(seat)
        legal = self.match.legal(seat) + (ahead.legal if ahead else ())
        return Intent(seat, choices_of(legal))

    # Actions

    def turn(self) -> Turn | None:
        """Return the computer player that has to act now, or ``None``."""
        return self.service.turn(self._levels)

    def take(self, turn: Turn, action: Action) -> None:
        """Play a computer player's decision."""
        self.service.take(turn, action, self._levels)

    def act(self, action: Action) -> None:
        """Take an action of a person here.

        Raises:
            RulesError: if the action is illegal.
            StoreError: if it could not be stored.
        """
        self.service.act(action.seat, action)

    def ready(self) -> None:
        """Say ready for every person here, each with their own contribution to the shuffle.

        A screen that several persons share must then pass before it shows the next hand.
        """
        for seat in self.persons:
            if seat in self.match.to_act:
                own = self.service.sources.chance.randbytes(_CONTRIBUTION_BYTES)
                self.act(Ready(seat, own.hex()))
        if self.shared:
            self.holder = None

    def can_undo(self) -> bool:
        """Return whether the holder of the screen may undo the last decision."""
        return self.holder is not None and self.match.can_undo(self.holder)

    def undo(self) -> None:
        """Undo the last decision of the holder of the screen."""
        if self.holder is not None:
            self.service.undo(self.holder)

    def begin_next(self) -> None:
        """Begin the next game of the match, or another match if it is over."""
        if self.match.over:
            self.service.rematch()
            self.holder = self.witness
        else:
            self.service.next_game(self.persons[0] if self.persons else 0)

    # Hints

    def discard_question(self, action: Action, settings: Settings) -> Question | None:
        """Return the question what a discard is worth, if the player wants to know."""
        wanted = settings.tell_discards and self.may_hint
        if not wanted or not isinstance(action, Discard):
            return None
        return self.service.question_of(action.seat, cards=action.cards)

    def note_help(self, question: Question, answer: Suggestion) -> None:
        """Log that an answer helps with the decision, if it does."""
        help_ = question.help_by(answer)
        if help_ is not None:
            self.service.note_help(question.view.seat, question, help_, self.match.setup.id)

    # Lessons

    @property
    def lesson(self) -> bool:
        """Whether this is the game of a lesson."""
        return self.match.practice is not None and bool(self.match.practice.lesson)

    def learnt(self) -> list[str]:
        """Return what the learner knows after the game of a lesson."""
        guide = None if self.witness is None else self.service.guide(self.witness, self.t)
        return [] if guide is None else guide.learnt

    def due_step(self, before: int | None = None) -> GuideStep | None:
        """Return the step of a lesson for which the table waits.

        Args:
            before: the number of an entry, for a step that is said before it; otherwise the
                step that is said when everything is shown, or with the next decision.
        """
        if self.witness is None or self.match.practice is None:
            return None
        guide = self.service.guide(self.witness, self.t)
        step = None if guide is None else guide.step
        if step is None or before is None:
            return step
        return step if step.way != "act" and step.at < before else None

    def answer_guide(self, step: str, answer: str) -> None:
        """Answer a step of a lesson.

        Raises:
            StoreError: if it could not be stored.
        """
        assert self.witness is not None, "a lesson is for one person"
        self.service.answer_guide(self.witness, step, answer)

    def resume_guide(self) -> bool:
        """Resume the guide that was left; return whether there was one."""
        guide = None if self.witness is None else self.service.guide(self.witness, self.t)
        if guide is None or not guide.left or self.match.game_over:
            return False
        self.answer_guide("", "resume")
        return True

    def taught_items(self, step: GuideStep) -> str:
        """Name the items that a step of a lesson asks for, with their cards."""
        items = [f"{' '.join(item.cards)}: {item.name}" for item in step.items[: step.need]]
        return "; ".join(items)

    # Ending early

    def asked_to_stop(self) -> int | None:
        """Return a person here who has yet to answer an offer to stop, if any."""
        stopping = self.match.view(None).stopping
        if not stopping or self.match.game_over:
            return None
        return next((seat for seat in self.persons if seat not in stopping), None)

    def offer(self, seat: int) -> str:
        """Return the question to a person here whether they agree to stop."""
        says = prompts.offer(self.teller_of(None), self.match.view(None))
        return self.t("{says} {name}, do you want to stop too?", says=says, name=self.names[seat])


def ways_to_end(local: LocalSeats) -> list[tuple[str, str]]:
    """Return the label and the consequence of each way to end the game now: stop, and resign."""
    t = local.t
    resign = t("You lose this game as the board stands. It cannot be taken back.")
    if local.shared:
        stop = t("The game and the match end here, without a winner, if everybody agrees.")
        return [(t("Offer to stop"), stop), (t("Resign"), resign)]
    stop = t("The game and the match end here, without a winner.")
    return [(t("Stop"), stop), (t("Resign"), resign)]


def in_order(cards: Sequence[Card], *, sort: bool) -> tuple[Card, ...]:
    """Return a hand in the order of display."""
    return tuple(sorted(cards)) if sort else tuple(cards)


def farewell(local: LocalSeats | None) -> str:
    """Return how to resume the match at the table left last; empty if it is over."""
    if local is None or local.match.over:
        return ""
    return local.t.text("Your game is saved; “{command}” continues it.", command=_RESUME)
