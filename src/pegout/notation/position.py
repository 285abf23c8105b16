"""Write any moment of a game as one line of text that fits into a URL, and read it.

A position records what happened in the deal, not the resulting state. Reading it replays the deal
by the rules, so an impossible position is rejected. A position describes either a complete
:class:`~pegout.rules.state.State` or the knowledge of one seat, a :class:`~pegout.rules.View`.
``docs/record-format.md`` is the specification.
"""

import base64
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final, NamedTuple

from pegout import fairness
from pegout.cards import NAMES, UNKNOWN, Card
from pegout.notation.errors import PositionError
from pegout.notation.fill import Cards
from pegout.notation.record import FORMAT_VERSION, rules_from_text, rules_to_text
from pegout.notation.restore import Move, PositionFields, restore
from pegout.rules import DealerCutAt, IllegalAction, Pending, Phase, Reason, UnknownRules, View
from pegout.rules.errors import quoted
from pegout.rules.state import State
from pegout.rules.view import view

#: The most characters that a position may have.
MAX_POSITION: Final = 10_000


def write_position(game: State | View) -> str:
    """Write a moment of a game: the complete state, or what one seat knows.

    Args:
        game: a state between two actions, or a view of one. A view lacks the words that the seats
            added to the shuffle, and the secrets of earlier deals that are not revealed yet.

    >>> from pegout.rules import Rules
    >>> from pegout.rules.state import new_game
    >>> write_position(new_game(Rules("half"), dealer=1))
    '1~half~ready~deal-1-1~score-0.0~rear-0.0'

    Raises:
        PositionError: ``unsettled`` for a state amid the consequences of an action, ``bad_game``
            for anything but a view or a state.
    """
    _check_game(game)
    text = _write(_of_view(game) if isinstance(game, View) else _of_state(game))
    try:
        read = read_position(text)
    except PositionError as error:
        raise PositionError("unsettled", f"this is no state between actions: {error}") from error
    if game != (view(read, game.seat) if isinstance(game, View) else read):
        raise PositionError("unsettled", "this is no state between two actions of a game")
    return text


def _check_game(game: object) -> None:
    if not isinstance(game, State | View):
        raise PositionError(
            "bad_game",
            "expected what a seat knows, such as match.view(0), or a state, such as a view "
            f"samples, not {quoted(game, 60)}; match.position() writes the whole truth",
        )


def read_position(text: str) -> State:
    """Read a position; whatever it does not record is unknown in the state.

    >>> state = read_position("1~half~ready~deal-1-1~score-0.0~rear-0.0")
    >>> state.dealer, state.rules.target
    (1, 61)

    Raises:
        PositionError: ``not_text``, ``too_long``, ``bad_version``, ``bad_rules``, ``bad_phase``,
            ``bad_part`` for a part that cannot be read, ``duplicate_card``, ``bad_scores``, or
            ``impossible`` for what the rules do not allow.
    """
    _check_text(text)
    fields = _parse(text.strip())
    try:
        return restore(fields)
    except IllegalAction as error:
        raise PositionError("impossible", str(error)) from error


def _check_text(text: object) -> None:
    if not isinstance(text, str):
        raise PositionError(
            "not_text",
            "expected the text of a position, as match.position() or write_position(view) gives "
            f"it, not {quoted(text, 60)}",
        )


# --- from a state or a view -----------------------------------------------------------------------


def _public(game: State | View) -> dict[str, Any]:
    """Return the fields that a state and a view have in common."""
    names = (
        "rules", "phase", "deal", "dealer", "scores", "rear", "ready", "cuts", "starter", "claim",
        "stopping", "resigned",
    )  # fmt: skip
    same = {name: getattr(game, name) for name in names}
    return {**same, "plays": moves_of(game), "shown": len(game.shown)}


def _of_state(state: State) -> PositionFields:
    return PositionFields(
        **_public(state),
        words=state.contributions if any(state.contributions) else (),
        sealed=state.sealed,
        cutting=state.cutting,
        places=state.cut_places,
        dealt=state.dealt,
        crib=state.from_pack,
        discards=state.discards,
        pack=state.pack if any(card.known for card in state.pack) else (),
        ended=_ended(state, len(state.pack), all(state.discards)),
    )


