"""From state to view: the one function that decides what a viewer may see."""

from collections import Counter

from engine import clock
from engine.clock import ClockView
from engine.crossword.state import GameState
from engine.crossword.tiles import face
from engine.crossword.turns import ends_the_game
from engine.crossword.view import BonusCell, GameView, SeatView, Window


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
            SeatView(
                player.user,
                player.name,
                player.score,
                len(player.rack),
                player.active,
                player.retired,
                player.exchanges,
                player.skips,
            )
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
        judging=rules.judging,
        run=rules.ending.run,
        window=_window(state),
        challenges=state.challenges,
        clock=_clock(state),
        offer=state.offer,
        draw_offers=rules.draw_offers,
        exchange_limit=rules.exchange.per_player,
        colours=rules.colours,
        four_word=rules.scoring.four_word,
        options={name: option.default for name, option in rules.options().items()},
        history=state.history,
    )


def _window(state: GameState) -> Window | None:
    open_ = state.pending
    if open_ is None:
        return None
    return Window(open_.play, open_.seat, open_.until, open_.words, ends_the_game(state))


def _clock(state: GameState) -> ClockView | None:
    rule = state.ruleset.timing
    if rule is None:
        return None
    return ClockView(state.ruleset.clock, rule, state.clocks, clock.due(rule, state.clocks, state.turn))
