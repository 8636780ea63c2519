"""What a viewer may see of states and events: only this module removes the secrets of a game."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from engine import absence
from engine.alphabet import BLANK
from engine.crossword import endings, hints, undoing
from engine.crossword.events import (
    Event,
    HintTold,
    PlayWithdrawn,
    TileExchanged,
    TilesDrawn,
    TilesExchanged,
    TilesPlaced,
    TurnPassed,
)
from engine.crossword.state import GameState
from engine.crossword.turns import is_last_play_open, is_waiting_for_window
from engine.crossword.view import BonusCell, GameView, Highlights, Retractable, SeatView, Window
from engine.timekeeping import clock_view


def view_for(state: GameState, viewer: int | None) -> GameView:
    """The game as the seat ``viewer``, or the group (``None``), may see it."""
    rules = state.ruleset
    rack = () if viewer is None else state.players[viewer].rack
    bonus = None
    left_over = state.outcome is not None and not state.bonus_taken
    if state.bonus is not None and rules.scoring.cell is not None and not left_over:
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
        unseen=_count_unseen(rules.counts, (*filter(None, state.cells), *rack)),
        viewer=viewer,
        rack=rack,
        bonus=bonus,
        last=state.last,
        outcome=state.outcome,
        judging=rules.judging,
        run=rules.ending.run,
        run_turns=endings.run_length(state),
        run_ends=not is_waiting_for_window(state) and endings.is_next_pass_last(state),
        window=_window_view(state),
        retractable=_retractable_view(state),
        challenges=state.challenges,
        clock=clock_view(state),
        offer=state.offer,
        draw_offers=rules.draw_offers,
        colours=rules.colours,
        four_word=rules.scoring.four_word,
        options=rules.options_in_use,
        history=state.history,
        highlights=Highlights() if state.outcome is None or state.outcome.reason == "cancelled" else state.highlights,
        petition=state.petition,
        paused=state.clocks.paused is not None,
        hint=hints.hint_view(hints.own_hint(state, viewer)),
        hint_price=rules.hint_price,
        gone=absence.left_seats(state),
    )


def _count_unseen(counts: Mapping[str, int], tiles: Iterable[str]) -> dict[str, int]:
    """The counts of faces without these tiles; faces with none left are omitted."""
    left = dict(counts)
    for tile in tiles:
        own = BLANK if tile[0] == BLANK else tile
        left[own] = left.get(own, 0) - 1
    return {tile: count for tile, count in left.items() if count}


def _window_view(state: GameState) -> Window | None:
    open_ = state.pending
    if open_ is None or not state.ruleset.judging.has_challenges:
        return None
    return Window(open_.play, open_.seat, open_.until, open_.words, is_last_play_open(state))


def _retractable_view(state: GameState) -> Retractable | None:
    open_ = state.pending
    if open_ is None or undoing.retractable_play(state) is None:
        return None
    return Retractable(open_.play, open_.seat, open_.until, is_last_play_open(state))


def redact(event: Event, viewer: int | None) -> Event:
    """The event as the seat ``viewer``, or the group (``None``), may see it."""
    match event:
        case TilesPlaced(seat=seat) | TurnPassed(seat=seat) | PlayWithdrawn(seat=seat) if seat != viewer:
            return replace(event, rack=None)
        case HintTold(seat=seat) if seat != viewer:
            return replace(event, step=None)
        case TilesDrawn(seat=seat) if seat != viewer:
            return replace(event, tiles=None)
        case TilesExchanged(seat=seat) if seat != viewer:
            return replace(event, tiles=None, rack=None)
        case TileExchanged() if viewer != event.victim and not (event.swapped and viewer == event.seat):
            return replace(event, lost=None, gained=None)
        case _:
            return event
