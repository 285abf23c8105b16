"""Records written by people: their omissions and their mistakes."""

import pickle
from itertools import pairwise

import pytest

from pegout.cards import UNKNOWN, Card, parse_cards
from pegout.notation import (
    Comment,
    Fault,
    Player,
    Record,
    RecordError,
    check,
    read,
    read_many,
    replay,
    write,
)
from pegout.notation.reader import MAX_FAULTS
from pegout.notation.writer import MAX_GAMES, MAX_LINE, MAX_MATCHES, MAX_TEXT
from pegout.rules import (
    Claimed,
    Dealt,
    Discarded,
    MugginsCalled,
    Phase,
    Played,
    SaidGo,
    Scored,
    StarterCut,
)
from tests.cases import each, raises_code
from tests.notation.texts import BOARD, FOUR, IMPOSSIBLE, MUGGINS, THREE, TWO, WRONG


def line_of(text: str, part: str) -> int:
    """Return the number of the first line that contains a text."""
    return next(at for at, line in enumerate(text.split("\n"), 1) if part in line)


def without(text: str, *verbs: str) -> str:
    return "\n".join(line for line in text.split("\n") if not line.startswith(verbs))


def codes(text: str | bytes) -> list[tuple[int, str]]:
    return [(fault.line, fault.code) for fault in check(text)]


# --- what may be left out -------------------------------------------------------------------------


@each("text", [TWO, THREE, FOUR, MUGGINS])
def test_the_example_records_are_canonical(text: str) -> None:
    assert write(read(text)) == text


def test_a_record_from_a_real_board() -> None:
    game = read(BOARD).games[0]
    dealt = [event for event in game.events if isinstance(event, Dealt)]
    assert game.dealer == 0
    assert dealt[0].hands[1] == parse_cards("7H 6H 4H 2H JS 4S"), "played, and then in the crib"
    assert dealt[1].hands[1] == (Card("5C"), *[UNKNOWN] * 5)
    assert [event.seat for event in game.events if isinstance(event, SaidGo)] == [1]
    assert [event.at for event in game.events if isinstance(event, StarterCut)] == [4, 4]
    assert Comment("the best crib of the evening") in game.entries
    assert write(read(write(read(BOARD)))) == write(read(BOARD))


def test_everything_that_follows_may_be_left_out() -> None:
    verbs = ("count", "go", "show", "crib", "end", "won", "heels", "[Result", "[Points", "[Target")
    sparse = without(TWO, *verbs)
    assert read(sparse) == read(TWO)
    words = [
        " ".join(word for word in line.split() if word[0] not in "=+")
        for line in sparse.split("\n")
    ]
    bare = "\n".join(line.split("  ")[0] if line.startswith("play") else line for line in words)
    bare = bare.replace(" to ", " ")
    shorter = "\n".join(
        " ".join(line.split()[:3]) if line.startswith("play") else line for line in bare.split("\n")
    )
    assert read(shorter) == read(TWO)


def test_a_game_for_three_or_four_may_be_sparse() -> None:
    for text in (THREE, FOUR):
        sparse = without(text, "count", "go", "show", "end", "won", "[Result", "[Points", "[Teams")
        assert read(sparse) == read(text)


def test_answers_and_claims_may_be_left_out() -> None:
    sparse = without(MUGGINS, "accept", "counted", "end", "count ", "won", "[Result", "[Points")
    assert read(sparse) == read(MUGGINS)
    told = """
    %pegout 1
    [Rules "standard counting=manual"]
    game 1  dealer 0
    dealt 0  7D 8D 9H 6S 3D 3C
    dealt 1  7H 6H 4H JS 2H 4S
    discard 0  3D 3C
    discard 1  JS 4S
    starter 5D
    play 1 7H
    play 0 8D +2
    play 1 6H claims 0
    play 0 9H
    play 1 4H
    play 0 7D
    play 1 2H
    play 0 6S
    show 1 +10
    show 0
    crib +11
    end
    """
    claims = [event for event in read(told).games[0].events if isinstance(event, Claimed)]
    assert [claim.points for claim in claims] == [0, 2, 0, 4, 0, 0, 0, 0, 10, 9, 11]


def test_the_crib_alone_tells_what_was_discarded() -> None:
    told = """
    %pegout 1
    game 1  dealer 0
    starter 5D
    play 1 7H
    play 0 8D
    play 1 6H
    play 0 9H
    go 1
    play 1 4H
    play 0 7D
    play 1 2H
    play 0 6S
    crib 3D 3C JS 4S +12
    """
    events = read(told).games[0].events
    discarded = [event.cards for event in events if isinstance(event, Discarded)]
    assert discarded == [parse_cards("3D 3C"), parse_cards("JS 4S")]
    cut = next(event for event in events if isinstance(event, StarterCut))
    assert cut.card == Card("5D")


