"""``pegout replay`` and ``pegout verify``: recorded games in sentences, and their verification."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import IO, TYPE_CHECKING, Any

import click

from pegout.cli.exit_status import CHECK_FAILED
from pegout.cli.help import about
from pegout.cli.options import json_option
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.notation import DealVerdict, Fault, GameRecord, Record

_RULE = "─" * 60


def replay(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "replay",
        help=about(
            t,
            t(
                "Print the games of a record, FILE, in sentences. Every rule and every point is "
                "checked on the way."
            ),
            t("--json gives a list of matches, each as docs/record-format.md describes it."),
            examples=[
                "pegout replay friday.peg",
                "pegout replay friday.peg --game 2 --seat 0",
                "pegout replay friday.peg --json",
            ],
        ),
    )
    @click.argument("file", type=click.File("rb"), metavar="FILE")
    @click.option("--game", type=click.IntRange(1), help=t("Only the game of this number."))
    @click.option(
        "--seat",
        type=click.IntRange(0, 3),
        help=t("Only what this seat saw; by default all cards."),
    )
    @json_option(t)
    @click.pass_context
    def command(
        ctx: click.Context, file: IO[bytes], game: int | None, seat: int | None, as_json: bool
    ) -> None:
        if as_json and seat is not None:
            raise click.UsageError(t("--json gives the whole record: leave --seat out."))
        records = read_records(ctx, t, file)
        if game is not None:
            records = only(t, records, game)
        if as_json:
            _echo_json(records)
            return
        for record in records:
            if seat is not None and seat >= record.rules.players:
                raise click.UsageError(t("There is no such seat at this table."))
            for line in _lines(t, record, seat):
                click.echo(line)

    return command


def only(t: Translator, records: Iterable[Record], game: int) -> Iterator[Record]:
    """Yield the records reduced to one game; records without that game are left out."""
    found, last = False, 0
    for record in records:
        games = tuple(played for played in record.games if played.number == game)
        last = max(last, *(played.number for played in record.games), 0)
        if games:
            found = True
            yield record.having(games=games)
    if not found:
        raise click.UsageError(
            t("There is no game {game} here; the last one is game {last}.", game=game, last=last)
        )


def _echo_json(records: Iterable[Record]) -> None:
    """Print a list with a record in each line."""
    from pegout.notation import to_json

    before = "["
    for record in records:
        click.echo(before + json.dumps(to_json(record), ensure_ascii=False), nl=False)
        before = ",\n"
    click.echo("]" if before != "[" else "[]")


def _lines(t: Translator, record: Record, seat: int | None) -> Iterator[str]:
    from pegout.text.sentences import Teller

    names = tuple([player.name or t("Seat {n}", n=at) for at, player in enumerate(record.players)])
    yield " · ".join(names)
    teller = Teller(t, names, seat, record.rules, single=len(record.games) == 1)
    for game in record.games:
        yield _RULE
        yield t("Game {number}", number=game.number)
        yield from _sentences(teller, record, game, seat)


def _sentences(teller: Any, record: Record, game: GameRecord, seat: int | None) -> Iterator[str]:
    from pegout.notation import Annotation, Comment
    from pegout.notation import replay as steps
    from pegout.rules import Dealt, seen
    from pegout.text.names import shorts

    for entry, _ in steps(record.rules, game):
        if isinstance(entry, Comment | Annotation):
            yield f"    # {entry.text}"
            continue
        if isinstance(entry, Dealt):
            yield ""
        said = teller.say(entry if seat is None else seen(entry, seat))
        if said:
            yield said
        if isinstance(entry, Dealt) and seat is None:
            for name, hand in zip(teller.names, entry.hands, strict=True):
                yield f"    {name}: {shorts(hand)}"


def verify(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "verify",
        help=about(
            t,
            t(
                "Check a record, FILE: that every rule was followed, that every point is right, "
                "and that every deal is the one that was sealed."
            ),
            t(
                "The exit status is 0 if everything is right and every deal is proved, or was "
                "known before practice began; else 1."
            ),
            examples=["pegout verify friday.peg", "pegout verify friday.peg --rules-only"],
            fields={
                "ok": t("whether everything is right and proved"),
                "faults": t("line, column, code and message of each"),
                "deals": t("match, game, deal, code and message of each pack"),
            },
        ),
    )
    @click.argument("file", type=click.File("rb"), metavar="FILE")
    @click.option(
        "--rules-only",
        is_flag=True,
        help=t("Check only rules and points: for records whose deals were never sealed."),
    )
    @json_option(t)
    @click.pass_context
    def command(ctx: click.Context, file: IO[bytes], rules_only: bool, as_json: bool) -> None:
        from pegout.notation import RecordError, iter_records, verify_deals

        errors: list[RecordError] = []
        deals: list[tuple[str, DealVerdict]] = []
        lines = _Lines(file)
        for record in iter_records(lines, on_error=errors.append):
            if not rules_only:
                deals += [(record.match, verdict) for verdict in verify_deals(record)]
        faults = [fault for error in errors for fault in error.faults]
        proved = (
            not faults
            if rules_only
            else bool(deals) and all(verdict.code in ("proved", "practice") for _, verdict in deals)
        )
        if as_json:
            click.echo(json.dumps(_plain(proved, faults, deals), ensure_ascii=False))
        elif faults:
            _list_faults(t, faults, lines)
        else:
            click.echo(t("Every rule was followed, and every point is right."))
            if not rules_only:
                _tell_proof(t, [verdict for _, verdict in deals])
        ctx.exit(0 if proved else CHECK_FAILED)

    return command


class _Lines:
    """A file that counts the lines read from it.

    Attributes:
        number: the number of lines.
        whole: whether the last one has an end.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.number = 0
        self.whole = True

    def readline(self, size: int) -> bytes:
        line = self._file.readline(size)
        if line:
            self.number += self.whole
            self.whole = line.endswith(b"\n")
        return line


