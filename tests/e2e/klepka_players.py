"""How people play Klepka here: they remember what pictures showed, use each reward at once, and go on in turn."""

from collections import Counter
from itertools import product

from engine.alphabet import load_alphabet
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY
from engine.klepka.simulate import find_word
from engine.lexicon import load_lexicon
from engine.rng import Draws
from tests.e2e.klepka_ledger import CardGame, CardPlayer
from tests.support.klepka import game as position
from tests.support.klepka import signs_of_cards

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
