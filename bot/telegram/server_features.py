"""Features that the Bot API server was found to support or to lack; the bot's rights in groups; its profile.

Without a feature the bot asks for less. A secret is sent at once only in a form of address that was proven recently
(`bot.telegram.ephemeral`).
"""

import re
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum, unique
from time import monotonic
from typing import Any, Final, TypeVar

from telegram import Bot, BotCommand, BotCommandScope, ChatFullInfo, ChatMember, MenuButton, User
from telegram.constants import ChatMemberStatus

from bot import message_limits
from bot.call_errors import ApiUnreachable, CallFailed, NotFound, RateLimited, RequestRejected, TokenRejected
from bot.logs import get_logger
from bot.telegram.transport import errors_as_outcomes
from bot.workers.recent import NewestDict

log = get_logger(__name__)
RETRY_SECONDS: Final = 3600.0  # how long a missing feature is not tried: the server may be newer afterwards
REFUSED_SECONDS: Final = 600.0  # how long a member of a group is not written to after a refusal
PROVEN_SECONDS: Final = 600.0  # how long a form stays proven in a group
_MOST_REMEMBERED: Final = 4096
_DATE_TAG: Final = re.compile(r"</?tg-time[^>]*>")
_PARSE_REFUSAL: Final = "can't parse entities"  # how a refusal because of unknown tags begins
T = TypeVar("T")


@unique
class Feature(Enum):
    """A form of address for a message to one member of a group, or another feature that only some servers have."""

    CALLBACK_10_4 = "callback_query_id alone"  # an answer to a tap that names no chat: an older server posts nothing
    PARAMETERS_10_3 = "ephemeral_message_parameters"  # an older server posts it to the whole group
    PHOTO_IN_PLACE = "replace_callback_query_message"  # a picture that replaces the tapped message
    DATE_TAGS = "date_time"
    EPHEMERAL_METHODS = "editEphemeralMessageText"  # editing ephemeral messages
    UNSOLICITED = "receiver_user_id of a group"  # a message without a tap; only administrators may send it
    SOLICITED = "callback_query_id of a group"  # an answer to a tap, or to an ephemeral command


class ServerFeatures:
    """Remembers missing features, in general or in one group, and proven ones; both expire."""

    def __init__(self, seconds: Callable[[], float] = monotonic) -> None:
        self._seconds: Final = seconds
        self._unsupported_until: Final[NewestDict[Hashable, float]] = NewestDict(_MOST_REMEMBERED)
        """Until when a feature is not tried, by the feature alone, with a group, or with a group's member."""
        self._methods_until: float | None = None  # until when the server is assumed to know the ephemeral methods
        self._proven_until: Final[NewestDict[tuple[Feature, int], float]] = NewestDict(_MOST_REMEMBERED)

    def mark_unsupported(self, feature: Feature, *where: int, seconds: float = RETRY_SECONDS) -> None:
        """Do not try a feature for ``seconds``: anywhere, in one group, or for one member of a group."""
        self._unsupported_until[feature, where] = self._seconds() + seconds

    def may_support(self, feature: Feature, *where: int) -> bool:
        """Whether a feature may be tried."""
        return self._unsupported_until.get((feature, where), self._seconds()) <= self._seconds()

    def record_proof(self, feature: Feature, chat: int) -> None:
        """Note that the server confirmed a message in this form of address as one person's."""
        self._proven_until[feature, chat] = self._seconds() + PROVEN_SECONDS

    def is_proven(self, feature: Feature, chat: int) -> bool:
        """Whether a form of address was proven in a group recently, and has not failed since."""
        return self.may_support(feature) and self._proven_until.get((feature, chat), self._seconds()) > self._seconds()

    @property
    def knows_ephemeral_methods(self) -> bool:
        """Whether the server recently knew the methods for ephemeral messages."""
        return self._methods_until is not None and self._methods_until > self._seconds()

    def record_ephemeral_methods(self, *, known: bool) -> None:
        """Note whether the server knows the methods for ephemeral messages."""
        self._methods_until = self._seconds() + RETRY_SECONDS if known else None
        if not known:
            self.mark_unsupported(Feature.EPHEMERAL_METHODS)

    def forget_server(self) -> None:
        """Forget all, as the server has been replaced."""
        self.require_new_proofs()
        self._unsupported_until.clear()

    def require_new_proofs(self) -> None:
        """Forget the proofs, as the server may have been replaced; missing features stay noted."""
        self._methods_until = None
        self._proven_until.clear()

    async def send_with_dates(self, text: str, send: Callable[[str], Awaitable[T]]) -> T:
        """Call ``send`` with the HTML; if the server refuses its date tags, call it again without them."""
        words = replace_date_tags(text)
        if words == text:
            return await send(text)
        known = self.may_support(Feature.DATE_TAGS)
        if known:
            try:
                return await send(text)
            except RequestRejected as error:
                if _PARSE_REFUSAL not in error.message.lower():
                    raise
                log.info("the Bot API server knows no dates", error=error.message)
        sent = await send(words)
        if known:
            self.mark_unsupported(Feature.DATE_TAGS)
        return sent


