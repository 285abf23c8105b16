"""What this machine gives to the tables that are opened on it: its date, and its chance."""

from datetime import datetime
from random import SystemRandom

from pegout.fairness import fresh_secrets
from pegout.table.sources import Sources


def machine_sources() -> Sources:
    """Return the date of the machine's clock and time zone, and unpredictable chance.

    >>> sources = machine_sources()
    >>> sources.new_token() == sources.new_token()
    False
    """
    return Sources(_today, SystemRandom(), fresh_secrets())


def _today() -> str:
    return datetime.now().astimezone().date().isoformat()
