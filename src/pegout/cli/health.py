"""``pegout health``: whether a server can serve, for containers, proxies and scripts."""

from __future__ import annotations

import http.client
import json
from typing import Final
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

import click

from pegout.cli.exit_status import CHECK_FAILED
from pegout.cli.help import about
from pegout.cli.options import check_url, json_option
from pegout.cli.serve import PORT
from pegout.text.language import Translator

#: The time limit for an answer, in seconds; a server answers within one and a half.
_PATIENCE: Final = 5.0
#: The status of a server that does not answer, or of something else that does.
_SILENT: Final = "silent"


def health(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "health",
        help=about(
            t,
            t(
                "Ask a server whether it can serve. The exit status is 0 if its database can be "
                "written, and 1 if it cannot, or if no server answers."
            ),
            examples=["pegout health", "pegout health --url http://127.0.0.1:8132 --json"],
            fields={
                "url": t("the address that was asked"),
                "status": t("“ok”, the code of the trouble, or “silent” without an answer"),
            },
        ),
    )
    @click.option(
        "--url",
        metavar="URL",
        default=f"http://127.0.0.1:{PORT}",
        show_default=True,
        help=t("The address of the server."),
    )
    @json_option(t)
    @click.pass_context
    def command(ctx: click.Context, url: str, as_json: bool) -> None:
        check_url(t, "--url", url)
        status = status_at(url)
        click.echo(
            json.dumps({"url": url, "status": status}) if as_json else _sentence(t, url, status)
        )
        ctx.exit(0 if status == "ok" else CHECK_FAILED)

    return command


def status_at(url: str) -> str:
    """Return ``ok``, the code of what is wrong with a server, or ``silent`` without an answer."""
    # A proxy of the environment is for other machines.
    opener = build_opener(ProxyHandler({}))
    try:
        with opener.open(f"{url.rstrip('/')}/readyz", timeout=_PATIENCE) as answer:
            return _status(answer.read(4096))
    except HTTPError as refusal:
        with refusal:
            return _status(refusal.read(4096))
    except (OSError, http.client.HTTPException):
        return _SILENT


def _status(content: bytes) -> str:
    try:
        return str(json.loads(content)["status"])
    except (ValueError, KeyError, TypeError):
        return _SILENT


def _sentence(t: Translator, url: str, status: str) -> str:
    from pegout.server.answers import sentence

    if status == "ok":
        return t("The server at {url} can serve.", url=url)
    if status == _SILENT:
        return t("No server of Pegout answers at {url}.", url=url)
    return t("The server at {url} cannot serve. {reason}", url=url, reason=sentence(status, t))
