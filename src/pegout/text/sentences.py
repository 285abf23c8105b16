"""Events to sentences: everything that happens at the table, for one seat or for a spectator.

``say`` is long: it has one case for each kind of event.

>>> from pegout.cards import Card
>>> from pegout.rules import Played, Rules, SaidGo
>>> from pegout.text.language import language
>>> tell = Teller(language("en"), ("Ann", "Ben"), 1, Rules())
>>> tell.say(Played(0, Card("7C"), 22))
'Ann plays the seven of clubs; the count is twenty-two.'
>>> tell.say(SaidGo(1, 28))
'You say go.'
"""

from collections.abc import Sequence
from typing import Final, assert_never

from pegout import rules
from pegout.cards import Card
from pegout.match import (
    Asked,
    GameBegan,
    Guided,
    Helped,
    LogEvent,
    MatchBegan,
    MatchEnded,
    PackGiven,
    PackPlanned,
    PositionSet,
    PracticeBegan,
    SecretDrawn,
    Undone,
)
from pegout.rules import Result, Rules
from pegout.scoring import Kind
from pegout.text.counting import cadence, item_names
from pegout.text.language import Translator, capital, mark
from pegout.text.names import card_names, short, shorts, side_name, the_card, the_cards

# The messages about a side: your own, your team's, another player's, another team's.
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
_WON_BY: Final[_BySide] = (
    mark("You win by {n}."),
    mark("You and {partner} win by {n}."),
    mark("{side} wins by {n}."),
    mark("{side} win by {n}."),
)
_BEHIND: Final[_BySide] = (
    mark("You were {n} holes behind."),
    mark("You and {partner} were {n} holes behind."),
    mark("{side} was {n} holes behind."),
    mark("{side} were {n} holes behind."),
)
_SKUNKED: Final[tuple[_BySide, ...]] = (
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
    (
        mark("You are triple skunked."),
        mark("You and {partner} are triple skunked."),
        mark("{side} is triple skunked."),
        mark("{side} are triple skunked."),
    ),
)


