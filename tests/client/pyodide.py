"""Unpack Python for the browser into a folder and print the folder; print nothing without it.

It is among the downloads of a site.
"""

import sys
from pathlib import Path

from pegout.site.downloads import PYODIDE, Downloads, SiteError, default_folder


def main(place: Path) -> None:
    try:
        members = Downloads(default_folder()).members(PYODIDE)
    except SiteError:
        return
    for name, content in members.items():
        (place / name).write_bytes(content)
    sys.stdout.write(str(place))


main(Path(sys.argv[1]))
