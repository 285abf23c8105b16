"""The frame around the cards: the headline, the board, the scores, the log and the keys."""

from collections.abc import Sequence

from rich.cells import cell_len

from pegout.text import prompts
from pegout.tui.areas import Area, Layout
from pegout.tui.board import Point, draw_board, draw_strip, pegs_of
from pegout.tui.canvas import Canvas, fit, paint, wrap
from pegout.tui.chance_line import draw_chance_line
from pegout.tui.digits import draw_number
from pegout.tui.option_panel import draw_panel
from pegout.tui.scene import ClickTarget, Mode, Scene
from pegout.tui.themes import SHAPES, Palette


def draw_frame(canvas: Canvas, scene: Scene, layout: Layout, palette: Palette) -> None:
    """Draw everything except the cards."""
    _draw_headline(canvas, scene, palette)
    _draw_wood(canvas, scene, layout, palette)
    _draw_panel(canvas, scene, layout.panel, palette)
    if scene.panel is None:
        _draw_log(canvas, scene, layout.log, palette)
    else:
        rows = draw_panel(canvas, scene.panel, layout.log, palette)
        scene.targets.extend([ClickTarget(*row, "option", at) for at, row in enumerate(rows)])
    if scene.line is not None and layout.strip.height:
        nearest = draw_chance_line(canvas, scene.line, layout.strip, palette)
        for column, at in nearest.items():
            scene.targets.append(
                ClickTarget(column, layout.strip.y, 1, layout.strip.height, "mark", at)
            )
    _draw_footer(canvas, scene, palette)


def _draw_headline(canvas: Canvas, scene: Scene, palette: Palette) -> None:
    t, view = scene.t, scene.view
    ground = palette.deep
    canvas.fill(0, 0, canvas.width, 1, style=paint(palette.ink, ground))
    x = canvas.put(1, 0, "Pegout", paint(palette.brass, ground, bold=True)) + 2
    parts = [prompts.phase(scene.teller, view)]
    if view.deal:
        parts.insert(0, t("Deal {deal}", deal=view.deal))
    crib = prompts.crib(scene.teller, view)
    if crib:
        parts.append(crib)
    right = _match_line(scene)
    edge = canvas.width - cell_len(right) - 1
    canvas.put(edge, 0, right, paint(palette.quiet, ground))
    said = " · ".join(parts)
    sealed = "" if view.commitment is None else t("sealed")
    lock = edge - cell_len(sealed) - (4 if right else 2)
    if sealed and x + cell_len(said) + 2 <= lock:
        scene.targets.append(ClickTarget(lock, 0, cell_len(sealed) + 2, 1, "seal"))
        canvas.put(lock, 0, "F", paint(palette.brass, ground))
        canvas.put(lock + 2, 0, sealed, paint(palette.quiet, ground))
        edge = lock
    canvas.put(x, 0, fit(said, edge - x - 2), paint(palette.ink, ground))


def _match_line(scene: Scene) -> str:
    """Return the number of the game in the match, and the score of the match."""
    t, setup = scene.t, scene.setup
    if setup.games == 1 and not setup.play_to:
        return ""
    if setup.play_to:
        game = t("Game {game}, match to {points}", game=scene.game, points=setup.play_to)
    else:
        game = t("Game {game} of {games}", game=scene.game, games=setup.games)
    return f"{game} · {'–'.join(map(str, scene.points))}"


def _draw_wood(canvas: Canvas, scene: Scene, layout: Layout, palette: Palette) -> None:
    area, rules = layout.board, scene.view.rules
    canvas.fill(area.x, area.y, area.width, area.height, style=paint(palette.ink, palette.wood))
    pegs = scene.pegs or pegs_of(scene.view)
    if layout.track is None:
        rise = area.height // len(pegs)
        top = area.y + (area.height - rise * (len(pegs) - 1)) // 2
        at, width = Point(area.x + 1, top), area.width - 2
        draw_strip(canvas, at, rules.target, pegs, palette, width=width, rise=rise)
        return
    top = area.y + (area.height - layout.track.height) // 2
    draw_board(
        canvas, Point(area.x + 1, top), layout.track, pegs, palette, skunk_lines=rules.lines_judged
    )


def _draw_panel(canvas: Canvas, scene: Scene, area: Area, palette: Palette) -> None:
    view, ground = scene.view, palette.deep
    canvas.fill(area.x, area.y, area.width, area.height, style=paint(palette.ink, ground))
    sides = view.rules.sides
    rows = 3 if area.height >= sides * 3 else 2
    gap = 1 if area.height >= sides * (rows + 1) - 1 else 0
    y = area.y + (area.height - sides * (rows + gap) + gap) // 2
    order = sorted(range(sides), key=lambda side: not scene.teller.own(side))
    for side in order:
        _draw_side(canvas, scene, side, palette, Area(area.x, y, area.width, rows))
        y += rows + gap


