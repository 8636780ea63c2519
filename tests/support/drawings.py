"""Pictures that tests have drawn or compare, with painters shared by all tests, and what stands below them."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

import pytest

from bot.announce.compose import PostComposer
from bot.families import registry
from bot.families.crossword import sketches as boards
from bot.families.crossword.sketches import BoardSketch, PlayPreview
from bot.families.klepka.wording import CardsSketch
from bot.families.registry import LobbySketch
from bot.pictures import DEFAULT_THEME, PICTURE_WIDTH, DrawingThread, PictureStyle, Sketch
from bot.playground.chats import parse_html
from bot.tables.codec import Notice
from bot.telegram.keyboards import Keyboards
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine import game as door
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.game import Event, View
from render import Painter

Drawn = BoardSketch | CardsSketch | LobbySketch


def table_sketch(
    texts: Texts,
    view: View,
    titles: Mapping[str, str],
    style: PictureStyle,
    *,
    lexicon: str = "",
    preview: PlayPreview | None = None,
) -> Drawn:
    speaker = Speaker(texts, style.language, titles, lexicon)
    if preview is not None:
        assert isinstance(view, GameView)
        return boards.board_sketch(view, speaker, style, preview)
    drawn = registry.table_sketch(view, speaker, style)
    assert isinstance(drawn, BoardSketch | CardsSketch | LobbySketch)
    return drawn


def paint_png(painter: Painter, drawn: Sketch) -> bytes:
    return drawn.paint(painter)


PAINTER_METHODS: Final = ("board", "card_strip", "cards", "lobby", "own_board")
"""The methods of a painter that draw a picture each."""


def watch_painters(monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...], on_paint: Callable[[str], None]) -> None:
    for name in names:
        method = getattr(Painter, name)

        def noted(self: Painter, *args: Any, _name: str = name, _method: Any = method, **more: Any) -> Any:
            on_paint(_name)
            return _method(self, *args, **more)

        monkeypatch.setattr(Painter, name, noted)


@cache
def shared_painter(theme: str) -> Painter:
    """The painter of a theme, made when it is first asked for: several threads may use it."""
    return Painter(theme, PICTURE_WIDTH)


def share_painters(drawing: DrawingThread) -> None:
    """Have a bot of the test's own process draw with them; what nobody has needed so far is made when it is needed."""
    drawing._make_painter = shared_painter  # type: ignore[method-assign] # noqa: SLF001
    drawing._preparations = tuple  # type: ignore[misc] # noqa: SLF001


def share_prepared_painter() -> None:
    """Have all bots of this process, and of its forks, draw with them; what the default theme needs is made."""
    _prepare_painter()
    DrawingThread._make_painter = staticmethod(shared_painter)  # type: ignore[method-assign] # noqa: SLF001
    registry.painter_preparations = tuple  # type: ignore[assignment]


def _prepare_painter() -> None:
    for prepare in registry.painter_preparations():
        for _ in prepare(shared_painter(DEFAULT_THEME)):
            pass


TEXTS = Texts()


def group_view(state: GameState) -> GameView:
    shown = door.view(state, None)
    assert isinstance(shown, GameView)
    return shown


def caption_of_step(state: GameState, events: tuple[Event, ...], language: str = "tr") -> str:
    """What the group is told of a step, as HTML: what everybody reads, and the quote."""
    redacted = tuple(door.redact(event, None) for event in events)
    notice = Notice(redacted, group_view(state), "12345678", state.ruleset.title)
    return PostComposer(TEXTS, Keyboards(TEXTS)).compose_post([notice], language).text


def read_rows(caption: str) -> list[str]:
    """The rows of a caption that everybody reads, without those of its quote, as people read them."""
    return plain_text(re.sub("(?s)<blockquote expandable>.*?</blockquote>", "", caption)).strip().splitlines()


WORDED_TEXTS = Texts()


def plain_text(text: str) -> str:
    return re.sub("[\u2068\u2069]", "", parse_html(text, lambda _: None)[0])