def test_the_hand_shown_and_the_deal_tell_what_was_discarded() -> None:
    text = without(TWO, "discard   0  3D 3C", "crib      0  3D 3C JS 4S")
    discarded = [event for event in read(text).games[0].events if isinstance(event, Discarded)]
    assert discarded[:2] == [Discarded(1, parse_cards("JS 4S")), Discarded(0, parse_cards("3D 3C"))]


def test_a_hand_that_was_not_seen_may_have_had_no_card_that_fits() -> None:
    told = """
    %pegout 1
    game 1  dealer 0
    dealt 0  TD 8D 9H JS 3D 3C
    discard 0  3D 3C
    starter 5D
    play 1 TH
    play 0 TD
    play 1 9C
    {}
    play 0 8D  =8
    """
    events = read(told.format("count 1 =29 +1 to 1")).games[0].events
    assert any(isinstance(event, Scored) and event.reason == "go" for event in events)
    assert [event.count for event in events if isinstance(event, Played)] == [10, 20, 29, 8]
    assert read(told.format("")).games[0].events == events
    assert read(told.format("go 0\ngo 1")).games[0].events == events
    assert codes(told.format("").replace("play 0 8D  =8", "play 0 9H =29")) == [(11, "wrong_count")]


def test_the_dealer_may_be_told_in_any_of_these_ways() -> None:
    for start in (
        "game 1  dealer 1",
        "deal 1  dealer 1",
        "dealer 1",
        "cut 0 KH\ncut 1 2C",
        "cut 0 KH\ncut 1 2C\ndealer 1\ndeal 1 dealer 1",
        "cut 0 KH\ncut 1 KC\ntie\ncut 1 2C at 9\ncut 0 3C\ndealer 1",
    ):
        record = read(f"%pegout 1\n{start}\ndealt 0 5H ?? ?? ?? ?? ??\ndealt 1 4H ?? ?? ?? ?? ??")
        dealt = next(event for event in record.games[0].events if isinstance(event, Dealt))
        assert dealt.dealer == 1, start
        assert read(write(record)) == record


def test_who_was_ready_need_not_be_said_but_words_are_kept() -> None:
    text = '%pegout 1\ngame 1 dealer 0\nready 1 "lucky jack"\nready 0\ndealt 0 5H ?? ?? ?? ?? ??\n'
    record = read(text)
    assert [type(event).__name__ for event in record.games[0].events] == ["SaidReady", "Dealt"]
    waiting = read("%pegout 1\ngame 1 dealer 0\nready 1\n")
    assert [type(event).__name__ for event in waiting.games[0].events] == ["SaidReady"]


def test_a_drawn_dealer_comes_with_the_cards_drawn() -> None:
    start = '%pegout 1\n[Rules "standard first_deal=random"]\n'
    record = read(start + "cut 0 KH\ncut 1 2C\ndealer 1\ndealt 0 5H ?? ?? ?? ?? ??")
    assert read(write(record)) == record
    assert codes(start + "cut 0 KH at 1\ncut 1 2C") == [(3, "wrong_cut")]
    waiting = read(start + "ready 0\nready 1")
    assert len(waiting.games[0].events) == 2


def test_a_shuffled_pack_waits_for_the_first_cut() -> None:
    record = read("%pegout 1\nready 0\nready 1\n")
    assert len(record.games[0].events) == 2
    assert read(write(record)) == record
    phases = [state.phase for _, state in replay(record.rules, record.games[0])]
    assert phases == [Phase.READY, Phase.CUT_FOR_DEAL]
    drawn = read('%pegout 1\n[Rules "standard first_deal=random"]\nready 0\nready 1\n')
    phases = [state.phase for _, state in replay(drawn.rules, drawn.games[0])]
    assert phases == [Phase.READY, Phase.SHUFFLE]


def test_players_tell_how_many_play() -> None:
    three = '%pegout 1\n[Player0 "A"]\n[Player1 "B"]\n[Player2 "C"]\n'
    record = read(three)
    assert record.rules.players == 3
    assert record.players[2] == Player("C")
    assert read(three + '[Rules "half, target=61"]').rules.players == 3
    assert codes(three + '[Rules "clasico"]') == [(5, "bad_rules")]


