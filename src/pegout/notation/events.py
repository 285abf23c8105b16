"""Build records from events: the events of a log, checked and put into the canonical form."""

from collections import deque
from collections.abc import Iterable, Sequence

from pegout.cards import UNKNOWN, Card
from pegout.notation.build import Built, SourceEntry, build
from pegout.notation.errors import Fault, RecordError
from pegout.notation.fill import Statement
from pegout.notation.group import Unit, units
from pegout.notation.record import Annotation, Comment, Entry, GameRecord
from pegout.rules import Dealt, Event, Rules, RulesLike, SaidReady, Shuffled, as_rules


def game_record(
    rules: RulesLike,
    events: Iterable[Entry],
    *,
    number: int = 1,
    dealer: int | None = None,
) -> GameRecord:
    """Return the record of a game from its events, either complete or as one seat saw them.

    Args:
        rules: the rules of the game.
        events: the events in order, none left out; remarks may be between them.
        number: the number of the game in its match.
        dealer: the first dealer; ``None`` where the first deal was cut for or drawn.

    >>> from pegout.rules import Rules, SaidReady
    >>> game_record(Rules(), [SaidReady(0, "lucky jack")]).entries
    (SaidReady(seat=0, contribution='lucky jack'),)

    Raises:
        RecordError: if the events do not follow from one another. The lines of its faults are 0,
            and the messages name the event, counted from 0.
    """
    built = rebuild(as_rules(rules), GameRecord(number, dealer, tuple(events)))
    if built.faults:
        raise RecordError(built.faults)
    return built.game


def rebuild(rules: Rules, game: GameRecord, where: str = "entries") -> Built:
    """Replay a game from its events; ``where`` names its entries in the messages of faults."""
    sources: list[SourceEntry] = []
    events: list[Event] = []
    indices: list[int] = []
    for index, entry in enumerate(game.entries):
        if isinstance(entry, Comment | Annotation):
            continue
        seat = getattr(entry, "seat", 0)
        if seat not in range(rules.players):
            fault = Fault(0, 0, "bad_seat", f"{where}[{index}]: there is no seat {seat}")
            return Built(game, [], [fault])
        events.append(entry)
        indices.append(index)
    lines = units(rules, events, rules.scores_at_start)
    starts = _starts(lines, events)
    index = 0
    for unit, at in zip(lines, starts, strict=True):
        first = indices[at]
        sources.extend(_remarks(game.entries, index, first))
        sources.append(Statement(first, unit.line, {}))
        index = first
    sources.extend(_remarks(game.entries, index, len(game.entries)))
    built = build(rules, sources, game, chosen=game.dealer is not None)
    if not built.faults:
        built.faults.extend(_strangers(game, built.game))
    built.faults = [
        Fault(0, 0, fault.code, f"{where}[{fault.line}]: {fault.message}") for fault in built.faults
    ]
    return built


def _starts(lines: Sequence[Unit], events: Sequence[Event]) -> list[int]:
    """Return the index of the first event of each line."""
    starts = []
    at = 0
    for unit in lines:
        while events[at] is not unit.events[0]:
            at += 1
        starts.append(at)
        at += len(unit.events)
    return starts


def _remarks(entries: Sequence[Entry], first: int, end: int) -> list[SourceEntry]:
    return [
        (index, entry)
        for index in range(first, end)
        if isinstance(entry := entries[index], Comment | Annotation)
    ]


def _strangers(given: GameRecord, true: GameRecord) -> list[Fault]:
    """Compare the events with those of the engine: all of them, in every field."""
    right = deque(event for event in true.events if not _implied(event))
    for index, entry in enumerate(given.entries):
        if isinstance(entry, Comment | Annotation) or _implied(entry):
            continue
        expected = right.popleft() if right else None
        if expected is None or not _same(entry, expected):
            return [
                Fault(index, 0, "wrong_event", f"expected {expected!r:.200}, not {entry!r:.200}")
            ]
    if right:
        return [
            Fault(len(given.entries), 0, "missing_event", f"expected {right[0]!r:.200} at the end")
        ]
    return []


def _implied(event: Event) -> bool:
    return isinstance(event, Shuffled) or (isinstance(event, SaidReady) and not event.contribution)


def _same(given: Event, true: Event) -> bool:
    """Return whether two events are equal except for cards unknown in the given one."""
    if given == true or type(given) is not type(true):
        return given == true
    cards, right = _cards(given), _cards(true)
    return (
        UNKNOWN in cards
        and len(cards) == len(right)
        and all(card in (other, UNKNOWN) for card, other in zip(cards, right, strict=True))
    )


def _cards(event: Event) -> tuple[Card, ...]:
    """Return the cards of an event that may include unknown ones."""
    if isinstance(event, Dealt):
        return (*event.crib, *(card for hand in event.hands for card in hand))
    cards: tuple[Card, ...] = getattr(event, "cards", ())
    return cards
