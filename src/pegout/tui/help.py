"""The page of help at the table: every key in a line."""

from __future__ import annotations

from pegout.text import Translator

__all__ = ["help_lines"]


def help_lines(t: Translator) -> list[str]:
    """Give the help of the table."""
    keys = [
        ("1–6", t("choose a card, or type a number")),
        ("← →", t("move along the hand, the pack or the buttons")),
        ("↑ ↓", t("raise or lower a card")),
        ("⏎", t("do what stands on the bright button")),
        ("C", t("say the count")),
        ("S", t("say the scores")),
        ("L", t("read the whole log")),
        ("M", t("call muggins, while a count can be answered")),
        ("U", t("take your last decision back, against the computer")),
        ("P", t("change the pace: slow, normal, quick, instant, or a key for each step")),
        ("Esc", t("skip what is being shown; put chosen cards back")),
        ("R", t("read the rule book")),
        ("F", t("see what the deals are sealed with")),
        ("E", t("end the game: resign, or offer to stop")),
        ("?", t("this page")),
        ("Q", t("leave the table; the game is kept, and you can go on later")),
    ]
    return [
        *(f"{key:<5} {what}" for key, what in keys),
        "",
        t("The mouse does all of this too: click a card, the pack, a button or a key."),
        t("● ■ ▲ are the sides. The front peg of a side shows its score, the rear peg the last."),
    ]
