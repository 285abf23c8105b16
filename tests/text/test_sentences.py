"""Every event in a sentence, from every seat, in both languages."""

from typing import Any, get_args

import pytest

from pegout import match, rules
from pegout.cards import Card, parse_cards
from pegout.notation import Help
from pegout.scoring import Item, Kind, score_play, score_show
from pegout.text import Teller, language
from tests.cases import each
from tests.text.table import NAMES, games

EN, ES = language("en"), language("es")
HIDDEN = (Card("??"), Card("??"))
FIVE = parse_cards("5H 6S 7C JD")

SILENT = (
    rules.Revealed,
    match.Asked,
    match.Helped,
    match.PackPlanned,
    match.PositionSet,
    match.SecretDrawn,
    rules.Shuffled,
    rules.CountEnded,
    rules.Accepted,
)


def teller(code: str, seat: int | None = None, **switches: Any) -> Teller:
    table = rules.Rules(**switches)
    return Teller(language(code), NAMES[: table.players], seat, table)


SETUP = match.Setup("x", rules.Rules(), (match.Seated("Ann"), match.Seated("Ben")))
ITEMS = score_show(parse_cards("6H 7S 8C KD"), Card("QD"))
PAIR = (Item(Kind.PAIR, parse_cards("7C 7D"), 2),)
ONE = (Item(Kind.GO, parse_cards("7C"), 1),)
LAST = (Item(Kind.LAST_CARD, parse_cards("7C"), 1),)
HEELS = (Item(Kind.HEELS, parse_cards("JC"), 2),)

