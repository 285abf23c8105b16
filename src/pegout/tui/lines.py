"""Input and output of the line-by-line interface: sentences out, lines in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TextIO

from pegout.text import Translator

#: The line width of the rule book.
_WIDE: Final = 80


class QuitRequested(Exception):
    """The player has exited, or the input has ended."""


class Lines:
    """Sentences out, lines in."""

    def __init__(self, stdin: TextIO, stdout: TextIO, t: Translator) -> None:
        self._in = stdin
        self._out = stdout
        self.t = t

    def say(self, *sentences: str) -> None:
        for sentence in sentences:
            self._out.write(sentence + "\n")
        self._out.flush()

    def ask(self, prompt: str) -> str:
        """Prompt for a line, and return it stripped of spaces."""
        self._out.write(f"{prompt}\n> ")
        self._out.flush()
        try:
            line = self._in.readline()
        except (KeyboardInterrupt, UnicodeDecodeError):
            line = ""
        if not line:
            self._out.write("\n")
            raise QuitRequested
        return line.strip()

    def choose(self, prompt: str, options: Sequence[str]) -> int:
        """Prompt for one of numbered options, and return its index; Enter chooses the first."""
        while True:
            self.say(*(f"{at}. {option}" for at, option in enumerate(options, 1)))
            line = self.ask(prompt)
            if not line:
                return 0
            if line.isdecimal() and 1 <= int(line) <= len(options):
                return int(line) - 1
            if line.casefold() in self.words("quit"):
                raise QuitRequested
            self.say(self.t("Type a number from 1 to {most}.", most=len(options)))

    def words(self, word: str) -> set[str]:
        """Return the accepted words for a command: in English and in the player's language."""
        t = self.t
        spoken = {
            "help": t("help"),
            "hint": t("hint"),
            "undo": t("undo"),
            "scores": t("scores"),
            "log": t("log"),
            "count": t("count"),
            "hand": t("hand"),
            "rules": t("rules"),
            "seals": t("seals"),
            "muggins": t("muggins"),
            "resign": t("resign"),
            "stop": t("stop"),
            "quit": t("quit"),
        }[word]
        short_form = {
            "help": "?", "hint": "h", "quit": "q", "undo": "u", "scores": "s", "log": "l",
            "muggins": "m",
        }.get(word)  # fmt: skip
        return {word, spoken.casefold(), short_form or word}

    def rulebook(self) -> None:
        """Print the rule book."""
        from pegout.text.rulebook import rulebook
        from pegout.tui.markdown import render

        self.say(render(rulebook(self.t.code), _WIDE))
