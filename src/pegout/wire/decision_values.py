"""The values of a decision: its options, what the chosen one lost, and the verdict."""

from typing import Literal, TypeAlias

from msgspec import Struct

#: The kind of a decision: a discard, a card, the count of a hand or a card, or muggins.
DecisionKind: TypeAlias = Literal["discard", "play", "count", "muggins"]


class DecisionOption(Struct, frozen=True):
    """An option of a decision, and its value on what the player knew.

    Attributes:
        cards: the cards to discard, or the one card to play; empty for a claim.
        hand: the expected points of the hand; 0 for a card.
        crib: the expected points of the crib, negative for an opponent's crib; 0 for a card.
        play: the expected points pegged from here on, less those that opponents peg.
        points: the sum of hand, crib and play.
        chance: the win probability of the game, from 0 to 1.
        share: the frequency of the card in the solved play strategy, from 0 to 1; ``null`` where
            the strategy does not cover the decision.
        tied: whether its value cannot be distinguished from the best.
        claim: the points to claim, 0 to accept a count; ``null`` for a choice of cards.
        words: the option in words: its cards, or its claim.
    """

    cards: list[str]
    hand: float
    crib: float
    play: float
    points: float
    chance: float
    share: float | None
    tied: bool
    claim: int | None
    words: str


class DecisionLoss(Struct, frozen=True):
    """The loss of a decision against the best option; 0 where the two cannot be distinguished.

    Attributes:
        points: the loss in net points of the deal.
        chance: the loss in win probability.
        tied: whether the two options cannot be distinguished.
    """

    points: float
    chance: float
    tied: bool


#: The size of a decision's loss, for programs.
VerdictName: TypeAlias = Literal["fine", "inaccuracy", "mistake", "large_mistake"]


class DecisionVerdict(Struct, frozen=True):
    """The size of a decision's loss, in a word.

    Attributes:
        name: the verdict, for programs.
        word: the verdict, for people.
    """

    name: VerdictName
    word: str


class DecisionAdvice(Struct, frozen=True):
    """The options of a decision that is still to be made, and the reason for the best.

    Attributes:
        kind: the kind of the decision.
        by_chance: whether options are ranked by win probability; otherwise by points.
        options: the best three, the best first; then the option in question, if it is none of
            these.
        chosen: the index of the option in question among them, from 0; ``null`` without one.
        loss: the loss of the option in question.
        verdict: the size of that loss.
        says: a sentence on why the best option is best, compared with the option in question.
    """

    kind: DecisionKind
    by_chance: bool
    options: list[DecisionOption]
    chosen: int | None
    loss: DecisionLoss | None
    verdict: DecisionVerdict | None
    says: str
