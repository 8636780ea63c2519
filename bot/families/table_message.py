"""The message of a table of any family: a lobby's picture and text, and a game's caption by way of its family."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from bot.families import registry
from bot.pictures import Look, Sketch, seat_labels
from bot.texts import Html
from bot.wording.speaker import Speaker, first_fitting_caption, join_lines
from bot.wording.tables import label_in_picture, label_line
from engine.game import View
from engine.game_base import GameView
from engine.invitations import INVITATION_LIFETIME
from engine.lobby_seats import Seat
from engine.lobby_view import LobbyView
from engine.rng import short_seal
from engine.rulesets import shipped_rulesets
from render import Painter
from render.lobby import LobbyWords

_HOUR: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class LobbySketch(Sketch):
    """A lobby's picture."""

    view: LobbyView
    words: LobbyWords

    @property
    def reusable(self) -> bool:
        """Always: everybody may see a lobby."""
        return True

    @property
    def content(self) -> tuple[Any, ...]:
        """All that is drawn."""
        return self.view, self.words, self.theme, {}

    def paint(self, painter: Painter) -> bytes:
        """The picture as PNG."""
        return painter.lobby(self.view, self.words)


def lobby_sketch(view: LobbyView, speaker: Speaker, look: Look) -> LobbySketch:
    """The picture of a lobby."""
    ruleset = shipped_rulesets().get(view.ruleset)
    ready = len(view.seats) >= view.least
    motif = None if ruleset is None else registry.family_of_ruleset(ruleset).guide(ruleset).motif_message
    words = LobbyWords(
        title=speaker.game_title,
        motif=speaker.plain(motif) if motif is not None and speaker.has_message(motif) else "",
        subtitle=speaker.plain("lobby-ready" if ready else "lobby-waiting"),
        tiles=speaker.plain(_pieces_message(view), count=view.tiles),
        host=speaker.plain("lobby-host"),
        needed=speaker.plain("lobby-needed"),
        free=speaker.plain("lobby-free"),
        options=tuple(speaker.option_lines(view.ruleset, view.options)),
        labels=look.board_labels(ruleset.language if ruleset else look.language),
        seats=seat_labels(speaker, view.most),
        kept=speaker.plain("lobby-kept"),
        label=label_in_picture(view.seats, speaker),
    )
    return LobbySketch(look.theme, view, words)


def lobby_caption(view: LobbyView, speaker: Speaker, to_mention: Sequence[Seat] = (), *, private: bool = False) -> str:
    """The lobby's caption: game, seats, options, what to do next, and the start of the seal.

    Mentions the people in ``to_mention``. In a ``private`` chat nobody else can sit down.
    """
    names = Html(", ".join(speaker.player_name(seat.name) for seat in view.seats))
    altered = ", ".join(speaker.option_label(name) for name in view.altered)
    text = speaker.html(
        "lobby-alone" if private else "lobby-full" if view.is_full else "lobby",
        game=speaker.game_title,
        names=names,
        seated=len(view.seats),
        most=view.most,
        least=view.least,
        pieces=speaker.html(_pieces_message(view), count=view.tiles),
        terms="\n".join(speaker.option_lines(view.ruleset, view.options)),
    )
    changes = speaker.html("lobby-altered", options=altered) if altered else ""
    rotated = speaker.html("lobby-rotated", name=speaker.player_name(view.begins)) if view.begins else ""
    mentioned = Html(", ".join(speaker.mention(seat.user, seat.name) for seat in to_mention))
    calls = speaker.html("lobby-called", names=mentioned) if to_mention else ""
    return join_lines(
        label_line(view.seats, speaker),
        text,
        _invitation_line(view, speaker),
        changes,
        rotated,
        calls,
        seal_line(view.commitment, speaker),
    )


def seal_line(commitment: str, speaker: Speaker) -> str:
    """The seal of a table's draws, as long as a phone's row, so that the chat itself keeps it."""
    return speaker.html("seal-line", seal=short_seal(commitment))


def _invitation_line(view: LobbyView, speaker: Speaker) -> str:
    """For whom seats are kept; empty where that is nobody."""
    names = Html(", ".join(speaker.player_name(one.name) for one in view.invited))
    return speaker.html("lobby-invited", names=names, hours=INVITATION_LIFETIME // _HOUR) if names else ""


def _pieces_message(view: LobbyView) -> str:
    """The message that counts what the game is played with."""
    ruleset = shipped_rulesets().get(view.ruleset)
    return "lobby-tiles" if ruleset is None else registry.family_of_ruleset(ruleset).guide(ruleset).pieces_message


def table_sketch(view: View, speaker: Speaker, look: Look) -> Sketch:
    """The picture of a table; ``speaker`` speaks of it."""
    if isinstance(view, LobbyView):
        return lobby_sketch(view, speaker, look)
    return registry.family_of_view(view).pictures.table_sketch(view, speaker, look)


def full_caption(view: View, speaker: Speaker, *, above: str = "") -> str:
    """The caption of a picture that somebody asked for: the last turn, then the standing or the result.

    Args:
        view: what is drawn.
        speaker: speaks of the table.
        above: HTML that goes first, and stays if nothing else fits.
    """
    label = ""
    if isinstance(view, LobbyView):
        versions: tuple[tuple[str, ...], ...] = ((lobby_caption(view, speaker),),)
    else:
        label = label_line(view.seats, speaker)
        versions = registry.family_of_view(view).wording(speaker).caption_versions(view)
    whole_ones = [join_lines(above, label, *parts) for parts in versions]
    return first_fitting_caption(*whole_ones, above) if above else first_fitting_caption(*whole_ones)


def last_turn_text(view: GameView, speaker: Speaker) -> str:
    """The newest turn without a picture: the turn, then what matters for the next one."""
    wording = registry.family_of_view(view).wording(speaker)
    last, *_ = wording.caption_versions(view)[0]
    text = "\n".join((last, "", wording.brief_standing(view))).strip()
    return first_fitting_caption(join_lines(label_line(view.seats, speaker), text))


def table_as_html(view: View, speaker: Speaker) -> str:
    """The whole table as text, for somebody who asked for text instead of a picture."""
    if isinstance(view, LobbyView):
        return lobby_caption(view, speaker)
    text = registry.family_of_view(view).pictures.table_as_html(view, speaker)
    return join_lines(label_line(view.seats, speaker), text)
