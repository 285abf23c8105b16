"""The state of the table in words: whose turn, whose crib, the scores, the label of a button.

Each function takes the :class:`~pegout.text.sentences.Teller` of a seat and that seat's view.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pegout.cards import Card
from pegout.rules import Phase, Play, View
from pegout.text.language import mark
from pegout.text.names import short, shorts
from pegout.text.sentences import Teller


def turn(teller: Teller, view: View, ahead: View | None = None) -> str:
    """Say what this seat has to do now, or for whom the table waits.

    ``ahead`` is the seat's view after it accepts a count, if it may then play at once: see
    :meth:`pegout.match.Match.if_it_stands`.

    >>> from pegout.match import Match, Seated, Setup
    >>> from pegout.rules import Rules
    >>> from pegout.text.language import language
    >>> match = Match(Setup("x", Rules(), (Seated("Ann"), Seated("Ben"))))
    >>> turn(Teller(language("en"), ("Ann", "Ben"), 0, Rules()), match.view(0))
    'Shuffle for the cut.'
    """
    if view.seat is not None and view.seat == teller.seat and view.seat in view.to_act:
        return _yours(teller, view, ahead)
    return waiting(teller, view)


def named_turn(teller: Teller, view: View, ahead: View | None = None) -> str:
    """Say who is to act and what to do, for a screen that several persons share.

    The arguments are those of :func:`turn`, for a seat that is to act.
    """
    who = waiting(teller, replace(view, to_act=frozenset({teller.seat or 0})))
    return f"{who} {turn(teller, view, ahead)}"


def _yours(teller: Teller, view: View, ahead: View | None = None) -> str:
    t = teller.t
    if view.claim is not None:
        name = teller.names[view.claim.seat]
        if view.claim.claimed:
            points = t.number(view.claim.claimed)
            claimed = t.text("{name} counts {points}.", name=name, points=points)
        else:
            claimed = t.text("{name} counts nothing.", name=name)
        then = t.text("Go on, or call muggins.") if ahead is None else _yours(teller, ahead)
        return f"{claimed} {then}"
    match view.phase:
        case Phase.READY:
            return _ready(teller, view)
        case Phase.CUT_FOR_DEAL:
            return t.text("Cut for the first deal: the lowest card deals.")
        case Phase.DISCARD:
            return _discard(teller, view)
        case Phase.CUT:
            return t.text("Cut the pack for the starter.")
        case Phase.PLAY if any(isinstance(action, Play) for action in view.legal):
            return t.text("Your turn: play a card.")
        case Phase.PLAY:
            return t.text("Your turn: no card fits, say go.")
    shown = view.shown[-1]
    return t.text("Count your crib.") if shown.crib else t.text("Count your hand.")


def _ready(teller: Teller, view: View) -> str:
    t = teller.t
    if view.deal == 0:
        return t.text("Shuffle for the cut.")
    if view.dealer == teller.seat:
        return t.text("Your deal.")
    return t.text("{name} deals.", name=teller.names[view.dealer or 0])


def _discard(teller: Teller, view: View) -> str:
    t, discards = teller.t, view.rules.discard_size
    if view.dealer == teller.seat:
        return t.plural(
            "Discard one card to your crib.",
            "Discard {cards} cards to your crib.",
            discards,
            cards=t.number(discards),
        )
    return t.plural(
        "Discard one card to {name}’s crib.",
        "Discard {cards} cards to {name}’s crib.",
        discards,
        cards=t.number(discards),
        name=teller.names[view.dealer or 0],
    )


def waiting(teller: Teller, view: View) -> str:
    """Say for whom the table waits, and for what."""
    t = teller.t
    seats = [seat for seat in sorted(view.to_act) if seat >= 0]
    if view.phase is Phase.OVER:
        return over(teller, view)
    if not seats:
        return t.text("The cards are shuffled.")
    names = t.join([teller.names[seat] for seat in seats])
    if view.claim is not None:
        return t.text("{names} to answer the count.", names=names)
    match view.phase:
        case Phase.READY:
            return t.text("Waiting for {names}.", names=names)
        case Phase.CUT_FOR_DEAL | Phase.CUT:
            return t.text("{names} to cut.", names=names)
        case Phase.DISCARD:
            return t.text("{names} to discard.", names=names)
        case Phase.SHOW:
            return t.text("{names} to count.", names=names)
    return t.text("{names} to play.", names=names)


def over(teller: Teller, view: View) -> str:
    """Say that the game is over, and how it ended if it ended before the last hole."""
    if view.resigned is not None:
        return teller.resigned(view.resigned)
    if view.result is not None and not view.result.winners:
        return teller.stopped()
    return teller.t.text("The game is over.")


def offer(teller: Teller, view: View) -> str:
    """Say who has offered to end the game here; empty without an offer, or after the game."""
    seats = sorted(view.stopping, key=lambda seat: (seat != teller.seat, seat))
    if not seats or view.result is not None:
        return ""
    t, names = teller.t, [teller.names[seat] for seat in seats]
    if seats[0] != teller.seat:
        return t.plural(
            "{names} offers to stop.", "{names} offer to stop.", len(names), names=t.join(names)
        )
    if len(seats) == 1:
        return t.text("You offer to stop.")
    return t.text("You and {others} offer to stop.", others=t.join(names[1:]))


def phase(teller: Teller, view: View) -> str:
    """Name the phase of the game."""
    t = teller.t
    match view.phase:
        case Phase.READY | Phase.SHUFFLE:
            return t.text("The deal")
        case Phase.CUT_FOR_DEAL:
            return t.text("Cutting for the deal")
        case Phase.DISCARD:
            return t.text("The discard")
        case Phase.CUT:
            return t.text("The cut")
        case Phase.PLAY:
            return t.text("The play")
        case Phase.SHOW:
            return t.text("The show")
    return t.text("The end")


def crib(teller: Teller, view: View) -> str:
    """Say whose crib it is; empty before there is a dealer."""
    if view.dealer is None:
        return ""
    return teller.by(view.dealer, mark("your crib"), mark("{name}’s crib"))


def to_crib(teller: Teller, view: View) -> str:
    """Say whose crib the cards go to; empty before there is a dealer."""
    if view.dealer is None:
        return ""
    return teller.by(view.dealer, mark("to your crib"), mark("to {name}’s crib"))


def score(teller: Teller, side: int, points: int) -> str:
    """Say the score of one side: ``You 57``."""
    return teller.t.text("{side} {points}", side=teller.side_name(side), points=points)


def scores(teller: Teller, points: Sequence[int]) -> str:
    """Say all scores, the addressed player's first: ``You 57, Ann 43``."""
    order = sorted(range(len(points)), key=lambda side: not teller.own(side))
    return ", ".join([score(teller, side, points[side]) for side in order])


