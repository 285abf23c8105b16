"""The help page of the table: a line for every key."""

from pegout.text import Translator


def help_lines(t: Translator) -> list[str]:
    """Return the help of the table."""
    keys = [
        ("1–6", t("choose a card, or type a number")),
        ("← →", t("move along the hand, the pack or the buttons")),
        ("↑ ↓", t("raise or lower a card")),
        ("⏎", t("press the bright button")),
        ("H", t("ask for a hint, when all other players are computers")),
        ("C", t("say the count")),
        ("S", t("say the scores")),
        ("L", t("read the whole log")),
        ("M", t("call muggins, while a count can be answered")),
        ("U", t("take your last decision back, against the computer")),
        ("P", t("change the pace: slow, normal, quick, instant, or a key for each step")),
        ("Esc", t("skip what is being shown; put chosen cards back")),
        ("R", t("read the rule book")),
        ("F", t("see the seals of the deals")),
        ("G", t("resume the guide of a first game, after leaving it")),
        ("E", t("end the game: resign, or offer to stop")),
        ("?", t("this page")),
        ("Q", t("leave the table; the game is saved, and you can continue it later")),
    ]
    return [
        *(f"{key:<5} {what}" for key, what in keys),
        "",
        t("The mouse does all of this too: click a card, the pack, a button or a key."),
        t("● ■ ▲ ◆ are the sides. The front peg of a side shows its score, the rear peg the last."),
    ]


def review_lines(t: Translator) -> list[str]:
    """Return the help of a review."""
    keys = [
        ("← →", t("go from decision to decision")),
        ("N", t("go to the next mistake; with Shift to the one before")),
        ("↑ ↓", t("go card by card")),
        ("PgUp", t("go back by a deal, with PgDn forward by one")),
        ("Home", t("go to the beginning, with End to the end")),
        ("T", t("try this decision again, with the same cards")),
        ("A", t("ask about this position")),
        ("Tab", t("see the decisions of another player")),
        ("O", t("show or hide the chance of winning with all cards open, as a faint line")),
        ("G", t("go to the next game of the match; with Shift to the one before")),
        ("L", t("read the whole log")),
        ("V", t("check that the deals were fair")),
        ("W", t("save the record")),
        ("?", t("this page")),
        ("Q", t("leave the review")),
    ]
    return [
        *(f"{key:<5} {what}" for key, what in keys),
        "",
        t(
            "Each option is valued for a player who knows only what this one knew: in points of "
            "the deal and, where the score matters, in chance of winning."
        ),
        t(
            "The line is the chance of winning in this player’s own view, from which the verdicts "
            "are taken."
        ),
        t(
            "▸ is what was chosen. On the line ∘ is an inaccuracy, • a mistake and ● a large one; "
            "▲ is where you are."
        ),
    ]
