"""Pictures of Klepka, Duplicate, lobbies, rankings and player statistics for the gallery."""

import dataclasses
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace
from telegram import InlineKeyboardMarkup

from bot.families import registry
from bot.families.crossword.sketches import own_board_sketch
from bot.families.duplicate.sketches import table_sketch
from bot.families.klepka.own_board import cards_keyboard
from bot.families.klepka.wording import cards_sketch, sketch_above_keys
from bot.pictures import player_sketch, ranking_sketch
from bot.records.player_stats import RankedPlayer
from bot.telegram.keyboards import Keyboards
from bot.texts import Texts
from bot.wording.figures import PlayerReport, RankingView, opponents_fact, span_label
from bot.wording.speaker import Speaker
from engine.duplicate.secrecy import view_for
from engine.figures import Figures
from engine.klepka.view import GameView
from engine.lobby_view import LobbyView, lobby_view
from render.card_layout import CardChoice
from render.player_card import Fact
from render.pointer import Extent
from render.rounds import board_view
from tools.gallery.pictures import GUIDE_THEMES, GalleryPicture
from tools.gallery.sample_games import open_sample_lobby, play_cards, play_rounds

_PLAYER_NAMES: Final = ("Вишня", "Лимон", "М’ята", "Груша", "Слива", "Шипшина")
_GUIDE_NAMES: Final = {"tr": ("Kiraz", "Limon", "Nane"), "en": ("Cherry", "Lemon", "Mint"), "uk": _PLAYER_NAMES[:3]}


def klepka_pictures() -> Iterator[GalleryPicture]:
    views = list(play_cards(_PLAYER_NAMES, 3, deck="full"))
    shown = _view_with_most_revealed(views)
    # The first card on the table is chosen, then the third row.
    choice = CardChoice(row=3, cards=(shown.table.index(True) + 1,))
    own = partial(cards_sketch, replace(shown, revealed=()), choice=choice)
    yield GalleryPicture("klepka", "Klepka: cards turned up for a moment", "klepka", partial(cards_sketch, shown))
    yield GalleryPicture("klepka-own", "Klepka: a card chosen, and the row of the next one", "klepka", own)
    yield _klepka_with_keys("klepka-keys", "Klepka, for six, with buttons that are the table", _PLAYER_NAMES, 3)
    for language, names in _GUIDE_NAMES.items():
        picture = _klepka_with_keys(f"guide-klepka-{language}", f"Players’ guide ({language}): cards", names, 5)
        yield dataclasses.replace(picture, language=language, themes=GUIDE_THEMES)
    yield GalleryPicture("klepka-final", "The end of Klepka, for six", "klepka", partial(cards_sketch, views[-1]))


def _klepka_with_keys(kind: str, description: str, names: Sequence[str], number: int) -> GalleryPicture:
    """Picture a group's view of a table whose cards are the buttons."""
    view = _view_with_most_revealed(list(play_cards(names, number, deck="chat")))

    def keys(_: Texts, speaker: Speaker) -> InlineKeyboardMarkup | None:
        return cards_keyboard("table", view, speaker)

    return GalleryPicture(kind, description, "klepka", partial(sketch_above_keys, view), buttons=keys)


def _view_with_most_revealed(views: Sequence[GameView]) -> GameView:
    """Return the view with most cards turned up while many still lie on the table."""
    return max(views, key=lambda view: (len(view.revealed) * view.left, view.left))


_ROUND_NAMES: Final = ("Cherry", "Lemon", "Mint", "Hazel", "Olive", "Ginger", "Basil", "Clementine", "Juniper")
_ROUND: Final = 6


def duplicate_pictures() -> Iterator[GalleryPicture]:
    game = [view_for(state, None) for state in play_rounds("duplicate-en", _ROUND_NAMES, rounds="10")]
    opened = next(view for view in game if view.open is not None and view.open.number == _ROUND)
    closed = next(view for view in game if view.open is None and view.number == _ROUND)
    own = partial(own_board_sketch, board_view(opened, opened.open.rack if opened.open else ()), extent=Extent.BOARD)
    for kind, description, sketch in (
        ("round", "Duplicate: a round, the same rack for everybody", partial(table_sketch, opened)),
        ("round-own", "Duplicate: own board", own),
        ("round-result", "Duplicate: what was found in a round", partial(table_sketch, closed)),
        ("round-final", "The end of Duplicate, for nine", partial(table_sketch, game[-1])),
    ):
        yield GalleryPicture(kind, description, "duplicate-en", sketch)


