"""Players who leave a game of Klepka, and what votes and rulings about those who are away do to it."""

from datetime import datetime
from typing import assert_never

from msgspec.structs import replace

from engine import allowance, voting
from engine.absence import AbsenceAction, DecidedBy, PlayerRemoved
from engine.klepka.events import Event
from engine.klepka.state import GameState
from engine.klepka.turns import Result, end_game, end_turn
from engine.turns import is_game_deserted, with_player


def skip_turn(
    state: GameState, decided_by: DecidedBy, by: int | None, events: tuple[Event, ...], begins: datetime
) -> Result:
    """Let the turn go by without its player: no pass, and no turn that ran out (RULES §7.2)."""
    state, event = allowance.count_skip(state, state.turn, decided_by, by)
    return end_turn(state, (*events, event), begins)


def apply_absence(state: GameState, action: AbsenceAction, now: datetime, begins: datetime) -> Result:
    """Apply a vote or a ruling; raises what :func:`engine.voting.apply_vote_or_ruling` does."""
    state, events, ruled = voting.apply_vote_or_ruling(state, action, now, begins)
    if ruled is None:
        return state, events
    match ruled.about:
        case "skip":
            return skip_turn(state, ruled.why, ruled.by, events, begins)
        case "remove":
            removed = PlayerRemoved(ruled.seat, state.players[ruled.seat].name, ruled.why, ruled.by)
            return leave_game(state, ruled.seat, (*events, removed), begins)
        case _:
            assert_never(ruled.about)


def leave_game(state: GameState, seat: int, events: tuple[Event, ...], begins: datetime) -> Result:
    """Two players: the other wins. More: the cards are set aside, the others play on (RULES §1.4), unless computers."""
    before = sum(not other.active for other in state.players)
    after = with_player(state, seat, replace(state.players[seat], surrendered=before))
    after = replace(after, idle=0)
    active = [player for player in after.players if player.active]
    if is_game_deserted(after.players):
        return end_game(after, "surrender", events)
    if state.turn == seat:
        return end_turn(after, events, begins)
    if not any(after.table) and all(player.passed for player in active):
        return end_game(after, "cleared", events)
    return after, events
