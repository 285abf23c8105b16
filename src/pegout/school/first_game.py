"""The first game: its cards, and the script of its steps.

The lesson chooses the cards of three deals, so that everything comes up whatever the learner does.
The first hand has fifteens, a pair and a run. The second has a jack of the starter's suit, and the
opponent holds nothing at all. In the third all six cards are of one suit, and the starter is a jack
for the learner, who deals. The deals after that are those of any game.
"""

from collections.abc import Callable
from typing import Final

from pegout.cards import CARDS, Card, parse_cards
from pegout.match import Practice
from pegout.match.practice import practice_lesson
from pegout.notation.fill import Deal
from pegout.rules import (
    CountEnded,
    DealEnded,
    Dealt,
    HandShown,
    Phase,
    Played,
    Rules,
    SaidGo,
    Scored,
    StarterCut,
)
from pegout.rules.engine import MIN_PACKET
from pegout.school.lesson import Found, LessonStep, Moment, bare_items
from pegout.scoring import Kind
from pegout.table.offers import FIRST_LEVEL
from pegout.text.language import mark

#: The name of the lesson in records.
NAME: Final = "first-game"
#: The seat of the learner, who deals first.
LEARNER: Final = 0
#: The level of the opponent.
LEVEL: Final = FIRST_LEVEL
RULES: Final = Rules("half", first_deal="chosen")

#: The last deal in which cards that would score are marked; after it only mistakes are told.
MARKED: Final = 2
#: The points that a decision has to lose for a warning, once no card is marked.
WARNS: Final = 2.0

#: For each deal the cards of the learner, those of the opponent, and the starter.
_DEALS: Final = (
    ("5H 5S JD QC KH 2S", "AH 4D 6C 7H 8S TS", "9S"),
    ("JC 5D 7S 8D 9C 3H", "2D 4C 6H 8S TH QD", "KC"),
    ("2H 4H 6H 8H 9H KH", "AS 3D 5C 6S 7D QS", "JS"),
)


def packs() -> tuple[tuple[Card, ...], ...]:
    """Return the packs of the deals that the lesson chooses."""
    return tuple([_pack(deal % 2, *cards) for deal, cards in enumerate(_DEALS)])


def _pack(dealer: int, own: str, other: str, starter: str) -> tuple[Card, ...]:
    hands = parse_cards(own), parse_cards(other)
    (turned,) = parse_cards(starter)
    top = Deal(hands, (), (), turned, ()).pack(dealer, MIN_PACKET)
    used = {turned, *hands[0], *hands[1]}
    rest = iter([card for card in CARDS if card not in used])
    return tuple([card if card.known else next(rest) for card in top])


def begin() -> Practice:
    """Return the beginning of the match of the lesson."""
    return practice_lesson(NAME, RULES, LEARNER, packs())


def _waiting(deal: int) -> Callable[[Moment], Found | None]:
    """The table waits for the cards of a deal."""

    def when(moment: Moment) -> Found | None:
        at = moment.begins(deal)
        if at is None:
            return None
        needs = moment.view.rules.target - moment.view.scores[moment.view.seat]
        return Found(at, values={"n": needs})

    return when


def _over(deal: int) -> Callable[[Moment], Found | None]:
    """A deal is over."""

    def when(moment: Moment) -> Found | None:
        ended = moment.first(DealEnded, lambda event: event.deal == deal)
        if ended is None:
            return None
        needs = moment.view.rules.target - moment.view.scores[moment.view.seat]
        return Found(ended[0], values={"n": needs})

    return when


def _dealt(*kinds: Kind) -> Callable[[Moment], Found | None]:
    """The first hand is dealt, and not discarded from; it has items of these kinds."""

    def when(moment: Moment) -> Found | None:
        dealt = moment.first(Dealt)
        if dealt is None or moment.asked(1, Phase.DISCARD) is None:
            return None
        items = bare_items(sorted(moment.view.hand), kinds)
        return Found(dealt[0], tuple({card for item in items for card in item.cards}), items)

    return when


def _decides(deal: int, phase: Phase) -> Callable[[Moment], Found | None]:
    """The learner has to decide in a phase of a deal."""

    def when(moment: Moment) -> Found | None:
        at = moment.asked(deal, phase)
        return None if at is None else Found(at)

    return when


def _first_play(moment: Moment) -> Found | None:
    """The learner plays a card for the first time."""
    at = moment.asked(1, Phase.PLAY)
    own = moment.first(Played, lambda event: event.seat == moment.view.seat)
    return Found(at) if at is not None and own is None else None


