"""A player's own board: what a family implements for it, and the encoding of its buttons (decision 16).

From a tap to the picture: :mod:`bot.handlers.own_board` checks the tap, and acts. :mod:`bot.families.services` asks the
family for the page and its sketch (``own_board.py`` in its package). :mod:`bot.telegram.private_delivery` decides where
to show it. :mod:`bot.telegram.ephemeral` shows it to the member alone, and calls :mod:`bot.pictures` to draw it when it
can be shown.
"""

import hashlib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import ClassVar, Final, TypeVar

from telegram import ChatFullInfo, InlineKeyboardButton, InlineKeyboardMarkup

from bot.pictures import PictureStyle, Sketch
from bot.tables.table_loader import LoadedTable
from bot.telegram.keyboards import STYLE_DANGER, ButtonData, ButtonSpec, encode_button_data
from bot.wording.speaker import Speaker, join_lines
from engine.errors import Refusal
from engine.game import Action, Game
from engine.rulesets import Ruleset

PASS_STEP: Final = "p"  # noqa: S105 - the step that passes a turn, no password
SURRENDER_STEP: Final = "s"
Kind = TypeVar("Kind", bound=StrEnum)


def split_step(kinds: type[Kind], step: str) -> tuple[Kind, str]:
    """The kind of a step, its first letter, and the choices made so far. Raises Refusal ``stale_button``."""
    try:
        return kinds(step[:1]), step[1:]
    except ValueError:
        raise Refusal("stale_button") from None


@dataclass(frozen=True, slots=True)
class LetterSigns:
    """Maps the letters of an alphabet to the characters that stand for them in a step."""

    signs: str
    letters: Sequence[str]

    def encode(self, letter: str) -> str:
        """The sign of a letter."""
        return self.signs[self.letters.index(letter)]

    def decode(self, sign: str) -> str:
        """The letter of a sign. Raises Refusal ``stale_button`` for an unknown sign."""
        place = self.signs.find(sign)
        if not 0 <= place < len(self.letters):
            raise Refusal("stale_button")
        return self.letters[place]


def without_last_part(text: str, part: re.Pattern[str]) -> str:
    """A text without its last part; ``part`` matches one part."""
    *parts, _ = [found[0] for found in part.finditer(text)]
    return "".join(parts)


SHOW_STEP: Final = "own"
PLAY_STEP: Final = "make"
_STEP_DATA: Final = re.compile(r"[0-9a-f]{1,14}:\d{1,6}:[0-9a-f]{4}:[0-9A-Za-z_]{0,28}", re.ASCII)

OWN_BOARD_BUTTONS: Final[Mapping[str, ButtonSpec]] = {
    "rack": ButtonSpec(is_look_up=True),
    SHOW_STEP: ButtonSpec(_STEP_DATA, is_look_up=True),
    PLAY_STEP: ButtonSpec(_STEP_DATA),
}
"""The kinds of buttons: one opens an own board, one shows a step, one plays a step."""
MOST_STEP_CHARACTERS: Final = 26  # the longest step that always fits into the 64 bytes of a button's data
MOST_BUTTONS_BESIDE: Final = 8  # the most buttons in a row
NAMED: Final = 2  # the most buttons with long labels in a row, for the width of a phone
HOME_STEP: Final = ""
RACK_STEP: Final = "h"


@dataclass(frozen=True, slots=True)
class OwnBoardContext:
    """A running game as one of its players sees it."""

    loaded: LoadedTable
    game: Game
    seat: int
    speaker: Speaker
    style: PictureStyle
    chat: ChatFullInfo | None  # the group; `None` if Telegram does not describe it
    now: datetime  # in served time
    here: tuple[LoadedTable, ...] = ()  # the tables of the chat in which the player sees the board

    @property
    def group_title(self) -> str:
        """The group's title; plain text."""
        if self.loaded.scope.is_private:
            return self.speaker.plain("this-chat")
        return (self.chat.title if self.chat else None) or "…"

    @property
    def user(self) -> int:
        """The user who owns the board."""
        return self.game.players[self.seat].user


@dataclass(frozen=True, slots=True)
class StepButton:
    """A button: its label, its step, and whether the step plays."""

    label: str
    step: str
    plays: bool = False
    style: str | None = None
    data: str = ""  # the button's data, if it leads to no step


StepRows = Sequence[Sequence[StepButton]]


@dataclass(frozen=True, slots=True)
class OwnBoardScene(ABC):
    """A game as one of its players sees it, with the buttons and questions of all families."""

    own: OwnBoardContext

    @property
    def on_turn(self) -> bool:
        """Whether the player can act now."""
        return self.own.game.may_act(self.seat)

    @property
    @abstractmethod
    def pass_warning(self) -> str:
        """HTML that warns that a pass would end the game; else empty."""

    @abstractmethod
    def to_page(self, text: str, rows: "StepRows") -> "OwnBoardPage":
        """The page with this text and these buttons."""

    @property
    def seat(self) -> int:
        """The seat that owns the board."""
        return self.own.seat

    def message_button(self, message: str, step: str, *, plays: bool = False, style: str | None = None) -> StepButton:
        """A button whose label is a message of the text files."""
        return StepButton(self.own.speaker.plain(message), step, plays, style)

    def back_button(self, step: str = HOME_STEP) -> StepButton:
        """The button back to a step."""
        return self.message_button("own-board-back", step)

    def pass_page(self, rest: str) -> "OwnBoardPage":
        """The page that asks whether to pass. Raises Refusal ``stale_button`` out of turn, or if ``rest`` is set."""
        if rest or not self.on_turn:
            raise Refusal("stale_button")
        question = join_lines(self.own.speaker.html("own-board-pass-sure"), self.pass_warning)
        yes = self.message_button("own-board-pass-yes", PASS_STEP, plays=True)
        return self.to_page(question, [[yes, self.back_button()]])

    def surrender_page(self, rest: str) -> "OwnBoardPage":
        """The page that asks whether to surrender. Raises Refusal ``stale_button`` if there is a ``rest``."""
        if rest:
            raise Refusal("stale_button")
        speaker = self.own.speaker
        question = speaker.html("surrender-sure", name=speaker.player_name(self.own.game.players[self.seat].name))
        yes = self.message_button("button-surrender", SURRENDER_STEP, plays=True, style=STYLE_DANGER)
        return self.to_page(question, [[yes], [self.message_button("button-play-on", HOME_STEP)]])


