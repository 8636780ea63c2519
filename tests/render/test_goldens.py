"""A few whole pictures, kept as files, for what no structural test sees: that they look as they should.

``HARFIYEN_GOLDENS=update`` writes them anew; look at them before committing.
"""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from bot.families.registry import greeting_sketch
from bot.pictures import PictureStyle
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine import game as door
from engine.crossword.premiums import Direction
from engine.crossword.view import BonusCell
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY
from engine.klepka.view import FinalScore, Outcome, RevealedCard
from engine.klepka.view import GameView as KlepkaView
from engine.lobby_seats import Seat
from render import Painter, PanelWords
from render.card_layout import CardChoice, LegendEntry
from render.cards import CardWords
from render.honours import FinalWords, Honour
from render.lobby import LobbyWords
from render.pointer import Pointer
from render.rack import RackArrangement
from render.theme import THEMES
from tests.render.pictures import TR, UK, WORDS, opened
from tests.render.round_views import ROUND, a_podium, a_round, result_words
from tests.render.views import (
    MIDGAME,
    UKRAINIAN_MIDGAME,
    WORDBOX,
    WORDBOX_COLOURS,
    a_comparison,
    a_lobby,
    a_play,
    a_player_card,
    a_ranking,
    a_view,
    an_overview,
    finished,
)
from tests.support.klepka import game

GOLDENS = Path(__file__).parent / "goldens"
NOTICEABLE = 48
"""A pixel has changed when one of its colours differs by more: FreeType's versions smooth edges differently."""
REGION = 12
"""The side of the squares that are compared, in pixels: a medal or a letter of a name fills one."""
MOST_CHANGED = 0.15
"""The share of a square's pixels that may have changed."""


def board_picture(theme: str) -> bytes:
    """Protects a theme's colours, letters' places on tiles, the last move's marks, blank, bonus cell, panel."""
    view = a_view(
        MIDGAME.replace("RÜYA", "RÜyA"),
        bonus=BonusCell(cell="L4", points=25, taken=False),
        last=a_play(0, "F8", "ŞKALEM", old=("G8", "H8")),
    )
    return Painter(theme, 450).board(view, WORDS)


def wordbox_picture() -> bytes:
    """Protects 17 columns, the arrows of 4W cells, EX, the plain centre, tiles' colours, Ukrainian signs, clocks."""
    view = a_view(
        UKRAINIAN_MIDGAME,
        premiums=WORDBOX,
        language="uk",
        colours=WORDBOX_COLOURS,
        options={"centre": "plain"},
        last=a_play(0, "I10", "ЛІС", old=("I10",), columns=17),
    )
    return Painter("light", 600).board(view, replace(WORDS, clocks=("12:34", "−1:05"), labels=UK))


def preview_picture() -> bytes:
    """Protects ghosts' frames, letters and points beside laid tiles, on plain and premium cells and with a band."""
    view = a_view(UKRAINIAN_MIDGAME, premiums=WORDBOX, language="uk", colours=WORDBOX_COLOURS)
    ghosts = {"L8": "Щ", "M8": "?А", "D8": "К", "E8": "О", "K9": "Ж"}
    return Painter("dark", 600).board(view, replace(WORDS, labels=UK), ghosts)


def lobby_picture() -> bytes:
    """Protects the strip of tiles, title, places taken, needed and free, a long name, options in rows."""
    seats = (Seat(1, "Ayşe"), Seat(2, "Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizden"))
    view = a_lobby("kelimelik", 1, seats, least=3, most=4)
    words = LobbyWords(
        title="Kelimelik",
        motif="KELİMELİK",
        subtitle="Katılmak için düğmeye basın",
        tiles="104 taş",
        host="kurucu",
        needed="oyuncu bekleniyor",
        free="boş yer",
        options=("TDK sözlüğü", "hamle başına 120 sn", "bonus hücresi açık", "itiraz yok"),
        labels=TR,
    )
    return Painter("contrast", 450).lobby(view, words)


