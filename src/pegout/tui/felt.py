"""The cards on the table: the other hands, the play, the show, the cut and the own hand."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.style import Style

from pegout.cards import Card
from pegout.rules import Phase
from pegout.text import level_name, mark, prompts, short
from pegout.tui.areas import Area, Layout
from pegout.tui.canvas import Canvas, fit, paint, wrap
from pegout.tui.cards import SMALL, Look, draw_card, draw_slot
from pegout.tui.digits import draw_number
from pegout.tui.scene import ClickTarget, Mode, Scene
from pegout.tui.themes import SHAPES, Palette

#: The mark of a seat that is to act, and of the sentence that asks this one.
TURN: Final = "▸"


def draw_felt(canvas: Canvas, scene: Scene, layout: Layout, palette: Palette) -> None:
    """Draw the table."""
    _Felt(canvas, scene, layout, palette).draw()


class _Felt:
    """A drawing of the table, with the state that its parts share."""

    def __init__(self, canvas: Canvas, scene: Scene, layout: Layout, palette: Palette) -> None:
        self.canvas, self.scene, self.layout, self.palette = canvas, scene, layout, palette
        self.view, self.t = scene.view, scene.t
        self.area = layout.table
        self.size = layout.cards

    def ink(self, *, bold: bool = False) -> Style:
        return paint(self.palette.ink, self.palette.felt, bold=bold)

    def quiet(self) -> Style:
        return paint(self.palette.quiet, self.palette.felt)

    def brass(self, *, bold: bool = True) -> Style:
        return paint(self.palette.brass, self.palette.felt, bold=bold)

    def draw(self) -> None:
        area = self.area
        buttons = area.y + area.height - self.layout.buttons
        says = buttons - self.layout.says
        hand_rows = self.size.height + 1 if self.hand_shown else 0
        hand = says - hand_rows
        if self.size.height > 3 and hand_rows:
            hand -= 1 if hand - area.y - self.layout.opponents > self.size.height + 3 else 0
        top = area.y + self.layout.opponents
        if self.scene.mode is not Mode.COVER:
            self.opponents()
            self.middle(Area(area.x, top, area.width, hand - top))
            if hand_rows:
                self.hand(hand)
        else:
            self.cover(Area(area.x, top, area.width, says - top))
        self.says(says)
        if self.layout.buttons:
            self.buttons(buttons)

    @property
    def hand_shown(self) -> bool:
        return bool(self.scene.hand) and self.view.phase in (
            Phase.DISCARD,
            Phase.CUT,
            Phase.PLAY,
        )

    # The other players

    def opponents(self) -> None:
        view, palette = self.view, self.palette
        own = view.seat if view.seat is not None else self.scene.teller.seat
        players = view.rules.players
        start = 0 if own is None else own
        others = [(start + step) % players for step in range(0 if own is None else 1, players)]
        x, y = self.area.x + 1, self.area.y
        room = self.area.width - 2
        labels, crib = self._labels(others, room)
        widths = self._widths(labels, room - cell_len(crib) - (2 if crib else 0))
        for seat, whole, each in zip(others, labels, widths, strict=True):
            side = view.rules.side(seat)
            size = view.hand_sizes[seat] if view.hand_sizes else 0
            turn = seat in view.to_act and own not in view.to_act
            colour = paint(palette.sides[side], palette.felt, bold=True)
            backs = "▮" * size
            label = whole
            if cell_len(whole) + size + 5 > each:
                # Without room for every card back, draw their number.
                backs = f"▮{size}" if size else ""
                label = fit(whole, max(3, each - len(backs) - 4))
            lit = paint(palette.on_brass, palette.brass, bold=True)
            sign = SHAPES[side] + (TURN if turn else " ")
            end = self.canvas.put(x, y, sign, lit if turn else colour)
            end = self.canvas.put(end, y, label, lit if turn else self.ink())
            if self.layout.opponents > 1:
                for at in range(size):
                    draw_card(self.canvas, x + 4 * at, y + 1, None, palette, size=SMALL)
            else:
                self.canvas.put(end + 1, y, backs, paint(palette.pile, palette.felt))
            x += each
        if crib:
            at = self.area.x + self.area.width - cell_len(crib) - 1
            self.canvas.put(at, y, crib, self.brass(bold=False))

    def _labels(self, others: Sequence[int], room: int) -> tuple[list[str], str]:
        """Name the other players with their levels, and the crib, as far as there is room."""
        seats = [self.scene.setup.seats[seat] for seat in others]
        names = [seated.name for seated in seats]
        whole = [
            name if kind == "person" else f"{name} · {level_name(kind, self.t)}"
            for name, kind in zip(names, [seated.kind for seated in seats], strict=True)
        ]
        crib = self.crib_words()
        # The headline says whose crib it is.
        brief = "▮" * self.view.crib_size if crib else ""
        for labels, pile in ((whole, crib), (whole, brief), (names, crib)):
            if sum(map(cell_len, labels)) + 6 * len(labels) + cell_len(pile) + 2 <= room:
                return labels, pile
        return names, brief

    def _widths(self, labels: Sequence[str], room: int) -> list[int]:
        """Divide the line between the other players: equally, or by label if too narrow."""
        share = room // max(1, len(labels))
        # A mark, the label and the number of cards, with a space after each.
        needed = [cell_len(label) + 6 for label in labels]
        spare = room - sum(needed)
        if self.layout.opponents > 1 or spare < 0 or max(needed, default=0) <= share:
            return [share] * len(labels)
        return [width + spare // len(labels) for width in needed]

    def crib_words(self) -> str:
        """Return the crib as a small pile with its owner's name."""
        if not self.view.crib_size or self.view.phase not in (
            Phase.DISCARD,
            Phase.CUT,
            Phase.PLAY,
            Phase.SHOW,
        ):
            return ""
        return f"{prompts.crib(self.scene.teller, self.view)} {'▮' * self.view.crib_size}"

    # The middle

    def middle(self, area: Area) -> None:
        scene, phase = self.scene, self.view.phase
        if phase is Phase.OVER and scene.ending is not None:
            self.ending(area)
        elif scene.count is not None:
            self.show(area)
        elif phase is Phase.CUT_FOR_DEAL or scene.mode is Mode.CUT_DEAL:
            self.cut_for_deal(area)
        elif phase is Phase.DISCARD:
            self.crib_slots(area)
        elif phase is Phase.CUT:
            self.fan(area, self.view.pack_size, (area.height - 3) // 2)
        elif phase in (Phase.PLAY, Phase.SHOW, Phase.OVER):
            self.play(area)
        else:
            self.before_the_deal(area)

    def before_the_deal(self, area: Area) -> None:
        if self.view.cuts:
            self.cut_cards(area, (area.height - self.size.height - 1) // 2)
            return
        y = area.y + max(0, (area.height - self.size.height) // 2)
        x = area.x + (area.width - self.size.width - 4) // 2
        for at in range(3):
            draw_card(self.canvas, x + at, y, None, self.palette, size=self.size)

    def cut_for_deal(self, area: Area) -> None:
        rows = self.size.height + 1 if self.view.cuts else 0
        spare = area.height - 4 - rows
        down = max(1, spare // 3)
        cards = max(down + 3, area.height - rows - max(0, spare // 3))
        self.fan(area, 52, down, hint=not rows or cards > down + 3)
        if rows:
            self.cut_cards(area, cards)

    def cut_cards(self, area: Area, down: int) -> None:
        """Show the cards cut for the first deal, with their owners."""
        cuts = self.view.cuts
        names = [self.scene.teller.seat_name(cut.seat) for cut in cuts]
        width = max(self.size.width, *(min(cell_len(name) + 2, 14) for name in names))
        step = min(width + 3, (area.width - 2) // len(cuts))
        x = area.x + max(1, (area.width - step * len(cuts) + 3) // 2)
        for cut, name in zip(cuts, names, strict=True):
            side = self.view.rules.side(cut.seat)
            left = x + max(0, (step - 3 - self.size.width) // 2)
            draw_card(self.canvas, left, area.y + down, cut.card, self.palette, size=self.size)
            y = area.y + down + self.size.height
            label = fit(name, step - 3)
            start = x + max(0, (step - 5 - cell_len(label)) // 2)
            colour = paint(self.palette.sides[side], self.palette.felt, bold=True)
            end = self.canvas.put(start, y, SHAPES[side] + " ", colour)
            self.canvas.put(end, y, label, self.ink())
            x += step

    def fan(self, area: Area, size: int, down: int, *, hint: bool = True) -> None:
        """Draw the pack as a fan, with the card at the cut lifted."""
        scene, palette = self.scene, self.palette
        columns = min(size, area.width - 4)
        x, y = area.x + (area.width - columns) // 2, area.y + max(1, down)
        back = paint(palette.motif, palette.back)
        held = paint(palette.on_brass, palette.brass, bold=True)
        taken = paint(palette.quiet, palette.felt)
        for column in range(columns):
            first, after = column * size // columns, (column + 1) * size // columns
            positions = range(first, max(after, first + 1))
            at_cut = scene.cuts is not None and scene.cut_at in positions
            gone = any(position in self.view.cut_places for position in positions)
            if gone and self.view.phase is Phase.CUT_FOR_DEAL:
                style, mark = taken, "·"
            else:
                style, mark = (held, "┃") if at_cut else (back, "│")
            lift = 1 if at_cut else 0
            for row in range(3):
                self.canvas.put(x + column, y + row - lift, mark, style)
            if scene.cuts is not None:
                lowest, highest = scene.cuts
                cut_at = max(lowest, min(highest, first))
                scene.targets.append(ClickTarget(x + column, y - 1, 1, 4, "cut", cut_at))
        if scene.cuts is not None and hint and area.height - max(1, down) > 3:
            said = self.t("← → or the mouse: where to cut")
            self.canvas.centre(y + 3, said, self.quiet(), x=area.x, w=area.width)

    def crib_slots(self, area: Area) -> None:
        """Draw the slots of the crib for this hand's discards, with the cards chosen for them."""
        view, size = self.view, self.size
        discards = view.rules.discard_size
        caption = prompts.to_crib(self.scene.teller, view)
        y = area.y + max(0, (area.height - size.height - 1) // 2)
        x = area.x + (area.width - discards * (size.width + 1) + 1) // 2
        choosing = self.scene.mode is Mode.DISCARD
        chosen = [card for card in self.scene.hand if choosing and card in self.scene.chosen]
        played = view.seat in view.discarded
        for at in range(discards):
            left = x + at * (size.width + 1)
            if played:
                draw_card(self.canvas, left, y, None, self.palette, size=size)
            elif at < len(chosen):
                draw_card(self.canvas, left, y, chosen[at], self.palette, size=size)
            else:
                draw_slot(self.canvas, left, y, self.palette, size)
        self.canvas.centre(y + size.height, caption, self.brass(), x=area.x, w=area.width)

    def play(self, area: Area) -> None:
        view, size = self.view, self.size
        extra = 2 + self.layout.earlier
        y = area.y + max(0, (area.height - size.height - extra + 1) // 2)
        # Centre a width of six cards; more cards extend to the right.
        usual = size.width * 2 + 13 + 5 * (size.step + (size.height > 3))
        left = x = area.x + max(2, (area.width - usual) // 2)
        if view.starter is not None:
            draw_card(self.canvas, x, y, view.starter, self.palette, size=size)
            caption = self.t("starter")
            self.canvas.put(x, y + size.height, fit(caption, size.width + 3), self.quiet())
        x += size.width + 3
        row = y + (size.height - 3) // 2
        draw_number(self.canvas, x, row, view.count, self.brass(), width=7)
        caption = self.t("count")
        self.canvas.put(x + 7 - cell_len(caption), y + size.height, fit(caption, 7), self.quiet())
        x += 10
        room = area.x + area.width - 1 - x
        cards = view.pile
        step = size.step + (1 if size.height > 3 else 0)
        while cards and (len(cards) - 1) * step + size.width > room and step > 2:
            step -= 1
        for at, played in enumerate(cards):
            card_x = x + at * step
            look = Look.LIT if played.card in self.scene.lit else Look.PLAYABLE
            draw_card(self.canvas, card_x, y, played.card, self.palette, size=size, look=look)
            side = view.rules.side(played.seat)
            shape = paint(self.palette.sides[side], self.palette.felt, bold=True)
            self.canvas.put(card_x + 1, y + size.height, SHAPES[side], shape)
        if self.scene.word and not cards:
            self.canvas.put(x, row + 1, fit(self.scene.word, room), self.brass())
        self.earlier(area, left, y + size.height + 1)
        if self.layout.earlier and self.scene.word and cards:
            self.word(area, x, y + size.height + 1, room)

    def word(self, area: Area, x: int, y: int, room: int) -> None:
        """Write the current word under the cards."""
        if y < area.y + area.height:
            self.canvas.put(x, y, " " * room, self.ink())
            self.canvas.put(x, y, fit(self.scene.word, room), self.brass())

    def earlier(self, area: Area, x: int, y: int) -> None:
        """List the cards of earlier counts, readable but out of the way."""
        counts = self.view.earlier
        if not counts or not self.layout.earlier or y >= area.y + area.height:
            return
        text = "  ".join(" ".join(short(played.card) for played in pile) for pile in counts)
        room = area.x + area.width - x - 2
        if self.scene.word and self.view.pile:
            room = self.size.width + 11
        while cell_len(text) > room and " " in text:
            text = "…" + text.split(" ", 1)[1]
        self.canvas.put(x, y, fit(text, room), self.quiet())

    def show(self, area: Area) -> None:
        """Show a hand with the starter, and count it."""
        count, size, view = self.scene.count, self.size, self.view
        assert count is not None
        spare = area.height - size.height - 6
        y = area.y + max(0, min(spare, 1 + spare // 3))
        wide = (len(count.cards) + 1) * (size.width + 1) + 24 <= area.width
        step = size.width + 1 if wide else size.step + (size.height > 3)
        usual = 4 * step + 2 * size.width + 26
        x = area.x + max(2, (area.width - usual) // 2)
        first = y
        by = self.scene.teller.by
        if count.crib:
            title = by(count.seat, mark("Your crib"), mark("{name}’s crib"))
        else:
            title = by(count.seat, mark("Your hand"), mark("{name}’s hand"))
        side = view.rules.side(count.seat)
        colour = paint(self.palette.sides[side], self.palette.felt, bold=True)
        end = self.canvas.put(x, y, SHAPES[side] + " ", colour)
        self.canvas.put(end, y, fit(title, area.width - 6), self.ink(bold=True))
        y += 2
        lit = count.lit
        left = x
        for card in count.cards:
            self.counted(left, y, card, lit)
            left += step
        left += 2 if wide else size.width - step + 1
        if view.starter is not None:
            self.counted(left, y, view.starter, lit)
            self.canvas.put(left, y + size.height, self.t("starter"), self.quiet())
        left += size.width + 2
        if count.announced or count.nothing:
            number = count.points
            draw_number(self.canvas, x, y + size.height + 1, number, self.brass(), width=7)
        self.items(Area(left, first, area.x + area.width - left - 1, area.y + area.height - first))

    def counted(self, x: int, y: int, card: Card, lit: frozenset[Card]) -> None:
        look = Look.LIT if card in lit else Look.PLAYABLE
        raised = 1 if card in lit else 0
        draw_card(self.canvas, x, y - raised, card, self.palette, size=self.size, look=look)

    def items(self, area: Area) -> None:
        """List the items of the count one below the other, in the order of counting aloud."""
        count = self.scene.count
        assert count is not None
        if count.nothing:
            self.canvas.put(area.x, area.y + 2, fit(count.nothing, area.width), self.brass())
            return
        lines: list[tuple[str, bool]] = []
        for at, phrase in enumerate(count.phrases[: count.announced]):
            latest = at == count.announced - 1
            for row, piece in enumerate(wrap(phrase, area.width - 1)):
                lines.append(((" " if row else "") + piece, latest))
        if len(lines) > area.height:
            lines = lines[-area.height :]
        top = area.y + (1 if len(lines) < area.height else 0)
        for at, (text, latest) in enumerate(lines):
            style = self.brass() if latest else self.ink()
            self.canvas.put(area.x, top + at, text, style)

    def ending(self, area: Area) -> None:
        """Draw the end: the winner, and the sources of points."""
        ending, teller, view = self.scene.ending, self.scene.teller, self.view
        assert ending is not None
        sides = range(view.rules.sides)
        room = area.width - 2
        result = [row for line in ending.lines for row in wrap(line, room)]
        luck = [row for line in ending.luck for row in wrap(line, area.width - 4)]
        lines, table = [*result], 2 + len(sides) + (len(luck) + 1 if luck else 0)
        for feat in ending.feats:
            more = wrap(feat, room)
            if len(lines) + len(more) + table <= area.height:
                lines += more
        rows = len(lines) + table
        y = area.y + max(0, (area.height - rows) // 2)
        for at, line in enumerate(lines):
            style = self.brass() if at == 0 or at >= len(result) else self.ink()
            self.canvas.centre(y + at, line, style, x=area.x, w=area.width)
        y += len(lines) + 1
        begun = view.rules.start_scores
        heads = [self.t("play"), self.t("hands"), self.t("crib"), self.t("total")]
        if begun:
            heads.insert(0, self.t("start"))
        widths = [max(6, cell_len(head) + 2) for head in heads]
        room = min(28, area.width - 4 - sum(widths))
        x = area.x + max(1, (area.width - room - sum(widths)) // 2)
        right = x + room
        for head, width in zip(heads, widths, strict=True):
            right += width
            self.canvas.put(right - cell_len(head), y, head, self.quiet())
        for row, side in enumerate(sorted(sides, key=lambda side: not teller.own(side))):
            row_y = y + 1 + row
            colour = paint(self.palette.sides[side], self.palette.felt, bold=True)
            end = self.canvas.put(x, row_y, SHAPES[side] + " ", colour)
            self.canvas.put(end, row_y, fit(teller.side_name(side), room - 2), self.ink())
            right = x + room
            amounts = (*begun[side : side + 1], *ending.points[side], view.scores[side])
            for at, (amount, width) in enumerate(zip(amounts, widths, strict=True), 1):
                right += width
                style = self.ink(bold=at == len(amounts))
                self.canvas.put(right - len(str(amount)), row_y, str(amount), style)
        y += len(sides) + 2
        for at, line in enumerate(luck[: area.y + area.height - y]):
            style = self.brass() if at == 0 else self.ink()
            self.canvas.centre(y + at, line, style, x=area.x, w=area.width)

    def cover(self, area: Area) -> None:
        """Cover the table while the screen passes to another player."""
        style = paint(self.palette.motif, self.palette.back)
        self.canvas.fill(area.x, area.y, area.width, area.height, style=style, text="░")

    # The hand

    def hand(self, y: int) -> None:
        scene, view, size = self.scene, self.view, self.size
        cards = scene.hand
        step = size.width + 1
        while len(cards) * step > self.area.width - 2:
            step -= 1
        x = self.area.x + max(1, (self.area.width - len(cards) * step + 1) // 2)
        playing = scene.mode in (Mode.PLAY, Mode.POINTS)
        playable = set(view.playable())
        for at, card in enumerate(cards):
            look, down = Look.PLAYABLE, 1
            if card in scene.chosen and scene.mode is Mode.DISCARD:
                self._gone_to_the_crib(x + at * step, y + 1, at, card)
                scene.targets.append(
                    ClickTarget(x + at * step, y, step, size.height + 1, "card", at)
                )
                continue
            if card in scene.chosen:
                look, down = Look.CHOSEN, 0
            elif (playing or scene.mode is Mode.GO) and card not in playable:
                look = Look.MUTED
            elif at == scene.hover and scene.mode in (Mode.DISCARD, Mode.PLAY):
                down = 0
            left = x + at * step
            draw_card(self.canvas, left, y + down, card, self.palette, size=size, look=look)
            self.number(left, y + down + size.height - 1, at, look)
            scene.targets.append(ClickTarget(left, y, step, size.height + 1, "card", at))

    def _gone_to_the_crib(self, x: int, y: int, at: int, card: Card) -> None:
        """Draw the empty slot of a card chosen for the crib, and the key that takes it back."""
        draw_slot(self.canvas, x, y, self.palette, self.size)
        self.canvas.put(x + 1, y + 1, short(card), self.quiet())
        self._key(x, y + self.size.height - 1, at, self.quiet())

    def number(self, x: int, y: int, at: int, look: Look) -> None:
        """Write the key of a card in its lower border."""
        if self.scene.mode in (Mode.DISCARD, Mode.PLAY, Mode.POINTS):
            ground = self.palette.shade if look is Look.MUTED else self.palette.paper
            self._key(x, y, at, paint(self.palette.faint, ground, bold=True))

    def _key(self, x: int, y: int, at: int, style: Style) -> None:
        """Write the key of a card, inverted at the cursor."""
        if at == self.scene.cursor:
            style = paint(self.palette.on_brass, self.palette.brass, bold=True)
        self.canvas.put(x + self.size.width // 2 - 1, y, f" {at + 1} ", style)

    # Messages and buttons

    def says(self, y: int) -> None:
        scene = self.scene
        asked = scene.mode not in (Mode.WATCH, Mode.COVER, Mode.OVER)
        text = scene.problem or (f"{TURN} {scene.says}" if asked and scene.says else scene.says)
        style = self.brass() if asked else self.ink(bold=True)
        if scene.problem:
            style = paint(self.palette.red, self.palette.felt, bold=True)
        rows = self.layout.says
        lines = wrap(text, self.area.width - 3)
        if len(lines) > rows:
            lines = [*lines[: rows - 1], fit(" ".join(lines[rows - 1 :]), self.area.width - 3)]
        for at, line in enumerate(lines):
            self.canvas.put(self.area.x + 1, y + rows - len(lines) + at, line, style)

    def buttons(self, y: int) -> None:
        scene, palette = self.scene, self.palette
        x = self.area.x + 1
        if scene.mode in (Mode.CLAIM, Mode.MUGGINS, Mode.POINTS):
            field = f" {scene.typed}▏".ljust(4)
            x = self.canvas.put(x, y, field, paint(palette.on_brass, palette.paper, bold=True)) + 1
            if palette.name == "plain":
                self.canvas.put(x - 5, y, field, paint(palette.ink, None, reverse=True))
        labels = [f"{button.key} {button.label}".strip() for button in scene.buttons]
        texts = [f" {label} " for label in labels]
        if x + sum([cell_len(text) + 1 for text in texts]) > self.area.x + self.area.width:
            # Use shorter buttons if they do not all fit.
            texts = labels
        for at, text in enumerate(texts):
            room = self.area.x + self.area.width - 1 - x
            if room < 6:
                return
            if at == scene.active:
                style = paint(palette.on_brass, palette.brass, bold=True)
            else:
                style = paint(palette.brass, palette.deep)
            end = self.canvas.put(x, y, fit(text, room), style)
            scene.targets.append(ClickTarget(x, y, end - x, 1, "button", at))
            x = end + 1
