"""What votes and rulings about players who are away do to a game; :mod:`engine.absence` weighs them."""

from datetime import datetime
from typing import Literal, assert_never

from msgspec.structs import replace

from engine import allowance, voting
from engine.absence import AbsenceAction, DecidedBy, PlayerRemoved, PlayerReplaced
from engine.crossword import ending_runs, undoing
from engine.crossword.challenge import close_window
from engine.crossword.draw_offers import conclude_draw
from engine.crossword.state import GameState
from engine.crossword.turns import (
    Events,
    Result,
    close_turn,
    count_turn,
    end_game,
    hand_turn_on,
    stop_clock,
    window_open_refusal,
)
from engine.crossword.view import LastTurn
from engine.turns import is_game_deserted, with_player


def apply_absence(state: GameState, action: AbsenceAction, now: datetime, begins: datetime) -> Result:
    """Apply a vote or a ruling; raises what :func:`engine.voting.apply_vote_or_ruling` does, and ``window_open``."""
    state, events, ruled = voting.apply_vote_or_ruling(state, action, now, begins)
    if ruled is None:
        for event in events:
            if isinstance(event, PlayerReplaced):
                # Hints are a person's: whoever takes the seat neither sees what was told before nor pays for it.
                state = with_player(state, event.seat, replace(state.players[event.seat], hints=0))
        return state, events
    match ruled.about:
        case "skip":
            return skip_turn(state, ruled.why, ruled.by, now, events)
        case "remove":
            removed = PlayerRemoved(ruled.seat, state.players[ruled.seat].name, ruled.why, ruled.by)
            return leave_game(state, ruled.seat, "surrender", now, (*events, removed))
        case _:
            assert_never(ruled.about)


def skip_turn(state: GameState, decided_by: DecidedBy, by: int | None, now: datetime, events: Events) -> Result:
    """Let the turn go by without its player: no pass, and no turn of a run (RULES §7.2).

    Raises:
        Refusal: ``window_open``, while the last play may be challenged.
    """
    if state.pending is not None:
        raise window_open_refusal(state.pending, state, now)
    seat, found = state.turn, state
    state = count_turn(state, LastTurn(seat, "skipped"), now, acted=False)
    state, event = allowance.count_skip(state, seat, decided_by, by)
    state = undoing.remember_turn(state, found, now, seat=seat, kind="skipped", timed_out=True)
    return hand_turn_on(state, now, (*events, event))


def leave_game(
    state: GameState, seat: int, why: Literal["surrender", "forfeit"], now: datetime, events: Events
) -> Result:
    """Take a player out of the game: the rack is set aside, the last one left wins (RULES §1.4).

    Where computer players alone are left, the game ends too: nobody would watch them.

    An open window stays open for those who are left, also that of the leaver's own play (RULES §7.1); it lapses when
    the game ends. Where only the leaver could have taken that play back, nobody waits for it any more.
    The leaver takes the own turns out of the run of turns, which may end the game now (RULES §7.3).
    """
    before, found = sum(not other.active for other in state.players), state
    on_turn = state.turn == seat
    if on_turn:
        state = stop_clock(state, now)
    state = with_player(state, seat, replace(state.players[seat], surrendered=before))
    if state.pending is not None and state.pending.seat == seat and not state.ruleset.judging.has_challenges:
        state, settled = close_window(state, "time")
        events = (*events, *settled)
    alone = is_game_deserted(state.players)
    if alone or state.pending is None:
        state = replace(state, last=LastTurn(seat, why))
    if alone:
        return end_game(state, why, now, events)
    state, events = conclude_draw(state, now, events)
    if state.outcome is not None:
        return state, events
    state = undoing.remember_turn(state, found, now, seat=seat, kind=why, timed_out=why == "forfeit")
    if on_turn or ending_runs.is_run_over(state):
        return close_turn(state, now, events)
    return state, events
