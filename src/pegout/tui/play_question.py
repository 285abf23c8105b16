"""The two questions that are asked once, as the game after a first finished one begins."""

from pegout.tui.ask import Ask
from pegout.tui.host import Host


async def ask_how_to_play(app: Host) -> None:
    """Ask whether one key plays a card and whether deals go on by themselves; Escape changes none.

    It has to run in a worker.
    """
    t, settings = app.t, app.settings
    plays = await _ask(
        app,
        t("Does one key play a card?"),
        t("A number chooses the card, and Enter plays it."),
        t("The number of a card plays it."),
        yes=not settings.confirm,
    )
    deals = await _ask(
        app,
        t("Do deals go on by themselves?"),
        t("Enter deals the next cards."),
        t("The next cards come a while after the count; a key holds them back."),
        yes=settings.auto_deal,
    )
    app.change(asked_play=True, confirm=not plays, auto_deal=deals)


async def _ask(app: Host, title: str, if_no: str, if_yes: str, *, yes: bool) -> bool:
    """Ask a question with what each answer means; the cursor is at the one that holds now."""
    t = app.t
    ask = Ask(title, [(t("No"), if_no), (t("Yes"), if_yes)], at=int(yes))
    answer = await app.push_screen_wait(ask)
    return yes if answer is None else bool(answer)
