"""How people play Klepka here: they remember what pictures showed, use each reward at once, and go on in turn."""

from collections import Counter
from itertools import product

from engine.alphabet import alphabet
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY
from engine.klepka.simulate import find_word
from engine.lexicon import lexicon
from engine.rng import Draws
from tests.e2e.klepka import CardGame, Collector
from tests.support.klepka import game as position
from tests.support.klepka import row

HOARD = 8
"""How many letters make somebody form a word while cards lie on the table."""
_LONGEST_FIRST = (3, 2)


class Players:
    """Everybody at one table."""

    def __init__(self, game: CardGame) -> None:
        self.game = game
        self.stood_in = 0
        """How many words were formed with polysemy."""
        self._extra = False
        self._words = lexicon(game.ruleset.lexicon)

    async def play_on(self) -> None:
        """Play until the game is over."""
        while not self.game.over:
            if not await self._reward():
                await self._turn()

    async def _reward(self) -> bool:
        """Play a chaos or an exchange card, whoever holds one."""
        game = self.game
        for player in game.players:
            partner = max((one for one in game.players if one is not player), key=lambda one: len(one.letters))
            if CHAOS in player.cards and game.down:
                await game.chaos(player)
                return True
            if EXCHANGE in player.cards and player.letters and partner.letters:
                await game.trade(player, player.letters[0], partner, partner.letters[-1])
                return True
        return False

    async def _turn(self) -> None:
        """One action of whoever is on turn: a word, cards, or enough of them."""
        game = self.game
        word = self._word(game.on_turn) if game.phase == "words" else None
        if word is not None:
            self.stood_in += "[" in word
            await game.form(word)
        elif not game.flips or (game.phase == "extra" and self._extra):
            await game.pass_turn()
        else:
            # One extra flip a turn, so that everybody gets cards.
            self._extra = game.phase == "extra"
            await game.flip(self._cards(game.flips))

    def _cards(self, count: int) -> list[int]:
        """Cards that nobody has seen, then pairs that were, then any."""
        game = self.game
        places: dict[str, list[int]] = {}
        for place, card in sorted(game.known.items()):
            places.setdefault(card[0], []).append(place)
        pairs = [place for found in places.values() for place in found[: len(found) // 2 * 2]]
        wanted = dict.fromkeys([*sorted(game.down - game.known.keys()), *pairs, *sorted(game.down)])
        return list(wanted)[:count]

    def _word(self, player: Collector) -> str | None:
        if POLYSEMY in player.cards and (word := self._stood_in(Counter(card[0] for card in player.letters))):
            return word
        if self.game.down and (len(player.letters) < HOARD or self.game.formed):
            return None
        state = position("", row(player.letters), "", ruleset=self.game.ruleset)
        word, _ = find_word(state, Draws("00"), self._words)
        return word

    def _stood_in(self, letters: Counter[str]) -> str | None:
        """A short word of these letters and of one that polysemy stands for, wherever it occurs."""
        for wild, size in product(alphabet(self.game.ruleset.language).letters, _LONGEST_FIRST):
            for signs in product(sorted({*letters, wild}), repeat=size):
                own = Counter(sign for sign in signs if sign != wild)
                if wild in signs and own and own <= letters and "".join(signs) in self._words:
                    return "".join(f"[{sign}]" if sign == wild else sign for sign in signs)
        return None
