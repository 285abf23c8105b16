"""Sentences on the end of a game and for sharing: the margin, and the memorable feats."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from pegout.notation import CountedHand, Outcome
from pegout.text.language import Translator, mark
from pegout.text.names import short, shorts
from pegout.text.rulebook import level_name
from pegout.text.sentences import Teller

_PERSON: Final = "person"

#: The kinds of memorable feats.
FeatKind = Literal["skunk", "double_skunk", "triple_skunk", "comeback", "hand"]


class Feat(NamedTuple):
    """A memorable feat of a game."""

    kind: FeatKind
    word: str
    says: str


class Story(NamedTuple):
    """The story of a game for one of its players to share; it names no other person.

    ``feats`` and ``hand`` are empty without any; ``text`` is the whole story in lines.
    """

    headline: str
    score: str
    feats: str
    hand: str
    text: tuple[str, ...]


# For a single player, and for one of two partners.
_WON: Final = (mark("I won by {n}."), mark("We won by {n}."))
_SHARED: Final = (mark("I shared the win."), mark("We shared the win."))
_LOST: Final = (mark("I lost by {n}."), mark("We lost by {n}."))
_SKUNK: Final = (mark("A skunk."), mark("A double skunk."), mark("A triple skunk."))
_SKUNKED: Final = (
    (mark("I was skunked."), mark("We were skunked.")),
    (mark("I was double skunked."), mark("We were double skunked.")),
    (mark("I was triple skunked."), mark("We were triple skunked.")),
)
# The feat of a skunk by how badly it was beaten; the words for its winner, and for its loser.
_SKUNK_FEATS: Final[tuple[tuple[FeatKind, str, str], ...]] = (
    ("skunk", mark("A skunk!"), mark("Skunked!")),
    ("double_skunk", mark("A double skunk!"), mark("Double skunked!")),
    ("triple_skunk", mark("A triple skunk!"), mark("Triple skunked!")),
)
_BEHIND: Final = (mark("I was {n} holes behind."), mark("We were {n} holes behind."))


def headline(teller: Teller, outcome: Outcome) -> str:
    """State the outcome of a game in one sentence.

    >>> from pegout.rules import Rules
    >>> from pegout.text.language import language
    >>> teller = Teller(language("en"), ("Ann", "Ben"), 1, Rules(), single=True)
    >>> headline(teller, Outcome((0,), (0, 0), (121, 98), 23, False, 0, (None, None)))
    'Ann wins by 23.'
    """
    if not outcome.winners:
        return teller.stopped()
    if outcome.early or len(outcome.winners) > 1:
        return teller.won(outcome.winners)
    return teller.won_by(outcome.winners[0], outcome.margin)


def feats(teller: Teller, outcome: Outcome) -> list[Feat]:
    """Describe the memorable feats of a game, the greatest first; none if it ended early."""
    if outcome.early:
        return []
    t = teller.t
    listed: list[Feat] = []
    worst = max(outcome.skunks)
    if worst:
        beaten = any(skunk and teller.own(side) for side, skunk in enumerate(outcome.skunks))
        kind, won, lost = _SKUNK_FEATS[worst - 1]
        says = " ".join(teller.skunked(outcome.skunks))
        listed.append(Feat(kind, t.text(lost if beaten else won), says))
    if outcome.comeback:
        says = teller.behind(outcome.winners[0], outcome.behind)
        listed.append(Feat("comeback", t.text("A comeback!"), says))
    great = outcome.great
    if great:
        said = mark("A crib of {points}!") if great.crib else mark("A hand of {points}!")
        listed.append(Feat("hand", t.text(said, points=great.points), _whose(teller, great)))
    return listed


def _whose(teller: Teller, hand: CountedHand) -> str:
    cards = f"{shorts(sorted(hand.cards))} + {short(hand.starter)}"
    if hand.crib:
        you, other = mark("Your crib: {cards}."), mark("{name}’s crib: {cards}.")
    else:
        you, other = mark("Your hand: {cards}."), mark("{name}’s hand: {cards}.")
    return teller.by(hand.seat, you, other, cards=cards)


def story(teller: Teller, outcome: Outcome, kinds: Sequence[str]) -> Story | None:
    """Tell a game from one player's view, without the name of any other person.

    It is ``None`` for a spectator, and for a game that ended early.

    >>> from pegout.rules import Rules
    >>> from pegout.text.language import language
    >>> teller = Teller(language("en"), ("Ann", "Ben"), 1, Rules(), single=True)
    >>> outcome = Outcome((0,), (0, 0), (121, 98), 23, False, 0, (None, None))
    >>> print(*story(teller, outcome, ("person", "person")).text)
    I lost by 23. 98 to 121, against a friend.
    """
    if teller.seat is None or outcome.early:
        return None
    t, own = teller.t, teller.rules.side(teller.seat)
    team = teller.rules.has_partners
    if own not in outcome.winners:
        # This side's own margin, which may differ from that of the win among several.
        best = [outcome.scores[side] for side in outcome.winners]
        gap = min([abs(score - outcome.scores[own]) for score in best])
        ended = t.text(_LOST[team], n=gap)
    elif len(outcome.winners) > 1:
        ended = t.text(_SHARED[team])
    else:
        ended = t.text(_WON[team], n=outcome.margin)
    others = [str(score) for side, score in enumerate(outcome.scores) if side != own]
    score = t.text(
        "{own} to {others}, {against}.",
        own=outcome.scores[own],
        others=t.join(others),
        against=_against(teller.seat, kinds, t),
    )
    memorable = _memorable(outcome, own, t, team=team)
    best_hand = outcome.best[own]
    hand = _hand(best_hand, t) if best_hand else ""
    text = [f"{ended} {score}", memorable]
    if best_hand:
        cards = f"{shorts(sorted(best_hand.cards))} + {short(best_hand.starter)}"
        text.append(t.text("{hand} ({cards})", hand=hand, cards=cards))
    return Story(ended, score, memorable, hand, tuple([line for line in text if line]))


def _memorable(outcome: Outcome, own: int, t: Translator, *, team: bool) -> str:
    said = []
    beaten = outcome.skunks[own]
    if beaten:
        said.append(t.text(_SKUNKED[beaten - 1][team]))
    elif own in outcome.winners and any(outcome.skunks):
        said.append(t.text(_SKUNK[max(outcome.skunks) - 1]))
    if outcome.comeback and own in outcome.winners:
        said.append(t.text(_BEHIND[team], n=outcome.behind))
    return " ".join(said)


def _hand(best: CountedHand, t: Translator) -> str:
    said = mark("Best crib: {points}") if best.crib else mark("Best hand: {points}")
    return t.text(said, points=best.points)


def _against(seat: int, kinds: Sequence[str], t: Translator) -> str:
    """Name the opponents of a seat: levels have names here, and people have none."""
    others = [kind for at, kind in enumerate(kinds) if at != seat]
    people = others.count(_PERSON)
    if people == len(others):
        return t.text("against a friend") if people == 1 else t.text("with friends")
    if people:
        return t.text("with friends and the computer")
    levels = {level_name(kind, t) for kind in others}
    if len(levels) == 1:
        return t.text("against the computer ({level})", level=levels.pop())
    return t.text("against the computer")
