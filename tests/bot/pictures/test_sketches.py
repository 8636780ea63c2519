"""What a picture is drawn from: its words, and what tells one picture from another."""

import unicodedata
from dataclasses import replace
from importlib.resources import files
from typing import TypeVar

import pytest

from bot.families.crossword.sketches import BoardSketch, board_as_html, to_play_preview
from bot.families.klepka.wording import CardsSketch, cards_sketch
from bot.pictures import PictureStyle
from bot.texts import Texts
from bot.wording.speaker import Speaker, localized_title
from engine import game as door
from engine.clock import GameClock, Pause
from engine.crossword.actions import OfferDraw
from engine.crossword.rules import lay_and_score
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.view import GameView
from engine.klepka.actions import Flip
from engine.klepka.events import CardsRevealed
from engine.klepka.view import GameView as KlepkaView
from engine.klepka.view import with_revealed
from engine.lobby_seats import Seat, open_lobby
from engine.rulesets import resolve_ruleset, shipped_rulesets
from render import Painter
from render.card_layout import CardChoice
from render.fonts import Fonts, Weight
from render.lobby import LobbyWords
from render.panel import PanelWords
from tests.support.drawings import Drawn, paint_png, table_sketch
from tests.support.games import (
    SECRET,
    after_actions,
    apply_step,
    game,
    instant_at,
    pass_turn,
    place_play,
    surrender,
    with_fields,
)
from tests.support.klepka import NOW, accepts_any_word
from tests.support.klepka import game as klepka_game
from tests.support.languages import LANGUAGES

TEXTS = Texts()
TURKISH = PictureStyle("tr")
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], bonus="I11")


def view_for(table: door.Table, viewer: int | None = None) -> door.View:
    return door.view(table, viewer)


def draw_table(table: door.Table, style: PictureStyle = TURKISH, viewer: int | None = None) -> Drawn:
    return table_sketch(TEXTS, view_for(table, viewer), table.ruleset.title, style, lexicon=table.ruleset.lexicon)


B = TypeVar("B", BoardSketch, CardsSketch)


def strip_view(sketch: B) -> B:
    view, *_ = sketch.content
    return replace(sketch, view=view)


def board_sketch(table: door.Table) -> BoardSketch:
    shown = draw_table(table)
    assert isinstance(shown, BoardSketch)
    return shown


def clock_texts(table: door.Table, language: str = "tr") -> tuple[str, ...]:
    words = draw_table(table, PictureStyle(language)).words
    assert isinstance(words, PanelWords)
    return words.clocks


@pytest.mark.parametrize(
    "other",
    [
        draw_table(LAID, PictureStyle("en")),
        draw_table(LAID, PictureStyle("tr", "dark")),
        draw_table(game("kelimelik", laid=["8F KALEM", "8F KALEMLİK"], racks=["", ""])),
        draw_table(with_fields(LAID, bonus_taken=True)),
        draw_table(after_actions(LAID, pass_turn(LAID))),
        replace(board_sketch(LAID), ghosts={"A1": "A"}),
    ],
    ids=["language", "theme", "tiles", "bonus", "turn", "ghosts"],
)
def test_whatever_shows_makes_it_another_picture(other: Drawn) -> None:
    assert other.digest != draw_table(LAID).digest


def test_what_makes_no_other_picture_is_not_drawn() -> None:
    before = game(
        "wordbox-en", racks=["LOFTYAB", "AAEEKKL"], options={"challenge": "double", "clock": "25min"}, bag="AEIOU" * 5
    )
    state = after_actions(before, place_play(before, "8H LOFTY"))
    state = after_actions(state, OfferDraw(state.players[1].user))
    view = view_for(state)
    assert isinstance(view, GameView)
    assert view.window is not None
    assert view.clock is not None
    assert view.offer is not None
    whole = board_sketch(state)
    assert whole.view != strip_view(whole).view
    assert paint_png(Painter(), whole) == paint_png(Painter(), strip_view(whole))
    assert whole.digest == strip_view(whole).digest


