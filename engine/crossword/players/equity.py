"""Turns by their equity: what they score and what the tiles that are kept are worth. The level ``iyi`` takes the best.

While tiles can be drawn a leave is worth what :mod:`engine.crossword.players.leaves` says. Once the bag is empty
going out brings the others' racks, and tiles that stay cost what they are worth, and time.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from msgspec import Struct

from engine.crossword import tiles
from engine.crossword.movegen import ScoredPlay
from engine.crossword.players.computer_view import ComputerView, PlaySearch, leave_after
from engine.crossword.players.leaves import Leaves
from engine.crossword.ruleset import Ruleset
from engine.crossword.search.query import LeaveValue
from engine.crossword.tiles import Tiles, remove_tiles

_STUCK: Final = 10.0
"""Points that not going out costs, beside the tiles that stay."""


class CandidateTurn(Struct, frozen=True):
    """What can be done in a turn, and its equity in points: a play, or tiles given back (none is a pass)."""

    equity: float
    play: ScoredPlay | None
    given: Tiles = ()


def leave_value_in(own_view: ComputerView, leaves: Leaves | None) -> LeaveValue | None:
    """What kept tiles are worth in a position; ``None`` where that is nothing known."""
    return leave_value(own_view.rules, leaves, own_view.bag, own_view.unseen)


def leave_value(rules: Ruleset, leaves: Leaves | None, bag: int, others: Tiles) -> LeaveValue | None:
    """What kept tiles are worth to whoever is on turn; ``None`` where that is nothing known.

    Args:
        rules: the table's.
        leaves: the table of the game's tiles, if any.
        bag: tiles in the bag.
        others: what rivals hold, if the bag is empty.
    """
    if not bag:
        values, gain = rules.values, 2.0 * tiles.sum_points(others, rules.values)
        return lambda left: -2.0 * tiles.sum_points(left, values) - _STUCK if left else gain
    if leaves is None:
        return None
    if bag >= rules.rack:
        return leaves.value_of
    # With less than a rack to draw from there are few turns in which a leave could show its worth.
    share = bag / rules.rack
    return lambda left: share * leaves.value_of(left)


def rank_turns(own_view: ComputerView, search: PlaySearch, leaves: Leaves | None, most: int = 1) -> list[CandidateTurn]:
    """The turns of the highest equities, best first: at least one, for where nothing else is possible one passes.

    Args:
        own_view: the position.
        search: finds the plays.
        leaves: ``None`` where none are known: then tiles are given back only if there is no play.
        most: how many are wanted, from 1 on.
    """
    leave = leave_value_in(own_view, leaves)
    plays = search.find_best_plays(own_view.query, own_view.words, most, leave)
    turns = [CandidateTurn(choice.value, choice.play) for choice in plays]
    if leave is not None and own_view.exchangeable:
        turns += list_exchanges(own_view, leave)
    if not turns:
        turns = [CandidateTurn(0.0, None, own_view.view.rack[: own_view.exchangeable])]
    return sorted(turns, key=lambda turn: (-turn.equity, turn.play is None, turn.given))[:most]


def list_exchanges(own_view: ComputerView, leave: LeaveValue) -> list[CandidateTurn]:
    """All that may be given back, each once; ``leave`` values what is kept."""
    return [
        CandidateTurn(leave(tuple(sorted(remove_tiles(own_view.view.rack, given)))), None, given)
        for given in _possible_exchanges(own_view)
    ]


def leave_of_turn(own_view: ComputerView, turn: CandidateTurn) -> Tiles:
    """The tiles that a turn keeps, sorted."""
    rack = own_view.view.rack
    return leave_after(rack, turn.play) if turn.play else tuple(sorted(remove_tiles(rack, turn.given)))


def _possible_exchanges(own_view: ComputerView) -> Iterator[Tiles]:
    """All that may be given back, each once."""
    rack = sorted(own_view.view.rack)
    for count in range(1, own_view.exchangeable + 1):
        yield from dict.fromkeys(combinations(rack, count))