def replace_date_tags(text: str) -> str:
    """The text with the words of its date tags in place of the tags."""
    return _DATE_TAG.sub("", text)


@dataclass(frozen=True, slots=True)
class OwnStanding:
    """The bot's status and rights in a group."""

    chat: ChatFullInfo
    member: ChatMember
    hears_all: bool  # whether privacy mode is off, so that the bot receives all messages even as an ordinary member

    @property
    def is_admin(self) -> bool:
        """Whether the bot is an administrator."""
        return self.member.status == ChatMemberStatus.ADMINISTRATOR

    @property
    def slow_mode_seconds(self) -> int:
        """How long members wait between two messages, in seconds; 0 without slow mode."""
        # A timedelta, or seconds: it depends on the environment variable PTB_TIMEDELTA.
        delay: Any = self.chat.slow_mode_delay
        return int(delay.total_seconds() if isinstance(delay, timedelta) else delay or 0)

    def may(self, right: str) -> bool:
        """Whether the bot has a right of the Bot API; what a group forbids its members does not bind administrators."""
        if self.is_admin:
            return getattr(self.member, right, None) is not False
        return all(getattr(source, right, None) is not False for source in (self.chat.permissions, self.member))


def account_flag(me: User, name: str) -> bool | None:
    """A setting of the bot's account, such as ``can_join_groups``; ``None`` if ``getMe`` lacks it.

    Since Bot API 10.5 only ``getMe``'s answer has these fields, and users have them no longer.
    """
    value: bool | None = getattr(me, name, me.api_kwargs.get(name))
    return value


class BotProfile:
    """Sets up the account and its profile. Methods raise CallFailed if Telegram refuses or fails."""

    def __init__(self, bot: Bot) -> None:
        self._bot: Final = bot

    async def change_settings(self, wanted: Mapping[str, bool | int]) -> tuple[str, ...]:
        """Set account settings; returns those that differed or were unknown. NotFound before Bot API 10.5."""
        with errors_as_outcomes():
            me = await self._bot.get_me()
        changed = {name: value for name, value in wanted.items() if account_flag(me, name) != value}
        try:
            with errors_as_outcomes():
                await self._bot.do_api_request("setMySettings", changed)
                await self._bot.get_me()  # the library remembers the answer
        except TokenRejected as error:
            # An unknown method has the same status as an invalid token, but with that `getMe` would have failed.
            raise NotFound(error.message) from error
        return tuple(changed)

    async def set_commands(self, commands: Sequence[BotCommand], scope: BotCommandScope, language: str | None) -> None:
        """Set the commands of a scope for a language, or for all others; without commands, the wider scope's count."""
        commands = [
            BotCommand(
                one.command,
                message_limits.truncate_text(one.description, message_limits.COMMAND_DESCRIPTION),
                api_kwargs=dict(one.api_kwargs),
            )
            for one in commands
        ]
        try:
            with errors_as_outcomes():
                known = await self._bot.get_my_commands(scope=scope, language_code=language)
                if [*map(_comparable_command, known)] == [*map(_comparable_command, commands)]:
                    return
        except (RateLimited, ApiUnreachable):
            raise
        except CallFailed as error:
            log.info("which commands Telegram knows is not known, so they are told", error=error.message)
        with errors_as_outcomes():
            if commands:
                await self._bot.set_my_commands(commands, scope=scope, language_code=language)
            else:
                await self._bot.delete_my_commands(scope=scope, language_code=language)

    async def set_descriptions(self, description: str, short_description: str, language: str | None) -> None:
        """Set the texts, plain, for an empty private chat and for the bot's page; cut if too long."""
        description, short_description = (
            message_limits.truncate_text(description, message_limits.BOT_DESCRIPTION),
            message_limits.truncate_text(short_description, message_limits.BOT_SHORT_DESCRIPTION),
        )
        with errors_as_outcomes():
            if (await self._bot.get_my_description(language_code=language)).description != description:
                await self._bot.set_my_description(description, language_code=language)
            if (
                await self._bot.get_my_short_description(language_code=language)
            ).short_description != short_description:
                await self._bot.set_my_short_description(short_description, language_code=language)

    async def set_menu_button(self, wanted: MenuButton) -> None:
        """Set the button next to the input field of private chats."""
        with errors_as_outcomes():
            if await self._bot.get_chat_menu_button() != wanted:
                await self._bot.set_chat_menu_button(menu_button=wanted)


def _comparable_command(command: BotCommand) -> tuple[str, str, bool]:
    return command.command, command.description, bool(command.api_kwargs.get("is_ephemeral"))