def test_forms_of_writing() -> None:
    loose = TWO.replace("\n", "\r\n").replace("  ", "\t").replace("10", "10")
    assert read("\ufeff" + loose) == read(TWO)
    spaced = "\n".join("   " + line for line in TWO.split("\n"))
    assert read(
        spaced.replace("TH", "10h").replace("8D", "8♦").replace(": fifteen", ":  FIFTEEN".lower())
    ) == read(TWO)
    assert read(TWO.replace(" 5S 8S", " 5S, 8S,")) == read(TWO)
    assert read(TWO.replace("last-card", "last_card")) == read(TWO)
    first = TWO.replace("%pegout 1", "%pegout 1 ; hello", 1).replace('"half"]', '"half"] ; 61')
    assert read(first).comments == (Comment("hello"), Comment("61"))


def test_remarks_stay_where_they_are() -> None:
    text = TWO.replace("count     0  =30", "; wow\n@clock 12.5 ; 3\ncount     0  =30")
    assert write(read(text)) == text
    between = TWO.replace("dealt     1  7H", "; so far\ndealt     1  7H")
    assert write(read(between)) == TWO.replace("discard   0  3D", "; so far\ndiscard   0  3D")
    skipped = without(text, "play      0  9H  =30", "count     0  =30")
    assert check(skipped)


def test_a_remark_before_a_consequence_that_is_not_the_next() -> None:
    text = TWO.replace("show      1  7H", "; the pone\nshow      1  7H")
    sparse = without(text, "count     0  =19")
    assert write(read(sparse)) == text


# --- mistakes -------------------------------------------------------------------------------------


@each(("old", "new", "code"), WRONG)
def test_what_is_not_so_is_told_and_the_rest_is_still_read(old: str, new: str, code: str) -> None:
    assert old in TWO
    text = TWO.replace(old, new, 1)
    first = line_of(text, new.split("\n", maxsplit=1)[0])
    assert codes(text) == [(first, code)]


@each(("old", "new", "code"), IMPOSSIBLE)
def test_the_first_line_that_cannot_be_is_told(old: str, new: str, code: str) -> None:
    assert old in TWO
    text = TWO.replace(old, new, 1)
    found = check(text)
    assert found
    assert found[0].code == code, found
    assert found[0].line == line_of(TWO, old.split("\n", maxsplit=1)[0])


def test_after_a_fault_the_next_deal_is_still_checked() -> None:
    text = TWO.replace("play      0  8D", "play      0  AC", 1)
    text = text.replace("=20  +2 to 31: pair 2", "=20  +2 to 32: pair 2")
    text = text.replace("won       0", "won       1")
    found = check(text)
    assert [fault.code for fault in found] == ["not_your_card", "wrong_score", "wrong_seat"]
    assert found[1].column == text.split("\n")[found[1].line - 1].index("32") + 1


def test_after_a_fault_a_heading_that_says_little_will_do() -> None:
    wrong = ("deal 2 dealer 7", "deal 2 dealer 1 scores 1-2-3", "deal 2 scores 99-0")
    for heading in ("deal", *wrong):
        text = TWO.replace("play      0  8D", "play      0  AC", 1)
        text = text.replace("deal      2  dealer 1  scores 29-15", heading)
        assert check(text)[0].code == "not_your_card"
    lost = TWO.replace("cut       0  8H", "cut       0  ??", 1)
    assert (
        check(lost.replace("deal      1  dealer 0  scores 0-0", "deal"))[0].code == "unknown_cards"
    )


def test_a_deal_that_begins_too_early() -> None:
    lines = TWO.split("\n")
    cut = lines[: line_of(TWO, "count     0  =19") - 1] + lines[line_of(TWO, "reveal    1") :]
    assert [fault.code for fault in check("\n".join(cut))] == []
    cut = lines[: line_of(TWO, "play      0  6S") - 1] + lines[line_of(TWO, "reveal    1") :]
    assert [fault.code for fault in check("\n".join(cut))] == ["did_not_happen"]


def test_after_the_end_nothing_happens() -> None:
    assert [fault.code for fault in check(TWO + "deal 4\ndealt 0 5H ?? ?? ?? ?? ??\n")] == [
        "did_not_happen"
    ]
    assert [fault.code for fault in check(TWO + "play 0 5H\n")] == ["game_over"]


