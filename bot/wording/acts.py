"""What was decided about a game beside its moves: stopped, resumed, ended; read from the game's own log.

An act is an action, so it is written with what it changes, and survives with it.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import UnsetType

from bot.wording.speaker import Speaker
from engine.clock import NOBODY, Pause, Resume
from engine.closing import ObjectToCancel, ProposeCancel
from engine.messages import Action
from engine.record import LogEntry
from engine.seats import Join, Open
from engine.turns import Cancel, Undo

_SAID: Final[dict[type[Action], str]] = {
    Pause: "act-pause",
    Resume: "act-resume",
    ProposeCancel: "act-propose",
    ObjectToCancel: "act-object",
    Cancel: "act-cancel",
    Undo: "act-undo",
}


def lines(log: Iterable[LogEntry], speaker: Speaker) -> list[str]:
    """The acts of people, oldest first, each with its instant in UTC and who did it."""
    told: list[str] = []
    names: dict[int, str] = {}
    for entry in log:
        action = entry.action
        if isinstance(action, Open | Join):
            names[action.by] = action.name
        message = _SAID.get(type(action))
        by = getattr(action, "by", NOBODY)
        if message is None or by == NOBODY:
            continue
        name = getattr(action, "name", names.get(by, ""))
        at = (entry.at if isinstance(entry.utc, UnsetType) else entry.utc).strftime("%Y-%m-%d %H:%M")
        told.append(speaker.html(message, at=at, name=speaker.actor(name)))
    return told
