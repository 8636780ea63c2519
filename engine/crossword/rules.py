"""Applying actions: one pure function from a state and an action to a new state and events (RULES §1.4–1.7).

Dispatches actions and owns turns; challenges, time and draws by agreement have their own modules.
"""

from datetime import datetime
from typing import assert_never

from msgspec.structs import replace

from engine.absence import Remove, Replace, Seek, Skip, Volunteer, Vote
from engine.alphabet import BLANK
from engine.clock import Pause, Remind, Resume, Timeout
from engine.crossword import endings, hints, timing, turns, undoing
from engine.crossword.actions import (
    AcceptDraw,
    Action,
    AskHint,
    Challenge,
    DeclineDraw,
    Exchange,
    OfferDraw,
    Place,
    TakeBack,
    TurnAction,
)
from engine.crossword.challenge import (
    bag_after_refill,
    challenge_play,
    close_window,
    refill_rack,
    refuse_phonies,
    window_end,
)
from engine.crossword.events import TilesDrawn, TilesExchanged, TilesPlaced, TurnPassed
from engine.crossword.placement import Play, place_tiles
from engine.crossword.premiums import premium_board
from engine.crossword.scoring import Score, bingo_points, cell_points, score_play, update_highlights
from engine.crossword.state import GameState, Pending
from engine.crossword.tiles import draw_tiles, face_of, letter_on, remove_from_rack, return_to_bag
from engine.crossword.timing import leave_game
from engine.crossword.turns import (
    Result,
    advance_turn,
    close_turn,
    count_turn,
    end_game,
    is_last_play_open,
    require_free_to_move,
    start_clock,
)
from engine.crossword.view import LastTurn
from engine.errors import Malformed, Refusal
from engine.family_protocol import Judge
from engine.timekeeping import LengthenWindow
from engine.turns import Cancel, Pass, PlayerSurrendered, Surrender, Undo, require_seat, require_turn, with_player

_SECOND = 1000


def apply(state: GameState, action: Action, now: datetime, judge: Judge, begins: datetime | None = None) -> Result:
    """Apply one action at an instant (UTC); never changes ``state``.

    The next turn or window begins at the same instant, or later at ``begins`` (:func:`engine.game.apply`).

    Raises:
        Refusal: the action is against the rules.
        Malformed: it names a tile or cell that does not exist.
    """
    if state.outcome is not None:
        raise Refusal("game_over")
    begins = begins or now
    after, events = _dispatch(state, action, now, judge, begins)
    if not isinstance(action, TakeBack | Undo | LengthenWindow):
        after = hints.forget_stale_hint(state, undoing.forget_stale_turn(state, after))
    return start_clock(after, begins), events


def _dispatch(state: GameState, action: Action, now: datetime, judge: Judge, begins: datetime) -> Result:
    match action:
        case Place() | Exchange() | Pass():
            return _take_turn(state, action, now, judge, begins)
        case AskHint():
            return hints.tell_step(state, action, now, lambda best: _take_turn(state, best, now, judge, begins))
        case Challenge():
            return challenge_play(state, action, now, judge)
        case TakeBack():
            return undoing.take_back_play(state, action, now, begins)
        case Undo():
            return undoing.undo_turn(state, action, begins)
        case OfferDraw() | AcceptDraw() | DeclineDraw():
            return turns.apply_draw_action(state, action, now)
        case Surrender() | Cancel():
            return _surrender_or_cancel(state, action, now)
        case Timeout() | Remind() | Pause() | Resume() | LengthenWindow():
            return timing.apply_clock_action(state, action, now, begins)
        case Skip() | Remove() | Replace() | Seek() | Volunteer() | Vote():
            return timing.apply_absence(state, action, now, begins)
        case _:
            assert_never(action)


def _take_turn(state: GameState, action: TurnAction, now: datetime, judge: Judge, begins: datetime) -> Result:
    match action:
        case Place():
            return _place_tiles(state, action, now, judge, begins)
        case Exchange():
            return _exchange_tiles(state, action, now)
        case Pass():
            return _pass_turn(state, action, now)


