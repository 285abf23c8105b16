"""``pegout discard``: the value of every discard."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from pegout.cards import Card, CardError, Suit
from pegout.cli.faults import in_words
from pegout.cli.help import about, how_to_write_cards
from pegout.cli.options import json_option, rules_options
from pegout.text.language import Translator
from pegout.text.names import short
from pegout.text.typed_cards import read_cards

if TYPE_CHECKING:
    from pegout.evaluation.advice import DiscardAdvice, DiscardOption
    from pegout.evaluation.discards import CribOwner
    from pegout.review.discard_analysis import DiscardAnalysis
    from pegout.rules import Rules

_WIDTH: Final = 80
#: Block characters, filled from below.
_LEVELS: Final = (" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█")
#: The characters of a bar for one point, where there is room.
_BAR_CHARACTERS: Final = 4
#: The height of a distribution's picture, in lines.
_HEIGHT: Final = 3
#: Points below this probability at both ends of a distribution are described in words.
_RARE: Final = 0.005
#: The width from which a table at a score has room for the cards kept.
_KEPT: Final = 72
_RED: Final = (Suit.DIAMONDS, Suit.HEARTS)


def discard(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "discard",
        help=about(
            t,
            t(
                "Value every discard from the cards DEALT: the hand with every starter, and the "
                "crib with every starter and everything that the opponents may discard."
            ),
            how_to_write_cards(t),
            t("Say whose crib it is with --dealer, --pone or --partner."),
            t(
                "The total is the hand and the crib. It leaves out the play and the score. With "
                "--scores it includes both, as in hints and reviews; the values of hand and crib "
                "do not change."
            ),
            examples=[
                'pegout discard "5H 5S 6D 7C JD KS" --dealer',
                'pegout discard "AS 2C 3H 4S 9C" --pone --players 3 --top 3',
                'pegout discard "5H 5S 6D 7C JD KS" --pone --json',
                'pegout discard "5H 5S 6D 7C JD KS" --dealer --scores 90-84',
            ],
            fields={
                "dealt, role": t("the cards; own, opponent or partner: whose crib it is"),
                "players, preset, switches": t("the rules"),
                "standard_error": t("of the mean of a crib, in points"),
                "discards": t("every discard, the best first; for each:"),
                "discarded, kept": t("the cards"),
                "hand, crib, total": t("the means, and their total for your side"),
                "hand_counts": t("how many starters give so many points"),
                "crib_distribution": t("how likely the crib has so many points"),
                "tied": t("whether it is the best, or tied with it within the error"),
                "play, points, chance": t(
                    "with --scores: what is pegged, hand, crib and play together, and the chance "
                    "of winning, which decides where by_chance is true"
                ),
            },
        ),
    )
    @click.argument("dealt")
    @click.option("--dealer", is_flag=True, help=t("You deal: the crib is yours."))
    @click.option("--pone", is_flag=True, help=t("An opponent deals: the crib counts against you."))
    @click.option("--partner", is_flag=True, help=t("Your partner deals, when four play."))
    @click.option(
        "--scores",
        metavar="OWN-OTHER",
        help=t("The score of two players, yours first: the play and the score count as well."),
    )
    @click.option(
        "--top", type=click.IntRange(1), default=6, show_default=True, help=t("How many to show.")
    )
    @click.option("--plain", is_flag=True, help=t("Line by line, for screen readers and pipes."))
    @rules_options(t)
    @json_option(t)
    def command(
        *,
        dealt: str,
        dealer: bool,
        pone: bool,
        partner: bool,
        scores: str | None,
        top: int,
        plain: bool,
        rules: Rules,
        as_json: bool,
    ) -> None:
        role = _role(t, rules, dealer=dealer, pone=pone, partner=partner)
        cards = _cards(t, dealt, rules)
        plain = plain or click.get_current_context().find_root().params.get("plain", False)
        plain = plain or not _draws()
        if scores is None:
            from pegout.evaluation.advice import analyse_discard

            advice = analyse_discard(cards, rules, role)
            text, page = advice.to_json, _Page(t, advice, plain=plain)
        else:
            from pegout.review.discard_analysis import analyse

            at = _scores(t, scores, rules)
            analysis = analyse(cards, rules, dealer=int(role != "own"), scores=at)
            text, page = analysis.to_json, _ScoredPage(t, analysis, plain=plain)
        if as_json:
            click.echo(text())
            return
        click.echo("\n".join(page.lines(top)), color=False if os.environ.get("NO_COLOR") else None)

    return command


def _role(t: Translator, rules: Rules, *, dealer: bool, pone: bool, partner: bool) -> CribOwner:
    """Return the owner of the crib from the options."""
    if dealer + pone + partner != 1:
        raise click.UsageError(
            t(
                "Say whose crib it is by one of these: --dealer if you deal, --pone if an "
                "opponent deals, --partner if your partner does."
            )
        )
    if partner and not rules.has_partners:
        raise click.UsageError(t("Only four players in two teams have partners: add --players 4."))
    return "own" if dealer else "opponent" if pone else "partner"


def _scores(t: Translator, text: str, rules: Rules) -> tuple[int, int]:
    """Read the score of two players, or fail with what was expected."""
    if rules.players != 2:
        raise click.UsageError(t("--scores is for two players."))
    own, _, opponent = text.partition("-")
    if not (own + opponent).isascii() or not (own.isdecimal() and opponent.isdecimal()):
        given = (rules.target, rules.target)
    else:
        given = (int(own), int(opponent))
    if max(given) >= rules.target:
        raise click.UsageError(
            t(
                "--scores takes two numbers from 0 to {maximum}, yours first, such as 20-24, and "
                "not “{found}”.",
                maximum=rules.target - 1,
                found=text[:20],
            )
        )
    return given


def _cards(t: Translator, text: str, rules: Rules) -> tuple[Card, ...]:
    """Read the cards dealt, or fail with what was expected."""
    try:
        cards, warning = read_cards(text, t)
    except CardError as error:
        raise click.UsageError(in_words(error, t)) from error
    known = sum(card.known for card in cards)
    if len(cards) != rules.hand_size or known != rules.hand_size:
        raise click.UsageError(
            t(
                "{n} cards are dealt in this game, such as “{example}”, and not {found}.",
                n=rules.hand_size,
                example=" ".join(("5H", "5S", "6D", "7C", "JD", "KS")[: rules.hand_size]),
                found=known,
            )
        )
    if warning:
        click.echo(warning, err=True)
    return cards


def _draws() -> bool:
    """Return whether the output encoding supports blocks and suit symbols."""
    try:
        "█▁━╸♥−·".encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


class _Page:
    """The output for the values of discards, with blocks and symbols, or in plain letters."""

    def __init__(self, t: Translator, advice: DiscardAdvice, *, plain: bool) -> None:
        self.t = t
        self.advice = advice
        self.plain = plain
        self.discards = self._ranked()
        self.tied = sum(self._is_tied(discard) for discard in self.discards)
        #: Whether there is room for the cards kept.
        self.keeps = True
        self.width = min(_WIDTH, shutil.get_terminal_size((_WIDTH, 24)).columns)

    def _ranked(self) -> Sequence[DiscardOption]:
        """Return every discard, the best first."""
        return self.advice.discards

    def _is_tied(self, discard: DiscardOption) -> bool:
        """Return whether a discard is the best, or tied with it."""
        return discard.tied

    def _behind(self, discard: DiscardOption) -> float:
        """Return the loss of a discard against the best, in the unit that ranks them."""
        return discard.total - self.advice.best.total

    def lines(self, top: int) -> list[str]:
        """Return the lines: the cards, the table, and the distributions of the best discard."""
        return [
            *self._title(),
            "",
            *self._table(self.discards[:top]),
            *self._notes(top),
            "",
            *self._distributions(self.discards[0]),
        ]

    def _title(self) -> list[str]:
        t = self.t
        whose = {
            "own": t("you deal, and the crib is yours"),
            "opponent": t("an opponent deals, and the crib counts against you"),
            "partner": t("your partner deals, and the crib is your side's"),
        }[self.advice.role]
        dealt = self.advice.dealt
        if len(" ".join(self._names(dealt))) + 3 + len(whose) <= self.width:
            return [f"{self._cards(dealt)}   {whose}"]
        return [self._cards(dealt), *textwrap.wrap(whose, self.width)]

    def _notes(self, top: int) -> list[str]:
        """Return what the table leaves out, what it assumes, and the meaning of its signs."""
        from pegout.evaluation.opponent_discards import assumed_error

        t = self.t
        lines = []
        lines += self._rest(top)
        if assumed_error(self.advice.rules):
            assumed = t(
                "Opponents are assumed to discard as under the standard rules. The standard error "
                "of a crib, {error} points, covers what that changes.",
                error=t.decimal(self.advice.standard_error, ".3f"),
            )
            lines += ["", *textwrap.wrap(assumed, self.width)]
        if self.tied > 1:
            meaning = t(
                "tied for the best: the totals differ by no more than the standard error of their "
                "difference, which is {error} points.",
                error=t.decimal(sqrt(2) * self.advice.standard_error, ".4f"),
            )
            lines += ["", *textwrap.wrap(f"1= {meaning}", self.width, subsequent_indent="   ")]
        return lines

    def _rest(self, top: int) -> list[str]:
        """Return the number of discards that the table leaves out, in words."""
        every = len(self.discards)
        if every <= top:
            return []
        return ["    " + self.t("and {n} more: --top {every}", n=every - top, every=every)]

    # Cards and numbers

    def _names(self, cards: Iterable[Card]) -> list[str]:
        return [str(card) if self.plain else short(card) for card in cards]

    def _cards(self, cards: Sequence[Card], width: int = 0, *, bold: bool = False) -> str:
        """Format cards, hearts and diamonds in red, padded with spaces."""
        names = self._names(cards)
        painted = [
            click.style(name, fg="red" if card.suit in _RED else None, bold=bold or None)
            for name, card in zip(names, cards, strict=True)
        ]
        return " ".join(painted) + " " * (width - len(" ".join(names)))

    def _number(self, number: float, form: str = ".2f") -> str:
        text = self.t.decimal(number, form)
        return text.replace("−", "-") if self.plain else text

    def _bar(self, length: float) -> str:
        """Return a bar of this length in characters."""
        if self.plain:
            return "#" * round(length)
        halves = round(2 * length)
        return "━" * (halves // 2) + "╸" * (halves % 2)

    # The table

    def _table(self, discards: Sequence[DiscardOption]) -> list[str]:
        """Return one row for each discard; the bar is its loss against the best."""
        t = self.t
        titles = (t("discard"), t("keep"))[: 2 if self.keeps else 1]
        groups = ([discard.cards for discard in discards], [discard.kept for discard in discards])
        widths = [
            max(len(title), *(len(" ".join(self._names(cards))) for cards in group))
            for title, group in zip(titles, groups, strict=False)
        ]
        heads = self._heads()
        cells = [
            self._cells(position, discard) for position, discard in enumerate(discards, start=1)
        ]
        sizes = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
        room = self.width - sum(sizes) - sum(widths) - 2 * (len(sizes) + 1) - 2
        farthest = max(abs(self._behind(discard)) for discard in discards)
        scale = min(_BAR_CHARACTERS, room / farthest) if farthest else 0
        lines = [
            self._row(heads, sizes, [f"{titles[at]:<{widths[at]}}" for at in range(len(titles))])
        ]
        for discard, row in zip(discards, cells, strict=True):
            tied = self._is_tied(discard)
            cards = [
                self._cards(some, width, bold=tied)
                for some, width in zip((discard.cards, discard.kept), widths, strict=False)
            ]
            line = self._row(row, sizes, cards, bold=tied)
            bar = ""
            if not tied and room > 3:
                bar = self._bar(abs(self._behind(discard)) * scale)
            lines.append(f"{line}  {bar}" if bar else line)
        return lines

    def _heads(self) -> list[str]:
        t = self.t
        return ["", t("hand"), t("crib"), t("total"), t("behind")]

    def _position(self, position: int, discard: DiscardOption) -> str:
        return "1=" if self._is_tied(discard) and self.tied > 1 else f"{position} "

    def _cells(self, position: int, discard: DiscardOption) -> list[str]:
        sign = -1 if self.advice.role == "opponent" else 1
        behind = discard.total - self.advice.best.total
        return [
            self._position(position, discard),
            self._number(discard.hand),
            self._number(sign * discard.crib, "+.2f"),
            self._number(discard.total),
            # A small loss gets more digits, so that it is not shown as zero.
            self.t("best")
            if discard.tied
            else self._number(behind, "+.2f" if abs(behind) >= 0.005 else "+.4f"),
        ]

    @staticmethod
    def _row(
        cells: Sequence[str], sizes: Sequence[int], cards: Sequence[str], *, bold: bool = False
    ) -> str:
        padded = [
            click.style(f"{cell:>{size}}", bold=bold or None)
            for cell, size in zip(cells, sizes, strict=True)
        ]
        return "  ".join([padded[0], *cards, *padded[1:]])

    # The distributions

    def _distributions(self, best: DiscardOption) -> list[str]:
        """Return the score distributions of the hand and the crib for the best discard."""
        t = self.t
        starters = sum(best.hand_counts.values())
        hand = {points: number / starters for points, number in best.hand_counts.items()}
        parts = [
            _Part(t("hand"), best.hand, hand, "green"),
            _Part(t("crib"), best.crib, best.crib_distribution, "yellow"),
        ]
        title = t(
            "Discarding {cards}: how often each number of points occurs",
            cards=self._cards(best.cards),
        )
        maximum = max(part.maximum for part in parts)
        labels = [self._labels(part) for part in parts]
        width = max(len(label) for three in labels for label in (f"{three[0]} 100 %", *three))
        column = 3 if width + 1 + 3 * (maximum + 1) <= self.width else 2
        if self.plain or width + 1 + column * (maximum + 1) > self.width:
            return [title, "", *self._list(parts, maximum)]
        lines = [title]
        for part, (name, *rest) in zip(parts, labels, strict=True):
            # The tallest column reaches its probability, which is printed beside it.
            top = f"{name}{_percent(part.tallest):>{width - len(name)}}"
            for label, row in zip((top, *rest), _picture(part, maximum, column), strict=True):
                columns = click.style(row, fg=part.colour)
                lines.append(f"{label:<{width}} {columns}" if row else label)
            lines.append("")
        axis = [
            f"{points:>{column}}" if column > 2 or points % 2 == 0 else "  "
            for points in range(maximum + 1)
        ]
        lines[-1] = (" " * (width + 1) + "".join(axis)).rstrip()
        return lines

    def _labels(self, part: _Part) -> tuple[str, str, str]:
        t = self.t
        ends = t("{minimum} to {maximum}", minimum=min(part.likely), maximum=max(part.likely))
        return part.name, t("mean {mean}", mean=self._number(part.mean)), ends

    def _list(self, parts: Sequence[_Part], maximum: int) -> list[str]:
        """Return one line for each number of points."""
        first = self.t("points")
        width = max(len(first), 4)
        tallest = max(part.tallest for part in parts)
        lines = [f"{first:>{width}}   " + "".join([f"{part.name:<28}" for part in parts])]
        for points in range(maximum + 2):
            shares = [
                part.likely.get(points, 0.0)
                if points <= maximum
                else sum([share for some, share in part.likely.items() if some > maximum])
                for part in parts
            ]
            if any(shares):
                title = str(points) if points <= maximum else f"> {maximum}"
                cells = [
                    f"{_percent(share)} {self._bar(20 * share / tallest):<21}" for share in shares
                ]
                lines.append(f"{title:>{width}}   " + " ".join(cells))
        return [line.rstrip() for line in lines]


class _ScoredPage(_Page):
    """The output at a score, with the points pegged in the play and the win probability."""

    def __init__(self, t: Translator, analysis: DiscardAnalysis, *, plain: bool) -> None:
        self.analysis = analysis
        super().__init__(t, analysis.advice, plain=plain)
        self.keeps = self.width >= _KEPT

    def _ranked(self) -> Sequence[DiscardOption]:
        by_cards = {frozenset(discard.cards): discard for discard in self.advice.discards}
        return [by_cards[frozenset(option.cards)] for option in self.analysis.options.options]

    def _is_tied(self, discard: DiscardOption) -> bool:
        options = self.analysis.options
        return options.loss(options.of(discard.cards)).tied

    def _behind(self, discard: DiscardOption) -> float:
        options = self.analysis.options
        loss = options.loss(options.of(discard.cards))
        return -100 * loss.chance if options.by_chance else -loss.points

    def _notes(self, top: int) -> list[str]:
        from pegout.text.estimates import estimate_sentences

        t, options = self.t, self.analysis.options
        own, opponent = self.analysis.view.scores
        decides = (
            t(
                "Near the end, at {own} to {other}, the chance of winning decides.",
                own=own,
                other=opponent,
            )
            if options.by_chance
            else t("At {own} to {other} points decide.", own=own, other=opponent)
        )
        said = [decides, *estimate_sentences(options.estimated, t)]
        if self.tied > 1:
            said.append(t("1= tied with the best, within the error."))
        lines = [line for sentence in said for line in textwrap.wrap(sentence, self.width)]
        return [*self._rest(top), "", *lines]

    def _heads(self) -> list[str]:
        t = self.t
        return ["", t("hand"), t("crib"), t("play"), t("total"), t("wins"), t("behind")]

    def _cells(self, position: int, discard: DiscardOption) -> list[str]:
        options = self.analysis.options
        option, behind = options.of(discard.cards), self._behind(discard)
        unit = " %" if options.by_chance else ""
        return [
            self._position(position, discard),
            self._number(option.hand),
            self._number(option.crib, "+.2f"),
            self._number(option.play, "+.2f"),
            self._number(option.points, "+.2f"),
            self.t.decimal(100 * option.chance, ".1f") + " %",
            self.t("best") if self._is_tied(discard) else f"{self._number(behind, '+.2f')}{unit}",
        ]


class _Part(NamedTuple):
    """A distribution to show: a name, the mean, the probability of each score, and a colour."""

    name: str
    mean: float
    likely: Mapping[int, float]
    colour: str

    @property
    def maximum(self) -> int:
        """The most points that are not rare."""
        return max(points for points, share in self.likely.items() if share > _RARE)

    @property
    def tallest(self) -> float:
        """The probability of the most likely number of points."""
        return max(self.likely.values())


def _percent(share: float) -> str:
    if not share:
        return "     "
    return f"{100 * share:>3.0f} %" if share >= _RARE else " <1 %"


def _picture(part: _Part, maximum: int, column: int) -> list[str]:
    """Draw columns of a given width in characters; a dot is a column too low to be seen."""
    heights = [
        round(8 * _HEIGHT * part.likely.get(points, 0.0) / part.tallest)
        for points in range(maximum + 1)
    ]
    lines = []
    for floor in range(8 * (_HEIGHT - 1), -1, -8):
        cells = []
        for points, height in enumerate(heights):
            sign = _LEVELS[min(max(height - floor, 0), 8)]
            if floor == 0 and height == 0 and part.likely.get(points):
                sign = "·"
            cells.append(f"{sign if sign == '·' else sign * (column - 1):>{column}}")
        lines.append("".join(cells).rstrip())
    return lines
