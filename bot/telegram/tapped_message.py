"""The tapped message: what a tap changes in the message that has the button, and the answer that ends the tap."""

from typing import Final

from telegram import InlineKeyboardMarkup

from bot.call_errors import RequestRejected
from bot.logs.logger import get_logger
from bot.telegram.api.ephemeral import EphemeralMessage
from bot.telegram.api.gateway import Gateway
from bot.telegram.auto_delete import AutoDelete
from bot.telegram.incoming.requests import Tap
from bot.texts import Argument, Texts

log = get_logger(__name__)


class TappedMessage:
    """Edits and deletes tapped messages, be they ephemeral or seen by all; one instance a process."""

    def __init__(self, gateway: Gateway, texts: Texts, auto_delete: AutoDelete) -> None:
        self._gateway: Final = gateway
        self._texts: Final = texts
        self._auto_delete: Final = auto_delete

    async def replace_with_message(
        self,
        tap: Tap,
        language: str,
        message: str,
        /,
        keyboard: InlineKeyboardMarkup,
        **arguments: Argument,
    ) -> None:
        """Replace the tapped message with a message of the text files and other buttons."""
        await self.replace_with_html(tap, self._texts.html(language, message, **arguments), keyboard)

    async def replace_with_html(
        self, tap: Tap, text: str, keyboard: InlineKeyboardMarkup | None, *, seconds: float | None = None
    ) -> None:
        """Replace the tapped message with other HTML, with other buttons or none.

        A message that everybody sees and that has no button of that kind stays as it is. In a group that has become a
        supergroup since, a new message is sent instead.

        Args:
            tap: the tap.
            text: the HTML.
            keyboard: the buttons.
            seconds: how long it stays in a group from now on, if that is to change.
        """
        await answer_callback(self._gateway, tap)
        if _lacks_pressed_button(tap) and not tap.has_button(f"{tap.data.partition(':')[0]}:"):
            return
        if not tap.venue.has_migrated:
            await self._edit_message(tap, text, keyboard)
            if seconds is not None and not tap.venue.private:
                await self.delete_message(tap, seconds)
            return
        scope = tap.venue.scope
        message = await self._gateway.send_text(scope, text, keyboard, silent=seconds is not None, sending=tap.sending)
        if seconds is not None:
            await self._auto_delete.delete_later(scope.chat, message, seconds, tap.sender.user)

    async def replace_with_outcome(self, tap: Tap, language: str, message: str, /, **arguments: Argument) -> None:
        """Replace the tapped message's text with what was chosen, and remove its buttons."""
        if tap.venue.has_migrated or _lacks_pressed_button(tap):
            return
        try:
            await self._edit_message(tap, self._texts.html(language, message, **arguments), None)
        except RequestRejected as error:
            log.info("a question stays", update=tap.update.id, error=error.message)

    async def remove_buttons(self, tap: Tap) -> None:
        """Remove the buttons of the tapped message, once they have done their work.

        The message of a group that has become a supergroup since can no longer be edited.
        """
        if tap.venue.has_migrated or (tap.keyboard_data and _lacks_pressed_button(tap)):
            return
        try:
            if (ephemeral := EphemeralMessage.from_tap(tap)) is None:
                await self._gateway.edits.edit_keyboard(tap.venue.scope.chat, tap.message, None, sending=tap.sending)
            else:
                await self._gateway.ephemeral.edit_keyboard(ephemeral, None)
        except RequestRejected as error:
            log.info("buttons stay", update=tap.update.id, error=error.message)

    async def close_message(self, tap: Tap) -> None:
        """End the button's progress sign, and have its message deleted: it has done its work."""
        await answer_callback(self._gateway, tap)
        await self.delete_message(tap)

    async def delete_message(self, tap: Tap, seconds: float = 0.0) -> None:
        """Have the tapped message deleted after some seconds, once it has done its work."""
        if tap.venue.has_migrated:
            return
        if (ephemeral := EphemeralMessage.from_tap(tap)) is None:
            if not _lacks_pressed_button(tap):
                await self._auto_delete.delete_later(tap.venue.scope.chat, tap.message, seconds)
        elif seconds:
            await self._auto_delete.delete_later(
                ephemeral.chat, ephemeral.message_id, seconds, ephemeral_reader=ephemeral.user
            )
        else:
            await self._gateway.ephemeral.delete(ephemeral)

    async def _edit_message(self, tap: Tap, text: str, keyboard: InlineKeyboardMarkup | None) -> None:
        if (ephemeral := EphemeralMessage.from_tap(tap)) is None:
            await self._gateway.edits.edit_text(tap.venue.scope.chat, tap.message, text, keyboard, sending=tap.sending)
        else:
            await self._gateway.ephemeral.edit_text(ephemeral, text, keyboard)


async def answer_callback(gateway: Gateway, tap: Tap, text: str | None = None, *, alert: bool = False) -> None:
    """Answer a tap with plain text that only its user sees, in a box or for a moment; without text with nothing."""
    try:
        await gateway.answer_callback(tap, text, alert=alert)
    except RequestRejected as error:
        # A tap that waited in the inbox while the bot was down is too old to answer; nothing else is wrong.
        log.info("a tap cannot be answered", error=error.message)


def _lacks_pressed_button(tap: Tap) -> bool:
    """Whether a message in a group lacks the tapped button: an altered client can name any message."""
    return not tap.venue.private and tap.ephemeral_id is None and tap.data not in tap.keyboard_data
