"""What users of the library try by mistake: refused with a sentence where it is given, or right.

Each refusal is a ``PegoutError`` with a code, and its message says what was expected. None is an
error that Python raises somewhere inside.
"""

import gzip
import pickle
import random
from collections.abc import Callable
from io import BufferedWriter, BytesIO, StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pegout
from pegout.contests.ladder import play_ladder
from pegout.contests.sequential import Decision, Narrow
from pegout.env import BatchedEnv, action_text, decode, layout
from pegout.kernel import actions_of, count_piles, count_shows, deal, discards_of
from pegout.notation import outcome_of, replay, replay_events, rules_from_text, rules_to_text
from pegout.players.own import load, own_of
from pegout.review.game_review import review
from pegout.review.option_values import options_of
from pegout.simulation import Batch, play_deals, play_games
from tests.cases import failures

# Users call without types, and so do these calls.
P: Any = pegout
OUTCOME: Any = outcome_of
ANN, BEN = P.Seated("Ann"), P.Seated("Ben", "novice")
SETUP = P.Setup("slips", "half", (ANN, BEN), dealer=0)
DEALT = "5H 5S 6D 7C JD KS"


class Bot:
    def choose(self, view: Any) -> Any:
        return view.legal[0]


class Raising:
    def choose(self, view: Any) -> Any:
        raise ValueError("boom")


