"""Sentences about challenges, draws by agreement and penalties: events of a crossword game that are no turns.

Only public facts are told: the phonies of a play that was taken back, and of no other word whether it counts.
"""

from collections.abc import Mapping
from typing import Final, assert_never

from bot.families.crossword.move_text import tile_sign
from bot.texts import Html
from bot.wording import absence, clocks
from bot.wording.speaker import Speaker
from engine.clock import Paused, Reminded, Resumed
from engine.crossword.events import (
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    PlayChallenged,
    PlayerForfeited,
    PlayerRetired,
    PlayKept,
    PlayWithdrawn,
    PointsAdjusted,
    TileExchanged,
    TilesDrawn,
    TurnLost,
    TurnUndone,
    WindowClosed,
)
from engine.crossword.tiles import face_of
from engine.crossword.view import Challenged, GameView, TurnKind
from engine.game import Event

DRAW_EVENTS: Final = frozenset({DrawAccepted, DrawDeclined, DrawOffered})
"""Events about a draw by agreement."""
ABSENCE_EVENTS: Final = frozenset(absence.PICTURELESS_EVENTS)
"""Events about absent players and the votes on them."""
TEXT_ONLY_EVENTS: Final = (
    *DRAW_EVENTS,
    Paused,
    PlayKept,
    Reminded,
    Resumed,
    TilesDrawn,
    WindowClosed,
    *ABSENCE_EVENTS,
)
"""Events that leave the board as it was: if there are no others, no picture is sent."""
_LOSS_MESSAGES: Final = {TurnLost: "turn-lost", PlayerForfeited: "turn-forfeited", PlayerRetired: "turn-retired"}
_UNDONE_MESSAGES: Final[Mapping[TurnKind, tuple[str, str]]] = {
    "play": ("turn-undone-play", "turn-undone-own-play"),
    "pass": ("turn-undone-pass", "turn-undone-own-pass"),
    "skipped": ("turn-undone-skipped", "turn-undone-own-skipped"),
}
"""What is said of a turn that an administrator undid, and of their own one."""


def dispute_line(event: Event, view: GameView, speaker: Speaker) -> str:
    """What happened; empty for events that need no words."""
    match event:
        case WindowClosed(seat=seat, reason=reason):
            if reason not in {"time", "accepted"}:
                return ""
            return speaker.html(f"window-closed-{reason}", name=_player_name(view, seat, speaker))
        case PlayChallenged(challenge=challenge):
            return _challenge_line(challenge, view, speaker)
        case TurnUndone():
            return _turn_undone_line(event, view, speaker)
        case PlayWithdrawn(seat=seat, tiles=tiles, phonies=phonies, score=score):
            letters = " ".join(tile_sign(face_of(put.tile)) for put in tiles)
            return speaker.html(
                "play-withdrawn",
                name=_player_name(view, seat, speaker),
                phonies=Html(", ".join(phonies)),
                letters=letters,
                score=score,
            )
        case TileExchanged(seat=seat, victim=victim, cell=cell, swapped=swapped):
            message = "tile-swapped" if swapped else "tile-exchanged"
            return speaker.html(
                message, name=_player_name(view, seat, speaker), victim=_player_name(view, victim, speaker), cell=cell
            )
        case DrawOffered() | DrawAccepted() | DrawDeclined():
            return _draw_line(event, view, speaker)
        case Reminded() | Paused() | Resumed():
            return clocks.clock_event_line(event, view, speaker)
        case _:
            return _penalty_line(event, view, speaker)


def _penalty_line(event: Event, view: GameView, speaker: Speaker) -> str:
    """What a challenge or the clock cost somebody."""
    match event:
        case PointsAdjusted(seat=seat, points=points):
            message = "points-gained" if points > 0 else "points-lost"
            return speaker.html(message, name=_player_name(view, seat, speaker), points=abs(points))
        case TurnLost() | PlayerForfeited() | PlayerRetired():
            return speaker.html(_LOSS_MESSAGES[type(event)], name=_player_name(view, event.seat, speaker))
        case _:
            return absence.absence_line(event, view, speaker)


def _turn_undone_line(event: TurnUndone, view: GameView, speaker: Speaker) -> str:
    """Who took a turn back, and which; the name of an administrator who undid their own turn appears once."""
    name, word = _player_name(view, event.seat, speaker), event.words[0].word if event.words else ""
    if not event.ruling:
        return speaker.html("turn-taken-back", name=name, word=word, score=event.score)
    message, message_of_own = _UNDONE_MESSAGES.get(event.kind, ("turn-undone-gone", "turn-undone-own-gone"))
    by = speaker.actor_name(event.name)
    return speaker.html(message_of_own if event.own else message, by=by, name=name, word=word, score=event.score)


def _challenge_line(challenge: Challenged, view: GameView, speaker: Speaker) -> str:
    names = {
        "name": _player_name(view, challenge.challenger, speaker),
        "mover": _player_name(view, challenge.seat, speaker),
    }
    if challenge.withdrawn:
        return speaker.html("challenge-won", **names)
    words = ", ".join(verdict.word for verdict in challenge.verdicts)
    return speaker.html("challenge-lost", words=words, **names)


def _draw_line(event: DrawOffered | DrawAccepted | DrawDeclined, view: GameView, speaker: Speaker) -> str:
    name = _player_name(view, event.seat, speaker)
    match event:
        case DrawOffered():
            return speaker.html("draw-offered", name=name)
        case DrawAccepted(missing=missing):
            if not missing:
                return speaker.html("draw-accepted", name=name)
            waiting = Html(", ".join(_player_name(view, seat, speaker) for seat in missing))
            return speaker.html("draw-accepted-waiting", name=name, waiting=waiting)
        case DrawDeclined(withdrawn=withdrawn):
            return speaker.html("draw-withdrawn" if withdrawn else "draw-declined", name=name)
        case _:
            assert_never(event)


def challenge_window_line(view: GameView, speaker: Speaker) -> str:
    """Until when the last play may be challenged or taken back; empty without an open window."""
    if (own := view.retractable) is not None:
        time, name = speaker.duration(int(view.options["take-back"])), _player_name(view, own.seat, speaker)
        return speaker.html("take-back-until-last" if own.last else "take-back-until", time=time, name=name)
    if view.window is None:
        return ""
    time = speaker.duration(view.judging.window)
    return speaker.html("window-open-last" if view.window.last else "window-open", time=time)


def _player_name(view: GameView, seat: int, speaker: Speaker) -> Html:
    return speaker.player_name(view.seats[seat].name)