# Each event from Ann's seat (in English) and for a spectator (in Spanish).
SAID: list[tuple[match.LogEvent, str | None, str | None]] = [
    (match.MatchBegan(SETUP, 1), "You against Ben, to 121.", "Ann contra Ben, a 121."),
    (
        match.GameBegan(2, None),
        "Game 2. Cut for the first deal: the lowest card deals.",
        "Partida 2. Se corta para el primer reparto: reparte la carta más baja.",
    ),
    (match.GameBegan(1, 0), "Game 1. You deal first.", "Partida 1. Ann reparte primero."),
    (
        match.PracticeBegan("k7qx", 1, 3, 0, 27, (1,), True, None),
        "Practice: deal 3 of an earlier game again. "
        "Cards that were not known are drawn at random. The computer plays for Ben.",
        "Práctica: otra vez el reparto 3 de una partida anterior. "
        "Las cartas que no se conocían se sacan al azar. El ordenador juega por Ben.",
    ),
    (match.Asked(0, "r"), None, None),
    (
        match.PracticeBegan("", 1, 3, 0, 0, (), False, 4, lesson="first-game"),
        "A lesson: it chooses the cards of the first 3 deals.",
        "Una lección: elige las cartas de los primeros 3 repartos.",
    ),
    (match.Helped(0, Help.HINT), None, None),
    (match.PackPlanned(1, "ab", ("", ""), None), None, None),
    (match.Guided(0, "starter", "done"), None, None),
    (match.PackGiven(1, parse_cards("5H")), None, None),
    (match.PositionSet("1~half"), None, None),
    (match.SecretDrawn(1, "ab"), None, None),
    (match.Undone(0, 4), "You take your move back.", "Ann deshace una jugada."),
    (
        match.MatchEnded((0,), (4, 2)),
        "You win the match. Match points: You 4, Ben 2.",
        "Ann gana el encuentro. Puntos de encuentro: Ann 4, Ben 2.",
    ),
    (
        match.MatchEnded((0, 1), (2, 2)),
        "The match is drawn. Match points: You 2, Ben 2.",
        "El encuentro termina en empate. Puntos de encuentro: Ann 2, Ben 2.",
    ),
    (
        rules.Committed(1, "1a2b3c4d5e6f7a8b" * 4),
        "Every pack is sealed before it is dealt, and can be checked.",
        "Cada mazo queda sellado antes de repartirse y se puede comprobar.",
    ),
    (rules.Committed(0, "1a2b"), None, None),
    (rules.Committed(3, "1a2b"), None, None),
    (rules.Revealed(0, "1a2b"), None, None),
    (rules.Revealed(3, "1a2b"), None, None),
    (rules.SaidReady(0, "x"), None, "Ann espera las cartas."),
    (rules.SaidReady(1, ""), None, None),
    (rules.SaidReady(1, "x"), "Ben is ready.", "Ben espera las cartas."),
    (rules.Shuffled(()), None, None),
    (
        rules.DealerCut(0, 4, Card("TH")),
        "You cut the ten of hearts.",
        "Ann corta el diez de corazones.",
    ),
    (
        rules.CutTied((0, 1)),
        "A tie between you and Ben: cut again.",
        "Empate entre Ann y Ben: vuelven a cortar.",
    ),
    (rules.DealerChosen(1), "Ben deals first.", "Ben reparte primero."),
    (
        rules.Dealt(2, 1, (FIVE, HIDDEN), ()),
        "Deal 2: Ben deals. "
        "Your cards: five of hearts, six of spades, seven of clubs and jack of diamonds.",
        "Reparto 2: reparte Ben.",
    ),
    (
        rules.Dealt(2, 0, (HIDDEN, HIDDEN), (Card("??"),)),
        "Deal 2: you deal. One card goes from the pack to the crib.",
        "Reparto 2: reparte Ann. Una carta pasa del mazo a la cuna.",
    ),
    (
        rules.Discarded(0, FIVE[:2]),
        "You discard the five of hearts and the six of spades.",
        "Ann descarta el cinco de corazones y el seis de picas.",
    ),
    (rules.Discarded(1, HIDDEN), "Ben discards two cards.", "Ben descarta dos cartas."),
    (rules.Discarded(1, HIDDEN[:1]), "Ben discards one card.", "Ben descarta una carta."),
    (
        rules.StarterCut(0, 9, Card("JD")),
        "You cut; the starter is the jack of diamonds.",
        "Ann corta; la carta inicial es la jota de diamantes.",
    ),
    (
        rules.Played(1, Card("7C"), 22),
        "Ben plays the seven of clubs; the count is twenty-two.",
        "Ben juega el siete de tréboles; la cuenta es veintidós.",
    ),
    (rules.SaidGo(1, 28), "Ben says go.", "Ben dice «¡Adelante!»."),
    (rules.SaidGo(0, 28), "You say go.", "Ann dice «¡Adelante!»."),
    (rules.CountEnded(0, 31), None, None),
    (
        rules.HandShown(1, FIVE, False),
        "Ben’s hand: five of hearts, six of spades, seven of clubs and jack of diamonds.",
        "La mano de Ben: cinco de corazones, seis de picas, siete de tréboles y jota de diamantes.",
    ),
    (
        rules.HandShown(0, FIVE[:1], True),
        "Your crib: five of hearts.",
        "La cuna de Ann: cinco de corazones.",
    ),
    (rules.Claimed(0, "hand", 6), "You count six.", "Ann cuenta seis."),
    (rules.Claimed(1, "crib", 0), "Ben counts nothing.", "Ben no cuenta nada."),
    (rules.Claimed(1, "play", 0), None, None),
    (rules.Counted(0, "hand", ITEMS, 8, 8), None, None),
    (rules.Counted(0, "hand", ITEMS, 8, 6), "You missed two.", "Ann se ha dejado dos."),
    (
        rules.Counted(1, "hand", ITEMS, 8, 9),
        "Ben counted one too many.",
        "Ben ha contado uno de más.",
    ),
    (rules.Scored(0, "start", (), 3, 3), "You start with three.", "Ann empieza con tres."),
    (
        rules.Scored(0, "heels", HEELS, 2, 2),
        "You peg two for his heels.",
        "Ann anota dos por los talones.",
    ),
    (
        rules.Scored(1, "heels", HEELS, 0, 120),
        "Ben stands in the stinkhole: his heels are worth nothing there.",
        "Ben está en el hoyo maldito: ahí los talones no valen nada.",
    ),
    (
        rules.Scored(1, "play", score_play(parse_cards("4C 5D 6H")), 5, 9),
        "Ben pegs five for a fifteen and a run of three.",
        "Ben anota cinco por un quince y una escalera de tres.",
    ),
    (rules.Scored(0, "play", (), 5, 9), "Five for you.", "Cinco para Ann."),
    (rules.Scored(0, "go", ONE, 1, 9), "One for you.", "Uno para Ann."),
    (rules.Scored(1, "go", LAST, 1, 9), "Last card: one for Ben.", "Última carta: uno para Ben."),
    (
        rules.Scored(0, "go", LAST, 0, 120),
        "You stand in the stinkhole: a go is worth nothing there.",
        "Ann está en el hoyo maldito: ahí el adelante no vale nada.",
    ),
    (
        rules.Scored(1, "hand", ITEMS, 5, 9),
        "Fifteen two, and a run of three makes five. Five for Ben.",
        "Quince dos, y una escalera de tres son cinco. Cinco para Ben.",
    ),
    (rules.Scored(0, "crib", (), 0, 9), "Nineteen: nothing for you.", "Diecinueve: nada para Ann."),
    (rules.Scored(1, "muggins", (), 2, 9), "Two for Ben.", "Dos para Ben."),
    (
        rules.Scored(0, "overcount", (), 1, 9),
        "You peg one for an overcount.",
        "Ann anota uno por una cuenta de más.",
    ),
    (rules.MugginsCalled(1, 4, 2), "Ben calls muggins for four.", "Ben canta muggins por cuatro."),
    (
        rules.MugginsCalled(1, 4, 0),
        "Ben calls muggins for four, but nothing was missed.",
        "Ben canta muggins por cuatro, pero no faltaba nada.",
    ),
    (rules.Accepted(1), None, None),
    (rules.DealEnded(4), "Deal 4 is over.", "Termina el reparto 4."),
    (rules.Resigned(0), "You resign.", "Ann abandona."),
    (rules.Resigned(1), "Ben resigns.", "Ben abandona."),
    (rules.StopOffered(0), "You offer to stop.", "Ann propone dejarlo."),
    (rules.StopOffered(1), "Ben offers to stop.", "Ben propone dejarlo."),
    (rules.StopDeclined(0), "You decline and play on.", "Ann prefiere seguir jugando."),
    (rules.StopDeclined(1), "Ben declines and plays on.", "Ben prefiere seguir jugando."),
    (
        rules.GameEnded(rules.Result((), (0, 0), (0, 0))),
        "You agreed to stop.",
        "Han acordado dejarlo.",
    ),
    (
        match.MatchEnded((), (3, 1)),
        "The match ends here. Match points: You 3, Ben 1.",
        "El encuentro acaba aquí. Puntos de encuentro: Ann 3, Ben 1.",
    ),
    (
        rules.GameEnded(rules.Result((0,), (0, 1), (2, 0))),
        "You win the game. Ben is skunked. The win is worth two match points.",
        "Ann gana la partida. Ben se lleva un zorrillo. La victoria vale dos puntos de encuentro.",
    ),
]