def _ended(game: State | View, pack: int, all_discarded: bool) -> Phase | None:
    """Return the phase in which a game ended before the last hole, if it did."""
    early = game.resigned is not None or len(game.stopping) == game.rules.players
    if not early or game.phase is not Phase.OVER:
        return None
    if len(game.ready) < game.rules.players:
        return Phase.READY
    if not pack:
        return Phase.SHUFFLE
    if not game.deal:
        return Phase.CUT_FOR_DEAL
    if not all_discarded:
        return Phase.DISCARD
    if game.starter is None:
        return Phase.CUT
    return Phase.SHOW if game.shown else Phase.PLAY


def _of_view(seen: View) -> PositionFields:
    all_discarded = len(seen.discarded) == seen.rules.players
    dealt, crib, discards = _cards_of_view(seen) if seen.hand_sizes else ((), (), ())
    return PositionFields(
        **_public(seen),
        sealed=() if seen.commitment is None else ((seen.deal, seen.commitment),),
        cutting=seen.to_act if seen.phase is Phase.CUT_FOR_DEAL else frozenset(),
        places=seen.cut_places - {cut.at for cut in seen.cuts},
        dealt=dealt,
        crib=crib,
        discards=discards,
        ended=_ended(seen, seen.pack_size, all_discarded),
    )


def _cards_of_view(seen: View) -> tuple[tuple[Cards, ...], Cards, tuple[Cards, ...]]:
    """Return the hands, the pack's part of the crib and the discards that a seat knows."""
    rules = seen.rules
    shown = {hand.seat: hand.cards for hand in seen.shown if not hand.crib}
    open_crib = next((hand.cards for hand in seen.shown if hand.crib), None)
    hidden = (UNKNOWN,) * (rules.from_pack + rules.players * rules.discard_size)
    crib = iter(open_crib or hidden)
    from_pack = tuple([next(crib) for _ in range(rules.from_pack)])
    dealt, discards = [], []
    for seat in range(rules.players):
        away = tuple([next(crib) for _ in range(rules.discard_size)])
        if seat == seen.seat:
            dealt.append(seen.dealt)
            discards.append(seen.discards)
            continue
        kept = shown.get(seat) or tuple([play.card for play in seen.played if play.seat == seat])
        known = (*kept, *(card for card in away if card.known))
        dealt.append((*known, *[UNKNOWN] * (rules.hand_size - len(known))))
        discards.append(away if seat in seen.discarded else ())
    return tuple(dealt), from_pack, tuple(discards)


def moves_of(game: State | View) -> tuple[Move, ...]:
    """Return the cards of the play, the goes and the ends of counts in their order.

    Each is ``(seat, card)``, ``(seat, None)`` for a go or ``(None, None)`` for the end of a count.
    """
    moves: list[Move] = []
    goes = list(game.goes)
    after = 0
    for pile in (*game.earlier, game.pile):
        for played in pile:
            moves.append((played.seat, played.card))
            after += 1
            while goes and goes[0].after == after:
                moves.append((goes.pop(0).seat, None))
        if pile is not game.pile:
            moves.append((None, None))
    return tuple(moves)


# --- the text -------------------------------------------------------------------------------------


def _write(fields: PositionFields) -> str:
    rules = rules_to_text(fields.rules, between=".", equals="-", points="_")
    parts = [str(fields.rules.version), rules, fields.phase]
    if fields.during is not Phase.READY:
        # Everybody was ready.
        fields = replace(fields, ready=frozenset())
    for name, part in _PARTS.items():
        value = getattr(fields, part.field)
        text = "" if value is None else part.write(value)
        if text:
            parts.append(f"{name}-{text}")
    return "~".join(parts)


def _deal(deal: tuple[int, int | None]) -> str:
    number, dealer = deal
    return str(number) if dealer is None else f"{number}-{dealer}"


def _dotted(numbers: Iterable[int]) -> str:
    return ".".join(map(str, numbers))


