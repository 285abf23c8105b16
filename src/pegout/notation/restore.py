"""A position played again: the state that follows from what it tells, or why none does."""

from __future__ import annotations

from pegout.cards import UNKNOWN, VALUES, Card
from pegout.notation.errors import PositionError
from pegout.notation.fill import Deal
from pegout.notation.position_fields import Cards, PositionFields
from pegout.rules import (
    Action,
    CountEnded,
    Cut,
    DealEnded,
    Dealt,
    Discard,
    Discarded,
    GameEnded,
    Go,
    HandShown,
    Pending,
    Phase,
    Play,
    Played,
    SaidGo,
    SaidReady,
    Shuffled,
    StarterCut,
)
from pegout.rules.engine import MIN_PACKET, why_not
from pegout.rules.judging import judge
from pegout.rules.state import State, evolve, new_game
from pegout.scoring import unchecked

__all__ = ["restore"]


def restore(told: PositionFields) -> State:
    """Give the state that a position tells.

    Raises:
        PositionError: for what the rules do not allow.
        IllegalAction: the same, where the engine has said so.
    """
    _check_scores(told)
    _check_seats(told)
    _check_cards(told)
    if told.deal == 0:
        state = _before_deals(told)
    elif told.during in (Phase.READY, Phase.SHUFFLE):
        state = _between_deals(told)
    else:
        state = _during(told, told.deal, told.dealer or 0)
    state = state.having(
        scores=told.scores,
        rear=told.rear,
        ready=told.ready,
        contributions=told.words or state.contributions,
        sealed=told.sealed,
        phase=Phase.SHUFFLE if told.during is Phase.SHUFFLE else state.phase,
        claim=told.claim,
        stopping=told.stopping,
        resigned=told.resigned,
    )
    if told.phase is Phase.OVER:
        _need(told.claim is None, "a game that is over waits for no answer")
    if told.ended:
        _need(state.phase is told.ended, f"this is the phase {state.phase}, not {told.ended}")
        state = evolve(state, GameEnded(judge(state)))
    elif told.phase is Phase.OVER:
        _need(state.starter is not None, "a game ends after a starter")
        state = evolve(state, GameEnded(judge(state)))
    _need(state.phase is told.phase, f"this is the phase {state.phase}, not {told.phase}")
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


def _check_scores(told: PositionFields) -> None:
    rules = told.rules
    reached = told.scores.count(rules.target)
    pegs = list(zip(told.scores, told.rear, strict=False))
    if (
        len(told.scores) != rules.sides
        or len(told.rear) != rules.sides
        or reached != (told.during is Phase.OVER)
        or not all(0 <= rear < front <= rules.target or rear == front == 0 for front, rear in pegs)
        or (told.deal == 0 and any(told.scores))
    ):
        raise PositionError(
            "bad_scores",
            f"expected for each of {rules.sides} sides a score, at the target {rules.target} only "
            f"for the one that ended the game, and a rear peg behind it; not {told.scores} and "
            f"{told.rear}",
        )


def _check_seats(told: PositionFields) -> None:
    players = range(told.rules.players)
    _need((told.dealer is None) == (told.deal == 0), "there is a dealer from the first deal on")
    _need(told.dealer is None or told.dealer in players, f"there is no seat {told.dealer}")
    _need(told.ready <= set(players), "somebody is ready who does not sit here")
    everybody = len(told.ready) == len(players)
    _need(everybody == (told.during is not Phase.READY), "the cards come when everybody is ready")
    _need(len(told.words) in (0, len(players)), "expected a word for each seat, or none")
    speaking = {seat for seat, word in enumerate(told.words) if word}
    _need(speaking <= told.ready, "a word comes with being ready")
    _check_end(told)
    deals = [deal for deal, _ in told.sealed]
    _need(
        deals == sorted(set(deals)) and all(deal <= told.deal for deal in deals),
        "expected commitments to packs up to this one, in their order",
    )


def _check_end(told: PositionFields) -> None:
    """Check who would stop or has resigned against whether the game is over."""
    players = set(range(told.rules.players))
    _need(told.stopping <= players, "somebody would stop who does not sit here")
    _need(told.resigned is None or told.resigned in players, f"there is no seat {told.resigned}")
    early = told.resigned is not None or told.stopping == players
    _need(
        early == (told.ended is not None),
        "expected the phase in which the game ended where somebody resigned or all would stop",
    )
    _need(
        told.ended is None or (told.phase is Phase.OVER and told.ended is not Phase.OVER),
        "a game that ended in a phase is over",
    )


