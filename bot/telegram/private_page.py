"""Private pages: what one person alone is to see, and how that is put into a message."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.pictures.sketches import Sketch
from bot.telegram.api.parameters import MessageContent

PAGE_FILENAME: Final = "board.png"
"""The name of a page's picture."""


@dataclass(frozen=True, slots=True)
class PrivatePage:
    """What one person is to see: a picture, HTML below it, and buttons. The picture is drawn only when it is needed."""

    text: str
    keyboard: InlineKeyboardMarkup | None = None
    sketch: Sketch | None = None
    as_text: Callable[[], str] | None = None
    """Describes the picture as text, where none can be shown."""
    alert: str = ""
    """The callback alert that answers a tap where the page goes to another chat; plain text."""
    private_keyboard: InlineKeyboardMarkup | None = None
    """The buttons in the private chat, where they differ."""

    @property
    def keyboard_in_private(self) -> InlineKeyboardMarkup | None:
        """The buttons that the page has in the private chat."""
        return self.private_keyboard or self.keyboard

    @property
    def text_without_picture(self) -> str:
        """The text of the page in a message without a picture."""
        return self.text if self.as_text is None else f"{self.as_text()}\n{self.text}"

    def to_message_content(self, photo: bytes | None) -> MessageContent:
        """The page with its picture, as drawn, or without one."""
        if photo is None:
            return MessageContent(self.text_without_picture, self.keyboard)
        return MessageContent(self.text, self.keyboard, photo, PAGE_FILENAME)
