"""What EX cells do (RULES §5.5): an opponent's tile is exchanged. The caller says which cells a play covered.

``rules`` calls :func:`trigger_ex_cells` when a play is settled: after the mover's refill and the window for challenges.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.crossword.events import Event, TileExchanged
from engine.crossword.premiums import premium_board
from engine.crossword.state import GameState
from engine.crossword.tiles import draw_tiles, return_to_bag


def trigger_ex_cells(state: GameState, seat: int, cells: Sequence[int]) -> tuple[GameState, tuple[Event, ...]]:
    """Let the EX cells among newly covered cells have their effect, once each.

    A uniformly chosen opponent who plays on and holds tiles loses a uniformly chosen one and gets another: from the
    bag, which is drawn from before the old tile returns, or, by the table's option, from the mover's rack. Nothing
    happens while the bag holds fewer tiles than an exchange needs. The victim's own exchanges are not counted.

    Args:
        state: the mover's rack is refilled.
        seat: the mover.
        cells: indices of the cells that the play covered, in reading order.
    """
    board = premium_board(state.ruleset.board)
    events: list[Event] = []
    for index in cells:
        if index in board.ex_cells:
            state, exchanged = _exchange_tile(state, seat, board.grid.names[index])
            events.extend(exchanged)
    return state, tuple(events)


def _exchange_tile(state: GameState, seat: int, cell: str) -> tuple[GameState, tuple[TileExchanged, ...]]:
    mode, players = state.ruleset.scoring.ex, state.players
    opponents = [other for other, player in enumerate(players) if other != seat and player.active and player.rack]
    few = len(state.bag) < state.ruleset.exchange.least_in_bag
    if mode == "off" or few or not opponents or (mode == "swap" and not players[seat].rack):
        return state, ()
    chosen, draws = state.draws.random_below(len(opponents))
    victim = opponents[chosen]
    (lost,), left, draws = draw_tiles(players[victim].rack, 1, draws)
    racks = {victim: left}
    bag = state.bag
    if mode == "swap":
        (gained,), rest, draws = draw_tiles(players[seat].rack, 1, draws)
        racks[seat] = (*rest, lost)
    else:
        (gained,), rest, draws = draw_tiles(bag, 1, draws)
        bag = return_to_bag(rest, (lost,))
    racks[victim] = (*left, gained)
    changed = tuple(replace(player, rack=racks.get(other, player.rack)) for other, player in enumerate(players))
    event = TileExchanged(seat, victim, cell, mode == "swap", lost, gained)
    return replace(state, players=changed, bag=bag, draws=draws), (event,)