def test_every_kind_of_event_stands_in_the_list() -> None:
    assert {type(event) for event, _, _ in SAID} == set(get_args(match.LogEvent))


@each(("event", "english", "spanish"), SAID)
def test_an_event_is_said(event: match.LogEvent, english: str | None, spanish: str | None) -> None:
    assert teller("en", 0).say(event) == english
    assert teller("es").say(event) == spanish


def test_a_match_says_how_long_it_is() -> None:
    table = rules.Rules(players=3)
    seats = (match.Seated("Ann"), match.Seated("Ben"), match.Seated("Cy"))
    began = [
        match.MatchBegan(match.Setup("x", table, seats, games=3), 1),
        match.MatchBegan(match.Setup("x", table, seats, play_to=5), 1),
    ]
    assert [teller("en", 1, players=3).say(event) for event in began] == [
        "You against Ann and Cy, to 121. The match has 3 games.",
        "You against Ann and Cy, to 121. The match goes to 5 points.",
    ]


def test_a_game_from_given_scores_says_them() -> None:
    setup = match.Setup("x", rules.Rules(start_scores=(100, 90)), SETUP.seats)
    said = "You against Ben, to 121. Scores at the start: You 100, Ben 90."
    assert Teller(EN, ("Ann", "Ben"), 0, setup.rules).say(match.MatchBegan(setup, 1)) == said


def test_a_game_by_itself_says_nothing_of_a_match() -> None:
    tell = Teller(EN, ("Ann", "Ben"), 0, rules.Rules(), single=True)
    assert tell.say(match.GameBegan(1, 1)) == "Ben deals first."
    assert tell.say(rules.GameEnded(rules.Result((1,), (1, 0), (0, 2)))) == (
        "Ben wins the game. You are skunked."
    )
    assert tell.say(match.MatchEnded((1,), (0, 2))) is None


def test_the_first_deal_by_lot() -> None:
    said = teller("en", 0, first_deal="random").say(match.GameBegan(1, None))
    assert said == "Game 1. The first deal is drawn by lot."


def test_teams_win_and_lose_together() -> None:
    ended = rules.GameEnded(rules.Result((0,), (0, 2), (3, 0)))
    assert teller("en", 2, players=4).say(ended) == (
        "You and Ann win the game. Ben and Di are double skunked. "
        "The win is worth three match points."
    )
    assert teller("es", 3, players=4).say(ended) == (
        "Ann y Cy ganan la partida. Tu equipo, tú y Ben, se lleva un doble zorrillo. "
        "La victoria vale tres puntos de encuentro."
    )
    assert teller("es", 0, players=4).say(match.MatchEnded((0,), (3, 0))) == (
        "Gana el encuentro tu equipo, tú y Cy. Puntos de encuentro: Tú y Cy 3, Ben y Di 0."
    )


def test_a_shared_win() -> None:
    ended = rules.GameEnded(rules.Result((0, 2), (0, 0, 0), (1, 0, 1)))
    assert teller("en", 0, players=3).say(ended) == "You and Cy share the win."
    assert teller("es", 0, players=3).say(ended) == "Compartes la victoria con Cy."
    assert teller("en", 1, players=3).say(ended) == "Ann and Cy share the win."


