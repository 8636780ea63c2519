"""Cards: every card that moves between table, collections and the discard moves through here.

A card is a letter and its colour (``ОY`` yellow, ``ОB`` blue) or the name of a reward. The table is a tuple of cards by
position, ``""`` where a card was taken; positions are numbered from 1, row by row. Table, collections and discard
together are always the whole deck.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.errors import Ambiguous, Refusal
from engine.rng import Draws

Cards = tuple[str, ...]

COLOURS: Final = "YB"
POLYSEMY: Final = "polysemy"
EXCHANGE: Final = "exchange"
CHAOS: Final = "chaos"
REWARDS: Final = (POLYSEMY, EXCHANGE, CHAOS)


def letter_on(card: str) -> str | None:
    """The letter on a card; ``None`` for a reward."""
    return None if card in REWARDS else card[0]


def colour_of(card: str) -> str | None:
    """The colour of a letter card; ``None`` for a reward."""
    return None if card in REWARDS else card[1]


def full_deck(letters: Mapping[str, str], rewards: Mapping[str, int]) -> Cards:
    """All cards in a fixed order: two for each letter and colour of ``letters``, then the rewards (RULES §6.3)."""
    paired = (face + tint for face, tints in letters.items() for tint in tints for _ in range(2))
    return (*paired, *(reward for reward, count in rewards.items() for _ in range(count)))


def face_down_positions(table: Cards) -> tuple[int, ...]:
    """The positions that still hold a card."""
    return tuple(position for position, card in enumerate(table, start=1) if card)


def pick_up_cards(table: Cards, positions: Iterable[int]) -> tuple[Cards, Cards]:
    """The table without the cards at these positions, and those cards in the order of the positions."""
    left = list(table)
    taken = []
    for position in positions:
        taken.append(left[position - 1])
        left[position - 1] = ""
    return tuple(left), tuple(taken)


def reshuffle_table(table: Cards, draws: Draws) -> tuple[Cards, Draws]:
    """Shuffle the remaining cards among the occupied positions (RULES §6.7); the table and the next draws."""
    mixed, draws = draws.shuffle([card for card in table if card])
    rest = iter(mixed)
    return tuple(card and next(rest) for card in table), draws


def match_cards(cards: Sequence[str]) -> tuple[bool, ...]:
    """Which of the cards revealed together are taken: every reward, and as many of each letter as make pairs.

    Of an odd number of equal letters the last chosen is turned face down again (RULES §6.5).
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
    """The card meant in a collection, or ``None``: a reward, a card, or a letter held in one colour only.

    Raises:
        Ambiguous: ``which_colour``, if the letter is held in both.
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
    """The collection without one reward card; raises ``reward_not_held``, naming the reward."""
    if reward not in cards:
        raise Refusal("reward_not_held", reward=reward)
    return remove_cards(cards, (reward,))
