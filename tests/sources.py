"""What tests give to a table: always the same date and chance, or those of the machine."""

from __future__ import annotations

from dataclasses import replace

from pegout.fairness import Secrets, seeded_secrets
from pegout.machine import machine_sources
from pegout.table.sources import Sources
from tests.chance import chance

#: The date of every match with the same chance.
TODAY = "2026-03-01"


def sources(name: str) -> Sources:
    """Return a date and chance that are the same in every run."""
    return Sources(lambda: TODAY, chance(name), seeded_secrets(name))


def machine(secrets: Secrets | None = None) -> Sources:
    """Return the date and chance of the machine, with other secrets of packs if they are given."""
    found = machine_sources()
    return found if secrets is None else replace(found, secrets=secrets)


def new_id() -> str:
    """Return an id that no other match has."""
    return machine_sources().new_id()