def _check_cards(told: PositionFields) -> None:
    """Check that there are as many cards as there should be, and none twice."""
    rules = told.rules
    cards = [*told.crib, *told.pack, *(card for hand in told.dealt for card in hand)]
    if told.starter is not None:
        cards.append(told.starter)
    known = [card for card in cards if card.known]
    if len(set(known)) != len(known):
        twice = next(card for card in known if known.count(card) > 1)
        raise PositionError("duplicate_card", f"the {twice} is there twice")
    if told.dealt:
        sizes = [len(hand) for hand in told.dealt]
        _need(
            sizes == [rules.hand_size] * rules.players and len(told.crib) == rules.from_pack,
            f"each of {rules.players} seats is dealt {rules.hand_size} cards, and "
            f"{rules.from_pack} from the pack go to the crib",
        )
        _need(len(told.discards) in (0, rules.players), "expected the discards of every seat")
    else:
        _need(
            not (told.crib or told.discards or told.plays or told.shown or told.claim)
            and told.starter is None,
            "there can be no cards on the table before they are dealt",
        )
    _need(told.starter is None or told.starter.known, "the starter is known once it is cut")


# --- before the cards -----------------------------------------------------------------------------


def _before_deals(told: PositionFields) -> State:
    rules = told.rules
    _need(not told.dealt, "nobody is dealt cards before there is a dealer")
    state = new_game(rules)
    if told.during is not Phase.CUT_FOR_DEAL:
        _need(not (told.cuts or told.cutting or told.places or told.pack), "the pack is not there")
        return state
    _need(rules.first_deal == "cut", "the first deal is not cut for")
    pack = told.pack or (UNKNOWN,) * 52
    _need(len(pack) == 52, f"the pack has 52 cards, not {len(pack)}")
    state = _shuffled(state, pack)
    _check_cuts(told, pack)
    seats = {cut.seat for cut in told.cuts} | told.cutting
    least = 2 if told.places else rules.players
    # Who had yet to cut does not show any more where the game has ended.
    _need(
        bool(told.cutting or told.ended)
        and len(seats) == len(told.cuts) + len(told.cutting)
        and (least <= len(seats) <= rules.players or told.ended is not None)
        and seats <= set(range(rules.players)),
        "expected seats that have cut or are to cut, each of them once",
    )
    return state.having(cutting=told.cutting, cuts=told.cuts, cut_places=told.places)


def _check_cuts(told: PositionFields, pack: Cards) -> None:
    places = [cut.at for cut in told.cuts]
    cards = [cut.card for cut in told.cuts]
    _need(
        len({*places, *told.places}) == len(places) + len(told.places)
        and all(0 <= at < 52 for at in (*places, *told.places))
        and len(set(cards)) == len(cards)
        and all(cut.card.known and pack[cut.at] in (cut.card, UNKNOWN) for cut in told.cuts),
        "expected cuts of different places, of the cards that the pack has there",
    )


def _shuffled(state: State, pack: Cards) -> State:
    for seat in range(state.rules.players):
        state = evolve(state, SaidReady(seat, ""))
    return evolve(state, Shuffled(pack))


def _between_deals(told: PositionFields) -> State:
    """Give the state before a deal, with the cards of the deal before still on the table."""
    rules, dealer = told.rules, told.dealer or 0
    _need(not (told.pack or told.cutting or told.places), "the pack is not there yet")
    if told.dealt:
        _need(told.deal > 1, "no cards have been dealt before the first deal")
        state = _during(told, told.deal - 1, (dealer - 1) % rules.players)
        _need(len(state.shown) == rules.players + 1, "the deal before has not been counted")
        return evolve(state, DealEnded(told.deal - 1))
    state = new_game(rules, dealer).having(deal=told.deal, cuts=told.cuts)
    if told.cuts:
        _check_cuts(told, (UNKNOWN,) * 52)
        lowest = min(cut.card.rank for cut in told.cuts)
        winners = [cut.seat for cut in told.cuts if cut.card.rank == lowest]
        seats = {cut.seat for cut in told.cuts}
        _need(
            told.deal == 1
            and winners == [dealer]
            and 2 <= len(seats) == len(told.cuts)
            and seats <= set(range(rules.players)),
            "the lowest card deals first",
        )
    return state


