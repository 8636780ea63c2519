"""What the Bot API server was found to support, remembered for a while; the bot's standing in groups; its profile.

A missing feature is only ever a reason to ask for less. A form that was proven lately is a condition for sending
a secret at once (`bot.telegram.ephemeral`).
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
from bot.telegram.send_queue import SendQueue
from bot.telegram.transport import check_text_fields, errors_as_outcomes
from bot.workers.recent import NewestDict

log = get_logger(__name__)
RETRY_SECONDS: Final = 3600.0
"""After how long a missing feature is tried again: the server may be a newer one by then."""
REFUSED_SECONDS: Final = 600.0
"""After how long it is tried again to write to one member of a group that did not allow it."""
PROVEN_SECONDS: Final = 600.0
"""How long a form counts as proven in a group, once the server confirmed a message in it as one person's."""
_MOST_REMEMBERED: Final = 4096
_DATE_TAG: Final = re.compile(r"</?tg-time[^>]*>")
_PARSE_REFUSAL: Final = "can't parse entities"
"""How a refusal begins of a text with a tag that the server does not know."""
T = TypeVar("T")


@unique
class Feature(Enum):
    """A form in which a message is addressed to one member of a group, or something else that only some servers do."""

    CALLBACK_10_4 = "callback_query_id alone"
    """The form of 10.4 for answers to taps: it names no chat, so a server that cannot read it posts nothing."""
    PARAMETERS_10_3 = "ephemeral_message_parameters"
    """The form of 10.3, which older servers post to everybody."""
    PHOTO_IN_PLACE = "replace_callback_query_message"
    """A picture in place of the tapped message."""
    DATE_TAGS = "date_time"
    EPHEMERAL_METHODS = "editEphemeralMessageText"
    """Edits of ephemeral messages at all."""
    UNSOLICITED = "receiver_user_id of a group"
    """A message to a member of a group without a tap: only administrators may send it."""
    SOLICITED = "callback_query_id of a group"
    """An answer to a tap, or to an ephemeral command."""


class ServerFeatures:
    """Remembers which features are missing, in all or in one group, and which are proven; both expire."""

    def __init__(self, seconds: Callable[[], float] = monotonic) -> None:
        self._seconds: Final = seconds
        self._unsupported_until: Final[NewestDict[Hashable, float]] = NewestDict(_MOST_REMEMBERED)
        """Until when a feature is not tried: in all, in one group, or for one member of it."""
        self._methods_until: float | None = None
        """Until when the server is taken to know the methods."""
        self._proven_until: Final[NewestDict[tuple[Feature, int], float]] = NewestDict(_MOST_REMEMBERED)

    def mark_unsupported(self, feature: Feature, *where: int, seconds: float = RETRY_SECONDS) -> None:
        """Do not try a feature for a while: in all, in one group, or for one member of it."""
        self._unsupported_until[feature, where] = self._seconds() + seconds

    def may_support(self, feature: Feature, *where: int) -> bool:
        """Whether a feature may be tried."""
        return self._unsupported_until.get((feature, where), self._seconds()) <= self._seconds()

    def record_proof(self, feature: Feature, chat: int) -> None:
        """Remember that the server confirmed a message in this form as one person's."""
        self._proven_until[feature, chat] = self._seconds() + PROVEN_SECONDS

    def is_proven(self, feature: Feature, chat: int) -> bool:
        """Whether a form was proven in a group lately, and nothing since speaks against it."""
        return self.may_support(feature) and self._proven_until.get((feature, chat), self._seconds()) > self._seconds()

    @property
    def knows_ephemeral_methods(self) -> bool:
        """Whether the server lately answered to the methods."""
        return self._methods_until is not None and self._methods_until > self._seconds()

    def record_ephemeral_methods(self, *, known: bool) -> None:
        """Remember whether the server knows the methods."""
        self._methods_until = self._seconds() + RETRY_SECONDS if known else None
        if not known:
            self.mark_unsupported(Feature.EPHEMERAL_METHODS)

    def forget_server(self) -> None:
        """Forget everything: the server is another one now."""
        self.require_new_proofs()
        self._unsupported_until.clear()

    def require_new_proofs(self) -> None:
        """Forget what was proven, as the server may be another one; missing features stay noted."""
        self._methods_until = None
        self._proven_until.clear()

    async def send_with_dates(self, text: str, send: Callable[[str], Awaitable[T]]) -> T:
        """Call ``send`` with the HTML, and once more without date tags where the server refuses them."""
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
    """A text without its date tags; the words inside them stay."""
    return _DATE_TAG.sub("", text)