@dataclass(frozen=True, slots=True)
class OwnBoardPage:
    """The page of a step: HTML below a picture, and buttons."""

    text: str
    sketch: Sketch
    picture_as_html: Callable[[], str]
    rows: StepRows = field(default=())


class OwnBoard(ABC):
    """Own boards of a family. A step is a letter for its kind, then letters and digits for the choices so far."""

    tutorial: "Tutorial | None" = None  # the newcomer's first game, if the family has one
    opening_button: ClassVar[str]  # the message on the button, below the public board, that opens the own board
    menu_step: ClassVar[str] = HOME_STEP  # the step that shows all actions; buttons to other games stand below it
    has_board_page: ClassVar[bool] = False  # whether the game is also played on the board page
    page_button: ClassVar[str] = "button-board-page"  # the message on the button that opens that page

    def news_message(self, *, played: bool, in_private: bool) -> str:
        """The message above the page after a step has played, or after the game has moved on; empty for none."""
        if not played:
            return "own-board-changed"
        return "own-board-done-private" if in_private else "own-board-done"

    @abstractmethod
    def rack_hash(self, game: Game, seat: int) -> str:
        """Four hex digits that change with the player's rack or cards, which makes older buttons stale."""

    @abstractmethod
    async def build_page(self, own: OwnBoardContext, step: str) -> OwnBoardPage:
        """The page of a step; changes nothing. Raises Refusal ``stale_button`` if the game has no such step now."""

    @abstractmethod
    def action_of_step(self, game: Game, seat: int, step: str) -> Action:
        """The action that a step plays. Raises Refusal ``stale_button`` if the game has no such step now."""

    @abstractmethod
    def rack_text(self, own: OwnBoardContext) -> str:
        """The player's rack or cards as plain text, for an alert of at most 200 characters."""


def hash_rack(parts: Iterable[str]) -> str:
    """Four hex digits that differ for most racks."""
    return hashlib.blake2b("".join(parts).encode(), digest_size=2).hexdigest()


@dataclass(frozen=True, slots=True)
class PressedStep:
    """The data of a step's button, decoded."""

    user: int
    turns: int
    mark: str
    text: str

    @classmethod
    def from_pressed(cls, pressed: ButtonData) -> "PressedStep":
        """Decode a button of :data:`SHOW_STEP` or :data:`PLAY_STEP`."""
        user, number, mark, text = pressed.arguments
        return cls(int(user, 16), int(number), mark, text)


def step_keyboard(
    rows: Sequence[Sequence[StepButton]], *, table: str, user: int, turns: int, mark: str
) -> list[list[InlineKeyboardButton]]:
    """Rows of buttons that only one player may use."""
    return [
        [
            InlineKeyboardButton(
                key.label,
                callback_data=key.data
                or encode_button_data(PLAY_STEP if key.plays else SHOW_STEP, table, f"{user:x}", turns, mark, key.step),
                style=key.style,
            )
            for key in row
        ]
        for row in rows
    ]


def wrap_buttons(buttons: Sequence[StepButton], width: int = MOST_BUTTONS_BESIDE) -> list[list[StepButton]]:
    """Split buttons into rows of at most ``width``, as even as possible."""
    if not buttons:
        return []
    rows = -(-len(buttons) // width)
    each, more = divmod(len(buttons), rows)
    sizes = [each + (row < more) for row in range(rows)]
    starts = [sum(sizes[:row]) for row in range(rows)]
    return [list(buttons[start : start + size]) for start, size in zip(starts, sizes, strict=True)]


def width_of(count: int) -> int:
    """How wide :func:`wrap_buttons` makes the rows of ``count`` buttons, to keep that width for fewer buttons."""
    rows = -(-count // MOST_BUTTONS_BESIDE)
    return -(-count // rows)


def to_markup(rows: Sequence[Sequence[InlineKeyboardButton]]) -> InlineKeyboardMarkup | None:
    """The keyboard; ``None`` without buttons."""
    return InlineKeyboardMarkup([list(row) for row in rows]) if rows else None


@dataclass(frozen=True, slots=True)
class FirstGame:
    """A newcomer's first real game: its rules, and options that make it easy to follow."""

    ruleset: Ruleset
    options: Mapping[str, str]


class Tutorial(ABC):
    """A family's first game for newcomers, which explains itself, and the real game after it."""

    @abstractmethod
    def choose_first_game(self, language: str) -> FirstGame | None:
        """The real game after the first one; ``None`` if the family has none in that language."""

    @abstractmethod
    def build_page(self, language: str, number: int, speaker: Speaker, style: PictureStyle) -> OwnBoardPage | None:
        """Page ``number`` (from 0) of the first game, with its one right button to the next page; the last has none.

        ``None`` if the family has no first game in that language.
        """
