"""What a group lets the bot do, as Telegram says it at that moment: nothing is cached."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from telegram import Bot, ChatFullInfo, ChatMember
from telegram.constants import ChatMemberStatus

from bot.telegram.api.responses import check_text_fields, errors_as_outcomes
from bot.telegram.api.send_queue import SendQueue


@dataclass(frozen=True, slots=True)
class OwnStanding:
    """The bot's standing in a group."""

    chat: ChatFullInfo
    """The group with its permissions."""
    member: ChatMember
    """The bot as a member of it."""
    hears_all: bool
    """Whether privacy mode is off, so that a plain member is told of every message."""

    @property
    def is_admin(self) -> bool:
        """Whether the bot is an administrator."""
        return self.member.status == ChatMemberStatus.ADMINISTRATOR

    @property
    def slow_mode_seconds(self) -> int:
        """How many seconds members wait between two messages; 0 without slow mode."""
        # A timedelta or seconds, by the environment variable PTB_TIMEDELTA.
        delay: Any = self.chat.slow_mode_delay
        return int(delay.total_seconds() if isinstance(delay, timedelta) else delay or 0)

    def may(self, right: str) -> bool:
        """Whether the bot has a right, named as in the Bot API; one that Telegram does not tell of is granted.

        What the group permits its members does not bind administrators; a restriction of the bot alone binds it too.
        """
        if self.is_admin:
            return getattr(self.member, right, None) is not False
        return all(getattr(source, right, None) is not False for source in (self.chat.permissions, self.member))


class StandingQueries:
    """Asks what the bot may do."""

    def __init__(self, bot: Bot, send_queue: SendQueue) -> None:
        self._bot: Final = bot
        self._send_queue: Final = send_queue

    async def fetch_standing(self, chat: int) -> OwnStanding:
        """The bot's standing in a group.

        Raises:
            RateLimited: Telegram wants to be asked later, or the bot has asked as much as it may.
            CallFailed: Telegram gave no answer.
        """
        self._send_queue.admit_api_query()
        with errors_as_outcomes():
            found = await self._bot.get_chat(chat)
            member = await self._bot.get_chat_member(chat, self._bot.id)
            me = await self._bot.get_me()
            check_text_fields(found, found.title, member.status)
            return OwnStanding(found, member, hears_all=me.can_read_all_group_messages is True)
