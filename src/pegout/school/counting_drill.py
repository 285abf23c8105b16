"""The counting drill: what a hand, a crib or a card of the play is worth.

The text of a question is its cards: ``5H 5S 5C JD | 5D`` for a hand with the starter after the bar,
the same after ``crib`` for a crib, and ``7C 8D 9H`` for the cards of a count, of which the last
one is counted. An answer is a total, such as ``12``, or the combinations, such as ``5H JD, 5S JD``.

>>> question = read_count("7C 7D 8H 9S | KC")
>>> [str(item) for item in question.items]
['fifteen 2 (7C 8H)', 'fifteen 2 (7D 8H)', 'double_run 8 (7C 7D 8H 9S)']
>>> judge_count("7C 7D 8H 9S | KC", "10").points
2
>>> judge_count("7C 7D 8H 9S | KC", "7C 8H, 7D 8H, 7C 8H 9S, 7D 8H 9S, 7C 7D").grade
'right'
"""

from itertools import combinations, product
from random import Random
from typing import Final, Literal, NamedTuple

from pegout.cards import CARDS, Card, CardError, format_cards, parse_cards
from pegout.school.difficulty import count_difficulty
from pegout.school.errors import SchoolError
from pegout.school.questions import DrillQuestion, Judgement, QuestionFilter
from pegout.scoring import Item, Kind, score_play, score_show

_CRIB: Final = "crib "
#: Kinds that hold pairs of one rank, and those that hold more than one run.
_PAIRS: Final = (Kind.PAIR_ROYAL, Kind.DOUBLE_PAIR_ROYAL)
_RUNS: Final = (Kind.DOUBLE_RUN, Kind.TRIPLE_RUN, Kind.DOUBLE_DOUBLE_RUN, Kind.MULTIPLE_RUN)
#: The most cards of a count that is asked about, and the most draws for a question that fits.
_PILE: Final = 6
#: The ranks of which runs are drawn, and the share of the counts without points that are asked.
_WINDOW: Final = 5
_IN_VAIN: Final = 0.05
_DRAWS: Final = 2_000
#: The most points that a count can be, and more.
_HIGHEST: Final = 99


class CountQuestion(NamedTuple):
    """The cards of a question."""

    kind: Literal["hand", "crib", "pile"]
    cards: tuple[Card, ...]  # the hand or the crib; the pile, in the order played
    starter: Card | None
    items: tuple[Item, ...]  # what the cards score


def read_count(text: str) -> CountQuestion:
    """Read the text of a question.

    Raises:
        SchoolError: ``bad_question`` for a text that is none, or not written as this drill writes
            it.
    """
    try:
        question = _read(text)
    except CardError as error:
        raise SchoolError("bad_question", str(error)) from error
    if write_count(question) != text:
        raise SchoolError(
            "bad_question", f"expected cards such as “5H 5S 5C JD | 5D”: {text!r:.60}"
        )
    return question


def _read(text: str) -> CountQuestion:
    held, bar, cut = text.partition("|")
    if not bar:
        pile = parse_cards(text)
        return CountQuestion("pile", pile, None, score_play(pile))
    is_crib = held.startswith(_CRIB)
    cards = parse_cards(held.removeprefix(_CRIB))
    items = score_show(cards, cut.strip(), crib=is_crib)
    (starter,) = parse_cards(cut)
    return CountQuestion("crib" if is_crib else "hand", cards, starter, items)


def write_count(question: CountQuestion) -> str:
    """Write the text of a question."""
    cards = format_cards(question.cards)
    if question.starter is None:
        return cards
    return f"{_CRIB if question.kind == 'crib' else ''}{cards} | {question.starter}"


def make_count(chance: Random, wanted: QuestionFilter) -> DrillQuestion:
    """Draw a question that fits a filter.

    Raises:
        SchoolError: ``no_question`` where none was found.
    """
    kind = wanted.one_of(("hand", "crib", "pile"))
    for _ in range(_DRAWS):
        drawn = kind or chance.choice(("hand", "hand", "crib", "pile"))
        question = _draw_pile(chance) if drawn == "pile" else _draw_hand(chance, drawn)
        if wanted.difficulty in (None, count_difficulty(question.items)):
            return DrillQuestion("counting", write_count(question))
    raise SchoolError("no_question", "no question was found that fits the filter")


