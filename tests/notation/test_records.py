"""Records made by programs: consistent ones are written, and inconsistent ones are refused."""

from dataclasses import replace
from typing import Any

import pytest

from pegout import notation, rules
from pegout.cards import CARDS, UNKNOWN, Card
from pegout.notation.writer import MAX_GAMES, MAX_LINE, MAX_MATCHES, MAX_TAGS
from pegout.rules.state import new_game
from tests.cases import each, raises_code
from tests.notation.games import MATCH, VARIANTS, Game
from tests.notation.texts import BOARD, TWO

RECORD = notation.read(TWO)
GAME = RECORD.games[0]


def changed(**changes: Any) -> notation.Record:
    return RECORD.having(games=(replace(GAME, **changes),))


def test_what_is_not_so_is_not_written() -> None:
    place, event = next(
        (at, event) for at, event in enumerate(GAME.entries) if isinstance(event, rules.Scored)
    )
    wrong = [*GAME.entries]
    wrong[place] = replace(event, items=())
    for write_it in (notation.write, notation.to_json):
        with raises_code(notation.RecordError, "wrong_event") as found:
            write_it(changed(entries=tuple(wrong)))
        assert f"games[0].entries[{place}]" in str(found.value)


def test_events_that_are_missing_or_too_many() -> None:
    with raises_code(notation.RecordError, "missing_event"):
        notation.game_record(rules.Rules("half"), GAME.entries[:-3])
    extra = (*GAME.entries, rules.DealEnded(3))
    with pytest.raises(notation.RecordError) as found:
        notation.game_record(rules.Rules("half"), extra)
    assert found.value.code in ("did_not_happen", "wrong_event")
    with raises_code(notation.RecordError, "bad_seat"):
        notation.game_record(rules.Rules("half"), [rules.SaidReady(5, "")])
    with pytest.raises(notation.RecordError):
        notation.game_record(
            rules.Rules("half"), [rules.Shuffled(CARDS), rules.Played(0, Card("5H"), 5)], dealer=0
        )


def test_a_dealt_card_that_changes_is_found() -> None:
    place, event = next(
        (at, event) for at, event in enumerate(GAME.entries) if isinstance(event, rules.Dealt)
    )
    for hands in (
        (event.hands[0][::-1], event.hands[1]),
        (event.hands[0], (Card("AC"), *event.hands[1][1:])),
        (event.hands[0], (event.hands[0][0], *event.hands[1][1:])),
        (event.hands[0], (*event.hands[1], Card("AC"))),
        (event.hands[0], (UNKNOWN, *event.hands[1][1:])),
    ):
        entries = list(GAME.entries)
        entries[place] = replace(event, hands=hands)
        try:
            game = notation.game_record(rules.Rules("half"), entries)
        except notation.RecordError:
            continue
        assert {*game.events} - {*GAME.events} <= {
            other for other in game.events if isinstance(other, rules.Dealt)
        }


@each(
    ("changes", "code"),
    [
        ({"players": (notation.Player("Ann"),)}, "bad_players"),
        ({"players": (notation.Player("A\nB"), notation.Player())}, "bad_text"),
        ({"match": "\ud800"}, "bad_text"),
        ({"tags": (("Match", "x"),)}, "bad_tag"),
        ({"tags": (("Player0", "x"),)}, "bad_tag"),
        ({"tags": (("Event 1", "x"),)}, "bad_tag"),
        ({"tags": (("Event", "x\n"),)}, "bad_tag"),
        ({"tags": (("Event", "x"), ("Event", "y"))}, "duplicate_tag"),
        ({"tags": tuple((f"T{n}", "") for n in range(MAX_TAGS + 1))}, "bad_tag"),
        ({"games": (GAME, GAME)}, "bad_game"),
        ({"games": (replace(GAME, number=0),)}, "bad_game"),
        ({"games": (replace(GAME, dealer=2),)}, "bad_seat"),
        ({"games": (replace(GAME, tags=(("Result", "*"),)),)}, "bad_tag"),
        (
            {"games": tuple(notation.GameRecord(number) for number in range(1, MAX_GAMES + 2))},
            "bad_game",
        ),
        ({"comments": (notation.Comment("x" * MAX_LINE),)}, "too_long"),
    ],
)
def test_a_record_that_does_not_hold_together(changes: dict[str, Any], code: str) -> None:
    with raises_code(notation.RecordError, code):
        notation.write(RECORD.having(**changes))


def test_remarks_are_lines() -> None:
    for text in ("a\nb", " a", "\u2028"):
        with raises_code(notation.NotationError, "bad_text"):
            notation.Comment(text)
    with raises_code(notation.NotationError, "bad_name"):
        notation.Annotation("Clock", "1")
    with pytest.raises(notation.NotationError):
        notation.Annotation("clock", "1\n")


def test_five_cards_to_another_target() -> None:
    record = notation.Record(rules.Rules(five_card=True, target=121))
    assert "five_card=yes target=121" in notation.write(record) or "target=121" in notation.write(
        record
    )
    assert notation.read(notation.write(record)) == record


@each(
    ("change", "code"),
    [
        ([], "bad_value"),
        ({"format": "pgn"}, "bad_header"),
        ({"type": "data"}, "bad_header"),
        ({"version": 3}, "bad_version"),
        ({"version": 0}, "bad_version"),
        ({"games": 3}, "bad_value"),
        ({"rules": "lunch"}, "unknown_preset"),
        ({"comments": [" x"]}, "bad_text"),
        ({"lunch": 1}, "unknown_field"),
        ({"match": "\n"}, "bad_text"),
    ],
)
def test_json_that_is_no_record(change: Any, code: str) -> None:
    data = {**notation.to_json(RECORD), **change} if isinstance(change, dict) else change
    with raises_code(notation.RecordError, code):
        notation.from_json(data)


