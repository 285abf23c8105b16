"""Replay the lines of a game and check each of them against the rules.

Every line that records a decision becomes an action for the engine. The engine computes the
consequences, and every line that records a consequence is compared with them. Lines that only
record a forced consequence may be missing. After a fault the check continues as far as possible:
once the state of the game is unknown, it resumes at the next deal.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pegout.cards import UNKNOWN, VALUES, Card
from pegout.notation.errors import Fault
from pegout.notation.fill import Deal, Statement, fill
from pegout.notation.group import Heading, Unit, units
from pegout.notation.lines import Line, differences
from pegout.notation.record import Entry, GameRecord, Remark
from pegout.rules import NATURE, Action, IllegalAction, Phase, Rules, actions
from pegout.rules.engine import MIN_PACKET, apply, items_on_table, why_not
from pegout.rules.state import evolve, new_game, to_act
from pegout.scoring import unchecked

#: The number of lines after the deal that are searched for its cards; no deal has as many.
_HORIZON: Final = 600
#: The number of faults after which reading stops, so that no text can occupy a reader for ever.
_ENOUGH: Final = 1000

SourceEntry = Statement | tuple[int, Remark]

#: A line that records a decision but cannot be read.
UNREADABLE: Final = Line("?")


@dataclass(slots=True)
class Built:
    """A replayed game, its lines in full, and the faults of the source."""

    game: GameRecord
    lines: list[Line | Remark]
    faults: list[Fault]


def build(
    rules: Rules,
    sources: Sequence[SourceEntry],
    game: GameRecord,
    *,
    chosen: bool = False,
    line: int = 0,
) -> Built:
    """Replay a game from its lines and the remarks between them.

    ``game`` has its number, its dealer if known, and its further tags. The lines may name the
    dealer unless it is ``chosen``. ``line`` is the number of the line where the game begins.
    """
    faults: list[Fault] = []
    dealer = game.dealer
    if not chosen and dealer is None:
        dealer = _first_dealer(rules, sources, faults, line)
    if dealer is not None and dealer not in range(rules.players):
        faults.append(Fault(line, 0, "bad_seat", f"there is no seat {dealer}"))
        dealer = 0
    table = _Game(rules, dealer, sources, faults)
    table.play()
    record = replace(game, dealer=dealer, entries=table.entries())
    return Built(record, table.lines(), sorted(faults))


def decides(verb: str) -> bool:
    """Return whether lines with this verb record a decision of a player or of the referee."""
    return verb in _ACTIONS


def _first_dealer(
    rules: Rules, sources: Sequence[SourceEntry], faults: list[Fault], line: int
) -> int | None:
    """Return the first dealer of a game whose beginning does not name one."""
    for statement in sources:
        if not isinstance(statement, Statement):
            continue
        match statement.line.verb:
            case "cut" | "tie" | "commit" | "ready" if rules.first_deal != "chosen":
                return None
            case "dealer":
                return statement.line.seat
            case "deal" if statement.line.dealer is not None:
                return statement.line.dealer
            case "resign" | "stop" | "decline" | "won" | "stopped" | "reveal":
                continue
            case _:
                break
    else:
        if rules.first_deal != "chosen":
            return None
    faults.append(Fault(line, 0, "missing_dealer", "expected the first dealer: game 1  dealer 0"))
    return 0


class _Game:
    """A game during its replay."""

    def __init__(
        self, rules: Rules, dealer: int | None, sources: Sequence[SourceEntry], faults: list[Fault]
    ) -> None:
        self.rules = rules
        self.state = new_game(rules, dealer)
        self.sources = sources
        self.faults = faults
        self.written: list[Unit | Remark] = []
        # The indices in it of the lines of seats that are ready and add no word.
        self.silent: list[int] = []
        # The consequences of the last action that no line has recorded yet.
        self.pending: deque[Unit] = deque()
        self.held: list[Remark] = []
        # Whether a fault has made the state of the game unknown.
        self.lost = False
        self.heading = Heading()
        if dealer is not None:
            self.heading.announce(self.state)
            self.heading.reached()
        # The last deal, while lines with more of its hands may follow.
        self.dealt: Unit | None = None
        self.cards: Deal | None = None
        self.cuts: dict[int, int] = {}
        self.statements = [statement for statement in sources if isinstance(statement, Statement)]
        self.at = 0

    # Output

    def entries(self) -> tuple[Entry, ...]:
        entries: list[Entry] = []
        for item in self.written:
            if isinstance(item, Unit):
                entries.extend(item.events)
            else:
                entries.append(item)
        return tuple(entries)

    def lines(self) -> list[Line | Remark]:
        return [item.line if isinstance(item, Unit) else item for item in self.written]

    def _put(self, item: Unit | Remark) -> None:
        """Append a line or a remark, and the heading of a deal before its first line."""
        verb = item.line.verb if isinstance(item, Unit) else ""
        if self.heading.due and verb != "reveal":
            self.written.append(self.heading.write())
        if verb in ("dealt", "cut"):
            # The deal or the cut implies that every seat was ready.
            while self.silent:
                del self.written[self.silent.pop()]
        elif isinstance(item, Unit) and verb == "ready" and not item.line.text:
            self.silent.append(len(self.written))
        elif verb in ("end", "dealer"):
            self.heading.reached()
        self.written.append(item)

    def _settle(self) -> None:
        """Append the consequences of the last action, recorded or not, and then the remarks."""
        while self.pending:
            self._put(self.pending.popleft())
        for remark in self.held:
            self._put(remark)
        self.held.clear()

    # Reading the lines

    def play(self) -> None:
        for statement in self.sources:
            if len(self.faults) >= _ENOUGH:
                break
            if isinstance(statement, Statement):
                self._read(statement)
                self.at += 1
            else:
                self.held.append(statement[1])
        self._settle()

    def _read(self, statement: Statement) -> None:
        verb = statement.line.verb
        if (self.lost and verb != "deal") or statement.line is UNREADABLE:
            self.lost = True
            return
        try:
            if verb == "deal":
                self._deal(statement)
            elif self._decides(verb):
                self._settle()
                while self._force(statement):
                    pass
                self._do(statement)
            else:
                self._tell(statement)
        except IllegalAction as error:
            # A fault of this line is already reported, and this error follows from it.
            if not any(fault.line == statement.number for fault in self.faults):
                message = str(error)
                if error.code in ("not_your_turn", "wrong_action"):
                    # The engine addresses a player; the reader of a record needs another message.
                    message = f"expected {self._awaited()}, not {verb} of seat {_seat(statement)}"
                self._fault(statement, error.code, message)
            self.lost = True

    def _decides(self, verb: str) -> bool:
        """Return whether a line records a decision rather than a consequence."""
        return verb in _ACTIONS and not (verb == "cut" and self.rules.first_deal == "random")

    def _fault(self, statement: Statement, code: str, message: str, part: str = "") -> None:
        self.faults.append(statement.fault(code, message, part))

    def _compare(self, statement: Statement, full: Line) -> None:
        for part, code, message in differences(statement.line, full):
            self._fault(statement, code, message, part)

    # Consequences

    def _tell(self, statement: Statement) -> None:
        """Compare a line with the consequences of the last action, or with the next forced one."""
        if statement.line.verb == "dealt" and self.dealt is not None:
            self._compare(statement, _hand(statement, self.dealt.line))
            return
        if statement.line.verb == "dealer" and self.state.deal == 1 and not self.pending:
            # No line records the cut for the deal: this line itself supplied the dealer.
            self._compare(statement, Line("dealer", (self.state.dealer or 0,)))
            return
        while not self._match(statement):
            if not self._force(statement):
                self._fault(statement, "did_not_happen", f"expected {self._awaited()}, not this")
                return

    def _match(self, statement: Statement) -> bool:
        """Match a line with one of the pending consequences, and compare the two."""
        line = statement.line
        alike = [unit for unit in self.pending if unit.line.verb == line.verb]
        if not alike:
            return False
        ours = [unit for unit in alike if not line.seats or unit.line.seats == line.seats]
        chosen = (ours or alike)[0]
        while self.pending[0] is not chosen:
            self._put(self.pending.popleft())
        self.pending.popleft()
        for remark in self.held:
            self._put(remark)
        self.held.clear()
        self._put(chosen)
        if line.verb == "dealt":
            self.dealt = chosen
            self._compare(
                statement, _hand(statement, chosen.line) if line.hands is None else chosen.line
            )
        elif line.verb in ("show", "crib") and self._claims():
            said = replace(line, points=None, score=None, items=None)
            self._compare(replace(statement, line=said), chosen.line)
            if line.points is not None:
                self._apply(actions.Claim(self.state.shown[-1].seat, line.points))
        else:
            self._compare(statement, chosen.line)
        return True

    def _claims(self) -> bool:
        return self.rules.counting == "manual"

    def _awaited(self) -> str:
        if self.pending:
            return f"a line for: {self.pending[0].line.verb}"
        phase = self.state.phase
        if phase is Phase.OVER:
            return "nothing more, for the game is over"
        wanted = "accept or muggins" if self.state.claim else _WANTED[phase]
        seats = " or ".join(map(str, sorted(to_act(self.state) - {NATURE})))
        return f"{wanted} of seat {seats}" if seats else wanted

    # A new deal

    def _deal(self, statement: Statement) -> None:
        """Compare the heading of a deal, or resume from it after a fault."""
        if not self.lost:
            self._settle()
            while not self._ready_for_deal() and self._force(statement):
                self._settle()
            if self._ready_for_deal():
                if self.heading.due:
                    self.written.append(self.heading.write())
                self.heading.checked = True
                self._compare(statement, self.heading.line)
                return
            self._fault(
                statement, "did_not_happen", f"expected {self._awaited()}, not another deal"
            )
            if statement.line.number == self.state.deal:
                return
        self.lost = self.state.phase is Phase.OVER
        if not self.lost:
            self._resume(statement.line)

    def _ready_for_deal(self) -> bool:
        state = self.state
        return state.phase is Phase.READY and state.deal > 0 and not self.heading.checked

    def _resume(self, line: Line) -> None:
        """Set the state from an unchecked heading, so that the next lines can be checked."""
        rules, state = self.rules, self.state
        deal = state.deal + 1 if line.number is None else line.number
        dealer = line.dealer
        if dealer not in range(rules.players):
            dealer = 0 if state.dealer is None else (state.dealer + 1) % rules.players
        scores = line.scores or ()
        if len(scores) != rules.sides or max(scores) >= rules.target:
            scores = tuple([min(score, rules.target - 1) for score in state.scores])
        # Commitments made while the state was unknown may be revealed from here on.
        sealed = tuple([(number, "") for number in range(max(0, deal - 3), deal)])
        self.state = new_game(rules, dealer).having(
            deal=deal, scores=scores, rear=scores, sealed=sealed
        )
        self.dealt = None
        self.heading.checked = True

    # Forced actions that no line records

    def _force(self, statement: Statement) -> bool:
        """Apply one forced action that must precede this line, and return whether there was one."""
        state, verb = self.state, statement.line.verb
        if state.claim is not None:
            if verb in _NO_ANSWER:
                return False
            awaiting = state.claim.awaiting
            seats = [seat for seat in state.opponents(state.claim.seat) if seat in awaiting]
            self._apply(actions.Accept(seats[0]))
            return True
        if verb not in _IMPLIES[state.phase]:
            return False
        seat = min(to_act(state))
        match state.phase:
            case Phase.READY:
                if (state.deal == 0) != (verb in _BEFORE_DEALS):
                    return False
                action: Action = actions.Ready(seat)
            case Phase.DISCARD:
                action = actions.Discard(seat, self._discarded(seat))
            case Phase.SHOW:
                action = actions.Claim(seat, self._truth())
            case _:
                if self._goes_on(statement.line, seat):
                    return False
                action = actions.Go(seat)
        if why_not(state, action) is not None:
            return False
        self._apply(action)
        return True

    def _goes_on(self, line: Line, turn: int) -> bool:
        """Return whether a line can be the next move of the current count."""
        count = self.state.count
        if count <= 21:
            # Any card fits, so no seat can have said go.
            return True
        if line.verb == "go":
            return line.seat == turn
        if line.verb != "play" or line.seat != turn or not line.cards:
            return False
        value = VALUES[line.cards[0]]
        return count + value <= 31 and line.count != value

    def _discarded(self, seat: int) -> tuple[Card, ...]:
        assert self.cards is not None, "a seat that discards was dealt to"
        return self.cards.discards[seat]

    def _truth(self) -> int:
        """Return the true count of the hand to be counted."""
        if self.state.starter is None or UNKNOWN in self.state.shown[-1].cards:
            return 0
        return sum(item.points for item in items_on_table(self.state))

    # Decisions

    def _do(self, statement: Statement) -> None:
        action = _ACTIONS[statement.line.verb](self, statement)
        self._apply(action)
        self._match(statement)

    def _apply(self, action: Action) -> None:
        before = self.state
        self._settle()
        self.dealt = None
        after, events = apply(before, action)
        if isinstance(action, actions.Go) and before.pile[-1].seat == action.seat:
            # The seat that played the last card does not say go. The engine expected a go only
            # because it cannot see that no card of the hand fits.
            events = events[1:]
            after = before
            for event in events:
                after = evolve(after, event)
        self.state = after
        self.pending.extend(units(self.rules, events, before.scores, before.count))
        if after.deal != before.deal:
            self.heading.announce(after)
        if after.phase is Phase.SHUFFLE:
            self._shuffle()

    def _shuffle(self) -> None:
        ahead = self._ahead()
        if self.state.deal:
            assert self.state.dealer is not None, "the dealer is known before the first deal"
            self.cards = fill(self.rules, ahead)
            self.faults.extend(self.cards.faults)
            positions = [
                statement.line.at for statement in ahead if statement.line.verb == "starter"
            ]
            at = next((at for at in positions if at is not None), MIN_PACKET)
            self._apply(actions.Shuffle(self.cards.pack(self.state.dealer, at)))
            return
        cuts = [(self.at + index, statement) for index, statement in enumerate(ahead)]
        cuts = [(index, statement) for index, statement in cuts if statement.line.verb == "cut"]
        if cuts or self.rules.first_deal != "random":
            self._apply(actions.Shuffle(self._pack_to_cut(cuts)))

    def _ahead(self) -> list[Statement]:
        """Return the lines from here to the end of the deal."""
        ahead = self.statements[self.at : self.at + _HORIZON]
        for at, statement in enumerate(ahead):
            verb, number = statement.line.verb, statement.line.number
            if verb in ("end", "won", "stopped") or (verb == "deal" and number != self.state.deal):
                return ahead[:at]
        return ahead

    def _pack_to_cut(self, cuts: Sequence[tuple[int, Statement]]) -> tuple[Card, ...]:
        """Return the pack for the first deal, with the cards that the lines record in it."""
        pack = [UNKNOWN] * 52
        # A drawn card is the top card of the pack; only a cut card can be anywhere in it.
        drawn = self.rules.first_deal == "random"
        recorded = set() if drawn else {statement.line.at for _, statement in cuts}
        free = iter([at for at in range(52) if at not in recorded])
        for index, statement in cuts:
            at = statement.line.at
            if at is None or drawn:
                at = next(free, 0)
            self.cuts[index] = at
            for card in statement.line.cards or ():
                if card in pack and card.known:
                    self._fault(statement, "duplicate_card", f"the {card} was cut before", "cards")
                elif 0 <= at < 52 and not pack[at].known:
                    pack[at] = card
        return tuple(pack)

    # One method for each verb whose action depends on the game

    def _cut(self, statement: Statement) -> Action:
        return actions.CutForDeal(_seat(statement), self.cuts.get(self.at, statement.line.at or 0))

    def _discard(self, statement: Statement) -> Action:
        seat, cards = _seat(statement), statement.line.cards or ()
        unsaid = not cards or (len(cards) == self.rules.discard_size and UNKNOWN in cards)
        if unsaid and self.cards is not None and seat < self.rules.players:
            cards = self._discarded(seat)
        return actions.Discard(seat, cards)

    def _starter(self, statement: Statement) -> Action:
        seat, at = statement.line.seat, statement.line.at
        if seat is None:
            seat = self.state.cutter if self.state.phase is Phase.CUT else 0
        return actions.Cut(seat, MIN_PACKET if at is None else at)

    def _play(self, statement: Statement) -> Action:
        line = statement.line
        if line.cards is None or len(line.cards) != 1 or not line.cards[0].known:
            raise IllegalAction("unknown_cards", "expected the one card that was played")
        card, claim = line.cards[0], line.claim
        if not self._claims() and claim is not None:
            self._fault(
                statement, "counted_for_you", "nobody claims anything: the table counts", "claims"
            )
            claim = None
        elif self._claims() and claim is None:
            claim = line.points
            if claim is None:
                pile = [*[played.card for played in self.state.pile], card]
                claim = unchecked.play_points(pile, runs=self.rules.runs_in_play)
        return actions.Play(_seat(statement), card, claim)

    def _go(self, statement: Statement) -> Action:
        if self.state.phase is Phase.PLAY and self.state.count <= 21:
            raise IllegalAction("can_play", f"any card can be played at {self.state.count}")
        return actions.Go(_seat(statement))


def _seat(statement: Statement) -> int:
    seat = statement.line.seat
    return NATURE if seat is None else seat


def _hand(statement: Statement, deal: Line) -> Line:
    """Return the part of a deal that a line records."""
    seat = statement.line.seat
    if seat is None:
        return Line("dealt", cards=deal.cards)
    hands = deal.hands or ()
    return Line("dealt", (seat,), cards=hands[seat] if seat < len(hands) else ())


_WANTED: Final = {
    Phase.READY: "ready, or the cards,",
    Phase.SHUFFLE: "the cut for the first deal",
    Phase.CUT_FOR_DEAL: "the cut",
    Phase.DISCARD: "the discard",
    Phase.CUT: "the starter, cut by the hand",
    Phase.PLAY: "play or go",
    Phase.SHOW: "the claim",
}

_BEFORE_DEALS: Final = frozenset(("cut", "tie", "dealer"))
_AFTER_PLAY: Final = frozenset(("count", "show", "crib", "end", "won", "deal"))
# Lines that may appear anywhere before the end.
_EARLY: Final = ("resign", "stop", "decline")
# Lines that do not imply that every opponent has answered a claim.
_NO_ANSWER: Final = frozenset(
    ("accept", "muggins", "reveal", "commit", "heels", "start", "tie", *_EARLY, "stopped")
)
# The lines that imply an action that has not been recorded, by the phase of that action.
_IMPLIES: Final[dict[Phase, frozenset[str]]] = {
    Phase.READY: _BEFORE_DEALS | {"dealt", "start", "discard", "starter", "play", "go"},
    Phase.SHUFFLE: frozenset(),
    Phase.CUT_FOR_DEAL: frozenset(),
    Phase.DISCARD: frozenset(("starter", "play", "go")),
    Phase.CUT: frozenset(),
    Phase.PLAY: _AFTER_PLAY | {"play", "go", "claim"},
    Phase.SHOW: _AFTER_PLAY,
    Phase.OVER: frozenset(),
}

_ACTIONS: Final[dict[str, Callable[[_Game, Statement], Action]]] = {
    "commit": lambda _, statement: actions.Commit(statement.line.text or ""),
    "reveal": lambda _, statement: actions.Reveal(
        statement.line.number or 0, statement.line.text or ""
    ),
    "ready": lambda _, statement: actions.Ready(_seat(statement), statement.line.text or ""),
    "cut": _Game._cut,
    "discard": _Game._discard,
    "starter": _Game._starter,
    "play": _Game._play,
    "go": _Game._go,
    "claim": lambda _, statement: actions.Claim(_seat(statement), statement.line.number or 0),
    "muggins": lambda _, statement: actions.Muggins(_seat(statement), statement.line.number or 0),
    "accept": lambda _, statement: actions.Accept(_seat(statement)),
    "resign": lambda _, statement: actions.Resign(_seat(statement)),
    "stop": lambda _, statement: actions.Stop(_seat(statement)),
    "decline": lambda _, statement: actions.GoOn(_seat(statement)),
}