_MANY_NAMES: Final = (
    "Kiraz", "Limon", "Nane", "Fındık", "Zeytin", "Ceviz", "Ayva", "Erik", "İncir", "Badem", "Üzüm", "Çilek", "Nar",
)  # fmt: skip
_LOBBIES: Final[tuple[tuple[str, str, str, tuple[str, ...]], ...]] = (
    ("lobby", "A table that waits for players", "scrabble-tr", ("Kiraz",)),
    ("lobby-klepka", "A table of cards that waits", "klepka", ("Вишня", "Лимон")),
    ("lobby-many", "A table for up to a hundred", "duplicate-tr", _MANY_NAMES),
)
_GUIDE_LOBBIES: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "tr": ("kelimelik", ("Kiraz",)),
    "en": ("scrabble-en", ("Cherry", "Lemon")),
    "uk": ("wordbox-uk", ("Вишня", "Лимон")),
}


def lobby_pictures() -> Iterator[GalleryPicture]:
    for kind, description, ruleset, names in _LOBBIES:
        view = lobby_view(open_sample_lobby(ruleset, names))
        yield GalleryPicture(kind, description, ruleset, partial(registry.lobby_sketch, view))
    for language, (game, seated) in _GUIDE_LOBBIES.items():
        view = lobby_view(open_sample_lobby(game, seated))
        about, sketch = "a table that waits, with its buttons", partial(registry.lobby_sketch, view)
        picture = GalleryPicture(f"guide-lobby-{language}", f"Players’ guide ({language}): {about}", game, sketch)
        keys = partial(_lobby_keys, view)
        yield dataclasses.replace(picture, language=language, themes=GUIDE_THEMES, buttons=keys)


def _lobby_keys(view: LobbyView, texts: Texts, speaker: Speaker) -> InlineKeyboardMarkup:
    return Keyboards(texts).lobby_keyboard(speaker.language, "table", view)


_NAMES: Final = "Kiraz", "Limon", "Nane", "Zeytin", "Ayva", "Erik", "İncir", "Kekik", "Muşmula", "Susam", "Dut"
_RATINGS: Final = 1712, 1655, 1640, 1601, 1540, 1498, 1490, 1444, 1588, 1502, 1312
_SURE: Final = 8
_READER: Final = 11
_CURVE: Final = 1500, 1512, 1498, 1520, 1541, 1533, 1560, 1572, 1561, 1590, 1612, 1601, 1640, 1655, 1631, 1683, 1712
_FIRST_DAY: Final = 20_700


def record_pictures() -> Iterator[GalleryPicture]:
    yield GalleryPicture(
        "ranks",
        "A group’s ranking, with whoever asks below the best",
        "kelimelik",
        lambda speaker, style: ranking_sketch(_sample_ranking(), speaker, style.theme),
    )
    yield GalleryPicture(
        "player",
        "One player’s figures",
        "kelimelik",
        lambda speaker, style: player_sketch(_sample_report(speaker), speaker, style.theme),
    )


def _sample_ranking() -> RankingView:
    ranked = [
        RankedPlayer(place, place, rating, 3 * (70 - 5 * place) if place <= _SURE else 12 - place, place <= _SURE)
        for place, rating in enumerate(_RATINGS, start=1)
    ]
    names = dict(enumerate(_NAMES, start=1))
    return RankingView("rating", "week", registry.FAMILIES[0].name, ranked[:-1], ranked[-1], _READER, names)


def _sample_report(speaker: Speaker) -> PlayerReport:
    figures = Figures(
        games=195,
        wins=118,
        draws=2,
        points=58_301,
        best_game=487,
        plays=2310,
        play_points=57_640,
        bingos=41,
        best_play=122,
        best_play_word="KİRAZLAR",
        best_word="ZEYTİNLİ",
        best_word_points=104,
        longest_word="ZEYTİNLİK",
        challenges_won=9,
        challenges_lost=4,
    )
    more = opponents_fact([("Limon", 120), ("Nane", 48), ("Ayva", 17)], speaker)
    curve = tuple((_FIRST_DAY + 5 * game, rating) for game, rating in enumerate(_CURVE))
    subtitle = f"{speaker.plain('stats-all-games')} · {span_label('ever', speaker)}"
    rating = Fact(speaker.plain("stats-rating"), str(_CURVE[-1]))
    return PlayerReport(_NAMES[0], subtitle, figures, rating, (more,), curve)