def _starter(moment: Moment) -> Found | None:
    cut = moment.first(StarterCut, deal=1)
    return None if cut is None else Found(cut[0], (cut[1].card,))


def _lead(moment: Moment) -> Found | None:
    played = moment.first(Played, deal=1)
    if played is None:
        return None
    number, event = played
    return Found(number, (event.card,), values={"card": event.card, "count": event.count})


def _pegged(moment: Moment) -> Found | None:
    """Points are scored in the play for the first time."""
    scored = moment.first(Scored, lambda event: event.reason in ("play", "go"))
    return None if scored is None else Found(scored[0])


def _go(by_learner: bool) -> Callable[[Moment], Found | None]:
    """The first go of the game is said, by the learner or the opponent."""

    def when(moment: Moment) -> Found | None:
        said = moment.first(SaidGo)
        if said is None or (said[1].seat == moment.view.seat) is not by_learner:
            return None
        return Found(said[0])

    return when


def _again(moment: Moment) -> Found | None:
    """A count ends for the first time while cards are held."""
    for number, event in moment.log:
        if isinstance(event, CountEnded):
            follows = next((one.event for one in moment.log if one.number > number), None)
            return None if isinstance(follows, HandShown) else Found(number)
    return None


def _last_card(moment: Moment) -> Found | None:
    """The last card of a deal scores one."""
    scored = moment.first(
        Scored, lambda event: any(item.kind is Kind.LAST_CARD for item in event.items)
    )
    return None if scored is None else Found(scored[0], scored[1].items[0].cards)


def _shown(
    deal: int, *, own: bool, crib: bool = False, tap: bool = False
) -> Callable[[Moment], Found | None]:
    """A hand of the show is turned up: the learner's or the opponent's, or the crib."""

    def when(moment: Moment) -> Found | None:
        seat = moment.view.seat if own else moment.other
        shown = moment.shown(deal, seat, crib=crib)
        if shown is None:
            return None
        items = moment.counted(shown[1], deal)
        if tap and not items:
            return None
        return Found(shown[0], items=items if tap else ())

    return when


def _scoring(deal: int, kind: Kind) -> Callable[[Moment], Found | None]:
    """A hand or crib that has an item of this kind is turned up."""

    def when(moment: Moment) -> Found | None:
        for number, event in moment.of_deal(deal):
            if isinstance(event, HandShown):
                for item in moment.counted(event, deal):
                    if item.kind is kind:
                        return Found(number, item.cards)
        return None

    return when


def _nothing(moment: Moment) -> Found | None:
    """A hand is counted in which nothing scores."""
    for deal in range(1, len(_DEALS) + 1):
        for number, event in moment.of_deal(deal):
            if isinstance(event, HandShown) and not moment.counted(event, deal):
                return Found(moment.told(number), event.cards)
    return None


def _heels(moment: Moment) -> Found | None:
    scored = moment.first(Scored, lambda event: event.reason == "heels")
    return None if scored is None else Found(scored[0], scored[1].items[0].cards)


_RUNS: Final = (Kind.RUN, Kind.DOUBLE_RUN, Kind.TRIPLE_RUN, Kind.DOUBLE_DOUBLE_RUN)

#: How many items of a hand the learner counts; the table counts them all after that.
_ENOUGH: Final = 3

