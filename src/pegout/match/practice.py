"""Continue from a decision of a recorded game, or from a position, or play given deals.

The events before the deal are copied without their commitments, which belong to the other match.
The deal itself is dealt again from the same cards, and the engine replays it up to the decision.
The other seats' later discards are kept, because they were made without knowledge of the seat's
choice. Cards of the deal that the record does not show are drawn at random.
"""

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from pegout.cards import CARDS, Card
from pegout.match.drawing import Hidden, Likely, drawn
from pegout.match.log import MatchError, PracticeBegan
from pegout.notation import GameRecord, Record, replay_events
from pegout.notation.fill import Deal
from pegout.notation.help import CHOSEN, is_part_of_play
from pegout.notation.position import moves_of
from pegout.rules import Action, Event, IllegalAction, Rules, RulesLike, actions, as_rules, events
from pegout.rules.engine import MIN_PACKET, apply
from pegout.rules.state import State, evolve, new_game, to_act
from pegout.scoring import play_points

#: The probabilities of discards, by the rules and the dealer.
Habits = Callable[[Rules, int], Likely]

#: The events that belong to the recorded match alone: commitments, secrets and offers to stop.
_LEFT_OUT: Final = (events.Committed, events.Revealed, events.StopOffered, events.StopDeclined)


@dataclass(frozen=True, slots=True)
class Practice:
    """The beginning of a match that continues from a decision.

    Attributes:
        began: the origin of the match.
        rules: the rules of the match.
        dealer: the first dealer of that game, if settled before it.
        events: the events of that game up to the decision.
        packs: the packs of the first deals, where a lesson chooses them.
    """

    began: PracticeBegan
    rules: Rules
    dealer: int | None
    events: tuple[Event, ...] = ()
    packs: tuple[tuple[Card, ...], ...] = ()


def practice(
    record: Record,
    game: int,
    at: int,
    *,
    replaced: Collection[int] = (),
    chance: random.Random | None = None,
    habits: Habits | None = None,
) -> Practice:
    """Return the beginning of a match that continues from a decision of a record.

    Args:
        record: the record of the other match.
        game: the number of the game.
        at: the index of the event with which the decision begins, from 0, among all events of
            the game as :func:`~pegout.notation.replay_events` yields them.
        replaced: the seats whose player differs from the record.
        chance: the source of randomness for unknown cards; unpredictable unless given.
        habits: returns the probabilities of discards for the rules and the dealer; called only
            if cards are unknown. Without it all possible discards are equally likely.

    >>> from pegout.fairness import seeded_secrets
    >>> from pegout.match import Match, Seated, Setup
    >>> from pegout.players import advance
    >>> from pegout.rules import Discarded, Rules
    >>> seats = (Seated("Ann", "casual"), Seated("Ben", "casual"))
    >>> played = Match(Setup("old", Rules("half"), seats), secrets=seeded_secrets("old"))
    >>> for _ in advance(played):
    ...     pass
    >>> record = played.record()
    >>> events = [event for event, _ in replay_events(record.rules, record.games[0])]
    >>> at = next(at for at, one in enumerate(events) if isinstance(one, Discarded))
    >>> begun = Match(Setup("new", Rules("half"), seats), practice=practice(record, 1, at))
    >>> begun.to_act == {events[at].seat}, begun.record().tag("Practice")
    (True, 'old game=1 deal=1 seat=0 event=13')

    Raises:
        MatchError: ``no_decision`` where no seat decides there, or where the seat's own cards are
            not known.
        RecordError: for events that do not follow from one another.
    """
    game_record, happened, at = _decision(record, game, at)
    chosen = happened[at]
    assert isinstance(chosen, CHOSEN), "a decision was found"
    seat = chosen.seat
    first = max(
        index for index, event in enumerate(happened[:at]) if isinstance(event, events.Dealt)
    )
    dealt = happened[first]
    assert isinstance(dealt, events.Dealt), "it was found as one"
    if not all(card.known for card in dealt.hands[seat]):
        raise _no_decision(f"the record does not tell the cards of seat {seat}")
    deal = list(takewhile(lambda event: not isinstance(event, events.DealEnded), happened[first:]))
    cards = _cards_of(record, deal, chance or random.Random(), habits)
    before = list(_before(happened[:first]))
    state = _state_after(new_game(record.rules, game_record.dealer), before)
    later = deal[at - first :] if isinstance(chosen, events.Discarded) else ()
    moves = [*_moves(deal[1 : at - first], cards), *_others(later, seat, cards)]
    after = _played(state, [actions.Shuffle(cards.pack), *moves])
    assert seat in to_act(_state_after(state, after)), "the cards drawn allow all that was played"
    began = PracticeBegan(
        match=record.match,
        game=game,
        deal=dealt.deal,
        seat=seat,
        event=at,
        replaced=tuple(sorted(replaced)),
        drawn=cards.drawn,
        starter_at=cards.starter_at,
    )
    return Practice(began, record.rules, game_record.dealer, (*before, *after))


