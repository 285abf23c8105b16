"""``pegout admin``: what a server stores and how it runs, for its host."""

from __future__ import annotations

import click

from pegout.cli.admin.backup_commands import backup, migrate, restore
from pegout.cli.admin.check_command import check
from pegout.cli.admin.drain_command import drain
from pegout.cli.admin.stats_command import stats
from pegout.cli.admin.table_commands import tables
from pegout.cli.help import Commands, about
from pegout.text.language import Translator


def admin(t: Translator) -> click.Group:
    """Return the command in a language."""
    group = Commands(
        "admin",
        t=t,
        help=about(
            t,
            t("Manage what a server stores, also while it runs."),
            examples=["pegout admin tables list", "pegout admin backup copies/ --keep 14"],
        ),
    )
    for make in (tables, stats, check, backup, restore, migrate, drain):
        group.add(make(t))
    return group
