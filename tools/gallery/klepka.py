"""Pictures of Klepka for the gallery."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from bot.families.klepka.own_board import cards_keyboard
from bot.families.klepka.wording import cards_sketch, sketch_above_keys
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.klepka.view import GameView
from render import Painter
from render.card_layout import CardChoice
from tools.gallery.lobbies import add_buttons
from tools.gallery.pictures import GUIDE_THEMES, DrawPicture, GalleryPicture, table_drawer
from tools.gallery.sample_games import play_cards

_PLAYER_NAMES: Final = ("Вишня", "Лимон", "М’ята", "Груша", "Слива", "Шипшина")
_GUIDE_NAMES: Final = {
    "tr": ("Kiraz", "Limon", "Nane"),
    "en": ("Cherry", "Lemon", "Mint"),
    "uk": _PLAYER_NAMES[:3],
}


def klepka_pictures(texts: Texts) -> Iterator[GalleryPicture]:
    views = list(play_cards(_PLAYER_NAMES, 3, deck="full"))
    yield GalleryPicture(
        "klepka", "Klepka: cards turned up for a moment", _table_drawer(texts, _view_with_most_revealed(views))
    )
    yield GalleryPicture(
        "klepka-own",
        "Klepka: a card chosen, and the row of the next one",
        _own_board_drawer(texts, _view_with_most_revealed(views)),
    )
    keys = _view_with_most_revealed(list(play_cards(_PLAYER_NAMES, 3, deck="chat")))
    yield GalleryPicture(
        "klepka-keys", "Klepka, for six, with buttons that are the table", _keys_drawer(texts, keys, "uk")
    )
    for language, names in _GUIDE_NAMES.items():
        sample = _view_with_most_revealed(list(play_cards(names, 5, deck="chat")))
        draw = _keys_drawer(texts, sample, language)
        yield GalleryPicture(f"guide-klepka-{language}", f"Players’ guide ({language}): cards", draw, GUIDE_THEMES)
    yield GalleryPicture("klepka-final", "The end of Klepka, for six", _table_drawer(texts, views[-1]))


def _table_drawer(texts: Texts, view: GameView) -> DrawPicture:
    return table_drawer(texts, view.ruleset, partial(cards_sketch, view))


def _keys_drawer(texts: Texts, view: GameView, language: str) -> DrawPicture:
    draw_players = table_drawer(texts, view.ruleset, partial(sketch_above_keys, view), language)
    speaker = Speaker(texts, language)

    def draw(painter: Painter, theme: str) -> bytes:
        keyboard = cards_keyboard("table", view, speaker)
        rows = [] if keyboard is None else [[button.text for button in row] for row in keyboard.inline_keyboard]
        return add_buttons(draw_players(painter, theme), rows, theme)

    return draw


def _own_board_drawer(texts: Texts, view: GameView) -> DrawPicture:
    """The first card that lies there is chosen, and the third row."""
    choice = CardChoice(row=3, cards=(view.table.index(True) + 1,))
    return table_drawer(texts, view.ruleset, partial(cards_sketch, replace(view, revealed=()), choice=choice))


def _view_with_most_revealed(views: Sequence[GameView]) -> GameView:
    """Where most cards are turned up while much still lies on the table."""
    return max(views, key=lambda view: (len(view.revealed) * view.left, view.left))
