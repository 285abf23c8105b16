"""A table: the board, the hands, the starter and the cards of the play."""

from collections.abc import Sequence
from typing import Final

from pegout.cards import UNKNOWN, Card
from pegout.rules import Phase, View
from pegout.svg.board_picture import board, shape
from pegout.svg.card_picture import row
from pegout.svg.elements import COLOURS, PictureError, Svg, element, picture, words

_BOARD: Final = 230
_MIDDLE: Final = 470
_HEIGHT: Final = 520
_CARD: Final = 62
_SMALL: Final = 34
_TALL: Final = 1.4


def table_svg(view: View, names: Sequence[str] = ()) -> Svg:
    """Draw what a seat or a spectator sees.

    Args:
        view: the view, such as ``match.view(0)``; hidden cards are face down.
        names: the name of each seat; by default their numbers.

    >>> from pegout.rules import Rules
    >>> from pegout.rules.state import new_game
    >>> from pegout.rules.view import view
    >>> "Ann" in table_svg(view(new_game(Rules(), 0), None), ["Ann", "Ben"])
    True

    Raises:
        PictureError: ``bad_view`` for anything but a view, ``bad_names`` for names that are not one
            for each seat.
    """
    if not isinstance(view, View):
        raise PictureError("bad_view", f"expected a view such as match.view(0), not {view!r:.60}")
    players = view.rules.players
    names = tuple(names) or tuple([str(seat) for seat in range(players)])
    if len(names) != players:
        raise PictureError("bad_names", f"expected {players} names, not {len(names)}")
    own = view.seat or 0
    others = [(own + away) % players for away in range(1, players)]
    width = _BOARD + _MIDDLE + 36
    scores, rear, target = view.scores, view.rear, view.rules.target
    return picture(
        ", ".join([f"{name} {scores[view.rules.side(seat)]}" for seat, name in enumerate(names)]),
        width,
        _HEIGHT,
        element("rect", width=width, height=_HEIGHT, rx=16, fill=COLOURS["felt"]),
        element(
            "g",
            board(scores, rear, target, _BOARD, _HEIGHT - 24),
            transform="translate(12 12)",
        ),
        *[
            _opponent(view, seat, names[seat], _BOARD + 24 + (at + 0.5) * _MIDDLE / len(others))
            for at, seat in enumerate(others)
        ],
        _centre(view, _BOARD + 24 + _MIDDLE / 2),
        _own(view, own, names[own], _BOARD + 24 + _MIDDLE / 2),
    )


def _name(view: View, seat: int, name: str, x: float, y: float, size: float) -> str:
    side = view.rules.side(seat)
    said = f"{name}  {view.scores[side]}" + ("  ·  dealer" if seat == view.dealer else "")
    look = {"font_weight": "bold"} if seat in view.to_act else {"fill": COLOURS["ink-quiet"]}
    mark = shape(side, x - len(said) * size * 0.28 - 14, y, 6, COLOURS[f"side-{side}"])
    return mark + words(said, x, y, size, **look)


def _cards(cards: Sequence[Card], x: float, y: float, width: float, room: float) -> str:
    """Draw cards round a middle, overlapping where there is no room for all of them."""
    step = min(width * 1.08, (room - width) / max(1, len(cards) - 1))
    return row(cards, x - (step * (len(cards) - 1) + width) / 2, y, width, step=step)


def _opponent(view: View, seat: int, name: str, x: float) -> str:
    shown = next((hand.cards for hand in view.shown if hand.seat == seat and not hand.crib), None)
    cards = shown or (UNKNOWN,) * (view.hand_sizes[seat] if view.hand_sizes else 0)
    room = _MIDDLE / (view.rules.players - 1) - 12
    return _name(view, seat, name, x, 28, 17) + _cards(cards, x, 44, _SMALL, room)


def _centre(view: View, x: float) -> str:
    """Draw the starter, the cards of the count, and the count itself; after the play, the crib."""
    top = 150
    crib = next((hand.cards for hand in view.shown if hand.crib), None)
    left = x - _MIDDLE / 2
    starter = (UNKNOWN,) if view.starter is None else (view.starter,)
    parts = [row(starter, left + 8, top, _CARD)]
    pile = [played.card for played in view.pile]
    if crib or pile:
        parts.append(_cards(crib or pile, x + 40, top, _CARD, _MIDDLE - 2 * _CARD))
    if view.phase is Phase.PLAY:
        look = {"font_weight": "bold"}
        parts.append(words(str(view.count), x + 40, top + _CARD * _TALL + 40, 44, **look))
    return "".join(parts)


def _own(view: View, seat: int, name: str, x: float) -> str:
    shown = next((hand.cards for hand in view.shown if hand.seat == seat and not hand.crib), None)
    hidden = (UNKNOWN,) * (view.hand_sizes[seat] if view.hand_sizes else 0)
    cards = shown or (view.hand if view.seat is not None else hidden)
    y = _HEIGHT - 28
    hand = _cards(cards, x, y - 28 - _CARD * _TALL, _CARD, _MIDDLE - 12)
    return hand + _name(view, seat, name, x, y, 19)
