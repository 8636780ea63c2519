"""Reading the cards off a picture of a table of Klepka: over HTTP no letter of the table is anywhere else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace
from PIL import Image

from engine.game import view
from engine.klepka.deck import REWARDS, Cards
from engine.klepka.ruleset import Ruleset
from engine.klepka.view import GameView
from render.card_layout import CardLayout, card_layout, card_size
from render.card_sprites import BLENDS, CardSprites, card_theme
from render.fonts import Fonts
from render.layout import even_floor
from render.lettering import Lettering
from render.palette import Palette
from render.theme import THEMES
from tests.render.pictures import WIDTH, indices
from tests.support.klepka import game

_LEAST = 56
"""The size below which no card of a table is drawn."""
_NUMBERS = 0.36
"""How much of a card, from the top, its position's number may take."""


@dataclass(frozen=True, slots=True)
class TablePicture:
    """What a picture shows: the positions of cards face down, and by position those face up with their ticks."""

    face_down: frozenset[int]
    face_up: dict[int, tuple[str, bool]]


class CardReader:
    """Knows every card of a deck by its look in any size, and no game."""

    def __init__(self, ruleset: Ruleset) -> None:
        deck = ruleset.cards
        empty = view(game(ruleset=ruleset), None)
        assert isinstance(empty, GameView)
        self._layout = card_layout(WIDTH, empty)
        self._count = deck.columns * deck.rows
        self._lettering = Lettering(Palette(card_theme(THEMES["light"]), BLENDS), Fonts())
        self._values, self._faces = ruleset.values, sorted(set(deck.all_cards))
        self._looks_by_size: dict[int, _CardLooks] = {}

    def read_picture(self, picture: Image.Image) -> TablePicture:
        """Every position of a picture; what is neither a card nor a free place is an error.

        The cards are the smaller, the more the players have collected.
        """
        assert picture.width == WIDTH
        for size in range(card_size(WIDTH, self._layout.columns), _LEAST - 2, -2):
            if self._looks_of_size(size).card_at(picture, 1) is not None:
                return self._read_at_size(picture, size)
        raise AssertionError("no card of any size is in the corner")

    def _read_at_size(self, picture: Image.Image, size: int) -> TablePicture:
        down, up = set(), {}
        for position in range(1, self._count + 1):
            found = self._looks_of_size(size).card_at(picture, position)
            assert found is not None, f"no card is on position {position}"
            if found == "down":
                down.add(position)
            elif not isinstance(found, str):
                up[position] = found
        return TablePicture(frozenset(down), up)

    def _looks_of_size(self, size: int) -> "_CardLooks":
        if size not in self._looks_by_size:
            columns = self._layout.columns
            layout = replace(self._layout, cell=size, left=even_floor((WIDTH - size * columns) // 2))
            sprites = CardSprites(self._lettering, size)
            self._looks_by_size[size] = _CardLooks(layout, sprites, self._faces, self._values)
        return self._looks_by_size[size]


class _CardLooks:
    """The cards of a deck in one size."""

    def __init__(
        self, layout: CardLayout, sprites: CardSprites, faces: Sequence[str], values: Mapping[str, int]
    ) -> None:
        self._layout, self._sprites, self._values = layout, sprites, values
        self._start = len(sprites.empty_position().tobytes()) // layout.cell * round(layout.cell * _NUMBERS)
        ends = [(card, taken) for card in faces for taken in (False, True)]
        self._card_by_pixels = {
            self._face_pixels(card, 1, taken=taken)[self._start :]: (card, taken) for card, taken in ends
        }
        assert len(self._card_by_pixels) == len(ends), "two cards look alike"

    def card_at(self, picture: Image.Image, position: int) -> tuple[str, bool] | Literal["down", "free"] | None:
        """What is on a position: a card turned up with its tick, a card face down, nothing, or no picture of a card."""
        left, top = self._layout.card_place(position)
        look = indices(picture, (left, top, left + self._layout.cell, top + self._layout.cell))
        if look == self._sprites.back(position).tobytes():
            return "down"
        if look == self._sprites.empty_position().tobytes():
            return "free"
        found = self._card_by_pixels.get(look[self._start :])
        return found if found and look == self._face_pixels(found[0], position, taken=found[1]) else None

    def _face_pixels(self, card: str, position: int, *, taken: bool) -> bytes:
        return self._sprites.face(card, self._values.get(card[0], 0), position, taken).tobytes()


def which_are_taken(cards: Cards) -> list[bool]:
    """Which cards turned up together are taken: rewards, and of each letter as many as make pairs (RULES §6.5)."""
    letters = [card[0] for card in cards if card not in REWARDS]
    pairs = {letter: letters.count(letter) // 2 * 2 for letter in letters}
    before = [sum(other[0] == card[0] for other in cards[:place]) for place, card in enumerate(cards)]
    return [card in REWARDS or number < pairs[card[0]] for card, number in zip(cards, before, strict=True)]