@dataclass(frozen=True, slots=True)
class OwnStanding:
    """The bot's standing in a group."""

    chat: ChatFullInfo
    member: ChatMember
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
        """Whether the bot has a right, as the Bot API names it; what a group permits does not bind administrators."""
        if self.is_admin:
            return getattr(self.member, right, None) is not False
        return all(getattr(source, right, None) is not False for source in (self.chat.permissions, self.member))


class StandingQueries:
    """Asks what the bot may do."""

    def __init__(self, bot: Bot, send_queue: SendQueue) -> None:
        self._bot: Final = bot
        self._send_queue: Final = send_queue

    async def fetch_standing(self, chat: int) -> OwnStanding:
        """The bot's standing in a group. Raises RateLimited, also by the bot's own limit, or CallFailed."""
        self._send_queue.admit_api_query()
        with errors_as_outcomes():
            found = await self._bot.get_chat(chat)
            member = await self._bot.get_chat_member(chat, self._bot.id)
            me = await self._bot.get_me()
            check_text_fields(found, found.title, member.status)
            return OwnStanding(found, member, hears_all=account_flag(me, "can_read_all_group_messages") is True)


def account_flag(me: User, name: str) -> bool | None:
    """A setting of the bot's account, such as ``can_join_groups``; ``None`` if ``getMe`` does not tell it.

    Since Bot API 10.5 these are fields of ``getMe``'s answer alone, and no longer of a user.
    """
    value: bool | None = getattr(me, name, me.api_kwargs.get(name))
    return value


_EPHEMERAL_FLAG: Final = "is_ephemeral"


class BotProfile:
    """Sets the account up and what introduces it; every method raises CallFailed where Telegram does not do it."""

    def __init__(self, bot: Bot) -> None:
        self._bot: Final = bot

    async def change_settings(self, wanted: Mapping[str, bool | int]) -> tuple[str, ...]:
        """Make settings of the account what is wanted of each; the names of those that were not known to be so.

        Raises NotFound: the server is older than Bot API 10.5.
        """
        with errors_as_outcomes():
            me = await self._bot.get_me()
        changed = {name: value for name, value in wanted.items() if account_flag(me, name) != value}
        try:
            with errors_as_outcomes():
                await self._bot.do_api_request("setMySettings", changed)
                await self._bot.get_me()  # which the account remembers
        except TokenRejected as error:
            # The same status as for a token that is none, with which nothing here would have been answered.
            raise NotFound(error.message) from error
        return tuple(changed)

    async def set_commands(self, commands: Sequence[BotCommand], scope: BotCommandScope, language: str | None) -> None:
        """Set the commands in a scope for a language, or all others; if empty, those of the wider scope count."""
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
        """Set the plain texts of an empty private chat and of the bot's page; texts that are too long are cut."""
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
        """Set the button beside the input field of private chats."""
        with errors_as_outcomes():
            if await self._bot.get_chat_menu_button() != wanted:
                await self._bot.set_chat_menu_button(menu_button=wanted)


def _comparable_command(command: BotCommand) -> tuple[str, str, bool]:
    return command.command, command.description, bool(command.api_kwargs.get(_EPHEMERAL_FLAG))