class Answering:
    """Answers something, whatever the view."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, view: Any) -> Any:
        return self.answer


def match() -> Any:
    return P.Match(SETUP, secrets=P.seeded_secrets("slips"))


def finished() -> Any:
    played = match()
    for _ in P.advance(played, {0: Bot(), 1: Bot()}):
        pass
    return played


def advanced(players: Any, of: Any = None) -> Any:
    return list(P.advance(match() if of is None else of, players))


def in_the_play() -> Any:
    begun = match()
    while begun.view(None).phase is not P.Phase.PLAY:
        seat = min(begun.to_act)
        begun.act(seat, begun.legal(seat)[0])
    return begun


def agent(observations: Any, masks: Any) -> Any:
    return masks.argmax(axis=1)


class Waiting:
    async def choose(self, view: Any) -> Any:
        return view.legal[0]


class Yielding:
    def choose(self, view: Any) -> Any:
        yield view.legal[0]


async def waiting_agent(observations: Any, masks: Any) -> Any:
    return masks.argmax(axis=1)


def closed_file() -> StringIO:
    file = StringIO(P.write_record(match()))
    file.close()
    return file


def compressed_file() -> BytesIO:
    return BytesIO(gzip.compress(P.write_record(match()).encode()))


def discarded(give: Callable[[Any], Any]) -> Any:
    """Discard the first two cards of seat 0, given in some way, and return them as logged."""
    begun = match()
    while begun.view(None).phase is not P.Phase.DISCARD:
        seat = min(begun.to_act)
        begun.act(seat, begun.legal(seat)[0])
    first = begun.view(0).hand[:2]
    (entry,) = begun.act(0, P.Discard(0, give(first)))
    return {*entry.event.cards} == {*first}


def played(give: Callable[[Any], Any]) -> Any:
    """Play a card, given in some way, and return whether it was logged."""
    begun = in_the_play()
    seat = min(begun.to_act)
    card = begun.view(seat).playable()[0]
    return begun.act(seat, P.Play(seat, give(card)))[0].event.card == card


def ready_by_numpy() -> Any:
    begun = match()
    begun.act(np.int64(0), P.Ready(np.int64(0)))
    return pickle.loads(pickle.dumps(begun.entries[-1].event)) == begun.entries[-1].event


def at_hand(path: str = "game.peg") -> Path:
    return Path(path)


#: The calls by what they look like, and the code of the error; those that are refused.
REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    # Cards
    "Card(52)": (lambda: P.Card(52), "bad_card"),
    "Card(-1)": (lambda: P.Card(-1), "bad_card"),
    "Card(None)": (lambda: P.Card(None), "bad_card"),
    "Card('')": (lambda: P.Card(""), "bad_card"),
    "Card('1H')": (lambda: P.Card("1H"), "bad_card"),
    "Card(True)": (lambda: P.Card(True), "bad_card"),
    "Card(5.0)": (lambda: P.Card(5.0), "bad_card"),
    "Card.of('J', 'H')": (lambda: P.Card.of("J", "H"), "bad_card"),
    "Card.of(13, 0)": (lambda: P.Card.of(13, 0), "bad_card"),
    "parse_cards(None)": (lambda: P.parse_cards(None), "bad_card"),
    "parse_cards(5)": (lambda: P.parse_cards(5), "bad_card"),
    "parse_cards('5H 5H')": (lambda: P.parse_cards("5H 5H"), "duplicate_card"),
    "parse_cards('5H5X')": (lambda: P.parse_cards("5H5X"), "bad_card"),
    "parse_cards('5 of hearts')": (lambda: P.parse_cards("5 of hearts"), "bad_card"),
    "format_cards(None)": (lambda: P.format_cards(None), "bad_card"),
    "format_cards([99])": (lambda: P.format_cards([99]), "bad_card"),
    "Card.of(True, 2)": (lambda: P.Card.of(True, 2), "bad_card"),
    "Card.of(4.0, 2)": (lambda: P.Card.of(4.0, 2), "bad_card"),
    "rank of ??": (lambda: P.UNKNOWN.rank, "unknown_card"),
    "suit of ??": (lambda: P.UNKNOWN.suit, "unknown_card"),
    "cards as bytes": (lambda: P.parse_cards(b"5H 5S"), "bad_card"),
    "a list of several cards": (lambda: P.parse_cards(["5H 5S", "6D"]), "bad_card"),
    # Counting
    "a pile without an order": (lambda: P.play_points({"5H", "5S"}), "bad_card"),
    "three cards": (lambda: P.show_points("5H 5S 5C", "5D"), "wrong_number"),
    "five cards": (lambda: P.show_points("5H 5S 5C 5D JD", "6D"), "wrong_number"),
    "starter in the hand": (lambda: P.show_points("5H 5S 5C JD", "5H"), "duplicate_card"),
    "two starters": (lambda: P.show_points("5H 5S 5C JD", "5D 6D"), "wrong_number"),
    "starter None": (lambda: P.show_points("5H 5S 5C JD", None), "bad_card"),
    "crib='yes'": (lambda: P.show_points("5H 5S 5C JD", "5D", crib="yes"), "bad_switch"),
    "crib=None": (lambda: P.show_points("5H 5S 5C JD", "5D", crib=None), "bad_switch"),
    "nobs_points=7": (lambda: P.show_points("5H 5S 5C JD", "5D", nobs_points=7), "bad_switch"),
    "crib_flush='six'": (
        lambda: P.score_show("2H 4H 6H 8H", "KS", crib=True, crib_flush="six"),
        "bad_switch",
    ),
    "crib_flush='six' for a hand": (
        lambda: P.show_points("2H 4H 6H 8H", "KS", crib_flush="six"),
        "bad_switch",
    ),
    "runs='no'": (lambda: P.play_points("7H 8S 9C", runs="no"), "bad_switch"),
    "count_piles runs='no'": (
        lambda: count_piles([[1, 2, 3]], runs="no"),  # type: ignore[arg-type]
        "bad_switch",
    ),
    "count_shows crib='no'": (
        lambda: count_shows(["5H 5S 5C JD"], ["5D"], crib="no"),  # type: ignore[arg-type,list-item]
        "bad_switch",
    ),
    "kept=6": (lambda: P.show_points("5H 5S 5C JD 2S 9C", "5D", kept=6), "bad_switch"),
    "an unknown card": (lambda: P.show_points("5H 5S 5C ??", "5D"), "unknown_card"),
    "a pile over 31": (lambda: P.play_points("KH QH JH 2S"), "over_31"),
    "no pile": (lambda: P.play_points(""), "wrong_number"),
    "pile None": (lambda: P.play_points(None), "bad_card"),
    "count_shows of ragged rows": (lambda: count_shows([[1, 2, 3], [1, 2]], [5, 6]), "bad_shape"),
    # Rules
    "Rules('halff')": (lambda: P.Rules("halff"), "unknown_preset"),
    "Rules(None)": (lambda: P.Rules(None), "unknown_preset"),
    "Rules(7)": (lambda: P.Rules(7), "unknown_preset"),
    "Rules(player=3)": (lambda: P.Rules(player=3), "unknown_switch"),
    "Rules(players=5)": (lambda: P.Rules(players=5), "bad_switch"),
    "Rules(players='3')": (lambda: P.Rules(players="3"), "bad_switch"),
    "Rules(five_card=True, players=3)": (
        lambda: P.Rules(five_card=True, players=3),
        "bad_combination",
    ),
    "Rules('half', target=121)": (lambda: P.Rules("half", target=121), "bad_combination"),
    "rules_from_text('x=1')": (lambda: rules_from_text("x=1"), "unknown_switch"),
    "rules_from_text('players')": (lambda: rules_from_text("players"), "unknown_preset"),
    "rules_from_text(None)": (lambda: rules_from_text(None), "bad_rules"),  # type: ignore[arg-type]
    "Rules(start_scores='100/90')": (lambda: P.Rules(start_scores="100/90"), "bad_switch"),
    "Rules(start_scores={..})": (lambda: P.Rules(start_scores={100, 90}), "bad_switch"),
    "Rules('half', target=array)": (
        lambda: P.Rules("half", target=np.array([61, 2])),
        "bad_combination",
    ),
    # Discards
    "analyse_discard of five": (lambda: P.analyse_discard("5H 5S 6D 7C JD"), "wrong_number"),
    "analyse_discard(None)": (lambda: P.analyse_discard(None), "bad_card"),
    "analyse_discard role": (lambda: P.analyse_discard(DEALT, role="dealer"), "wrong_role"),
    "analyse_discard rules=7": (lambda: P.analyse_discard(DEALT, 7), "bad_rules"),
    "analyse_discard rules='x'": (lambda: P.analyse_discard(DEALT, "x"), "unknown_preset"),
    "discard_values of one text": (lambda: P.discard_values(DEALT, "own"), "bad_shape"),
    "discard_values ragged": (lambda: P.discard_values([[1, 2], [3]], "own"), "bad_shape"),
    "discard_values of bad texts": (
        lambda: P.discard_values(["5H 5S 6D 7C JD XX"], "own"),
        "bad_card",
    ),
    "discard_values twice": (
        lambda: P.discard_values(["5H 5H 6D 7C JD KS"], "own"),
        "duplicate_card",
    ),
    "discard_values None": (lambda: P.discard_values(None, "own"), "bad_dtype"),
    "discard_values role": (lambda: P.discard_values([DEALT], "dealer"), "bad_role"),
    "discard_values roles": (
        lambda: P.discard_values([DEALT], np.array(["own", "opponent"])),
        "bad_role",
    ),
    "discard_values of bytes": (lambda: P.discard_values([b"5H"], "own"), "bad_dtype"),
    "discard_values of a set": (lambda: P.discard_values({DEALT}, "own"), "bad_dtype"),
    "discards_of(7)": (lambda: discards_of(P.Phase), "bad_rules"),
    "layout(None)": (lambda: layout(None), "bad_rules"),  # type: ignore[arg-type]
    "layout('x')": (lambda: layout("x"), "unknown_preset"),
    "decode of one row": (lambda: decode(np.zeros(689), "half"), "bad_shape"),
    "action_text rules={}": (
        lambda: action_text(54, {}),  # type: ignore[arg-type]
        "bad_rules",
    ),
    "rules_to_text(None)": (lambda: rules_to_text(None), "bad_rules"),  # type: ignore[arg-type]
    "outcome_of rules=None": (lambda: OUTCOME(None, []), "bad_rules"),
    "actions_of(None)": (lambda: actions_of(None), "bad_rules"),  # type: ignore[arg-type]
    # Players and setups
    "Seated(None)": (lambda: P.Seated(None), "bad_name"),
    "Seated(kind=None)": (lambda: P.Seated("Ann", None), "bad_text"),
    "Seated(kind=3)": (lambda: P.Seated("Ann", 3), "bad_text"),
    "a blank name": (lambda: P.Setup("x", "half", (P.Seated(" "), BEN)), "bad_name"),
    "two players of one name": (lambda: P.Setup("x", "half", (ANN, ANN)), "bad_name"),
    "names for players": (lambda: P.Setup("x", "half", ("Ann", "Ben")), "bad_seats"),
    "one player": (lambda: P.Setup("x", "half", (ANN,)), "bad_seats"),
    "no players": (lambda: P.Setup("x", "half", None), "bad_seats"),
    "Setup rules=None": (lambda: P.Setup("x", None, (ANN, BEN)), "bad_rules"),
    "Setup rules='x'": (lambda: P.Setup("x", "x", (ANN, BEN)), "unknown_preset"),
    "Setup rules={}": (lambda: P.Setup("x", {"players": 2}, (ANN, BEN)), "bad_rules"),
    "Setup dealer=5": (lambda: P.Setup("x", "half", (ANN, BEN), dealer=5), "bad_dealer"),
    "Setup dealer='Ann'": (lambda: P.Setup("x", "half", (ANN, BEN), dealer="Ann"), "bad_dealer"),
    "Setup games=0": (lambda: P.Setup("x", "half", (ANN, BEN), games=0), "bad_length"),
    "Setup games='3'": (lambda: P.Setup("x", "half", (ANN, BEN), games="3"), "bad_length"),
    "Setup event=5": (lambda: P.Setup("x", "half", (ANN, BEN), event=5), "bad_text"),
    "Setup id=None": (lambda: P.Setup(None, "half", (ANN, BEN)), "bad_label"),
    "chosen by nobody": (
        lambda: P.Match(P.Setup("x", P.Rules(first_deal="chosen"), (ANN, BEN))),
        "bad_seat",
    ),
    "seeded_secrets(None)": (lambda: P.seeded_secrets(None), "bad_seed"),
    "seeded_secrets('')": (lambda: P.seeded_secrets(""), "bad_seed"),
    "create_player('foo')": (lambda: P.create_player("foo"), "unknown_level"),
    "create_player(None)": (lambda: P.create_player(None), "unknown_level"),
    "create_player seed": (lambda: P.create_player("club", "a"), "bad_seed"),
    "choose(match)": (lambda: P.create_player("club").choose(match()), "bad_view"),
    "choose of a spectator": (
        lambda: P.create_player("club").choose(match().view(None)),
        "bad_view",
    ),
    "choose(None)": (lambda: P.create_player("expert").choose(None), "bad_view"),
    "choose when it is over": (
        lambda: P.create_player("expert").choose(finished().view(0)),
        "nothing_to_do",
    ),
    "options_of(match)": (lambda: options_of(match()), "bad_view"),
    # Matches
    "secrets of a number": (lambda: P.Match(SETUP, secrets=lambda _: 5), "bad_setup"),
    "keep=[]": (lambda: P.Match(SETUP, keep=[]), "bad_setup"),
    "resume(None)": (lambda: P.Match.resume(None), "bad_log"),
    "resume(match)": (lambda: P.Match.resume(match()), "bad_log"),
    "resume(record)": (lambda: P.Match.resume(match().record()), "bad_log"),
    "planned=['a']": (lambda: P.Match(SETUP, planned=["a"]), "bad_packs"),
    "planned=match": (lambda: P.Match(SETUP, planned=match()), "bad_packs"),
    "automate None": (lambda: match().automate(0, None), "bad_setup"),
    "automate 'go'": (lambda: match().automate(0, "go"), "bad_setup"),
    "automate ['all']": (lambda: match().automate(0, ["all"]), "bad_setup"),
    "needs(9)": (lambda: match().view(0).needs(9), "bad_side"),
    "view(True)": (lambda: match().view(True), "bad_seat"),
    "view(0.0)": (lambda: match().view(0.0), "bad_seat"),
    "legal(1.0)": (lambda: match().legal(1.0), "bad_seat"),
    "view at '2'": (lambda: match().view(0, "2"), "no_entry"),
    "view at 1.0": (lambda: match().view(0, 1.0), "no_entry"),
    "act of True": (lambda: match().act(True, P.Ready(True)), "bad_seat"),
    "play a text": (lambda: played(lambda _: "1H"), "not_your_card"),
    "discard one card": (lambda: discarded(lambda cards: cards[0]), "bad_discard"),
    "discard None": (lambda: discarded(lambda _: None), "bad_discard"),
    "describe scores=84": (lambda: P.describe_position(DEALT, scores=84), "bad_scores"),
    "describe scores='84/90'": (lambda: P.describe_position(DEALT, scores="84/90"), "bad_scores"),
    "describe played=5": (lambda: P.describe_position(DEALT, played=5), "bad_card"),
    "describe played without an order": (
        lambda: P.describe_position(DEALT, played={"8D", "7C"}),
        "bad_card",
    ),
    "Match(None)": (lambda: P.Match(None), "bad_setup"),
    "Match(rules)": (lambda: P.Match(P.Rules()), "bad_setup"),
    "secrets='x'": (lambda: P.Match(SETUP, secrets="x"), "bad_setup"),
    "secrets=''": (lambda: P.Match(SETUP, secrets=""), "bad_setup"),
    "view(7)": (lambda: match().view(7), "bad_seat"),
    "view('Ann')": (lambda: match().view("Ann"), "bad_seat"),
    "view at 999": (lambda: match().view(0, 999), "no_entry"),
    "legal(2)": (lambda: match().legal(2), "bad_seat"),
    "act(0, None)": (lambda: match().act(0, None), "unknown_action"),
    "act(0, 'ready')": (lambda: match().act(0, "ready"), "unknown_action"),
    "act with a class": (lambda: match().act(0, P.Ready), "unknown_action"),
    "act for another": (lambda: match().act(0, P.Ready(1)), "not_your_seat"),
    "act of nobody": (lambda: match().act(None, P.Discard(None, ())), "bad_seat"),
    "discard of nobody": (lambda: match().act(0, P.Discard(None, ())), "not_your_seat"),
    "act too early": (lambda: match().act(0, P.Play(0, P.Card("5H"))), "wrong_action"),
    "a card of the opponent": (
        lambda: (m := in_the_play()).act(1, P.Play(1, m.view(0).hand[0])),
        "not_your_card",
    ),
    "next_game too early": (lambda: match().next_game(), "not_over"),
    "undo of nothing": (lambda: match().undo(0), "no_undo"),
    "record(seat=9)": (lambda: match().record(9), "bad_seat"),
    "from_position(None)": (lambda: P.Match.from_position(None), "bad_position"),
    "from_position('x')": (lambda: P.Match.from_position("x"), "bad_version"),
    "read_position(None)": (lambda: P.read_position(None), "not_text"),
    "write_position(match)": (lambda: P.write_position(match()), "bad_game"),
    "sample(7)": (lambda: match().view(0).sample(7), "bad_chance"),
    "sample(random)": (lambda: match().view(0).sample(random), "bad_chance"),
    "sample_from_range(match)": (lambda: P.sample_from_range(match(), random.Random()), "bad_view"),
    # Computer players
    "advance(None)": (lambda: P.advance(None), "bad_match"),
    "advance foreign seats": (lambda: advanced({5: Bot()}), "bad_seat"),
    "advance by name": (lambda: advanced({"Ann": Bot()}), "bad_seat"),
    "advance a list": (lambda: advanced([Bot(), Bot()]), "bad_player"),
    "advance a class": (lambda: advanced({0: Bot, 1: Bot()}), "bad_player"),
    "advance a level": (lambda: advanced({0: "club"}), "bad_player"),
    "advance None": (lambda: advanced({0: None}), "bad_player"),
    "a bot that raises": (lambda: advanced({0: Raising()}), "player_failed"),
    "a bot that answers None": (lambda: advanced({0: Answering(None)}), "player_failed"),
    "a bot of another seat": (lambda: advanced({0: Answering(P.Ready(1))}), "player_failed"),
    "a bot that goes": (lambda: advanced({0: Answering(P.Go(0))}), "wrong_action"),
    "an unknown kind": (
        lambda: advanced(None, P.Match(P.Setup("x", "half", (ANN, P.Seated("B", "foo"))))),
        "unknown_level",
    ),
    "an asynchronous player": (lambda: advanced({0: Waiting()}), "bad_player"),
    "a player that yields": (lambda: advanced({0: Yielding()}), "bad_player"),
    "an asynchronous class": (lambda: own_of(Waiting), "bad_player"),
    "load(None)": (lambda: load(None), "bad_player"),  # type: ignore[arg-type]
    "players_of(match)": (lambda: P.players_of(match()), "bad_setup"),
    "table_svg(match)": (lambda: P.table_svg(match()), "bad_view"),
    "own_of(7)": (lambda: own_of(7), "bad_player"),
    "load('nothing:Bot')": (lambda: load("nothing_here:Bot"), "bad_player"),
    # Records
    "write_record(None)": (lambda: P.write_record(None), "bad_record"),
    "write_record('text')": (lambda: P.write_record("%pegout 1"), "bad_record"),
    "write_records(record)": (lambda: P.write_records(match().record()), "bad_record"),
    "write_records([None])": (lambda: P.write_records([None]), "bad_record"),
    "verify_deals(None)": (lambda: P.verify_deals(None), "bad_record"),
    "record_statistics(path)": (lambda: P.record_statistics(at_hand()), "bad_record"),
    "record_to_json({})": (lambda: P.record_to_json({}), "bad_record"),
    "record_from_json(None)": (lambda: P.record_from_json(None), "bad_value"),
    "read_record(None)": (lambda: P.read_record(None), "not_text"),
    "read_record(path)": (lambda: P.read_record(at_hand()), "not_text"),
    "read_record('game.peg')": (lambda: P.read_record("game.peg"), "bad_header"),
    "iter_records of a closed file": (lambda: P.iter_records(closed_file()), "bad_source"),
    "iter_records of a file to write": (
        lambda: P.iter_records(BufferedWriter(BytesIO())),
        "bad_source",
    ),
    "iter_records of a compressed file": (
        lambda: [*P.iter_records(compressed_file())],
        "bad_source",
    ),
    "iter_records of a text": (lambda: P.iter_records("%pegout 1"), "bad_source"),
    "iter_records on_error=[]": (lambda: P.iter_records(StringIO(""), on_error=[]), "bad_value"),
    "iter_records checked='no'": (
        lambda: P.iter_records(StringIO(""), checked="no"),
        "bad_value",
    ),
    "replay of a record": (lambda: replay("half", match().record()), "bad_game"),
    "read_records(file)": (lambda: P.read_records(StringIO("%pegout 1")), "not_text"),
    "read_record(match)": (lambda: P.read_record(match()), "not_text"),
    "review_record(None)": (lambda: P.review_record(None), "bad_record"),
    "review_record seat=9": (lambda: P.review_record(match(), 9), "bad_seat"),
    "review of a record": (lambda: review(P.Rules(), match().record()), "bad_game"),
    # Contests
    "one level": (lambda: P.play_matchup(["club"], 2, 1), "bad_levels"),
    "a text of levels": (lambda: P.play_matchup("club", 2, 1), "bad_levels"),
    "levels None": (lambda: P.play_matchup(None, 2, 1), "bad_levels"),
    "level None": (lambda: P.play_matchup([None, "club"], 2, 1), "bad_player"),
    "unknown level": (lambda: P.play_matchup(["clubb", "club"], 2, 1), "unknown_level"),
    "games=0": (lambda: P.play_matchup(["club", "club"], 0, 1), "bad_games"),
    "games='2'": (lambda: P.play_matchup(["club", "club"], "2", 1), "bad_games"),
    "seed='a'": (lambda: P.play_matchup(["club", "club"], 2, "a"), "bad_seed"),
    "seed=-1": (lambda: P.play_matchup(["club", "club"], 2, -1), "bad_seed"),
    "seed=None": (lambda: P.play_matchup(["club", "club"], 2, None), "bad_seed"),
    "matchup rules='x'": (lambda: P.play_matchup(["club", "club"], 2, 1, "x"), "unknown_preset"),
    "engine='fast'": (lambda: P.play_matchup(["club", "club"], 2, 1, engine="fast"), "bad_engine"),
    "own bot in the kernel": (
        lambda: P.play_matchup([Bot, "club"], 2, 1, engine="kernel"),
        "bad_engine",
    ),
    "a bot that fails in a contest": (
        lambda: P.play_matchup([Raising, "random"], 2, 1, workers=1),
        "player_failed",
    ),
    "a bare agent": (lambda: P.play_matchup([agent, "club"], 2, 1), "bad_player"),
    "workers='a'": (
        lambda: P.play_matchup(["random", "random"], 2, 1, workers="a"),
        "bad_workers",
    ),
    "workers=1.5": (
        lambda: P.play_matchup(["random", "random"], 2, 1, workers=1.5),
        "bad_workers",
    ),
    "executor='thread'": (
        lambda: P.play_matchup(["random", "random"], 2, 1, executor="thread"),
        "bad_place",
    ),
    "resume=5": (lambda: P.play_matchup(["random", "random"], 2, 1, resume=5), "bad_place"),
    "progress='bar'": (
        lambda: P.play_matchup(["random", "random"], 2, 1, progress="bar"),
        "bad_place",
    ),
    "cluster=5": (lambda: P.play_matchup(["random", "random"], 2, 1, cluster=5), "bad_address"),
    "goal='0.5'": (lambda: P.play_matchup(["random", "random"], 2, 1, goal="0.5"), "bad_goal"),
    "goal=(0.5, 0.6)": (
        lambda: P.play_matchup(["random", "random"], 2, 1, goal=(0.5, 0.6)),
        "bad_goal",
    ),
    "luck_adjusted='no'": (
        lambda: P.play_matchup(["random", "random"], 2, 1, luck_adjusted="no"),
        "bad_switch",
    ),
    "an agent called 5": (lambda: P.as_policy(agent, 5), "bad_option"),
    "an asynchronous agent": (lambda: P.as_policy(waiting_agent), "bad_option"),
    "Decision(None, None)": (lambda: Decision(None, None), "bad_goal"),  # type: ignore[arg-type]
    "Narrow('a')": (lambda: Narrow("a"), "bad_goal"),  # type: ignore[arg-type]
    "as_policy(None)": (lambda: P.as_policy(None), "bad_option"),
    "Decision(0.6, 0.4)": (lambda: Decision(0.6, 0.4), "bad_goal"),
    "Narrow(2)": (lambda: Narrow(2), "bad_goal"),
    "simulate a bot": (lambda: P.simulate([Bot(), "random"], 2, 1), "bad_policies"),
    "simulate games='2'": (lambda: P.simulate(["random", "random"], "2", 1), "bad_number"),
    "simulate seed='a'": (lambda: P.simulate(["random", "random"], 2, "a"), "bad_seed"),
    "a ladder of one": (lambda: play_ladder(["club"], 2, 1), "bad_levels"),
    "a ladder of nobody": (lambda: play_ladder(None, 2, 1), "bad_player"),  # type: ignore[arg-type]
    # Arrays and environments
    "play_games 'foo'": (lambda: play_games(["foo", "random"], 2, 1), "bad_policy"),
    "play_games of one": (lambda: play_games(["random"], 2, 1), "bad_policy"),
    "play_games of a generator": (
        lambda: play_games((name for name in ("random", "random")), 2, 1),  # type: ignore[arg-type]
        "bad_policy",
    ),
    "board_svg(None)": (lambda: P.board_svg(None), "bad_scores"),
    "board_svg(match)": (lambda: P.board_svg(match()), "bad_scores"),
    "board_svg of text": (lambda: P.board_svg("100/90"), "bad_scores"),
    "cards_svg four_colours='no'": (
        lambda: P.cards_svg("5H", four_colours="no"),
        "bad_switch",
    ),
    "cards_svg width='a'": (lambda: P.cards_svg("5H", width="a"), "bad_size"),
    "play_deals rules": (
        lambda: play_deals(["random", "random"], 2, 1, rules="x"),
        "unknown_preset",
    ),
    "Batch rules=None": (lambda: Batch(2, 1, rules=None), "bad_rules"),  # type: ignore[arg-type]
    "deal manual": (lambda: deal(2, 1, rules=P.Rules(counting="manual")), "bad_rules"),
    "BatchedEnv games=0": (lambda: BatchedEnv(0, 1), "bad_option"),
    "BatchedEnv seed='a'": (lambda: BatchedEnv(2, "a"), "bad_seed"),  # type: ignore[arg-type]
    "BatchedEnv rules='x'": (lambda: BatchedEnv(2, 1, rules="x"), "unknown_preset"),
}

#: Calls that look odd and are right, with what they give.
RIGHT: dict[str, tuple[Callable[[], Any], Any]] = {
    "cards without spaces": (lambda: P.show_points("5H5S5CJD", "5D"), 29),
    "a list of names": (lambda: P.parse_cards(["5H", "5S"]), P.parse_cards("5H 5S")),
    "numbers of NumPy": (lambda: P.show_points(np.array([18, 19, 16, 41]), np.int64(17)), 29),
    "symbols of a telephone": (lambda: P.parse_cards("5♥️ 5♤ 10♢"), P.parse_cards("5H 5S TD")),
    "a seat of NumPy": (lambda: match().view(np.uint8(1)).seat, 1),
    "an action of NumPy": (ready_by_numpy, True),
    "discard a text": (lambda: discarded(P.format_cards), True),
    "discard a list": (lambda: discarded(list), True),
    "discard an array": (lambda: discarded(np.array), True),
    "play a name": (lambda: played(str), True),
    "play a number": (lambda: played(np.int64), True),
    "a dealer of NumPy": (
        lambda: repr(P.Setup("x", "half", (ANN, BEN), dealer=np.int64(1)).dealer),
        "1",
    ),
    "a target of NumPy": (lambda: P.Rules(target=np.int64(121)), P.Rules()),
    "scores in a list": (
        lambda: P.Rules(start_scores=[100, 90]),
        P.Rules(start_scores=(100, 90)),
    ),
    "scores in an array": (
        lambda: P.Rules(start_scores=np.array([100, 90])),
        P.Rules(start_scores=(100, 90)),
    ),
    "described scores in an array": (
        lambda: P.describe_position(DEALT, scores=np.array([84, 90])).scores,
        (84, 90),
    ),
    "a seed of NumPy": (
        lambda: P.play_matchup(["random", "random"], np.int64(2), np.int64(3)).games,
        2,
    ),
    "automations by their names": (
        lambda: (m := match(), m.automate(0, ["go"])) and m.automations[0],
        {P.Automation.GO},
    ),
    "a level itself": (lambda: repr(P.create_player(P.LEVELS["club"])), "PolicyPlayer('club', 0)"),
    "a seat of NumPy for a player": (lambda: advanced({np.int64(0): Bot()}) != [], True),
    "a position from a file": (
        lambda: P.Match.from_position(f" {match().position()}\n").to_act,
        {0, 1},
    ),
    "no hands": (lambda: P.discard_values([], "own").shape, (0, 15)),
    "hands of a generator": (
        lambda: P.discard_values((hand for hand in (DEALT,)), "own").shape,
        (1, 15),
    ),
    "hands of a data frame": (
        lambda: P.discard_values(np.array([DEALT], dtype=object), "own").shape,
        (1, 15),
    ),
    "a preset by its name": (lambda: P.Setup("x", "half", [ANN, BEN]).rules, P.Rules("half")),
    "Rules of a tag": (lambda: rules_from_text("players=3"), P.Rules(players=3)),
    "texts in discard_values": (
        lambda: P.discard_values([DEALT], "own", rules="half").shape,
        (1, 15),
    ),
    "names in discard_values": (lambda: P.discard_values([DEALT.split()], "own").shape, (1, 15)),
    "analyse_discard by preset": (lambda: P.analyse_discard(DEALT, "half").rules, P.Rules("half")),
    "discards_of by preset": (lambda: len(discards_of("half")), 15),
    "layout by preset": (lambda: layout("half")["hand"], slice(113, 165)),
    "action_text by preset": (lambda: action_text(54, "half", DEALT), "discard 5H 7C"),
    "rules_to_text by preset": (lambda: rules_to_text("half"), "half"),
    "replay by preset": (
        lambda: len([*replay_events("half", finished().record().games[0])]) > 50,
        True,
    ),
    "outcome_of by preset": (
        lambda: max(OUTCOME("half", [entry.event for entry in finished().entries]).scores),
        61,
    ),
    "a policy of a policy": (lambda: P.as_policy(P.as_policy(agent)), P.as_policy(agent)),
    "write_record(match)": (lambda: P.write_record(match())[:9], "%pegout 1"),
    "verify_deals(match)": (lambda: {v.code for v in P.verify_deals(finished())}, {"proved"}),
    "record_statistics(match)": (
        lambda: [s.name for s in P.record_statistics(finished())],
        ["Ann", "Ben"],
    ),
    "record_to_json(match)": (lambda: P.record_to_json(match())["rules"], "half"),
    "a pickled match": (lambda: pickle.loads(pickle.dumps(match())).to_act, {0, 1}),
    "a copied match": (lambda: match().copy().to_act, {0, 1}),
    "a card of a card": (lambda: P.Card(P.UNKNOWN), P.UNKNOWN),
    "BatchedEnv by preset": (lambda: BatchedEnv(2, 1, rules="half").rules, P.Rules("half")),
    "games of a preset": (
        lambda: play_games(["random", "random"], 2, 1, rules="half").scores.max(axis=1).tolist(),
        [61, 61],
    ),
}


def test_a_slip_is_refused_with_a_sentence() -> None:
    def is_refused(name: str) -> None:
        call, code = REFUSED[name]
        with pytest.raises(pegout.PegoutError) as refused:
            call()
        assert refused.value.code == code, refused.value
        message = str(refused.value)
        assert len(message.split()) > 3, message
        assert "object has no attribute" not in message

    assert failures(is_refused, REFUSED) == []


def test_what_looks_odd_and_is_right_works() -> None:
    def is_right(name: str) -> None:
        call, expected = RIGHT[name]
        assert call() == expected

    assert failures(is_right, RIGHT) == []


def test_an_argument_that_does_not_exist_is_refused_by_the_name_of_the_function() -> None:
    with pytest.raises(TypeError, match="play_matchup has no argument 'decide'; beside goal,"):
        P.play_matchup(["random", "random"], 2, 1, decide="0.5")


def test_a_review_takes_a_match() -> None:
    assert P.review_record(match()) == (pegout.ReviewedGame(1, ()),)
