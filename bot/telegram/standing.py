"""What is done to messages that stand already: words and buttons changed, pinned, deleted.

The part of the gateway that never sends anything new.
"""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final

from telegram import Bot, InlineKeyboardMarkup
from telegram.constants import ParseMode

from bot.outcomes import Missing, Unchanged
from bot.telegram.dates import Dates
from bot.telegram.errors import as_outcomes
from bot.telegram.forms import Forms
from bot.telegram.pace import Pace, to_chat
from bot.telegram.parts import checked, fitting_caption


class Standing:
    """The bot's messages; every method raises :class:`bot.outcomes.Undone` where Telegram does not do it.

    Args:
        bot: the account.
        pace: says when edits may go. What no chat counts as a message, a deletion or a pin, goes as answers to taps do.
        seconds: a clock that only goes forward, by which it is forgotten what the server does not serve.
    """

    def __init__(self, bot: Bot, pace: Pace | None = None, seconds: Callable[[], float] = monotonic) -> None:
        self._bot: Final = bot
        self.pace: Final = Pace() if pace is None else pace
        self.forms: Final = Forms(seconds)
        self._dates: Final = Dates(self.forms)

    @to_chat
    async def edit_caption(self, chat: int, message: int, caption: str, keyboard: InlineKeyboardMarkup | None) -> None:
        """Put other words below a picture."""
        keyboard = checked(keyboard)

        async def edited(text: str) -> None:
            with as_outcomes():
                await self._bot.edit_message_caption(
                    chat, message, caption=fitting_caption(text), parse_mode=ParseMode.HTML, reply_markup=keyboard
                )

        with suppress(Unchanged):
            await self._dates.sent(caption, edited)

    async def delete(self, chat: int, message: int) -> None:
        """Delete a message; one that is gone already is as good."""

        async def deleted() -> None:
            with suppress(Missing), as_outcomes():
                await self._bot.delete_message(chat, message)

        await self.pace.out(None, deleted)

    async def pin(self, chat: int, message: int) -> None:
        """Pin a message without a sound."""

        async def pinned() -> None:
            with as_outcomes():
                await self._bot.pin_chat_message(chat, message, disable_notification=True)

        await self.pace.out(None, pinned)

    async def unpin(self, chat: int, message: int) -> None:
        """Let a message be pinned no longer; where it is not, nothing is amiss."""

        async def unpinned() -> None:
            with suppress(Missing), as_outcomes():
                await self._bot.unpin_chat_message(chat, message)

        await self.pace.out(None, unpinned)
