"""A game in which everybody has the same rack: its open round, the result of a closed one, its end."""

from typing import Final

import pytest
from msgspec.structs import replace
from PIL import Image

from engine.duplicate.ruleset import Ruleset
from engine.duplicate.view import GameView, OwnAnswer
from render import Painter
from render.layout import Layout, board_layout
from render.rack import UNTOUCHED_RACK, tray_layout
from render.rounds import ResultWords, RoundWords, board_view, result_layout
from render.sprites import Mark
from tests.render.pictures import WORDS, Box, difference, indices, opened, sprites_of, within
from tests.render.round_views import ROUND, RULESETS, a_play_of, a_podium, a_round, result_words

TALLEST: Final = 1350
"""Of a picture 900 pixels wide: as of other ends of games."""
ROUND_VIEW: Final = a_round()
RESULT_VIEW: Final = a_round(is_open=False)


def drawn_round(painter: Painter, view: GameView = ROUND_VIEW, words: RoundWords = ROUND) -> Image.Image:
    return opened(painter.round(view, words))


def drawn_result(painter: Painter, words: ResultWords, view: GameView = RESULT_VIEW) -> Image.Image:
    return opened(painter.round_result(view, words))


def layout_of(view: GameView) -> Layout:
    return board_layout(900, view.columns, view.rows, 0)


def rack_box(view: GameView, place: int) -> Box:
    """Where a tile of the open rack is drawn."""
    layout = layout_of(view)
    across = (layout.left, layout.left + layout.cell * layout.columns)
    tray = tray_layout(900, across, layout.panel, 7, 170)
    left, top = tray.place(place)
    return left, top, left + tray.tile, top + tray.tile


@pytest.mark.parametrize(("theme", "ruleset"), [("dark", "duplicate-tr"), ("wood", "duplicate-mini")])
def test_the_board_is_drawn_as_that_of_a_crossword_game_with_the_last_play_marked(theme: str, ruleset: str) -> None:
    painter, view = Painter(theme), a_round(ruleset)
    board = (0, 0, 900, layout_of(view).panel)
    assert view.open is not None
    crossword = opened(painter.own_board(board_view(view, view.open.rack), WORDS, UNTOUCHED_RACK))
    assert difference(drawn_round(painter, view).crop(board), crossword.crop(board)) is None
    last = board_view(view).last
    assert last is not None
    assert last.cells == tuple(tile.cell for tile in a_play_of(ruleset).tiles) == last.words[0].cells


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_everybodys_rack_is_as_large_as_a_board_lets_it_be_with_its_points(painter: Painter, ruleset: Ruleset) -> None:
    view = a_round(ruleset.id)
    assert view.open is not None
    picture = drawn_round(painter, view)
    for place, face in enumerate(view.open.rack):
        box = rack_box(view, place)
        assert box[2] - box[0] >= 110
        tile = sprites_of(box[2] - box[0]).tile(face, view.values[face], Mark.NONE)
        assert indices(picture, box) == tile.tobytes()


def test_nothing_of_who_answered_what_shows_in_an_open_round(painter: Painter) -> None:
    answered = replace(ROUND_VIEW, viewer=1, own=OwnAnswer(a_play_of("duplicate-tr"), locked=True))
    nobody = replace(ROUND_VIEW, seats=())
    assert drawn_round(painter) == drawn_round(painter, answered) == drawn_round(painter, nobody)


@pytest.mark.parametrize(("theme", "ruleset"), [("light", "duplicate-uk"), ("contrast", "duplicate-kelimelik")])
def test_a_result_shows_what_was_laid_as_new_on_a_smaller_board_and_its_rack_beside_it(
    theme: str, ruleset: str
) -> None:
    view = a_round(ruleset, is_open=False)
    layout, picture = result_layout(900, view.columns, view.rows), drawn_result(Painter(theme), result_words(), view)
    board, sprites = board_view(view), sprites_of(layout.cell, theme)
    assert board.last is not None
    marks = Mark.NEW
    for index, (left, top) in enumerate(layout.cell_places):
        face = view.cells[index]
        row, column = divmod(index, view.columns)
        if f"{chr(ord('A') + column)}{row + 1}" in board.last.cells[:-1] and face:
            tile = sprites.tile(face, 0 if face[0] == "?" else view.values[face], marks)
            assert indices(picture, (left, top, left + layout.cell, top + layout.cell)) == tile.tobytes()
    assert layout.left + layout.cell * layout.columns < 900 - 56 - 30
    assert view.last is not None
    other = replace(view, last=replace(view.last, rack=(*view.last.rack[:-1], "?")))
    changed = difference(picture, drawn_result(Painter(theme), result_words(), other))
    assert within(changed, (layout.left + layout.cell * layout.columns + 20, 0, 870, layout.panel))


def test_a_play_names_as_many_finders_as_have_room_and_counts_the_others(painter: Painter) -> None:
    words = result_words()
    plays = words.plays

    def picture(number: int, **changes: object) -> Image.Image:
        changed = [*plays]
        changed[number] = replace(plays[number], **changes)
        return drawn_result(painter, replace(words, plays=tuple(changed)))

    few, many = picture(3, finders=("Ece", "Can")), picture(3, finders=("Ece", "Can"), more=1)
    assert difference(few, many) is not None
    long = ("Ece" * 30, "Can")
    assert difference(picture(3, finders=long, more=1), picture(3, finders=long, more=2)) is not None
    assert difference(picture(3, finders=("Ece",) * 40), picture(3, finders=("Ece",) * 39, more=1)) is None
    assert difference(picture(3), picture(3, note="kimse bulamadı")) is not None


@pytest.mark.parametrize("people", [0, 3, 8])
def test_a_result_has_room_for_any_number_of_ranks(painter: Painter, people: int) -> None:
    picture = drawn_result(painter, result_words(people))
    assert picture.height <= TALLEST
    taller = drawn_result(painter, result_words(8)).height - picture.height
    rows = people if people <= 4 else (people + 1) // 2
    assert taller == (4 - rows) * 55


def test_a_round_fits_a_phone_with_what_stands_below_it(painter: Painter) -> None:
    for ruleset in RULESETS:
        assert drawn_round(painter, a_round(ruleset.id)).height <= 1280
        assert drawn_result(painter, result_words(), a_round(ruleset.id, is_open=False)).height <= TALLEST
    assert opened(painter.podium(a_podium())).height <= TALLEST


@pytest.mark.parametrize("field", ["headline", "subtitle", "title", "score_head", "more", "label"])
def test_every_word_of_an_end_shows(painter: Painter, field: str) -> None:
    assert painter.podium(replace(a_podium(), **{field: "Başka"})) != painter.podium(a_podium())