def final_picture() -> bytes:
    """Protects the banner, the word as it lay, medals, markers and tiles left, who gave up, the curve."""
    scores = (24, 31, 9, 12), (24, 75, 9, 12), (60, 75, -3, 12), (60, 75, 40, 55), (98, 75, 40, 61)
    view = a_view(MIDGAME, names=("Ayşe", "Mehmet", "Zeynep", "Оксана"), scores=(104, 69, 34, 55))
    seats = tuple(replace(seat, active=seat.name != "Zeynep") for seat in view.seats)
    view = replace(view, seats=seats)
    honours = (
        Honour("En iyi kelime", 0, "KALEM", 24, ("K", "?A", "L", "E", "M"), (".", "D", "t", ".", "d")),
        Honour("En iyi hamle", 1, "H8 → ÖVE", 51),
    )
    words = replace(WORDS, final=FinalWords("35 puan farkla kazandı", 0, honours))
    return Painter("wood", 600).board(finished(view, scores, ((), ("Ğ", "?"), ("J",), ("İ", "V", "A"))), words)


def final_cards_picture() -> bytes:
    """Protects a final card without a table, what unused cards brought, six curves."""
    state = game("........", "Оо*", "Кк", "", "Щ", "", "", turn=0, scores=(41, 22, 7, 5, 30, 0))
    view = door.view(state, None)
    assert isinstance(view, KlepkaView)
    order = sorted(range(6), key=lambda seat: -view.seats[seat].score)
    finals = tuple(
        FinalScore(seat, at, view.seats[seat].score, len(view.seats[seat].cards), view.seats[seat].cards)
        for at, seat in enumerate(order, start=1)
    )
    history = tuple(tuple(seat.score * turn // 6 for seat in view.seats) for turn in range(1, 7))
    ended = replace(view, turn=None, outcome=Outcome("cleared", (order[0],), finals), history=history)
    return Painter("dark", 600).cards(ended, PanelWords(title="Клепка", bag="На столі", turn="Хід"))


def lobby_of_cards_picture() -> bytes:
    view = a_lobby("klepka", 1, (Seat(1, "Оля"),), least=2, most=6)
    words = LobbyWords(title="Клепка", motif="КЛЕПКА", tiles="100 карток", needed="чекаємо", free="вільно")
    return Painter("wood", 450).lobby(view, words)


def own_picture() -> bytes:
    """Protects the tray with used places and numbers, what is pointed at with its arrow, ghosts above a rack."""
    view = a_view(
        MIDGAME, viewer=1, rack=("Ğ", "İ", "?", "M", "Ş", "J", "Ç"), last=a_play(1, "L8", "ĞŞS", down=True, score=31)
    )
    words = replace(WORDS, trial="Deneme", last="ĞŞS +31")
    laid = RackArrangement(order=(1, 0, 2, 3, 6, 5, 4), used=(0, 2, 4))
    return Painter("wood", 600).own_board(
        view, words, laid, {"L8": "Ğ", "L9": "Ş", "L10": "?S"}, Pointer(cell="L11", directions=(Direction.DOWN,))
    )


def own_row_picture() -> bytes:
    """Protects the letters that move to a chosen row, ticked tiles, a dark tray, a single line below four players."""
    names = ("Ayşe", "Mehmet", "Zeynep", "Оксана")
    view = a_view(MIDGAME, names=names, viewer=1, rack=("Ğ", "İ", "?", "M"), last=a_play(0, "F8", "ŞKALEM"))
    return Painter("dark", 600).own_board(view, WORDS, RackArrangement(ticked=(0, 3)), pointer=Pointer(row=8))


def chosen_cards_picture() -> bytes:
    """Protects the marks of chosen cards and the frame of a row."""
    view = door.view(game("ОоЩф*=#К\nАаБб.ЖжТ\nМмНн.ПпР", "Оо", "Кк", turn=1), None)
    assert isinstance(view, KlepkaView)
    words = PanelWords(title="Клепка", bag="На столі", turn="Хід")
    return Painter("light", 600).cards(view, words, CardChoice(row=2, cards=(12, 3)))


def cards_picture() -> bytes:
    """Protects the backs, holes, cards turned up and taken, rewards' signs and legend, collections, whose turn."""
    state = game("ОоЩф*=#К\nАаБб.ЖжТ\nМмНн.ПпР", "ОоАаБ*=#", "КкЛл", "", turn=1, scores=(12, 7, 0))
    view = door.view(state, None)
    assert isinstance(view, KlepkaView)
    shown = (
        ("ОY", True), ("ОB", True), ("ЩY", False), ("ФB", False), (POLYSEMY, True), (EXCHANGE, True), (CHAOS, True),
    )  # fmt: skip
    revealed = tuple(RevealedCard(place, card, taken) for place, (card, taken) in enumerate(shown, start=1))
    legend = ((POLYSEMY, "будь-яка літера"), (EXCHANGE, "обмін"), (CHAOS, "перемішати стіл"))
    words = CardWords(
        title="Клепка",
        bag="На столі",
        turn="Хід",
        legend=tuple(LegendEntry(reward, meaning) for reward, meaning in legend),
    )
    return Painter("light", 600).cards(replace(view, revealed=revealed), words)


def ranking_picture() -> bytes:
    """Protects medals, places, a name that cannot be drawn, the reader's own row apart and in another colour."""
    return Painter("contrast", 450).rank_list(a_ranking())


def player_picture() -> bytes:
    """Protects the rating and its curve with scale and days, the best word as tiles, plates, values that shrink."""
    return Painter("wood", 450).player_card(a_player_card())


def round_picture() -> bytes:
    """Protects the rack below a board, large; round, time that runs out and answers on plates, the bag, two digits."""
    return Painter("light", 450).round(a_round("duplicate-mini"), replace(ROUND, is_urgent=True))


def result_picture() -> bytes:
    """Protects the smaller board with its rack beside it, the laid play, finders and their number, two columns."""
    return Painter("dark", 600).round_result(a_round("duplicate-uk", is_open=False), result_words(7, UK))


def podium_picture() -> bytes:
    """Protects three blocks with points as tiles, the table's columns, the winner's row, a late one's note."""
    return Painter("wood", 450).podium(a_podium(7))


def comparison_picture() -> bytes:
    """Protects both plays' tiles with their samples, cells that both cover, the rows that are cut out, rack, plates."""
    return Painter("light", 600).turn_comparison(a_comparison())


def overview_picture() -> bytes:
    """Protects a title with its lines, a note on two lines, a turn without another, the line between turns."""
    return Painter("dark", 450).analysis_overview(an_overview())


def greeting_picture() -> bytes:
    """Protects what greets a group: a small board, a word across another one, its arrow, the rack with what is left."""
    return greeting_sketch(PictureStyle("uk", "light"), Speaker(Texts(), "uk")).paint(Painter("light", 450))


@pytest.mark.parametrize(
    ("name", "draw"),
    [
        *((f"board-{theme}", partial(board_picture, theme)) for theme in THEMES),
        ("board-wordbox", wordbox_picture),
        ("preview-dark", preview_picture),
        ("own-wood", own_picture),
        ("own-row-dark", own_row_picture),
        ("cards-light", cards_picture),
        ("cards-chosen", chosen_cards_picture),
        ("final-wood", final_picture),
        ("final-cards", final_cards_picture),
        ("lobby-contrast", lobby_picture),
        ("lobby-cards", lobby_of_cards_picture),
        ("ranks-contrast", ranking_picture),
        ("player-wood", player_picture),
        ("round-light", round_picture),
        ("result-dark", result_picture),
        ("podium-wood", podium_picture),
        ("comparison-light", comparison_picture),
        ("comparison-overview", overview_picture),
        ("greeting-light", greeting_picture),
    ],
)
def test_it_looks_as_it_did(name: str, draw: Callable[[], bytes], tmp_path: Path) -> None:
    golden, actual = GOLDENS / f"{name}.png", draw()
    if os.environ.get("HARFIYEN_GOLDENS") == "update":
        golden.write_bytes(actual)
    kept = tmp_path / golden.name
    kept.write_bytes(actual)
    expected, found = Image.open(golden).convert("RGB"), opened(actual).convert("RGB")
    assert found.size == expected.size
    assert changed_regions(expected, found) == [], f"compare {golden} with {kept}"


def changed_regions(expected: Image.Image, found: Image.Image) -> list[tuple[int, int]]:
    """The squares in which the pictures differ, by their left and top pixel."""
    colours = ImageChops.difference(expected, found).split()
    most = ImageChops.lighter(ImageChops.lighter(colours[0], colours[1]), colours[2])
    shares = most.point([0] * (NOTICEABLE + 1) + [255] * (255 - NOTICEABLE)).reduce(REGION)
    return [
        (number % shares.width * REGION, number // shares.width * REGION)
        for number, share in enumerate(shares.tobytes())
        if share > 255 * MOST_CHANGED
    ]
