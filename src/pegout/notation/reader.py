"""Read records from text, and report every fault with the number of its line."""

import re
from dataclasses import dataclass, field
from typing import Any, Final

from pegout.notation.build import UNREADABLE, SourceEntry, build, decides
from pegout.notation.errors import Fault, RecordError
from pegout.notation.fill import Statement
from pegout.notation.lines import parse_line, unquote
from pegout.notation.record import (
    FORMAT_VERSION,
    Annotation,
    Comment,
    GameRecord,
    Player,
    Record,
    is_line,
    rules_from_text,
)
from pegout.notation.writer import (
    MAX_GAMES,
    MAX_LINE,
    MAX_MATCHES,
    MAX_TAGS,
    MAX_TEXT,
    game_tags,
    match_tags,
    reserved,
)
from pegout.rules import Rules, UnknownRules
from pegout.rules.errors import quoted

#: The most faults reported for one text.
MAX_FAULTS: Final = 200

_TAG: Final = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]*)\s+("(?:[^"\\]|\\.)*")\s*\]\s*(?:;(.*))?')
_VERSION: Final = re.compile(r"%pegout\s+([0-9]{1,6})\s*(?:;(.*))?")
_ANNOTATION: Final = re.compile(r"@([a-z][a-z0-9-]*)(?:\s+(.*))?")
_SEATED: Final = re.compile("(Player|Kind)([0-3])")


def read(text: str | bytes) -> Record:
    """Read the record of one match.

    Args:
        text: the record, as text or in UTF-8.

    >>> record = read('''
    ... %pegout 1
    ... [Player0 "Ann"]
    ... [Player1 "Ben"]
    ... game 1  dealer 0
    ... deal
    ... dealt 1  5H 5S 6D 7C JD KS
    ... discard 1  JD KS
    ... ''')
    >>> record.players[0].name, len(record.games[0].entries)
    ('Ann', 2)
    >>> record.games[0].entries[1]
    Discarded(seat=1, cards=(Card('JD'), Card('KS')))

    Raises:
        RecordError: with every fault.
    """
    records, faults = _read(text)
    if not faults and len(records) != 1:
        faults = [Fault(1, 0, "bad_header", f"expected one match, not {len(records)}")]
    if faults:
        raise RecordError(faults)
    return records[0]


def read_many(text: str | bytes) -> tuple[Record, ...]:
    r"""Read the records of several matches, each of which begins with its version.

    >>> len(read_many("%pegout 1\n%pegout 1\n"))
    2

    Raises:
        RecordError: with every fault.
    """
    records, faults = _read(text)
    if faults:
        raise RecordError(faults)
    return tuple(records)


def check(text: str | bytes) -> list[Fault]:
    r"""Return every fault of a text of one or more matches; none if it can be read.

    >>> for fault in check("%pegout 1\ngame 1  dealer 0\ndeal 1  dealer 0  scores 0-2\n"):
    ...     print(fault)
    line 3: expected 0-0, not 0-2
    """
    return _read(text)[1]


def _read(text: Any) -> tuple[list[Record], list[Fault]]:
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            start = error.object[: error.start].count(b"\n") + 1
            return [], [Fault(start, 0, "not_utf8", "expected text in UTF-8")]
    if not isinstance(text, str):
        advice = "expected the text of a record, such as Path('game.peg').read_text('utf-8')"
        return [], [Fault(0, 0, "not_text", f"{advice}, not {quoted(text, 60)}")]
    if len(text) > MAX_TEXT:
        return [], [Fault(1, 0, "too_long", f"expected at most {MAX_TEXT} characters")]
    file = _File()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if len(file.faults) > MAX_FAULTS:
            break
        file.add_line(number, line.removesuffix("\r").replace("\t", " ").strip(" "), line)
    if not file.matches and not file.faults:
        file.fault(1, "bad_header", "expected %pegout 1 and a record, not nothing")
    if file.faults and "\n" not in text and file.faults[0].code == "bad_header":
        message = "expected the text of a record, which begins with %pegout 1 on a line of its own"
        file.faults[:] = [Fault(1, 0, "bad_header", f"{message}, not {quoted(text, 60)}")]
    records = [match.record(file.faults) for match in file.matches]
    return records, sorted(file.faults)[:MAX_FAULTS]


