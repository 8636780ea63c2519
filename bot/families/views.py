"""What is drawn and said of a view, be it a lobby's or a game's of whichever family."""

from bot.families import lobby, registry
from bot.pictures.sketches import Look, Sketch
from bot.wording.captions import fitting, lines
from bot.wording.speaker import Speaker
from engine.family import GameView
from engine.game import View
from engine.lobby_view import LobbyView


def sketch(view: View, speaker: Speaker, look: Look) -> Sketch:
    """The picture of a table; ``speaker`` speaks of it."""
    if isinstance(view, LobbyView):
        return lobby.sketch(view, speaker, look)
    return registry.of_view(view).sketch(view, speaker, look)


def whole(view: View, speaker: Speaker, *, above: str = "") -> str:
    """The caption of a picture that was asked for: the last turn, then how things stand or how they ended.

    Args:
        view: what is drawn.
        speaker: speaks of the table.
        above: HTML that goes ahead, and stays when nothing else fits.
    """
    if isinstance(view, LobbyView):
        versions: tuple[tuple[str, ...], ...] = ((lobby.caption(view, speaker),),)
    else:
        versions = registry.of_view(view).asked(view, speaker)
    whole_ones = [lines(above, *parts) for parts in versions]
    return fitting(*whole_ones, above) if above else fitting(*whole_ones)


def spoken(view: GameView, speaker: Speaker) -> str:
    """What words alone say of the newest turn: the turn, then what matters for the next one."""
    family = registry.of_view(view)
    last, *_ = family.asked(view, speaker)[0]
    return fitting("\n".join((last, "", family.brief(view, speaker))).strip())


def as_text(view: View, speaker: Speaker) -> str:
    """The answer to somebody who asked for letters instead of a picture."""
    if isinstance(view, LobbyView):
        return lobby.caption(view, speaker)
    return registry.of_view(view).as_text(view, speaker)