def test_the_json_form() -> None:
    data = notation.to_json(RECORD.having(comments=(notation.Comment("hello"),)))
    assert list(data) == [
        "format",
        "version",
        "match",
        "rules",
        "tags",
        "players",
        "comments",
        "games",
    ]
    assert data["games"][0]["entries"][1] == {
        "type": "dealer_cut",
        "seat": 0,
        "at": 20,
        "card": "8H",
    }
    assert data["tags"][0] == {"name": "Event", "text": "Friday club"}
    assert notation.from_json(data).comments == (notation.Comment("hello"),)


def test_stepping_through() -> None:
    record = notation.read(BOARD)
    steps = list(notation.replay(record.rules, record.games[0]))
    assert [entry for entry, _ in steps] == list(record.games[0].entries)
    assert [state.count for _, state in steps[-3:]] == [10, 15, 15]
    assert steps[-1][1].scores == (29, 17)
    with raises_code(notation.RecordError, "bad_event"):
        list(
            notation.replay(
                rules.Rules(),
                notation.GameRecord(dealer=0, entries=(rules.Played(0, Card("5H"), 5),)),
            )
        )
    with raises_code(notation.RecordError, "bad_seat"):
        list(notation.replay(rules.Rules(), notation.GameRecord(dealer=7)))


def test_too_many_matches_for_one_text() -> None:
    with raises_code(notation.RecordError, "too_long"):
        notation.write_many([notation.Record(rules.Rules())] * (MAX_MATCHES + 1))


# --- fair deals -----------------------------------------------------------------------------------


def verdicts(record: notation.Record) -> list[str]:
    return [verdict.code for verdict in notation.verify_deals(record)]


def swap_in(old: type, new: Any) -> notation.Record:
    """Return the record with the first event of a kind replaced; it need not be readable."""
    entries: list[Any] = list(GAME.entries)
    place = next(at for at, entry in enumerate(entries) if isinstance(entry, old))
    entries[place : place + 1] = new(entries[place])
    return changed(entries=tuple(entries))


def test_every_pack_of_the_example_is_proved() -> None:
    found = notation.verify_deals(RECORD)
    assert [(verdict.game, verdict.deal) for verdict in found] == [(1, 0), (1, 1), (1, 2), (1, 3)]
    assert all(verdict.ok for verdict in found)
    assert [verdict.compared for verdict in found] == [2, 13, 13, 13]
    assert "13 cards" in found[1].message


def test_what_proves_nothing_and_what_proves_a_fraud() -> None:
    assert verdicts(swap_in(rules.Committed, lambda _: [])) == ["no_commitment", *["proved"] * 3]
    assert verdicts(swap_in(rules.Revealed, lambda _: []))[0] == "no_secret"

    def with_secret(secret: str) -> str:
        return verdicts(swap_in(rules.Revealed, lambda event: [replace(event, secret=secret)]))[0]

    assert with_secret("00" * 32) == with_secret("ab") == "wrong_secret"
    assert verdicts(RECORD.having(match=""))[0] == "wrong_secret"
    assert verdicts(swap_in(rules.SaidReady, lambda _: []))[1] == "wrong_cards"

    def swapped(deal: rules.Dealt) -> list[rules.Event]:
        return [replace(deal, hands=(deal.hands[0], (Card("AC"), *deal.hands[1][1:])))]

    swap = swap_in(rules.Dealt, swapped)
    entries = [event for event in swap.games[0].entries if not isinstance(event, rules.Played)][:8]
    assert verdicts(RECORD.having(games=(replace(GAME, entries=tuple(entries)),)))[1] != "proved"


def test_a_pack_that_nobody_saw() -> None:
    entries: list[rules.Event] = [
        event
        for event in GAME.events
        if isinstance(event, rules.Committed | rules.Revealed) and event.deal == 0
    ]
    state = new_game(RECORD.rules)
    assert state.deal == 0
    record = RECORD.having(games=(notation.GameRecord(entries=tuple(entries)),))
    assert notation.verify_deals(record)[0].compared == 0


def test_games_of_three_and_four_are_proved_too() -> None:
    for variant in (VARIANTS[2], VARIANTS[3]):
        game = next(game for game in (Game(variant, seed) for seed in range(9)) if game.sealing)
        played = notation.game_record(variant, game.events, dealer=game.dealer)
        found = verdicts(notation.Record(variant, games=(played,), match=MATCH))
        assert "proved" in found
        assert set(found) <= {"proved", "no_secret"}


@each(
    ("played", "version"),
    [
        (rules.Rules("acc", players=3), 1),
        (rules.Rules(start_scores=(1, 2)), 2),
        (rules.Rules(counting="manual", missed="lost"), 2),
        (rules.Rules(skunk_lines=(31,)), 2),
        (rules.Rules(next_deal="cut"), 2),
        (rules.Rules(next_deal="loser"), 1),
    ],
)
def test_a_record_states_the_version_that_its_rules_need(played: rules.Rules, version: int) -> None:
    record = notation.Record(played)
    assert record.version == version
    assert notation.write(record).startswith(f"%pegout {version}\n")
    assert notation.to_json(record)["version"] == version
    assert notation.write_position(new_game(played, 0)).startswith(f"{version}~")
    assert notation.read(notation.write(record)) == record
