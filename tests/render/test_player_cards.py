"""Below the board each player has a card: name, score, clock, the last turn, whose turn it is."""

from itertools import pairwise

import pytest
from msgspec.structs import replace
from PIL import Image

from engine.crossword.view import GameView, Outcome
from render import Painter
from render.palette import Palette
from render.theme import THEMES
from tests.render.pictures import WORDS, difference, drawn, layout_of, opened, within
from tests.render.views import MIDGAME, a_player_card, a_view


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
