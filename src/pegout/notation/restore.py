"""Restore a state from a position by replaying it, or raise why it is impossible."""

from dataclasses import dataclass

from pegout.cards import UNKNOWN, VALUES, Card
from pegout.notation.errors import PositionError
from pegout.notation.fill import Cards, Deal
from pegout.rules import Action, DealerCutAt, Pending, Phase, Rules, actions, events
from pegout.rules.engine import MIN_PACKET, items_on_table, why_not
from pegout.rules.state import State, evolve, judge, new_game

Move = tuple[int | None, Card | None]


@dataclass(frozen=True, slots=True)
class PositionFields:
    """The content of a position, one field for each part; most are empty at any moment.

    ``plays`` holds the moves of the play in order: ``(seat, card)``, ``(seat, None)`` for a go
    and ``(None, None)`` for the end of a count. ``ended`` is the phase in which a game ended by
    resignation or by agreement.
    """

    rules: Rules
    phase: Phase
    deal: int
    dealer: int | None
    scores: tuple[int, ...]
    rear: tuple[int, ...]
    ready: frozenset[int] = frozenset()
    words: tuple[str, ...] = ()
    sealed: tuple[tuple[int, str], ...] = ()
    cutting: frozenset[int] = frozenset()
    cuts: tuple[DealerCutAt, ...] = ()
    places: frozenset[int] = frozenset()
    dealt: tuple[Cards, ...] = ()
    crib: Cards = ()
    discards: tuple[Cards, ...] = ()
    starter: Card | None = None
    pack: Cards = ()
    plays: tuple[Move, ...] = ()
    shown: int = 0
    claim: Pending | None = None
    stopping: frozenset[int] = frozenset()
    resigned: int | None = None
    ended: Phase | None = None

    @property
    def deal_and_dealer(self) -> tuple[int, int | None]:
        """The number of the deal and its dealer, which are one part of the text."""
        return self.deal, self.dealer

    @property
    def during(self) -> Phase:
        """The phase that the other parts describe."""
        return self.ended or self.phase


def restore(fields: PositionFields) -> State:
    """Return the state that a position describes.

    Raises:
        PositionError: for a position that the rules do not allow.
        IllegalAction: for one that the engine rejects.
    """
    _check_scores(fields)
    _check_seats(fields)
    _check_cards(fields)
    if fields.deal == 0:
        state = _before_deals(fields)
    elif fields.during in (Phase.READY, Phase.SHUFFLE):
        state = _between_deals(fields)
    else:
        state = replay_deal(fields, fields.deal, fields.dealer or 0)
    state = state.having(
        scores=fields.scores,
        rear=fields.rear,
        ready=fields.ready,
        contributions=fields.words or state.contributions,
        sealed=fields.sealed,
        phase=Phase.SHUFFLE if fields.during is Phase.SHUFFLE else state.phase,
        claim=fields.claim,
        stopping=fields.stopping,
        resigned=fields.resigned,
    )
    if fields.phase is Phase.OVER:
        _need(fields.claim is None, "a game that is over waits for no answer")
    if fields.ended:
        _need(state.phase is fields.ended, f"this is the phase {state.phase}, not {fields.ended}")
        state = evolve(state, events.GameEnded(judge(state)))
    elif fields.phase is Phase.OVER:
        _need(state.starter is not None, "a game ends after a starter")
        state = evolve(state, events.GameEnded(judge(state)))
    _need(state.phase is fields.phase, f"this is the phase {state.phase}, not {fields.phase}")
    if state.claim is not None:
        _check_claim(state, state.claim)
    elif state.phase is Phase.PLAY:
        _need(state.turn is not None, "the count is over, and the end of it is missing")
    elif state.phase is Phase.SHOW:
        _need(state.rules.counting == "manual", "hands are counted at once, without waiting")
    return state


def _need(truth: bool, expected: str) -> None:
    if not truth:
        raise PositionError("impossible", expected)


def _check_scores(fields: PositionFields) -> None:
    rules = fields.rules
    reached = fields.scores.count(rules.target)
    pegs = list(zip(fields.scores, fields.rear, strict=False))
    if (
        len(fields.scores) != rules.sides
        or len(fields.rear) != rules.sides
        or reached != (fields.during is Phase.OVER)
        or not all(0 <= rear < front <= rules.target or rear == front == 0 for front, rear in pegs)
        or (fields.deal == 0 and fields.scores != rules.scores_at_start)
    ):
        raise PositionError(
            "bad_scores",
            f"expected for each of {rules.sides} sides a score, at the target {rules.target} only "
            f"for the one that ended the game, and a rear peg behind it; not {fields.scores} and "
            f"{fields.rear}",
        )


