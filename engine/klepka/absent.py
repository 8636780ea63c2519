"""Players who leave a game of Klepka, and what votes and rulings about those who are away do to it."""

from datetime import datetime
from typing import assert_never

from msgspec.structs import replace

from engine import voting
from engine.absence import Absent, PlayerRemoved
from engine.klepka import timing
from engine.klepka.events import Event
from engine.klepka.state import GameState
from engine.klepka.turns import Result, end, end_turn
from engine.turns import are_alone, with_player


def apply(state: GameState, action: Absent, now: datetime, begins: datetime) -> Result:
    """Apply a vote or a ruling; raises what :func:`engine.voting.weigh` does."""
    state, told, ruled = voting.weigh(state, action, now, begins)
    if ruled is None:
        return state, told
    match ruled.about:
        case "skip":
            return timing.skip(state, ruled.why, ruled.by, told, begins)
        case "remove":
            removed = PlayerRemoved(ruled.seat, state.players[ruled.seat].name, ruled.why, ruled.by)
            return leave(state, ruled.seat, (*told, removed), begins)
        case _:
            assert_never(ruled.about)


def leave(state: GameState, seat: int, events: tuple[Event, ...], begins: datetime) -> Result:
    """Two players: the other wins. More: the cards are set aside, the others play on (RULES §1.4), unless computers."""
    before = sum(not other.active for other in state.players)
    after = with_player(state, seat, replace(state.players[seat], surrendered=before))
    after = replace(after, idle=0)
    active = [player for player in after.players if player.active]
    if are_alone(after.players):
        return end(after, "surrender", events)
    if state.turn == seat:
        return end_turn(after, events, begins)
    if not any(after.table) and all(player.passed for player in active):
        return end(after, "cleared", events)
    return after, events
