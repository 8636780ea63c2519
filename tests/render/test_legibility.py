"""No text of a picture that is 900 pixels wide is too small to read where a phone shows it 360 pixels wide."""

from collections.abc import Callable
from typing import Final

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.pictures import premium_labels
from bot.texts import Texts
from engine import game as door
from engine.crossword.premiums import Direction, geometry
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.view import BonusCell, GameView
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY, REWARDS, colour_of
from engine.klepka.view import GameView as KlepkaView
from engine.klepka.view import RevealedCard
from engine.lobby_seats import Seat
from render import Painter, PanelWords
from render.card_layout import CardChoice, LegendEntry
from render.cards import CardWords
from render.fonts import Fonts, Weight
from render.layout import CAPITAL_HEIGHT
from render.lobby import LobbyWords
from render.player_card import Fact
from render.pointer import Extent, Pointer
from render.rack import RackArrangement
from render.signs import FACTORS
from tests.render.pictures import TR
from tests.render.round_views import ROUND, a_podium, a_round, result_words
from tests.render.views import MIDGAME, a_lobby, a_player_card, a_ranking, a_view, an_outcome, an_overview
from tests.support.klepka import started_game
from tests.support.languages import LANGUAGES

PHONE: Final = 360
POINTS: Final = 5.8
"""The least height of digits, in pixels of the phone."""
CARD_POINTS: Final = 5.2
"""That on the smallest cards of a table."""
MOST_USUAL_COLUMNS: Final = 17
TEXT: Final = 6.1
MEANING: Final = 8.4
"""That of what a legend says: 8 where a phone shows the picture 344 wide."""
NARROW: Final = 5.0
"""The least height in a picture made for the phone's width, where sizes are whole pixels of it."""
WORDS: Final = PanelWords(
    title="Kelimelik", bag="Torba", turn="Sıra", last="KALEM +24", clocks=("12:34", "−1:05", "0:07", "9:00")
)
SIZES: Final = tuple(crossword_rulesets()[name] for name in ("mini-tr", "kelimelik", "wordbox-uk", "super-tr"))
"""Boards of each number of columns that there is."""
TEXTS: Final = Texts()


class Recorder(Fonts):
    """Remembers the smallest size at which each text was set."""

    def __init__(self) -> None:
        self.sizes: Final[dict[str, int]] = {}
        super().__init__()

    def _render_mask(self, text: str, weight: Weight, size: int) -> tuple[Image.Image, int]:
        self._note(text, size)
        return super()._render_mask(text, weight, size)

    def text_strip(self, text: str, weight: Weight, size: int, height: int) -> Image.Image:
        self._note(text, size)
        return super().text_strip(text, weight, size, height)

    def _note(self, text: str, size: int) -> None:
        self.sizes[text] = min(size, self.sizes.get(text, size))


def heights(draw: Callable[[Painter], object], width: int = 900) -> dict[str, float]:
    """How high capitals are on the phone, by the texts of a picture."""
    fonts = Recorder()
    draw(Painter(width=width, fonts=fonts))
    return {text: size * CAPITAL_HEIGHT * PHONE / width for text, size in fonts.sizes.items()}


def last_cell(ruleset: Ruleset) -> str:
    return geometry(ruleset.columns, len(ruleset.board.rows)).names[-1]


def least_points(ruleset: Ruleset) -> float:
    """How high the points on tiles have to be: on a board of more columns than usual as high as on small cards."""
    return POINTS if ruleset.columns <= MOST_USUAL_COLUMNS else CARD_POINTS


def crowded(ruleset: Ruleset) -> GameView:
    """A board with every tile of the ruleset, and its bonus cell free."""
    rows = ruleset.board.rows
    faces = [*ruleset.values, *("?" + face for face in ruleset.values if face != "?")]
    cells = [face for face in faces if face != "?"]
    names = ("Ayşe", "Mehmet", "Zeynep", "Can")
    bonus = BonusCell(cell=last_cell(ruleset), points=25, taken=False)
    view = a_view(premiums="\n".join(rows), names=names, bonus=bonus)
    cells += [""] * (len(view.cells) - len(cells))
    return replace(
        view, language=ruleset.language, values=dict(ruleset.values), colours=dict(ruleset.colours), cells=tuple(cells)
    )


def table(deck: str) -> KlepkaView:
    """A table of six players with everything that can lie on it or in a collection."""
    view = door.view(started_game(6, deck=deck), None)
    assert isinstance(view, KlepkaView)
    cards = tuple(REWARDS) + tuple(letter + tint for letter in view.values for tint in "YB")
    shown = tuple(
        RevealedCard(place, card, taken=bool(place % 2))
        for place, card in enumerate(cards[: len(view.table) - 9], start=9)
    )
    seats = tuple(replace(seat, cards=cards) for seat in view.seats)
    assert {colour_of(card) for card in cards} == {"Y", "B", None}
    return replace(view, revealed=shown, seats=seats)


