"""Explain why the best option is best: a sentence, and the numbers of a row.

The options come from :func:`pegout.review.option_values.options_of`. Every screen uses these
sentences, so that a hint, the tutor and the review of a game agree.

>>> from pegout.review.option_values import Option, Options
>>> from pegout.cards import parse_cards
>>> from pegout.text.language import language
>>> best = Option(parse_cards("6D 7C"), 12.4, 3.1, 0.4, 0.56)
>>> other = Option(parse_cards("7C KH"), 11.1, 3.7, 0.4, 0.55)
>>> options = Options("discard", (best, other), False, 0.006, 0.001, "own", (90, 84))
>>> reason(options, language("en"))
'Keeps 12.4 in the hand, 1.3 more than 7♣ K♥, but your crib gets 0.6 less.'
>>> [part.figure for part in option_parts(other, options, language("en"))]
['11.1', '+3.7', '+0.4']
>>> explanation(options, other, language("es")).split(". ")[0]
'7♣ K♥: 0,7 menos que 6♦ 7♣'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from pegout.text.names import shorts

if TYPE_CHECKING:
    from pegout.review.game_review import Verdict
    from pegout.review.options import Option, OptionKind, Options
    from pegout.text.language import Translator
    from pegout.wire.decision_values import DecisionAdvice, DecisionOption
    from pegout.wire.http import GameDecision

    AnyOption: TypeAlias = Option | DecisionOption
    AnyOptions: TypeAlias = Options | DecisionAdvice | GameDecision

#: The parts of an option's value.
PartName: TypeAlias = Literal["hand", "crib", "play", "chance"]

#: Differences below this round to zero at one decimal.
_SHOWN: Final = 0.05
#: If a side needs no more than this, the score is the reason: one good deal ends the game.
_LAST_DEAL: Final = 12
#: Where more than this much win probability goes with a point, points are not the reason: twice
#: what a point is worth on average.
_WORTH: Final = 0.034
#: A difference in win probability that is little.
_LITTLE: Final = 0.01
#: An error of a win probability that needs no words.
_CLEAR: Final = 0.003
#: The most options to name that tie with the best.
_NAMED: Final = 2


class OptionPart(NamedTuple):
    """One number of an option, with its label."""

    name: PartName
    label: str
    figure: str


def figure(number: float, t: Translator, *, signed: bool = False, digits: int = 1) -> str:
    """Return a number with a fixed number of decimals, in the format of the language.

    A sign distinguishes gain from loss.

    >>> from pegout.text.language import language
    >>> figure(-0.64, language("es"), signed=True), figure(-0.01, language("en"))
    ('−0,6', '0.0')
    """
    rounded = round(number, digits) + 0.0
    sign = "+" if signed and rounded else ""
    return t.decimal(rounded, f"{sign}.{digits}f")


def percent(share: float, t: Translator, *, signed: bool = False) -> str:
    r"""Return a share, such as a win probability, in per cent; number and sign stay on one line.

    >>> from pegout.text.language import language
    >>> percent(0.613, language("en")), percent(-0.03, language("es"), signed=True)
    ('61.3\xa0%', '−3,0\xa0%')
    """
    return f"{figure(100 * share, t, signed=signed)}\N{NO-BREAK SPACE}%"


def _rounded(share: float, t: Translator) -> str:
    """Return a share without decimals, unless that would make a certainty of it."""
    whole = round(100 * share)
    if share <= 0 or share >= 1 or 0 < whole < 100:
        return f"{whole}\N{NO-BREAK SPACE}%"
    return percent(share, t)


def chance_sentence(decision: GameDecision, t: Translator) -> str:
    r"""State the chance of winning after a decision, and with the best where that is higher.

    All of a tie have the chance of the best.

    >>> from pegout.text.language import language
    >>> from pegout.wire.decision_values import DecisionLoss, DecisionOption, DecisionVerdict
    >>> from pegout.wire.http import GameDecision
    >>> best = DecisionOption([], 12.4, 3.1, 0.4, 15.9, 0.28, None, False, None, "6♦ 7♣")
    >>> loss, verdict = DecisionLoss(1.1, 0.07, False), DecisionVerdict("mistake", "mistake")
    >>> decision = GameDecision(9, 1, 0, "discard", True, [best], 1, loss, verdict, "", 0.0, 0.0)
    >>> chance_sentence(decision, language("en"))
    'You win 21\xa0% (best: 28\xa0%).'
    """
    highest = decision.options[0].chance
    share, best = _rounded(highest - decision.loss.chance, t), _rounded(highest, t)
    says = t.text("You win {share}", share=share)
    if share != best:
        says = t.text("{says} (best: {best})", says=says, best=best)
    return f"{says}."


def verdict_words(verdict: Verdict, t: Translator) -> str:
    """Return a verdict on a decision in words.

    >>> from pegout.review.game_review import Verdict
    >>> from pegout.text.language import language
    >>> verdict_words(Verdict.LARGE_MISTAKE, language("en"))
    'large mistake'
    """
    return {
        "fine": t.text("fine"),
        "inaccuracy": t.text("inaccuracy"),
        "mistake": t.text("mistake"),
        "large mistake": t.text("large mistake"),
    }[verdict.value]


def option_words(option: Option, kind: OptionKind, t: Translator) -> str:
    """Name an option in few words: its cards, or its claim.

    >>> from pegout.review.option_values import Option
    >>> from pegout.text.language import language
    >>> option_words(Option((), 0.0, 0.0, 2.0, 0.5, claim=0), "muggins", language("en"))
    'lets it stand'
    """
    if option.claim is None:
        return shorts(option.cards)
    if kind == "count":
        return t.text("counts {n}", n=option.claim)
    return t.text("muggins for {n}", n=option.claim) if option.claim else t.text("lets it stand")


def cost_words(option: AnyOption, options: AnyOptions, t: Translator) -> str:
    """Return the difference of an option from the best, by what decides; 0 for the best itself.

    >>> from pegout.review.option_values import Option, Options
    >>> from pegout.cards import parse_cards
    >>> from pegout.text.language import language
    >>> best = Option(parse_cards("6D 7C"), 12.4, 3.1, 0.4, 0.56)
    >>> other = Option(parse_cards("7C KH"), 11.1, 3.7, 0.4, 0.55)
    >>> options = Options("discard", (best, other), False, 0.006, 0.001, "own", (90, 84))
    >>> [cost_words(option, options, language("en")) for option in options.options]
    ['0', '−0.7']
    """
    best = options.options[0]
    if option == best:
        return "0"
    if options.by_chance:
        return percent(option.chance - best.chance, t, signed=True)
    return figure(option.points - best.points, t, signed=True)


def option_parts(option: AnyOption, options: AnyOptions, t: Translator) -> tuple[OptionPart, ...]:
    """Return the numbers of a row: hand, crib and play in points, and win probability if it ranks.

    They are the same parts in the same order for every option of a decision.
    """
    parts = [OptionPart("play", t.text("play"), figure(option.play, t, signed=True))]
    if options.kind == "discard":
        hand = OptionPart("hand", t.text("hand"), figure(option.hand, t))
        crib = OptionPart("crib", t.text("crib"), figure(option.crib, t, signed=True))
        parts = [hand, crib, *parts]
    if options.by_chance:
        parts.append(OptionPart("chance", t.text("wins"), percent(option.chance, t)))
    return tuple(parts)


def reason(options: Options, t: Translator, chosen: Option | None = None) -> str:
    """Explain in a sentence why the best option is best.

    The best is compared with the chosen option; by default, or if that is the best itself, with the
    runner-up. If there is only one option the text is empty.
    """
    best = options.best
    if len(options.options) < 2:
        return ""
    if best.claim is not None:
        return _by_claim(options, t)
    if chosen is None or chosen == best:
        tied = _tied_with_best(options)
        if tied:
            return _tie(tied, options.kind, t)
        chosen = options.options[1]
    elif options.loss(chosen).nothing:
        return _no_loss(options, chosen, t)
    if options.by_chance:
        return _by_score(options, chosen, t)
    return _by_points(options, chosen, t)


def explanation(options: Options, chosen: Option, t: Translator) -> str:
    """State the value of a decision compared with the best option, the reason and the error."""
    said = _explanation(options, chosen, t)
    if not options.worlds or options.chance_error <= _CLEAR:
        return said
    error = percent(2 * options.chance_error, t)
    sampled = t.text(
        "From {number} sampled deals: a difference below {error} may be chance.",
        number=options.worlds,
        error=error,
    )
    return f"{said} {sampled}"


def _explanation(options: Options, chosen: Option, t: Translator) -> str:
    loss, cards = options.loss(chosen), option_words(chosen, options.kind, t)
    if chosen == options.best:
        tied = _tied_with_best(options)
        if len(tied) > _NAMED:
            return t.text("{cards}: about as good as several others, a tie.", cards=cards)
        if tied:
            names = t.join([option_words(option, options.kind, t) for option in tied])
            return t.text("{cards}: about as good as {best}, a tie.", cards=cards, best=names)
        said = t.text("{cards}: the best.", cards=cards)
        return f"{said} {reason(options, t)}"
    if loss.nothing:
        return _no_loss(options, chosen, t)
    if options.by_chance:
        said = t.text(
            "{cards}: {chance} less chance of winning than {best}.",
            cards=cards,
            chance=percent(loss.chance, t),
            best=option_words(options.best, options.kind, t),
        )
    else:
        said = t.text(
            "{cards}: {points} less than {best}.",
            cards=cards,
            points=figure(loss.points, t),
            best=option_words(options.best, options.kind, t),
        )
    return f"{said} {reason(options, t, chosen)}"


def _tied_with_best(options: Options) -> list[Option]:
    return [option for option in options.options[1:] if options.loss(option).tied]


def _no_loss(options: Options, chosen: Option, t: Translator) -> str:
    """Say why an option is no error: a tie, or a card that the solved play plays at times."""
    cards = option_words(chosen, options.kind, t)
    if not options.loss(chosen).tied:
        return t.text("{cards}: no error, because the solved play plays it at times.", cards=cards)
    best = option_words(options.best, options.kind, t)
    return t.text("{cards}: about as good as {best}, a tie.", cards=cards, best=best)


def _tie(others: list[Option], kind: OptionKind, t: Translator) -> str:
    if len(others) > _NAMED:
        return t.text("Several are about as good: a tie.")
    names = t.join([option_words(other, kind, t) for other in others])
    return t.text("About as good as {cards}, a tie.", cards=names)


# Near the end


def _by_score(options: Options, other: Option, t: Translator) -> str:
    best, needs = options.best, options.needs
    if options.kind == "play" and best.at_once >= needs[0]:
        return t.text("Scores the last points: it wins the game at once.")
    better, wins = best.points - other.points, best.chance - other.chance
    if min(needs) > _LAST_DEAL:
        if better >= _SHOWN and wins <= _WORTH * better:
            return _by_points(options, other, t)
        if wins < _LITTLE:
            return t.text("A little better than {cards}.", cards=shorts(other.cards))
    # The comparison in points does not explain the choice here.
    values = {
        "own": needs[0],
        "rival": min(needs[1:]),
        "best": percent(best.chance, t),
        "cards": shorts(other.cards),
        "other": percent(other.chance, t),
    }
    if better <= -_SHOWN:
        return t.text(
            "You need {own} and the opponent {rival}: it wins {best} of games, {cards} {other}, "
            "though it is worth {points} less.",
            **values,
            points=figure(-better, t),
        )
    return t.text(
        "You need {own} and the opponent {rival}: it wins {best} of games, {cards} {other}.",
        **values,
    )


# In points


def _by_claim(options: Options, t: Translator) -> str:
    """State the points to count, or the points that were missed."""
    claim = options.best.claim or 0
    if options.kind == "count":
        return t.plural("There is {n} point to count.", "There are {n} points to count.", claim)
    if not claim:
        return t.text("Nothing was missed.")
    return t.plural("{n} point was missed.", "{n} points were missed.", claim)


def _by_points(options: Options, other: Option, t: Translator) -> str:
    if options.kind == "play":
        return _in_the_play(options.best, other, t)
    best, dealer = options.best, options.dealer
    # From the strongest reason for the best to the strongest against it.
    order = sorted(
        [
            (best.hand - other.hand, "hand"),
            (best.crib - other.crib, "crib"),
            (best.play - other.play, "play"),
        ],
        reverse=True,
    )
    (main, first), rest = order[0], order[1:]
    cards, more = shorts(other.cards), figure(main, t)
    if main < _SHOWN:
        return t.text("A little better than {cards}.", cards=cards)
    if first == "hand":
        said = t.text(
            "Keeps {hand} in the hand, {more} more than {cards}",
            hand=figure(best.hand, t),
            more=more,
            cards=cards,
        )
    elif first == "play":
        said = t.text("Pegs {more} more than {cards} in the play", more=more, cards=cards)
    elif dealer == "opponent":
        said = t.text("Gives the opponent’s crib {less} less than {cards}", less=more, cards=cards)
    elif dealer == "partner":
        said = t.text("Gives your partner’s crib {more} more than {cards}", more=more, cards=cards)
    else:
        said = t.text("Gives your crib {more} more than {cards}", more=more, cards=cards)
    by, second = max(rest, key=lambda part: abs(part[0]))
    if abs(by) < _SHOWN:
        return f"{said}."
    also = _also(second, by, options, t)
    if by > 0:
        return t.text("{first}, and {second}.", first=said, second=also)
    return t.text("{first}, but {second}.", first=said, second=also)


def _also(name: str, by: float, options: Options, t: Translator) -> str:
    """State another difference in a clause, in favour of the best where ``by`` is above 0."""
    points = figure(abs(by), t)
    if name == "hand" and by > 0:
        return t.text("the hand is worth {points} more", points=points)
    if name == "hand":
        return t.text("the hand is worth {points} less", points=points)
    if name == "play" and by > 0:
        return t.text("the play brings {points} more", points=points)
    if name == "play":
        return t.text("the play brings {points} less", points=points)
    gets_more = by > 0
    if options.dealer == "opponent":
        gets_more = not gets_more
        whose = t.text("the opponent’s crib")
    elif options.dealer == "partner":
        whose = t.text("your partner’s crib")
    else:
        whose = t.text("your crib")
    if gets_more:
        return t.text("{crib} gets {points} more", crib=whose, points=points)
    return t.text("{crib} gets {points} less", crib=whose, points=points)


def _in_the_play(best: Option, other: Option, t: Translator) -> str:
    """Compare two cards by their points at once and those that follow."""
    now = best.at_once - other.at_once
    later = best.play - other.play - now
    cards, by = shorts(other.cards), figure(abs(later), t)
    if now > 0:
        said = t.plural(
            "Scores {n} point more than {cards} at once",
            "Scores {n} points more than {cards} at once",
            now,
            cards=cards,
        )
        if abs(later) < _SHOWN:
            return f"{said}."
        if later > 0:
            return t.text("{first}, and {by} more later.", first=said, by=by)
        return t.text("{first}, but {by} less later.", first=said, by=by)
    if now < 0:
        return t.plural(
            "{cards} scores {n} point more at once, but {by} less later.",
            "{cards} scores {n} points more at once, but {by} less later.",
            -now,
            cards=cards,
            by=by,
        )
    if later < _SHOWN:
        return t.text("A little better than {cards}.", cards=cards)
    return t.text("From here on it pegs {more} more than {cards}.", more=by, cards=cards)
