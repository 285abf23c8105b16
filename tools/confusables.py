"""Writes which letters look alike, from the data of the Unicode standard.

``python tools/confusables.py confusables.txt`` reads the file of that name of UTS 39, Unicode
Security Mechanisms (``Public/security`` of the standard's own site), of any version, and writes
``src/pegout/table/confusables.txt``: each letter and its replacement in a skeleton, without the
comments.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

#: The output file.
DATA: Final = Path(__file__).resolve().parents[1] / "src" / "pegout" / "table" / "confusables.txt"

_HEAD: Final = """\
# Letters that look like others: each, and what stands for it in a skeleton (UTS 39, section 4).
# Made by tools/confusables.py from confusables.txt {version} of the Unicode standard.
#
# UNICODE LICENSE V3
#
# COPYRIGHT AND PERMISSION NOTICE
#
# Copyright © 1991-2025 Unicode, Inc.
#
# NOTICE TO USER: Carefully read the following legal agreement. BY DOWNLOADING, INSTALLING,
# COPYING OR OTHERWISE USING DATA FILES, AND/OR SOFTWARE, YOU UNEQUIVOCALLY ACCEPT, AND AGREE TO
# BE BOUND BY, ALL OF THE TERMS AND CONDITIONS OF THIS AGREEMENT. IF YOU DO NOT AGREE, DO NOT
# DOWNLOAD, INSTALL, COPY, DISTRIBUTE OR USE THE DATA FILES OR SOFTWARE.
#
# Permission is hereby granted, free of charge, to any person obtaining a copy of data files and
# any associated documentation (the "Data Files") or software and any associated documentation
# (the "Software") to deal in the Data Files or Software without restriction, including without
# limitation the rights to use, copy, modify, merge, publish, distribute, and/or sell copies of
# the Data Files or Software, and to permit persons to whom the Data Files or Software are
# furnished to do so, provided that either (a) this copyright and permission notice appear with
# all copies of the Data Files or Software, or (b) this copyright and permission notice appear in
# associated Documentation.
#
# THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
# IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A
# PARTICULAR PURPOSE AND NONINFRINGEMENT OF THIRD PARTY RIGHTS.
#
# IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE BE LIABLE FOR ANY
# CLAIM, OR ANY SPECIAL INDIRECT OR CONSEQUENTIAL DAMAGES, OR ANY DAMAGES WHATSOEVER RESULTING
# FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER
# TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THE DATA FILES
# OR SOFTWARE.
#
# Except as contained in this notice, the name of a copyright holder shall not be used in
# advertising or otherwise to promote the sale, use or other dealings in these Data Files or
# Software without prior written authorization of the copyright holder.
"""
_VERSION: Final = re.compile(r"^# Version: *(\S+)", re.MULTILINE)


def convert(standard: str) -> str:
    r"""Return our data, derived from the standard's file.

    Args:
        standard: the text of the standard's file.

    >>> print(convert("# Version: 17.0.0\n0430 ;\t0061 ;\tMA\t# a letter\n")[-10:])
    0430 0061
    <BLANKLINE>

    Raises:
        ValueError: if the text is not that file.
    """
    version = _VERSION.search(standard)
    if version is None:
        raise ValueError("this is not the standard's confusables.txt: it names no version")
    lines = [f"{letter:04X} {' '.join(stands)}\n" for letter, stands in sorted(_letters(standard))]
    return _HEAD.format(version=version[1]) + "".join(lines)


def _letters(standard: str) -> Iterator[tuple[int, list[str]]]:
    for line in standard.splitlines():
        fields = line.lstrip("\ufeff").partition("#")[0].split(";")
        if len(fields) == 3:
            yield int(fields[0], 16), fields[1].split()


def main(arguments: list[str]) -> None:
    """Write the data."""
    (path,) = arguments
    DATA.write_text(convert(Path(path).read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