def _check_seats(fields: PositionFields) -> None:
    players = range(fields.rules.players)
    _need((fields.dealer is None) == (fields.deal == 0), "there is a dealer from the first deal on")
    _need(fields.dealer is None or fields.dealer in players, f"there is no seat {fields.dealer}")
    _need(fields.ready <= set(players), "a seat is ready that the rules do not have")
    everybody = len(fields.ready) == len(players)
    _need(everybody == (fields.during is not Phase.READY), "the cards come when everybody is ready")
    _need(len(fields.words) in (0, len(players)), "expected a word for each seat, or none")
    speaking = {seat for seat, word in enumerate(fields.words) if word}
    _need(speaking <= fields.ready, "a word comes with being ready")
    _check_end(fields)
    deals = [deal for deal, _ in fields.sealed]
    _need(
        deals == sorted(set(deals)) and all(deal <= fields.deal for deal in deals),
        "expected commitments to packs up to this one, in their order",
    )


def _check_end(fields: PositionFields) -> None:
    """Check the seats that offered to stop or resigned against the end of the game."""
    players = set(range(fields.rules.players))
    _need(fields.stopping <= players, "a seat offers to stop that the rules do not have")
    _need(
        fields.resigned is None or fields.resigned in players, f"there is no seat {fields.resigned}"
    )
    early = fields.resigned is not None or fields.stopping == players
    _need(
        early == (fields.ended is not None),
        "expected the phase in which the game ended where a player resigned or all agreed to stop",
    )
    _need(
        fields.ended is None or (fields.phase is Phase.OVER and fields.ended is not Phase.OVER),
        "a game that ended in a phase is over",
    )


def _check_cards(fields: PositionFields) -> None:
    """Check the number of cards everywhere, and that no card is there twice."""
    rules = fields.rules
    cards = [*fields.crib, *fields.pack, *(card for hand in fields.dealt for card in hand)]
    if fields.starter is not None:
        cards.append(fields.starter)
    known = [card for card in cards if card.known]
    if len(set(known)) != len(known):
        twice = next(card for card in known if known.count(card) > 1)
        raise PositionError("duplicate_card", f"the {twice} is there twice")
    if fields.dealt:
        sizes = [len(hand) for hand in fields.dealt]
        _need(
            sizes == [rules.hand_size] * rules.players and len(fields.crib) == rules.from_pack,
            f"each of {rules.players} seats is dealt {rules.hand_size} cards, and "
            f"{rules.from_pack} from the pack go to the crib",
        )
        _need(len(fields.discards) in (0, rules.players), "expected the discards of every seat")
    else:
        _need(
            not (fields.crib or fields.discards or fields.plays or fields.shown or fields.claim)
            and fields.starter is None,
            "there can be no cards on the table before they are dealt",
        )
    _need(fields.starter is None or fields.starter.known, "the starter is known once it is cut")


# --- before the cards -----------------------------------------------------------------------------


def _before_deals(fields: PositionFields) -> State:
    rules = fields.rules
    _need(not fields.dealt, "nobody is dealt cards before there is a dealer")
    state = new_game(rules)
    if fields.during is not Phase.CUT_FOR_DEAL:
        _need(
            not (fields.cuts or fields.cutting or fields.places or fields.pack),
            "the pack is not there",
        )
        return state
    _need(rules.first_deal == "cut", "the first deal is not cut for")
    pack = fields.pack or (UNKNOWN,) * 52
    _need(len(pack) == 52, f"the pack has 52 cards, not {len(pack)}")
    state = _shuffled(state, pack)
    _check_cuts(fields, pack)
    seats = {cut.seat for cut in fields.cuts} | fields.cutting
    minimum = 2 if fields.places else rules.players
    # Once the game has ended, the seats that had yet to cut are unknown.
    _need(
        bool(fields.cutting or fields.ended)
        and len(seats) == len(fields.cuts) + len(fields.cutting)
        and (minimum <= len(seats) <= rules.players or fields.ended is not None)
        and seats <= set(range(rules.players)),
        "expected seats that have cut or are to cut, each of them once",
    )
    return state.having(cutting=fields.cutting, cuts=fields.cuts, cut_places=fields.places)


def _check_cuts(fields: PositionFields, pack: Cards) -> None:
    positions = [cut.at for cut in fields.cuts]
    cards = [cut.card for cut in fields.cuts]
    _need(
        len({*positions, *fields.places}) == len(positions) + len(fields.places)
        and all(0 <= at < 52 for at in (*positions, *fields.places))
        and len(set(cards)) == len(cards)
        and all(cut.card.known and pack[cut.at] in (cut.card, UNKNOWN) for cut in fields.cuts),
        "expected cuts of different places, of the cards that the pack has there",
    )


def _shuffled(state: State, pack: Cards) -> State:
    for seat in range(state.rules.players):
        state = evolve(state, events.SaidReady(seat, ""))
    return evolve(state, events.Shuffled(pack))


def _between_deals(fields: PositionFields) -> State:
    """Return the state before a deal, with the cards of the previous deal on the table."""
    rules, dealer = fields.rules, fields.dealer or 0
    _need(not (fields.pack or fields.cutting or fields.places), "the pack is not there yet")
    if fields.dealt:
        _need(fields.deal > 1, "no cards have been dealt before the first deal")
        state = replay_deal(fields, fields.deal - 1, (dealer - 1) % rules.players)
        _need(len(state.shown) == rules.players + 1, "the deal before has not been counted")
        return evolve(state, events.DealEnded(fields.deal - 1))
    state = new_game(rules, dealer).having(deal=fields.deal, cuts=fields.cuts)
    if fields.cuts:
        _check_cuts(fields, (UNKNOWN,) * 52)
        lowest = min(cut.card.rank for cut in fields.cuts)
        winners = [cut.seat for cut in fields.cuts if cut.card.rank == lowest]
        seats = {cut.seat for cut in fields.cuts}
        _need(
            fields.deal == 1
            and winners == [dealer]
            and 2 <= len(seats) == len(fields.cuts)
            and seats <= set(range(rules.players)),
            "the lowest card deals first",
        )
    return state


