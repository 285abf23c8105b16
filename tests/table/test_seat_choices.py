"""What a seat has to decide is exactly what the rules allow it to do."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from pegout.cards import parse_cards
from pegout.rules import Action, Rules
from pegout.table.seat_choices import action_of, choices_of
from pegout.wire.table import SeatChoice
from tests.chance import chance
from tests.matches import a_match, step


def actions_of(choice: SeatChoice, seat: int) -> Iterator[Action]:
    """Yield the action of every way to complete a choice."""
    cards = [parse_cards(card)[0] for card in choice.cards]
    numbers: list[int | None] = [None]
    if choice.minimum is not None and choice.maximum is not None:
        numbers = [n for n in range(choice.minimum, choice.maximum + 1) if n not in choice.taken]
    for chosen in combinations(cards, choice.size):
        for number in numbers:
            yield action_of(choice.kind, seat, chosen, number)


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(players=3),
        Rules(players=4),
        Rules(counting="manual", muggins=True),
        Rules(counting="manual", muggins=True, players=3),
        Rules(five_card=True, target=61),
    ],
    ids=repr,
)
def test_choices_are_the_legal_actions(rules: Rules) -> None:
    luck = Random(chance(f"choices {rules!r}").random())
    match = a_match(rules, seed=luck.randrange(1 << 32))
    kinds: set[str] = set()
    while not match.game_over:
        for seat in sorted(match.to_act):
            view = match.view(seat)
            ahead = match.if_it_stands(seat)
            for legal in (view.legal, ahead.legal if ahead else ()):
                choices = choices_of(legal)
                kinds |= {choice.kind for choice in choices}
                made = [action for choice in choices for action in actions_of(choice, seat)]
                assert len(made) == len(legal)
                assert set(made) == set(legal)
        step(match, luck)
    assert {"ready", "discard", "play"} <= kinds
