"""Input and output of the line-by-line interface: sentences out, lines in."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TextIO

from pegout.text import Translator, mark

#: The line width of the rule book.
_WIDE: Final = 80


class Command(NamedTuple):
    """A command that may be typed at any question: its letter, if it has one, and its help."""

    letter: str
    help: str


#: The commands by their words.
COMMANDS: Final = {
    mark("help"): Command("?", mark("help: this text")),
    mark("hint"): Command(
        "h", mark("hint: what to do and why, when all other players are computers")
    ),
    mark("hand"): Command("", mark("hand: your cards")),
    mark("count"): Command("", mark("count: the count of the play")),
    mark("scores"): Command("s", mark("scores: the scores")),
    mark("log"): Command("l", mark("log: everything that has happened in this game")),
    mark("muggins"): Command(
        "m", mark("muggins: claim what was missed in a count, as long as it can be answered")
    ),
    mark("undo"): Command("u", mark("undo: take your last decision back, against the computer")),
    mark("rules"): Command("", mark("rules: the rule book")),
    mark("seals"): Command("", mark("seals: the seals of the deals")),
    mark("guide"): Command("", mark("guide: resume the guide of a first game after leaving it")),
    mark("resign"): Command("", mark("resign: give this game up")),
    mark("stop"): Command(
        "", mark("stop: end the game here without a winner, if everybody agrees")
    ),
    mark("quit"): Command("q", mark("quit: exit; the game is saved")),
}


class QuitRequested(Exception):
    """The player has exited, or the input has ended."""


class Lines:
    """Sentences out, lines in."""

    def __init__(self, stdin: TextIO, stdout: TextIO, t: Translator) -> None:
        self._in = stdin
        self._out = stdout
        self._interrupted = False
        self.t = t

    def say(self, *sentences: str) -> None:
        for sentence in sentences:
            self._out.write(sentence + "\n")
        self._out.flush()

    def ask(self, prompt: str) -> str:
        """Prompt for a line, and return it stripped of spaces."""
        self._out.write(f"{prompt}\n> ")
        self._out.flush()
        self._interrupted = False
        try:
            line = self._in.readline()
        except KeyboardInterrupt:
            self._interrupted = True
            line = ""
        except UnicodeDecodeError:
            line = ""
        if not line:
            self._out.write("\n")
            raise QuitRequested
        return line.strip()

    def end(self) -> None:
        """End the program after its last words; with an interruption if Ctrl-C asked for it.

        Raises:
            KeyboardInterrupt: if the last question was interrupted.
        """
        if self._interrupted:
            raise KeyboardInterrupt

    def quit(self) -> None:
        """Exit the program."""
        raise QuitRequested

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
            self.say(self.t("Type a number from 1 to {maximum}.", maximum=len(options)))

    def words(self, word: str) -> set[str]:
        """Return the accepted words for a command: in English and in the player's language."""
        return {word, self.t.text(word).casefold(), COMMANDS[word].letter or word}

    def rulebook(self) -> None:
        """Print the rule book."""
        from pegout.text.rulebook import rulebook
        from pegout.tui.markdown import render

        self.say(render(rulebook(self.t.code), _WIDE))