def lay_and_score(state: GameState, seat: int, action: Place) -> tuple[Play, Score]:
    """Where a play lies and what it scores for a seat; neither words nor the rack are checked.

    Raises:
        Refusal: the placement is illegal.
        Malformed: ``unknown_cell``, ``unknown_tile`` or ``cell_twice``.
    """
    play = lay_tiles(state, action)
    return play, score_for_seat(state, seat, play)


def lay_tiles(state: GameState, action: Place) -> Play:
    """Where a play lies, and the words it forms; raises as :func:`lay_and_score`."""
    board = premium_board(state.ruleset.board)
    tiles: dict[int, str] = {}
    for placement in action.tiles:
        index = board.grid.indices.get(placement.cell)
        if index is None:
            raise Malformed("unknown_cell", cell=placement.cell, last=board.grid.names[-1])
        if placement.tile.endswith(BLANK) or letter_on(placement.tile) not in state.ruleset.values:
            raise Malformed("unknown_tile", tile=placement.tile)
        if index in tiles:
            raise Malformed("cell_twice", cell=placement.cell)
        tiles[index] = placement.tile
    return place_tiles(state.cells, board, tiles, state.ruleset.rack)


def score_for_seat(state: GameState, seat: int, play: Play) -> Score:
    """What a play scores for a seat; of its rack only the number of tiles matters."""
    rules, board = state.ruleset, premium_board(state.ruleset.board)
    bonus = None if state.bonus is None or state.bonus_taken else board.grid.indices[state.bonus]
    return score_play(
        play,
        state.cells,
        board,
        rules.values,
        four_word=rules.scoring.four_word,
        bingo=bingo_points(rules, len(play.tiles), len(state.players[seat].rack)),
        cell_bonus=cell_points(rules.scoring, play, bonus),
    )


def _place_tiles(state: GameState, action: Place, now: datetime, judge: Judge, begins: datetime) -> Result:
    seat = require_free_to_move(state, action.by, now)
    play, points = lay_and_score(state, seat, action)
    used = tuple(sorted((face_of(tile) for tile in play.tiles.values()), reverse=True))
    remove_from_rack(state.players[seat].rack, used)
    judging = state.ruleset.judging
    refuse_phonies(judging, [run.word for run in play.words], judge)
    until = window_end(state.ruleset, begins, retractable=undoing.can_take_back(state, seat))
    state, events = close_window(state, "acted", acting=(seat, used))
    found = state
    player = state.players[seat]
    number = None if until is None else state.number + 1
    last = LastTurn(
        seat,
        "play",
        tuple(premium_board(state.ruleset.board).grid.names[index] for index in play.tiles),
        points.words,
        points.bingo,
        points.cell_bonus,
        points.total,
        play=number,
    )
    before, highlights = endings.run_counts(state), state.highlights
    state = count_turn(_lay_play(state, seat, play, points), last, now)
    placed = TilesPlaced(
        seat,
        action.tiles,
        points.words,
        points.bingo,
        points.cell_bonus,
        points.total,
        player.rack,
        number,
        until,
    )
    events = (*events, placed)
    if until is not None:
        pending = Pending(
            play=state.number,
            seat=seat,
            until=until,
            tiles=action.tiles,
            words=points.words,
            score=points.total,
            run=before,
            took_bonus=points.cell_bonus > 0,
            highlights=highlights,
            laid=begins,
        )
        state = undoing.remember_turn(
            replace(state, pending=pending), found, now, seat=seat, kind="play", tiles=action.tiles
        )
        return advance_turn(state, now, events)
    if not state.bag and not state.players[seat].rack:
        return end_game(state, "out", now, events)
    state, drawn = refill_rack(state, seat, action.tiles)
    if not drawn:
        state = undoing.remember_turn(state, found, now, seat=seat, kind="play", tiles=action.tiles)
    return advance_turn(state, now, events + drawn)


