"""Step through a recorded game, with the state after each entry."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from pegout.cards import UNKNOWN
from pegout.notation.errors import Fault, NotationError, RecordError
from pegout.notation.fill import Deal
from pegout.notation.record import Annotation, Comment, Entry, GameRecord
from pegout.rules import Event, IllegalAction, Phase, Rules, RulesLike, as_rules, events
from pegout.rules.errors import quoted
from pegout.rules.state import State, evolve, new_game

#: The number of a game's first event in the log of a match that is rebuilt from a record. Number 1
#: is the entry that the game began.
FIRST_NUMBER: Final = 2

#: An entry, the events that belong to it, and the state after them.
_Step: TypeAlias = tuple[Entry, list[Event], State]


def replay(rules: RulesLike, game: GameRecord) -> Iterator[tuple[Entry, State]]:
    """Yield every entry of a game with the state after it.

    The replay restores what the canonical form leaves out: the seats that were ready, and the
    pack, as far as the record shows its cards.

    >>> from pegout.rules import Rules, SaidReady
    >>> game = GameRecord(dealer=0, entries=(SaidReady(1, "lucky jack"),))
    >>> for entry, state in replay(Rules(), game):
    ...     print(entry.seat, state.contributions)
    1 ('', 'lucky jack')

    Raises:
        UnknownRules: for anything but rules or the name of a preset.
        NotationError: ``bad_game`` for anything but a game of a record.
        RecordError: ``bad_seat`` for a dealer without a seat, ``bad_event`` for events that do
            not follow from one another; a record that was read has neither.
    """
    return ((entry, state) for entry, _, state in _checked_steps(rules, game))


def replay_events(rules: RulesLike, game: GameRecord) -> Iterator[tuple[Event, State]]:
    """Yield every event of a game in order, with the state after its entry.

    These are the events of the record and those that the canonical form leaves out, without the
    remarks.

    >>> from pegout.rules import Rules, SaidReady
    >>> rules = Rules(first_deal="cut")
    >>> game = GameRecord(entries=(SaidReady(0, "luck"), SaidReady(1, "")))
    >>> [type(event).__name__ for event, _ in replay_events(rules, game)]
    ['SaidReady', 'SaidReady', 'Shuffled']

    Raises:
        NotationError: as :func:`replay` does.
    """
    return (
        (event, state) for _, happened, state in _checked_steps(rules, game) for event in happened
    )


def _checked_steps(rules: RulesLike, game: GameRecord) -> Iterator[_Step]:
    known = as_rules(rules)
    if not isinstance(game, GameRecord):
        raise NotationError(
            "bad_game", f"expected a game such as record.games[0], not {quoted(game, 60)}"
        )
    return _steps(known, game)


def _steps(rules: Rules, game: GameRecord) -> Iterator[_Step]:
    """Yield every entry, the events that belong to it, and the state after them."""
    try:
        state = new_game(rules, game.dealer)
    except IllegalAction as error:
        raise RecordError([Fault(0, 0, error.code, str(error))]) from error
    for index, entry in enumerate(game.entries):
        happened: list[Event] = []
        if not isinstance(entry, Comment | Annotation):
            try:
                if isinstance(entry, events.Dealt) or (
                    isinstance(entry, events.DealerCut) and not state.pack
                ):
                    for event in _implied(state, game.entries[index:]):
                        state = evolve(state, event)
                        happened.append(event)
                state = evolve(state, entry)
                happened.append(entry)
                if state.phase is Phase.SHUFFLE and not state.deal and rules.first_deal == "cut":
                    happened.append(_to_be_cut(game.entries[index:]))
                    state = evolve(state, happened[-1])
            except (AssertionError, LookupError, TypeError, ValueError) as error:
                message = f"entries[{index}]: {entry!r:.200} cannot follow what is before it"
                raise RecordError([Fault(0, 0, "bad_event", message)]) from error
        yield entry, happened, state


def _implied(state: State, ahead: Sequence[Entry]) -> Iterator[Event]:
    """Yield the events before a deal or a cut that records leave out."""
    for seat in range(state.rules.players):
        if seat not in state.ready:
            yield events.SaidReady(seat, "")
    first = ahead[0]
    if isinstance(first, events.Dealt):
        cut = next(
            (
                entry
                for entry in ahead
                if isinstance(entry, events.StarterCut | events.Dealt) and entry is not first
            ),
            None,
        )
        card, at = (cut.card, cut.at) if isinstance(cut, events.StarterCut) else (UNKNOWN, 0)
        deal = Deal(first.hands, first.crib, (), card, ())
        yield events.Shuffled(deal.pack(first.dealer, at))
    else:
        yield _to_be_cut(ahead)


def _to_be_cut(ahead: Sequence[Entry]) -> events.Shuffled:
    """Return the pack for the first deal, with the cards that will be cut from it."""
    pack = [UNKNOWN] * 52
    for entry in ahead:
        if isinstance(entry, events.DealerCut):
            pack[entry.at] = entry.card
    return events.Shuffled(tuple(pack))
