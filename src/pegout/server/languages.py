"""The language of a response."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from pegout.text import LANGUAGES, Translator, language


def language_of(scope: Mapping[str, Any]) -> Translator:
    """Return the language of a request by its scope in ASGI.

    >>> language_of({"query_string": b"lang=es", "headers": []}).code
    'es'
    """
    accepted = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    return choose_language(
        scope.get("query_string", b"").decode("latin-1"), accepted.decode("latin-1")
    )


def choose_language(query: str, accepted: str) -> Translator:
    """Return the language of a request: ``lang=`` of its query, or else what its browser prefers.

    >>> choose_language("", "fr, es;q=0.8, en;q=0.5").code
    'es'
    """
    asked = parse_qs(query, max_num_fields=20).get("lang") if query.count("&") < 20 else None
    if asked:
        return language(asked[0])
    return language(":".join(_accepted(accepted)) or "en")


def _accepted(header: str) -> list[str]:
    """Return the supported languages of a header ``Accept-Language``, the best first."""
    weighed = []
    for position, part in enumerate(header[:200].split(",")):
        name, _, weight = part.partition(";q=")
        code = name.strip().lower().partition("-")[0]
        try:
            weighed.append((-float(weight or 1), position, code))
        except ValueError:
            continue
    return [code for _, _, code in sorted(weighed) if code in LANGUAGES]
