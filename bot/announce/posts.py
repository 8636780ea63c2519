"""Posts: one message to a chat, by what it tells. Each kind has what is needed to send it, and no more.

`bot.announce.compose` makes posts of notices, and `bot.announce.send` sends them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from telegram import InlineKeyboardMarkup

from bot import message_limits
from bot.announce.board_messages import BoardMode
from bot.announce.current_texts import CurrentTexts
from bot.announce.expiring import Left
from bot.families import registry, table_message
from bot.pictures.sketches import Look, Sketch
from bot.wording.speaker import Speaker
from engine.game import Event, View
from engine.game_base import GameView
from engine.lobby_view import LobbyView

REVEAL_LINE_ROOM: Final = 120
"""Room for the line that stands below a caption while cards are face up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BasePost:
    """What all posts have."""

    text: str
    """HTML."""
    keyboard: InlineKeyboardMarkup | None
    table: str
    """The short name of the table that it is about."""
    notice_count: int
    """How many notices it announces."""

    @property
    def reserved_units(self) -> int:
        """How much of a caption is left free for what is added later."""
        return 0

    @property
    def fits_caption(self) -> bool:
        """Whether the text fits a caption."""
        return message_limits.count_visible_units(self.text) + self.reserved_units <= message_limits.CAPTION


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyClosedPost(BasePost):
    """A lobby is closed."""

    edit_only: bool
    """Whether it is only edited into the lobby's message, and not sent if there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PicturePost(BasePost):
    """A table as a picture, with the text below it."""

    view: View
    speaker: Speaker
    """Words what is said of the table, in the chat's language."""
    look: Look

    @property
    def picture(self) -> Sketch:
        """The picture."""
        return table_message.table_sketch(self.view, self.speaker, self.look)

    @property
    def text_without_picture(self) -> str:
        """The text for a chat that takes no pictures."""
        return self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyPost(PicturePost):
    """An open lobby; its text always fits a caption."""

    view: LobbyView
    edit_only: bool
    """Whether it is only edited into the lobby's message, and not sent if there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPost(PicturePost):
    """A turn with the board as it is now."""

    view: GameView
    board_mode: BoardMode
    """What the chat chose to happen to its board messages."""
    brief_text: str = ""
    """The text without what the picture shows: what happened, and who is next. Empty where it is not needed."""
    lasting_text: str = ""
    """The part of the text that stays when the deadline in it changes; HTML, empty where it tells no deadline."""
    news_lines: Sequence[str] = ()
    """What happened, line by line, without how the table stands."""
    shows_seal: bool = False
    """Whether the game begins with it, and its buttons include the seal."""
    sketch: Sketch | None = None
    """The picture, where its only reader sees more than ``view`` shows; else ``None``."""

    @property
    def picture(self) -> Sketch:
        """The picture."""
        return self.sketch or table_message.table_sketch(self.view, self.speaker, self.look)

    @property
    def text_without_picture(self) -> str:
        """The board as text and the post's text."""
        return f"{registry.family_of_view(self.view).pictures.board_as_html(self.view)}\n{self.text}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPost(BoardPost):
    """A turn of a game whose cards are face up for some seconds when they are turned up."""

    revealed_events: Sequence[Event]
    """The events whose cards are face up, the newest last; none if no card was turned up."""
    cards_moved: bool
    """Whether the cards that were face up before lie elsewhere now."""
    reveal_seconds: float
    """For how many seconds the former board's cards have to stay visible."""

    @property
    def reserved_units(self) -> int:
        """Room for the line of face-up cards."""
        return REVEAL_LINE_ROOM


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTextPost(BasePost):
    """A turn told as text alone, where a picture would show nothing new, or nothing to its only reader."""

    board: BoardPost
    """The same turn with the board."""
    silent: bool = False
    """Whether it is sent without a sound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideNotePost(BasePost):
    """A text beside the board, such as a question or a vote; the board's message keeps its buttons."""

    silent: bool
    """Whether it is sent without a sound."""
    vote_id: str = ""
    """The id of the vote, if the post only tells how that stands."""
    current_texts: CurrentTexts | None = None
    """The texts for messages that are there already, where the post changes the deadline that they tell."""
    left: Left | None = None
    """The keyboards for messages whose buttons have expired; ``None`` while a question is open."""


Post = LobbyPost | LobbyClosedPost | BoardPost | CardsPost | TurnTextPost | SideNotePost