class Teller:
    """The sentences on events, from the view of one seat.

    It has no state between two events, so any part of a log can be told, any number of times.

    The addressed seat is called ``you``; without one, every player has a name. With a single game
    there are no sentences on games and match points. With ``symbols`` cards are written as ``5♥``,
    which takes less room than their names.
    """

    def __init__(
        self,
        translator: Translator,
        names: Sequence[str],
        seat: int | None,
        rules: Rules,
        *,
        single: bool = False,
        symbols: bool = False,
    ) -> None:
        self.t = translator
        self.names = tuple(names)
        self.seat = seat
        self.rules = rules
        self.single = single
        self.symbols = symbols

    def say(self, event: LogEvent) -> str | None:
        """Describe an event in a sentence or two; return ``None`` where there is nothing to say.

        These events are silent: a request; help; a secret drawn or revealed; the commitment to a
        pack, except for one sentence in each game; a shuffle (the cut or the deal follows); a seat
        that is ready and adds no word, or is the addressed seat; the end of a count (its points
        have a sentence, and the next card begins another); a claim of nothing in the play; a
        correct count, except for points in the show with muggins; accepting a count; and in a
        single game the end of the match.
        """
        match event:
            case (
                Asked()
                | Guided()
                | Helped()
                | PackGiven()
                | PackPlanned()
                | PositionSet()
                | SecretDrawn()
                | rules.Revealed()
                | rules.Shuffled()
            ):
                return None
            case rules.CountEnded() | rules.Accepted():
                return None
            case MatchBegan():
                return self._match_began(event)
            case GameBegan():
                return self._game_began(event)
            case PracticeBegan():
                return self._practice_began(event)
            case Undone(seat=seat):
                return self.by(
                    seat, mark("You take your move back."), mark("{name} takes a move back.")
                )
            case MatchEnded():
                return self._match_ended(event)
            case rules.Committed(deal=1):
                return self.t.text("Every pack is sealed before it is dealt, and can be checked.")
            case rules.Committed():
                return None
            case rules.SaidReady(seat=seat, contribution=word):
                if seat == self.seat or not word:
                    return None
                return self.t.text("{name} is ready.", name=self.names[seat])
            case rules.DealerCut(seat=seat, card=card):
                return self.by(
                    seat,
                    mark("You cut {card}."),
                    mark("{name} cuts {card}."),
                    card=self.card(card),
                )
            case rules.CutTied(seats=seats):
                return self._cut_tied(seats)
            case rules.DealerChosen(seat=seat):
                return self.by(seat, mark("You deal first."), mark("{name} deals first."))
            case rules.Dealt():
                return self._dealt(event)
            case rules.Discarded():
                return self._discarded(event)
            case rules.StarterCut(seat=seat, card=card):
                return self.by(
                    seat,
                    mark("You cut; the starter is {card}."),
                    mark("{name} cuts; the starter is {card}."),
                    card=self.card(card),
                )
            case rules.Played(seat=seat, card=card, count=count):
                return self.by(
                    seat,
                    mark("You play {card}; the count is {count}."),
                    mark("{name} plays {card}; the count is {count}."),
                    card=self.card(card),
                    count=self.t.number(count),
                )
            case rules.SaidGo(seat=seat):
                return self.by(seat, mark("You say go."), mark("{name} says go."))
            case rules.HandShown(seat=seat, cards=cards, crib=crib):
                shown = self.listed(cards)
                if crib:
                    return self.by(
                        seat,
                        mark("Your crib: {cards}."),
                        mark("{name}’s crib: {cards}."),
                        cards=shown,
                    )
                return self.by(
                    seat, mark("Your hand: {cards}."), mark("{name}’s hand: {cards}."), cards=shown
                )
            case rules.Claimed():
                return self._claimed(event)
            case rules.Counted():
                return self._counted(event)
            case rules.Scored():
                return self._scored(event)
            case rules.MugginsCalled():
                return self._muggins(event)
            case rules.DealEnded(deal=deal):
                return self.t.text("Deal {deal} is over.", deal=deal)
            case rules.Resigned(seat=seat):
                return self.by(seat, mark("You resign."), mark("{name} resigns."))
            case rules.StopOffered(seat=seat):
                return self.by(seat, mark("You offer to stop."), mark("{name} offers to stop."))
            case rules.StopDeclined(seat=seat):
                return self.by(
                    seat, mark("You decline and play on."), mark("{name} declines and plays on.")
                )
            case rules.GameEnded(result=result):
                return " ".join(self.result(result))
            case _:
                assert_never(event)

    # Names

    def card(self, card: Card) -> str:
        """Name a card in a sentence."""
        return short(card) if self.symbols else the_card(card, self.t)

    def listed(self, cards: Sequence[Card]) -> str:
        """List cards in their order."""
        return shorts(sorted(cards)) if self.symbols else card_names(sorted(cards), self.t)

    def by(self, seat: int, you: str, other: str, /, **values: object) -> str:
        """Return ``you`` for the addressed seat, or ``other`` with the ``{name}`` of the seat."""
        if seat == self.seat:
            return self.t.text(you, **values)
        return self.t.text(other, name=self.names[seat], **values)

    def seat_name(self, seat: int) -> str:
        """Name a seat: ``You``, or its player's name."""
        return self.by(seat, mark("You"), mark("{name}"))

    def side_name(self, side: int) -> str:
        """Name a side: ``You``, ``Ann``, or a team as ``You and Cy``."""
        return side_name(self.rules.seats_of(side), self.names, self.seat, self.t)

    def own(self, side: int) -> bool:
        """Return whether this is the side of the addressed seat."""
        return self.seat is not None and self.rules.side(self.seat) == side

    def partner(self) -> str:
        """Return the name of the addressed seat's partner; empty without one."""
        if self.seat is None or not self.rules.has_partners:
            return ""
        return self.names[(self.seat + 2) % 4]

    def _of_side(self, side: int, messages: _BySide, /, **values: object) -> str:
        """Translate a message about a side: your own, your team, another player or another team."""
        you, yours, player, team = messages
        if not self.own(side):
            said = team if self.rules.has_partners else player
            return self.t.text(said, side=self.side_name(side), **values)
        if self.rules.has_partners:
            return self.t.text(yours, partner=self.partner(), **values)
        return self.t.text(you, **values)

    def _by_side(self, points: Sequence[int]) -> str:
        """List the points of each side: ``You 100, Ben 90``."""
        return ", ".join(
            [
                self.t.text("{side} {points}", side=self.side_name(side), points=amount)
                for side, amount in enumerate(points)
            ]
        )

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
        if self.rules.start_scores:
            scores = self._by_side(self.rules.start_scores)
            start = self.t.text("Scores at the start: {scores}.", scores=scores)
            said = f"{said} {start}"
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

    def _practice_began(self, event: PracticeBegan) -> str:
        if event.lesson:
            return self.t.plural(
                "A lesson: it chooses the cards of the first deal.",
                "A lesson: it chooses the cards of the first {n} deals.",
                event.deal,
            )
        if event.position:
            begins = mark("Practice: the game begins at a position.")
        elif event.drawn:
            begins = mark("Practice: deal {deal} of an earlier game again.")
        else:
            begins = mark("Practice: deal {deal} of an earlier game again, with the same pack.")
        said = [self.t.text(begins, deal=event.deal)]
        if event.drawn:
            said.append(self.t.text("Cards that were not known are drawn at random."))
        if event.replaced:
            names = self.t.join([self.names[seat] for seat in event.replaced])
            said.append(self.t.text("The computer plays for {names}.", names=names))
        return " ".join(said)

    def _game_began(self, event: GameBegan) -> str:
        if event.dealer is not None:
            then = self.by(event.dealer, mark("You deal first."), mark("{name} deals first."))
        elif self.rules.first_deal == "random":
            then = self.t.text("The first deal is drawn by lot.")
        else:
            then = self.t.text("Cut for the first deal: the lowest card deals.")
        if self.single:
            return then
        game = self.t.text("Game {game}.", game=event.game)
        return f"{game} {then}"

    def _match_ended(self, event: MatchEnded) -> str | None:
        if self.single:
            return None
        if len(event.winners) == 1:
            won = self._of_side(event.winners[0], _MATCH_WON)
        elif not event.winners:
            won = self.t.text("The match ends here.")
        else:
            won = self.t.text("The match is drawn.")
        score = self.t.text("Match points: {points}.", points=self._by_side(event.points))
        return f"{won} {score}"

    def result(self, result: Result) -> list[str]:
        """Describe the result of a game: the winner, any skunks, and its worth in a match."""
        lines = []
        if not result.winners:
            return [self.stopped()]
        lines.append(self.won(result.winners))
        lines += self.skunked(result.skunks)
        worth = self.worth(max(result.match_points))
        return [*lines, worth] if worth else lines

    def worth(self, points: int) -> str:
        """State the worth of a win in a match; empty where it is one point."""
        if points < 2 or self.single:
            return ""
        return self.t.text("The win is worth {points} match points.", points=self.t.number(points))

    def won(self, winners: Sequence[int]) -> str:
        """State which side won, or which sides share the win."""
        if len(winners) == 1:
            return self._of_side(winners[0], _WON)
        if any(map(self.own, winners)):
            others = [self.side_name(side) for side in winners if not self.own(side)]
            return self.t.text("You and {others} share the win.", others=self.t.join(others))
        sides = [self.side_name(side) for side in winners]
        return self.t.text("{sides} share the win.", sides=self.t.join(sides))

    def won_by(self, side: int, margin: int) -> str:
        """State by how many holes a side won."""
        return self._of_side(side, _WON_BY, n=margin)

    def skunked(self, skunks: Sequence[int]) -> list[str]:
        """State for each skunked side that it was skunked, and how badly."""
        badly = [(side, skunk) for side, skunk in enumerate(skunks) if skunk]
        return [self._of_side(side, _SKUNKED[skunk - 1]) for side, skunk in badly]

    def behind(self, side: int, holes: int) -> str:
        """State how far behind the winning side was."""
        return self._of_side(side, _BEHIND, n=holes)

    def stopped(self) -> str:
        """Say that the game was stopped by agreement."""
        if self.seat is None:
            return self.t.text("They agreed to stop.")
        return self.t.text("You agreed to stop.")

    def resigned(self, seat: int) -> str:
        """State who resigned a finished game."""
        return self.by(seat, mark("You resigned."), mark("{name} resigned."))

    # The deal

    def _cut_tied(self, seats: tuple[int, ...]) -> str:
        others = self.t.join([self.names[seat] for seat in seats if seat != self.seat])
        if self.seat in seats:
            return self.t.text("A tie between you and {others}: cut again.", others=others)
        return self.t.text("A tie between {others}: they cut again.", others=others)

    def _dealt(self, event: rules.Dealt) -> str:
        said = [
            self.by(
                event.dealer,
                mark("Deal {deal}: you deal."),
                mark("Deal {deal}: {name} deals."),
                deal=event.deal,
            )
        ]
        hand = () if self.seat is None else event.hands[self.seat]
        if hand and all(card.known for card in hand):
            cards = self.listed(hand)
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

    def _discarded(self, event: rules.Discarded) -> str:
        if all(card.known for card in event.cards):
            return self.by(
                event.seat,
                mark("You discard {cards}."),
                mark("{name} discards {cards}."),
                cards=shorts(event.cards) if self.symbols else the_cards(event.cards, self.t),
            )
        size = len(event.cards)
        return self.t.plural(
            "{name} discards one card.",
            "{name} discards {cards} cards.",
            size,
            name=self.names[event.seat],
            cards=self.t.number(size),
        )

    # The points

    def _claimed(self, event: rules.Claimed) -> str | None:
        if event.points:
            return self.by(
                event.seat,
                mark("You count {points}."),
                mark("{name} counts {points}."),
                points=self.t.number(event.points),
            )
        if event.reason == "play":
            return None
        return self.by(event.seat, mark("You count nothing."), mark("{name} counts nothing."))

    def _counted(self, event: rules.Counted) -> str | None:
        difference = event.points - event.claimed
        # Where missed points are pegged they had a sentence already.
        announced = self.rules.pegs_missed
        if difference == 0:
            if announced or not event.points or event.reason == "play":
                return None
            return self.t.text("{count}: that was right.", count=self._aloud(event))
        if difference > 0:
            verdict = self.by(
                event.seat,
                mark("You missed {points}."),
                mark("{name} missed {points}."),
                points=self.t.number(difference),
            )
        else:
            verdict = self.by(
                event.seat,
                mark("You counted {points} too many."),
                mark("{name} counted {points} too many."),
                points=self.t.number(-difference),
            )
        if announced or (event.reason == "play" and not event.points):
            return verdict
        return f"{self._aloud(event)}. {verdict}"

    def _aloud(self, event: rules.Counted | rules.Scored) -> str:
        return capital(", ".join(cadence(event.items, self.t)))

    def _scored(self, event: rules.Scored) -> str | None:
        points = self.t.number(event.points)
        match event.reason:
            case "start":
                return self.by(
                    event.seat,
                    mark("You start with {points}."),
                    mark("{name} starts with {points}."),
                    points=points,
                )
            case "overcount":
                return self.by(
                    event.seat,
                    mark("You peg {points} for an overcount."),
                    mark("{name} pegs {points} for an overcount."),
                    points=points,
                )
            case "heels" | "go" if not event.points:
                return self._stinkhole(event)
            case "heels" | "play" if event.items:
                return self.by(
                    event.seat,
                    mark("You peg {points} for {what}."),
                    mark("{name} pegs {points} for {what}."),
                    points=points,
                    what=item_names(event.items, self.t),
                )
            case "go" if event.items and event.items[0].kind is Kind.LAST_CARD:
                return self.by(
                    event.seat,
                    mark("Last card: {points} for you."),
                    mark("Last card: {points} for {name}."),
                    points=points,
                )
            case "hand" | "crib" if self.rules.pegs_missed:
                if event.points:
                    return f"{self._aloud(event)}. {self._for(event)}"
                nothing = self.by(
                    event.seat,
                    mark("Nineteen: nothing for you."),
                    mark("Nineteen: nothing for {name}."),
                )
                return nothing
        return self._for(event) if event.points else None

    def _for(self, event: rules.Scored) -> str:
        return self.by(
            event.seat,
            mark("{points} for you."),
            mark("{points} for {name}."),
            points=capital(self.t.number(event.points)),
        )

    def _stinkhole(self, event: rules.Scored) -> str:
        if event.reason == "heels":
            return self.by(
                event.seat,
                mark("You stand in the stinkhole: his heels are worth nothing there."),
                mark("{name} stands in the stinkhole: his heels are worth nothing there."),
            )
        return self.by(
            event.seat,
            mark("You stand in the stinkhole: a go is worth nothing there."),
            mark("{name} stands in the stinkhole: a go is worth nothing there."),
        )

    def _muggins(self, event: rules.MugginsCalled) -> str:
        points = self.t.number(event.points)
        if event.taken:
            return self.by(
                event.seat,
                mark("You call muggins for {points}."),
                mark("{name} calls muggins for {points}."),
                points=points,
            )
        return self.by(
            event.seat,
            mark("You call muggins for {points}, but nothing was missed."),
            mark("{name} calls muggins for {points}, but nothing was missed."),
            points=points,
        )