def _seats(seats: Iterable[int]) -> str:
    return "".join(map(str, sorted(seats)))


def _card(card: Card) -> str:
    return NAMES[card] if card.known else "x"


def _cards(cards: Cards) -> str:
    return "".join(map(_card, cards))


def _hands(hands: tuple[Cards, ...]) -> str:
    return ".".join(map(_cards, hands)) if any(hands) else ""


def _cut(cut: DealerCutAt) -> str:
    return f"{cut.seat}_{cut.at}_{_card(cut.card)}"


def _move(move: Move) -> str:
    seat, card = move
    if seat is None:
        return "."
    return f"{seat}g" if card is None else f"{seat}{_card(card)}"


def _claim(claim: Pending) -> str:
    seat, awaiting = claim.seat, _seats(claim.awaiting)
    return f"{seat}_{claim.reason}_{claim.claimed}_{claim.taken}_{awaiting}"


def _to_base64(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


_ALPHABET: Final = re.compile("[A-Za-z0-9._~-]*")
_CARD: Final = re.compile("x|[A2-9TJQK][CDHS]")
_MOVE: Final = re.compile(r"\.|[0-3](?:g|[A2-9TJQK][CDHS])")


def _parse(text: str) -> PositionFields:
    if len(text) > MAX_POSITION:
        raise PositionError("too_long", f"a position has at most {MAX_POSITION} characters")
    if not _ALPHABET.fullmatch(text):
        raise PositionError("bad_part", "a position has only letters, digits, and . _ ~ -")
    version, *parts = text.split("~")
    known = map(str, range(1, FORMAT_VERSION + 1))
    if version not in known or len(parts) < 2:
        raise PositionError(
            "bad_version",
            f"expected a position, as 1~rules~phase~…, of a version up to {FORMAT_VERSION}, not "
            f"{text!r:.60}",
        )
    try:
        rules = rules_from_text(parts[0], between=".", equals="-", points="_")
    except UnknownRules as error:
        raise PositionError("bad_rules", str(error)) from error
    if parts[1] not in list(Phase):
        raise PositionError("bad_phase", f"expected one of {', '.join(Phase)}, not {parts[1]:.20}")
    values: dict[str, Any] = {}
    for part in parts[2:]:
        name, _, value = part.partition("-")
        if name not in _PARTS or _PARTS[name].field in values:
            raise PositionError("bad_part", f"expected other parts than {part[:20]!r}, each once")
        values[_PARTS[name].field] = _PARTS[name].read(value)
    for name in ("deal", "score", "rear"):
        if _PARTS[name].field not in values:
            raise PositionError("bad_part", f"expected the part {name}")
    phase = Phase(parts[1])
    everybody = frozenset(range(rules.players))
    waiting = values.get("ended", phase) is Phase.READY
    values.setdefault("ready", frozenset() if waiting else everybody)
    deal, dealer = values.pop("deal_and_dealer")
    return PositionFields(rules=rules, phase=phase, deal=deal, dealer=dealer, **values)


def _bad(expected: str, value: str) -> PositionError:
    return PositionError("bad_part", f"expected {expected}, not {value[:30]!r}")


def _number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,6}", text):
        raise _bad("a number", text)
    return int(text)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(_number, text.split(".")))


def _read_seats(text: str) -> frozenset[int]:
    if not re.fullmatch("[0-3]{1,4}", text) or len(set(text)) != len(text):
        raise _bad("seats, each once", text)
    return frozenset(map(int, text))


def _read_deal(text: str) -> tuple[int, int | None]:
    deal, sign, dealer = text.partition("-")
    return _number(deal), _number(dealer) if sign else None


def _all(pattern: re.Pattern[str], text: str, expected: str) -> list[str]:
    words = pattern.findall(text)
    if "".join(words) != text:
        raise _bad(expected, text)
    return words


def _read_card(text: str) -> Card:
    return UNKNOWN if text == "x" else Card(text)


def _read_cards(text: str) -> Cards:
    return tuple([_read_card(card) for card in _all(_CARD, text, "cards, as 5HTDx")])


