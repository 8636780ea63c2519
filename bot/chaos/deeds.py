"""What people decide about a table beside their moves: options, pauses, more time, votes, skipped turns, its end.

Who administers a group is asked of Telegram, which may not answer; so nothing of this has to come to anything.
"""

from collections.abc import Mapping
from datetime import datetime
from random import Random
from typing import ClassVar, Final, Literal

from bot.chaos import boards
from bot.chaos.asks import Ask, Opening
from bot.chaos.boards import Done
from bot.tables.held import table_name
from bot.telegram.buttons import data
from engine import closing
from engine.absence import Skip, Vote
from engine.clock import Pause, Resume
from engine.closing import ObjectToCancel, ProposeCancel
from engine.crossword.state import GameState
from engine.extending import Extend
from engine.family import Game
from engine.messages import Action
from engine.seats import Alter, Lobby

_OFTEN: Final = 0.12
_MOST_OPTIONS: Final = 6
_MOST_VALUES: Final = 3
Deed = Literal["alter", "extend", "object", "pause", "propose", "resume", "skip", "vote"]
_DEEDS: Final[Mapping[Deed, type[Action]]] = {
    "alter": Alter,
    "extend": Extend,
    "object": ObjectToCancel,
    "pause": Pause,
    "propose": ProposeCancel,
    "resume": Resume,
    "skip": Skip,
    "vote": Vote,
}


class Decides(Ask, frozen=True, kw_only=True):
    """Something of this kind; it may come to nothing."""

    strict: ClassVar[bool] = False
    deed: Deed

    def means(self, action: Action, table: Opening, now: datetime) -> bool:  # noqa: ARG002 - as every ask
        """Whether this person decided so."""
        return isinstance(action, _DEEDS[self.deed])


def options(lobby: Lobby, chance: Random) -> Done:
    """The host chooses an option's value; there may be no such option, or it may have that value."""
    step = f"{chance.randrange(_MOST_OPTIONS)}{chance.randrange(_MOST_VALUES)}"
    ask = Decides(lobby.host, table_name(lobby), deed="alter")
    return Done(lobby.host, data("alter", table_name(lobby), step), ask, tap=True)


def choose(game: Game, administrator: int, chance: Random) -> list[Done]:
    """What is decided this time; mostly nothing. A game that was paused goes on again."""
    if game.clocks.paused is not None:
        return [_said(administrator, "/devam", "resume")]
    if game.petition is not None and not game.petition.waits:
        return _votes(game, chance)
    if isinstance(game, GameState) and game.former is not None and chance.random() < _OFTEN:
        return [boards.undone(administrator)]
    if chance.random() >= _OFTEN:
        return []
    seat = chance.randrange(len(game.players))
    match chance.randrange(6):
        case 0:
            return [_said(administrator, "/duraklat", "pause"), _said(administrator, "/devam", "resume")]
        case 1:
            who = f"{1 + seat} " if chance.random() < 0.3 else ""  # noqa: PLR2004 - mostly whoever is on turn
            return [_said(administrator, f"/uzat {who}{chance.choice(('5dk', '20sn', '1sa'))}", "extend")]
        case 2:
            return [_said(administrator, "/atla", "skip")]
        case 3:
            return [boards.undone(administrator)]
        case 4:
            voter = game.players[seat].user
            return [_said(voter, f"/cikar {1 + chance.randrange(len(game.players))}", "vote")]
        case _:
            return _ends(game, chance)


def _votes(game: Game, chance: Random) -> list[Done]:
    """Somebody answers the open vote, by a button or, for it, by typing."""
    petition, table = game.petition, table_name(game)
    if petition is None:
        return []
    voter = game.players[chance.randrange(len(game.players))].user
    if petition.about == "remove" and chance.random() < 0.3:  # noqa: PLR2004 - fewer type than tap
        return [_said(voter, f"/cikar {1 + petition.seat}", "vote")]
    way = "y" if chance.random() < 0.3 else "n"  # noqa: PLR2004 - most want everybody to stay
    pressed = data("vote", table, petition.about, petition.seat, petition.number, 0, way)
    return [Done(voter, pressed, Decides(voter, table, deed="vote"), tap=True)]


def _ends(game: Game, chance: Random) -> list[Done]:
    """The host asks for the end, and mostly somebody objects."""
    table, host = table_name(game), closing.host(game)
    asked = [Done(host, data("cancel", table, host), Decides(host, table, deed="propose"), tap=True)]
    if chance.random() < 0.8:  # noqa: PLR2004 - of all games some end so
        player = chance.choice(game.players).user
        objects = Decides(player, table, deed="object")
        asked.append(Done(player, data("object", table), objects, tap=True))
    return asked


def _said(user: int, text: str, deed: Deed) -> Done:
    return Done(user, text, Decides(user, deed=deed))