def _draw_side(canvas: Canvas, scene: Scene, side: int, palette: Palette, area: Area) -> None:
    """Draw the name of a side, what it needs and its last points beside its score."""
    y = area.y
    view, ground, colour = scene.view, palette.deep, palette.sides[side]
    front, rear = (scene.pegs or pegs_of(view))[side]
    x = area.x + 1
    small, bold = area.height < 3, paint(colour, ground, bold=True)
    if small:
        x = canvas.put(x, y, f"{front:>3}", bold) + 1
    else:
        # Where there is little room, a score of two digits gets no space for a third.
        figures = 11 if front > 99 or (view.rules.target > 99 and area.width > 26) else 7
        draw_number(canvas, x, y, front, bold, width=figures)
        x += figures + 1
    room = area.x + area.width - x - 1
    name = scene.teller.side_name(side)
    if cell_len(name) > room - 2:
        name = _short_name(scene, side, room - 2)
    canvas.put(x, y, SHAPES[side], bold)
    canvas.put(x + 2, y, name, paint(palette.ink, ground, bold=True))
    end = x - 1
    left = view.rules.target - front
    if left > 0:
        needs = prompts.needs(scene.teller, left)
        if cell_len(needs) > room:
            needs = fit(scene.t("{points} left", points=left), room + 1)
        end_of_needs = canvas.put(x, y + 1, needs, paint(palette.quiet, ground))
        end = end_of_needs if small else end
    y += area.height - 1
    if front > rear:
        end = canvas.put(end + 1, y, f"+{front - rear}", bold)
    if view.dealer is not None and view.rules.side(view.dealer) == side:
        word = scene.t("dealer")
        if end + 1 + cell_len(word) + 2 <= area.x + area.width:
            canvas.put(end + 1, y, f" {word} ", paint(palette.on_brass, palette.brass))


def _short_name(scene: Scene, side: int, room: int) -> str:
    """Return the names of a side's players in little room."""
    teller = scene.teller
    seats = [seat for seat in range(len(teller.names)) if scene.view.rules.side(seat) == side]
    own = scene.t("You")
    names = [own if seat == teller.seat else teller.names[seat] for seat in seats]
    if len(names) == 1:
        return fit(names[0], room)
    spaced = " + ".join(names)
    return spaced if cell_len(spaced) <= room else squeeze(names, room)


def squeeze(names: Sequence[str], width: int) -> str:
    """Join names within a width, cutting the longest first, so that part of each remains.

    >>> squeeze(["You", "Cleo"], 6), squeeze(["Ben", "Dan"], 6)
    ('You+Cl', 'Ben+Da')
    """
    shortened = list(names)
    while (
        sum(map(cell_len, shortened)) + len(shortened) - 1 > width and max(map(len, shortened)) > 1
    ):
        _, longest = max((cell_len(name), at) for at, name in enumerate(shortened) if len(name) > 1)
        shortened[longest] = shortened[longest][:-1]
    return fit("+".join(shortened), width)


def log_rows(scene: Scene, width: int, height: int) -> list[tuple[int | None, str, bool]]:
    """Return the last log rows that fit: the side, the text, and whether a sentence begins."""
    rows: list[tuple[int | None, str, bool]] = []
    for line in reversed(scene.log):
        pieces = wrap(line.text, width)
        rows[:0] = [(line.side, piece, at == 0) for at, piece in enumerate(pieces)]
        if len(rows) >= height:
            break
    rows = rows[-height:] if height > 0 else []
    # Drop the rest of a sentence whose first row does not fit.
    while len(rows) > 1 and not rows[0][2] and any(first for _, _, first in rows):
        rows = rows[1:]
    return rows


def _draw_log(canvas: Canvas, scene: Scene, area: Area, palette: Palette) -> None:
    ground = palette.deep
    canvas.fill(area.x, area.y, area.width, area.height, style=paint(palette.ink, ground))
    scene.targets.append(ClickTarget(area.x, area.y, area.width, area.height, "log"))
    newest = len(wrap(scene.log[-1].text, area.width - 4)) if scene.log else 0
    rows = log_rows(scene, area.width - 4, area.height)
    y = area.y + area.height - len(rows)
    for at, (side, text, first) in enumerate(rows):
        bright = at >= len(rows) - newest
        if first and side is not None:
            canvas.put(area.x + 1, y + at, SHAPES[side], paint(palette.sides[side], ground))
        elif first:
            canvas.put(area.x + 1, y + at, "·", paint(palette.quiet, ground))
        canvas.put(
            area.x + 3, y + at, text, paint(palette.ink if bright else palette.quiet, ground)
        )


def _key_width(key: str, word: str) -> int:
    return cell_len(key) + (1 + cell_len(word) if word else 0)


def fit_keys(keys: Sequence[tuple[str, str]], room: int) -> tuple[list[tuple[str, str]], int]:
    """Return keys with their words, and the space between two, so that every key has room.

    The space shrinks first, then what stands after a colon, then words from the last key on: the
    first keys are the most useful ones.

    >>> fit_keys([("H", "hint"), ("P", "pace: slow"), ("E", "end")], 23)
    ([('H', 'hint'), ('P', 'pace'), ('E', 'end')], 2)
    >>> fit_keys([("H", "hint"), ("P", "pace: slow"), ("E", "end")], 11)
    ([('H', 'hint'), ('P', ''), ('E', '')], 1)
    """
    shown = list(keys)

    def fits(gap: int) -> bool:
        return sum(_key_width(*each) for each in shown) + gap * (len(shown) - 1) <= room

    for shorten in (lambda word: word.partition(":")[0], lambda _: ""):
        for at in reversed(range(len(shown))):
            if fits(2) or fits(1):
                break
            key, word = shown[at]
            shown[at] = (key, shorten(word))
    return shown, 2 if fits(2) else 1


def _draw_footer(canvas: Canvas, scene: Scene, palette: Palette) -> None:
    y = canvas.height - 1
    ground = palette.deep
    canvas.fill(0, y, canvas.width, 1, style=paint(palette.quiet, ground))
    x = 1
    keys, gap = fit_keys(scene.footer, canvas.width - 2)
    for at, (key, word) in enumerate(keys):
        width = _key_width(key, word)
        scene.targets.append(ClickTarget(x, y, width, 1, "key", at))
        end = canvas.put(x, y, key, paint(palette.brass, ground, bold=True))
        canvas.put(end + 1, y, word, paint(palette.quiet, ground))
        x += width + gap
    if scene.mode is Mode.WATCH and not scene.footer:
        canvas.put(1, y, "…", paint(palette.quiet, ground))