@dataclass(slots=True)
class _Tag:
    name: str
    text: str
    line: int


@dataclass(slots=True)
class _GameText:
    """The lines of one game."""

    line: int
    number: int
    dealer: int | None = None
    tags: list[_Tag] = field(default_factory=list)
    sources: list[SourceEntry] = field(default_factory=list)

    @property
    def begun(self) -> bool:
        return any(isinstance(source, Statement) for source in self.sources)


@dataclass(slots=True)
class _MatchText:
    """The lines of one match."""

    line: int
    tags: list[_Tag] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    games: list[_GameText] = field(default_factory=list)

    def record(self, faults: list[Fault]) -> Record:
        rules = self._rules(faults)
        match = self._text("Match")
        tags = tuple([(tag.name, tag.text) for tag in self.tags if not reserved(tag.name)])
        players = self._players(rules, faults)
        games = [self._game(rules, game, faults) for game in self.games]
        record = Record(rules, players, tuple(games), match, tags, tuple(self.comments))
        right = match_tags(record)
        if faults:
            # With faults, the points do not add up to those of the actual match.
            right.pop("Points", None)
        _check_tags(self.tags, right, faults)
        return record

    def _text(self, name: str) -> str:
        return next((tag.text for tag in self.tags if tag.name == name), "")

    def _rules(self, faults: list[Fault]) -> Rules:
        seats = [int(found[2]) for tag in self.tags if (found := _SEATED.fullmatch(tag.name))]
        number = max(seats, default=0) + 1
        line = next((tag.line for tag in self.tags if tag.name == "Rules"), self.line)
        try:
            text = self._text("Rules") or "standard"
            return rules_from_text(text, players=number if number > 1 else None)
        except UnknownRules as error:
            faults.append(Fault(line, 0, "bad_rules", str(error)))
            return Rules(players=max(2, number))

    def _players(self, rules: Rules, faults: list[Fault]) -> tuple[Player, ...]:
        texts: dict[tuple[str, int], str] = {}
        for tag in self.tags:
            found = _SEATED.fullmatch(tag.name)
            if found and int(found[2]) < rules.players:
                texts[found[1], int(found[2])] = tag.text
            elif found:
                message = f"there is no seat {found[2]} in a game for {rules.players}"
                faults.append(Fault(tag.line, 0, "bad_tag", message))
        return tuple(
            [
                Player(texts.get(("Player", seat), ""), texts.get(("Kind", seat), ""))
                for seat in range(rules.players)
            ]
        )

    def _game(self, rules: Rules, game: _GameText, faults: list[Fault]) -> GameRecord:
        if game.dealer is not None and game.dealer >= rules.players:
            faults.append(Fault(game.line, 0, "bad_seat", f"there is no seat {game.dealer}"))
            game.dealer = 0
        tags = tuple([(tag.name, tag.text) for tag in game.tags if tag.name != "Result"])
        start = GameRecord(game.number, game.dealer, tags=tags)
        built = build(rules, game.sources, start, line=game.line)
        faults.extend(built.faults)
        if not built.faults:
            _check_tags(game.tags, game_tags(built), faults)
        return built.game


def _check_tags(tags: list[_Tag], right: dict[str, str], faults: list[Fault]) -> None:
    """Check the tags that only repeat facts of the record."""
    for tag in tags:
        expected = right.get(tag.name)
        if expected is not None and " ".join(tag.text.split()) != expected:
            message = f"expected {expected!r}, not {tag.text!r:.60}"
            if tag.name == "Result" and expected == "*":
                message = (
                    "the game is not over where the record ends, and its result is "
                    f"{tag.text!r:.60}: the record breaks off, or lines are missing"
                )
            faults.append(Fault(tag.line, 0, "wrong_tag", message))


