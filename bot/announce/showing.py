"""What a message that shows cards for a moment says, and what is kept of it until it shows them no more."""

from typing import Final

import msgspec
from msgspec import Struct

from bot.families import registry
from bot.families.family import Moments
from bot.pictures.sketches import DEFAULT_THEME
from engine.encoding import decoder
from engine.game import View


class Showing(Struct, frozen=True):
    """A message that shows cards for a moment, and all that it takes to draw it face down again."""

    chat: int
    topic: int | None
    message: int
    text: str
    """The caption, which stays; empty where the words are too long for one."""
    view: View
    """As the group sees it: with no card turned up."""
    title: dict[str, str]
    table: str
    language: str
    photo: bool
    """Whether it is a picture; a chat that takes none gets text."""
    theme: str = DEFAULT_THEME


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = decoder(Showing)


def encoded(showing: Showing) -> bytes:
    """As it is stored."""
    return _encoder.encode(showing)


def decoded(entry: bytes) -> Showing:
    """As it was stored; raises what :data:`engine.encoding.DAMAGED` names."""
    return _decoder.decode(entry)


def written(view: View, text: str) -> str:
    """The cards and what is said of them, for a chat that takes no pictures."""
    return f"{registry.of_view(view).written(view)}\n{text}"


def moments_of(showing: Showing) -> Moments:
    """How the family of a message's game shows things for a moment.

    Raises:
        LookupError: it does not.
    """
    moments = registry.of_view(showing.view).moments
    if moments is None:
        raise LookupError(f"nothing is shown for a moment in {showing.view.ruleset}")
    return moments
