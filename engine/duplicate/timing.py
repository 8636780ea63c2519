"""Deadlines of a Duplicate game: last calls, ends of rounds, pauses (RULES §10.1 and §10.4), computers' answers.

Computers answer at instants of their own in the first half of a round, whatever their rack. All instants are in the
time of :func:`engine.game.apply`, which stops while the bot is down.
"""

import hashlib
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from engine.clock import Pause, Paused, Remind, Resume, Resumed, Timeout
from engine.computer_ids import is_computer
from engine.duplicate.state import GameState, Player, Round
from engine.timekeeping import pause_or_resume

LIVE_GRACE: Final = timedelta(seconds=2)
SLOW_GRACE: Final = timedelta(seconds=30)
"""How long a slow round waits after its end for answers sent in time; a live one waits :data:`LIVE_GRACE`."""
EARLY_END: Final = timedelta(seconds=3)
"""How long a round continues after the last lock."""
_LIVE_CALL: Final = timedelta(seconds=30)
_SLOW_CALL: Final = 6
"""The last call comes when a slow round's length divided by this is left."""
_FIRST_COMPUTER: Final = 0.05
_LAST_COMPUTER: Final = 0.5
"""The latest instant at which a computer answers, as a share of the round."""
_LEAST_PART: Final = 4
"""A round lasts at least its length divided by this."""


def length_of(round_: Round) -> timedelta:
    """How long a round is open, unless it ends early."""
    return round_.due - round_.opened


def call_at(state: GameState) -> datetime | None:
    """When the last call of the open round is due; ``None`` once made, or if no answer is awaited."""
    round_ = state.round
    if round_ is None or round_.called or round_.closes is not None:
        return None
    return round_.due - (length_of(round_) / _SLOW_CALL if state.ruleset.is_slow else _LIVE_CALL)


def closes_at(state: GameState) -> datetime | None:
    """When the open round closes; ``None`` between rounds."""
    round_ = state.round
    if round_ is None:
        return None
    last = round_.due + (SLOW_GRACE if state.ruleset.is_slow else LIVE_GRACE)
    return last if round_.closes is None else min(last, round_.closes)


def deadline(state: GameState) -> datetime | None:
    """The next deadline of a last call or a round's close."""
    if state.clocks.paused is not None or state.outcome is not None:
        return None
    return min((instant for instant in (call_at(state), closes_at(state)) if instant is not None), default=None)


def is_close_due(state: GameState, now: datetime) -> bool:
    """Whether it is time to close the open round."""
    at = closes_at(state)
    return at is not None and now >= at and state.clocks.paused is None


def is_call_due(state: GameState, now: datetime) -> bool:
    """Whether it is time for the last call, and not too late."""
    at = call_at(state)
    return state.round is not None and at is not None and at <= now < state.round.due and state.clocks.paused is None


def due_action(state: GameState, now: datetime) -> Timeout | Remind:
    """The action to apply at the instant of :func:`deadline`."""
    return Remind() if is_call_due(state, now) else Timeout()


def with_early_end(state: GameState, now: datetime) -> GameState:
    """Let the round close early once all awaited players have made their answers final.

    Awaited are players who answered in this round or the one before; in the first round, also those from the lobby.
    """
    round_ = state.round
    if round_ is None:
        return state
    people = [player for player in state.players if not is_computer(player.user)]
    first = state.number == 0
    waited = [
        player
        for player in people
        if player.answer is not None or (player.from_lobby if first else player.points[-1:] not in {(), (None,)})
    ]
    if not waited or not all(player.locked for player in waited):
        closes = None
    elif round_.closes is not None:
        closes = round_.closes
    else:
        closes = max(now + EARLY_END, round_.opened + length_of(round_) / _LEAST_PART)
    return replace(state, round=replace(round_, closes=closes))


def pause_or_resume_round(
    state: GameState, action: Pause | Resume, now: datetime, begins: datetime
) -> tuple[GameState, tuple[Paused | Resumed]]:
    """Pause, or continue with all times moved by the pause; raises ``already_paused`` or ``not_paused``."""
    paused = state.clocks.paused
    after, events = pause_or_resume(state, action, now, begins)
    if isinstance(action, Pause) or paused is None:
        return after, events
    stood = max(begins - paused, timedelta())
    round_ = after.round
    if round_ is not None:
        round_ = replace(
            round_,
            opened=round_.opened + stood,
            due=round_.due + stood,
            closes=None if round_.closes is None else round_.closes + stood,
        )
    opens = None if after.opens is None else after.opens + stood
    return replace(after, round=round_, opens=opens), events


def next_thinker(state: GameState) -> tuple[datetime, int | None] | None:
    """When a search is next needed, and for which computer's seat; ``None`` as the seat for the next rack's draw."""
    if state.outcome is not None or state.clocks.paused is not None:
        return None
    if state.opens is not None:
        return state.opens, None
    waiting = [
        (answers_at(state, state.round, player), seat)
        for seat, player in enumerate(state.players)
        if is_computer(player.user) and state.round is not None and not player.locked
    ]
    return min(waiting, default=None)


def answers_at(state: GameState, round_: Round, player: Player) -> datetime:
    """When a computer answers in a round; reveals nothing about the game."""
    mixed = hashlib.sha256(f"{state.commitment}:{round_.number}:{player.user}".encode()).digest()
    part = int.from_bytes(mixed[:4], "big") / 2**32
    return round_.opened + length_of(round_) * (_FIRST_COMPUTER + (_LAST_COMPUTER - _FIRST_COMPUTER) * part)
