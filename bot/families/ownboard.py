"""A player's own board: what a family brings for it, and how its buttons are written (decision 16).

Where it is shown is for :mod:`bot.telegram.personal`; who may press what, and what is then done, for
:mod:`bot.handlers.mine`.
"""

import hashlib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from telegram import ChatFullInfo, InlineKeyboardButton, InlineKeyboardMarkup

from bot.pictures.sketches import Look, Sketch
from bot.tables.held import Held
from bot.telegram.buttons import ENDS, Button, Pressed, data
from bot.wording.captions import lines
from bot.wording.speaker import Speaker
from engine.game import Action, Game

LOOK: Final = "mine"
PLAY: Final = "make"
_REST: Final = re.compile(r"[0-9a-f]{1,14}:\d{1,6}:[0-9a-f]{4}:[0-9A-Za-z_]{0,28}", re.ASCII)
BUTTONS: Final[Mapping[str, Button]] = {
    "rack": Button(shows=True),
    LOOK: Button(_REST, shows=True),
    PLAY: Button(_REST),
}
"""The button that opens it, those that show a step of it, those that play."""
MOST_STEP: Final = 26
"""Characters that a step may have, so that data with the longest names fit into Telegram's 64 bytes."""
WIDEST: Final = 8
"""Buttons beside each other at most."""
NAMED: Final = 2
"""As many of those that bear names: more have no room for them on a phone."""
HOME: Final = ""
"""The step that shows the board with all that can be done."""
LETTERS: Final = "h"
"""The step that says in a box what the player holds."""


@dataclass(frozen=True, slots=True)
class Own:
    """A running game as one of its players looks at it."""

    held: Held
    """The table as it was read."""
    game: Game
    seat: int
    speaker: Speaker
    """Speaks the player's language of the table."""
    look: Look
    chat: ChatFullInfo | None
    """The group; ``None`` where the bot gets no answer about it."""
    now: datetime
    """In served time."""

    @property
    def group(self) -> str:
        """What the group is called; plain text."""
        if self.held.scope.private:
            return self.speaker.plain("this-chat")
        return (self.chat.title if self.chat else None) or "…"

    @property
    def user(self) -> int:
        """Whose board it is."""
        return self.game.players[self.seat].user


@dataclass(frozen=True, slots=True)
class Key:
    """A button: what stands on it, the step that it leads to, whether that plays."""

    label: str
    step: str
    plays: bool = False
    style: str | None = None
    """How it looks, where apps show that."""


Rows = Sequence[Sequence[Key]]


@dataclass(frozen=True, slots=True)
class Seat:
    """A game as one of its players looks at it: the buttons and questions that all families' games share."""

    own: Own

    @property
    def seat(self) -> int:
        """Whose board it is."""
        return self.own.seat

    def key(self, message: str, step: str, *, plays: bool = False, style: str | None = None) -> Key:
        """A button that says a message of the text files."""
        return Key(self.own.speaker.plain(message), step, plays, style)

    def back(self, step: str = HOME) -> Key:
        """The way back."""
        return self.key("mine-back", step)

    @property
    def to_board(self) -> Key:
        """The way to the board with all that can be done."""
        return self.key("mine-home", HOME)

    def passing(self, warning: str) -> tuple[str, Rows]:
        """Whether the turn is to go by; the warning is HTML, or nothing."""
        told = lines(self.own.speaker.html("mine-pass-sure"), warning)
        return told, [[self.key("mine-pass-yes", "p", plays=True), self.back()]]

    def surrendering(self) -> tuple[str, Rows]:
        """Whether the player is to give up."""
        speaker = self.own.speaker
        told = speaker.html("surrender-sure", name=speaker.named(self.own.game.players[self.seat].name))
        return told, [[self.key("button-surrender", "s", plays=True, style=ENDS)], [self.key("button-play-on", HOME)]]


@dataclass(frozen=True, slots=True)
class Page:
    """A step: HTML below a picture, and buttons."""

    text: str
    sketch: Sketch
    written: Callable[[], str]
    """Says the picture in words."""
    rows: Rows = field(default=())


class OwnBoard(ABC):
    """What a family's games show a player alone. A step is a short text of letters and digits, of the family's own."""

    @abstractmethod
    def mark(self, game: Game, seat: int) -> str:
        """Four digits that tell what the player holds from most else: buttons go stale with it."""

    @abstractmethod
    async def page(self, own: Own, step: str) -> Page:
        """What a step shows; nothing is changed by it.

        Raises:
            Refusal: ``stale_button`` of a step that the game as it is now does not have.
        """

    @abstractmethod
    def action(self, game: Game, seat: int, step: str) -> Action:
        """What a step that plays asks for.

        Raises:
            Refusal: ``stale_button`` of a step that the game as it is now does not have.
        """

    @abstractmethod
    def held(self, own: Own) -> str:
        """What the player holds, in a box of 200 characters; plain text."""


def mark_of(parts: Iterable[str]) -> str:
    """Four digits that tell what somebody holds from most else."""
    return hashlib.blake2b("".join(parts).encode(), digest_size=2).hexdigest()


@dataclass(frozen=True, slots=True)
class Step:
    """A button's data, read."""

    user: int
    number: int
    """The turns taken when it was drawn."""
    mark: str
    text: str

    @classmethod
    def of(cls, pressed: Pressed) -> "Step":
        """Of a button of :data:`LOOK` or :data:`PLAY`."""
        user, number, mark, text = pressed.rest
        return cls(int(user, 16), int(number), mark, text)


def keyboard(
    rows: Sequence[Sequence[Key]], *, table: str, user: int, number: int, mark: str
) -> list[list[InlineKeyboardButton]]:
    """Rows of buttons for one player.

    Args:
        rows: of keys.
        table: the table's short name.
        user: whose they are.
        number: the turns taken.
        mark: of :meth:`OwnBoard.mark`.
    """
    return [
        [
            InlineKeyboardButton(
                key.label,
                callback_data=data(PLAY if key.plays else LOOK, table, f"{user:x}", number, mark, key.step),
                style=key.style,
            )
            for key in row
        ]
        for row in rows
    ]


def wrapped(keys: Sequence[Key], width: int = WIDEST) -> list[list[Key]]:
    """Keys in rows that are as wide as can be, and as alike in width as that allows."""
    if not keys:
        return []
    rows = -(-len(keys) // width)
    each, more = divmod(len(keys), rows)
    sizes = [each + (row < more) for row in range(rows)]
    starts = [sum(sizes[:row]) for row in range(rows)]
    return [list(keys[start : start + size]) for start, size in zip(starts, sizes, strict=True)]


def width_of(count: int) -> int:
    """How broad :func:`wrapped` makes the rows of so many keys: those that are left of them stand no closer."""
    rows = -(-count // WIDEST)
    return -(-count // rows)


def markup(rows: Sequence[Sequence[InlineKeyboardButton]]) -> InlineKeyboardMarkup | None:
    """The keyboard; ``None`` without buttons."""
    return InlineKeyboardMarkup([list(row) for row in rows]) if rows else None