def assert_legible(found: dict[str, float], least: float = POINTS) -> None:
    assert found
    digits = {text: height for text, height in found.items() if text.isdigit()}
    assert min(digits.values()) >= least
    assert [text for text, height in found.items() if text not in digits and height < TEXT] == []


def test_capitals_are_as_high_as_is_reckoned() -> None:
    for weight in Weight:
        assert Fonts().mask("H", weight, 1000)[0].height == pytest.approx(1000 * CAPITAL_HEIGHT, abs=2)


@pytest.mark.repeats(2)
@pytest.mark.parametrize("ruleset", SIZES, ids=lambda ruleset: ruleset.id)
def test_every_tile_and_sign_of_a_board_can_be_read(ruleset: Ruleset) -> None:
    view = crowded(ruleset)
    assert_legible(heights(lambda painter: painter.board(view, WORDS)), least_points(ruleset))


@pytest.mark.parametrize("ruleset", SIZES, ids=lambda ruleset: ruleset.id)
def test_a_premium_is_labelled_in_eight_pixels_or_says_its_factor_alone(ruleset: Ruleset) -> None:
    language = "uk" if ruleset.language == "uk" else "en"
    view = replace(crowded(ruleset), bonus=None)
    view = replace(view, cells=("",) * len(view.cells))
    found = heights(lambda painter: painter.board(view, replace(WORDS, labels=premium_labels(language))))
    sizes = {text: height / CAPITAL_HEIGHT for text, height in found.items()}
    letters = {premium_labels(language).label_of(premium)[0] for premium in "dtDT"}
    is_small = ruleset.columns > MOST_USUAL_COLUMNS
    assert letters.isdisjoint(sizes) is is_small
    assert min(sizes[sign] for sign in (FACTORS.values() if is_small else letters) if sign in sizes) >= 8


@pytest.mark.repeats(2)
@pytest.mark.parametrize("ruleset", SIZES, ids=lambda ruleset: ruleset.id)
def test_every_tile_of_a_preview_can_be_read(ruleset: Ruleset) -> None:
    view = crowded(ruleset)
    names = geometry(ruleset.columns, len(ruleset.board.rows)).names
    free = [name for name, tile in zip(names, view.cells, strict=True) if not tile]
    ghosts = dict(zip(free, (face for face in ruleset.values if face != "?"), strict=False))
    assert len(ghosts) == len(ruleset.values) - 1
    assert_legible(heights(lambda painter: painter.board(view, WORDS, ghosts)), least_points(ruleset))


@pytest.mark.repeats(3)
@pytest.mark.parametrize(
    "place",
    [
        lambda _: Pointer(row=8),
        lambda rules: Pointer(cell=last_cell(rules), directions=tuple(Direction)),
        lambda rules: Pointer(places=(last_cell(rules), "A1")),
    ],
    ids=["row", "cell", "places"],
)
@pytest.mark.parametrize("ruleset", SIZES, ids=lambda ruleset: ruleset.id)
def test_a_viewers_own_board_can_be_read(ruleset: Ruleset, place: Callable[[Ruleset], Pointer]) -> None:
    pointer, least = place(ruleset), least_points(ruleset)
    arrangement = RackArrangement(used=(0, 1, 2), ticked=(3, 4))
    for count, seats in ((1, 2), (7, 4), (16, 4)):
        view = crowded(ruleset)
        rack = (*ruleset.values, *ruleset.values)[:count]
        view = replace(view, seats=view.seats[:seats], turn=0, viewer=1, rack=rack)
        words, shown = replace(WORDS, clocks=WORDS.clocks[:seats]), RackArrangement() if count == 1 else arrangement
        extent = Extent.BOARD if pointer.places else Extent.WHOLE
        drawn = heights(lambda painter: painter.own_board(view, words, shown, pointer=pointer, extent=extent))  # noqa: B023 - called at once
        assert_legible(drawn, least)