#: The steps of the first game; of those that come up together, the first here is said first.
SCRIPT: Final = (
    LessonStep(
        "board",
        1,
        mark("Each of you has two pegs on the board: the first to reach hole 61 wins."),
        "board",
        "press",
        _waiting(1),
    ),
    LessonStep(
        "deal", 1, mark("You are the dealer: deal the cards."), "button", "act", _waiting(1)
    ),
    LessonStep(
        "fifteen",
        1,
        mark(
            "Cards that add up to fifteen score two, and jack, queen and king count ten: "
            "choose a five and one of these."
        ),
        "hand",
        "tap",
        _dealt(Kind.FIFTEEN),
        need=1,
    ),
    LessonStep(
        "pair",
        1,
        mark("Two of the same rank are a pair and score two: choose both fives."),
        "hand",
        "tap",
        _dealt(Kind.PAIR),
        need=1,
    ),
    LessonStep(
        "run",
        1,
        mark("Three in a row are a run and score three: choose jack, queen and king."),
        "hand",
        "tap",
        _dealt(*_RUNS),
        need=1,
    ),
    LessonStep(
        "discard",
        1,
        mark(
            "Choose two cards for the crib: it is a hand of its own, "
            "and the dealer counts it, this time you."
        ),
        "crib",
        "act",
        _decides(1, Phase.DISCARD),
    ),
    LessonStep(
        "starter",
        1,
        mark(
            "This is the starter: it counts with your hand, with {name}’s hand and with the crib."
        ),
        "starter",
        "press",
        _starter,
    ),
    LessonStep(
        "lead",
        1,
        mark("{name} plays first: you take turns, and the cards are added up, never above 31."),
        "count",
        "press",
        _lead,
    ),
    LessonStep(
        "play",
        1,
        mark(
            "Play a card: you score if it makes 15 or 31, "
            "or a pair or a run with the cards before it."
        ),
        "hand",
        "act",
        _first_play,
    ),
    LessonStep(
        "pegs",
        1,
        mark(
            "Points are pegged at once: the rear peg jumps ahead, "
            "and the other marks where it came from."
        ),
        "board",
        "press",
        _pegged,
    ),
    LessonStep(
        "their_go",
        1,
        mark(
            "{name} has no card that stays within 31 and says go: play on if you can, "
            "and the last card scores one."
        ),
        "count",
        "press",
        _go(by_learner=False),
    ),
    LessonStep(
        "own_go",
        1,
        mark(
            "None of your cards stays within 31, so you say go: {name} plays on, "
            "and the last card scores one."
        ),
        "count",
        "press",
        _go(by_learner=True),
    ),
    LessonStep(
        "again",
        1,
        mark("This count is over: the next one begins at 0."),
        "pile",
        "press",
        _again,
    ),
    LessonStep(
        "last_card",
        1,
        mark("The last card of a deal scores one as well."),
        "pile",
        "press",
        _last_card,
    ),
    LessonStep(
        "their_hand",
        1,
        mark(
            "Now the hands are counted, each with the starter: {name}’s first, because you dealt."
        ),
        "show",
        "press",
        _shown(1, own=False),
    ),
    LessonStep(
        "own_hand",
        1,
        mark(
            "Your hand: choose the cards of a fifteen, a pair or a run, "
            "one combination after the other."
        ),
        "show",
        "tap",
        _shown(1, own=True, tap=True),
        need=_ENOUGH,
    ),
    LessonStep(
        "own_crib",
        1,
        mark("The crib is counted last: it is yours, because you dealt."),
        "show",
        "press",
        _shown(1, own=True, crib=True),
    ),
    LessonStep(
        "needs",
        2,
        mark("You need {n} more points to win, and now {name} deals."),
        "board",
        "press",
        _over(1),
    ),
    LessonStep(
        "their_crib",
        2,
        mark("This crib is {name}’s: keep what scores, and give nothing that helps."),
        "crib",
        "act",
        _decides(2, Phase.DISCARD),
    ),
    LessonStep(
        "cut", 2, mark("Cut the pack where you like."), "pack", "act", _decides(2, Phase.CUT)
    ),
    LessonStep(
        "nobs",
        2,
        mark("A jack of the starter’s suit scores one: players call it his nobs."),
        "show",
        "press",
        _scoring(2, Kind.NOBS),
    ),
    LessonStep(
        "own_hand_again",
        2,
        mark("Choose what scores in your hand."),
        "show",
        "tap",
        _shown(2, own=True, tap=True),
        need=_ENOUGH,
    ),
    LessonStep(
        "nineteen",
        2,
        mark("Nothing scores here: players call that nineteen, because no hand can score 19."),
        "show",
        "press",
        _nothing,
    ),
    LessonStep(
        "skunk",
        3,
        mark("This is the skunk line: a loser who has not passed it loses double."),
        "board",
        "press",
        _over(2),
    ),
    LessonStep(
        "heels",
        3,
        mark("The starter is a jack: two points for the dealer at once, called his heels."),
        "starter",
        "press",
        _heels,
    ),
    LessonStep(
        "flush",
        3,
        mark(
            "Four cards of one suit in a hand are a flush and score four, "
            "or five with a starter of that suit."
        ),
        "show",
        "press",
        _scoring(3, Kind.FLUSH),
    ),
)

#: What the learner knows after the game, said when it is over.
LEARNT: Final = (
    mark("Fifteens, pairs and runs score, in the play and in the show."),
    mark("The crib is the dealer’s: mind whose it is when you discard."),
    mark("The question mark at a table says what scores."),
)