def practice_position(state: State, seat: int, position: str = "") -> Practice:
    """Return the beginning of a match that continues from a position.

    The match begins with the deal of the position, at the scores before it, so that it has a record
    like any other.

    Args:
        state: a state of the position in which all cards are known, such as
            :meth:`pegout.SeatView.sample` draws.
        seat: the seat that decides there.
        position: the position as that seat knows it, for the record; cards of the state that it
            does not have count as drawn at random.

    >>> from random import Random
    >>> from pegout.match import Match, Seated, Setup
    >>> from pegout.notation import describe_position
    >>> seen = describe_position("5H 5S 6D 7C JD KS", scores=(100, 90))
    >>> begin = practice_position(seen.sample(Random(7)), 0)
    >>> setup = Setup("new", begin.rules, (Seated("Ann"), Seated("Ben", "club")), dealer=0)
    >>> Match(setup, practice=begin).view(0).scores
    (100, 90)

    Raises:
        MatchError: ``unreachable_scores`` where they are lower than what was pegged in the deal;
            ``bad_position`` where the seat decides nothing, or with muggins, where answers to
            counts are not recorded; ``unknown_cards``.
    """
    if state.rules.muggins or state.claim is not None or seat not in to_act(state):
        raise MatchError("bad_position", f"seat {seat} cannot go on from here")
    if not all(card.known for hand in state.dealt for card in hand):
        raise MatchError("unknown_cards", "all cards of the deal have to be known to play on")
    moves = list(_moves_to(state))
    try:
        pegged = _begin(_starting_at(state.rules, ()), state, moves)[0].scores
        before = tuple([now - more for now, more in zip(state.scores, pegged, strict=True)])
        if min(before) < 0:
            raise MatchError(
                "unreachable_scores",
                f"the sides peg {pegged} in this deal, and have only {state.scores} points",
            )
        rules = _starting_at(state.rules, before)
        now, happened = _begin(rules, state, moves)
    except IllegalAction as error:
        raise MatchError("bad_position", str(error)) from error
    assert seat in to_act(now), "the position is that of the state"
    began = PracticeBegan(
        match="",
        game=1,
        deal=1,
        seat=seat,
        event=len(happened),
        replaced=(),
        drawn=True,
        starter_at=None if state.starter is None else MIN_PACKET,
        position=position,
    )
    return Practice(began, rules, state.dealer, tuple(happened))


