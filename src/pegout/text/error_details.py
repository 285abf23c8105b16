"""Say the error of a library in another language: of rules, of runs, of players and of engines.

The errors of the packages below this one are English, for programmers. The command line shows them
to people, so each one that a wrong argument or a wrong file can cause has a sentence here. Names,
values and the errors of other people's programs stay as they are.

>>> from pegout.text.language import language
>>> in_language("rubbish.txt is not the resume file of a run; name another file", language("es"))
'rubbish.txt no es el archivo de una serie para reanudarla; indica otro'
"""

import re
from typing import Final

from pegout.text.language import Translator, mark
from pegout.text.said_again import say_again

#: The errors of the library's own; the parts in braces are values, or errors in their turn.
DETAILS: Final[tuple[str, ...]] = (
    # Rules
    mark(
        "skunk_lines are one to three whole numbers from 1 to 241, each larger than the one "
        "before, such as (31, 61), not {given}"
    ),
    mark(
        "match_points are {number} whole numbers from 0 to 1000, for a game and for each of the "
        "skunk_lines {lines}, not {given}"
    ),
    mark(
        "start_scores are {sides} whole numbers from 0 to {maximum}, one for each side, or none; "
        "not {given}"
    ),
    mark("teams=False is a game for 4 players, not {players}"),
    mark("muggins needs counting=manual"),
    mark("five_card is a game for 2 players, not {players}"),
    mark("next_deal=cut is a cut before each game; first_deal is chosen"),
    mark("the preset {preset} has {name} {allowed}, not {given}; start from standard instead"),
    # Goals of a run
    mark(
        "a decision is between two rates of wins, the lower first, such as 0.5 and 0.52; not "
        "between {low} and {high}"
    ),
    mark("half the width of an interval is above 0 and below 0.5, not {half}"),
    # Resume files
    mark("{path} is not the resume file of a run; name another file"),
    mark("another run is writing to {path}; wait, or name another"),
    mark(
        "{path} was written by {versions}. Resume it with what it was begun with, or start again "
        "with another file"
    ),
    mark("{path} is of another run: {changes}. Ask for the same again, or name another file"),
    mark(
        "line {line} of {path} is not what was written; take it out, and its part is computed again"
    ),
    mark(
        "line {line} of {path} has another result of part {part} than an earlier line; start again "
        "with another file"
    ),
    mark(
        "{path} is of format {format}, and this is {current}. Resume it with the version that "
        "began it, or start again with another file"
    ),
    mark("there is no room left for {path}"),
    mark("cannot write to {path}: {reason}"),
    # Checkpoints
    mark(
        "{path} was written by {version}, and this is {current}. Resume it with the version that "
        "began it, or start again with another file"
    ),
    mark(
        "{path} belongs to another solution ({saved}, not {wanted}); name another file, or delete "
        "it"
    ),
    mark("round {number} could not be kept in {path} ({reason}); {consequence}"),
    mark("the file still holds an earlier round, and the same command resumes there"),
    mark("nothing has been kept so far; name a file that can be written"),
    # What takes numba
    mark(
        "{what} takes numba, without which it would take days; install it in the folder of the "
        "source with: {command}"
    ),
    mark("solving the discard game"),
    mark("solving the play"),
    mark("solving the whole deal"),
    mark("enumerating the last hole"),
    mark("working out the chance of winning with every hand"),
    mark("computing a best response"),
    # Clusters
    mark("expected the address of a Dask scheduler, such as tcp://127.0.0.1:8786, not {address}"),
    mark("no Dask scheduler answers at {address}; start one with: dask scheduler ({reason})"),
    mark("no answer"),
    mark("the cluster at {address} is gone"),
    mark(
        "a cluster needs the package distributed; install it in the folder of the source with: "
        "{command}"
    ),
    mark("{reason}; {finished} were finished, and nothing is saved without a resume file"),
    mark("{reason}; {finished} are saved in {path}, and the same command resumes there"),
    # Players of one's own
    mark("a player of your own is module:Class, such as my_bot:Bot, not {given}"),
    mark("there is no module {module} in {folder} or among those installed"),
    mark("{module} cannot be imported: {reason}"),
    mark("{place} has no {name}; did you mean {near}?"),
    mark("{place} has no {name}"),
    mark("{name} is no player: {needs}"),
    mark("{name} makes a {kind}; {needs}"),
    mark("a player has a method choose(view) that gives one of view.legal"),
    mark("{name} cannot be made: {reason}"),
    mark(
        "{name} needs {arguments}; a player is made with nothing but a seed. Give a function that "
        "makes one, or the object itself"
    ),
    mark(
        "{name} cannot be copied for each game ({reason}); give its class, or a function that "
        "makes one"
    ),
    mark(
        "{name} failed in game {number} of seed {seed}, in seat {seat}, in deal {deal}, phase "
        "{phase}: {reason}"
    ),
    mark("choose(view) gave {given}, and not one of view.legal"),
    # Engines
    mark("{reason}. The last lines of its standard error:\n{lines}"),
    mark("{given} names no program: {reason}"),
    mark("{given} is no command: {reason}"),
    mark("an engine has a command, such as './my_engine --fast'"),
    mark("{command} cannot be run: {reason}"),
    mark("{command} does not start: {reason}"),
    mark("its process ended with exit status {status}"),
    mark("its process was ended by signal {signal}"),
    mark("it closed its standard output"),
    mark("its first line was not a hello"),
    mark("it speaks version {version}, and this is {current}"),
    mark("{missing} within {seconds} s"),
    mark("no hello"),
    mark("{line} is no message: {reason}"),
    mark("an action that the rules do not allow: {reason}"),
    mark("the kernel cannot play {name}; take the referee, the engine rules"),
    mark("{name} plays on this machine alone; a cluster has levels and policies"),
    # Libraries
    mark("{path} is no library of Pegout's; name another file"),
    mark("{location} is not empty; name another place, or have it replaced"),
    mark(
        "the program {name} of PostgreSQL is missing; install its client, such as the package "
        "postgresql-client of Debian"
    ),
    mark("no server serves {file} now"),
    mark(
        "that is no address of a database that can be used here; give a file, or a URL such as "
        "sqlite:///games.db or postgresql://name@host/games"
    ),
    mark("there is no folder {folder}; make it, or name another file"),
)

#: The errors of Python and of the system that are frequent among the reasons above.
_REASONS: Final[tuple[str, ...]] = (
    mark("No such file or directory"),
    mark("Permission denied"),
    mark("No space left on device"),
    mark("No closing quotation"),
    mark("JSON is malformed: {fault} (byte {number})"),
)

_DIFFERENCE: Final = re.compile(r"(?P<old>\S+), not (?P<new>[^\s;,]+)")


def in_language(error: str, translator: Translator) -> str | None:
    """Return the message of an error in a language, or ``None`` if it has no sentence here."""
    return say_again(error, (*DETAILS, *_REASONS), translator, _value)


def _value(name: str, value: str, t: Translator) -> str:
    """Return a part of an error, which may be an error or a list of differences itself."""
    if name in ("changes", "versions"):
        return _DIFFERENCE.sub(lambda found: t("{old}, not {new}", **found.groupdict()), value)
    return in_language(value, t) or value
