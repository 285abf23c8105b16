"""Every request over HTTP that the server answers, and the schema of all messages."""

from typing import Any, Final

from pegout.school.endpoints import ENDPOINTS as SCHOOL
from pegout.table.requests import ENDPOINTS as TABLE
from pegout.table.requests import schema_of
from pegout.tournaments.endpoints import ENDPOINTS as TOURNAMENTS

#: The requests about tables and cards, those of drills and the daily, and those of tournaments.
ENDPOINTS: Final = (*TABLE, *SCHOOL, *TOURNAMENTS)


def wire_schema() -> dict[str, Any]:
    """Return the JSON Schema of the whole protocol: see :func:`pegout.wire.schema.schema`."""
    return schema_of(ENDPOINTS)
