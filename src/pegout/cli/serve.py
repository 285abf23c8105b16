"""``pegout`` and ``pegout serve``: the table in the browser, for one person or for many."""

from __future__ import annotations

import http.client
import json
import logging
import re
import shutil
import textwrap
import threading
import tomllib
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from math import inf, isnan
from typing import IO, TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import click

from pegout.cli import completion
from pegout.cli.faults import OneOf, meant, reason_of
from pegout.cli.help import about
from pegout.cli.options import check_url
from pegout.text.language import Translator

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Mapping

    from pegout.server.config import Config
    from pegout.storage import Library
    from pegout.table.opponents import HostEngine

#: The default port, used unless it is taken.
PORT: Final = 8131
_LOOPBACK: Final = "127.0.0.1"
#: How long tables are kept by default, in seconds.
_RETENTION: Final = {"keep_finished": 90 * 86_400.0, "keep_abandoned": 30 * 86_400.0}
#: The time limit for a running server to respond, in seconds.
_PATIENCE: Final = 1.0
#: No limit is above this number.
_MAXIMUM: Final = 10**9 - 1
#: The space between two columns of a table, and the fewest characters of the last column.
_GAP: Final = "  "
_NARROWEST: Final = 30
_SECONDS: Final = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}
_FORM: Final = re.compile(r"(\d{1,6})([smhd])")


def open_browser_table(t: Translator) -> None:
    """Open the table in the browser, at a running server or at a new one."""
    from pegout.server.config import Config
    from pegout.server.launch import bind, serve
    from pegout.server.logs import set_up
    from pegout.storage import Library
    from pegout.table.store import StoreError

    with Library.open() as library:
        if is_serving(library, PORT):
            _open(t, f"http://{_LOOPBACK}:{PORT}/")
            return
        try:
            listener = bind(_LOOPBACK, PORT)
        except OSError:
            listener = bind(_LOOPBACK, 0)
        port = listener.getsockname()[1]
        set_up("text", logging.WARNING)
        config = Config(host=_LOOPBACK, port=port, own=True)
        try:
            serve(library, config, listener, lambda: _open(t, f"http://{_LOOPBACK}:{port}/"))
        except StoreError as error:
            url = library.served_at()
            if error.code != "served" or not is_serving(library, urlsplit(url).port or 0):
                raise
            _open(t, url)


def is_serving(library: Library, port: int) -> bool:
    """Return whether a server of this very library responds at a port of this machine."""
    from pegout.server.app import library_name

    connection = http.client.HTTPConnection(_LOOPBACK, port, timeout=_PATIENCE)
    try:
        connection.request("GET", "/healthz")
        health = json.loads(connection.getresponse().read(4096))
        return bool(health["library"] == library_name(library) and health["status"] == "ok")
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return False
    finally:
        connection.close()


