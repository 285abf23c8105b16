"""Events to sentences: everything that happens at the table, said to one seat or to nobody.

>>> from pegout.cards import Card
>>> from pegout.rules import Played, SaidGo, rules
>>> from pegout.text.language import language
>>> tell = Teller(language("en"), ("Ann", "Ben"), 1, rules())
>>> tell.say(Played(0, Card("7C"), 22))
'Ann plays the seven of clubs; the count is twenty-two.'
>>> tell.say(SaidGo(1, 28))
'You say go.'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from pegout.match import (
    Asked,
    GameBegan,
    LogEvent,
    MatchBegan,
    MatchEnded,
    SecretDrawn,
    Undone,
)
from pegout.rules import (
    Accepted,
    Claimed,
    Committed,
    Counted,
    CountEnded,
    CutTied,
    DealEnded,
    DealerChosen,
    DealerCut,
    Dealt,
    Discarded,
    GameEnded,
    HandShown,
    MugginsCalled,
    Played,
    Result,
    Revealed,
    Rules,
    SaidGo,
    SaidReady,
    Scored,
    Shuffled,
    StarterCut,
)
from pegout.scoring import Kind
from pegout.text.counting import cadence, item_names
from pegout.text.language import Translator, capital, mark
from pegout.text.names import card_names, side_name, the_card, the_cards

__all__ = ["Teller"]

#: How many digits of a commitment are shown; all of it is in the record.
SHOWN_DIGITS: Final = 16

# What is said of a side: of you, of your team, of another player, of another team.
_BySide = tuple[str, str, str, str]

_WON: Final[_BySide] = (
    mark("You win the game."),
    mark("You and {partner} win the game."),
    mark("{side} wins the game."),
    mark("{side} win the game."),
)
_MATCH_WON: Final[_BySide] = (
    mark("You win the match."),
    mark("You and {partner} win the match."),
    mark("{side} wins the match."),
    mark("{side} win the match."),
)
_SKUNKED: Final[tuple[_BySide, _BySide]] = (
    (
        mark("You are skunked."),
        mark("You and {partner} are skunked."),
        mark("{side} is skunked."),
        mark("{side} are skunked."),
    ),
    (
        mark("You are double skunked."),
        mark("You and {partner} are double skunked."),
        mark("{side} is double skunked."),
        mark("{side} are double skunked."),
    ),
)


class Teller:
    """Says what happens, from where one seat sits.

    Nothing is remembered between two events, so a log may be told from anywhere and again.

    Args:
        translator: the language.
        names: the name of each seat.
        seat: who is spoken to and called ``you``; ``None`` to speak of everybody by name.
        rules: the rules of the game.
        single: whether this is a game by itself: then nothing is said of games and of points for
            a match.
    """

    def __init__(
        self,
        translator: Translator,
        names: Sequence[str],
        seat: int | None,
        rules: Rules,
        *,
        single: bool = False,
    ) -> None:
        self.t = translator
        self.names = tuple(names)
        self.seat = seat
        self.rules = rules
        self.single = single

    def say(self, event: LogEvent) -> str | None:
        """Say an event in a sentence or two; ``None`` where there is nothing to say.

        Silent are: a request, a secret that is drawn, a shuffle (the cut or the deal follows), a
        seat that is ready and adds no word, or is one's own, the end of a count (what was pegged is
        said, and the next card begins another), a claim of nothing in the play, a count that
        stands, letting it stand, and in a game by itself the end of the match.
        """
        match event:
            case Asked() | SecretDrawn() | Shuffled() | CountEnded() | Accepted():
                return None
            case MatchBegan():
                return self._match_began(event)
            case GameBegan():
                return self._game_began(event)
            case Undone(seat=seat):
                return self.by(seat, "You take your move back.", "{name} takes a move back.")
            case MatchEnded():
                return self._match_ended(event)
            case Committed(deal=deal, commitment=commitment):
                return self.sealed(deal, commitment)
            case Revealed(deal=deal, secret=secret):
                return self.opened(deal, secret)
            case SaidReady(seat=seat, contribution=word):
                if seat == self.seat or not word:
                    return None
                return self.t.text("{name} is ready.", name=self.names[seat])
            case DealerCut(seat=seat, card=card):
                return self.by(
                    seat, "You cut {card}.", "{name} cuts {card}.", card=the_card(card, self.t)
                )
            case CutTied(seats=seats):
                return self._cut_tied(seats)
            case DealerChosen(seat=seat):
                return self.by(seat, "You deal first.", "{name} deals first.")
            case Dealt():
                return self._dealt(event)
            case Discarded():
                return self._discarded(event)
            case StarterCut(seat=seat, card=card):
                return self.by(
                    seat,
                    "You cut; the starter is {card}.",
                    "{name} cuts; the starter is {card}.",
                    card=the_card(card, self.t),
                )
            case Played(seat=seat, card=card, count=count):
                return self.by(
                    seat,
                    "You play {card}; the count is {count}.",
                    "{name} plays {card}; the count is {count}.",
                    card=the_card(card, self.t),
                    count=self.t.number(count),
                )
            case SaidGo(seat=seat):
                return self.by(seat, "You say go.", "{name} says go.")
            case HandShown(seat=seat, cards=cards, crib=crib):
                shown = card_names(sorted(cards), self.t)
                if crib:
                    return self.by(
                        seat, "Your crib: {cards}.", "{name}’s crib: {cards}.", cards=shown
                    )
                return self.by(seat, "Your hand: {cards}.", "{name}’s hand: {cards}.", cards=shown)
            case Claimed():
                return self._claimed(event)
            case Counted():
                return self._counted(event)
            case Scored():
                return self._scored(event)
            case MugginsCalled():
                return self._muggins(event)
            case DealEnded(deal=deal):
                return self.t.text("Deal {deal} is over.", deal=deal)
            case GameEnded(result=result):
                return " ".join(self.result(result))
            case _:
                assert_never(event)

    # Who

    def by(self, seat: int, you: str, other: str, /, **values: object) -> str:
        """Say who does something: ``you`` to the seat itself, ``other`` with its ``{name}``."""
        if seat == self.seat:
            return self.t.text(you, **values)
        return self.t.text(other, name=self.names[seat], **values)

    def seat_name(self, seat: int) -> str:
        """Name a seat: ``You``, or its player's name."""
        return self.by(seat, "You", "{name}")

    def side_name(self, side: int) -> str:
        """Name a side: ``You``, ``Ann``, or a team as ``You and Cy``."""
        return side_name(side, self.names, self.seat, self.t)

    def own(self, side: int) -> bool:
        """Whether this is the side of the seat that is spoken to."""
        return self.seat is not None and self.rules.side(self.seat) == side

    def partner(self) -> str:
        """Name the partner of the seat that is spoken to; empty where there is none."""
        if self.seat is None or self.rules.players != 4:
            return ""
        return self.names[(self.seat + 2) % 4]

    def _of_side(self, side: int, messages: _BySide, /) -> str:
        """Say something of a side: of you, your team, another player or another team."""
        you, yours, one, team = messages
        if not self.own(side):
            said = team if self.rules.players == 4 else one
            return self.t.text(said, side=self.side_name(side))
        if self.rules.players == 4:
            return self.t.text(yours, partner=self.partner())
        return self.t.text(you)

    # The match

    def _match_began(self, event: MatchBegan) -> str:
        setup = event.setup
        sides = sorted(range(self.rules.sides), key=lambda side: not self.own(side))
        first, *others = [self.side_name(side) for side in sides]
        said = self.t.text(
            "{first} against {others}, to {target}.",
            first=first,
            others=self.t.join(others),
            target=self.rules.target,
        )
        if setup.play_to:
            length = self.t.plural(
                "The match goes to {n} point.", "The match goes to {n} points.", setup.play_to
            )
        elif setup.games > 1:
            length = self.t.plural(
                "The match has {n} game.", "The match has {n} games.", setup.games
            )
        else:
            return said
        return f"{said} {length}"

    def _game_began(self, event: GameBegan) -> str:
        if event.dealer is not None:
            then = self.by(event.dealer, "You deal first.", "{name} deals first.")
        elif self.rules.first_deal == "random":
            then = self.t.text("The first deal is drawn by lot.")
        else:
            then = self.t.text("Cut for the first deal: the lowest card deals.")
        if self.single:
            return then
        return f"{self.t.text('Game {game}.', game=event.game)} {then}"

    def _match_ended(self, event: MatchEnded) -> str | None:
        if self.single:
            return None
        points = [
            self.t.text("{side} {points}", side=self.side_name(side), points=amount)
            for side, amount in enumerate(event.points)
        ]
        if len(event.winners) == 1:
            won = self._of_side(event.winners[0], _MATCH_WON)
        else:
            won = self.t.text("The match is drawn.")
        return f"{won} {self.t.text('Match points: {points}.', points=', '.join(points))}"

    def result(self, result: Result) -> list[str]:
        """Say how a game ended: who won, who was skunked, and what it is worth in a match."""
        lines = []
        if len(result.winners) == 1:
            lines.append(self._of_side(result.winners[0], _WON))
        elif any(map(self.own, result.winners)):
            others = [self.side_name(side) for side in result.winners if not self.own(side)]
            lines.append(self.t.text("You and {others} share the win.", others=self.t.join(others)))
        else:
            sides = [self.side_name(side) for side in result.winners]
            lines.append(self.t.text("{sides} share the win.", sides=self.t.join(sides)))
        for side, skunk in enumerate(result.skunks):
            if skunk:
                lines.append(self._of_side(side, _SKUNKED[skunk - 1]))
        worth = max(result.match_points)
        if worth > 1 and not self.single:
            lines.append(
                self.t.text("The win is worth {points} match points.", points=self.t.number(worth))
            )
        return lines

    # Fairness

    def sealed(self, deal: int, commitment: str) -> str:
        """Say that a pack was committed to, with the first digits of the commitment."""
        seal = _digits(commitment)
        if deal == 0:
            return self.t.text("The pack for the first cut is sealed: {seal}", seal=seal)
        return self.t.text("The pack of deal {deal} is sealed: {seal}", deal=deal, seal=seal)

    def opened(self, deal: int, secret: str) -> str:
        """Say that the secret of a pack was published, with its first digits."""
        digits = _digits(secret)
        if deal == 0:
            return self.t.text("The seal of the first cut is opened: {secret}", secret=digits)
        return self.t.text("The seal of deal {deal} is opened: {secret}", deal=deal, secret=digits)

    # The deal

    def _cut_tied(self, seats: tuple[int, ...]) -> str:
        others = self.t.join([self.names[seat] for seat in seats if seat != self.seat])
        if self.seat in seats:
            return self.t.text("A tie between you and {others}: cut again.", others=others)
        return self.t.text("A tie between {others}: they cut again.", others=others)

    def _dealt(self, event: Dealt) -> str:
        said = [
            self.by(
                event.dealer,
                "Deal {deal}: you deal.",
                "Deal {deal}: {name} deals.",
                deal=event.deal,
            )
        ]
        hand = () if self.seat is None else event.hands[self.seat]
        if hand and all(card.known for card in hand):
            cards = card_names(sorted(hand), self.t)
            said.append(self.t.text("Your cards: {cards}.", cards=cards))
        if event.crib:
            said.append(
                self.t.plural(
                    "One card goes from the pack to the crib.",
                    "{n} cards go from the pack to the crib.",
                    len(event.crib),
                )
            )
        return " ".join(said)

    def _discarded(self, event: Discarded) -> str:
        if all(card.known for card in event.cards):
            return self.by(
                event.seat,
                "You lay away {cards}.",
                "{name} lays away {cards}.",
                cards=the_cards(event.cards, self.t),
            )
        size = len(event.cards)
        return self.t.plural(
            "{name} lays one card away.",
            "{name} lays {cards} cards away.",
            size,
            name=self.names[event.seat],
            cards=self.t.number(size),
        )

    # The points

    def _claimed(self, event: Claimed) -> str | None:
        if event.points:
            return self.by(
                event.seat,
                "You count {points}.",
                "{name} counts {points}.",
                points=self.t.number(event.points),
            )
        if event.reason == "play":
            return None
        return self.by(event.seat, "You count nothing.", "{name} counts nothing.")

    def _counted(self, event: Counted) -> str | None:
        difference = event.points - event.claimed
        # Without muggins the points were told one by one when they were pegged.
        told = not self.rules.muggins
        if difference == 0:
            if told or not event.points or event.reason == "play":
                return None
            return self.t.text("{count}: that was right.", count=self._aloud(event))
        if difference > 0:
            verdict = self.by(
                event.seat,
                "You missed {points}.",
                "{name} missed {points}.",
                points=self.t.number(difference),
            )
        else:
            verdict = self.by(
                event.seat,
                "You counted {points} too many.",
                "{name} counted {points} too many.",
                points=self.t.number(-difference),
            )
        if told or (event.reason == "play" and not event.points):
            return verdict
        return f"{self._aloud(event)}. {verdict}"

    def _aloud(self, event: Counted | Scored) -> str:
        return capital(", ".join(cadence(event.items, self.t)))

    def _scored(self, event: Scored) -> str | None:
        points = self.t.number(event.points)
        match event.reason:
            case "start":
                return self.by(
                    event.seat,
                    "You start with {points}.",
                    "{name} starts with {points}.",
                    points=points,
                )
            case "overcount":
                return self.by(
                    event.seat,
                    "You peg {points} for an overcount.",
                    "{name} pegs {points} for an overcount.",
                    points=points,
                )
            case "heels" | "go" if not event.points:
                return self._stinkhole(event)
            case "heels" | "play" if event.items:
                return self.by(
                    event.seat,
                    "You peg {points} for {what}.",
                    "{name} pegs {points} for {what}.",
                    points=points,
                    what=item_names(event.items, self.t),
                )
            case "go" if event.items and event.items[0].kind is Kind.LAST_CARD:
                return self.by(
                    event.seat,
                    "Last card: {points} for you.",
                    "Last card: {points} for {name}.",
                    points=points,
                )
            case "hand" | "crib" if not self.rules.muggins:
                if event.points:
                    return f"{self._aloud(event)}. {self._for(event)}"
                nothing = self.by(
                    event.seat, "Nineteen: nothing for you.", "Nineteen: nothing for {name}."
                )
                return nothing
        return self._for(event) if event.points else None

    def _for(self, event: Scored) -> str:
        return self.by(
            event.seat,
            "{points} for you.",
            "{points} for {name}.",
            points=capital(self.t.number(event.points)),
        )

    def _stinkhole(self, event: Scored) -> str:
        if event.reason == "heels":
            return self.by(
                event.seat,
                "You stand in the stinkhole: his heels are worth nothing there.",
                "{name} stands in the stinkhole: his heels are worth nothing there.",
            )
        return self.by(
            event.seat,
            "You stand in the stinkhole: a go is worth nothing there.",
            "{name} stands in the stinkhole: a go is worth nothing there.",
        )

    def _muggins(self, event: MugginsCalled) -> str:
        points = self.t.number(event.points)
        if event.taken:
            return self.by(
                event.seat,
                "You call muggins for {points}.",
                "{name} calls muggins for {points}.",
                points=points,
            )
        return self.by(
            event.seat,
            "You call muggins for {points}, but nothing was missed.",
            "{name} calls muggins for {points}, but nothing was missed.",
            points=points,
        )


def _digits(text: str) -> str:
    return text if len(text) <= SHOWN_DIGITS else f"{text[:SHOWN_DIGITS]}…"
