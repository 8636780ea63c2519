"""Random games in which everything is done that can be done at a table, turns and what is none alike."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from random import Random

from engine import game as door
from engine.absence import Presence, Remove, Replace, Seek, Skip, Volunteer, Vote
from engine.cancellation import ObjectToCancel, ProposeCancel
from engine.clock import Pause, Resume, Timeout
from engine.crossword.actions import AcceptDraw, DeclineDraw, OfferDraw, TakeBack
from engine.crossword.state import GameState
from engine.errors import EngineError
from engine.extra_time import Extend
from engine.late_windows import LengthenWindow
from engine.turns import Cancel, Pass, Surrender, Undo
from tests.support import random_actions as games
from tests.support.games import OUTSIDER

DIRECTOR = 900
"""Who rules and pauses, and plays with nobody."""
_SUBSTITUTES = range(901, 909)
_LONG = timedelta(days=2)


def table_action_of_number(state: GameState, number: int) -> door.Action:
    """The action that a number stands for: half of them turns, the others what goes on beside."""
    chance = Random(number)
    if state.clocks.paused is not None and chance.random() < 1 / 3:
        return Resume(DIRECTOR)
    if chance.random() < 1 / 2:
        asked = games.action_of_number(state, number)
        return Pass(state.players[state.turn].user) if isinstance(asked, Cancel) else asked
    kinds = (
        _random_take_back,
        _random_take_back,
        _random_draw_action,
        _random_leaving,
        _random_ruling,
        _random_vote,
        _random_clock_action,
    )
    return chance.choice(kinds)(state, chance)


def _random_take_back(state: GameState, chance: Random) -> door.Action:
    play = None if state.pending is None else state.pending.play
    take_back = TakeBack(_random_user(state, chance), chance.choice((None, play, state.number)))
    return chance.choice((take_back, Undo(DIRECTOR, state.number)))


def _random_draw_action(state: GameState, chance: Random) -> door.Action:
    return chance.choice((OfferDraw, OfferDraw, AcceptDraw, DeclineDraw))(_random_user(state, chance))


def _random_leaving(state: GameState, chance: Random) -> door.Action:
    user = _random_user(state, chance)
    here = user in state.gone
    return chance.choice((Surrender(user), Presence(user, here), Presence(user, here), ObjectToCancel(user)))


def _random_ruling(state: GameState, chance: Random) -> door.Action:
    seat = chance.randrange(len(state.players))
    petition = state.petition
    if petition is not None and petition.about == "replace":
        if petition.substitute is None:
            return Volunteer(chance.choice(_SUBSTITUTES), "S", petition.seat)
        return Replace(DIRECTOR, petition.seat, petition.substitute.user)
    seek = Seek(DIRECTOR, seat, ruling=True)
    return chance.choice((seek, seek, seek, Skip(DIRECTOR, state.turn, state.number), Remove(DIRECTOR, seat)))


def _random_vote(state: GameState, chance: Random) -> door.Action:
    seat, about = chance.randrange(len(state.players)), chance.choice(("skip", "remove", "replace"))
    substitute = None if state.petition is None else state.petition.substitute
    user = None if substitute is None else substitute.user
    return Vote(_random_user(state, chance), about, seat, state.number, chance.random() < 3 / 4, user)  # type: ignore[arg-type]


def _random_clock_action(state: GameState, chance: Random) -> door.Action:
    more = Extend(DIRECTOR, state.turn, chance.choice((30, 600)), state.number)
    host = ProposeCancel(state.players[0].user)
    late = LengthenWindow(state.number, chance.choice((4_000, 9_000, 90_000)))
    return chance.choice((more, more, late, Pause(DIRECTOR), Timeout(), Timeout(), host))


def _random_user(state: GameState, chance: Random) -> int:
    return chance.choice((*(player.user for player in state.players), OUTSIDER))


def instant_of_table_action(state: GameState, newest: datetime, number: int) -> datetime:
    """When the action of a number happens, never before the one ahead of it."""
    chance = Random(number + 1)
    due = door.automatic_deadline(state)
    if due is not None and isinstance(table_action_of_number(state, number), Timeout):
        return max(newest, due)
    far = _LONG if isinstance(table_action_of_number(state, number), Vote) and chance.random() < 1 / 2 else timedelta(0)
    return newest + far + timedelta(milliseconds=chance.randint(0, 6_000))


def play_table_actions(
    state: GameState, start: datetime, numbers: Iterable[int]
) -> Iterator[tuple[datetime, GameState, door.Action, GameState, tuple[door.Event, ...]]]:
    """Play numbers as actions until the game ends: when, the state before, the action, the state after, the events."""
    newest = start
    for number in numbers:
        asked, newest = table_action_of_number(state, number), instant_of_table_action(state, newest, number)
        try:
            done = door.apply(state, asked, newest, games.judge_of(state))
        except EngineError:
            continue
        if not isinstance(done.table, GameState):
            raise TypeError("the game became something else")
        yield newest, state, asked, done.table, done.events
        state = done.table
        if state.outcome is not None:
            return
