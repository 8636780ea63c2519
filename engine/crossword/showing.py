"""From state to view: the one function that decides what a viewer may see."""

from collections import Counter

from engine.crossword.state import GameState
from engine.crossword.tiles import face
from engine.crossword.view import BonusCell, GameView, SeatView


def view(state: GameState, viewer: int | None) -> GameView:
    """The game as the seat ``viewer``, or the group (``None``), may see it."""
    rules = state.ruleset
    unseen = Counter(rules.counts)
    unseen.subtract(face(tile) for tile in state.cells if tile)
    rack = () if viewer is None else state.players[viewer].rack
    unseen.subtract(rack)
    bonus = None
    if state.bonus is not None and rules.scoring.cell is not None:
        bonus = BonusCell(state.bonus, rules.scoring.cell.points, state.bonus_taken)
    return GameView(
        ruleset=rules.id,
        language=rules.language,
        columns=rules.columns,
        rows=len(rules.board.rows),
        premiums=rules.board.rows,
        cells=state.cells,
        values=rules.values,
        seats=tuple(
            SeatView(player.user, player.name, player.score, len(player.rack), player.active)
            for player in state.players
        ),
        turn=None if state.outcome else state.turn,
        number=state.number,
        bag=len(state.bag),
        tiles=rules.tiles,
        unseen={tile: count for tile, count in unseen.items() if count},
        viewer=viewer,
        rack=rack,
        bonus=bonus,
        last=state.last,
        outcome=state.outcome,
    )
