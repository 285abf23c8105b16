"""Reading and writing are exact inverses, for games of every kind and from every seat's view."""

import json
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from pegout import notation
from pegout.notation.help import CHOSEN
from pegout.notation.record import rules_from_text, rules_to_text
from pegout.rules import Claimed, Phase, Rules, Scored
from pegout.rules.state import State, evolve, new_game
from pegout.rules.view import view
from tests.cases import each, examples, raises_code
from tests.notation.games import MATCH, VARIANTS, Game, every_variant, games

SHORT = Rules(target=31)
SEATS = st.sampled_from([None, 0, 1, 2, 3])
REMARKS = st.one_of(
    st.builds(
        notation.Comment, st.sampled_from(["", "a remark", "%pegout 1", "=5 ; +2 [x]", "ñ 🂡"])
    ),
    st.builds(
        notation.Annotation, st.sampled_from(["clock", "x-1"]), st.sampled_from(["", "1 ; 2"])
    ),
    st.builds(notation.helped, st.sampled_from([0, 1]), st.lists(st.sampled_from(notation.Help))),
)


def record_of(game: Game, number: int = 1) -> notation.Record:
    """Return the complete record of a game."""
    players = tuple(notation.Player(f'P "{seat}"', "person") for seat in range(game.rules.players))
    played = notation.game_record(game.rules, game.events, number=number, dealer=game.dealer)
    tags = (("Event", "Friday\tclub".replace("\t", " ")), ("Date", "2026-11-20"))
    return notation.Record(game.rules, players, (played,), MATCH, tags)


def end_of(rules: Rules, game: notation.GameRecord, start: State) -> State:
    return ([start] + [state for _, state in notation.replay(rules, game)])[-1]


@examples(10, 40, games(), st.data())
def test_reading_is_the_inverse_of_writing(game: Game, data: st.DataObject) -> None:
    record = record_of(game)
    entries = list(record.games[0].entries)
    for _ in range(data.draw(st.integers(0, 6))):
        entries.insert(data.draw(st.integers(0, len(entries))), data.draw(REMARKS))
    text = notation.write(record.having(games=(replace(record.games[0], entries=tuple(entries)),)))
    again = notation.read(text)
    assert notation.write(again) == text
    assert notation.read(notation.write(again)) == again
    assert again.games[0].events == record.games[0].events
    assert notation.read(text.encode()) == again


@examples(8, 30, games(), st.data())
def test_help_stays_with_its_decision(game: Game, data: st.DataObject) -> None:
    entries: list[notation.Entry] = []
    marked: list[tuple[object, tuple[notation.Help, ...]]] = []
    for event in game.events:
        entries.append(event)
        spoken = isinstance(event, Claimed) and event.reason == "play"
        if isinstance(event, CHOSEN) and not spoken:
            helps = tuple(help_ for help_ in notation.Help if data.draw(st.booleans()))
            if helps:
                entries.append(notation.helped(event.seat, helps))
                marked.append((event, helps))
    played = notation.game_record(game.rules, entries, dealer=game.dealer)
    record = notation.Record(game.rules, games=(played,), match=MATCH)
    for again in (
        record,
        notation.read(notation.write(record)),
        notation.from_json(json.loads(json.dumps(notation.to_json(record)))),
    ):
        (found,) = again.games
        told = [(found.entries[place], helps) for place, helps in notation.helps_of(found).items()]
        assert [each for each in told if not isinstance(each[0], Claimed)] == [
            each for each in marked if not isinstance(each[0], Claimed)
        ]
        assert {each[0] for each in marked} <= {each[0] for each in told}


