"""Reading the cards off a picture of a table of Klepka: over HTTP no letter of the table is anywhere else."""

from dataclasses import dataclass

from PIL import Image

from engine.game import view
from engine.klepka.deck import REWARDS, Cards
from engine.klepka.ruleset import Ruleset
from engine.klepka.view import GameView
from render.cardlayout import card_layout, card_size
from render.cardsprites import BLENDS, CardSprites, card_theme
from render.fonts import Fonts
from render.lettering import Lettering
from render.palette import Palette
from render.theme import THEMES
from tests.render.pictures import WIDTH, indices
from tests.support.klepka import game

_NUMBERS = 0.36
"""How much of a card, from the top, its position's number may take."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a picture shows: the positions of cards face down, and by position those face up with their ticks."""

    down: frozenset[int]
    up: dict[int, tuple[str, bool]]


class Reader:
    """Knows every card of a deck by its look, and no game."""

    def __init__(self, ruleset: Ruleset) -> None:
        deck = ruleset.cards
        self._values = ruleset.values
        self._count = deck.columns * deck.rows
        empty = view(game(ruleset=ruleset), None)
        assert isinstance(empty, GameView)
        self._layout = card_layout(WIDTH, empty)
        size = card_size(WIDTH, deck.columns)
        self._sprites = CardSprites(Lettering(Palette(card_theme(THEMES["light"]), BLENDS), Fonts()), size)
        self._start = len(self._sprites.slot().tobytes()) // size * round(size * _NUMBERS)
        faces = [(card, taken) for card in sorted(set(deck.faces)) for taken in (False, True)]
        self._looks = {self._face(card, 1, taken=taken)[self._start :]: (card, taken) for card, taken in faces}
        assert len(self._looks) == len(faces), "two cards look alike"

    def read(self, picture: Image.Image) -> Seen:
        """Every position of a picture; what is neither a card nor a free place is an error."""
        assert picture.width == WIDTH
        down, up = set(), {}
        for position in range(1, self._count + 1):
            left, top = self._layout.place(position)
            look = indices(picture, (left, top, left + self._layout.cell, top + self._layout.cell))
            if look == self._sprites.back(position).tobytes():
                down.add(position)
            elif look != self._sprites.slot().tobytes():
                card, taken = self._looks[look[self._start :]]
                assert look == self._face(card, position, taken=taken)
                up[position] = card, taken
        return Seen(frozenset(down), up)

    def _face(self, card: str, position: int, *, taken: bool) -> bytes:
        return self._sprites.face(card, self._values.get(card[0], 0), position, taken).tobytes()


def taken(cards: Cards) -> list[bool]:
    """Which cards turned up together are taken: rewards, and of each letter as many as make pairs (RULES §6.5)."""
    letters = [card[0] for card in cards if card not in REWARDS]
    pairs = {letter: letters.count(letter) // 2 * 2 for letter in letters}
    before = [sum(other[0] == card[0] for other in cards[:place]) for place, card in enumerate(cards)]
    return [card in REWARDS or number < pairs[card[0]] for card, number in zip(cards, before, strict=True)]