@pytest.mark.parametrize("deck", ["full"])
def test_every_card_and_chosen_ones_can_be_read(deck: str) -> None:
    words = replace(WORDS, clocks=())
    assert_legible(heights(lambda painter: painter.cards(table(deck), words)), CARD_POINTS)
    view = replace(table(deck), revealed=())
    choice = CardChoice(row=1, cards=(2, 1, len(view.table)))
    assert_legible(heights(lambda painter: painter.cards(view, words, choice)), CARD_POINTS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_legend_says_can_be_read_at_a_glance(language: str) -> None:
    meanings = {
        reward: TEXTS.plain(language, message)
        for reward, message in ((POLYSEMY, "legend-polysemy"), (EXCHANGE, "legend-swap"), (CHAOS, "legend-chaos"))
    }
    legend = tuple(LegendEntry(reward, meaning) for reward, meaning in meanings.items())
    words = CardWords(title="Klepka", bag="Masada", turn="Sıra", legend=legend)
    found = heights(lambda painter: painter.cards(table("full"), words))
    said = " ".join(meanings.values()).split()
    assert min(found[word] for word in said) >= MEANING


@pytest.mark.parametrize("ruleset", ["kelimelik", "klepka"])
def test_lobbies_can_be_read(ruleset: str) -> None:
    view = a_lobby(ruleset, 1, (Seat(1, "Ayşe"), Seat(2, "Оля")), least=2, most=6)
    words = LobbyWords(
        title="Kelimelik", motif="KELİMELİK", subtitle="Sıra sizde", tiles="104 taş", host="kurucu", free="boş",
        needed="bekleniyor", options=("120 sn",), labels=TR,
    )  # fmt: skip
    assert_legible(heights(lambda painter: painter.lobby(view, words)))


def test_a_finished_game_can_be_read() -> None:
    scores = ((0, 0, 9, 8), (31, 0, 9, 8), (31, 60, 9, 8), (31, 60, 90, 8))
    names = ("Ayşe", "Mehmet", "Zeynep", "Can")
    view = replace(a_view(MIDGAME, names=names), turn=None, outcome=an_outcome((31, 60, 90, 8)), history=scores)
    assert_legible(heights(lambda painter: painter.board(view, WORDS)))


def test_a_turn_beside_a_better_one_can_be_read() -> None:
    found = heights(lambda painter: painter.analysis_overview(an_overview()))
    assert_legible(found)
    assert {"S", "J", "L8", "Ş"} <= {part for text in found for part in text.split()}


@pytest.mark.parametrize("ruleset", ["duplicate-mini", "duplicate-uk"])
def test_a_round_and_its_result_can_be_read_and_its_rack_at_arms_length(ruleset: str) -> None:
    view = a_round(ruleset, closed=0)
    view = replace(view, cells=("",) * len(view.cells), values={"Ğ": 8})
    assert view.open is not None
    view = replace(view, open=replace(view.open, rack=("Ğ",) * 7))
    found = heights(lambda painter: painter.round(view, replace(ROUND, time=Fact("Kalan süre", "29.11. Pazar 20.00"))))
    assert_legible(found)
    assert found["Ğ"] >= 15
    assert "Pazar" in found, "nothing of the time is cut"
    assert_legible(heights(lambda painter: painter.round_result(a_round(ruleset, is_open=False), result_words())))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_columns_of_an_end_can_be_read_to_their_end(language: str) -> None:
    heads = tuple(TEXTS.plain(language, f"panel-{name}") for name in ("share", "tops", "solos"))
    view = replace(a_podium(), heads=heads, score_head=TEXTS.plain(language, "panel-score"))
    found = heights(lambda painter: painter.podium(view))
    assert_legible(found)
    assert {word for head in (*heads, view.score_head) for word in head.split()} <= found.keys()


def test_a_ranking_can_be_read() -> None:
    assert_legible(heights(lambda painter: painter.rank_list(a_ranking())))


@pytest.mark.parametrize("word", ["KALEM", "KALEMLİKLER", "MUVAFFAKİYETSİZL"])
def test_a_players_figures_can_be_read(word: str) -> None:
    found = heights(lambda painter: painter.player_card(a_player_card(word)))
    assert_legible(found)
    assert set(word) <= found.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_a_players_figures_nothing_is_cut(language: str) -> None:
    labels = [
        TEXTS.plain(language, f"stats-{name}")
        for name in ("games", "draws", "average-play", "challenges-won", "challenges-lost", "streak", "best-streak")
    ]
    daily = [TEXTS.plain(language, f"stats-daily-{name}") for name in ("streak", "longest")]
    words = {
        TEXTS.plain(language, "stats-best-play"): "122 AFYONKARAHİSARLI",
        TEXTS.plain(language, "stats-longest-word"): "MUVAFFAKİYETSİZLİK",
        TEXTS.plain(language, "stats-opponents"): "Limon (120), Mehmet (48), Оксана (17)",
    }
    facts = (*((label, "12") for label in (*labels, *daily)), *words.items())
    parts = "stats-all-games", "stats-span-season", "stats-with-computers"
    subtitle = " · ".join(TEXTS.plain(language, part) for part in parts)
    shown = replace(a_player_card(), facts=tuple(Fact(*fact) for fact in facts), subtitle=subtitle, rating=None)
    found = heights(lambda painter: painter.player_card(shown))
    # What is cut ends in the middle of a word, or with an ellipsis; numbers alone are set digit by digit.
    said = " ".join((subtitle, *labels, *daily, *words, *words.values()))
    assert {word for word in said.split() if not word.isdigit()} <= found.keys()
    assert_legible(found)


@pytest.mark.parametrize("ruleset", ["kelimelik", "wordbox-uk"])
def test_a_board_drawn_as_narrow_as_the_phone_has_text_of_five_pixels_at_least(ruleset: str) -> None:
    view = crowded(crossword_rulesets()[ruleset])
    assert min(heights(lambda painter: painter.board(view, WORDS), width=PHONE).values()) >= NARROW