def view_with_revealed_cards() -> KlepkaView:
    table = klepka_game("ОжКсОс", "", "")
    done = door.apply(table, Flip(table.players[0].user, (1, 2)), NOW, accepts_any_word)
    event = next(one for one in done.events if isinstance(one, CardsRevealed))
    assert done.table is not None
    view = view_for(done.table)
    assert isinstance(view, KlepkaView)
    return with_revealed(view, event.cards)


def test_what_is_shown_for_a_moment_or_to_one_player_is_not_kept() -> None:
    cards = table_sketch(TEXTS, view_with_revealed_cards(), {"en": "Klepka"}, PictureStyle("uk"))
    assert isinstance(cards, CardsSketch)
    assert [
        draw_table(LAID).reusable,
        replace(cards, view=with_fields(view_with_revealed_cards(), revealed=())).reusable,
        cards.reusable,
        replace(board_sketch(LAID), ghosts={"A1": "A"}).reusable,
        draw_table(LAID, viewer=LAID.players[0].user).reusable,
    ] == [True, True, False, False, False]


def test_where_turns_are_timed_only_the_one_on_turn_has_a_time() -> None:
    assert clock_texts(game("kelimelik", racks=["A", "B"], options={"clock": "slow"}), "uk") == ("3 дні", "")


def test_a_clock_in_a_picture_stands_as_it_did_when_the_turn_began() -> None:
    start = game("scrabble-tr", racks=["A", "B"], options={"clock": "25min"})
    state, _ = apply_step(start, pass_turn(start), seconds=61)
    assert clock_texts(state) == ("23:59", "25:00")
    view = view_for(state)
    assert isinstance(view, GameView)
    assert view.clock is not None
    assert view.clock.state.started == instant_at(61)


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [(0, "0:00"), (59_999, "0:59"), (3_599_000, "59:59"), (3_725_000, "1:02:05"), (-65_000, "−1:05")],
)
def test_a_clock_is_as_short_as_it_can_be(milliseconds: int, text: str) -> None:
    start = game("wordbox-tr", racks=["A", "B"], options={"clock": "25min"})
    assert isinstance(start.ruleset.clock_rule, GameClock)
    state = with_fields(start, clocks=with_fields(start.clocks, left=(milliseconds, 900_000)))
    assert clock_texts(state) == (text, "15:00")


@pytest.mark.parametrize(
    ("scores", "racks", "notes"),
    [
        ([12, 7], ["LERİSİN", "AAEEKKL"], (("5 önde",), ())),
        ([7, 7], ["LERİSİN", "AAEEKKL"], ((), ())),
        ([7, 20], ["LER", "AAEEKKL"], (("3 taş",), ("13 önde",))),
        ([0, 4], ["", "A"], (("0 taş",), ("1 taş", "4 önde"))),
    ],
)
def test_notes_tell_rack_and_lead(scores: list[int], racks: list[str], notes: tuple[tuple[str, ...], ...]) -> None:
    words = draw_table(game("kelimelik", laid=["8F KALEM"], racks=racks, scores=scores, bag="")).words
    assert isinstance(words, PanelWords)
    assert words.notes == notes


def test_who_gave_up_neither_leads_nor_is_led_nor_counts_tiles() -> None:
    start = game("scrabble-tr", racks=["LER", "AAEEKKL", "AAEEKKL"], scores=[90, 30, 20])
    words = draw_table(after_actions(start, surrender(start))).words
    assert isinstance(words, PanelWords)
    assert words.notes == ((), ("10 önde",), ())


def test_a_move_tried_out_takes_the_place_of_the_last_turn() -> None:
    place = place_play(LAID, "8F KALEMLER")
    tried = to_play_preview(0, place, lay_and_score(LAID, 0, place)[1])
    shown = table_sketch(TEXTS, view_for(LAID), LAID.ruleset.title, TURKISH, preview=tried)
    assert isinstance(shown.words, PanelWords)
    assert isinstance(shown.view, GameView)
    assert shown.words.trial == TEXTS.plain("tr", "panel-trial")
    assert shown.words.last == f"KALEMLER +{tried.play.score}"
    assert shown.view.last == tried.play
    assert shown.ghosts == {"K8": "L", "L8": "E", "M8": "R"}
    assert not shown.reusable