# --- a deal ---------------------------------------------------------------------------------------


def replay_deal(fields: PositionFields, deal: int, dealer: int) -> State:
    """Replay a deal as far as the position records it; its scores are those of a new game."""
    rules = fields.rules
    _need(bool(fields.dealt), "expected the cards that were dealt")
    before = fields.during in (Phase.READY, Phase.SHUFFLE)
    _need(not fields.cuts or before, "nobody cuts for the deal any more")
    _need(not (fields.cutting or fields.places), "nobody cuts for the deal any more")
    cut = () if fields.starter is None else (fields.starter,)
    left = 52 - rules.players * rules.hand_size - rules.from_pack - len(cut)
    rest = fields.pack or (UNKNOWN,) * left
    _need(len(rest) == left, f"expected {left} cards left in the pack, not {len(rest)}")
    # A position does not record where the starter was cut, so any legal place will do.
    rest = (*rest[:MIN_PACKET], *cut, *rest[MIN_PACKET:])
    top = Deal(fields.dealt, fields.crib, (), UNKNOWN, ()).pack(dealer, 52)
    state = _shuffled(new_game(rules, dealer).having(deal=deal), (*top[: 52 - len(rest)], *rest))
    state = evolve(state, events.Dealt(deal, dealer, fields.dealt, fields.crib))
    for seat, cards in enumerate(fields.discards):
        if cards:
            _allow(state, actions.Discard(seat, cards))
            state = evolve(state, events.Discarded(seat, cards))
    if fields.starter is not None:
        _allow(state, actions.Cut(state.cutter, MIN_PACKET))
        state = evolve(state, events.StarterCut(state.cutter, MIN_PACKET, fields.starter))
    for mover, card in fields.plays:
        _need(state.phase is Phase.PLAY, "nobody plays before the starter")
        state = _count_ended(state) if mover is None else _moved(state, mover, card)
    for index in range(fields.shown):
        state = _hand_shown(state, index)
    return state


def _allow(state: State, action: Action) -> None:
    problem = why_not(state, action)
    if problem is not None:
        raise problem


def _moved(state: State, seat: int, card: Card | None) -> State:
    _need(state.turn is not None, "the count is over, and nobody can play before the next")
    if card is None:
        _need(state.count > 21, f"any card can be played at {state.count}")
        _allow(state, actions.Go(seat))
        return evolve(state, events.SaidGo(seat, state.count))
    _allow(state, actions.Play(seat, card, 0 if state.rules.counting == "manual" else None))
    return evolve(state, events.Played(seat, card, state.count + VALUES[card]))


def _count_ended(state: State) -> State:
    _need(bool(state.pile), "a count ends after its cards")
    last = state.pile[-1].seat
    turn = state.turn
    if turn is not None:
        # A hidden hand may have had no card that fits.
        _need(turn == last and state.count > 21, "the count goes on")
        _allow(state, actions.Go(turn))
    return evolve(state, events.CountEnded(last, state.count))


def _hand_shown(state: State, index: int) -> State:
    players = state.rules.players
    _need(not state.pile and index <= players, "hands are shown after the play, each of them once")
    _need(index > 0 or (state.phase is Phase.PLAY and state.turn is None), "the play goes on")
    if index == players:
        dealer = (state.leader - 1) % players
        return evolve(state, events.HandShown(dealer, state.crib, True))
    seat = (state.leader + index) % players
    return evolve(state, events.HandShown(seat, state.kept(seat), False))


def _check_claim(state: State, claim: Pending) -> None:
    """Check a claim that awaits answers against the points it claims."""
    _need(state.rules.muggins, "without muggins nobody answers a claim")
    if state.phase is Phase.PLAY:
        _need(
            bool(state.pile) and (claim.seat, claim.reason) == (state.pile[-1].seat, "play"),
            "a claim in the play is for the last card",
        )
    else:
        _need(state.phase is Phase.SHOW, "there is nothing to claim")
        shown = state.shown[-1]
        _need(
            (claim.seat, claim.reason) == (shown.seat, "crib" if shown.crib else "hand")
            and all(card.known for card in shown.cards),
            "a claim in the show is for the hand that was shown last",
        )
    truth = sum(item.points for item in items_on_table(state))
    opponents = set(state.opponents(claim.seat))
    _need(bool(claim.awaiting) and claim.awaiting <= opponents, "opponents answer a claim")
    maximum = max(0, truth - claim.claimed) if claim.awaiting < opponents else 0
    _need(claim.claimed <= 99 and claim.taken <= maximum, f"nobody can have taken {claim.taken}")