def _open(t: Translator, url: str) -> None:
    """Print the address of the table, and open it in the browser."""
    import webbrowser

    click.echo(t("The table is at {url} — Ctrl+C ends it.", url=url))
    # A text browser in this terminal would block the server.
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def serve(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "serve",
        help=about(
            t,
            t("Serve tables to browsers: on this machine, in your network, or on the internet."),
            t(
                "On the internet, put a reverse proxy with TLS in front of the server. Then give "
                "--proxy, and the public address with --public-url."
            ),
            examples=[
                "pegout serve",
                "pegout serve --host 0.0.0.0 --allowed-host kitchen.local",
                "pegout serve --proxy --public-url https://cribbage.example --log json",
            ],
        ),
    )
    @click.option("--host", default=_LOOPBACK, show_default=True, help=t("Where to listen."))
    @click.option(
        "--port",
        type=click.IntRange(0, 65535),
        default=PORT,
        show_default=True,
        help=t("The port; 0 for any that is free."),
    )
    @click.option(
        "--database",
        metavar="URL|FILE",
        shell_complete=completion.files(),
        help=t("Where matches are stored; your own library by default."),
    )
    @click.option(
        "--control",
        metavar="FILE",
        type=click.Path(dir_okay=False),
        default="",
        help=t("A file by which “pegout admin drain” finds this server; for PostgreSQL."),
    )
    @click.option(
        "--keep-finished",
        type=Duration(t),
        metavar="TIME",
        help=t(
            "How long a table stays after its match: 45m, 12h, 90d or forever. By default forever "
            "in your own library, and 90d in one that --database names."
        ),
    )
    @click.option(
        "--keep-abandoned",
        type=Duration(t),
        metavar="TIME",
        help=t(
            "How long a table stays where the match is not over and nobody plays. By default "
            "forever in your own library, and 30d in one that --database names."
        ),
    )
    @click.option(
        "--logs-kept",
        type=Duration(t),
        metavar="TIME",
        help=t("How long you keep logs; the page about data says so. The server removes none."),
    )
    @click.option(
        "--backups-kept",
        type=Duration(t),
        metavar="TIME",
        help=t("How long you keep backups; the page about data says so."),
    )
    @click.option(
        "--config",
        type=click.File("rb"),
        metavar="FILE",
        is_eager=True,
        expose_value=False,
        callback=partial(_configure, t),
        help=t(
            "Read these options from a TOML file, by their names; options on the command line "
            "take precedence."
        ),
    )
    @click.option("--public-url", metavar="URL", default="", help=t("Where people reach it."))
    @click.option(
        "--allowed-host",
        "allowed_hosts",
        metavar="NAME",
        multiple=True,
        help=t("A name that the server answers to."),
    )
    @click.option(
        "--allow-origin",
        "allowed_origins",
        metavar="URL",
        multiple=True,
        help=t("A site elsewhere whose pages may play here, such as one that “pegout site” made."),
    )
    @click.option(
        "--proxy",
        is_flag=True,
        help=t("A proxy stands in front; trust the client address that it reports."),
    )
    @click.option(
        "--log",
        type=OneOf(t, ["text", "json"]),
        default="text",
        show_default=True,
        help=t("The form of the log: for people, or JSON for programs."),
    )
    @click.option(
        "--log-requests",
        is_flag=True,
        help=t("Log each request: its id, route, status and time."),
    )
    @click.option(
        "--metrics",
        type=ListenAddress(t),
        metavar="HOST:PORT",
        help=t(
            "Serve /metrics for Prometheus at this address, which players should not be able to "
            "reach."
        ),
    )
    @click.option(
        "--engines",
        metavar="FILE",
        type=click.Path(dir_okay=False),
        help=t(
            "A file that names programs which people may play against; see the page on engines."
        ),
    )
    @click.option(
        "--limit",
        "limits",
        metavar="NAME=NUMBER",
        multiple=True,
        callback=partial(_list_limits, t),
        shell_complete=completion.limits(t),
        help=t("Change one of the limits; “--limit help” lists them."),
    )
    def command(
        *,
        database: str | None,
        engines: str | None,
        limits: tuple[str, ...],
        metrics: tuple[str, int] | None,
        **options: Any,
    ) -> None:
        from pegout.server.config import Config

        check_url(t, "--public-url", options["public_url"])
        for site in options["allowed_origins"]:
            check_url(t, "--allow-origin", site)
        for name, usual in _RETENTION.items():
            chosen = options.pop(name)
            seconds = (inf if database is None else usual) if chosen is None else chosen
            options[name] = None if seconds == inf else seconds
        known = _engines(engines)
        config = Config(database=database, engines=known, **options, **_limits(t, limits))
        _serve(t, config, metrics)

    return command


def _configure(
    t: Translator, ctx: click.Context, param: click.Parameter, file: IO[bytes] | None
) -> None:
    """Use the options of a file as defaults."""
    if file is None:
        return
    try:
        # Nobody else closes it where the command fails before it runs.
        with file:
            named = tomllib.load(file)
    except ValueError as error:
        raise click.ClickException(
            t("{file} is no TOML file: {reason}.", file=file.name, reason=error)
        ) from error
    known = {
        spelling.lstrip("-"): parameter
        for parameter in ctx.command.params
        for spelling in parameter.opts
        if parameter.name
    }
    usual = {}
    for name, value in named.items():
        if name not in known or name in ("config", "help"):
            raise click.UsageError(
                t(
                    "{file} sets “{name}”, which is no option; there are: {known}.",
                    file=file.name,
                    name=name,
                    known=", ".join(sorted(known.keys() - {"config", "help"})),
                )
            )
        usual[known[name].name] = value
    ctx.default_map = usual


def _engines(file: str | None) -> Mapping[str, HostEngine]:
    """Read the host's engines, and check that each of them starts."""
    if file is None:
        return {}
    from pegout.table.opponents import Opponents, read_engines

    engines = read_engines(file)
    Opponents(engines).try_out()
    return engines


