"""Whose turn it is, and how turns and games end. Knows nothing of what is done in a turn."""

from datetime import datetime

from msgspec.structs import replace

from engine import clock
from engine.crossword import endings
from engine.crossword.events import Event, GameEnded, TurnLost
from engine.crossword.state import GameState, Player
from engine.crossword.view import EndReason, LastTurn
from engine.errors import Refusal
from engine.history import amended

Result = tuple[GameState, tuple[Event, ...]]
Events = tuple[Event, ...]


def seated(state: GameState, user: int) -> int:
    """The seat of a user who is in the game.

    Raises:
        Refusal: ``not_seated``, or ``has_surrendered``.
    """
    seat = state.seat_of(user)
    if seat is None:
        raise Refusal("not_seated")
    if not state.players[seat].active:
        raise Refusal("has_surrendered")
    return seat


def on_turn(state: GameState, user: int, now: datetime) -> int:
    """The seat of a user who is to take a turn now.

    Raises:
        Refusal: ``not_seated``, ``has_surrendered``, ``not_your_turn``, ``paused``, or ``out_of_time``.
    """
    seat = seated(state, user)
    if seat != state.turn:
        raise Refusal("not_your_turn", name=state.players[state.turn].name)
    if state.clocks.paused is not None:
        raise Refusal("paused")
    if is_late(state, now):
        raise Refusal("out_of_time")
    return seat


def is_late(state: GameState, now: datetime) -> bool:
    """Whether the running turn's time is out."""
    due = clock.due(state.ruleset.timing, state.clocks, state.turn)
    return due is not None and now >= due


def with_player(state: GameState, seat: int, player: Player) -> GameState:
    """The state with a player changed."""
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def waits(state: GameState) -> bool:
    """Whether nobody can move until the open window closes: its mover is next, or its play ends the game."""
    return state.pending is not None and (state.turn == state.pending.seat or ends_the_game(state))


def ends_the_game(state: GameState) -> bool:
    """Whether the play that waits for a challenge has emptied bag and rack."""
    return state.pending is not None and not state.bag and not state.players[state.pending.seat].rack


def count_turn(state: GameState, last: LastTurn, now: datetime, *, acted: bool = True) -> GameState:
    """The state after a turn of the player on turn, whose clock is stopped."""
    return replace(_numbered(stop_clock(state, now, acted=acted)), last=last)


def _numbered(state: GameState) -> GameState:
    """The state with one turn more, and the scores as they stand after it."""
    scores = tuple(player.score for player in state.players)
    return replace(state, number=state.number + 1, history=(*state.history, scores))


def add_points(state: GameState, seat: int, points: int, *, since: int) -> GameState:
    """The state with a score changed afterwards, and the history with it from the turn numbered ``since`` on."""
    player = state.players[seat]
    return replace(
        with_player(state, seat, replace(player, score=player.score + points)),
        history=amended(state.history, seat, points, state.number - since + 1),
    )


def stop_clock(state: GameState, now: datetime, *, acted: bool = False) -> GameState:
    """Stop the running clock and charge its time; it stands already while a window makes everybody wait."""
    return replace(state, clocks=clock.stop(state.ruleset.timing, state.clocks, state.turn, now, acted=acted))


def start_clock(state: GameState, now: datetime) -> GameState:
    """Let the clock of the player on turn run, unless it does, the game is over, or all wait for a window."""
    if state.outcome is not None or state.clocks.started is not None or waits(state):
        return state
    return replace(state, clocks=clock.start(state.clocks, now))


def close_turn(state: GameState, now: datetime, events: Events) -> Result:
    """End the game by its run of turns, or hand the turn on."""
    if endings.run_is_over(state):
        return end(state, state.ruleset.ending.run.counts, now, events)
    return hand_on(state, now, events)


def hand_on(state: GameState, now: datetime, events: Events) -> Result:
    """Find the next player, who may have to be skipped for a failed challenge; without any the time is out for all."""
    seat = state.turn
    while True:
        found = _next_seat(state, seat)
        if found is None:
            return end(state, "time", now, events)
        player = state.players[found]
        if not player.skips:
            return replace(state, turn=found), events
        seat = found
        state = with_player(state, seat, replace(player, skips=player.skips - 1))
        state = replace(_numbered(state), passes=0, scoreless=state.scoreless + 1)
        events = (*events, TurnLost(seat))
        if endings.run_is_over(state):
            return end(state, state.ruleset.ending.run.counts, now, events)


def _next_seat(state: GameState, seat: int) -> int | None:
    count = len(state.players)
    around = (other % count for other in range(seat + 1, seat + 1 + count))
    return next((other for other in around if state.players[other].plays), None)


def end(state: GameState, reason: EndReason, now: datetime, events: Events) -> Result:
    """End the game: clocks stop, windows and offers lapse, the ending adjusts the scores."""
    state = replace(stop_clock(state, now), pending=None, offer=None)
    outcome = endings.finish(state, reason)
    players = tuple(
        replace(player, score=next(final.score for final in outcome.finals if final.seat == seat))
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=players, outcome=outcome), (*events, GameEnded(outcome, state.secret))
