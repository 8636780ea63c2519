"""Applying actions: one pure function from a state and an action to a new state and events (RULES §1.4–1.7).

Challenges, time and draws by agreement have modules of their own; this one owns the dispatch and the turns.
"""

from datetime import datetime
from typing import assert_never

from msgspec.structs import replace

from engine.absence import Remove, Replace, Seek, Skip, Volunteer, Vote
from engine.clock import Pause, Remind, Resume, Timeout
from engine.crossword import absent, draw_offers, runs, timing, undoing
from engine.crossword.actions import (
    AcceptDraw,
    Action,
    Challenge,
    DeclineDraw,
    Exchange,
    OfferDraw,
    Place,
    TakeBack,
)
from engine.crossword.challenge import Judge, bag_after_refill, challenge, judge_play, refill, settle, window_end
from engine.crossword.events import TilesDrawn, TilesExchanged, TilesPlaced, TurnPassed
from engine.crossword.highlights import with_play
from engine.crossword.placement import Play, place
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import BLANK
from engine.crossword.scoring import Score, bingo_points, cell_points, score
from engine.crossword.state import GameState, Pending
from engine.crossword.tiles import draw, face, letter, put_back, take
from engine.crossword.turns import (
    Result,
    close_turn,
    count_turn,
    end,
    ends_the_game,
    free_to_move,
    hand_on,
    start_clock,
)
from engine.crossword.view import LastTurn
from engine.errors import Malformed, Refusal
from engine.turns import Cancel, Pass, PlayerSurrendered, Surrender, Undo, on_turn, seated, with_player

_SECOND = 1000


def apply(state: GameState, action: Action, now: datetime, judge: Judge, begins: datetime | None = None) -> Result:
    """Play one action at an instant (UTC); the state handed in is never changed.

    What it leads to begins at the same instant, unless it ``begins`` later (:func:`engine.game.apply`).

    Raises:
        Refusal: the action is against the rules.
        Malformed: it names a tile or cell that does not exist.
    """
    if state.outcome is not None:
        raise Refusal("game_over")
    begins = begins or now
    after, events = _apply(state, action, now, judge, begins)
    if not isinstance(action, TakeBack | Undo):
        after = undoing.kept(state, after)
    return start_clock(after, begins), events


def _apply(state: GameState, action: Action, now: datetime, judge: Judge, begins: datetime) -> Result:
    match action:
        case Place():
            return _place(state, action, now, judge, begins)
        case Exchange():
            return _exchange(state, action, now)
        case Pass():
            return _pass(state, action, now)
        case Challenge():
            return challenge(state, action, now, judge)
        case TakeBack() | Undo():
            return undoing.apply(state, action, now, begins)
        case OfferDraw() | AcceptDraw() | DeclineDraw():
            return draw_offers.apply(state, action, now)
        case Surrender() | Cancel():
            return _given_up(state, action, now)
        case Timeout() | Remind() | Pause() | Resume():
            return timing.apply(state, action, now, begins)
        case Skip() | Remove() | Replace() | Seek() | Volunteer() | Vote():
            return absent.apply(state, action, now, begins)
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
        four_word=rules.scoring.four_word,
        bingo=bingo_points(rules.scoring, len(tiles), len(state.players[seat].rack), rules.rack),
        cell_bonus=cell_points(rules.scoring, play, bonus),
    )
    return play, points


def _check_tile(state: GameState, tile: str) -> None:
    """A tile for the board is a letter, or a blank that stands for a letter."""
    if tile.endswith(BLANK) or letter(tile) not in state.ruleset.values:
        raise Malformed("unknown_tile", tile=tile)


