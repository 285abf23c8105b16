"""What is stored of a table beside its matches: its rules, its seats, and what holds them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Collection, Iterable
from datetime import datetime
from itertools import combinations
from typing import Any, Final

import msgspec
from msgspec import Struct

from pegout.match import Automation, Seated, Setup
from pegout.notation import rules_from_text, rules_to_text
from pegout.rules import Rules, RulesError
from pegout.storage import TableRow, new_id
from pegout.text.offers import free_name, offered_levels
from pegout.web.names import can_be_read, looks_like, tidy
from pegout.wire import Held, Order, TableOptions

__all__ = [
    "OPEN",
    "PERSON",
    "Chair",
    "Plan",
    "TableRefused",
    "check_level",
    "check_token",
    "code_of",
    "held_by",
    "holder",
    "match_of",
    "new_token",
    "planned",
    "today",
]

PERSON: Final = "person"
OPEN: Final = "open"
#: The version of what is stored of a table.
_VERSION: Final = 1
_TOKEN_BYTES: Final = 32
_TOKEN: Final = re.compile("[A-Za-z0-9_-]{32,64}")
#: How many different signs a token has at the least; 32 random hex digits have fewer once in 10^12.
_DIFFERENT: Final = 6


class TableRefused(RulesError):
    """What cannot be had at a table, or of a server."""


class Chair(Struct, frozen=True, omit_defaults=True):
    """A seat of a table.

    Attributes:
        kind: ``person`` or the level of a computer player.
        name: the player's name; empty while nobody has taken the seat.
        key: the SHA-256 of the token that holds it, in hex; empty for a computer player.
        automations: what the table is to do for the seat.
        stand_in: the level of the computer player that acts for a person who is not here, as the
            others have chosen; empty if they wait.
    """

    kind: str = PERSON
    name: str = ""
    key: str = ""
    automations: tuple[Automation, ...] = ()
    stand_in: str = ""

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
        order: the SHA-256 of the order that the table was set up with, in hex.
        practice: whether its one match goes on from a decision of another.
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
    order: str = ""
    practice: bool = False

    @classmethod
    def read(cls, row: TableRow) -> Plan:
        """Read what is stored of a table.

        Raises:
            TableRefused: ``damaged_table`` for what cannot be read.
        """
        try:
            plan = _decoder.decode(row.state)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise TableRefused("damaged_table", f"table {row.code} cannot be read") from error
        if plan.version != _VERSION:
            raise TableRefused("damaged_table", f"table {row.code} is of another version")
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
        if not all(map(can_be_read, names)):
            raise TableRefused("bad_name", "every player needs a name that can be read")
        for one, other in combinations(filter(None, names), 2):
            if looks_like(one, other):
                raise TableRefused("same_name", f"{one!r} looks like {other!r}")
        for seat, chair in enumerate(self.chairs):
            if not chair.taken:
                names[seat] = free_name(names, looks_like)
        having = [Chair(one.kind, name) for one, name in zip(self.chairs, names, strict=True)]
        msgspec.structs.replace(self, chairs=tuple(having)).setup("check")

    def free_name(self) -> str:
        """Give a name for a computer player that nobody here has."""
        return free_name([chair.name for chair in self.chairs], looks_like)

    def sit(self, seat: int, chair: Chair) -> Plan:
        """Have somebody take a seat.

        Raises:
            RulesError: ``bad_name`` for a name that is none, ``same_name`` for one that looks
                like another at the table.
        """
        chairs = list(self.chairs)
        chairs[seat] = chair
        plan = msgspec.structs.replace(self, chairs=tuple(chairs))
        plan.check()
        return plan

    def automate(self, seat: int, automations: Iterable[Automation]) -> Plan:
        """Have the table do these things for a seat from now on."""
        return self._change(seat, automations=tuple(sorted(set(automations))))

    def stand_in(self, seat: int, level: str) -> Plan:
        """Have a computer player act for the person of a seat; none with an empty level."""
        return self._change(seat, stand_in=level)

    def _change(self, seat: int, **members: Any) -> Plan:
        chair = msgspec.structs.replace(self.chairs[seat], **members)
        chairs = (*self.chairs[:seat], chair, *self.chairs[seat + 1 :])
        return msgspec.structs.replace(self, chairs=chairs)

    def automations(self, seat: int) -> frozenset[Automation]:
        """Give what the table does for a seat, as far as that tells nobody anything.

        That somebody had only one card to choose from shows in how fast it is played: with other
        persons at the table every card is chosen by hand.
        """
        wanted = frozenset(self.chairs[seat].automations)
        return wanted if self.persons == {seat} else wanted - {Automation.ONLY_CARD}

    def next_match(self, match_id: str, dealer: int | None, today: str) -> Plan:
        """Begin another match."""
        return msgspec.structs.replace(
            self, matches=(*self.matches, match_id), dealer=dealer, date=today
        )


_decoder: Final = msgspec.json.Decoder(Plan)
_encoder: Final = msgspec.json.Encoder()


def planned(
    order: Order, rules: Rules, offered: Collection[str] | None = None
) -> tuple[Plan, list[Held]]:
    """Plan a table; give the tokens of the seats that are its maker's own.

    The tokens follow from the key of the order, so that the same order plans the same table.

    Args:
        order: what is wanted.
        rules: the rules.
        offered: the computer players that may sit down; the levels unless given.

    Raises:
        RulesError: for seats that do not fit the rules, or nobody to play.
    """
    if len(order.seats) != rules.players:
        raise TableRefused(
            "bad_seats", f"the rules seat {rules.players} players, not {len(order.seats)}"
        )
    names = [wanted.name for wanted in order.seats if wanted.kind != OPEN]
    chairs, held = [], []
    for seat, wanted in enumerate(order.seats):
        if wanted.kind == OPEN:
            chairs.append(Chair())
        elif wanted.kind == PERSON:
            if not wanted.name:
                raise TableRefused("bad_name", "every player needs a name")
            token = _token(order.key, f"seat {seat}")
            held.append(Held(seat, token))
            chairs.append(Chair(PERSON, tidy(wanted.name), _key(token)))
        else:
            check_level(wanted.kind, offered_levels() if offered is None else offered)
            name = tidy(wanted.name) or free_name(names, looks_like)
            names.append(name)
            chairs.append(Chair(wanted.kind, name))
    if not held:
        raise TableRefused("no_person", "whoever sets up a table has a seat at it")
    plan = Plan(
        _VERSION,
        rules_to_text(rules),
        order.games,
        order.play_to,
        order.options,
        tuple(chairs),
        dealer=0 if rules.first_deal == "chosen" else None,
        order=hashlib.sha256(msgspec.json.encode(order, order="deterministic")).hexdigest(),
    )
    plan.check()
    return plan, held


def today() -> str:
    """Give the date for the record of a match; ISO 8601."""
    return datetime.now().astimezone().date().isoformat()


def check_level(level: str, offered: Collection[str]) -> None:
    """Check that a computer player of a level may sit down.

    Args:
        level: the name of the level, or of an engine.
        offered: those that may.

    Raises:
        TableRefused: ``unknown_level``.
    """
    if level not in offered:
        raise TableRefused(
            "unknown_level", f"a level is one of {', '.join(offered)}, not {level!r:.40}"
        )


def new_token() -> str:
    """Give a token that nobody can guess."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def check_token(token: str) -> None:
    """Check that a token or key that a client has made cannot be guessed, as far as that shows.

    Raises:
        TableRefused: ``weak_token``.
    """
    if not _TOKEN.fullmatch(token) or len(set(token)) < _DIFFERENT:
        raise TableRefused(
            "weak_token", "a token is 32 to 64 random letters, digits, hyphens and underscores"
        )


def code_of(key: str) -> str:
    """Give the code of the table that is set up with a key.

    It is told to everybody, and says nothing about the key.
    """
    return new_id(_derived(key, "code"))


def match_of(key: str) -> str:
    """Give the id of the match of practice for which a table is set up with a key."""
    return new_id(_derived(key, "match"))


def _token(key: str, what: str) -> str:
    return base64.urlsafe_b64encode(_derived(key, what)).decode().rstrip("=")


def _derived(key: str, what: str) -> bytes:
    """Give what follows from a key for one purpose, and tells nothing of what is for others."""
    return hmac.digest(key.encode(), f"pegout {what}".encode(), "sha256")


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
