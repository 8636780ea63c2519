"""A table that waits for players, whichever game it is for: its words and its picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from bot.families import registry
from bot.pictures.seats import called
from bot.pictures.sketches import Look, Sketch
from bot.texts import Html
from bot.wording.captions import lines
from bot.wording.speaker import Speaker
from engine.invitations import KEPT
from engine.lobby_view import LobbyView
from engine.rng import shown
from engine.rulesets import rulesets
from engine.seats import Seat
from render import Painter
from render.lobby import LobbyWords

_HOUR: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class LobbySketch(Sketch):
    """A lobby's card."""

    view: LobbyView
    words: LobbyWords

    @property
    def lasting(self) -> bool:
        """Always: nothing of a lobby is one viewer's alone."""
        return True

    @property
    def content(self) -> tuple[Any, ...]:
        """All that is drawn."""
        return self.view, self.words, self.theme, {}

    def painted(self, painter: Painter) -> bytes:
        """The picture as PNG."""
        return painter.lobby(self.view, self.words)


def sketch(view: LobbyView, speaker: Speaker, look: Look) -> LobbySketch:
    """The picture of a lobby."""
    ruleset = rulesets().get(view.ruleset)
    ready = len(view.seats) >= view.least
    motif = None if ruleset is None else registry.of_ruleset(ruleset).motif(ruleset)
    words = LobbyWords(
        title=speaker.game,
        motif=speaker.plain(motif) if motif is not None and speaker.has(motif) else "",
        subtitle=speaker.plain("lobby-ready" if ready else "lobby-waiting"),
        tiles=speaker.plain(_pieces(view), count=view.tiles),
        host=speaker.plain("lobby-host"),
        needed=speaker.plain("lobby-needed"),
        free=speaker.plain("lobby-free"),
        options=tuple(speaker.terms(view.ruleset, view.options)),
        labels=look.signs(ruleset.language if ruleset else look.language),
        seats=called(speaker, view.most),
        kept=speaker.plain("lobby-kept"),
    )
    return LobbySketch(look.theme, view, words)


def caption(view: LobbyView, speaker: Speaker, called: Sequence[Seat] = (), *, private: bool = False) -> str:
    """The lobby: game, seats, terms, what to do next, the start of the seal; all of that is behind a button.

    Who is ``called`` is mentioned. In a ``private`` chat nobody else can sit down.
    """
    names = Html(", ".join(speaker.named(seat.name) for seat in view.seats))
    altered = ", ".join(speaker.option(name) for name in view.altered)
    said = speaker.html(
        "lobby-alone" if private else "lobby-full" if view.full else "lobby",
        game=speaker.game,
        names=names,
        seated=len(view.seats),
        most=view.most,
        least=view.least,
        pieces=speaker.html(_pieces(view), count=view.tiles),
        terms="\n".join(speaker.terms(view.ruleset, view.options)),
    )
    told = speaker.html("lobby-altered", options=altered) if altered else ""
    rotated = speaker.html("lobby-rotated", name=speaker.named(view.begins)) if view.begins else ""
    mentioned = Html(", ".join(speaker.mention(seat.user, seat.name) for seat in called))
    calls = speaker.html("lobby-called", names=mentioned) if called else ""
    return lines(said, _invited(view, speaker), told, rotated, calls, seal(view.commitment, speaker))


def seal(commitment: str, speaker: Speaker) -> str:
    """The seal of a table's draws, as long as a phone's row: so the chat itself keeps it."""
    return speaker.html("seal-line", seal=shown(commitment))


def _invited(view: LobbyView, speaker: Speaker) -> str:
    """For whom seats are kept; empty where that is nobody."""
    names = Html(", ".join(speaker.named(one.name) for one in view.invited))
    return speaker.html("lobby-invited", names=names, hours=KEPT // _HOUR) if names else ""


def seat(message: str, name: str, speaker: Speaker) -> str:
    """Who sat down or got up."""
    return speaker.html(message, name=speaker.named(name))


def _pieces(view: LobbyView) -> str:
    """The message that counts what the game is played with."""
    ruleset = rulesets().get(view.ruleset)
    return "lobby-tiles" if ruleset is None else registry.of_ruleset(ruleset).pieces
