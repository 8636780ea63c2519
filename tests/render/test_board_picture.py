"""A board's picture shows its view, all of it, and nothing else: below it the players' cards."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from engine.alphabet import load_alphabet
from engine.crossword.premiums import geometry
from engine.crossword.view import BonusCell, GameView, Outcome, TurnKind
from render import Painter
from render.badge import BadgeBackground, place_badge
from render.layout import board_layout
from render.palette import Palette
from render.sprites import Mark
from render.text import legend_marks, text_board
from render.theme import THEMES
from tests.render.pictures import (
    LABELS,
    WORDS,
    cell_box,
    difference,
    drawn,
    indices,
    layout_of,
    opened,
    sprites_of,
    within,
)
from tests.render.views import FULL, MIDGAME, SCRABBLE, VALUES, a_play, a_player_card, a_view, cells_of

BONUS = BonusCell(cell="L4", points=25, taken=False)
LARGEST_KB = 36


@pytest.mark.parametrize("language", VALUES)
def test_every_premium_differs_from_every_other_by_its_sign_alone(language: str) -> None:
    sprites = sprites_of(56)
    looks = {sprites.cell(premium, LABELS[language]).tobytes() for premium in ".dtDTQX*☆→↓←↑"}
    assert len(looks) == 13


@pytest.mark.parametrize("kind", ["withdrawn", "taken_back"])
def test_a_play_that_lies_there_no_more_is_marked_nowhere(painter: Painter, kind: TurnKind) -> None:
    plain, gone = a_view(MIDGAME), replace(a_play(0, "F8", "ŞKALEM", old=("G8", "H8")), kind=kind)
    there = replace(plain, last=gone)
    silent = replace(WORDS, last="")
    assert drawn(painter, there, silent) == drawn(painter, plain, silent)
    assert (text_board(there), legend_marks(there)) == (text_board(plain), legend_marks(plain))


def test_the_bonus_cell_is_shown_until_it_is_taken(painter: Painter) -> None:
    none, there = a_view(MIDGAME), a_view(MIDGAME, bonus=BONUS)
    taken = a_view(MIDGAME, bonus=replace(BONUS, taken=True))
    assert within(difference(drawn(painter, none), drawn(painter, there)), cell_box(none, "L4"))
    assert difference(drawn(painter, none), drawn(painter, taken)) is None


@pytest.mark.parametrize("language", VALUES)
def test_no_two_tiles_of_a_language_look_alike(language: str) -> None:
    sprites = sprites_of(56)
    values = VALUES[language]
    tiles = [(letter, values[letter]) for letter in load_alphabet(language).letters]
    tiles += [("?" + letter, 0) for letter in load_alphabet(language).letters]
    looks = {sprites.tile(face, points, mark).tobytes() for face, points in tiles for mark in Mark}
    assert len(looks) == len(tiles) * len(Mark)


@settings(max_examples=12)
@given(
    board=st.lists(
        st.sampled_from(["", *"ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ", "?A", "?İ", "?Ğ"]), min_size=225, max_size=225
    )
)
def test_the_tiles_read_back_from_a_picture_are_the_views(painter: Painter, board: list[str]) -> None:
    view = replace(a_view(), cells=tuple(board))
    picture, sprites = drawn(painter, view), sprites_of(layout_of(view).cell)
    faces = {sprites.tile(face, view.values[face[0]], Mark.NONE).tobytes(): face for face in {*board} - {""}}
    names = geometry(15, 15).names
    assert [faces.get(indices(picture, cell_box(view, name)), "") for name in names] == board


def test_the_same_view_gives_the_same_bytes_by_any_painter_in_any_thread(painter: Painter) -> None:
    view = a_view(MIDGAME, bonus=BONUS, last=a_play(0, "F8", "ŞKALEM"))
    once, fresh = painter.board(view, WORDS), Painter()
    with ThreadPoolExecutor(4) as threads:
        assert set(threads.map(lambda _: fresh.board(view, WORDS), range(12))) == {once}


def test_what_the_viewers_rack_holds_never_shows_on_the_board(painter: Painter) -> None:
    group = a_view(MIDGAME)
    own = replace(group, viewer=0, rack=("Ğ", "?", "J"), unseen={"A": 3})
    assert painter.board(own, WORDS) == painter.board(group, WORDS)


def test_a_board_of_53_tiles_weighs_at_most_36_kb(painter: Painter) -> None:
    view = a_view(FULL, bonus=BONUS, names=("Ayşe", "Mehmet", "Zeynep", "Can"), last=a_play(1, "C8", "LÜTFEN"))
    assert sum(1 for cell in cells_of(FULL) if cell) == 53
    timed = replace(WORDS, clocks=("12:34", "−1:05", "24:59", "0:07"))
    assert len(painter.board(view, timed)) <= LARGEST_KB * 1024


LAYOUT: Final = board_layout(900, 15, 15, 2)
SIZE: Final = (38, 26)
ROWS: Final = tuple(SCRABBLE.split())
NAMES: Final = geometry(15, 15).names
INDICES: Final = geometry(15, 15).indices


def word(*cells: str) -> list[int]:
    return [INDICES[cell] for cell in cells]


def beneath(*tiles: str, bonus: str | None = None) -> BadgeBackground:
    cells = ["A" if name in tiles else "" for name in NAMES]
    return BadgeBackground(LAYOUT, ROWS, cells, (), None if bonus is None else INDICES[bonus])


def corner(cell: str) -> tuple[int, int]:
    row, column = divmod(INDICES[cell], 15)
    return LAYOUT.cell_place(column, row)


def test_it_stands_astride_the_end_of_a_word() -> None:
    left, top = corner("J8")
    across = place_badge(beneath("H8", "I8", "J8"), word("H8", "I8", "J8"), SIZE)
    assert across[0] == pytest.approx(left + LAYOUT.cell, abs=4)
    assert across[1] + SIZE[1] / 2 == top
    left, top = corner("H10")
    down = place_badge(beneath("H8", "H9", "H10"), word("H8", "H9", "H10"), SIZE)
    assert down[0] == pytest.approx(left + LAYOUT.cell, abs=4)
    assert down[1] + SIZE[1] / 2 == top + LAYOUT.cell


@given(data=st.data())
def test_it_stays_inside_the_picture_above_the_panel_near_its_word(data: st.DataObject) -> None:
    length, row = data.draw(st.integers(2, 15)), data.draw(st.integers(0, 14))
    start = data.draw(st.integers(0, 15 - length))
    line = [(row, start + number) for number in range(length)]
    if data.draw(st.booleans()):
        line = [(column, row) for row, column in line]
    cells = [row * 15 + column for row, column in line]
    others = data.draw(st.sets(st.integers(0, 224), max_size=120))
    left, top = place_badge(
        BadgeBackground(LAYOUT, ROWS, ["A" if index in others else "" for index in range(225)], cells, None),
        cells,
        SIZE,
    )
    assert left % 2 == 0
    assert 0 <= left <= 900 - SIZE[0]
    assert 0 <= top <= LAYOUT.panel - SIZE[1]
    ends = [LAYOUT.cell_place(index % 15, index // 15) for index in (cells[0], cells[-1])]
    assert any(abs(left - x) <= 60 and abs(top - y) <= 60 for x, y in ends)


@pytest.mark.parametrize(
    ("name", "tiles", "bonus"),
    [
        ("nothing beside it", (), None),
        ("a tile to its upper right", ("K7",), None),
        ("tiles to its right above and below", ("K7", "K9"), None),
        ("a bonus to its lower right", ("K7",), "K9"),
        ("tiles all around its end", ("K7", "K9", "J7", "J9"), None),
    ],
)
def test_it_hides_no_print_while_a_corner_is_free(name: str, tiles: tuple[str, ...], bonus: str | None) -> None:
    laid, cells = ("H8", "I8", "J8"), word("H8", "I8", "J8")
    left, top = place_badge(beneath(*laid, *tiles, bonus=bonus), cells, SIZE)
    for cell in (*laid, *tiles, *(() if bonus is None else (bonus,))):
        x, y = corner(cell)
        box = (x + 8, y + 4, x + 45, y + 45)
        assert left + SIZE[0] <= box[0] or left >= box[2] or top + SIZE[1] <= box[1] or top >= box[3], (name, cell)


def test_the_last_plays_score_is_all_that_it_changes(painter: Painter) -> None:
    view = replace(a_view(MIDGAME), last=a_play(0, "F8", "ŞKALEM", old=("G8", "H8")))
    assert view.last is not None
    more = replace(view, last=replace(view.last, score=view.last.score + 1))
    board = (0, 0, 900, layout_of(view).panel)
    one, other = (drawn(painter, shown).crop(board) for shown in (view, more))
    changed = difference(one, other)
    assert changed is not None
    end = cell_box(view, "K8")
    assert abs(changed[0] - end[2]) < 40
    assert changed[2] - changed[0] <= 40
    assert Palette(THEMES["light"]).rgb("tile_ink") in {
        colour for _, colour in one.crop(changed).convert("RGB").getcolors() or []
    }


def test_whose_turn_it_is_shows_in_the_cards_alone(painter: Painter) -> None:
    view = a_view(MIDGAME, turn=0)
    layout = layout_of(view)
    changed = difference(drawn(painter, view), drawn(painter, replace(view, turn=1)))
    assert within(changed, (0, layout.panel, 900, layout.foot))


def clocked(painter: Painter, view: GameView, *clocks: str) -> Image.Image:
    return drawn(painter, view, replace(WORDS, clocks=clocks))


@pytest.mark.parametrize(
    ("seat", "text"), [(0, "12:34"), (1, "−1:05"), (0, "2 gün 12 saat"), (1, "😀" * 40), (0, "W" * 200)]
)
def test_a_clock_shows_in_its_players_card(painter: Painter, seat: int, text: str) -> None:
    view = a_view(MIDGAME, turn=1)
    left, top = layout_of(view).card_place(seat)
    card = (left, top, left + layout_of(view).card[0], top + layout_of(view).card[1])
    clocks = (text, "") if seat == 0 else ("", text)
    assert within(difference(drawn(painter, view), clocked(painter, view, *clocks)), card)


def test_a_clock_that_is_stopped_has_two_bars_instead_of_a_plate(painter: Painter) -> None:
    view, layout, rgb = a_view(turn=0), layout_of(a_view()), Palette(THEMES["light"]).rgb
    paused = replace(WORDS, clocks=("5:00", "5:00"), paused="Durdu")
    picture = drawn(painter, view, paused).convert("RGB")
    left, top = layout.card_place(0)
    card = picture.crop((left, top, left + layout.card[0], top + layout.card[1]))
    assert card.getpixel((layout.card[0] - 22, 52)) == rgb("accent")
    line = [card.getpixel((across, 68)) == rgb("light") for across in range(layout.card[0] - 140, layout.card[0] - 84)]
    assert sum(after and not before for before, after in pairwise(line)) == 2


def test_a_cancelled_game_without_standings_still_shows_its_players(painter: Painter) -> None:
    going = a_view(MIDGAME, turn=None)
    cancelled = replace(going, outcome=Outcome(reason="cancelled", winners=(), finals=()))
    assert painter.board(cancelled, WORDS) == painter.board(going, WORDS)


def test_notes_stand_below_a_name_as_far_as_they_find_room(painter: Painter) -> None:
    view = a_view(MIDGAME, turn=1)
    left, top = layout_of(view).card_place(0)
    card = (left, top, left + layout_of(view).card[0], top + layout_of(view).card[1])
    short = replace(WORDS, notes=(("3 taş",), ()))
    assert within(difference(drawn(painter, view), drawn(painter, view, short)), card)
    long = replace(WORDS, notes=(("3 taş", "W" * 40), ()))
    assert painter.board(view, long) == painter.board(view, short)
    both = replace(WORDS, notes=(("3 taş", "4 önde"), ()))
    assert painter.board(view, both) != painter.board(view, short)


@pytest.mark.parametrize("length", [2, 15, 21])
def test_the_best_word_is_shown_to_its_last_letter(length: int) -> None:
    painter, begin = Painter(), "A" * (length - 1)
    one, other = (
        opened(painter.player_card(replace(a_player_card(begin + last), word_points="1104 points")))
        for last in ("B", "C")
    )
    assert difference(one, other) is not None