def _lay_play(state: GameState, seat: int, play: Play, points: Score) -> GameState:
    """The board, rack and score after a play, before the refill; a play ends any draw offer."""
    cells = list(state.cells)
    for index, tile in play.tiles.items():
        cells[index] = tile
    player = state.players[seat]
    left = remove_from_rack(player.rack, sorted((face_of(tile) for tile in play.tiles.values()), reverse=True))
    return replace(
        endings.count_in_run(
            with_player(state, seat, replace(player, rack=left, score=player.score + points.total)),
            seat,
            "play",
        ),
        cells=tuple(cells),
        bonus_taken=state.bonus_taken or points.cell_bonus > 0,
        highlights=update_highlights(state.highlights, seat, points.words, points.total),
        offer=None,
    )


def _exchange_tiles(state: GameState, action: Exchange, now: datetime) -> Result:
    """Draw before returning tiles (RULES §1.7, §8 no. 32b), so that players cannot draw what they gave.

    The bag must hold as many tiles as are drawn, however few the ruleset asks for.
    """
    seat = require_free_to_move(state, action.by, now)
    if not action.tiles:
        raise Refusal("nothing_to_exchange")
    rule = state.ruleset.exchange
    if rule.per_player is not None and state.players[seat].exchanges >= rule.per_player:
        raise Refusal("exchange_limit", most=rule.per_player)
    there = bag_after_refill(state)
    if there < rule.least_in_bag:
        raise Refusal("bag_too_small", least=rule.least_in_bag, bag=there)
    if there < len(action.tiles):
        raise Refusal("exchange_beyond_bag", most=there)
    for tile in action.tiles:
        if tile not in state.ruleset.values:
            raise Malformed("unknown_tile", tile=tile)
    remove_from_rack(state.players[seat].rack, action.tiles)
    state, events = close_window(state, "acted", acting=(seat, action.tiles))
    player = state.players[seat]
    left = remove_from_rack(player.rack, action.tiles)
    drawn, rest, draws = draw_tiles(state.bag, len(action.tiles), state.draws)
    after = replace(
        with_player(state, seat, replace(player, rack=left + drawn, exchanges=player.exchanges + 1)),
        bag=return_to_bag(rest, action.tiles),
        draws=draws,
    )
    after = endings.count_in_run(after, seat, "exchange")
    count = len(action.tiles)
    exchanged = (TilesExchanged(seat, count, action.tiles, player.rack), TilesDrawn(seat, count, drawn))
    return close_turn(count_turn(after, LastTurn(seat, "exchange", exchanged=count), now), now, events + exchanged)


def _pass_turn(state: GameState, action: Pass, now: datetime) -> Result:
    """Pass, or accept the last play of the game before its window ends."""
    seat = require_turn(state, action.by, now)
    if is_last_play_open(state) and state.pending is not None and state.pending.seat != seat:
        state, events = close_window(state, "accepted")
        return end_game(state, "out", now, events)
    require_free_to_move(state, action.by, now)
    state, events = close_window(state, "acted")
    passed = count_turn(endings.count_in_run(state, seat, "pass"), LastTurn(seat, "pass"), now)
    event = TurnPassed(seat, state.players[seat].rack)
    return close_turn(undoing.remember_turn(passed, state, now, seat=seat, kind="pass"), now, (*events, event))


def _surrender_or_cancel(state: GameState, action: Surrender | Cancel, now: datetime) -> Result:
    """Cancel, or surrender.

    With two players the other wins. With more the rack is set aside, and the others play on (RULES §1.4).

    An open window stays open when a player leaves. A mover who leaves may still lose the play to a challenge (RULES
    §7.1), and draws nothing if it stands.
    """
    if isinstance(action, Cancel):
        return end_game(state, "cancelled", now, ())
    seat = require_seat(state, action.by)
    events: tuple[PlayerSurrendered, ...] = (PlayerSurrendered(seat),)
    return leave_game(state, seat, "surrender", now, events)
