"""Counting what is there: no tile and no card is ever lost or made."""

from collections import Counter
from collections.abc import Iterable

from engine.crossword.tiles import face


def tiles(bag: Iterable[str], racks: Iterable[Iterable[str]], cells: Iterable[str]) -> Counter[str]:
    """How many of each face there are in bag, racks and board together."""
    count = Counter(bag)
    for rack in racks:
        count.update(rack)
    count.update(face(tile) for tile in cells if tile)
    return count


def cards(table: Iterable[str], collections: Iterable[Iterable[str]], discarded: Iterable[str]) -> Counter[str]:
    """How many of each card there are on the table, in collections and discarded together."""
    count = Counter(card for card in table if card)
    for held in collections:
        count.update(held)
    count.update(discarded)
    return count
