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
from render.cardlayout import CardLayout, card_layout, card_size
from render.cardsprites import BLENDS, CardSprites, card_theme
from render.fonts import Fonts
from render.layout import even
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
class Seen:
    """What a picture shows: the positions of cards face down, and by position those face up with their ticks."""

    down: frozenset[int]
    up: dict[int, tuple[str, bool]]


class Reader:
    """Knows every card of a deck by its look in any size, and no game."""

    def __init__(self, ruleset: Ruleset) -> None:
        deck = ruleset.cards
        empty = view(game(ruleset=ruleset), None)
        assert isinstance(empty, GameView)
        self._layout = card_layout(WIDTH, empty)
        self._count = deck.columns * deck.rows
        self._lettering = Lettering(Palette(card_theme(THEMES["light"]), BLENDS), Fonts())
        self._values, self._faces = ruleset.values, sorted(set(deck.faces))
        self._sized: dict[int, _Looks] = {}

    def read(self, picture: Image.Image) -> Seen:
        """Every position of a picture; what is neither a card nor a free place is an error.

        The cards are the smaller, the more the players have collected.
        """
        assert picture.width == WIDTH
        for size in range(card_size(WIDTH, self._layout.columns), _LEAST - 2, -2):
            if self._looks(size).at(picture, 1) is not None:
                return self._read(picture, size)
        raise AssertionError("no card of any size is in the corner")

    def _read(self, picture: Image.Image, size: int) -> Seen:
        down, up = set(), {}
        for position in range(1, self._count + 1):
            found = self._looks(size).at(picture, position)
            assert found is not None, f"no card is on position {position}"
            if found == "down":
                down.add(position)
            elif not isinstance(found, str):
                up[position] = found
        return Seen(frozenset(down), up)

    def _looks(self, size: int) -> "_Looks":
        if size not in self._sized:
            columns = self._layout.columns
            layout = replace(self._layout, cell=size, left=even((WIDTH - size * columns) // 2))
            sprites = CardSprites(self._lettering, size)
            self._sized[size] = _Looks(layout, sprites, self._faces, self._values)
        return self._sized[size]


class _Looks:
    """The cards of a deck in one size."""

    def __init__(
        self, layout: CardLayout, sprites: CardSprites, faces: Sequence[str], values: Mapping[str, int]
    ) -> None:
        self._layout, self._sprites, self._values = layout, sprites, values
        self._start = len(sprites.slot().tobytes()) // layout.cell * round(layout.cell * _NUMBERS)
        ends = [(card, taken) for card in faces for taken in (False, True)]
        self._ends = {self._face(card, 1, taken=taken)[self._start :]: (card, taken) for card, taken in ends}
        assert len(self._ends) == len(ends), "two cards look alike"

    def at(self, picture: Image.Image, position: int) -> tuple[str, bool] | Literal["down", "free"] | None:
        """What is on a position: a card turned up with its tick, a card face down, nothing, or no picture of a card."""
        left, top = self._layout.place(position)
        look = indices(picture, (left, top, left + self._layout.cell, top + self._layout.cell))
        if look == self._sprites.back(position).tobytes():
            return "down"
        if look == self._sprites.slot().tobytes():
            return "free"
        found = self._ends.get(look[self._start :])
        return found if found and look == self._face(found[0], position, taken=found[1]) else None

    def _face(self, card: str, position: int, *, taken: bool) -> bytes:
        return self._sprites.face(card, self._values.get(card[0], 0), position, taken).tobytes()


def taken(cards: Cards) -> list[bool]:
    """Which cards turned up together are taken: rewards, and of each letter as many as make pairs (RULES §6.5)."""
    letters = [card[0] for card in cards if card not in REWARDS]
    pairs = {letter: letters.count(letter) // 2 * 2 for letter in letters}
    before = [sum(other[0] == card[0] for other in cards[:place]) for place, card in enumerate(cards)]
    return [card in REWARDS or number < pairs[card[0]] for card, number in zip(cards, before, strict=True)]