def _read_hands(text: str) -> tuple[Cards, ...]:
    return tuple(map(_read_cards, text.split(".")))


def _read_starter(text: str) -> Card:
    cards = _read_cards(text)
    if len(cards) != 1:
        raise _bad("one card", text)
    return cards[0]


def _read_cuts(text: str) -> tuple[DealerCutAt, ...]:
    cuts = []
    for word in text.split("."):
        seat, at, card = (*word.split("_"), "", "", "")[:3]
        cuts.append(DealerCutAt(_number(seat), _number(at), _read_starter(card)))
    return tuple(cuts)


def _read_moves(text: str) -> tuple[Move, ...]:
    moves: list[Move] = []
    for word in _all(_MOVE, text, "moves of the play, as 05H1TD0g."):
        if word == ".":
            moves.append((None, None))
        else:
            moves.append((int(word[0]), None if word[1] == "g" else Card(word[1:])))
    return tuple(moves)


def _read_words(text: str) -> tuple[str, ...]:
    words = []
    for word in text.split("."):
        try:
            plain = base64.urlsafe_b64decode(word + "=" * (-len(word) % 4)).decode()
            fairness.check_contribution(plain)
        except ValueError:
            raise _bad("words for the shuffle in base64", text) from None
        words.append(plain)
    return tuple(words)


def _read_sealed(text: str) -> tuple[tuple[int, str], ...]:
    sealed = []
    for word in text.split("."):
        deal, _, commitment = word.partition("_")
        if not re.fullmatch("[0-9a-f]{64}", commitment):
            raise _bad("commitments of 64 hexadecimal digits", text)
        sealed.append((_number(deal), commitment))
    return tuple(sealed)


def _read_phase(text: str) -> Phase:
    if text not in list(Phase):
        raise _bad(f"one of {', '.join(Phase)}", text)
    return Phase(text)


_CLAIMED: Final[dict[str, Reason]] = {"play": "play", "hand": "hand", "crib": "crib"}


def _read_claim(text: str) -> Pending:
    seat, reason, claimed, taken, awaiting = (*text.split("_"), "", "", "", "", "")[:5]
    if reason not in _CLAIMED:
        raise _bad("a claim, as 0_play_2_0_1", text)
    return Pending(
        _number(seat), _CLAIMED[reason], _number(claimed), _number(taken), _read_seats(awaiting)
    )


class _Part(NamedTuple):
    """A part of a position: the field that it holds, and how it is written and read."""

    field: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]


#: Every part by its name, in the order of writing; an empty one is left out.
_PARTS: Final = {
    "deal": _Part("deal_and_dealer", _deal, _read_deal),
    "score": _Part("scores", _dotted, _numbers),
    "rear": _Part("rear", _dotted, _numbers),
    "ready": _Part("ready", _seats, _read_seats),
    "word": _Part("words", lambda words: ".".join(map(_to_base64, words)), _read_words),
    "seal": _Part(
        "sealed", lambda sealed: ".".join([f"{deal}_{text}" for deal, text in sealed]), _read_sealed
    ),
    "cutting": _Part("cutting", _seats, _read_seats),
    "cuts": _Part("cuts", lambda cuts: ".".join(map(_cut, cuts)), _read_cuts),
    "taken": _Part(
        "places", lambda places: _dotted(sorted(places)), lambda text: frozenset(_numbers(text))
    ),
    "dealt": _Part("dealt", _hands, _read_hands),
    "crib": _Part("crib", _cards, _read_cards),
    "away": _Part("discards", _hands, _read_hands),
    "starter": _Part("starter", _card, _read_starter),
    "play": _Part("plays", lambda plays: "".join(map(_move, plays)), _read_moves),
    "shown": _Part("shown", lambda shown: str(shown or ""), _number),
    "claim": _Part("claim", _claim, _read_claim),
    "pack": _Part("pack", _cards, _read_cards),
    "stop": _Part("stopping", _seats, _read_seats),
    "resigned": _Part("resigned", str, _number),
    "ended": _Part("ended", str, _read_phase),
}