def needs(teller: Teller, points: int) -> str:
    """Say how many points a side still needs: ``needs 5``."""
    return teller.t.plural("needs {n}", "needs {n}", points)


def discard_button(teller: Teller, cards: Iterable[Card]) -> str:
    """Return the label of the button that discards these cards: ``Discard 7♣ and K♥``."""
    names = [short(card) for card in cards]
    return teller.t.text("Discard {cards}", cards=teller.t.join(names))


def pile(teller: Teller, view: View) -> str:
    """List the cards of the current count, for screen readers."""
    if not view.pile:
        return teller.t.text("No card has been played in this count.")
    cards = shorts(played.card for played in view.pile)
    return teller.t.text(
        "The count is {count}: {cards}.", count=teller.t.number(view.count), cards=cards
    )


def verdict(teller: Teller, *, ok: bool) -> tuple[str, str]:
    """Explain the result of a verification: what is proved, and what no such check can prove."""
    t = teller.t
    if not ok:
        return (
            t.text(
                "The check failed. The secret does not fit the seal that was published, or the "
                "cards are not where the secret puts them: this deal is not the one that was "
                "promised."
            ),
            t.text(
                "Before you blame anyone, check that the seal, the words of the players and the "
                "cards are those of this deal. A record that was damaged or edited fails too."
            ),
        )
    return (
        t.text(
            "The check succeeded: the cards were fixed before the first one was cut or dealt. No "
            "discard, no cut, no score and no player’s strength had any influence on their order."
        ),
        t.text(
            "It does not prove that nobody looked at the cards, or that no deal was abandoned "
            "before it began. And unless a player you trust added a word to the shuffle after the "
            "seal was published, the host may have chosen the pack beforehand."
        ),
    )
