"""Applying actions: one pure function from a state and an action to a new state and events (RULES §1.4–1.7)."""

from typing import assert_never

from msgspec.structs import replace

from engine.crossword import endings
from engine.crossword.actions import Action, Cancel, Exchange, Pass, Place, Surrender
from engine.crossword.challenge import Judge, judge_play
from engine.crossword.events import (
    Event,
    GameEnded,
    PlayerSurrendered,
    TilesDrawn,
    TilesExchanged,
    TilesPlaced,
    TurnPassed,
)
from engine.crossword.placement import Play, place
from engine.crossword.premiums import premium_board
from engine.crossword.scoring import Score, bingo_points, cell_points, score
from engine.crossword.state import GameState, Player
from engine.crossword.tiles import draw, face, letter, put_back, take
from engine.crossword.view import EndReason, LastTurn
from engine.errors import Malformed, Refusal
from engine.rulesets import BLANK

Result = tuple[GameState, tuple[Event, ...]]


def apply(state: GameState, action: Action, judge: Judge) -> Result:
    """Play one action; the state handed in is never changed.

    Raises:
        Refusal: the action is against the rules.
        Malformed: it names a tile or cell that does not exist.
    """
    if state.outcome is not None:
        raise Refusal("game_over")
    match action:
        case Place():
            return _place(state, action, judge)
        case Exchange():
            return _exchange(state, action)
        case Pass():
            seat = _on_turn(state, action.by)
            passed = replace(state, passes=state.passes + 1, scoreless=state.scoreless + 1)
            event = TurnPassed(seat, state.players[seat].rack)
            return _end_turn(passed, LastTurn(seat, "pass"), (event,))
        case Surrender():
            return _surrender(state, action)
        case Cancel():
            return _end(state, "cancelled", ())
        case _:
            assert_never(action)


def preview(state: GameState, seat: int, action: Place) -> tuple[Play, Score]:
    """Where a play would lie and what it would score for a seat, words unjudged and the rack unasked.

    Raises:
        Refusal: it does not lie well on the board.
        Malformed: ``unknown_cell``, ``unknown_tile`` or ``cell_twice``.
    """
    board = premium_board(state.ruleset.board)
    tiles: dict[int, str] = {}
    for placement in action.tiles:
        index = board.grid.indices.get(placement.cell)
        if index is None:
            raise Malformed("unknown_cell", cell=placement.cell, last=board.grid.names[-1])
        _check_tile(state, placement.tile)
        if index in tiles:
            raise Malformed("cell_twice", cell=placement.cell)
        tiles[index] = placement.tile
    rules = state.ruleset
    play = place(state.cells, board, tiles, rules.rack)
    bonus = None if state.bonus is None or state.bonus_taken else board.grid.indices[state.bonus]
    points = score(
        play,
        state.cells,
        board,
        rules.values,
        bingo=bingo_points(rules.scoring, len(tiles), len(state.players[seat].rack), rules.rack),
        cell_bonus=cell_points(rules.scoring, play, bonus),
    )
    return play, points


def _check_tile(state: GameState, tile: str) -> None:
    """A tile for the board is a letter, or a blank that stands for a letter."""
    if tile.endswith(BLANK) or letter(tile) not in state.ruleset.values:
        raise Malformed("unknown_tile", tile=tile)


def _on_turn(state: GameState, user: int) -> int:
    seat = _seated(state, user)
    if seat != state.turn:
        raise Refusal("not_your_turn", name=state.players[state.turn].name)
    return seat


def _seated(state: GameState, user: int) -> int:
    seat = state.seat_of(user)
    if seat is None:
        raise Refusal("not_seated")
    if not state.players[seat].active:
        raise Refusal("has_surrendered")
    return seat


