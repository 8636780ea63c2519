"""What people decide about a table beside their moves: options, pauses, more time, votes, skipped turns, its end.

Who administers a group is asked of Telegram, which may not answer; so nothing of this has to come to anything.
"""

from collections.abc import Mapping
from datetime import datetime
from random import Random
from typing import ClassVar, Final, Literal

from bot.tables.loaded_table import table_name
from bot.telegram.button_data import encode_button_data
from engine import cancellation
from engine.absence import Skip, Vote
from engine.cancellation import ObjectToCancel, ProposeCancel
from engine.clock import Pause, Resume
from engine.crossword.state import GameState
from engine.extra_time import Extend
from engine.game_base import Game
from engine.lobby_seats import Alter, Lobby
from engine.messages import Action
from tools.chaos import board_actions
from tools.chaos.expected_actions import ExpectedAction, MaybeTable
from tools.chaos.update_sender import PlayerAction

_DECISION_SHARE: Final = 0.12
_MAX_OPTIONS: Final = 6
_MAX_VALUES: Final = 3
Decision = Literal["alter", "extend", "object", "pause", "propose", "resume", "skip", "vote"]
_ACTION_TYPES: Final[Mapping[Decision, type[Action]]] = {
    "alter": Alter,
    "extend": Extend,
    "object": ObjectToCancel,
    "pause": Pause,
    "propose": ProposeCancel,
    "resume": Resume,
    "skip": Skip,
    "vote": Vote,
}


class TableDecision(ExpectedAction, frozen=True, kw_only=True):
    """Something of this kind; it may come to nothing."""

    must_be_logged: ClassVar[bool] = False
    decision: Decision

    def matches(self, action: Action, table: MaybeTable, now: datetime) -> bool:  # noqa: ARG002 - as every ask
        """Whether this person decided so."""
        return isinstance(action, _ACTION_TYPES[self.decision])


def choose_option_change(lobby: Lobby, rng: Random) -> PlayerAction:
    """The host chooses an option's value; there may be no such option, or it may have that value."""
    step = f"{rng.randrange(_MAX_OPTIONS)}{rng.randrange(_MAX_VALUES)}"
    ask = TableDecision(lobby.host, table_name(lobby), decision="alter")
    return PlayerAction(lobby.host, encode_button_data("alter", table_name(lobby), step), ask, is_tap=True)


def choose_decisions(game: Game, admin: int, rng: Random) -> list[PlayerAction]:
    """What is decided this time; mostly nothing. A game that was paused goes on again."""
    if game.clocks.paused is not None:
        return [_type_decision(admin, "/devam", "resume")]
    if game.petition is not None and not game.petition.is_waiting:
        return _cast_vote(game, rng)
    if isinstance(game, GameState) and game.former is not None and rng.random() < _DECISION_SHARE:
        return [board_actions.ask_for_undo(admin)]
    if rng.random() >= _DECISION_SHARE:
        return []
    seat = rng.randrange(len(game.players))
    match rng.randrange(6):
        case 0:
            return [_type_decision(admin, "/duraklat", "pause"), _type_decision(admin, "/devam", "resume")]
        case 1:
            who = f"{1 + seat} " if rng.random() < 0.3 else ""  # noqa: PLR2004 - mostly whoever is on turn
            return [_type_decision(admin, f"/uzat {who}{rng.choice(('5dk', '20sn', '1sa'))}", "extend")]
        case 2:
            return [_type_decision(admin, "/atla", "skip")]
        case 3:
            return [board_actions.ask_for_undo(admin)]
        case 4:
            voter = game.players[seat].user
            return [_type_decision(voter, f"/cikar {1 + rng.randrange(len(game.players))}", "vote")]
        case _:
            return _propose_cancel(game, rng)


def _cast_vote(game: Game, rng: Random) -> list[PlayerAction]:
    """Somebody answers the open vote, by a button or, for it, by typing."""
    petition, table = game.petition, table_name(game)
    if petition is None:
        return []
    voter = game.players[rng.randrange(len(game.players))].user
    if petition.about == "remove" and rng.random() < 0.3:  # noqa: PLR2004 - fewer type than tap
        return [_type_decision(voter, f"/cikar {1 + petition.seat}", "vote")]
    way = "y" if rng.random() < 0.3 else "n"  # noqa: PLR2004 - most want everybody to stay
    pressed = encode_button_data("vote", table, petition.about, petition.seat, petition.number, 0, way)
    return [PlayerAction(voter, pressed, TableDecision(voter, table, decision="vote"), is_tap=True)]


def _propose_cancel(game: Game, rng: Random) -> list[PlayerAction]:
    """The host asks for the end, and mostly somebody objects."""
    table, host = table_name(game), cancellation.acting_host(game)
    decisions = [
        PlayerAction(
            host, encode_button_data("cancel", table, host), TableDecision(host, table, decision="propose"), is_tap=True
        )
    ]
    if rng.random() < 0.8:  # noqa: PLR2004 - of all games some end so
        player = rng.choice(game.players).user
        objects = TableDecision(player, table, decision="object")
        decisions.append(PlayerAction(player, encode_button_data("object", table), objects, is_tap=True))
    return decisions


def _type_decision(user: int, text: str, decision: Decision) -> PlayerAction:
    return PlayerAction(user, text, TableDecision(user, decision=decision))
