"""The menus of commands that Telegram shows, in each language of the interface."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from typing import Final

from telegram import BotCommand, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats, BotCommandScopeChat

from bot.languages import languages
from bot.outcomes import TooFast, Undone, Unreachable
from bot.telegram.gateway import Gateway
from bot.typed.commands import command_name, desk_menu, menu
from bot.workers.patience import Patience

log = logging.getLogger(__name__)

_SCOPES: Final = (BotCommandScopeAllGroupChats(), BotCommandScopeAllPrivateChats())
_ALONE: Final = ("rack",)
"""The commands that nobody else is to see in a group, where the server can hide them (Bot API 10.2)."""


async def introduce(
    gateway: Gateway, default: str, *, pause: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    """Tell Telegram the commands, in each language, for as long as that takes; what it refuses costs only that menu.

    Args:
        gateway: takes them there.
        default: the language of the menus of whoever uses Telegram in none of the languages.
        pause: waits that many seconds.
    """
    patience = Patience("Telling Telegram the menus", (TooFast, Unreachable), pause=pause)
    for language in languages().codes:
        for code in (language, None) if language == default else (language,):
            for scope in _SCOPES:
                alone = _ALONE if isinstance(scope, BotCommandScopeAllGroupChats) else ()
                try:
                    await patience.until_done(partial(gateway.menu, _listed(language, alone), scope, code))
                except Undone as error:
                    log.warning("Telegram did not take a menu in %s: %s", language, error.message)


async def introduce_desk(
    gateway: Gateway,
    default: str,
    owners: Collection[int],
    former: Collection[int],
    *,
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Give owners' private chats a menu with their own commands beside all others, and take it from former owners.

    Args:
        gateway: takes them there.
        default: as in :func:`introduce`.
        owners: in whose private chats.
        former: who has one from before, and is an owner no longer.
        pause: waits that many seconds.
    """
    patience = Patience("Telling Telegram the owners' menus", (TooFast, Unreachable), pause=pause)
    for user in (*sorted(former), *sorted(owners)):
        for language in languages().codes:
            whole = [*menu(language), *desk_menu(language)] if user in owners else []
            listed = [BotCommand(name, told) for name, told in whole]
            for code in (language, None) if language == default else (language,):
                try:
                    await patience.until_done(partial(gateway.menu, listed, BotCommandScopeChat(user), code))
                except Undone as error:
                    # Who has never written to the bot has no chat with it yet.
                    log.info("Telegram did not take the menu of owner %s: %s", user, error.message)


def _listed(language: str, alone: Sequence[str]) -> list[BotCommand]:
    """The menu of a language; servers that cannot hide a command leave out what they are told of ``alone``."""
    hidden = {command_name(key, language) for key in alone}
    return [
        BotCommand(name, told, api_kwargs={"is_ephemeral": True} if name in hidden else None)
        for name, told in menu(language)
    ]