class Duration(click.ParamType[float]):
    """A duration such as ``30d``, in seconds; infinite for ``forever``."""

    name = "time"

    def __init__(self, t: Translator) -> None:
        self.t = t

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a duration."""
        if value == "forever":
            return float("inf")
        found = _FORM.fullmatch(str(value))
        if found is None or not int(found[1]):
            self.fail(
                self.t(
                    "{value} is not a length of time; write 45m, 12h, 30d or forever.", value=value
                ),
                param,
                ctx,
            )
        return int(found[1]) * _SECONDS[found[2]]


class ListenAddress(click.ParamType[tuple[str, int]]):
    """An address to listen at, such as ``127.0.0.1:9131`` or ``[::1]:9131``."""

    name = "address"

    def __init__(self, t: Translator) -> None:
        self.t = t

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        """Read an address."""
        with suppress(ValueError):
            parts = urlsplit(f"//{value}")
            if parts.hostname and parts.port is not None and parts.netloc == value:
                return parts.hostname, parts.port
        return self.fail(
            self.t("{value} is no address; write 127.0.0.1:9131.", value=value), param, ctx
        )


def limit_rows(t: Translator) -> list[tuple[str, str, str, str]]:
    """Return the heads of the table of limits, and a row for each: name, default, unit, meaning.

    >>> from pegout.text.language import language
    >>> limit_rows(language("en"))[1]
    ('tables', '10000', 'tables at once', 'Tables in memory.')
    """
    from pegout.server.config import LIMITS, Config

    usual = Config()
    heads = (t("name"), t("default"), t("unit"), t("meaning"))
    return [
        heads,
        *[
            (name, f"{getattr(usual, name):g}", t.text(limit.unit), t.text(limit.meaning))
            for name, limit in LIMITS.items()
        ],
    ]


def _list_limits(
    t: Translator, ctx: click.Context, param: click.Parameter, limits: tuple[str, ...]
) -> tuple[str, ...]:
    """Print the table of limits and exit, if it is requested."""
    if "help" not in limits:
        return limits
    rows = limit_rows(t)
    widths = [max(len(row[at]) for row in rows) for at in range(3)]
    rest = max(_NARROWEST, shutil.get_terminal_size().columns - sum(widths) - 3 * len(_GAP))
    for name, default, unit, meaning in rows:
        cells = (f"{name:<{widths[0]}}", f"{default:>{widths[1]}}", f"{unit:<{widths[2]}}")
        start = _GAP.join([*cells, ""])
        first, *more = textwrap.wrap(meaning, rest)
        click.echo("\n".join([start + first, *(" " * len(start) + line for line in more)]))
    ctx.exit(0)


def _limits(t: Translator, limits: tuple[str, ...]) -> dict[str, Any]:
    """Read the limits on the command line."""
    from pegout.server.config import LIMITS, NONE_AT_ALL, Config

    chosen = {}
    for text in limits:
        name, equals, number = text.partition("=")
        name = name.strip().replace("-", "_")
        if name not in LIMITS:
            sentence = t(
                "There is no limit “{name}”. The limits are: {limits}.",
                name=name,
                limits=", ".join(LIMITS),
            )
            raise click.UsageError(sentence + meant(t, name, LIMITS))
        if not equals:
            raise click.UsageError(t("--limit takes a limit and its number, such as tables=10000."))
        whole = isinstance(getattr(Config(), name), int)
        chosen[name] = _limit(t, name, number.strip(), whole, name in NONE_AT_ALL)
    return chosen


def _limit(t: Translator, name: str, number: str, whole: bool, zero: bool) -> float:
    """Read the number of a limit: a whole one or a fraction, from 0 or above."""
    kind: click.ParamType[Any] = (
        click.IntRange(0 if zero else 1, _MAXIMUM)
        if whole
        else click.FloatRange(0, _MAXIMUM, min_open=True)
    )
    option = click.Option(["--limit"], type=kind)
    try:
        value: float = kind.convert(number, option, None)
        if isnan(value):
            raise click.BadParameter(t("expected a number, not “{given}”.", given=number))
    except click.BadParameter as error:
        error.param_hint = f"--limit {name}"
        raise
    return value


def _serve(t: Translator, config: Config, metrics: tuple[str, int] | None) -> None:
    from pegout.server.launch import serve
    from pegout.server.logs import set_up
    from pegout.storage import Library

    set_up(config.log)
    with (
        Library.open(config.database) as library,
        _listen(t, config, library) as listener,
        _listen_for_metrics(t, metrics) as measured,
    ):
        ready = _ready(t, config, listener.getsockname()[1])
        serve(library, config, listener, ready, metrics=measured)


def _listen_for_metrics(
    t: Translator, at: tuple[str, int] | None
) -> AbstractContextManager[socket.socket | None]:
    """Bind the address of the metrics, if there is one."""
    from pegout.server.launch import bind

    if at is None:
        return nullcontext()
    try:
        return bind(*at)
    except OSError as error:
        raise click.UsageError(
            t(
                "{host} port {port} is not available ({reason}); choose another with --metrics.",
                host=at[0],
                port=at[1],
                reason=reason_of(error, t),
            )
        ) from error


def _listen(t: Translator, config: Config, library: Library) -> socket.socket:
    """Bind the address; if it is taken, report a server of the same library rather than that."""
    from pegout.server.launch import address, bind

    try:
        return bind(config.host, config.port)
    except OSError as error:
        with library.serving(address(config, config.port)):
            raise click.UsageError(
                t(
                    "{host} port {port} is not available ({reason}); choose another with --port.",
                    host=config.host,
                    port=config.port,
                    reason=reason_of(error, t),
                )
            ) from error


def _ready(t: Translator, config: Config, port: int) -> Callable[[], None]:
    def say() -> None:
        from pegout.server.launch import addresses
        from pegout.server.logs import note

        urls = addresses(config, port)
        if config.log == "json":
            note("ready", url=urls[0])
        else:
            click.echo(t("Tables are served at {url} — Ctrl+C ends it.", url=t.join(urls)))

    return say
