"""Set up the decision of a seat from a description: its cards, the score, and the play so far.

People describe a position by what they see. The other hands stay unknown, and the seat of each
card of the play follows from the rules, so that only the cards have to be named.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from pegout.cards import (
    UNKNOWN,
    VALUES,
    Card,
    CardError,
    CardLike,
    CardsLike,
    format_cards,
    known_cards,
    parse_cards,
)
from pegout.notation.errors import DescriptionError, PositionError
from pegout.notation.fill import Cards
from pegout.notation.position import moves_of, read_position, write_position
from pegout.notation.restore import Move, PositionFields, replay_deal, restore
from pegout.numbers import whole_number
from pegout.rules import IllegalAction, Phase, Rules, RulesLike, SeatView, as_rules
from pegout.rules.errors import quoted
from pegout.rules.state import State
from pegout.rules.view import view

#: The word of a seat that says go, and the sign for the end of a count.
GO: Final = "go"
END: Final = "."
#: The count that no card may exceed.
MAX_COUNT: Final = 31


def describe_position(
    hand: CardsLike,
    *,
    dealer: int = 0,
    scores: Sequence[int] = (),
    discards: CardsLike = (),
    starter: CardsLike = (),
    played: str | Iterable[CardLike] = (),
    rules: RulesLike = "standard",
) -> SeatView:
    """Return what seat 0 knows at its decision, from a description.

    Args:
        hand: the cards dealt to seat 0, the discards among them.
        dealer: the seat that deals: 0 for seat 0, 1 for the next on its left, and so on.
        scores: the score of each side, that of seat 0 first; those at the start unless given.
        discards: what seat 0 has discarded; empty while it has to discard.
        starter: the starter, in the play.
        played: the cards played in the deal, from the first, such as ``"7C 8D go 9H"``. A ``go``
            may be left out where the next card says it, and so may ``.``, the end of a count.
        rules: the rules, or the name of a preset.

    >>> seen = describe_position("5H 5S 6D 7C JD KS", dealer=1, scores=(84, 90))
    >>> seen.phase, seen.scores
    (<Phase.DISCARD: 'discard'>, (84, 90))
    >>> seen = describe_position(
    ...     "5H 5S 6D 7C JD KS", discards="JD KS", starter="2C", played="8D 7C 9S"
    ... )
    >>> seen.count, [str(card) for card in seen.playable()]
    (24, ['5H', '5S', '6D'])

    Raises:
        DescriptionError: ``not_your_turn`` or ``all_played`` where seat 0 has nothing to decide;
            ``wrong_turn``, ``not_dealt``, ``discarded``, ``no_starter``, ``no_discards``,
            ``nothing_played``, ``bad_scores``, ``bad_dealer``; ``duplicate_card`` for a card in
            two places; or the code of an illegal action.
        CardError: for cards that cannot be read, or of a wrong number.
        UnknownRules: for rules that do not exist.
    """
    seen = describe_deal(hand, dealer, scores, discards, starter, played, rules)
    if seen.phase is Phase.PLAY and seen.turn != 0:
        raise DescriptionError(
            "not_your_turn",
            f"it is the turn of seat {seen.turn}: name its card, or “go”",
            seat=seen.turn,
        )
    return seen


def describe_deal(
    hand: CardsLike,
    dealer: int,
    scores: Sequence[int],
    discards: CardsLike,
    starter: CardsLike,
    played: str | Iterable[CardLike],
    rules: RulesLike,
) -> SeatView:
    """Return what seat 0 knows after what is described, its turn or not.

    The arguments and the errors are those of :func:`describe_position`, but ``not_your_turn``.
    """
    description = _begin(as_rules(rules), hand, dealer, scores, discards, starter)
    try:
        for word in _words(played):
            if isinstance(word, Card):
                description.add(word)
            elif word == END:
                description.end()
            else:
                description.go(description.state())
        state = description.finish()
    except IllegalAction as error:
        raise DescriptionError(error.code, str(error)) from error
    return view(state, 0)


def _begin(
    rules: Rules,
    hand: CardsLike,
    dealer: int,
    scores: Sequence[int],
    discards: CardsLike,
    starter: CardsLike,
) -> _Description:
    """Check all but the play of a description."""
    cards = known_cards(hand, "the cards dealt to you", (rules.hand_size,))
    away = _some(discards, "your discards", rules.discard_size)
    cut = _some(starter, "the starter", 1)
    for card in away:
        if card not in cards:
            raise DescriptionError(
                "not_dealt", f"the {card} is none of the cards that you were dealt", card=card
            )
    if cut and cut[0] in cards:
        raise _twice(cut[0])
    if away and not cut:
        raise DescriptionError("no_starter", "the play begins with the starter, which is missing")
    if cut and not away:
        raise DescriptionError("no_discards", "there is a starter, but your discards are missing")
    deals = whole_number(dealer)
    if deals is None or deals not in range(rules.players):
        raise DescriptionError(
            "bad_dealer",
            f"the dealer is a seat from 0, your own, to {rules.players - 1}, not {quoted(dealer)}",
            maximum=rules.players - 1,
        )
    points = _scores(rules, scores)
    fields = PositionFields(
        rules=rules,
        phase=Phase.PLAY if away else Phase.DISCARD,
        deal=1,
        dealer=deals,
        scores=points,
        rear=(0,) * rules.sides,
        ready=frozenset(range(rules.players)),
        starter=cut[0] if cut else None,
    )
    return _Description(fields, cards, away)


def _twice(card: Card) -> DescriptionError:
    return DescriptionError("duplicate_card", f"the {card} is there twice", card=card)


def _some(cards: CardsLike, what: str, number: int) -> Cards:
    """Return so many cards, or none where none are given."""
    return known_cards(cards, what, (number,)) if parse_cards(cards) else ()


class Description(NamedTuple):
    """The arguments of :func:`describe_position` as texts, without the rules."""

    hand: str
    dealer: int
    scores: tuple[int, ...]
    discards: str
    starter: str
    played: str


def description_of(seen: SeatView) -> Description:
    """Describe a decision of a seat, with that seat as seat 0.

    >>> seen = describe_position(
    ...     "5H 5S 6D 7C JD KS", discards="JD KS", starter="2C", played="TD 5H TS 5S go 4C"
    ... )
    >>> description_of(seen).played
    'TD 5H TS 5S go . 4C'
    """
    rules = seen.rules
    # A seat that decides has a dealer; the last end of a count follows from the rest.
    dealer = ((seen.dealer or 0) - seen.seat) % rules.players
    sides = range(rules.sides)
    words = [
        str(card) if card is not None else END if mover is None else GO
        for mover, card in moves_of(seen)
    ]
    return Description(
        format_cards(seen.dealt),
        dealer,
        tuple([seen.scores[(side + rules.side(seen.seat)) % rules.sides] for side in sides]),
        format_cards(seen.discards),
        "" if seen.starter is None else str(seen.starter),
        " ".join(words),
    )


def position_to_ask(seen: SeatView) -> str:
    """Write a decision as its description says it: with its seat first, and without earlier deals.

    >>> position_to_ask(describe_position("5H 5S 6D 7C JD KS", dealer=1))
    '1~standard~discard~deal-1-1~score-0.0~rear-0.0~dealt-5H5S6D7CJDKS.xxxxxx'
    """
    said = description_of(seen)
    return write_position(describe_position(**said._asdict(), rules=seen.rules))


def seat_to_ask(text: str, seat: int | None = None) -> SeatView:
    """Read a position as the seat knows it that has to discard or to play.

    Args:
        text: a position, of a seat or with all cards.
        seat: the seat; the first that has to decide and whose cards are known unless given.

    >>> text = "1~standard~discard~deal-1-1~score-0.0~rear-0.0~dealt-5H5S6D7CJDKS.xxxxxx"
    >>> seat_to_ask(text).seat
    0

    Raises:
        PositionError: as :func:`pegout.read_position`; ``not_your_turn`` where no seat, or not
            this one, has to discard or to play; ``unknown_cards`` where its cards are not known.
    """
    state = read_position(text)
    waiting = view(state, None).to_act if state.phase in (Phase.DISCARD, Phase.PLAY) else set()
    if seat is not None and seat not in range(state.rules.players):
        raise PositionError("bad_seat", f"there is no seat {quoted(seat)} in this game")
    able = sorted(waiting) if seat is None else [seat] if seat in waiting else []
    if not able or state.claim is not None:
        who = "nobody" if seat is None else f"seat {seat} does not"
        raise PositionError(
            "not_your_turn", f"{who} has to discard or to play here: the phase is {state.phase}"
        )
    for at in able:
        if all(card.known for card in state.dealt[at]):
            return view(state, at)
    raise PositionError(
        "unknown_cards", f"the cards of seat {able[0]}, which is to decide, have to be known"
    )


def _words(played: str | Iterable[CardLike]) -> list[Card | str]:
    """Return the cards of a play, and its words for a go and the end of a count."""
    if not isinstance(played, str | Iterable) or isinstance(played, set | frozenset | dict):
        raise CardError(
            "bad_card",
            "expected the cards played in their order, such as '7C 8D go 9H', not "
            f"{quoted(played)}",
        )
    words: list[Card | str] = []
    for word in played.replace(",", " ").split() if isinstance(played, str) else played:
        if isinstance(word, str) and word.lower() in (GO, END):
            words.append(word.lower())
        else:
            words += known_cards(word if isinstance(word, str) else [word], "played")
    return words


def _scores(rules: Rules, scores: Sequence[int]) -> tuple[int, ...]:
    listed = isinstance(scores, Iterable) and not isinstance(scores, str | set | frozenset | dict)
    given = tuple(map(whole_number, scores)) if listed else (None,)
    given = given or rules.scores_at_start
    allowed = range(rules.target)
    points = tuple([score for score in given if score is not None and score in allowed])
    if len(points) != rules.sides or len(given) != rules.sides:
        raise DescriptionError(
            "bad_scores",
            f"expected {rules.sides} scores from 0 to {rules.target - 1}, your own first, "
            f"not {quoted(scores)}",
            n=rules.sides,
            maximum=rules.target - 1,
        )
    return points


@dataclass
class _Description:
    """A description of a deal that grows by the moves of its play."""

    fields: PositionFields
    hand: Cards
    discards: Cards
    moves: list[Move] = field(default_factory=list)

    def add(self, card: Card) -> None:
        """Add a card, and the goes and ends of counts that it implies."""
        if card in self.discards:
            raise DescriptionError(
                "discarded", f"the {card} was discarded, and cannot be played", card=card
            )
        if card == self.fields.starter or any(card == played for _, played in self.moves):
            raise _twice(card)
        own = card in self.hand
        while True:
            state = self.state()
            fits = state.count + VALUES[card] <= MAX_COUNT
            if state.turn is not None and fits and (state.turn == 0) is own:
                self.moves.append((state.turn, card))
                return
            if state.count <= MAX_COUNT - 10 and state.turn is not None:
                # The seat whose turn it is can play any card.
                raise DescriptionError(
                    "wrong_turn",
                    f"at a count of {state.count} it is the turn of seat {state.turn}, which does "
                    f"not have the {card}",
                    count=state.count,
                    seat=state.turn,
                    card=card,
                )
            self.go(state)

    def go(self, state: State) -> None:
        """Let the seat that is to play say go, or end the count where it played the last card."""
        if not state.pile:
            raise DescriptionError("nothing_played", "nobody has to say go before a card")
        ends = state.turn in (None, state.pile[-1].seat)
        self.moves.append((None if ends else state.turn, None))

    def end(self) -> None:
        """End the count, with a go of each seat that could still play."""
        number = len(self.moves)
        while (state := self.state()).pile or len(self.moves) == number:
            self.go(state)

    def state(self) -> State:
        """Return the state after the moves so far, which may be at the end of a count."""
        fields = self.complete()
        return replay_deal(fields, fields.deal, fields.dealer or 0)

    def complete(self) -> PositionFields:
        """Return the fields of the position, in which the other hands are unknown."""
        rules = self.fields.rules
        hands = [self.hand]
        for seat in range(1, rules.players):
            shown = [card for mover, card in self.moves if mover == seat and card is not None]
            hands.append((*shown, *[UNKNOWN] * (rules.hand_size - len(shown))))
        away = (UNKNOWN,) * rules.discard_size
        return replace(
            self.fields,
            dealt=tuple(hands),
            crib=(UNKNOWN,) * rules.from_pack,
            discards=(self.discards, *[away] * (rules.players - 1)) if self.discards else (),
            plays=tuple(self.moves),
        )

    def finish(self) -> State:
        """Return the state in which a seat has to discard or to play."""
        if self.discards:
            if (state := self.state()).turn is None:
                self.go(state)
            if self.state().turn is None:
                raise DescriptionError("all_played", "all cards are played: nothing is to decide")
        return restore(self.complete())