def _place(state: GameState, action: Place, judge: Judge) -> Result:
    seat = _on_turn(state, action.by)
    play, points = preview(state, seat, action)
    player = state.players[seat]
    kept = take(player.rack, sorted((face(tile) for tile in play.tiles.values()), reverse=True))
    judge_play(state.ruleset.judging, [run.word for run in play.words], judge)
    drawn, bag, draws = draw(state.bag, state.ruleset.rack - len(kept), state.draws)
    cells = list(state.cells)
    for index, tile in play.tiles.items():
        cells[index] = tile
    names = premium_board(state.ruleset.board).grid.names
    after = replace(
        _with_player(state, seat, replace(player, rack=kept + drawn, score=player.score + points.total)),
        cells=tuple(cells),
        bag=bag,
        draws=draws,
        passes=0,
        scoreless=0,
        bonus_taken=state.bonus_taken or points.cell_bonus > 0,
    )
    last = LastTurn(
        seat,
        "play",
        tuple(names[index] for index in play.tiles),
        points.words,
        points.bingo,
        points.cell_bonus,
        points.total,
    )
    placed = TilesPlaced(seat, action.tiles, points.words, points.bingo, points.cell_bonus, points.total, player.rack)
    events: tuple[Event, ...] = (placed, TilesDrawn(seat, len(drawn), drawn)) if drawn else (placed,)
    return _end_turn(after, last, events)


def _exchange(state: GameState, action: Exchange) -> Result:
    """Draw first, return after (RULES §1.7, §8 no. 32b), so that nobody draws back what they gave.

    The bag must hold what is drawn first, whatever little the ruleset asks for.
    """
    seat = _on_turn(state, action.by)
    if not action.tiles:
        raise Refusal("nothing_to_exchange")
    least = max(state.ruleset.exchange.least_in_bag, len(action.tiles))
    if len(state.bag) < least:
        raise Refusal("bag_too_small", least=least, bag=len(state.bag))
    for tile in action.tiles:
        if tile not in state.ruleset.values:
            raise Malformed("unknown_tile", tile=tile)
    player = state.players[seat]
    kept = take(player.rack, action.tiles)
    drawn, rest, draws = draw(state.bag, len(action.tiles), state.draws)
    after = replace(
        _with_player(state, seat, replace(player, rack=kept + drawn)),
        bag=put_back(rest, action.tiles),
        draws=draws,
        passes=0,
        scoreless=state.scoreless + 1,
    )
    count = len(action.tiles)
    events = (TilesExchanged(seat, count, action.tiles, player.rack), TilesDrawn(seat, count, drawn))
    return _end_turn(after, LastTurn(seat, "exchange", exchanged=count), events)


def _surrender(state: GameState, action: Surrender) -> Result:
    """Two players: the other wins. More: the rack is set aside, the others play on (RULES §1.4)."""
    seat = _seated(state, action.by)
    before = sum(not other.active for other in state.players)
    player = replace(state.players[seat], surrendered=before)
    after = replace(_with_player(state, seat, player), last=LastTurn(seat, "surrender"))
    events = (PlayerSurrendered(seat),)
    if sum(other.active for other in after.players) == 1:
        return _end(after, "surrender", events)
    if state.turn == seat:
        after = replace(after, turn=_next_seat(after, seat))
    return after, events


def _with_player(state: GameState, seat: int, player: Player) -> GameState:
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def _next_seat(state: GameState, seat: int) -> int:
    count = len(state.players)
    return next(other % count for other in range(seat + 1, seat + 1 + count) if state.players[other % count].active)


def _end_turn(state: GameState, last: LastTurn, events: tuple[Event, ...]) -> Result:
    """Count the turn, then end the game or hand the turn on."""
    after = replace(state, last=last, number=state.number + 1)
    if not after.bag and not after.players[last.seat].rack:
        return _end(after, "out", events)
    if last.kind != "play" and endings.run_is_over(after):
        return _end(after, after.ruleset.ending.run.counts, events)
    return replace(after, turn=_next_seat(after, last.seat)), events


def _end(state: GameState, reason: EndReason, events: tuple[Event, ...]) -> Result:
    outcome = endings.finish(state, reason)
    players = tuple(
        replace(player, score=next(final.score for final in outcome.finals if final.seat == seat))
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=players, outcome=outcome), (*events, GameEnded(outcome, state.secret))
