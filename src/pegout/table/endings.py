"""The end of a game as one seat sees it, sent with the event that ends it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pegout.notation import CountedHand, outcome_of
from pegout.rules import Rules, Scored
from pegout.text import Teller
from pegout.text.outcomes import feats, headline, story
from pegout.wire import table as wire


def encode_outcome(
    events: Iterable[object], teller: Teller, kinds: Sequence[str]
) -> wire.Outcome | None:
    """Describe how a game ended; ``None`` if it is not over.

    The events are those of the whole game; hidden cards are not read. ``kinds`` has ``person`` or
    the level at each seat.
    """
    outcome = outcome_of(teller.rules, events)
    if outcome is None:
        return None
    shown = {"hand": outcome.great}
    encoded = [
        wire.Feat(feat.kind, feat.word, feat.says, _hand(shown.get(feat.kind)))
        for feat in feats(teller, outcome)
    ]
    summary = story(teller, outcome, kinds)
    mine = None
    if summary is not None and teller.seat is not None:
        best = _hand(outcome.best[teller.rules.side(teller.seat)])
        mine = wire.Story(
            summary.headline, summary.score, summary.feats, summary.hand, best, list(summary.text)
        )
    return wire.Outcome(
        winners=list(outcome.winners),
        margin=outcome.margin,
        early=outcome.early,
        says=headline(teller, outcome),
        worth=teller.worth(outcome.worth),
        feats=encoded,
        story=mine,
    )


class SidePoints(NamedTuple):
    """The points of a side in a game, by where it scored them."""

    play: int
    hands: int
    cribs: int


def points_of(rules: Rules, events: Iterable[object]) -> list[SidePoints]:
    """Return where each side scored its points; at the end a peg stops at the last hole.

    The scores from which a game begins were not scored anywhere.

    >>> points_of(Rules(), [Scored(0, "heels", (), 2, 2), Scored(1, "hand", (), 6, 4)])
    [SidePoints(play=2, hands=0, cribs=0), SidePoints(play=0, hands=4, cribs=0)]
    """
    points = [SidePoints(0, 0, 0)] * rules.sides
    for event in events:
        if isinstance(event, Scored):
            side = rules.side(event.seat)
            where = {"hand": "hands", "crib": "cribs"}.get(event.reason, "play")
            more = event.score - rules.scores_at_start[side] - sum(points[side])
            points[side] = points[side]._replace(**{where: getattr(points[side], where) + more})
    return points


def _hand(hand: CountedHand | None) -> wire.BestHand | None:
    if hand is None:
        return None
    cards = [str(card) for card in sorted(hand.cards)]
    return wire.BestHand(hand.seat, hand.crib, cards, str(hand.starter), hand.points)