def test_a_card_in_two_places() -> None:
    text = TWO.replace("dealt     1  7H 6H", "dealt     1  7D 6H")
    found = check(text)
    assert (found[0].line, found[0].code) == (line_of(text, "dealt     1  7D"), "duplicate_card")
    assert "seat 1" in found[0].message
    starter = TWO.replace("starter   1  5D", "starter   1  7D")
    assert "the starter" in check(starter)[0].message
    cuts = TWO.replace("cut       1  TH", "cut       1  8H")
    assert check(cuts)[0].code == "duplicate_card"
    three = THREE.replace("dealt     crib  ", "dealt     crib  5H ", 1)
    assert "duplicate_card" in {fault.code for fault in check(three)}
    crib = TWO.replace("crib      0  3D 3C JS 4S", "crib      0  3D 3C JS 7D")
    assert check(crib)[0].code == "wrong_cards"


def test_too_many_cards() -> None:
    text = TWO.replace("dealt     0  7D", "dealt     0  AC 7D", 1)
    assert check(text)[0].code == "wrong_cards"
    assert check(TWO.replace("dealt     0  7D", "dealt     crib  7D", 1))
    assert "wrong_cards" in {
        f.code for f in check(TWO.replace("dealt     0  7D", "dealt     3  7D", 1))
    }


def test_hands_that_nobody_saw_cannot_be_counted() -> None:
    text = without(TWO, "discard   1  JS 4S", "crib      0  3D 3C JS 4S", "dealt     1  7H")
    assert check(text)[0].code == "unknown_cards"
    manual = without(MUGGINS, "dealt", "discard", "crib", "claim     0  0", "accept", "counted")
    assert check(manual)


def test_what_is_wrong_with_tags() -> None:
    head = "%pegout 1\n"
    assert codes(head + "[Event]") == [(2, "bad_tag")]
    assert codes(head + '[Event "a\\u0007"]') == [(2, "bad_tag")]
    assert codes(head + '[Event "a"]\n[Event "b"]') == [(3, "duplicate_tag")]
    assert codes(head + '[Player2 "a"]\n[Rules "standard players=2"]') == [(2, "bad_tag")]
    assert codes(head + '[Rules "lunch"]') == [(2, "bad_rules")]
    for rules in ("standard target", "standard target=61 target=61", "standard target=x", ","):
        assert codes(head + f'[Rules "{rules}"]') == [(2, "bad_rules")]
    for rules in ("standard muggins=maybe", "standard lunch=1", "acc match_points=1/b/3"):
        assert codes(head + f'[Rules "{rules}"]') == [(2, "bad_rules")]
    assert codes(head + 'game 1 dealer 0\ndealt 0 5H ?? ?? ?? ?? ??\n[Event "a"]') == [
        (4, "bad_tag")
    ]
    many = "\n".join(f'[T{number} "x"]' for number in range(101))
    assert codes(head + many) == [(102, "bad_tag")]
    assert codes(head + 'game 1\n[Result "0"]') == [(3, "wrong_tag")]
    assert read(head + 'game 1\n[Table "3"]').games[0].tags == (("Table", "3"),)


def test_a_record_that_breaks_off_is_told_so() -> None:
    text = '%pegout 1\ngame 1\n[Result "0 scores 61-36 skunks 0-0 points 1-0"]\n'
    (fault,) = check(text)
    assert (fault.line, fault.code) == (3, "wrong_tag")
    assert "the record breaks off" in fault.message


def test_what_is_wrong_with_the_frame() -> None:
    assert codes("") == [(1, "bad_header")]
    assert codes("game 1") == [(1, "bad_header")]
    assert codes("%pegout") == [(1, "bad_header")]
    assert codes("%pegout 3") == codes("%pegout 0") == [(1, "bad_version")]
    assert codes("%pegout 2") == codes("%pegout 1") == []
    assert codes("%pegout 1\n@clock 1") == [(2, "bad_annotation")]
    assert codes("%pegout 1\ngame 1\n@Clock 1") == [(3, "bad_annotation")]
    assert codes("%pegout 1\ngame 2\ngame 2") == [(3, "bad_game")]
    assert codes("%pegout 1\ngame 0") == [(2, "bad_game")]
    assert codes("%pegout 1\ngame x") == [(2, "unexpected")]
    assert codes("%pegout 1\ngame 1 dealer 3") == [(2, "bad_seat")]
    assert codes("%pegout 1\ndeal dealer 3") == [(2, "bad_seat"), (2, "wrong_dealer")]
    assert codes("%pegout 1\ngame 1\ndealt 0 5H ?? ?? ?? ?? ??") == [(2, "missing_dealer")]
    chosen = '%pegout 1\n[Rules "standard first_deal=chosen"]\ngame 1\n'
    assert codes(chosen) == [(3, "missing_dealer")]
    assert codes(chosen + "deal\n") == [(3, "missing_dealer")]
    assert codes(chosen + "resign 0\n") == [(3, "missing_dealer")]
    assert read(chosen + "stop 0\ndealer 1\n").games[0].dealer == 1
    assert codes(chosen + "cut 0 5H\n") == [(3, "missing_dealer"), (4, "wrong_action")]
    games = "\n".join("game" for _ in range(MAX_GAMES + 1))
    assert codes("%pegout 1\n" + games) == [(MAX_GAMES + 2, "bad_game")]


