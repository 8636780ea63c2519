"""What Telegram shows of the bot, in each language of the interface: menus of commands, and what the bot is."""

import asyncio
import logging
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

from bot.languages import languages
from bot.outcomes import TooFast, Undone, Unreachable
from bot.telegram.gateway import Gateway
from bot.texts import Texts
from bot.typed.commands import Row, command_name, desk_menu, menu
from bot.workers.patience import Patience

log = logging.getLogger(__name__)

_DECIDING: Final = frozenset({"administrator", "chooser"})
"""Who may use what other members of a group need not be offered."""
_ALONE: Final = ("rack", "rules", "help")
"""The commands that nobody else is to see in a group, where the server can hide them (Bot API 10.2)."""


async def introduce(
    gateway: Gateway,
    default: str,
    rows: Mapping[str, Row],
    *,
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Tell Telegram the commands, in each language, for as long as that takes; what it refuses costs only that menu.

    Members of groups are offered what members may use, administrators all, and private chats what does something there.

    Args:
        gateway: takes them there.
        default: the language of the menus of whoever uses Telegram in none of the languages.
        rows: every command's row by its key.
        pause: waits that many seconds.
    """
    patience = Patience("Telling Telegram the menus", (TooFast, Unreachable), pause=pause)
    scopes = (
        (BotCommandScopeAllGroupChats(), _ALONE, {key for key, row in rows.items() if row.who not in _DECIDING}),
        (BotCommandScopeAllPrivateChats(), (), _in_private(rows)),
        (BotCommandScopeAllChatAdministrators(), _ALONE, rows.keys()),
    )
    for language, code in _spoken(default):
        for scope, alone, keys in scopes:
            listed = _listed(menu(language, keys), language, alone)
            try:
                await patience.until_done(partial(gateway.menu, listed, scope, code))
            except Undone as error:
                log.warning("Telegram did not take a menu in %s: %s", language, error.message)


async def describe(
    gateway: Gateway, default: str, texts: Texts, *, pause: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    """Tell Telegram what the bot is, in each language, and that the button of private chats opens the menu.

    Args:
        gateway: takes it there.
        default: as in :func:`introduce`.
        texts: the wording.
        pause: waits that many seconds.
    """
    patience = Patience("Telling Telegram what the bot is", (TooFast, Unreachable), pause=pause)
    for language, code in _spoken(default):
        whole, short = (texts.plain(language, f"profile-{one}") for one in ("whole", "short"))
        try:
            await patience.until_done(partial(gateway.described, whole, short, code))
        except Undone as error:
            log.warning("Telegram did not take what the bot is in %s: %s", language, error.message)
    try:
        await patience.until_done(gateway.menu_button)
    except Undone as error:
        log.warning("Telegram did not take the button of the menu: %s", error.message)


async def introduce_desk(
    gateway: Gateway,
    default: str,
    rows: Mapping[str, Row],
    owners: Collection[int],
    former: Collection[int],
    *,
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Give owners' private chats a menu with their own commands beside all others, and take it from former owners.

    Args:
        gateway: takes them there.
        default: as in :func:`introduce`.
        rows: the same.
        owners: in whose private chats.
        former: who has one from before, and is an owner no longer.
        pause: waits that many seconds.
    """
    patience = Patience("Telling Telegram the owners' menus", (TooFast, Unreachable), pause=pause)
    for user in (*sorted(former), *sorted(owners)):
        for language, code in _spoken(default):
            whole = [*menu(language, _in_private(rows)), *desk_menu(language)] if user in owners else []
            listed = _listed(whole, language)
            try:
                await patience.until_done(partial(gateway.menu, listed, BotCommandScopeChat(user), code))
            except Undone as error:
                # Who has never written to the bot has no chat with it yet.
                log.info("Telegram did not take the menu of owner %s: %s", user, error.message)


def _spoken(default: str) -> Iterator[tuple[str, str | None]]:
    """Every language with its code for Telegram; the default one also for those who use none of them."""
    for language in languages().codes:
        yield language, language
        if language == default:
            yield language, None


def _in_private(rows: Mapping[str, Row]) -> Collection[str]:
    """The commands that do something in a private chat."""
    return {key for key, row in rows.items() if row.where != "group"}


def _listed(lines: Sequence[tuple[str, str]], language: str, alone: Sequence[str] = ()) -> list[BotCommand]:
    """The lines of a menu; servers that cannot hide a command leave out what they are told of ``alone``."""
    hidden = {command_name(key, language) for key in alone}
    return [
        BotCommand(name, told, api_kwargs={"is_ephemeral": True} if name in hidden else None) for name, told in lines
    ]
