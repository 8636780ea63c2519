"""Turns by their equity: what they score and what the tiles that are kept are worth. The level ``iyi`` takes the best.

While tiles can be drawn a leave is worth what :mod:`engine.crossword.players.leaves` says. Once the bag is empty
going out brings the others' racks, and tiles that stay cost what they are worth, and time.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from msgspec import Struct

from engine.crossword import tiles
from engine.crossword.movegen import Option
from engine.crossword.players.leaves import Leaves
from engine.crossword.players.sight import Search, Sight, Tiles, kept
from engine.crossword.ruleset import Ruleset
from engine.crossword.search.question import Leave

_STUCK: Final = 10.0
"""Points that not going out costs, beside the tiles that stay."""


class Turn(Struct, frozen=True):
    """What can be done in a turn, and its equity in points: a play, or tiles given back (none is a pass)."""

    equity: float
    play: Option | None
    given: Tiles = ()


def leave_of(sight: Sight, leaves: Leaves | None) -> Leave | None:
    """What kept tiles are worth in a position; ``None`` where that is nothing known."""
    return leave_when(sight.rules, leaves, sight.bag, sight.unseen)


def leave_when(rules: Ruleset, leaves: Leaves | None, bag: int, others: Tiles) -> Leave | None:
    """What kept tiles are worth to whoever is on turn; ``None`` where that is nothing known.

    Args:
        rules: the table's.
        leaves: the table of the game's tiles, if any.
        bag: tiles in the bag.
        others: what rivals hold, if the bag is empty.
    """
    if not bag:
        values, gain = rules.values, 2.0 * tiles.points(others, rules.values)
        return lambda left: -2.0 * tiles.points(left, values) - _STUCK if left else gain
    if leaves is None:
        return None
    if bag >= rules.rack:
        return leaves.worth
    # With less than a rack to draw from there are few turns in which a leave could show its worth.
    share = bag / rules.rack
    return lambda left: share * leaves.worth(left)


def ranked(sight: Sight, search: Search, leaves: Leaves | None, most: int = 1) -> list[Turn]:
    """The turns of the highest equities, best first: at least one, for where nothing else is possible one passes.

    Args:
        sight: the position.
        search: finds the plays.
        leaves: ``None`` where none are known: then tiles are given back only if there is no play.
        most: how many are wanted, from 1 on.
    """
    leave = leave_of(sight, leaves)
    plays = search.best(sight.question, sight.words, most, leave)
    turns = [Turn(choice.value, choice.option) for choice in plays]
    if leave is not None and sight.exchangeable:
        turns += [Turn(leave(_without(sight.view.rack, given)), None, given) for given in _parts(sight)]
    if not turns:
        turns = [Turn(0.0, None, sight.view.rack[: sight.exchangeable])]
    return sorted(turns, key=lambda turn: (-turn.equity, turn.play is None, turn.given))[:most]


def left_by(sight: Sight, turn: Turn) -> Tiles:
    """The tiles that a turn keeps, sorted."""
    rack = sight.view.rack
    return _without(rack, turn.given) if turn.play is None else kept(rack, turn.play)


def _parts(sight: Sight) -> Iterator[Tiles]:
    """All that may be given back, each once."""
    rack = sorted(sight.view.rack)
    for count in range(1, sight.exchangeable + 1):
        yield from dict.fromkeys(combinations(rack, count))


def _without(rack: Tiles, given: Tiles) -> Tiles:
    return tuple(sorted(tiles.take(rack, given)))