def practice_lesson(
    lesson: str, rules: RulesLike, dealer: int, packs: Sequence[Sequence[Card]]
) -> Practice:
    """Return the beginning of a match whose first deals have given packs.

    Nobody could verify these deals, because no secret decides their cards. The deals after them are
    dealt and sealed like those of any game.

    Args:
        lesson: the name of the lesson, for the record.
        rules: the rules of the match.
        dealer: the seat that deals first.
        packs: the packs in order of the deals; wherever a seat cuts, the starter is the card after
            the first four of what the deal leaves.

    >>> from pegout.cards import CARDS
    >>> from pegout.match import Match, Seated, Setup
    >>> begin = practice_lesson("aces", Rules("half", first_deal="chosen"), 0, [CARDS])
    >>> match = Match(Setup("x", begin.rules, (Seated("Ann"), Seated("Ben"))), practice=begin)
    >>> match.record().tag("Practice")
    'lesson:aces game=1 deal=1 seat=0 event=0'
    >>> for seat in 0, 1:
    ...     entries = match.act(seat, match.legal(seat)[0])
    >>> match.view(1).hand
    (Card('AC'), Card('AH'), Card('2C'), Card('2H'), Card('3C'), Card('3H'))
    """
    rules = as_rules(rules)
    began = PracticeBegan(
        match="",
        game=1,
        deal=len(packs),
        seat=0,
        event=0,
        replaced=(),
        drawn=False,
        starter_at=MIN_PACKET,
        lesson=lesson,
    )
    return Practice(began, rules, dealer, packs=tuple(map(tuple, packs)))


def _starting_at(rules: Rules, scores: tuple[int, ...]) -> Rules:
    """Return the rules of one game from some scores, whose first dealer is chosen."""
    changes = rules.changes() | {"start_scores": scores if any(scores) else ()}
    return Rules(rules.preset, **{**changes, "first_deal": "chosen", "next_deal": "usual"})


def _begin(rules: Rules, state: State, moves: Sequence[Action]) -> tuple[State, list[Event]]:
    """Deal the cards of a state in a new game, and make the moves of its deal."""
    assert state.dealer is not None, "somebody deals the cards of a decision"
    starter = (state.starter or state.pack[MIN_PACKET],)
    rest = (*state.pack[:MIN_PACKET], *starter, *state.pack[MIN_PACKET + (not state.starter) :])
    top = Deal(state.dealt, state.from_pack, (), starter[0], ()).pack(state.dealer, 52)
    pack = (*top[: 52 - len(rest)], *rest)
    ready = [actions.Ready(seat) for seat in range(rules.players)]
    begun = new_game(rules, state.dealer)
    happened = _played(begun, [*ready, actions.Shuffle(pack), *moves])
    return _state_after(begun, happened), happened


def _moves_to(state: State) -> Iterator[Action]:
    """Yield the actions of the deal that led to a state."""
    for seat, cards in enumerate(state.discards):
        if cards:
            yield actions.Discard(seat, cards)
    if state.starter is not None:
        yield actions.Cut(state.cutter, MIN_PACKET)
    pile: list[Card] = []
    for mover, card in moves_of(state):
        if card is not None and mover is not None:
            pile.append(card)
            by_hand = state.rules.counting == "manual"
            runs = state.rules.runs_in_play
            yield actions.Play(mover, card, play_points(pile, runs=runs) if by_hand else None)
        elif mover is not None:
            yield actions.Go(mover)
        else:
            pile = []


def _decision(record: Record, game: int, at: int) -> tuple[GameRecord, list[Event], int]:
    """Return a game with all its events, and the index of the event that begins the decision."""
    found = next((played for played in record.games if played.number == game), None)
    if found is None:
        raise _no_decision(f"the record has no game {game}")
    happened = [event for event, _ in replay_events(record.rules, found)]
    if not 0 <= at < len(happened):
        raise _no_decision(f"game {game} has no event {at}")
    chosen = happened[at]
    if not isinstance(chosen, CHOSEN):
        raise _no_decision(f"nobody decides anything in event {at} of game {game}")
    return found, happened, at - 1 if is_part_of_play(chosen) else at


def _before(happened: Sequence[Event]) -> Iterator[Event]:
    """Yield the events before a pack was shuffled, without the proofs of the other match."""
    shuffled = max(
        index for index, event in enumerate(happened) if isinstance(event, events.Shuffled)
    )
    for event in happened[:shuffled]:
        if isinstance(event, events.SaidReady):
            yield events.SaidReady(event.seat, "")
        elif not isinstance(event, _LEFT_OUT):
            yield event


