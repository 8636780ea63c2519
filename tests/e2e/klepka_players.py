"""How people play Klepka here: they remember what pictures showed, use each reward at once, and go on in turn."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from msgspec.structs import replace
from PIL import Image

from engine.alphabet import load_alphabet
from engine.game import view
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY, REWARDS, Cards
from engine.klepka.ruleset import Ruleset
from engine.klepka.simulate import find_word
from engine.klepka.view import GameView
from engine.lexicon import load_lexicon
from engine.rng import Draws
from render.card_layout import CardLayout, card_layout, card_size
from render.card_sprites import BLENDS, CardSprites, card_theme
from render.fonts import Fonts
from render.layout import even_floor
from render.lettering import Lettering
from render.palette import Palette
from render.theme import THEMES
from tests.e2e.klepka_ledger import CardGame, CardPlayer
from tests.render.pictures import WIDTH, indices
from tests.support.klepka import game, signs_of_cards
from tests.support.klepka import game as position

HOARD = 8
"""How many letters make somebody form a word while cards lie on the table."""


_LONGEST_FIRST = (3, 2)


class KlepkaPlayers:
    """Everybody at one table."""

    def __init__(self, game: CardGame) -> None:
        self.game = game
        self.polysemy_words = 0
        """How many words were formed with polysemy."""
        self._took_extra_flip = False
        self._words = load_lexicon(game.ruleset.lexicon)

    async def play_to_end(self) -> None:
        """Play until the game is over."""
        while not self.game.is_over:
            if not await self._play_reward():
                await self._play_turn()

    async def _play_reward(self) -> bool:
        """Play a chaos or an exchange card, whoever holds one."""
        game = self.game
        for player in game.players:
            partner = max((one for one in game.players if one is not player), key=lambda one: len(one.letter_cards))
            if CHAOS in player.cards and game.face_down:
                await game.play_chaos(player)
                return True
            if EXCHANGE in player.cards and player.letter_cards and partner.letter_cards:
                await game.trade_cards(player, player.letter_cards[0], partner, partner.letter_cards[-1])
                return True
        return False

    async def _play_turn(self) -> None:
        """One action of whoever is on turn: a word, cards, or enough of them."""
        game = self.game
        word = self._choose_word(game.on_turn) if game.phase == "words" else None
        if word is not None:
            self.polysemy_words += "[" in word
            await game.form_word(word)
        elif not game.flip_count or (game.phase == "extra" and self._took_extra_flip):
            await game.pass_turn()
        else:
            # One extra flip a turn, so that everybody gets cards.
            self._took_extra_flip = game.phase == "extra"
            await game.flip_cards(self._choose_cards(game.flip_count))

    def _choose_cards(self, count: int) -> list[int]:
        """Cards that nobody has seen, then pairs that were, then any."""
        game = self.game
        places: dict[str, list[int]] = {}
        for place, card in sorted(game.seen_cards.items()):
            places.setdefault(card[0], []).append(place)
        pairs = [place for found in places.values() for place in found[: len(found) // 2 * 2]]
        wanted = dict.fromkeys([*sorted(game.face_down - game.seen_cards.keys()), *pairs, *sorted(game.face_down)])
        return list(wanted)[:count]

    def _choose_word(self, player: CardPlayer) -> str | None:
        if POLYSEMY in player.cards and (
            word := self._word_with_polysemy(Counter(card[0] for card in player.letter_cards))
        ):
            return word
        if self.game.face_down and (len(player.letter_cards) < HOARD or self.game.words_formed):
            return None
        state = position("", signs_of_cards(player.letter_cards), "", ruleset=self.game.ruleset)
        word, _ = find_word(state, Draws("00"), self._words)
        return word

    def _word_with_polysemy(self, letters: Counter[str]) -> str | None:
        """A short word of these letters and of one that polysemy stands for, wherever it occurs."""
        for wild, size in product(load_alphabet(self.game.ruleset.language).letters, _LONGEST_FIRST):
            for signs in product(sorted({*letters, wild}), repeat=size):
                own = Counter(sign for sign in signs if sign != wild)
                if wild in signs and own and own <= letters and "".join(signs) in self._words:
                    return "".join(f"[{sign}]" if sign == wild else sign for sign in signs)
        return None


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
        for place in range(1, self._count + 1):
            found = self._looks_of_size(size).card_at(picture, place)
            assert found is not None, f"no card is on position {place}"
            if found == "down":
                down.add(place)
            elif not isinstance(found, str):
                up[place] = found
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
