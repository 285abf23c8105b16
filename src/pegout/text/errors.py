"""Explain errors in a friendly sentence: what was expected, what came and what to do.

>>> from pegout.rules import IllegalAction
>>> from pegout.text.language import language
>>> explain(IllegalAction("game_over", "the game is over"), None, language("en"))
'The game is over; begin another one.'
"""

from typing import Final, Protocol

from pegout.cards import VALUES
from pegout.rules import Action, Phase, Play, View
from pegout.text.decoding import why_undecoded
from pegout.text.language import Translator, mark
from pegout.text.names import short


class Explicable(Protocol):
    """An error with a stable code, such as the game's own errors."""

    @property
    def code(self) -> str:
        """The stable name of the error."""


#: For each code, the sentence without details of the game.
SENTENCES: Final[dict[str, str]] = {
    # The table
    "already_offered": mark("You have already offered to stop; wait for the other players."),
    "answered": mark("That was done already."),
    "bad_claim": mark("Say how many points you count: a whole number from 0 to 99."),
    "bad_contribution": mark(
        "A word for the shuffle has at most 64 characters, all of them visible; choose another."
    ),
    "bad_cut": mark("Cut somewhere else."),
    "bad_discard": mark("You cannot discard these cards; choose from your hand."),
    "bad_message": mark("The server does not understand this page; load it again."),
    "bad_request": mark("A request needs a short name of visible characters."),
    "served": mark("A server is running on this library already; use that one, or end it first."),
    "no_entry": mark("The log has no entry of that number; choose one that it has."),
    "bad_seat": mark("Nobody sits at that seat; choose another."),
    "can_play": mark("You can still play a card, so you cannot say go."),
    "counted_for_you": mark("The table counts for you here; just play the card."),
    "game_over": mark("The game is over; begin another one."),
    "not_your_card": mark("You do not hold that card; choose one of yours."),
    "not_your_seat": mark("You can only act for your own seat."),
    "not_your_turn": mark("It is not your turn yet; wait for the others."),
    "unknown_card": mark("Every card has to be known; write its rank and its suit, such as 5H."),
    "wrong_number": mark("That is not the right number of cards."),
    "over_31": mark("That card would carry the count past thirty-one; play a lower one."),
    "no_offer": mark("Nobody has offered to stop: the game continues."),
    "unknown_action": mark("The game knows no such move."),
    "unknown_cards": mark("Cards that nobody has seen cannot be counted."),
    "wrong_action": mark("This is not the moment for that."),
    # A server of tables
    "bad_body": mark("The server does not understand this request; load the page again."),
    "bad_hand": mark("A hand is 3 to 5 cards, and the starter is one more."),
    "bad_host": mark("The server does not answer to that name; use the address that it gave."),
    "bad_record": mark("This is not a valid record of a match; see the line that is named."),
    "bad_origin": mark("Only the server’s own pages may ask for this."),
    "bad_token": mark("Another key holds your seat; open the link with which you joined."),
    "bad_type": mark("The server expects JSON, and this is not JSON."),
    "closed_table": mark("The host of this server has closed the table; set up another one."),
    "damaged_table": mark("What is stored of this table cannot be read; set up another one."),
    "fault": mark("Something went wrong on the server; your game is saved. Try again in a moment."),
    "key_taken": mark("Another table was set up with the same key; choose a new one at random."),
    "left": mark("A player has left this table for good; set up another one."),
    "no_hello": mark("The page did not say in time who you are; load it again."),
    "no_hint": mark("Hints are given only when you play against the computer and it is your turn."),
    "no_level": mark("The match goes on: choose the computer player that takes the seat."),
    "no_match": mark("The match begins when all seats are taken."),
    "no_method": mark("This address does not support that request."),
    "not_maker": mark("Only the person who set up this table can remove a player."),
    "no_page": mark("There is nothing at this address."),
    "no_person": mark("Take a seat yourself when you set up a table."),
    "nobody_there": mark("They are not connected just now; send them the link."),
    "no_phrases": mark("Nobody talks at this table."),
    "no_spectators": mark("Nobody may watch at this table; ask the host for a seat."),
    "only_watching": mark("You are watching; take a seat to play."),
    "removed": mark("The person who set up this table has given your seat to somebody else."),
    "replaced": mark("The table is open in another window."),
    "same_name": mark(
        "That name looks too much like another at this table; choose a name that cannot be "
        "confused."
    ),
    "seat_present": mark("This player is connected and plays for themselves."),
    "seat_taken": mark("That seat is taken; choose another."),
    "stopping": mark("The server is being restarted; the game continues in a moment."),
    "table_full": mark("All seats of this table are taken."),
    "too_fast": mark("Too many requests at once; wait a moment and try again."),
    "too_large": mark("That is longer than the server accepts."),
    "too_many_connections": mark("There are too many connections from your address; close some."),
    "too_many_spectators": mark(
        "This table has as many spectators as it can take; try again later."
    ),
    "no_duplicate": mark("These tables do not play the same cards; check the links."),
    "no_challenge": mark(
        "Only a finished game against computer players can be played again with the same cards."
    ),
    "no_packs": mark("The cards of this game are not all revealed, so nobody can play them again."),
    "other_deals": mark("These two games were not played with the same cards."),
    "no_decision": mark("Nothing can be tried again there; choose one of your own decisions."),
    "no_lesson": mark("No lesson is given at this table."),
    "practice_over": mark("Practice is one game; go back to the review to try again."),
    "no_review": mark("These games have not been reviewed yet; start their review."),
    "no_reviews": mark("Games are not reviewed here."),
    "bad_table": mark("Data that this needs cannot be read; check your connection and try again."),
    "no_server": mark("This works only with a server."),
    "review_failed": mark("The review stopped early; start it again."),
    "too_many_reviews": mark(
        "The server runs as many reviews as it can; wait until one is finished."
    ),
    "too_soon": mark("A match with other people can be reviewed when it is over."),
    "unknown_game": mark("There is no such game that can be reviewed; choose another."),
    "unknown_review": mark("That review is no longer available; start it again."),
    "too_many_tables": mark("All tables of this server are in use; try again later."),
    "too_slow": mark("Your connection was too slow to keep up; connecting again."),
    "unknown_language": mark("The server does not speak that language."),
    "unknown_phrase": mark("There is no such phrase; choose one of those offered."),
    "weak_token": mark(
        "A token or key of your own is 32 to 64 random letters, digits, hyphens and underscores."
    ),
    "wrong_match": mark("Another match is played at this table now."),
    "wrong_version": mark("This page and the server have different versions; load the page again."),
    # Tournaments
    "bad_plan": mark("A round has two to nine games, and in duplicate one."),
    "bad_scores": mark(
        "The winner of a game has reached its last hole, and the loser has not; check the scores."
    ),
    "bad_title": mark("A tournament needs a title that can be read."),
    "damaged_tournament": mark("What is stored of this tournament cannot be read; make another."),
    "no_reason": mark("Say in a line why the result is corrected; everybody can read it."),
    "no_tables": mark("A computer player cannot play on a wooden board."),
    "not_host": mark("Only the host can do this; open the host’s link."),
    "round_open": mark("Some results are still missing; enter them, or wait until they are there."),
    "too_few_players": mark("A tournament begins with at least four players; add more names."),
    "too_many_corrections": mark("This tournament has as many corrections as it can keep."),
    "tournament_full": mark("A tournament has at most 64 players."),
    "tournament_over": mark("The last round of this tournament has been played."),
    "unknown_pairing": mark("These two do not play in that round; load the page again."),
    "unknown_player": mark("There is no such player in this tournament; check the link."),
    # Fair deals
    "bad_commitment": mark("A seal has 64 digits, 0 to 9 and a to f; copy all of it."),
    "bad_label": mark("The name of the deal is missing or too long."),
    "bad_pack": mark("A pack has 52 cards, each of them once."),
    "bad_secret": mark("A secret has 64 digits, 0 to 9 and a to f; copy all of it."),
    "bad_seed": mark("A seed is a text of 1 to 200 visible characters."),
    "commitment_mismatch": mark("The secret does not fit the seal that was published."),
    "not_finished": mark("The secret is published when the deal is over; wait until then."),
    "pack_mismatch": mark("The cards are not where the secret puts them."),
    "too_late": mark("The pack is sealed before anybody is ready, and only once."),
    # Cards and rules
    "bad_card": mark("Write a card as its rank and its suit, such as 5H, TD or KS."),
    "bad_combination": mark("These options do not go together; change one of them."),
    "bad_switch": mark("This option has no such value; choose one of those offered."),
    "duplicate_card": mark("The same card is there twice; every card is in the pack once."),
    "unknown_preset": mark("There are no rules of that name; choose one of those offered."),
    "unknown_switch": mark("There is no option of that name; choose one of those offered."),
    "unknown_level": mark("The computer has no such level; choose one of those offered."),
    # The library of matches
    "bad_place": mark("A library cannot be created there; name another file."),
    "busy": mark("Another program is using the library; close it, or try again in a moment."),
    "closed": mark("The library is closed; open it again."),
    "conflict": mark("The match has continued somewhere else; open it again."),
    "damaged": mark("The library is damaged; move it away, or put a copy in its place."),
    "disk_error": mark("The disk failed; copy the library to another disk if you can."),
    "disk_full": mark("The disk is full; make room and try again."),
    "exists": mark("There is a match of that name already; take another name."),
    "failed": mark("The library could not be used; try again."),
    "lease_lost": mark("Another server moves the computer players now; the game goes on."),
    "newer": mark("The library was written by a newer Pegout; install that one."),
    "not_a_library": mark("That file is not a Pegout library; name another."),
    "older": mark("The library was written by an older Pegout; save its records with that one."),
    "no_program": mark("A program of PostgreSQL is missing; install its client."),
    "not_empty": mark("That place is not empty; name another, or have it replaced."),
    "not_served": mark("No server can be reached there; look where it runs."),
    "unknown_match": mark("There is no such match in the library."),
    "unknown_table": mark("There is no such table; check its code."),
    "unknown_tournament": mark("There is no such tournament; check its link."),
    "unreachable": mark("The database does not answer; try again in a moment."),
    "unwritable": mark("The library cannot be written; check its folder and its permissions."),
    # The match
    "bad_packs": mark("Matches with the same packs have one game, and a dealer settled before it."),
    "bad_length": mark("A match has 1 to 1000 games, or goes to 1 to 1000 points."),
    "bad_log": mark("This match cannot be read: a part of its log is missing."),
    "bad_name": mark(
        "Every player needs a name of their own, of 1 to 24 visible characters; choose another."
    ),
    "bad_text": mark("The names and remarks of a match are single lines of visible characters."),
    "bad_chance": mark("A sample needs a source of randomness."),
    "bad_dealer": mark("The dealer has to be one of the players."),
    "bad_position": mark("No game can go on from this position."),
    "unreachable_scores": mark(
        "More points are pegged in this deal than the scores have; correct the scores."
    ),
    "bad_rules": mark("These are no rules of the game."),
    "bad_setup": mark("A match begins with its players and its rules."),
    "in_use": mark("This match is just being changed; try again in a moment."),
    "no_record": mark("A match that began at a position has no record."),
    "bad_seats": mark("There have to be as many players as the rules have seats."),
    "match_over": mark("The match is over; begin another one."),
    "no_undo": mark(
        "There is no move to take back: only your last one can be, in the same deal and against "
        "the computer."
    ),
    "not_over": mark("Finish this game first."),
}