def opponents(
    kinds: Sequence[str], seat: int, offered: Collection[str], level: str
) -> tuple[str, ...]:
    """Return the kinds of players for practice: recorded computer players, and a level elsewhere.

    Args:
        kinds: for each seat of the record ``person`` or a computer player's name, if known.
        seat: the seat of the player who practises.
        offered: the available computer players.
        level: the computer player for every other seat.

    >>> opponents(["person", "person", "expert", "oracle"], 1, ["club", "expert"], "club")
    ('club', 'person', 'expert', 'club')
    """
    return tuple(
        [
            "person" if at == seat else kind if kind in offered else level
            for at, kind in enumerate(kinds)
        ]
    )


def _no_decision(message: str) -> MatchError:
    return MatchError("no_decision", message)


@dataclass(frozen=True, slots=True)
class _Cards:
    """The cards of a deal, all of them known, and whether some of them were drawn.

    ``starter_at`` is the number of cards lifted for the starter; None if it was never cut.
    """

    pack: tuple[Card, ...]
    discards: tuple[tuple[Card, ...], ...]
    drawn: bool
    starter_at: int | None


def _cards_of(
    record: Record, deal: Sequence[Event], chance: random.Random, habits: Habits | None
) -> _Cards:
    """Return the cards of a deal, with its unknown cards drawn."""
    dealt = deal[0]
    assert isinstance(dealt, events.Dealt), "a deal begins with its cards"
    cut = next((event for event in deal if isinstance(event, events.StarterCut)), None)
    hidden = Hidden.of(record.rules, dealt, deal)
    likely = habits(record.rules, dealt.dealer) if habits and hidden.unknown else None
    hands, discards = drawn(hidden, chance, likely)
    used = {*dealt.crib, *(card for hand in hands for card in hand)}
    if cut is not None:
        used.add(cut.card)
    rest = [card for card in CARDS if card not in used]
    chance.shuffle(rest)
    crib = tuple([card if card.known else rest.pop() for card in dealt.crib])
    starter, at = (rest.pop(), MIN_PACKET) if cut is None else (cut.card, cut.at)
    top = Deal(hands, crib, (), starter, ()).pack(dealt.dealer, at)
    pack = tuple([card if card.known else rest.pop() for card in top])
    known = cut is not None and all(card.known for card in dealt.crib) and not hidden.unknown
    return _Cards(pack, discards, not known, None if cut is None else at)


def _moves(happened: Sequence[Event], cards: _Cards) -> Iterator[Action]:
    """Yield the actions that led to the events of a deal."""
    for index, event in enumerate(happened):
        match event:
            case events.Discarded(seat=seat):
                yield actions.Discard(seat, cards.discards[seat])
            case events.StarterCut(seat=seat, at=lifted):
                yield actions.Cut(seat, lifted)
            case events.Played(seat=seat, card=card):
                after = happened[index + 1] if index + 1 < len(happened) else None
                claim = after.points if isinstance(after, events.Claimed) else None
                yield actions.Play(seat, card, claim)
            case events.SaidGo(seat=seat):
                yield actions.Go(seat)
            case events.Claimed(seat=seat, points=points) if not is_part_of_play(event):
                yield actions.Claim(seat, points)
            case events.MugginsCalled(seat=seat, points=points):
                yield actions.Muggins(seat, points)
            case events.Accepted(seat=seat):
                yield actions.Accept(seat)


def _others(later: Sequence[Event], seat: int, cards: _Cards) -> Iterator[Action]:
    """Yield the other seats' later discards, made without knowledge of the seat's choice."""
    for event in later:
        if isinstance(event, events.Discarded) and event.seat != seat:
            yield actions.Discard(event.seat, cards.discards[event.seat])


def _played(state: State, moves: Sequence[Action]) -> list[Event]:
    """Return the events that follow from some actions."""
    happened: list[Event] = []
    for action in moves:
        state, more = apply(state, action)
        happened += more
    return happened


def _state_after(state: State, happened: Sequence[Event]) -> State:
    for event in happened:
        state = evolve(state, event)
    return state
