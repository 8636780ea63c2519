"""Tables that wait for players; for the players' guides with their buttons, as a chat shows them."""

from collections.abc import Iterator
from functools import cache, partial
from importlib.resources import files
from typing import Final

from bot.families import registry
from bot.telegram.keyboards import Keyboards
from bot.texts import Texts
from engine.lobby_view import LobbyView, lobby_view
from render import Painter
from render.fonts import Fonts
from tools.gallery.keyboard import add_buttons
from tools.gallery.pictures import GUIDE_THEMES, DrawPicture, GalleryPicture, table_drawer
from tools.gallery.sample_games import open_sample_lobby

_LOBBIES: Final = (
    ("lobby", "A table that waits for players", "scrabble-tr", ("Kiraz",)),
    ("lobby-klepka", "A table of cards that waits", "klepka", ("Вишня", "Лимон")),
)
"""Kind, description, game and who sits there."""
_GUIDE_LOBBIES: Final = {
    "tr": ("kelimelik", ("Kiraz",)),
    "en": ("scrabble-en", ("Cherry", "Lemon")),
    "uk": ("wordbox-uk", ("Вишня", "Лимон")),
}
"""The game of each language's guide, and who sits there."""
_TABLE: Final = "table"
"""Stands for the table in the buttons, whose data nobody sees."""


def lobby_pictures(texts: Texts) -> Iterator[GalleryPicture]:
    """A lobby of each family."""
    for kind, description, ruleset, names in _LOBBIES:
        view = lobby_view(open_sample_lobby(ruleset, names))
        draw = table_drawer(texts, view.ruleset, partial(registry.lobby_sketch, view))
        yield GalleryPicture(kind, description, draw)


def guide_lobbies(texts: Texts) -> Iterator[GalleryPicture]:
    """The lobby of each language's guide."""
    for language, (ruleset, names) in _GUIDE_LOBBIES.items():
        view = lobby_view(open_sample_lobby(ruleset, names))
        yield GalleryPicture(
            f"guide-lobby-{language}",
            f"Players’ guide ({language}): a table that waits, with its buttons",
            _lobby_drawer(texts, language, view),
            GUIDE_THEMES,
        )


def _lobby_drawer(texts: Texts, language: str, view: LobbyView) -> DrawPicture:
    draw_lobby = table_drawer(texts, view.ruleset, partial(registry.lobby_sketch, view), language)

    def draw(painter: Painter, theme: str) -> bytes:
        keyboard = Keyboards(texts).lobby_keyboard(language, _TABLE, view).inline_keyboard
        rows = [[button.text for button in row] for row in keyboard]
        return add_buttons(draw_lobby(painter, theme), rows, theme, _emoji(), Fonts())

    return draw


@cache
def _emoji() -> bytes:
    """The typeface with the signs of buttons, as the playground's page has it."""
    return (files("bot.playground") / "page" / "emoji.ttf").read_bytes()
