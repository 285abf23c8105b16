"""Tables of recorded games: a row for each decision, or for each player of each game.

>>> from pegout.rules import Rules
>>> rows = result_rows(1, Record(Rules(), games=(GameRecord(dealer=0),)))
>>> [(row.seat, row.score, row.won) for row in rows]
[(0, 0, None), (1, 0, None)]
"""

from collections.abc import Iterator
from typing import NamedTuple

from pegout.cards import format_cards
from pegout.notation import GameRecord, Record, rules_to_text, statistics
from pegout.review.game_review import Choice, choices
from pegout.rules import Dealt, Scored


class DecisionRow(NamedTuple):
    """A discard, a card played, a claim or an answer to one, with what the seat knew.

    Cards are texts such as ``5H 5S``. Claims and answers occur where players count by hand.
    """

    record: int  # the number of the record in the input, from 1
    match: str  # the id of the match
    rules: str  # the preset and the switches that differ
    game: int  # the number of the game in its match
    deal: int  # the number of the deal in its game
    entry: int  # the index of the entry in the record of the game, from 0
    seat: int  # the seat that decided, from 0
    player: str  # its name
    kind: str  # `person` or the level of a computer player
    dealer: int  # the seat of the dealer
    decision: str  # `discard`, `play`, `claim` or `answer`
    score: int  # the score of the seat's side, in points
    opponent_score: int  # the highest score of another side, in points
    hand: str  # the cards in the hand, the chosen ones included
    starter: str  # the starter; empty before it is cut
    count_before: int  # the count before a card was played
    chosen: str  # the cards discarded or played; for a claim of the play, the card
    claimed: int | None  # the points claimed, or called by muggins; 0 for an accepted count


class ResultRow(NamedTuple):
    """A player of a game, with the points by their source as counted."""

    record: int  # the number of the record in the input, from 1
    match: str  # the id of the match
    rules: str  # the preset and the switches that differ
    game: int  # the number of the game in its match
    seat: int  # the seat, from 0
    side: int  # its side; partners have one
    player: str  # its name
    kind: str  # `person` or the level of a computer player
    first_dealer: int | None  # the seat of the first dealer; empty before the first deal
    deals: int  # the number of deals
    score: int  # the final score of the side, in points
    won: (
        bool | None
    )  # whether the side won, `True` or `False` in CSV; empty where the game is not over
    skunk: int | None  # how badly it lost: 0, 1 for a skunk, 2 for a double skunk
    match_points: int | None  # the match points of the side for this game
    play: int  # the points of the play
    hands: int  # the points of the hands
    cribs: int  # the points of the cribs
    heels: int  # the points for a jack as the starter
    muggins: int  # the points that opponents missed
    other: int  # the start of the five-card game, and what opponents counted too high


def decision_rows(number: int, record: Record) -> Iterator[DecisionRow]:
    """Yield a row for each decision of a record, which is the record of this number."""
    rules = rules_to_text(record.rules)
    for game in record.games:
        for choice in choices(record.rules, game):
            seen = choice.view
            player = record.players[seen.seat]
            cards = choice.cards or (() if choice.counted is None else (choice.counted,))
            yield DecisionRow(
                record=number,
                match=record.match,
                rules=rules,
                game=game.number,
                deal=seen.deal,
                entry=choice.entry_index,
                seat=seen.seat,
                player=player.name,
                kind=player.kind,
                dealer=seen.dealer or 0,
                decision=_decision(choice),
                score=seen.scores[seen.side],
                opponent_score=max(
                    score for side, score in enumerate(seen.scores) if side != seen.side
                ),
                hand=format_cards(seen.hand),
                starter="" if seen.starter is None else str(seen.starter),
                count_before=seen.count,
                chosen=format_cards(cards),
                claimed=choice.claim,
            )


def _decision(choice: Choice) -> str:
    if choice.claim is not None:
        return "claim" if choice.view.claim is None else "answer"
    return "play" if choice.view.starter is not None else "discard"


def result_rows(number: int, record: Record) -> Iterator[ResultRow]:
    """Yield a row for each player of each game of a record, which is the record of this number."""
    rules = rules_to_text(record.rules)
    for game in record.games:
        scores, dealer = _scores_and_dealer(record, game)
        result = game.result
        for seat, counted in enumerate(statistics(record.having(games=(game,)))):
            side = record.rules.side(seat)
            yield ResultRow(
                record=number,
                match=record.match,
                rules=rules,
                game=game.number,
                seat=seat,
                side=side,
                player=counted.name,
                kind=record.players[seat].kind,
                first_dealer=dealer,
                deals=counted.deals,
                score=scores[side],
                won=None if result is None else side in result.winners,
                skunk=None if result is None else result.skunks[side],
                match_points=None if result is None else result.match_points[side],
                play=counted.play,
                hands=counted.hand,
                cribs=counted.crib,
                heels=counted.heels,
                muggins=counted.muggins,
                other=counted.other,
            )


def _scores_and_dealer(record: Record, game: GameRecord) -> tuple[list[int], int | None]:
    scores, dealer = [0] * record.rules.sides, game.dealer
    for event in game.events:
        if isinstance(event, Scored):
            scores[record.rules.side(event.seat)] = event.score
        elif isinstance(event, Dealt) and dealer is None:
            dealer = event.dealer
    return scores, dealer
