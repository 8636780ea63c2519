"""What was decided about a chat's games beside their moves: stopped, resumed, prolonged, ended; in words."""

from collections.abc import Iterable
from typing import Final

from bot.tables.acts import Act
from bot.wording.speaker import Speaker
from engine.absence import Remove, Replace, Skip
from engine.clock import Pause, Resume
from engine.closing import ObjectToCancel, ProposeCancel
from engine.extending import Extend
from engine.messages import Action
from engine.turns import Cancel, Undo

_SAID: Final[dict[type[Action], str]] = {
    Pause: "act-pause",
    Resume: "act-resume",
    ProposeCancel: "act-propose",
    ObjectToCancel: "act-object",
    Cancel: "act-cancel",
    Undo: "act-undo",
    Extend: "act-extend",
    Skip: "act-skip",
    Remove: "act-remove",
    Replace: "act-replace",
}


def is_act(action: Action) -> bool:
    """Whether an action is one that that is told here."""
    return type(action) in _SAID


def lines(acts: Iterable[Act], speaker: Speaker) -> list[str]:
    """Acts, each with its instant in UTC, who did it and whom it was about."""
    return [_line(act, speaker) for act in acts]


def _line(act: Act, speaker: Speaker) -> str:
    return speaker.html(
        _SAID[type(act.action)],
        at=act.at.strftime("%Y-%m-%d %H:%M"),
        name=speaker.actor(act.name),
        player=speaker.named(act.player),
        time=speaker.duration(getattr(act.action, "seconds", 0)),
    )
