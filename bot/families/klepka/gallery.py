"""Pictures of Klepka for the gallery."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from bot.families import gallery
from bot.families.gallery import GUIDE_THEMES, DrawPicture, GalleryLobby, GalleryPicture, table_drawer
from bot.families.klepka.card_sketches import cards_sketch
from bot.texts import Texts
from engine.game import Table, apply, view
from engine.klepka.events import CardsRevealed, Event
from engine.klepka.simulate import random_move, remember_cards
from engine.klepka.state import GameState
from engine.klepka.view import GameView, with_revealed
from engine.lexicon import load_lexicon
from engine.rng import Draws
from render.card_layout import CardChoice

_PLAYER_NAMES: Final = ("Вишня", "Лимон", "М’ята", "Груша", "Слива", "Шипшина")


_GUIDE_NAMES: Final = {
    "tr": ("Kiraz", "Limon", "Nane"),
    "en": ("Cherry", "Lemon", "Mint"),
    "uk": _PLAYER_NAMES[:3],
}
"""Who plays in each language's guide."""
GALLERY_LOBBY: Final = GalleryLobby("lobby-klepka", "A table of cards that waits", "klepka", _PLAYER_NAMES[:2])


def gallery_pictures(texts: Texts) -> Iterator[GalleryPicture]:
    """In the middle of a game, and at its end."""
    views = list(play_sample_game(_PLAYER_NAMES, 3, deck="chat"))
    yield GalleryPicture(
        "klepka", "Klepka: cards turned up for a moment", _table_drawer(texts, _view_with_most_revealed(views))
    )
    yield GalleryPicture(
        "klepka-own",
        "Klepka: a card chosen, and the row of the next one",
        _own_board_drawer(texts, _view_with_most_revealed(views)),
    )
    for language, names in _GUIDE_NAMES.items():
        sample = _view_with_most_revealed(list(play_sample_game(names, 5, deck="chat")))
        draw = table_drawer(texts, sample.ruleset, partial(cards_sketch, sample), language)
        yield GalleryPicture(f"guide-klepka-{language}", f"Players’ guide ({language}): cards", draw, GUIDE_THEMES)
    yield GalleryPicture("klepka-final", "The end of Klepka, for six", _table_drawer(texts, views[-1]))


def _table_drawer(texts: Texts, view: GameView) -> DrawPicture:
    return table_drawer(texts, view.ruleset, partial(cards_sketch, view))


def _own_board_drawer(texts: Texts, view: GameView) -> DrawPicture:
    """The first card that lies there is chosen, and the third row."""
    choice = CardChoice(row=3, cards=(view.table.index(True) + 1,))
    return table_drawer(texts, view.ruleset, partial(cards_sketch, replace(view, revealed=()), choice=choice))


def _view_with_most_revealed(views: Sequence[GameView]) -> GameView:
    """Where most cards are turned up while much still lies on the table."""
    return max(views, key=lambda view: (len(view.revealed) * view.left, view.left))


def play_sample_game(names: Sequence[str], number: int = 1, **options: str) -> Iterator[GameView]:
    """A game of Klepka to its end: the public view after every action, with the cards that were turned up."""
    table = gallery.open_sample_lobby("klepka", names, number, **{"clock": "none"} | options)
    words = load_lexicon(table.ruleset.lexicon)
    draws, seen = Draws(f"sample:{number}"), dict[int, str]()
    state: Table | None = gallery.start_sample_game(table, number, words)
    while isinstance(state, GameState) and state.outcome is None:
        action, draws = random_move(state, seen, draws, words)
        step = apply(state, action, gallery.SAMPLE_START, words.__contains__)
        state, reveals = step.table, tuple(event for event in step.events if isinstance(event, CardsRevealed))
        seen = remember_cards(seen, tuple(event for event in step.events if isinstance(event, Event)))
        seen_now = view(step.table, None) if isinstance(step.table, GameState) else None
        if isinstance(seen_now, GameView):
            yield with_revealed(seen_now, reveals[-1].cards) if reveals else seen_now
