"""What Telegram shows of the bot before anybody writes to it: commands, descriptions, the button of the menu.

A part of the gateway. Each is asked for first, and told only where it is another: a start changes nothing twice.
"""

import logging
from collections.abc import Sequence
from typing import Final

from telegram import BotCommand, BotCommandScope, MenuButtonCommands
from telegram.constants import MenuButtonType

from bot import limits
from bot.outcomes import TooFast, Undone, Unreachable
from bot.telegram.errors import as_outcomes
from bot.telegram.standing import Standing

_LOG: Final = logging.getLogger(__name__)
_HIDDEN: Final = "is_ephemeral"


class Profile(Standing):
    """The bot as it is introduced; every method raises :class:`bot.outcomes.Undone` where Telegram does not do it."""

    async def menu(self, commands: Sequence[BotCommand], scope: BotCommandScope, language: str | None) -> None:
        """Have clients offer these commands; those of no ``language`` are for all others.

        Without any, clients offer those of the wider scope again.
        """
        commands = [
            BotCommand(one.command, limits.cut(one.description, limits.DESCRIPTION), api_kwargs=dict(one.api_kwargs))
            for one in commands
        ]
        try:
            with as_outcomes():
                known = await self._bot.get_my_commands(scope=scope, language_code=language)
                if [*map(_told, known)] == [*map(_told, commands)]:
                    return
        except (TooFast, Unreachable):
            raise
        except Undone as error:
            _LOG.info("which commands Telegram knows is not known, so they are told: %s", error.message)
        with as_outcomes():
            if commands:
                await self._bot.set_my_commands(commands, scope=scope, language_code=language)
            else:
                await self._bot.delete_my_commands(scope=scope, language_code=language)

    async def described(self, whole: str, short: str, language: str | None) -> None:
        """Say what the bot is, in an empty private chat (``whole``) and on its page (``short``), plain.

        What is said in no ``language`` is for all others; what is too long is cut.
        """
        whole, short = limits.cut(whole, limits.PROFILE), limits.cut(short, limits.PROFILE_LINE)
        with as_outcomes():
            if (await self._bot.get_my_description(language_code=language)).description != whole:
                await self._bot.set_my_description(whole, language_code=language)
            if (await self._bot.get_my_short_description(language_code=language)).short_description != short:
                await self._bot.set_my_short_description(short, language_code=language)

    async def menu_button(self) -> None:
        """Have the button beside the field in private chats open the menu of commands."""
        with as_outcomes():
            if (await self._bot.get_chat_menu_button()).type != MenuButtonType.COMMANDS:
                await self._bot.set_chat_menu_button(menu_button=MenuButtonCommands())


def _told(one: BotCommand) -> tuple[str, str, bool]:
    """All that a client knows of a command."""
    return one.command, one.description, bool(one.api_kwargs.get(_HIDDEN))