def _place(state: GameState, action: Place, now: datetime, judge: Judge, begins: datetime) -> Result:
    seat = free_to_move(state, action.by, now)
    play, points = preview(state, seat, action)
    used = tuple(sorted((face(tile) for tile in play.tiles.values()), reverse=True))
    take(state.players[seat].rack, used)
    judging = state.ruleset.judging
    judge_play(judging, [run.word for run in play.words], judge)
    until = window_end(state.ruleset, begins, retractable=undoing.may_take_back(state, seat))
    state, events = settle(state, "acted", held=(seat, used))
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
    before, highlights = runs.counts(state), state.highlights
    state = count_turn(_laid(state, seat, play, points), last, now)
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
        state = undoing.noted(replace(state, pending=pending), found, now, seat=seat, kind="play", tiles=action.tiles)
        return hand_on(state, now, events)
    if not state.bag and not state.players[seat].rack:
        return end(state, "out", now, events)
    state, drawn = refill(state, seat, action.tiles)
    if not drawn:
        state = undoing.noted(state, found, now, seat=seat, kind="play", tiles=action.tiles)
    return hand_on(state, now, events + drawn)


def _laid(state: GameState, seat: int, play: Play, points: Score) -> GameState:
    """The board, rack and score after a play; nothing is drawn yet, and no draw offer outlives a play."""
    cells = list(state.cells)
    for index, tile in play.tiles.items():
        cells[index] = tile
    player = state.players[seat]
    kept = take(player.rack, sorted((face(tile) for tile in play.tiles.values()), reverse=True))
    return replace(
        runs.counted(
            with_player(state, seat, replace(player, rack=kept, score=player.score + points.total)), seat, "play"
        ),
        cells=tuple(cells),
        bonus_taken=state.bonus_taken or points.cell_bonus > 0,
        highlights=with_play(state.highlights, seat, points.words, points.total),
        offer=None,
    )


def _exchange(state: GameState, action: Exchange, now: datetime) -> Result:
    """Draw first, return after (RULES §1.7, §8 no. 32b), so that nobody draws back what they gave.

    The bag must hold what is drawn first, whatever little the ruleset asks for.
    """
    seat = free_to_move(state, action.by, now)
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
    take(state.players[seat].rack, action.tiles)
    state, events = settle(state, "acted", held=(seat, action.tiles))
    player = state.players[seat]
    kept = take(player.rack, action.tiles)
    drawn, rest, draws = draw(state.bag, len(action.tiles), state.draws)
    after = replace(
        with_player(state, seat, replace(player, rack=kept + drawn, exchanges=player.exchanges + 1)),
        bag=put_back(rest, action.tiles),
        draws=draws,
    )
    after = runs.counted(after, seat, "exchange")
    count = len(action.tiles)
    exchanged = (TilesExchanged(seat, count, action.tiles, player.rack), TilesDrawn(seat, count, drawn))
    return close_turn(count_turn(after, LastTurn(seat, "exchange", exchanged=count), now), now, events + exchanged)


def _pass(state: GameState, action: Pass, now: datetime) -> Result:
    """Pass, or let the last play of the game stand without waiting for its window's end."""
    seat = on_turn(state, action.by, now)
    if ends_the_game(state) and state.pending is not None and state.pending.seat != seat:
        state, events = settle(state, "accepted")
        return end(state, "out", now, events)
    free_to_move(state, action.by, now)
    state, events = settle(state, "acted")
    passed = count_turn(runs.counted(state, seat, "pass"), LastTurn(seat, "pass"), now)
    event = TurnPassed(seat, state.players[seat].rack)
    return close_turn(undoing.noted(passed, state, now, seat=seat, kind="pass"), now, (*events, event))


def _given_up(state: GameState, action: Surrender | Cancel, now: datetime) -> Result:
    """Called off, or surrendered.

    Two players: the other wins. More: the rack is set aside, the others play on (RULES §1.4).

    An open window stays open for the others, whoever leaves. A mover who leaves meanwhile may still lose the play to
    a challenge (RULES §7.1), and draws nothing if it stands.
    """
    if isinstance(action, Cancel):
        return end(state, "cancelled", now, ())
    seat = seated(state, action.by)
    events: tuple[PlayerSurrendered, ...] = (PlayerSurrendered(seat),)
    return timing.leave(state, seat, "surrender", now, events)
