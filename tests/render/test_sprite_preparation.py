"""Sprites are made ready in small parts, and whatever many of them share is drawn once."""

from collections.abc import Iterator

import pytest

from render import Painter
from render.shapes import Art
from tests.render.pictures import LABELS


def drawn_at_each_step(parts: Iterator[None], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many shapes are drawn large and reduced, which takes longest, at each step."""
    counts, finish = [0], Art.to_index_image

    def counted(self: Art, *args: object) -> object:
        counts[-1] += 1
        return finish(self, *args)  # type: ignore[arg-type]  # whatever they are

    monkeypatch.setattr(Art, "to_index_image", counted)
    while next(parts, False) is None:
        counts.append(0)
    return counts


@pytest.mark.parametrize("language", ["tr", "en", "uk"])
def test_a_step_towards_a_board_draws_no_more_than_a_tile_with_each_mark_and_a_blank(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = drawn_at_each_step(Painter().warm(language, 15, 15, LABELS[language]), monkeypatch)
    assert max(counts) == 4
    assert len(counts) > 40


def test_all_backs_of_a_table_are_one_back_with_different_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sum(drawn_at_each_step(Painter().warm_cards(8, 8), monkeypatch)) == len(("a back", "an empty place"))