class _File:
    """A text that is read line by line."""

    def __init__(self) -> None:
        self.matches: list[_MatchText] = []
        self.faults: list[Fault] = []

    def fault(self, line: int, code: str, message: str, column: int = 0) -> None:
        self.faults.append(Fault(line, column, code, message))

    def add_line(self, number: int, line: str, whole: str) -> None:
        if not line:
            return
        if len(line) > MAX_LINE:
            self.fault(number, "line_too_long", f"expected at most {MAX_LINE} characters in a line")
            return
        if not is_line(line):
            self.fault(number, "bad_character", "expected no control characters in a line")
            return
        if line.startswith("%"):
            self._begin(number, line)
            return
        if not self.matches:
            self.fault(number, "bad_header", "expected %pegout 1 as the first line")
            self.matches.append(_MatchText(number))
        if line.startswith(";"):
            self._comment(number, line[1:])
        elif line.startswith("["):
            self._tag(number, line)
        elif line.startswith("@"):
            self._annotation(number, line)
        else:
            self._verb(number, line, len(whole) - len(whole.lstrip()))

    def _begin(self, number: int, line: str) -> None:
        found = _VERSION.fullmatch(line)
        if found is None:
            self.fault(number, "bad_header", "expected %pegout and a version, as in %pegout 1")
        elif int(found[1]) not in range(1, FORMAT_VERSION + 1):
            expected = f"expected a version up to {FORMAT_VERSION}, not {int(found[1])}"
            self.fault(number, "bad_version", expected)
        if len(self.matches) >= MAX_MATCHES:
            self.fault(number, "too_long", f"expected at most {MAX_MATCHES} matches")
            return
        self.matches.append(_MatchText(number))
        if found and found[2]:
            self._comment(number, found[2])

    def _comment(self, number: int, text: str) -> None:
        comment = Comment(text.strip())
        match = self.matches[-1]
        if match.games:
            match.games[-1].sources.append((number, comment))
        else:
            match.comments.append(comment)

    def _annotation(self, number: int, line: str) -> None:
        found = _ANNOTATION.fullmatch(line)
        match = self.matches[-1]
        if found is None or not match.games:
            where = "expected an annotation such as @clock 12.5, after the line of a game"
            self.fault(number, "bad_annotation", where)
        else:
            remark = Annotation(found[1], (found[2] or "").strip())
            match.games[-1].sources.append((number, remark))

    def _tag(self, number: int, line: str) -> None:
        found = _TAG.fullmatch(line)
        text = unquote(found[2]) if found else None
        if found is None or text is None or not is_line(text):
            self.fault(number, "bad_tag", 'expected a tag such as [Event "Friday club"]')
            return
        match = self.matches[-1]
        tags = match.games[-1].tags if match.games else match.tags
        if match.games and match.games[-1].begun:
            self.fault(number, "bad_tag", "expected tags before the first line of their game")
        elif any(tag.name == found[1] for tag in tags):
            self.fault(number, "duplicate_tag", f"the tag {found[1]} is there twice")
        elif len(tags) >= MAX_TAGS:
            self.fault(number, "bad_tag", f"expected at most {MAX_TAGS} tags")
        else:
            tags.append(_Tag(found[1], text, number))
        if found[3] is not None:
            self._comment(number, found[3])

    def _verb(self, number: int, text: str, indent: int) -> None:
        line, comment, columns, fault = parse_line(text, number)
        columns = {part: column + indent for part, column in columns.items()}
        if fault is not None:
            self.fault(number, fault.code, fault.message, fault.column + indent)
        games = self.matches[-1].games
        # A line may consist of white space other than plain spaces.
        verb = "".join(text.split(None, 1)[:1])
        if verb == "game":
            count = games[-1].number if games else 0
            said = line.number if line and line.number is not None else count + 1
            if said <= count or len(games) >= MAX_GAMES:
                self.fault(
                    number,
                    "bad_game",
                    f"expected games in their order and at most {MAX_GAMES}, not game {said}",
                )
                said = count + 1
            games.append(_GameText(number, said, line.dealer if line else None))
        else:
            if not games:
                games.append(_GameText(number, 1))
            if line is not None:
                games[-1].sources.append(Statement(number, line, columns))
            elif decides(verb):
                games[-1].sources.append(Statement(number, UNREADABLE, {}))
        if comment is not None:
            self._comment(number, comment)