def test_three_who_tie_at_the_cut() -> None:
    tie = rules.CutTied((0, 1, 2))
    assert teller("en", 1, players=3).say(tie) == "A tie between you and Ann and Cy: cut again."
    assert teller("en", 1, players=3).say(rules.CutTied((0, 2))) == (
        "A tie between Ann and Cy: they cut again."
    )


MUGGINS = {"counting": "manual", "muggins": True}


@each(
    ("event", "said"),
    [
        (
            rules.Counted(0, "hand", ITEMS, 5, 5),
            "Fifteen two, and a run of three makes five: that was right.",
        ),
        (
            rules.Counted(1, "hand", ITEMS, 5, 4),
            "Fifteen two, and a run of three makes five. Ben missed one.",
        ),
        (rules.Counted(0, "crib", (), 0, 2), "Nineteen. You counted two too many."),
        (rules.Counted(0, "play", (), 0, 2), "You counted two too many."),
        (rules.Counted(0, "play", PAIR, 2, 0), "A pair is two. You missed two."),
        (rules.Counted(0, "play", PAIR, 2, 2), None),
        (rules.Counted(0, "hand", (), 0, 0), None),
        (rules.Scored(0, "hand", (), 4, 9), "Four for you."),
        (rules.Scored(0, "hand", (), 0, 9), None),
    ],
)
def test_where_missed_points_are_not_pegged_the_true_count_is_told_after_the_claim(
    event: match.LogEvent, said: str | None
) -> None:
    assert teller("en", 0, **MUGGINS).say(event) == said
    assert teller("en", 0, counting="manual", missed="lost").say(event) == said


@pytest.mark.parametrize("code", ["en", "es"])
def test_everything_that_happens_in_a_game_is_said(code: str) -> None:
    kinds = set()
    for table, seat, events, _ in games():
        tell = Teller(language(code), NAMES[: table.players], seat, table)
        for event in events:
            said = tell.say(event)
            kinds.add(type(event))
            if said is None:
                assert (
                    isinstance(event, SILENT)
                    or (isinstance(event, rules.Committed) and event.deal != 1)
                    or (
                        isinstance(event, rules.SaidReady)
                        and (event.seat == seat or not event.contribution)
                    )
                    or (isinstance(event, rules.Claimed) and not event.points)
                    or (isinstance(event, rules.Counted) and event.claimed == event.points)
                    or (isinstance(event, rules.Scored) and table.muggins and not event.points)
                ), event
                continue
            assert said.strip() == said
            assert said[-1] == ".", said
            assert not set(said) & set("{}_?<>") - {"?"}, said
            assert "  " not in said
            assert "None" not in said
    # Random play never takes a decision back, and never ends a game before the last hole.
    never = {
        *(match.Asked, match.Helped, match.Undone, match.SecretDrawn, match.PracticeBegan),
        *(match.PositionSet, match.PackGiven, match.PackPlanned, match.Guided),
        *(rules.Resigned, rules.StopOffered, rules.StopDeclined),
    }
    assert kinds | never == set(get_args(match.LogEvent))


def test_a_seat_is_spoken_to_and_never_named() -> None:
    for table, seat, events, _ in games():
        if seat is None:
            continue
        for t in (EN, ES):
            tell = Teller(t, NAMES[: table.players], seat, table)
            for event in events:
                words = (tell.say(event) or "").replace("’s", "").split()
                assert NAMES[seat] not in [word.strip(".,:;") for word in words]


def test_a_spectator_hears_names_only() -> None:
    for table, seat, events, _ in games():
        if seat is None:
            tell = Teller(EN, NAMES[: table.players], None, table)
            for event in events:
                assert not {"You", "you", "your", "Your"} & set((tell.say(event) or "").split())


def test_what_is_hidden_is_not_told() -> None:
    for code in ("en", "es"):
        tell = teller(code, 1)
        said = tell.say(rules.seen(rules.Discarded(0, FIVE[:2]), 1))
        other = tell.say(rules.seen(rules.Discarded(0, FIVE[2:]), 1))
        assert said == other
        dealt = [rules.Dealt(1, 0, (hand, FIVE), ()) for hand in (FIVE[:2], FIVE[2:])]
        assert tell.say(rules.seen(dealt[0], 1)) == tell.say(rules.seen(dealt[1], 1))


def test_the_longest_names_are_said_whole() -> None:
    long = "Maximiliano-Bartholomew X"[:24]
    tell = Teller(ES, (long, "{Ben}"), None, rules.Rules())
    assert tell.say(rules.SaidGo(0, 30)) == f"{long} dice «¡Adelante!»."
    assert tell.say(rules.SaidGo(1, 30)) == "{Ben} dice «¡Adelante!»."
