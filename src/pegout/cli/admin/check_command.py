"""``pegout admin check``: whether everything that is stored is whole."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pegout.cli.admin.host_options import database_option
from pegout.cli.exit_status import CHECK_FAILED
from pegout.cli.help import about
from pegout.cli.options import json_option
from pegout.cli.runs import hint, progress_bar
from pegout.cli.stored import every_table, open_library
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.storage import Library
    from pegout.table.integrity import Fault
    from pegout.table.store import Summary

#: The number of matches after which what was done is saved.
_OFTEN: Final = 100


@dataclass(slots=True)
class _Check:
    """How far a check has come: the last match in the order of their beginnings, and the faults."""

    matches: int = 0
    after: tuple[datetime, str] | None = None
    faults: list[Fault] = field(default_factory=list)

    def save(self, path: str | None) -> None:
        if path is None:
            return
        after = self.after and (self.after[0].isoformat(), self.after[1])
        text = json.dumps(
            {"checked": self.matches, "after": after, "faults": [[*fault] for fault in self.faults]}
        )
        part = Path(f"{path}.part")
        part.write_text(text, encoding="utf-8")
        part.replace(path)

    @classmethod
    def read(cls, t: Translator, path: str | None) -> _Check:
        from pegout.table.integrity import Fault

        if path is None or not os.path.lexists(path):
            return cls()
        try:
            read: Any = json.loads(Path(path).read_text(encoding="utf-8"))
            at, match_id = read["after"] or (None, "")
            after = None if at is None else (datetime.fromisoformat(at), str(match_id))
            faults = [Fault(*map(str, fault)) for fault in read["faults"]]
            return cls(int(read["checked"]), after, faults)
        except (ValueError, TypeError, KeyError) as error:
            sentence = t("{path} is not the file of a check; name another file.", path=path)
            raise click.UsageError(sentence) from error


def check(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "check",
        help=about(
            t,
            t(
                "Check everything that is stored: that every log can be replayed, that every point "
                "is right, and that every deal is the one that was sealed."
            ),
            t("The exit status is 0 if nothing is wrong, and else 1."),
            examples=[
                "pegout admin check --database games.db",
                "pegout admin check --resume check.json",
            ],
            fields={
                "ok": t("whether nothing is wrong"),
                "matches": t("the number of matches that were checked"),
                "tables": t("the number of tables that were checked"),
                "faults": t("where (a match or a table), code and message of each"),
            },
        ),
    )
    @click.option(
        "--resume",
        metavar="FILE",
        type=click.Path(dir_okay=False),
        help=t("Save to this file what is checked, and resume from it; at the end it is removed."),
    )
    @database_option(t)
    @json_option(t)
    @click.pass_context
    def command(
        ctx: click.Context, resume: str | None, database: str | None, as_json: bool
    ) -> None:
        done = _Check.read(t, resume)
        with open_library(t, database) as library:
            faults = _of_file(library)
            _check_matches(t, library, done, resume)
            tables, of_tables = _check_tables(library)
        if resume is not None:
            Path(resume).unlink(missing_ok=True)
        faults += [*of_tables, *done.faults]
        if as_json:
            found = {"ok": not faults, "matches": done.matches, "tables": tables}
            told = [fault._asdict() for fault in faults]
            click.echo(json.dumps({**found, "faults": told}, ensure_ascii=False))
        else:
            _tell(t, faults, done.matches, tables)
        ctx.exit(CHECK_FAILED if faults else 0)

    return command


def _of_file(library: Library) -> list[Fault]:
    from pegout.table.integrity import Fault

    return [Fault("", "damaged", line) for line in library.damage()]


def _check_matches(t: Translator, library: Library, done: _Check, resume: str | None) -> None:
    """Check the matches that are left; after an interruption a later run resumes."""
    from pegout.table.integrity import check_match

    total = library.count_matches()
    try:
        with progress_bar(t, t("Checking"), total) as progress:
            for match in _left(library, done):
                done.faults += check_match(library, match.id)
                done.after, done.matches = (match.created, match.id), done.matches + 1
                progress(min(done.matches, total), total)
                if not done.matches % _OFTEN:
                    done.save(resume)
    except KeyboardInterrupt:
        hint(t, False, resume)
        raise
    finally:
        done.save(resume)


def _left(library: Library, done: _Check) -> Iterator[Summary]:
    while some := library.oldest(done.after, _OFTEN):
        yield from some


def _check_tables(library: Library) -> tuple[int, list[Fault]]:
    from pegout.table.integrity import check_table

    rows = every_table(library)
    return len(rows), [fault for row in rows for fault in check_table(library, row)]


def _tell(t: Translator, faults: list[Fault], matches: int, tables: int) -> None:
    for fault in faults:
        click.echo(f"{fault.where or '–'}  {fault.code}  {fault.message}")
    click.echo(t.plural("{n} match was checked.", "{n} matches were checked.", matches))
    click.echo(t.plural("{n} table was checked.", "{n} tables were checked.", tables))
    if faults:
        click.echo(t.plural("{n} fault.", "{n} faults.", len(faults)))
    else:
        click.echo(t("Nothing is wrong."))
