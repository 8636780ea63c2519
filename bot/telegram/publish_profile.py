"""Publishes the bot's profile in each language (command menus and descriptions), and sets its account up once."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from telegram import (
    BotCommand,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChat,
)

from bot.call_errors import ApiUnreachable, CallFailed, NotFound, RateLimited
from bot.languages import languages
from bot.logs import get_logger
from bot.store.people import AccountSettings
from bot.telegram.gateway import Gateway
from bot.texts import Texts
from bot.user_input.commands import CommandRow, command_menu, command_name, owner_command_menu
from bot.wording.speaker import Speaker
from bot.workers.supervisor import RetryLoop

log = get_logger(__name__)

_ADMIN_ROLES: Final = frozenset({"administrator", "chooser"})  # roles whose commands members' menus do not have
_EPHEMERAL_COMMANDS: Final = ("play", "rack", "rules", "help")  # seen by the sender alone, if possible (Bot API 10.2)

WANTED_SETTINGS: Final[Mapping[str, bool | int]] = {
    "supports_inline_queries": True,
    "inline_feedback_share_denominator": 1,
    "can_join_groups": True,
}
"""Account settings that the bot makes itself: inline mode, feedback on all chosen results, joining groups.

Privacy mode is not among them: the owner decides what the bot may read.
"""


async def set_account_up(
    gateway: Gateway, notes: AccountSettings, *, pause: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> tuple[str, ...]:
    """Set those of :data:`WANTED_SETTINGS` that were never set; returns which of them differed or were unknown.

    Of workers that start together, only one returns names. Settings that change later are the owner's choice and stay.
    A server older than Bot API 10.5 is left alone until the next start. Raises redis.exceptions.RedisError.
    """
    noted = await notes.load_account_settings(gateway.user_id)
    missing = {name: value for name, value in WANTED_SETTINGS.items() if name not in noted}
    if not missing:
        return ()
    retry_policy = RetryLoop("Setting the account up", (RateLimited, ApiUnreachable), pause=pause)
    try:
        changed = await retry_policy.run_until_success(partial(gateway.profile.change_settings, missing))
    except NotFound:
        log.info("the account is set up at @BotFather, as the Bot API server is older than 10.5")
        return ()
    except CallFailed as error:
        log.warning("Telegram did not take the settings of the account", error=error.message)
        return ()
    added = await notes.save_account_settings(gateway.user_id, noted | missing.keys())
    told = tuple(name for name in changed if name in added)
    if told:
        log.info("the account is set up", settings=", ".join(told))
    return told


async def publish_command_menus(
    gateway: Gateway,
    default: str,
    rows: Mapping[str, CommandRow],
    *,
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Publish the command menus in each language; the ``default`` one's are for users of all other languages."""
    retry_policy = RetryLoop("Telling Telegram the menus", (RateLimited, ApiUnreachable), pause=pause)
    scopes = (
        (
            BotCommandScopeAllGroupChats(),
            _EPHEMERAL_COMMANDS,
            {key for key, row in rows.items() if row.allowed_users not in _ADMIN_ROLES},
        ),
        (BotCommandScopeAllPrivateChats(), (), _private_commands(rows)),
        (BotCommandScopeAllChatAdministrators(), _EPHEMERAL_COMMANDS, rows.keys()),
    )
    for language, code in _languages_with_codes(default):
        for scope, ephemeral, keys in scopes:
            listed = _to_bot_commands(command_menu(language, keys), language, ephemeral)
            try:
                await retry_policy.run_until_success(partial(gateway.profile.set_commands, listed, scope, code))
            except CallFailed as error:
                log.warning("Telegram did not take a menu", language=language, error=error.message)


async def publish_descriptions(
    gateway: Gateway, default: str, texts: Texts, *, pause: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    """Publish the bot's descriptions in each language, and private chats' menu button, one for all languages."""
    retry_policy = RetryLoop("Telling Telegram what the bot is", (RateLimited, ApiUnreachable), pause=pause)
    for language, code in _languages_with_codes(default):
        whole, short = (texts.plain(language, f"profile-{one}") for one in ("whole", "short"))
        try:
            await retry_policy.run_until_success(partial(gateway.profile.set_descriptions, whole, short, code))
        except CallFailed as error:
            log.warning("Telegram did not take what the bot is", language=language, error=error.message)
    try:
        button = gateway.board_links.menu_button(Speaker(texts, default))
        await retry_policy.run_until_success(partial(gateway.profile.set_menu_button, button))
    except CallFailed as error:
        log.warning("Telegram did not take the button of the menu", error=error.message)


async def publish_owner_menus(
    gateway: Gateway,
    default: str,
    rows: Mapping[str, CommandRow],
    owners: Collection[int],
    former_owners: Collection[int],
    *,
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Publish menus with the owners' commands in their private chats, and remove those of former owners."""
    retry_policy = RetryLoop("Telling Telegram the owners' menus", (RateLimited, ApiUnreachable), pause=pause)
    for user in (*sorted(former_owners), *sorted(owners)):
        for language, code in _languages_with_codes(default):
            whole = (
                [*command_menu(language, _private_commands(rows)), *owner_command_menu(language)]
                if user in owners
                else []
            )
            listed = _to_bot_commands(whole, language)
            try:
                await retry_policy.run_until_success(
                    partial(gateway.profile.set_commands, listed, BotCommandScopeChat(user), code)
                )
            except CallFailed as error:
                # An owner who has never written to the bot has no chat with it yet.
                log.info("Telegram did not take the menu of an owner", owner=user, error=error.message)


def _languages_with_codes(default: str) -> Iterator[tuple[str, str | None]]:
    """Each language with its code for Telegram; the default one also with ``None``, for all other users."""
    for language in languages().codes:
        yield language, language
        if language == default:
            yield language, None


def _private_commands(rows: Mapping[str, CommandRow]) -> Collection[str]:
    return {key for key, row in rows.items() if row.where != "group"}


def _to_bot_commands(
    lines: Sequence[tuple[str, str]], language: str, ephemeral: Sequence[str] = ()
) -> list[BotCommand]:
    hidden = {command_name(key, language) for key in ephemeral}
    return [
        BotCommand(name, description, api_kwargs={"is_ephemeral": True} if name in hidden else None)
        for name, description in lines
    ]
