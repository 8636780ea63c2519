"""The course of a game: what the draws brought, and where it turned."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from engine.crossword.analysis.taken_turns import TakenGame, TakenTurn
from engine.crossword.analysis.turn_stake import spread_of
from engine.crossword.analysis.win_chance import WinCurve
from engine.crossword.players.leaves import Leaves

_FIRST: Final = 0


def draws_luck(turns: Sequence[TakenTurn], leaves: Leaves | None) -> float | None:
    """By how many points the tiles that a player drew were worth more than the mean of those that could be drawn.

    A tile is worth what the leave of it alone is. The first rack counts as drawn from all tiles. Where turns are
    missing between two nobody knows what was drawn, and nothing is counted; ``None`` where nothing is at all.

    Args:
        turns: of one player, in order.
        leaves: of the game's tiles; without them no luck is known.
    """
    if leaves is None or not turns:
        return None
    known, first = list[float](), turns[0].view
    if turns[0].number < len(first.seats):
        whole = Counter(first.unseen) + Counter(first.rack) + Counter(tile[:1] for tile in first.cells if tile)
        known.append(_beyond_mean(Counter(first.rack), whole, leaves))
    for before, after in pairwise(turns):
        if after.number - before.number <= len(first.seats):
            drawn = Counter(after.view.rack) - Counter(before.kept)
            known += [_beyond_mean(drawn, before.view.unseen, leaves)] if drawn else []
    return sum(known) if known else None


def _beyond_mean(drawn: Counter[str], pool: Mapping[str, int], leaves: Leaves) -> float:
    tiles = sum(pool.values())
    if not tiles:
        return 0.0
    mean = sum(count * leaves.value_of((tile,)) for tile, count in pool.items()) / tiles
    return sum(leaves.value_of((tile,)) - mean for tile in drawn.elements())


def find_turning_point(game: TakenGame, curve: WinCurve | None) -> int | None:
    """The place of the turn between whose beginning and the next one's the chance to win changed most.

    ``None`` where no chance is known, or no two turns follow each other. Behind the last turn comes the result.
    """
    if curve is None:
        return None
    chances = [(turn.number, _first_players_chance(turn, curve)) for turn in game.turns]
    if game.first_won is not None and chances:
        chances.append((chances[-1][0] + 1, game.first_won))
    changes = [
        (abs(after - before), -place)
        for place, ((number, before), (following, after)) in enumerate(pairwise(chances))
        if following == number + 1
    ]
    return -max(changes)[1] if changes else None


def _first_players_chance(turn: TakenTurn, curve: WinCurve) -> float:
    spread, unseen = spread_of(turn.view, turn.seat), sum(turn.view.unseen.values())
    chance = curve.chance(spread, unseen, on_turn=True)
    return chance if turn.seat == _FIRST else 1.0 - chance
