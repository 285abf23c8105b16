"""The stored state of a table beside its matches: its rules, its seats, and their tokens."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Collection, Iterable
from itertools import combinations
from typing import Any, Final

import msgspec
from msgspec import Struct

from pegout.match import Automation, Match, PackPlanned, Seated, Setup
from pegout.notation import rules_from_text, rules_to_text
from pegout.rules import Rules, RulesError
from pegout.table.names import can_be_read, looks_like, tidy
from pegout.table.offers import free_name, offered_levels
from pegout.table.sources import make_id
from pegout.table.store import TableRow
from pegout.wire.http import Order, SeatGranted
from pegout.wire.table import TableOptions

PERSON: Final = "person"
OPEN: Final = "open"
#: The version of the stored format.
_VERSION: Final = 1
_TOKEN: Final = re.compile("[A-Za-z0-9_-]{32,64}")
#: The fewest different characters in a token; 32 random hex digits have fewer once in 10^12.
_DIFFERENT: Final = 6


class TableRefused(RulesError):
    """A request that a table or the server refuses."""


class SeatState(Struct, frozen=True, omit_defaults=True):
    """A seat of a table.

    The kind is ``person``, or the level of a computer player. The name is empty while the seat is
    free. The key is the SHA-256 of the seat's token, in hex; empty for a computer player.
    ``stand_in`` is the level of the computer player that acts for an absent person, as the other
    players have chosen; empty if they wait. ``maker`` says that the person has set up the table.
    """

    kind: str = PERSON
    name: str = ""
    key: str = ""
    automations: tuple[Automation, ...] = ()
    stand_in: str = ""
    maker: bool = False

    @property
    def taken(self) -> bool:
        """Whether the seat is taken."""
        return bool(self.name)


class TableState(Struct, frozen=True):
    """The stored state of a table.

    The rules are one line of text. A match has ``games`` games, or goes to ``play_to`` match points
    if these are not 0; the current match is the last. ``order`` is the SHA-256 of the order that
    set up the table, in hex. ``packs`` is the id of the packs that the first match shares with
    other matches, and ``planned`` are these packs. ``tournament`` is the code of the tournament to
    which the first match belongs. At a ``closed`` table nobody plays any more.
    """

    version: int
    rules: str
    games: int
    play_to: int
    options: TableOptions
    seats: tuple[SeatState, ...]
    matches: tuple[str, ...] = ()
    dealer: int | None = None
    date: str = ""
    order: str = ""
    practice: bool = False
    packs: str = ""
    planned: tuple[PackPlanned, ...] = ()
    tournament: str = ""
    closed: bool = False

    def check_open(self) -> None:
        """Refuse what is done at a table that its host has closed.

        Raises:
            TableRefused: ``closed_table``.
        """
        if self.closed:
            raise TableRefused("closed_table", "the host of the server has closed this table")

    @classmethod
    def read(cls, row: TableRow) -> TableState:
        """Read the stored state of a table.

        Raises:
            TableRefused: ``damaged_table`` if it cannot be read.
        """
        try:
            state = _decoder.decode(row.state)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise TableRefused("damaged_table", f"table {row.code} cannot be read") from error
        if state.version != _VERSION:
            raise TableRefused("damaged_table", f"table {row.code} is of another version")
        return state

    def text(self) -> str:
        """Serialise the state of the table."""
        return _encoder.encode(self).decode()

    @property
    def full(self) -> bool:
        """Whether all seats are taken."""
        return all(seat_state.taken for seat_state in self.seats)

    @property
    def persons(self) -> frozenset[int]:
        """The seats of persons."""
        return frozenset(
            seat for seat, seat_state in enumerate(self.seats) if seat_state.kind == PERSON
        )

    def is_alone(self, seat: int) -> bool:
        """Return whether a person sits at a seat, and computer players at all others."""
        return self.persons == {seat}

    def made_rules(self) -> Rules:
        """Return the rules."""
        return rules_from_text(self.rules)

    def setup(self, match_id: str) -> Setup:
        """Return the setup of the current match.

        Raises:
            RulesError: if nobody can play at the table.
        """
        return Setup(
            match_id,
            self.made_rules(),
            tuple([Seated(seat_state.name, seat_state.kind) for seat_state in self.seats]),
            games=self.games,
            play_to=self.play_to,
            dealer=self.dealer,
            date=self.date,
            packs=self.packs if match_id in self.matches[:1] else "",
        )

    def check(self) -> None:
        """Check everything that can be checked before all seats are taken.

        Raises:
            RulesError: if nobody can ever play at the table.
        """
        names = [seat_state.name for seat_state in self.seats]
        if not all(map(can_be_read, names)):
            raise TableRefused("bad_name", "every player needs a name that can be read")
        for first, second in combinations(filter(None, names), 2):
            if looks_like(first, second):
                raise TableRefused("same_name", f"{first!r} looks like {second!r}")
        for seat, seat_state in enumerate(self.seats):
            if not seat_state.taken:
                names[seat] = free_name(names, looks_like)
        having = [SeatState(seat.kind, name) for seat, name in zip(self.seats, names, strict=True)]
        msgspec.structs.replace(self, seats=tuple(having)).setup("check")

    def free_name(self) -> str:
        """Return a name for a computer player that no other player at the table has."""
        return free_name([seat_state.name for seat_state in self.seats], looks_like)

    def sit(self, seat: int, seat_state: SeatState) -> TableState:
        """Return the plan with a player seated.

        A computer player gives up a name that looks like that of a person who sits down.

        Raises:
            RulesError: ``bad_name`` for an invalid name, ``same_name`` for one that looks like
                that of another person at the table.
        """
        seats = list(self.seats)
        seats[seat] = seat_state
        for at, other in enumerate(self.seats):
            if at != seat and other.kind != PERSON and looks_like(other.name, seat_state.name):
                name = free_name([taken.name for taken in seats], looks_like)
                seats[at] = msgspec.structs.replace(other, name=name)
        state = msgspec.structs.replace(self, seats=tuple(seats))
        state.check()
        return state

    def free(self, seat: int) -> TableState:
        """Return the plan with a seat that is free again."""
        return msgspec.structs.replace(
            self, seats=(*self.seats[:seat], SeatState(), *self.seats[seat + 1 :])
        )

    def automate(self, seat: int, automations: Iterable[Automation]) -> TableState:
        """Return the plan with the automations of a seat replaced."""
        return self._change(seat, automations=tuple(sorted(set(automations))))

    def stand_in(self, seat: int, level: str) -> TableState:
        """Return the plan with a stand-in for the person at a seat; none for an empty level."""
        return self._change(seat, stand_in=level)

    def _change(self, seat: int, **members: Any) -> TableState:
        seat_state = msgspec.structs.replace(self.seats[seat], **members)
        seats = (*self.seats[:seat], seat_state, *self.seats[seat + 1 :])
        return msgspec.structs.replace(self, seats=seats)

    def automations(self, seat: int) -> frozenset[Automation]:
        """Return the automations of a seat that reveal nothing to opponents.

        An automatic play would show by its speed that the player had only one legal card. With
        other persons at the table, every card is therefore played by hand.
        """
        wanted = frozenset(self.seats[seat].automations)
        return wanted if self.is_alone(seat) else wanted - {Automation.ONLY_CARD}

    def next_match(self, match_id: str, dealer: int | None, today: str) -> TableState:
        """Return the plan with another match begun."""
        return msgspec.structs.replace(
            self, matches=(*self.matches, match_id), dealer=dealer, date=today
        )


_decoder: Final = msgspec.json.Decoder(TableState)
_encoder: Final = msgspec.json.Encoder()


def plan_table(
    order: Order,
    rules: Rules,
    offered: Collection[str] | None = None,
    *,
    hosted: bool = True,
) -> tuple[TableState, list[SeatGranted]]:
    """Plan a table; return the tokens of the seats that belong to the client.

    The tokens are derived from the key of the order, so the same order plans the same table.

    A table that is not hosted needs no person: its computer players may be watched.

    Raises:
        RulesError: for seats that do not fit the rules, or without a person who hosts the table.
    """
    if len(order.seats) != rules.players:
        raise TableRefused(
            "bad_seats", f"the rules seat {rules.players} players, not {len(order.seats)}"
        )
    if order.dealer not in range(rules.players):
        raise TableRefused(
            "bad_seat", f"a dealer is a seat from 0 to {rules.players - 1}, not {order.dealer}"
        )
    names = [wanted.name for wanted in order.seats if wanted.kind != OPEN]
    seats, held = [], []
    for seat, wanted in enumerate(order.seats):
        if wanted.kind == OPEN:
            seats.append(SeatState())
        elif wanted.kind == PERSON:
            if not wanted.name:
                raise TableRefused("bad_name", "every player needs a name")
            token = derive_key(order.key, f"seat {seat}")
            held.append(SeatGranted(seat, token))
            seats.append(SeatState(PERSON, tidy(wanted.name), hash_token(token), maker=True))
        else:
            check_level(wanted.kind, offered_levels() if offered is None else offered)
            name = tidy(wanted.name) or free_name(names, looks_like)
            names.append(name)
            seats.append(SeatState(wanted.kind, name))
    if hosted and not held:
        raise TableRefused("no_person", "the host of a table has a seat at it")
    state = TableState(
        _VERSION,
        rules_to_text(rules),
        order.games,
        order.play_to,
        order.options,
        tuple(seats),
        dealer=order.dealer if rules.first_deal == "chosen" else None,
        order=hashlib.sha256(msgspec.json.encode(order, order="deterministic")).hexdigest(),
    )
    state.check()
    return state, held


def state_around(match: Match) -> TableState:
    """Return the state of a table for a match that was begun without one.

    No token holds a seat of it: only a program that has the library can play there.

    >>> from pegout.match import Seated, Setup
    >>> state = state_around(Match(Setup("x", Rules(), (Seated("Ann"), Seated("Ben", "club")))))
    >>> state.matches, state.full, [seat.kind for seat in state.seats]
    (('x',), True, ['person', 'club'])
    """
    setup = match.setup
    return TableState(
        _VERSION,
        rules_to_text(setup.rules),
        setup.games,
        setup.play_to,
        TableOptions(),
        tuple([SeatState(seated.kind, seated.name) for seated in setup.seats]),
        matches=(setup.id,),
        dealer=setup.dealer,
        date=setup.date,
        practice=match.practice is not None,
    )


def check_level(level: str, offered: Collection[str]) -> None:
    """Check that a computer player may be chosen.

    Raises:
        TableRefused: ``unknown_level``.
    """
    if level not in offered:
        raise TableRefused(
            "unknown_level", f"a level is one of {', '.join(offered)}, not {level!r:.40}"
        )


def check_token(token: str) -> None:
    """Check that a client's token or key looks unpredictable, as far as that can be checked.

    Raises:
        TableRefused: ``weak_token``.
    """
    if not _TOKEN.fullmatch(token) or len(set(token)) < _DIFFERENT:
        raise TableRefused(
            "weak_token", "a token is 32 to 64 random letters, digits, hyphens and underscores"
        )


def code_of(key: str) -> str:
    """Return the code of the table that a key sets up.

    The code is public and reveals nothing about the key.
    """
    return make_id(derive(key, "code"))


def match_of(key: str) -> str:
    """Return the id of the match at the practice table that a key sets up."""
    return make_id(derive(key, "match"))


def derive_key(key: str, what: str) -> str:
    """Derive a token or another key from a key, for one purpose."""
    return base64.urlsafe_b64encode(derive(key, what)).decode().rstrip("=")


def derive(key: str, what: str) -> bytes:
    """Derive a value from a key for one purpose; it reveals nothing of the values for others."""
    return hmac.digest(key.encode(), f"pegout {what}".encode(), "sha256")


def hash_token(token: str) -> str:
    """Return what is stored of a token: its SHA-256, in hex."""
    return hashlib.sha256(token.encode()).hexdigest()


def with_token(token: str, person: SeatState) -> SeatState:
    """Return a seat with its token set."""
    return msgspec.structs.replace(person, key=hash_token(token))


def holder(seats: tuple[SeatState, ...], token: str) -> int | None:
    """Return the seat of a token, or ``None`` if the token holds none.

    The function compares every seat, so that its duration reveals nothing.
    """
    try:
        key = hash_token(token)
    except UnicodeEncodeError:
        return None
    found = None
    for seat, seat_state in enumerate(seats):
        if seat_state.key and hmac.compare_digest(seat_state.key, key):
            found = seat
    return found
