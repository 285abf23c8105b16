"""The buttons and the line of keys, by what the table waits for."""

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
    hint_keys: bool

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
    t = scene.t
    match scene.mode:
        case Mode.WATCH:
            by_step = table.app.settings.pace == "step"
            return (Button("⏎", t("Go on"), "skip_one"),) if by_step else ()
        case Mode.READY:
            label = t("Deal the cards") if scene.view.deal else t("Shuffle for the cut")
            return (Button("⏎", label, "ready"),)
        case Mode.COVER:
            name = "" if table.passing is None else table.local.names[table.passing]
            return (Button("⏎", t("I am {name}", name=name), "uncover"),)
        case Mode.OVER:
            return _over(table, t)
    label = _decision(scene)
    return (Button("⏎", label, "decide"),) if label else ()


def _decision(scene: Scene) -> str:
    """Return the label of the button that decides; empty while something is missing."""
    t, points = scene.t, int(scene.typed or 0)
    cards = [card for card in scene.hand if card in scene.chosen]
    match scene.mode:
        case Mode.CUT_DEAL | Mode.CUT:
            return t("Cut here")
        case Mode.DISCARD if len(cards) == scene.view.rules.discard_size:
            return prompts.discard_button(scene.teller, cards)
        case Mode.PLAY if cards:
            return t("Play {card}", card=short(cards[0]))
        case Mode.POINTS if cards:
            return t.plural(
                "Play {card} for {n} point",
                "Play {card} for {n} points",
                points,
                card=short(cards[0]),
            )
        case Mode.GO:
            return t("Say go")
        case Mode.ANSWER:
            return t("Go on")
        case Mode.CLAIM if scene.typed:
            return t.plural("Count {n} point", "Count {n} points", points)
        case Mode.MUGGINS if scene.typed:
            return t.plural("Claim {n} point", "Claim {n} points", points)
    return ""


def _over(table: _Table, t: Translator) -> tuple[Button, ...]:
    match = table.local.match
    practised = match.practice is not None
    if table.local.lesson:
        return (
            Button("⏎", t("Play again"), "another"),
            Button("", t("Drills"), "drills"),
            Button("", t("Review"), "review"),
            Button("", t("Home"), "home"),
        )
    if practised:
        first = Button("⏎", t("Go back"), "home")
    elif match.over:
        first = Button("⏎", t("Play again"), "next")
    else:
        first = Button("⏎", t("Next game"), "next")
    return (
        first,
        Button("", t("Review"), "review"),
        Button("", t("Verify"), "verify"),
        Button("", t("Save"), "save"),
        *([] if practised else [Button("", t("Home"), "home")]),
    )


def footer_for(table: _Table, scene: Scene) -> tuple[tuple[str, str], ...]:
    """Return the keys available now, the most useful first."""
    t = scene.t
    keys: list[tuple[str, str]] = []
    if scene.mode is Mode.WATCH:
        keys.append(("Esc", t("skip")))
    if table.hint is not None:
        keys += [(f"1–{HINTED}", t("choose"))] if table.hint_keys else []
        keys.append(("Esc", t("close")))
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
