"""Sketches: everything that a picture depends on, and nothing else. Draws nothing itself."""

import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from bot.languages import Languages, languages
from bot.wording.speaker import Speaker
from render import Painter
from render.signs import Labels
from render.theme import THEMES

DEFAULT_THEME: Final = "light"


LABEL_CHOICES: Final = ("chat", "game")


DEFAULT_LABELS: Final = LABEL_CHOICES[0]


_encoder: Final = msgspec.json.Encoder(order="deterministic")


class Look(Struct, frozen=True):
    """How a chat's pictures look: the language of their words, and their theme."""

    language: str
    theme: str = DEFAULT_THEME
    labels: str = DEFAULT_LABELS
    """Whose language the board labels are in: the ``chat``'s, or the ``game``'s."""
    chat_language: str = ""
    """The language of the table's own chat, if its board is shown elsewhere in another one."""

    def board_labels(self, game: str) -> Labels:
        """The labels on a board whose tiles are in this language."""
        return premium_labels(game if self.labels == "game" else self.chat_language or self.language)


@dataclass(frozen=True, slots=True)
class Sketch(ABC):
    """A picture before it is drawn; each kind knows its content and how a painter draws it."""

    theme: str

    @property
    def reusable(self) -> bool:
        """Whether anybody may see the picture at any time: nobody's rack or preview, no cards shown for a moment."""
        return False

    @property
    @abstractmethod
    def content(self) -> tuple[Any, ...]:
        """All that is drawn, as values that can be encoded; nothing else changes the picture."""

    @abstractmethod
    def paint(self, painter: Painter) -> bytes:
        """Draw the picture as PNG, in the calling thread."""

    @property
    def digest(self) -> str:
        """A hash that tells this picture from every other one drawn by the same program."""
        return hashlib.blake2b(_encoder.encode(self.content), digest_size=16).hexdigest()


def premium_labels(language: str) -> Labels:
    """The labels of premiums in a language; the default labels if the interface does not speak it."""
    return _load_premium_labels(languages(), language)


@cache
def _load_premium_labels(spoken: Languages, language: str) -> Labels:
    if language not in spoken.codes:
        return Labels()
    return msgspec.convert(dict(spoken.section(language, "signs")), Labels)


def theme_or_default(name: str | None) -> str:
    """A chat's theme; the default if it has none, or one that this version lacks."""
    return name if name in THEMES else DEFAULT_THEME


def labels_or_default(name: str | None) -> str:
    """A chat's choice of board labels; the default if it has none, or one that this version lacks."""
    return name if name in LABEL_CHOICES else DEFAULT_LABELS


def seat_labels(speaker: Speaker, count: int) -> tuple[str, ...]:
    """The labels of so many seats, in the order of play."""
    return tuple(speaker.plain("seat-called", number=number) for number in range(1, count + 1))
