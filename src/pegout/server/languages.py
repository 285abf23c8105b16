"""The language of a response."""

from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.types import Scope

from pegout.text import LANGUAGES, Translator, language


def language_of(scope: Scope) -> Translator:
    """Return the language of a request: ``?lang=``, or else what its browser prefers.

    >>> language_of({"query_string": b"lang=es", "headers": []}).code
    'es'
    >>> language_of({"headers": [(b"accept-language", b"fr, es;q=0.8, en;q=0.5")]}).code
    'es'
    """
    query = scope.get("query_string", b"").decode("latin-1")
    asked = parse_qs(query, max_num_fields=20).get("lang") if query.count("&") < 20 else None
    if asked:
        return language(asked[0])
    return language(":".join(_accepted(Headers(scope=scope).get("accept-language", ""))) or "en")


def _accepted(header: str) -> list[str]:
    """Return the supported languages of an ``Accept-Language`` header, the best first."""
    weighed = []
    for position, part in enumerate(header[:200].split(",")):
        name, _, weight = part.partition(";q=")
        code = name.strip().lower().partition("-")[0]
        try:
            weighed.append((-float(weight or 1), position, code))
        except ValueError:
            continue
    return [code for _, _, code in sorted(weighed) if code in LANGUAGES]
