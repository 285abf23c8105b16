"""The rules as numbers for the loops, without NumPy.

Interpreted loops use these numbers directly, so that a player at a table loads nothing else.
Compiled loops use arrays of them; see :mod:`pegout.simulation.constants`.
"""

from typing import Final

from pegout.kernel.actions import discards_of
from pegout.kernel.errors import KernelError
from pegout.kernel.layout import LONGER, RuleNumbers
from pegout.loading import load_once
from pegout.rules import Component, Rules, RulesLike, as_rules

#: A target that no score reaches.
_NO_END: Final = 1 << 30
_NO_START: Final = (0, 0, 0, 0)


def check_rules(given: RulesLike, component: Component = Component.KERNEL) -> Rules:
    """Return the rules if a component supports them, and raise an error otherwise."""
    rules = as_rules(given)
    refusal = rules.refusal(component)
    if refusal:
        raise KernelError("bad_rules", f"{refusal}; pegout.match plays by all rules")
    return rules


def rule_numbers(rules: Rules, *, endless: bool = False) -> RuleNumbers:
    """Return the rules as numbers.

    >>> numbers = rule_numbers(Rules("half"))
    >>> numbers.hand_size, numbers.target
    (6, 61)
    """
    return RuleNumbers(
        rules.players,
        rules.sides,
        rules.hand_size,
        rules.discard_size,
        rules.from_pack,
        _NO_END if endless else rules.target,
        _NO_START if endless else _start_of(rules),
        rules.heels_points,
        int(rules.go_stacks_on_31),
        int(rules.stinkhole),
        int(rules.lowball),
        int(rules.five_card),
    )


def _start_of(rules: Rules) -> tuple[int, int, int, int]:
    first, second, third, fourth = (*rules.scores_at_start, 0, 0)[:4]
    return first, second, third, fourth


def flush_points(rules: Rules, *, crib: bool) -> tuple[int, int, int]:
    """Return the points for a flush of four, a flush of five and nobs.

    >>> flush_points(Rules(), crib=False), flush_points(Rules(), crib=True)
    ((4, 5, 1), (0, 5, 1))
    """
    four = 4 if not crib or rules.crib_flush == "four" else 0
    five = 0 if crib and rules.crib_flush == "none" else 5
    return four, five, rules.nobs_points


def keeps_of(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Return the positions of the cards kept with each of :func:`pegout.kernel.discards_of`.

    >>> keeps_of(Rules(players=3))[0]
    (1, 2, 3, 4)
    """
    indices = range(rules.hand_size)
    return tuple(
        [tuple([at for at in indices if at not in discard]) for discard in discards_of(rules)]
    )


@load_once
def end_points(runs: bool) -> bytes:
    """Return the scores of the last three cards of a pile.

    Returns:
        4,096 scores, indexed by three ranks of four bits, the last card lowest, 15 for no card;
        plus ``LONGER`` where earlier cards may change the score.

    >>> end_points(True)[0x234], end_points(False)[0x234], end_points(True)[0xF44]
    (67, 0, 2)
    """
    ends = bytearray(4096)
    for at in range(4096):
        last, before, early = at & 15, at >> 4 & 15, at >> 8
        if before > 12 or last > 12:
            continue
        spread = max(last, before, early) - min(last, before, early)
        if last == before:
            ends[at] = LONGER + 6 if early == last else 2
        elif runs and early < 13 and early not in (last, before) and spread <= 6:
            # No run of the play is longer than seven cards, A 2 3 4 5 6 7.
            ends[at] = LONGER + (3 if spread == 2 else 0)
    return bytes(ends)
