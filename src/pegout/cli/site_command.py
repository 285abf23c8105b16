"""``pegout site``: builds the folder of static files, and tries it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from pegout.cli.help import about
from pegout.cli.options import check_url
from pegout.text.language import Translator

#: The default port of a trial, unless it is taken.
_PORT: Final = 8132


def site(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "site",
        help=about(
            t,
            t(
                "Build a folder of static files, DIR, with the whole table: any web server or "
                "page host can offer it, and nothing that people play there is sent to anybody."
            ),
            t(
                "Python for the browser and one package are fetched once, by npm and pip, and "
                "checked. Afterwards a site is built without a network."
            ),
            t(
                "Games stay in the browser in which they are played. Its page My games saves them "
                "as a file, library.db, and adds those of such a file; pegout on a computer opens "
                "the one in the folder that PEGOUT_DATA names."
            ),
            t(
                "Tables of several browsers need a server: one that is started with the option "
                "--allow-origin for the site, and that --host names."
            ),
            t(
                "All levels, hints and drills work without NumPy. With it they are faster, but "
                "that option has been tried by its digest and in CPython only, not in a browser."
            ),
            examples=["pegout site public", "pegout site public --serve"],
        ),
    )
    @click.argument(
        "folder", metavar="DIR", type=click.Path(file_okay=False, writable=True, path_type=Path)
    )
    @click.option(
        "--base",
        default="/",
        show_default=True,
        metavar="PATH",
        help=t("The path under which DIR will be reached; only its page 404.html has to know."),
    )
    @click.option(
        "--downloads",
        metavar="DIR",
        type=click.Path(file_okay=False, path_type=Path),
        help=t("Keep what is fetched in this folder, or take it from there."),
    )
    @click.option(
        "--numpy",
        metavar="FILE",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help=t("Pack this NumPy too: the wheel whose SHA-256 the lock of Pyodide names."),
    )
    @click.option(
        "--host",
        metavar="URL",
        default="",
        help=t("A server at which friends meet, and which deals somebody's first game at once."),
    )
    @click.option("--offline", is_flag=True, help=t("Fetch nothing."))
    @click.option("--serve", is_flag=True, help=t("Then serve DIR to this machine, to try it."))
    def command(
        *,
        folder: Path,
        base: str,
        downloads: Path | None,
        numpy: Path | None,
        host: str,
        offline: bool,
        serve: bool,
    ) -> None:
        from pegout.site.downloads import Downloads, default_folder
        from pegout.site.folder import build_site

        check_url(t, "--host", host)
        kept = Downloads(downloads or default_folder(), offline=offline)
        packed = numpy.read_bytes() if numpy else b""
        sizes = build_site(folder, kept, base, packed, host=host)
        count = t.plural("{n} file", "{n} files", len(sizes))
        size = t.decimal(sum(sizes.values()) / 1_000_000, ".1f")
        click.echo(t("{folder}: {count}, {size} MB.", folder=folder, count=count, size=size))
        if serve:
            _serve(folder, t)

    return command


def _serve(folder: Path, t: Translator) -> None:
    from pegout.site.file_server import serve_folder

    def tell(address: str) -> None:
        click.echo(t("The site is at {address}; Ctrl+C ends it.", address=address))

    serve_folder(folder, _PORT, tell)
