"""The widget that draws a scene: one sheet of characters, redrawn on every change."""

from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from pegout.tui.areas import lay_out
from pegout.tui.canvas import Canvas, paint, wrap
from pegout.tui.felt import draw_felt
from pegout.tui.frame import draw_frame
from pegout.tui.host import HostScreen
from pegout.tui.scene import ClickTarget, Scene
from pegout.tui.themes import Palette

_MIN_WIDTH, _MIN_HEIGHT = 60, 18
#: The names of the keys in a footer that are not letters.
_KEYS = {"← →": "right", "↑ ↓": "down", "Tab": "tab", "Esc": "escape", "?": "question_mark"}


def draw_scene(scene: Scene, width: int, height: int, palette: Palette) -> Canvas:
    """Draw a scene on a sheet, and fill ``scene.targets`` with what responds to the mouse."""
    scene.targets.clear()
    canvas = Canvas(width, height, paint(palette.ink, palette.felt))
    if width < _MIN_WIDTH or height < _MIN_HEIGHT:
        said = scene.t(
            "The table needs a window of at least {width} by {height}; make this one larger.",
            width=_MIN_WIDTH,
            height=_MIN_HEIGHT,
        )
        for row, line in enumerate(wrap(said, max(1, width - 2))):
            canvas.put(1, row, line, paint(palette.ink, palette.felt, bold=True))
        return canvas
    layout = lay_out(
        width,
        height,
        scene.view.rules,
        panel=scene.panel is not None,
        strip=scene.line is not None,
    )
    draw_frame(canvas, scene, layout, palette)
    draw_felt(canvas, scene, layout, palette)
    return canvas


class TableView(Widget, can_focus=True):
    """A widget that draws a scene, and reports the part that is clicked."""

    @dataclass
    class Clicked(Message):
        """Sent when a part of the scene is clicked."""

        target: ClickTarget

    @dataclass
    class Hovered(Message):
        """Sent when the mouse is over a card of the hand; -1 when it has left the hand."""

        card: int

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self.palette = palette
        self._scene: Scene | None = None
        self._strips: list[Strip] = []
        self._hover = -1

    def show(self, scene: Scene) -> None:
        """Draw a scene, and keep it for redraws."""
        self._scene = scene
        self._draw()

    def lines(self) -> list[str]:
        """Return the drawing as plain text."""
        return [strip.text for strip in self._strips]

    def _draw(self) -> None:
        width, height = self.size
        if self._scene is None or not width or not height:
            return
        self._strips = draw_scene(self._scene, width, height, self.palette).strips()
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        self._draw()

    def render_line(self, y: int) -> Strip:
        if y < len(self._strips):
            return self._strips[y]
        return Strip.blank(self.size.width, paint(self.palette.ink, self.palette.felt))

    def _target(self, x: int, y: int) -> ClickTarget | None:
        if self._scene is None:
            return None
        # Of overlapping cards, the one drawn last is on top.
        return next(
            (target for target in reversed(self._scene.targets) if target.holds(x, y)), None
        )

    def on_click(self, event: events.Click) -> None:
        target = self._target(event.x, event.y)
        self.post_message(self.Clicked(target or ClickTarget(0, 0, 0, 0, "felt")))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        target = self._target(event.x, event.y)
        card = target.value if target is not None and target.name == "card" else -1
        if card != self._hover:
            self._hover = card
            self.post_message(self.Hovered(card))

    def on_leave(self, event: events.Leave) -> None:
        if self._hover != -1:
            self._hover = -1
            self.post_message(self.Hovered(-1))


class SceneScreen(HostScreen):
    """A screen that draws a scene."""

    def compose(self) -> ComposeResult:
        yield TableView(self.app.palette)

    def scene(self) -> Scene:
        """Return the current scene."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw the current scene; a screen that is being opened or closed has no view."""
        for view in self.query(TableView):
            view.show(self.scene())

    async def press_key(self, target: ClickTarget) -> None:
        """Do what the key does that was clicked in the footer."""
        footer = self.scene().footer
        if target.value < len(footer):
            label = footer[target.value][0]
            key = _KEYS.get(label, label.lower())
            for binding in self.BINDINGS:
                if isinstance(binding, Binding) and key in binding.key.split(","):
                    await self.run_action(binding.action)
