"""The buttons and the line of keys, by what the table waits for."""

from __future__ import annotations

from typing import Protocol

from pegout.text import Translator, prompts, short
from pegout.tui.host import Host
from pegout.tui.local_seats import LocalSeats
from pegout.tui.option_panel import HINTED
from pegout.tui.scene import Button, Mode, Scene
from pegout.wire.table import Suggestion


class _Table(Protocol):
    """The part of the table that decides which actions are available."""

    local: LocalSeats
    passing: int | None
    hint: Suggestion | None

    @property
    def app(self) -> Host: ...

    def may_call(self) -> bool: ...

    def may_end(self) -> bool: ...

    def may_hint(self) -> bool: ...


def pace_name(pace: str, t: Translator) -> str:
    """Return the name of a pace."""
    return {
        "slow": t("slow"),
        "normal": t("normal"),
        "quick": t("quick"),
        "instant": t("instant"),
        "step": t("a key for each step"),
    }[pace]


def thinking_name(thinking: str, t: Translator) -> str:
    """Return the name of a thinking time."""
    return {"like_me": t("like me"), "quick": t("quick"), "off": t("off")}[thinking]


def buttons_for(table: _Table, scene: Scene) -> tuple[Button, ...]:
    """Return the buttons available now; Enter presses the first unless the cursor has moved."""
    t, view = scene.t, scene.view
    enter = "⏎"
    match scene.mode:
        case Mode.WATCH:
            if table.app.settings.pace == "step":
                return (Button(enter, t("Go on"), "skip_one"),)
            return ()
        case Mode.READY:
            label = t("Deal the cards") if view.deal else t("Shuffle for the cut")
            return (Button(enter, label, "ready"),)
        case Mode.CUT_DEAL | Mode.CUT:
            return (Button(enter, t("Cut here"), "decide"),)
        case Mode.DISCARD:
            cards = [card for card in scene.hand if card in scene.chosen]
            if len(cards) < view.rules.discard_size:
                return ()
            return (Button(enter, prompts.discard_button(scene.teller, cards), "decide"),)
        case Mode.PLAY | Mode.POINTS:
            return _play(scene)
        case Mode.GO:
            return (Button(enter, t("Say go"), "decide"),)
        case Mode.CLAIM | Mode.MUGGINS if not scene.typed:
            return ()
        case Mode.CLAIM:
            points = int(scene.typed)
            label = t.plural("Count {n} point", "Count {n} points", points)
            return (Button(enter, label, "decide"),)
        case Mode.ANSWER:
            return (Button(enter, t("Go on"), "decide"),)
        case Mode.MUGGINS:
            points = int(scene.typed)
            label = t.plural("Claim {n} point", "Claim {n} points", points)
            return (Button(enter, label, "decide"),)
        case Mode.COVER:
            name = "" if table.passing is None else table.local.names[table.passing]
            return (Button(enter, t("I am {name}", name=name), "uncover"),)
    return _over(table, t)


def _play(scene: Scene) -> tuple[Button, ...]:
    if not scene.chosen:
        return ()
    (card,) = scene.chosen
    if scene.mode is Mode.POINTS:
        points = int(scene.typed or 0)
        label = scene.t.plural(
            "Play {card} for {n} point", "Play {card} for {n} points", points, card=short(card)
        )
    else:
        label = scene.t("Play {card}", card=short(card))
    return (Button("⏎", label, "decide"),)


def _over(table: _Table, t: Translator) -> tuple[Button, ...]:
    match = table.local.match
    if match.practice is not None:
        return (
            Button("⏎", t("Go back"), "home"),
            Button("", t("Review"), "review"),
            Button("", t("Verify"), "verify"),
            Button("", t("Save"), "save"),
        )
    first = (
        Button("⏎", t("Play again"), "again")
        if match.over
        else Button("⏎", t("Next game"), "next_game")
    )
    return (
        first,
        Button("", t("Review"), "review"),
        Button("", t("Verify"), "verify"),
        Button("", t("Save"), "save"),
        Button("", t("Home"), "home"),
    )


def footer_for(table: _Table, scene: Scene) -> tuple[tuple[str, str], ...]:
    """Return the keys available now, the most useful first."""
    t = scene.t
    keys: list[tuple[str, str]] = []
    if scene.mode is Mode.WATCH:
        keys.append(("Esc", t("skip")))
    if table.hint is not None:
        keys += [(f"1–{HINTED}", t("choose")), ("Esc", t("close"))]
    elif table.may_hint():
        keys.append(("H", t("hint")))
    if table.may_call():
        keys.append(("M", t("muggins")))
    keys.append(("L", t("log")))
    keys.append(("S", t("scores")))
    if scene.view.deal and scene.mode in (Mode.PLAY, Mode.POINTS, Mode.GO):
        keys.append(("C", t("count")))
    if scene.mode is not Mode.WATCH and table.local.can_undo():
        keys.append(("U", t("undo")))
    pace = pace_name(table.app.settings.pace, t)
    keys.extend(
        [
            ("?", t("help")),
            ("Q", t("leave")),
            ("R", t("rules")),
            ("P", t("pace: {pace}", pace=pace)),
            *([("E", t("end"))] if table.may_end() else []),
        ]
    )
    return tuple(keys)
