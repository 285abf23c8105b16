"""A view in characters, for whoever works at a prompt: no sentences, and nothing that is hidden.

>>> from pegout.rules import Rules
>>> from pegout.rules.state import new_game
>>> from pegout.rules.view import view
>>> print(drawn(view(new_game(Rules("half"), dealer=0), None), ("Ann", "Ben")))
half to 61, deal 1, ready
Ann    0 |O------------------------------|
Ben    0 |O------------------------------|
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pegout.cards import NAMES, UNKNOWN, Card, format_cards

if TYPE_CHECKING:
    from pegout.rules.view import View

__all__ = ["drawn", "headline"]

#: How long a side's track is, in characters.
_TRACK: Final = 30


def headline(view: View, names: Sequence[str]) -> str:
    """Say in one line where the game is: the deal, each side's score, and who is to act."""
    sides = range(view.rules.sides)
    scores = " ".join([f"{_side(view, side, names)} {view.scores[side]}" for side in sides])
    words = [view.rules.preset, f"deal {view.deal}", scores, _to_act(view, names)]
    return ", ".join([word for word in words if word])


def _to_act(view: View, names: Sequence[str]) -> str:
    if view.result is not None:
        won = " and ".join([_side(view, side, names) for side in view.result.winners])
        resigned = "" if view.resigned is None else f", {names[view.resigned]} resigned"
        return f"won by {won}{resigned}" if won else "stopped by agreement"
    acting = " and ".join([names[seat] for seat in sorted(view.to_act) if seat >= 0])
    return f"{acting} to {view.phase.replace('_', ' ')}" if acting else ""


def _side(view: View, side: int, names: Sequence[str]) -> str:
    return "+".join([names[seat] for seat in view.rules.seats_of(side)])


def drawn(view: View, names: Sequence[str] = ()) -> str:
    """Draw the table as it is known in a view.

    Args:
        view: what a seat or a spectator knows.
        names: the name of each seat; ``seat 0``, ``seat 1`` and so on unless given.

    Returns:
        Lines of ASCII: the rules and the phase; for each side its score and its pegs (``O`` the
        front one, ``o`` the one behind); for each seat its cards, ``*`` where it is to act and
        ``D`` for the dealer; the starter, the crib, the pile with its count, and hands shown.
    """
    names = names or [f"seat {seat}" for seat in range(view.rules.players)]
    lines = [f"{view.rules.preset} to {view.rules.target}, deal {view.deal}, {_phase(view)}"]
    sides = [_side(view, side, names) for side in range(view.rules.sides)]
    width = max(map(len, sides))
    lines += [f"{name:{width}} {_track(view, side)}" for side, name in enumerate(sides)]
    for seat in range(len(view.hand_sizes)):
        lines.append(f"{names[seat]:{width}} {_hand(view, seat)}".rstrip())
    lines += [line for line in (_middle(view), _pile(view)) if line]
    for shown in view.shown:
        owner = f"{names[shown.seat]}'s crib" if shown.crib else names[shown.seat]
        lines.append(f"shown   {format_cards(shown.cards)}  {owner}")
    if view.result is not None:
        lines.append(_to_act(view, names))
    elif view.stopping:
        offering = " and ".join([names[seat] for seat in sorted(view.stopping)])
        lines.append(f"stop offered by {offering}")
    return "\n".join(lines)


def _phase(view: View) -> str:
    return view.phase.replace("_", " ")


def _track(view: View, side: int) -> str:
    """Draw the score of a side, and its pegs on their way to the target."""
    cells = ["-"] * (_TRACK + 1)
    for score, peg in ((view.rear[side], "o"), (view.scores[side], "O")):
        if score or peg == "O":
            cells[min(score, view.rules.target) * _TRACK // view.rules.target] = peg
    return f"{view.scores[side]:>4} |{''.join(cells)}|"


def _hand(view: View, seat: int) -> str:
    cards: Sequence[Card] = [UNKNOWN] * view.hand_sizes[seat]
    if seat == view.seat:
        cards = view.hand
    marks = ("*" if seat in view.to_act else " ") + ("D" if seat == view.dealer else " ")
    return f"{marks:>4} {format_cards(cards)}"


def _middle(view: View) -> str:
    starter = "" if view.starter is None else f"starter {NAMES[view.starter]}"
    crib = f"crib {view.crib_size} cards" if view.crib_size else ""
    return "  ".join([part for part in (starter, crib) if part])


def _pile(view: View) -> str:
    if not view.pile:
        return ""
    return f"pile    {format_cards([laid.card for laid in view.pile])}  = {view.count}"
