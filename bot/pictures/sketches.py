"""What a picture is drawn from: all that it depends on, and nothing else. Draws nothing itself."""

import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from bot.languages import Languages, languages
from render import Painter
from render.signs import Labels
from render.theme import THEMES

DEFAULT_THEME: Final = "light"
LABELS: Final = ("chat", "game")
DEFAULT_LABELS: Final = LABELS[0]
_encoder: Final = msgspec.json.Encoder(order="deterministic")


class Look(Struct, frozen=True):
    """How a chat wants its pictures: the language of their words, and their theme."""

    language: str
    theme: str = DEFAULT_THEME
    labels: str = DEFAULT_LABELS
    """Whose language the signs on a board's cells are in: the ``chat``'s, or the ``game``'s."""
    chat_language: str = ""
    """Of the chat where the table is, if its board is shown elsewhere in another language."""

    def signs(self, game: str) -> Labels:
        """The signs on a board whose tiles are in this language."""
        return labels_in(game if self.labels == "game" else self.chat_language or self.language)


@dataclass(frozen=True, slots=True)
class Sketch(ABC):
    """One picture, before it is drawn; each kind knows what it shows and how a painter draws that."""

    theme: str

    @property
    @abstractmethod
    def lasting(self) -> bool:
        """Whether anybody may see the picture at any time: no plan of one player, no cards shown for a moment."""

    @property
    @abstractmethod
    def content(self) -> tuple[Any, ...]:
        """All that is drawn, as values that can be encoded; what is not in it changes no picture."""

    @abstractmethod
    def painted(self, painter: Painter) -> bytes:
        """The picture as PNG, drawn at once and here."""

    @property
    def digest(self) -> str:
        """What tells this picture from every other, while it is drawn by the same program."""
        return hashlib.blake2b(_encoder.encode(self.content), digest_size=16).hexdigest()


def labels_in(language: str) -> Labels:
    """What premiums say in a language; in a language that the interface does not speak what they say by themselves."""
    return _labels(languages(), language)


@cache
def _labels(spoken: Languages, language: str) -> Labels:
    if language not in spoken.codes:
        return Labels()
    return msgspec.convert(dict(spoken.section(language, "signs")), Labels)


def theme_named(name: str | None) -> str:
    """A chat's theme; the default where it chose none, or one that this version lacks."""
    return name if name in THEMES else DEFAULT_THEME


def labels_named(name: str | None) -> str:
    """What a chat chose for the signs on boards; the default where it chose nothing, or what this version lacks."""
    return name if name in LABELS else DEFAULT_LABELS
