"""The gallery: every kind of picture in every theme, drawn from games that the engine played with itself."""

from collections.abc import Iterator
from functools import partial

from bot.families import lobby, registry, samples
from bot.families.exhibits import Exhibit, drawn
from bot.texts import Texts
from engine.lobby_view import lobby_view


def exhibits(texts: Texts) -> Iterator[Exhibit]:
    """Every kind of picture: games family by family, then the tables that wait for players."""
    for family in registry.FAMILIES:
        yield from family.exhibits(texts)
    for family in registry.FAMILIES:
        for waiting in family.waiting():
            view = lobby_view(samples.lobby(waiting.ruleset, waiting.names))
            yield Exhibit(waiting.kind, waiting.about, drawn(texts, view.ruleset, partial(lobby.sketch, view)))
