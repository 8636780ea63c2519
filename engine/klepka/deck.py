"""The one owner of cards: every card that moves between table, collections and the discard moves through here.

A card is a letter and its colour (``ОY`` yellow, ``ОB`` blue) or the name of a reward. The table is a tuple of cards by
position, ``""`` where a card was taken; positions are numbered from 1, row by row. Nothing is lost or made:
table, collections and what was discarded together are the deck at any time.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.errors import Ambiguous, Refusal
from engine.rng import Draws

Cards = tuple[str, ...]

COLOURS: Final = "YB"
"""Yellow and blue."""
POLYSEMY: Final = "polysemy"
EXCHANGE: Final = "exchange"
CHAOS: Final = "chaos"
REWARDS: Final = (POLYSEMY, EXCHANGE, CHAOS)


def letter_on(card: str) -> str | None:
    """The letter on a card, or ``None`` on a reward."""
    return None if card in REWARDS else card[0]


def colour_of(card: str) -> str | None:
    """The colour of a letter card, or ``None`` for a reward."""
    return None if card in REWARDS else card[1]


def full_deck(letters: Mapping[str, str], rewards: Mapping[str, int]) -> Cards:
    """All cards in a fixed order: two for each letter and colour of ``letters``, then the rewards (RULES §6.3)."""
    paired = (face + tint for face, tints in letters.items() for tint in tints for _ in range(2))
    return (*paired, *(reward for reward, count in rewards.items() for _ in range(count)))


def face_down_positions(table: Cards) -> tuple[int, ...]:
    """The positions on which a card still lies."""
    return tuple(position for position, card in enumerate(table, start=1) if card)


def pick_up_cards(table: Cards, positions: Iterable[int]) -> tuple[Cards, Cards]:
    """The table without the cards on these positions, and those cards in the order of the positions."""
    left = list(table)
    taken = []
    for position in positions:
        taken.append(left[position - 1])
        left[position - 1] = ""
    return tuple(left), tuple(taken)


def reshuffle_table(table: Cards, draws: Draws) -> tuple[Cards, Draws]:
    """The cards that still lie there mixed over the occupied positions, and the draws after it (RULES §6.7)."""
    mixed, draws = draws.shuffle([card for card in table if card])
    rest = iter(mixed)
    return tuple(card and next(rest) for card in table), draws


def match_cards(cards: Sequence[str]) -> tuple[bool, ...]:
    """Which of the cards revealed together are taken: every reward, and of each letter as many as make pairs.

    Of an odd number of equal letters the one chosen last is turned face down again (RULES §6.5).
    """
    paired = {face: count // 2 * 2 for face, count in Counter(letter_on(card) for card in cards).items() if face}
    taken = []
    for card in cards:
        face = letter_on(card)
        taken.append(face is None or paired[face] > 0)
        if face is not None:
            paired[face] -= 1
    return tuple(taken)


def find_card(cards: Cards, wanted: str) -> str | None:
    """The card of a collection that is meant, or ``None``: a reward, a card, or a letter held in one colour only.

    Raises:
        Ambiguous: ``which_colour``, when the letter is held in both.
    """
    if wanted in cards:
        return wanted
    found = tuple(wanted + tint for tint in COLOURS if wanted + tint in cards)
    if len(found) > 1:
        raise Ambiguous("which_colour", letter=wanted, cards=found)
    return found[0] if found else None


def remove_cards(cards: Cards, unwanted: Iterable[str]) -> Cards:
    """The collection without these cards, all of which it holds."""
    left = list(cards)
    for card in unwanted:
        left.remove(card)
    return tuple(left)


def spend_reward(cards: Cards, reward: str) -> Cards:
    """The collection without one reward card.

    Raises:
        Refusal: ``reward_not_held``, naming the reward.
    """
    if reward not in cards:
        raise Refusal("reward_not_held", reward=reward)
    return remove_cards(cards, (reward,))
