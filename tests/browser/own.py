"""``pegout`` without arguments: the table of this machine's owner, without opening a browser."""

import webbrowser

from pegout.cli import serve
from pegout.text import language

if __name__ == "__main__":
    setattr(serve, "PORT", 0)  # noqa: B010
    setattr(webbrowser, "open", lambda _url: True)  # noqa: B010
    serve.open_browser_table(language("en"))