#: For messages that cannot be decoded, the sentence that names the fault, for a client's author.
_UNDECODED: Final[dict[str, str]] = {
    "bad_body": mark(
        "The server does not understand this request: {reason}. If a page sent it, load the page "
        "again."
    ),
    "bad_message": mark(
        "The server does not understand this message: {reason}. If a page sent it, load the page "
        "again."
    ),
}


def explain(
    error: Explicable, view: View | None, translator: Translator, action: Action | None = None
) -> str:
    """Explain in a sentence why a request failed, and what to do instead.

    The view is the seat's, to name the cards in question, and ``None`` outside a game; the action
    is the one that was requested.
    """
    t = translator
    if view is not None:
        said = _at_the_table(error.code, view, t, action)
        if said:
            return said
    sentence = SENTENCES.get(error.code)
    reason = str(error).rstrip(".")
    # An error of which only the code is known has no other text.
    if error.code in _UNDECODED and reason != error.code:
        return t.text(_UNDECODED[error.code], reason=why_undecoded(reason, t))
    if sentence is not None:
        return t.text(sentence)
    return t.text("That did not work: {reason}.", reason=reason)


def _at_the_table(code: str, view: View, t: Translator, action: Action | None) -> str | None:
    """Explain an error with the cards of the table, where that helps; else return ``None``."""
    card = short(action.card) if isinstance(action, Play) else None
    playable = t.either([short(card) for card in view.playable()])
    match code:
        case "over_31" if isinstance(action, Play):
            said = t.text(
                "{card} would make {count}, and the count stops at thirty-one.",
                card=card,
                count=view.count + VALUES[action.card],
            )
            then = (
                t.text("You can play {cards}.", cards=playable)
                if playable
                else t.text("No card fits: say go.")
            )
            return f"{said} {then}"
        case "can_play" if playable:
            return t.text("You can still play {cards}, so you cannot say go.", cards=playable)
        case "not_your_card" if card is not None and playable:
            return t.text(
                "You do not hold {card}; you can play {cards}.", card=card, cards=playable
            )
        case "bad_discard":
            discards = view.rules.discard_size
            return t.plural(
                "Choose one card of your hand to discard.",
                "Choose {cards} cards of your hand to discard, each of them once.",
                discards,
                cards=t.number(discards),
            )
        case "bad_cut" if view.phase is Phase.CUT:
            return t.text(
                "Cut somewhere else: at least four cards stay on each side, "
                "so lift 4 to {maximum}.",
                maximum=view.pack_size - 4,
            )
        case "bad_cut":
            return t.text("Another player has cut there already; cut somewhere else.")
        case "wrong_action":
            return _moment(view, t)
    return None


def _moment(view: View, t: Translator) -> str | None:
    """Return a sentence on the action that the game expects now."""
    if view.claim is not None:
        return t.text("First answer the count: let it stand, or call muggins.")
    match view.phase:
        case Phase.READY:
            return t.text("First say that you are ready for the cards.")
        case Phase.CUT_FOR_DEAL:
            return t.text("First cut for the deal.")
        case Phase.DISCARD:
            return t.text("First discard to the crib.")
        case Phase.CUT:
            return t.text("First cut the pack for the starter.")
        case Phase.PLAY:
            return t.text("This is the play: play a card, or say go if none fits.")
        case Phase.SHOW:
            return t.text("This is the show: say how many points you count.")
    return None