def read_records(ctx: click.Context, t: Translator, file: IO[bytes]) -> Iterator[Record]:
    """Yield every record of a file, or list the faults of a broken one and exit."""
    from pegout.notation import RecordError, iter_records

    lines = _Lines(file)
    try:
        yield from iter_records(lines)
    except RecordError as error:
        _list_faults(t, error.faults, lines)
        ctx.exit(CHECK_FAILED)


def _list_faults(t: Translator, faults: Sequence[Fault], lines: _Lines) -> None:
    """List the faults; if one is in an unfinished last line, say that the file was cut short."""
    from pegout.text.record_faults import fault_in_words

    for fault in faults:
        click.echo(fault_in_words(fault, t))
    last = lines.number
    if not lines.whole and any(fault.line == last for fault in faults):
        click.echo(t("The file ends in the middle of line {line}: it was cut short.", line=last))
    click.echo(t.plural("{n} fault in the record.", "{n} faults in the record.", len(faults)))


def _plain(
    proved: bool, faults: Sequence[Fault], deals: list[tuple[str, DealVerdict]]
) -> dict[str, Any]:
    shown = ("game", "deal", "code", "message")
    return {
        "ok": proved,
        "faults": [asdict(fault) for fault in faults],
        "deals": [
            {"match": match, **{name: getattr(verdict, name) for name in shown}}
            for match, verdict in deals
        ],
    }


def _disproof(t: Translator, verdict: DealVerdict) -> str:
    """Say that a pack is not the one that was sealed, and why."""
    from pegout.text.names import short

    if verdict.deal == 0:
        where = t("Game {game}, the first cut", game=verdict.game)
    else:
        where = t("Game {game}, deal {deal}", game=verdict.game, deal=verdict.deal)
    if verdict.card is None:
        why = t("the secret does not fit the seal")
    else:
        why = t("{card} is not where the secret puts it", card=short(verdict.card))
    return t("{where}: this is not the pack that was sealed, because {why}.", where=where, why=why)


def _tell_proof(t: Translator, deals: list[DealVerdict]) -> None:
    """Say which packs are proved, and what that proves and does not."""
    from pegout.rules import Rules
    from pegout.text import prompts
    from pegout.text.sentences import Teller

    codes = Counter(verdict.code for verdict in deals)
    wrong = [verdict for verdict in deals if verdict.code in ("wrong_secret", "wrong_cards")]
    for verdict in wrong:
        click.echo(_disproof(t, verdict))
    if codes["proved"]:
        click.echo(
            t.plural(
                "{n} pack is proved to be the one that was sealed.",
                "{n} packs are proved to be the ones that were sealed.",
                codes["proved"],
            )
        )
    if codes["practice"]:
        click.echo(
            t.plural(
                "{n} pack was known before practice began, and has no seal.",
                "{n} packs were known before practice began, and have no seal.",
                codes["practice"],
            )
        )
    if codes["lesson"]:
        click.echo(
            t.plural(
                "{n} pack was chosen by a lesson, not by a seal.",
                "{n} packs were chosen by a lesson, not by a seal.",
                codes["lesson"],
            )
        )
    open_packs = codes["no_commitment"] + codes["no_secret"]
    if open_packs:
        click.echo(
            t.plural(
                "{n} pack has no seal, or its secret is not published: nothing proves it.",
                "{n} packs have no seal, or their secret is not published: nothing proves them.",
                open_packs,
            )
        )
    if not deals:
        click.echo(t("The record has no deals that could be proved."))
    elif codes["proved"] or wrong:
        teller = Teller(t, ("", ""), None, Rules())
        for line in prompts.verdict(teller, ok=not wrong):
            click.echo("\n" + line)