def test_every_seat_is_called_something_for_names_that_cannot_be_drawn() -> None:
    words = draw_table(LAID).words
    assert isinstance(words, PanelWords)
    assert words.seats == tuple(TEXTS.plain("tr", "seat-called", number=number) for number in (1, 2))


def test_a_picture_says_that_its_clocks_are_stopped() -> None:
    state = game("scrabble-tr", racks=["A", "B"], options={"clock": "25min"})
    stopped, _ = apply_step(state, Pause(1))
    for shown, wanted in ((state, ""), (stopped, TEXTS.plain("tr", "panel-paused"))):
        words = draw_table(shown).words
        assert isinstance(words, PanelWords)
        assert words.paused == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_of_every_lobby_has_all_its_words(language: str) -> None:
    for ruleset in shipped_rulesets():
        table = open_lobby(resolve_ruleset(shipped_rulesets()[ruleset]), Seat(1, "Kiraz"), SECRET)
        words = draw_table(table, PictureStyle(language)).words
        assert isinstance(words, LobbyWords)
        assert words.title == localized_title(table.ruleset.title, language)
        assert str(table.ruleset.tiles) in words.tiles
        assert all((words.subtitle, words.host, words.needed, words.free, words.options)), ruleset
        assert len(words.motif) <= 15
        assert words.motif or ruleset not in {"kelimelik", "klepka", "scrabble-tr", "tournament-en", "wordbox-uk"}


@pytest.mark.parametrize("ruleset", crossword_rulesets())
def test_every_board_as_text_stands_in_columns_of_its_letters(ruleset: str) -> None:
    rules = crossword_rulesets()[ruleset]
    state = game(ruleset, laid=[f"8{chr(ord('A') + rules.columns // 2)} КІТ" if rules.language == "uk" else "8H AT"])
    view = view_for(state)
    assert isinstance(view, GameView)
    head, *rows = board_as_html(view).removeprefix("<pre>").replace("&gt;", ">").splitlines()[: view.rows + 1]
    wide = view.columns > 17
    cell, first = (1, 3) if wide else (2, 2)
    assert head[3::cell] == "".join(chr(ord("A") + column) for column in range(view.columns))
    for number, row in enumerate(rows, start=1):
        assert row[:2] == f"{number:2}"
        assert wide or set(row[2 : 2 + 2 * view.columns : 2]) <= set(" |>")
        assert row[first + cell * view.columns :] == f" {number}"
        assert row.isprintable()


def test_chosen_cards_make_another_picture_and_one_that_is_not_kept() -> None:
    table = klepka_game("ОоЩф", "", "")
    view = view_for(table)
    assert isinstance(view, KlepkaView)
    speaker = Speaker(TEXTS, "tr", table.ruleset.title, table.ruleset.lexicon)
    choices = (
        CardChoice(),
        CardChoice(row=1),
        CardChoice(cards=(1,)),
        CardChoice(cards=(1, 2)),
        CardChoice(cards=(2, 1)),
    )
    found = [cards_sketch(view, speaker, TURKISH, choice) for choice in choices]
    assert len({one.digest for one in found}) == len(choices)
    assert [one.reusable for one in found] == [True, False, False, False, False]


READ = ("L", "N", "P", "Sm", "Sc")
"""Letters, figures, punctuation, signs; what is left are the small pictures of messages, which are not drawn."""


def characters_of(language: str) -> set[str]:
    texts = (
        file.read_text("utf-8") for file in (files("bot.texts") / language).iterdir() if file.name.endswith(".ftl")
    )
    return {sign for text in texts for sign in text if unicodedata.category(sign).startswith(READ)}


@pytest.mark.parametrize("weight", Weight)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_of_the_texts_is_in_the_typeface(language: str, weight: Weight) -> None:
    fonts = Fonts()
    missing = fonts.mask("\U0010ffff", weight, 40)[0].tobytes()
    found = characters_of(language)
    assert len(found) > 60
    assert sorted(sign for sign in found if fonts.mask(sign, weight, 40)[0].tobytes() == missing) == []