@examples(12, 60, games(), SEATS)
def test_what_a_seat_saw_can_be_recorded(game: Game, seat: int | None) -> None:
    if seat is not None and seat >= game.rules.players:
        seat = 0
    played = notation.game_record(game.rules, game.seen_by(seat), dealer=game.dealer)
    record = notation.Record(game.rules, games=(played,), match=MATCH)
    assert notation.read(notation.write(record)) == record
    assert notation.from_json(json.loads(json.dumps(notation.to_json(record)))) == record
    start = new_game(game.rules, game.dealer)
    seen = start
    for event in game.seen_by(seat):
        seen = evolve(seen, event)
    assert view(end_of(game.rules, played, start), seat) == view(seen, seat)
    assert {verdict.code for verdict in notation.verify_deals(record)} <= {
        "proved",
        "no_secret",
        "no_commitment",
    }


@given(games())
@settings(max_examples=20)
def test_a_replay_comes_to_the_same_end(game: Game) -> None:
    record = record_of(game)
    state = end_of(game.rules, record.games[0], new_game(game.rules, game.dealer))
    assert state.having(pack=()) == game.state.having(pack=())
    assert len(state.pack) == len(game.state.pack)


@given(games())
@settings(max_examples=20)
def test_the_json_form_is_exact(game: Game) -> None:
    record = record_of(game)
    assert notation.from_json(json.loads(json.dumps(notation.to_json(record)))) == record


@given(games())
@settings(max_examples=60)
def test_a_position_of_the_whole_truth_is_the_state(game: Game) -> None:
    assert notation.read_position(notation.write_position(game.state)) == game.state


@given(games(), SEATS)
@settings(max_examples=60)
def test_a_position_of_a_view_is_what_the_seat_knows(game: Game, seat: int | None) -> None:
    if seat is not None and seat >= game.rules.players:
        seat = 0
    seen = view(game.state, seat)
    state = notation.read_position(notation.write_position(seen))
    assert view(state, seat) == seen
    assert notation.read_position(notation.write_position(state)) == state


def test_every_moment_of_a_game_of_every_kind_has_a_position() -> None:
    for number, game in enumerate(every_variant()):
        for state in game.states[number % 4 :: 4]:
            text = notation.write_position(state)
            assert notation.read_position(text) == state
            assert (
                text.replace("~", "").replace("_", "").replace("-", "").replace(".", "").isalnum()
            )


def test_several_games_and_several_matches_in_one_text() -> None:
    variant = VARIANTS[1]
    several = [Game(variant, seed) for seed in (1, 2, 3)]
    match = notation.Record(
        variant,
        games=tuple(
            notation.game_record(variant, game.events, number=2 * place + 1, dealer=game.dealer)
            for place, game in enumerate(several)
        ),
    )
    other = notation.Record(
        VARIANTS[2], (notation.Player("Ann"), notation.Player("Ben"), notation.Player("Cleo"))
    )
    text = notation.write_many([match, other])
    assert notation.read_many(text) == (match, other)
    assert notation.read_many(notation.write_many(notation.read_many(text))) == (match, other)
    assert notation.read(notation.write(match)) == match


@each("variant", VARIANTS)
def test_rules_are_one_text(variant: Rules) -> None:
    assert rules_from_text(rules_to_text(variant)) == variant
    dotted = rules_to_text(variant, between=".", equals="-", points="_")
    assert rules_from_text(dotted, between=".", equals="-", points="_") == variant


def test_there_is_no_position_while_a_count_or_a_hand_waits_to_be_settled() -> None:
    game = Game(VARIANTS[0], 5)
    state = new_game(game.rules, game.dealer)
    for event in game.events:
        state = evolve(state, event)
        if state.phase is Phase.SHOW or (state.phase is Phase.PLAY and state.turn is None):
            with raises_code(notation.PositionError, "unsettled"):
                notation.write_position(state)


def test_games_that_end_on_anything_can_be_written() -> None:
    endings = set()
    for seed in range(25):
        game = Game(SHORT, seed)
        record = record_of(game)
        assert notation.read(notation.write(record)) == record
        scored = [event for event in game.events if isinstance(event, Scored)]
        endings.add(scored[-1].reason)
    assert endings >= {"go", "hand", "crib", "play"}
