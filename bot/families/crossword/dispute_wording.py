"""Sentences about challenges, draws by agreement and penalties: events of a crossword game that are no turns.

Only public facts are told: the phonies of a play that was taken back, and of no other word whether it counts.
"""

from typing import Final, assert_never

from bot.families.crossword.move_text import tile_sign
from bot.texts import Argument, Html
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
from engine.crossword.view import Challenged, GameView
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


class DisputeWording:
    """Words such events in the speaker's language."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker: Final = speaker

    def _html(self, message: str, **arguments: Argument) -> str:
        return self._speaker.html(message, **arguments)

    def event_line(self, event: Event, view: GameView) -> str:
        """What happened; empty for events that need no words."""
        match event:
            case WindowClosed(seat=seat, reason=reason):
                if reason not in {"time", "accepted"}:
                    return ""
                return self._html(f"window-closed-{reason}", name=self._player_name(view, seat))
            case PlayChallenged(challenge=challenge):
                return self._challenge_line(challenge, view)
            case TurnUndone():
                return self._turn_undone_line(event, view)
            case PlayWithdrawn(seat=seat, tiles=tiles, phonies=phonies, score=score):
                letters = " ".join(tile_sign(face_of(put.tile)) for put in tiles)
                return self._html(
                    "play-withdrawn",
                    name=self._player_name(view, seat),
                    phonies=Html(", ".join(phonies)),
                    letters=letters,
                    score=score,
                )
            case TileExchanged(seat=seat, victim=victim, cell=cell, swapped=swapped):
                message = "tile-swapped" if swapped else "tile-exchanged"
                return self._html(
                    message, name=self._player_name(view, seat), victim=self._player_name(view, victim), cell=cell
                )
            case DrawOffered() | DrawAccepted() | DrawDeclined():
                return self._draw_line(event, view)
            case Reminded() | Paused() | Resumed():
                return clocks.clock_event_line(event, view, self._speaker)
            case _:
                return self._penalty_line(event, view)

    def _penalty_line(self, event: Event, view: GameView) -> str:
        """What a challenge or the clock cost somebody."""
        match event:
            case PointsAdjusted(seat=seat, points=points):
                message = "points-gained" if points > 0 else "points-lost"
                return self._html(message, name=self._player_name(view, seat), points=abs(points))
            case TurnLost(seat=seat):
                return self._html("turn-lost", name=self._player_name(view, seat))
            case PlayerForfeited(seat=seat):
                return self._html("turn-forfeited", name=self._player_name(view, seat))
            case PlayerRetired(seat=seat):
                return self._html("turn-retired", name=self._player_name(view, seat))
            case _:
                return absence.absence_line(event, view, self._speaker)

    def _turn_undone_line(self, event: TurnUndone, view: GameView) -> str:
        """Who took a turn back, and which."""
        name, word = self._player_name(view, event.seat), event.words[0].word if event.words else ""
        if not event.ruling:
            return self._html("turn-taken-back", name=name, word=word, score=event.score)
        if event.own:
            return self._undone_own(event, name, word)
        by = self._speaker.actor_name(event.name)
        match event.kind:
            case "play":
                return self._html("turn-undone-play", by=by, name=name, word=word, score=event.score)
            case "pass":
                return self._html("turn-undone-pass", by=by, name=name)
            case "skipped":
                return self._html("turn-undone-skipped", by=by, name=name)
            case _:
                return self._html("turn-undone-gone", by=by, name=name)

    def _undone_own(self, event: TurnUndone, name: Html, word: str) -> str:
        """An administrator undid their own turn: the name appears once."""
        match event.kind:
            case "play":
                return self._html("turn-undone-own-play", name=name, word=word, score=event.score)
            case "pass":
                return self._html("turn-undone-own-pass", name=name)
            case "skipped":
                return self._html("turn-undone-own-skipped", name=name)
            case _:
                return self._html("turn-undone-own-gone", name=name)

    def _challenge_line(self, challenge: Challenged, view: GameView) -> str:
        names = {
            "name": self._player_name(view, challenge.challenger),
            "mover": self._player_name(view, challenge.seat),
        }
        if challenge.withdrawn:
            return self._html("challenge-won", **names)
        words = ", ".join(verdict.word for verdict in challenge.verdicts)
        return self._html("challenge-lost", words=words, **names)

    def _draw_line(self, event: DrawOffered | DrawAccepted | DrawDeclined, view: GameView) -> str:
        name = self._player_name(view, event.seat)
        match event:
            case DrawOffered():
                return self._html("draw-offered", name=name)
            case DrawAccepted(missing=missing):
                if not missing:
                    return self._html("draw-accepted", name=name)
                waiting = Html(", ".join(self._player_name(view, seat) for seat in missing))
                return self._html("draw-accepted-waiting", name=name, waiting=waiting)
            case DrawDeclined(withdrawn=withdrawn):
                return self._html("draw-withdrawn" if withdrawn else "draw-declined", name=name)
            case _:
                assert_never(event)

    def challenge_window_line(self, view: GameView) -> str:
        """Until when the last play may be challenged or taken back; empty without an open window."""
        if (own := view.retractable) is not None:
            time, name = self._speaker.duration(int(view.options["take-back"])), self._player_name(view, own.seat)
            return self._html("take-back-until-last" if own.last else "take-back-until", time=time, name=name)
        if view.window is None:
            return ""
        time = self._speaker.duration(view.judging.window)
        return self._html("window-open-last" if view.window.last else "window-open", time=time)

    def _player_name(self, view: GameView, seat: int) -> Html:
        return self._speaker.player_name(view.seats[seat].name)