def test_limits() -> None:
    assert codes("x" * (MAX_TEXT + 1)) == [(1, "too_long")]
    assert codes("%pegout 1\n; " + "x" * MAX_LINE) == [(2, "line_too_long")]
    assert len(check("\n".join("lunch" for _ in range(1000)))) == MAX_FAULTS
    assert codes("%pegout 1\n" * (MAX_MATCHES + 1)) == [(MAX_MATCHES + 1, "too_long")]
    assert len(check("%pegout 1\n" + "deal\nplay 0 5H\n" * 3000)) == MAX_FAULTS
    assert codes(b"%pegout 1\n\xff") == [(2, "not_utf8")]


def test_one_record_or_many() -> None:
    with raises_code(RecordError, "bad_header"):
        read("%pegout 1\n%pegout 1\n")
    with pytest.raises(RecordError) as found:
        read_many("%pegout 1\nlunch\nlunch\n")
    error = pickle.loads(pickle.dumps(found.value))
    assert error.faults == found.value.faults
    assert str(error) == str(found.value)
    assert "and 1 more" in str(error)
    assert str(Fault(0, 0, "bad_text", "expected text")) == "expected text"


def test_claims_where_the_table_counts() -> None:
    text = TWO.replace("play      1  7H  =7", "play      1  7H  =7  claims 2", 1)
    assert codes(text) == [(line_of(text, "claims 2"), "counted_for_you")]


def test_muggins_that_were_not_there() -> None:
    events = read(MUGGINS).games[0].events
    called = next(event for event in events if isinstance(event, MugginsCalled) and event.taken)
    old = f"muggins   {called.seat}  {called.points}  +{called.taken}"
    text = MUGGINS.replace(old, old[:-1] + "9", 1)
    assert check(text)[0].code == "wrong_points"
    wrong = MUGGINS.replace("claim     ", "count     ", 1)
    assert check(wrong)


def test_a_record_holds_what_was_read() -> None:
    record = read(TWO)
    assert record.tag("Event") == "Friday club"
    assert record.tag("Lunch") is None
    assert isinstance(record, Record)
    assert record.games[0].result is not None


def test_remarks_before_a_heading_and_before_the_first_line() -> None:
    text = TWO.replace("deal      2  dealer 1", "; and on\ndeal      2  dealer 1")
    again = write(read(text))
    assert again == TWO.replace(
        "deal      2  dealer 1  scores 29-15\n", "deal      2  dealer 1  scores 29-15\n; and on\n"
    )
    first = read("%pegout 1\ngame 1\n; hello\ndeal dealer 1\ndealt 0 5H ?? ?? ?? ?? ??")
    assert first.games[0].dealer == 1
    assert first.games[0].entries[0] == Comment("hello")


def test_goes_of_others_come_before_ones_own() -> None:
    text = without(FOUR, "go ")
    told = read(FOUR).games[0].events
    goes = [event for event in told if isinstance(event, SaidGo)]
    last = next(later for go, later in pairwise(goes) if go.count == later.count)
    line = f"go        {last.seat}  ={last.count}"
    lines = FOUR.split("\n")
    at = lines.index(line)
    assert read("\n".join([*lines[: at - 1], *lines[at:]])) == read(FOUR)
    assert read(text) == read(FOUR)


def test_a_discard_from_a_known_hand_must_be_named() -> None:
    text = without(TWO, "discard   0  3D 3C", "crib      0  3D 3C", "show      0  7D")
    text = text.replace("play      0  6S  =19", "")
    found = check(text)
    assert (found[0].line, found[0].code) == (line_of(text, "starter   1  5D"), "not_your_turn")
    assert found[0].message == "expected the discard of seat 0, not starter of seat 1"


def test_muggins_called_for_nothing() -> None:
    at = MUGGINS.index("accept    0")
    text = MUGGINS[:at] + "muggins   0  2  +0" + MUGGINS[at + len("accept    0") :]
    assert write(read(text)) == text
