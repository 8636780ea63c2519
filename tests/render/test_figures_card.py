"""One player's figures drawn: where figures stand, and words of any length."""

import pytest
from msgspec.structs import replace

from render import Painter
from render.player_card import place_facts
from tests.render.pictures import difference, opened
from tests.render.record_views import a_player_card


@pytest.mark.parametrize(
    ("needed", "places"),
    [
        ([], []),
        ([1], [(0, 0, 3)]),
        ([1, 1, 1, 1], [(0, 0, 1), (0, 1, 1), (0, 2, 1), (1, 0, 3)]),
        ([1, 2, 1, 1], [(0, 0, 1), (0, 1, 2), (1, 0, 1), (1, 1, 2)]),
        ([1, 3, 1], [(0, 0, 3), (1, 0, 3), (2, 0, 3)]),
        ([2, 2, 1, 1], [(0, 0, 3), (1, 0, 2), (1, 2, 1), (2, 0, 3)]),
        ([1, 1, 2], [(0, 0, 1), (0, 1, 2), (1, 0, 3)]),
    ],
)
def test_figures_stand_in_their_order_and_leave_no_gap(needed: list[int], places: list[tuple[int, int, int]]) -> None:
    assert place_facts(needed) == places


@pytest.mark.parametrize("length", [2, 8, 15, 16, 21])
def test_the_best_word_is_shown_to_its_last_letter(length: int) -> None:
    painter, begin = Painter(), "A" * (length - 1)
    one, other = (
        opened(painter.player_card(replace(a_player_card(begin + last), word_points="1104 points")))
        for last in ("B", "C")
    )
    assert difference(one, other) is not None


def test_a_long_figure_has_as_many_columns_as_it_needs() -> None:
    painter, card = Painter(), a_player_card()
    long = replace(
        card, facts=(replace(card.facts[0], value="Mehmet Ali (120), Kılıçoğullarından (48)"), *card.facts[1:])
    )
    assert opened(painter.player_card(long)).height > opened(painter.player_card(card)).height