# --- a deal ---------------------------------------------------------------------------------------


def _during(told: PositionFields, deal: int, dealer: int) -> State:
    """Play a deal as far as the position tells."""
    rules = told.rules
    _need(bool(told.dealt), "expected the cards that were dealt")
    before = told.during in (Phase.READY, Phase.SHUFFLE)
    _need(not told.cuts or before, "nobody cuts for the deal any more")
    _need(not (told.cutting or told.places), "nobody cuts for the deal any more")
    cut = () if told.starter is None else (told.starter,)
    left = 52 - rules.players * rules.hand_size - rules.from_pack - len(cut)
    rest = told.pack or (UNKNOWN,) * left
    _need(len(rest) == left, f"expected {left} cards left in the pack, not {len(rest)}")
    # Where the starter was cut does not show any more, so it may have been anywhere.
    rest = (*rest[:MIN_PACKET], *cut, *rest[MIN_PACKET:])
    top = Deal(told.dealt, told.crib, (), UNKNOWN, ()).pack(dealer, 52)
    state = _shuffled(new_game(rules, dealer).having(deal=deal), (*top[: 52 - len(rest)], *rest))
    state = evolve(state, Dealt(deal, dealer, told.dealt, told.crib))
    for seat, cards in enumerate(told.discards):
        if cards:
            _allow(state, Discard(seat, cards))
            state = evolve(state, Discarded(seat, cards))
    if told.starter is not None:
        _allow(state, Cut(state.cutter, MIN_PACKET))
        state = evolve(state, StarterCut(state.cutter, MIN_PACKET, told.starter))
    for mover, card in told.plays:
        _need(state.phase is Phase.PLAY, "nobody plays before the starter")
        state = _count_ended(state) if mover is None else _moved(state, mover, card)
    for index in range(told.shown):
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
        _allow(state, Go(seat))
        return evolve(state, SaidGo(seat, state.count))
    _allow(state, Play(seat, card, 0 if state.rules.counting == "manual" else None))
    return evolve(state, Played(seat, card, state.count + VALUES[card]))


def _count_ended(state: State) -> State:
    _need(bool(state.pile), "a count ends after its cards")
    last = state.pile[-1].seat
    turn = state.turn
    if turn is not None:
        # A hand that cannot be seen may not have had a card that fits.
        _need(turn == last and state.count > 21, "the count goes on")
        _allow(state, Go(turn))
    return evolve(state, CountEnded(last, state.count))


def _hand_shown(state: State, index: int) -> State:
    players = state.rules.players
    _need(not state.pile and index <= players, "hands are shown after the play, each of them once")
    _need(index > 0 or (state.phase is Phase.PLAY and state.turn is None), "the play goes on")
    if index == players:
        dealer = (state.leader - 1) % players
        return evolve(state, HandShown(dealer, state.crib, True))
    seat = (state.leader + index) % players
    return evolve(state, HandShown(seat, state.kept(seat), False))


def _check_claim(state: State, claim: Pending) -> None:
    """Check a claim that waits for answers against what was claimed."""
    rules = state.rules
    _need(rules.muggins, "without muggins nobody answers a claim")
    if state.phase is Phase.PLAY:
        _need(
            bool(state.pile) and (claim.seat, claim.reason) == (state.pile[-1].seat, "play"),
            "a claim in the play is for the last card",
        )
        cards = [laid.card for laid in state.pile]
        truth = unchecked.play_points(cards, runs=rules.runs_in_play)
    else:
        _need(state.phase is Phase.SHOW, "there is nothing to claim")
        shown, starter = state.shown[-1], state.starter
        assert starter is not None, "hands are shown after the starter was cut"
        _need(
            (claim.seat, claim.reason) == (shown.seat, "crib" if shown.crib else "hand")
            and all(card.known for card in shown.cards),
            "a claim in the show is for the hand that was shown last",
        )
        truth = unchecked.show_points(
            shown.cards,
            starter,
            crib=shown.crib,
            crib_flush=rules.crib_flush,
            nobs_points=rules.nobs_points,
        )
    opponents = set(state.opponents(claim.seat))
    _need(bool(claim.awaiting) and claim.awaiting <= opponents, "opponents answer a claim")
    most = max(0, truth - claim.claimed) if claim.awaiting < opponents else 0
    _need(claim.claimed <= 99 and claim.taken <= most, f"nobody can have taken {claim.taken}")
