"""What is stored of a table beside its matches: its rules, its seats, and what holds them."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec import Struct

from pegout.match import Seated, Setup
from pegout.notation import rules_from_text, rules_to_text
from pegout.rules import Rules, RulesError
from pegout.storage import TableRow
from pegout.text.offers import free_name, offered_levels
from pegout.web.names import can_be_read, likeness, tidy
from pegout.wire import TableOptions

__all__ = [
    "OPEN",
    "PERSON",
    "Chair",
    "Held",
    "Order",
    "Plan",
    "TableError",
    "check_level",
    "held_by",
    "holder",
    "new_token",
    "planned",
]

PERSON: Final = "person"
OPEN: Final = "open"
#: The version of what is stored of a table.
_VERSION: Final = 1
_TOKEN_BYTES: Final = 32


class TableError(RulesError):
    """What cannot be had at a table, or of a server."""


class Wanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat as whoever sets the table up wants it."""

    name: str = ""
    kind: str = PERSON


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is set up with.

    Attributes:
        preset: the preset of the rules.
        switches: what differs from it.
        seats: who is to sit where, clockwise; a kind is ``person``, ``open``, or a level.
        games: how many games a match has.
        play_to: the points that a match goes to instead, if not 0.
        options: what the host decides beside the rules.
    """

    preset: str = "standard"
    switches: dict[str, bool | int | str | list[int]] = {}
    seats: list[Wanted] = []
    games: int = 1
    play_to: int = 0
    options: TableOptions = TableOptions()


class Chair(Struct, frozen=True, omit_defaults=True):
    """A seat of a table.

    Attributes:
        kind: ``person`` or the level of a computer player.
        name: the player's name; empty while nobody has taken the seat.
        key: the SHA-256 of the token that holds it, in hex; empty for a computer player.
    """

    kind: str = PERSON
    name: str = ""
    key: str = ""

    @property
    def taken(self) -> bool:
        """Whether somebody sits there."""
        return bool(self.name)


class Plan(Struct, frozen=True):
    """Everything that is stored of a table.

    Attributes:
        version: the version of this form.
        rules: the rules in one line.
        games: how many games a match has.
        play_to: the points that a match goes to instead, if not 0.
        options: what the host decided beside the rules.
        chairs: the seats, clockwise.
        matches: the ids of every match of this table, the current one last.
        dealer: who deals first in the current match, if that is settled.
        date: when the current match began; ISO 8601.
    """

    version: int
    rules: str
    games: int
    play_to: int
    options: TableOptions
    chairs: tuple[Chair, ...]
    matches: tuple[str, ...] = ()
    dealer: int | None = None
    date: str = ""

    @classmethod
    def read(cls, row: TableRow) -> Plan:
        """Read what is stored of a table.

        Raises:
            TableError: ``damaged_table`` for what cannot be read.
        """
        try:
            plan = _decoder.decode(row.state)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise TableError("damaged_table", f"table {row.code} cannot be read") from error
        if plan.version != _VERSION:
            raise TableError("damaged_table", f"table {row.code} is of another version")
        return plan

    def text(self) -> str:
        """Write what is stored of a table."""
        return _encoder.encode(self).decode()

    @property
    def full(self) -> bool:
        """Whether all seats are taken."""
        return all(chair.taken for chair in self.chairs)

    @property
    def persons(self) -> frozenset[int]:
        """The seats of persons."""
        return frozenset(seat for seat, one in enumerate(self.chairs) if one.kind == PERSON)

    def made_rules(self) -> Rules:
        """Give the rules."""
        return rules_from_text(self.rules)

    def setup(self, match_id: str) -> Setup:
        """Give the setup of the current match.

        Raises:
            RulesError: if the table cannot be played at.
        """
        return Setup(
            match_id,
            self.made_rules(),
            tuple([Seated(chair.name, chair.kind) for chair in self.chairs]),
            games=self.games,
            play_to=self.play_to,
            dealer=self.dealer,
            date=self.date,
        )

    def check(self) -> None:
        """Check whatever can be checked before all seats are taken.

        Raises:
            RulesError: if nobody could ever play at the table.
        """
        names = [chair.name for chair in self.chairs]
        taken = [likeness(name) for name in names if name]
        if len(set(taken)) != len(taken) or not all(map(can_be_read, names)):
            raise TableError("bad_name", "every player needs a name of their own that can be read")
        for seat, chair in enumerate(self.chairs):
            if not chair.taken:
                names[seat] = free_name(names)
        having = [Chair(one.kind, name) for one, name in zip(self.chairs, names, strict=True)]
        msgspec.structs.replace(self, chairs=tuple(having)).setup("check")

    def free_name(self) -> str:
        """Give a name for a computer player that nobody here has."""
        return free_name([likeness(chair.name) for chair in self.chairs])

    def sit(self, seat: int, chair: Chair) -> Plan:
        """Have somebody take a seat.

        Raises:
            RulesError: ``bad_name`` for a name that is none, or that somebody has.
        """
        chairs = list(self.chairs)
        chairs[seat] = chair
        plan = msgspec.structs.replace(self, chairs=tuple(chairs))
        plan.check()
        return plan

    def next_match(self, match_id: str, dealer: int | None, today: str) -> Plan:
        """Begin another match."""
        return msgspec.structs.replace(
            self, matches=(*self.matches, match_id), dealer=dealer, date=today
        )


_decoder: Final = msgspec.json.Decoder(Plan)
_encoder: Final = msgspec.json.Encoder()


@dataclass(frozen=True, slots=True)
class Held:
    """A seat, and the token that holds it."""

    seat: int
    token: str


def planned(order: Order, rules: Rules) -> tuple[Plan, list[Held]]:
    """Plan a table; give the tokens of the seats that are its maker's own.

    Raises:
        RulesError: for seats that do not fit the rules, or nobody to play.
    """
    if len(order.seats) != rules.players:
        raise TableError(
            "bad_seats", f"the rules seat {rules.players} players, not {len(order.seats)}"
        )
    names = [likeness(wanted.name) for wanted in order.seats if wanted.kind != OPEN]
    chairs, held = [], []
    for seat, wanted in enumerate(order.seats):
        if wanted.kind == OPEN:
            chairs.append(Chair())
        elif wanted.kind == PERSON:
            if not wanted.name:
                raise TableError("bad_name", "every player needs a name")
            token = new_token()
            held.append(Held(seat, token))
            chairs.append(Chair(PERSON, tidy(wanted.name), _key(token)))
        else:
            check_level(wanted.kind)
            name = tidy(wanted.name) or free_name(names)
            names.append(name)
            chairs.append(Chair(wanted.kind, name))
    if not held:
        raise TableError("no_person", "whoever sets up a table has a seat at it")
    plan = Plan(
        _VERSION,
        rules_to_text(rules),
        order.games,
        order.play_to,
        order.options,
        tuple(chairs),
        dealer=0 if rules.first_deal == "chosen" else None,
    )
    plan.check()
    return plan, held


def check_level(level: str) -> None:
    """Check that a computer player of a level may sit down.

    Raises:
        TableError: ``unknown_level``.
    """
    if level not in offered_levels():
        raise TableError(
            "unknown_level", f"a level is one of {', '.join(offered_levels())}, not {level!r:.40}"
        )


def new_token() -> str:
    """Give a token that nobody can guess."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def _key(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def held_by(token: str, person: Chair) -> Chair:
    """Give a seat to whoever has the token."""
    return msgspec.structs.replace(person, key=_key(token))


def holder(chairs: tuple[Chair, ...], token: str) -> int | None:
    """Give the seat that a token holds, if it holds one.

    Every seat is looked at, however early one fits, so that the time tells nothing.
    """
    try:
        key = _key(token)
    except UnicodeEncodeError:
        return None
    found = None
    for seat, chair in enumerate(chairs):
        if chair.key and hmac.compare_digest(chair.key, key):
            found = seat
    return found