def _draw_hand(chance: Random, kind: str) -> CountQuestion:
    """Draw a hand or a crib; better hands are kept more often, as players keep them."""
    dealt = chance.sample(CARDS, 7)
    starter = dealt.pop()
    crib = kind == "crib"
    kept = max(
        combinations(sorted(dealt), 4) if not crib else [tuple(sorted(dealt[:4]))],
        key=lambda cards: sum([item.points for item in score_show(cards, starter, crib=crib)]),
    )
    items = score_show(kept, starter, crib=crib)
    return CountQuestion("crib" if crib else "hand", kept, starter, items)


def _draw_pile(chance: Random) -> CountQuestion:
    """Draw the cards of a count: half of them of few ranks, which make runs, and few in vain."""
    while True:
        lowest = chance.randrange(10)
        pack = [card for card in CARDS if 0 <= (card >> 2) - lowest < _WINDOW]
        pack = pack if chance.randrange(2) else list(CARDS)
        pile = tuple(chance.sample(pack, chance.randint(2, _PILE)))
        if sum([card.value for card in pile]) > 31:
            continue
        items = score_play(pile)
        if items or chance.random() < _IN_VAIN:
            return CountQuestion("pile", pile, None, items)


def judge_count(text: str, answer: str) -> Judgement:
    """Judge a total, or combinations.

    An item of several combinations, such as a double run, is found as a whole or by its parts.

    Raises:
        SchoolError: ``bad_question``, or ``bad_answer`` for an answer that is neither.
    """
    question = read_count(text)
    if answer.strip().isdecimal() and answer.isascii():
        return _judge_total(question, int(answer))
    tapped = [_combination(cards, question) for cards in answer.split(",") if cards.strip()]
    found = set(tapped)
    missed = tuple([item for item in question.items if not _is_found(item, found)])
    useful = {frozenset(part) for item in question.items for part in (item.cards, *_parts(item))}
    worthless = tuple(dict.fromkeys([tuple(sorted(one)) for one in tapped if one not in useful]))
    errors = [str(item.kind) for item in missed] + ["worthless"] * len(worthless)
    points = sum([item.points for item in missed])
    grade: Literal["right", "wrong"] = "wrong" if errors else "right"
    return Judgement(grade, points, tuple(errors), question.items, missed, worthless)


def _judge_total(question: CountQuestion, total: int) -> Judgement:
    if total > _HIGHEST:
        raise SchoolError("bad_answer", f"expected a total of up to {_HIGHEST}, not {total}")
    off = total - sum([item.points for item in question.items])
    errors = () if not off else ("too many",) if off > 0 else ("too few",)
    return Judgement("wrong" if off else "right", abs(off), errors, question.items)


def _combination(text: str, question: CountQuestion) -> frozenset[Card]:
    starter = [] if question.starter is None else [question.starter]
    try:
        cards = parse_cards(text)
    except CardError as error:
        raise SchoolError("bad_answer", str(error)) from error
    if not set(cards) <= {*question.cards, *starter}:
        raise SchoolError("bad_answer", f"these cards are not in the question: {text!r:.60}")
    return frozenset(cards)


def _is_found(item: Item, found: set[frozenset[Card]]) -> bool:
    parts = _parts(item)
    return frozenset(item.cards) in found or (bool(parts) and found.issuperset(parts))


def _parts(item: Item) -> set[frozenset[Card]]:
    """Return the pairs and runs that an item is made of, if it is made of several."""
    ranks = {card.rank for card in item.cards}
    alike = [[card for card in item.cards if card.rank == rank] for rank in ranks]
    pairs = {frozenset(pair) for cards in alike for pair in combinations(cards, 2)}
    if item.kind in _PAIRS:
        return pairs
    return pairs | {frozenset(run) for run in product(*alike)} if item.kind in _RUNS else set()
