"""The menus of commands that Telegram shows, in each language of the interface."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from telegram import BotCommand, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats

from bot.languages import languages
from bot.outcomes import TooFast, Undone, Unreachable
from bot.telegram.gateway import Gateway
from bot.typed.commands import menu
from bot.workers.patience import Patience

log = logging.getLogger(__name__)

_SCOPES: Final = (BotCommandScopeAllGroupChats(), BotCommandScopeAllPrivateChats())


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
        listed = [BotCommand(name, told) for name, told in menu(language)]
        for code in (language, None) if language == default else (language,):
            for scope in _SCOPES:
                try:
                    await patience.until_done(partial(gateway.menu, listed, scope, code))
                except Undone as error:
                    log.warning("Telegram did not take a menu in %s: %s", language, error.message)
