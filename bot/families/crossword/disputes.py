"""Sentences about challenges, draws by agreement and time: what is not a turn, yet told of a crossword game.

Only what became public is told: of a play that was taken back the phonies, and of no word else whether it counts.
"""

from typing import Final, assert_never

from bot.texts import Argument, Html
from bot.wording import absences, clocks
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
from engine.crossword.ruleset import BLANK
from engine.crossword.view import Challenged, GameView
from engine.game import Event

OF_DRAWS: Final = frozenset({DrawAccepted, DrawDeclined, DrawOffered})
"""Events about a draw by agreement."""
OF_ABSENCE: Final = frozenset(absences.SAID_ONLY)
"""Events about somebody who is away, and the vote on that."""
SAID_ONLY: Final = (
    *OF_DRAWS,
    Paused,
    PlayKept,
    Reminded,
    Resumed,
    TilesDrawn,
    WindowClosed,
    *OF_ABSENCE,
)
"""Events that leave the board as it was: without others they are told without a picture."""


class Disputes:
    """Puts such events into sentences of the speaker's language."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker: Final = speaker

    def _say(self, message: str, **arguments: Argument) -> str:
        return self._speaker.html(message, **arguments)

    def line(self, event: Event, view: GameView) -> str:
        """What happened; empty for events that need no words."""
        match event:
            case WindowClosed(seat=seat, reason=reason):
                if reason not in {"time", "accepted"}:
                    return ""
                return self._say(f"window-closed-{reason}", name=self._name(view, seat))
            case PlayChallenged(challenge=challenge):
                return self._challenged(challenge, view)
            case TurnUndone():
                return self._undone(event, view)
            case PlayWithdrawn(seat=seat, tiles=tiles, phonies=phonies, score=score):
                letters = " ".join("▢" if put.tile.startswith(BLANK) else put.tile for put in tiles)
                return self._say(
                    "play-withdrawn",
                    name=self._name(view, seat),
                    phonies=Html(", ".join(phonies)),
                    letters=letters,
                    score=score,
                )
            case TileExchanged(seat=seat, victim=victim, cell=cell, swapped=swapped):
                message = "tile-swapped" if swapped else "tile-exchanged"
                return self._say(message, name=self._name(view, seat), victim=self._name(view, victim), cell=cell)
            case DrawOffered() | DrawAccepted() | DrawDeclined():
                return self._draw(event, view)
            case Reminded() | Paused() | Resumed():
                return clocks.line(event, view, self._speaker)
            case _:
                return self._cost(event, view)

    def _cost(self, event: Event, view: GameView) -> str:
        """What a challenge or the clock cost somebody."""
        match event:
            case PointsAdjusted(seat=seat, points=points):
                message = "points-gained" if points > 0 else "points-lost"
                return self._say(message, name=self._name(view, seat), points=abs(points))
            case TurnLost(seat=seat):
                return self._say("turn-lost", name=self._name(view, seat))
            case PlayerForfeited(seat=seat):
                return self._say("turn-forfeited", name=self._name(view, seat))
            case PlayerRetired(seat=seat):
                return self._say("turn-retired", name=self._name(view, seat))
            case _:
                return absences.line(event, view, self._speaker)

    def _undone(self, event: TurnUndone, view: GameView) -> str:
        """Who went back by which turn."""
        name, word = self._name(view, event.seat), event.words[0].word if event.words else ""
        if not event.ruling:
            return self._say("turn-taken-back", name=name, word=word, score=event.score)
        if event.own:
            return self._undone_own(event, name, word)
        by = self._speaker.actor(event.name)
        match event.kind:
            case "play":
                return self._say("turn-undone-play", by=by, name=name, word=word, score=event.score)
            case "pass":
                return self._say("turn-undone-pass", by=by, name=name)
            case "skipped":
                return self._say("turn-undone-skipped", by=by, name=name)
            case _:
                return self._say("turn-undone-gone", by=by, name=name)

    def _undone_own(self, event: TurnUndone, name: Html, word: str) -> str:
        """The same of an administrator who went back by the own turn: the name stands there once."""
        match event.kind:
            case "play":
                return self._say("turn-undone-own-play", name=name, word=word, score=event.score)
            case "pass":
                return self._say("turn-undone-own-pass", name=name)
            case "skipped":
                return self._say("turn-undone-own-skipped", name=name)
            case _:
                return self._say("turn-undone-own-gone", name=name)

    def _challenged(self, challenge: Challenged, view: GameView) -> str:
        names = {"name": self._name(view, challenge.challenger), "mover": self._name(view, challenge.seat)}
        if challenge.withdrawn:
            return self._say("challenge-won", **names)
        words = ", ".join(verdict.word for verdict in challenge.verdicts)
        return self._say("challenge-lost", words=words, **names)

    def _draw(self, event: DrawOffered | DrawAccepted | DrawDeclined, view: GameView) -> str:
        name = self._name(view, event.seat)
        match event:
            case DrawOffered():
                return self._say("draw-offered", name=name)
            case DrawAccepted(missing=missing):
                if not missing:
                    return self._say("draw-accepted", name=name)
                waiting = Html(", ".join(self._name(view, seat) for seat in missing))
                return self._say("draw-accepted-waiting", name=name, waiting=waiting)
            case DrawDeclined(withdrawn=withdrawn):
                return self._say("draw-withdrawn" if withdrawn else "draw-declined", name=name)
            case _:
                assert_never(event)

    def window(self, view: GameView) -> str:
        """Until when the last play may be challenged, or taken back; empty where none waits."""
        if (own := view.retractable) is not None:
            time, name = self._speaker.duration(int(view.options["take-back"])), self._name(view, own.seat)
            return self._say("take-back-until-last" if own.last else "take-back-until", time=time, name=name)
        if view.window is None:
            return ""
        time = self._speaker.duration(view.judging.window)
        return self._say("window-open-last" if view.window.last else "window-open", time=time)

    def _name(self, view: GameView, seat: int) -> Html:
        return self._speaker.named(view.seats[seat].name)
