"""What Telegram shows of the bot before anybody writes to it: commands, descriptions, the menu button.

Each method first reads what is set, and writes only what differs, so a restart changes
nothing.
"""

from collections.abc import Sequence
from typing import Final

from telegram import Bot, BotCommand, BotCommandScope, MenuButtonCommands
from telegram.constants import MenuButtonType

from bot import message_limits
from bot.call_errors import ApiUnreachable, CallFailed, RateLimited
from bot.logs.logger import get_logger
from bot.telegram.api.responses import errors_as_outcomes

_LOG: Final = get_logger(__name__)
_EPHEMERAL_FLAG: Final = "is_ephemeral"


class BotProfile:
    """Sets what introduces the bot.

    Every method raises :class:`bot.call_errors.CallFailed` where Telegram does not do it.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot: Final = bot

    async def set_commands(self, commands: Sequence[BotCommand], scope: BotCommandScope, language: str | None) -> None:
        """Set the commands that clients offer in a scope.

        Args:
            commands: the commands. With an empty list clients offer those of the wider scope again.
            scope: the chats that it is for.
            language: the language that it is for; ``None`` for users of any language that has no menu of its own.
        """
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
            _LOG.info("which commands Telegram knows is not known, so they are told", error=error.message)
        with errors_as_outcomes():
            if commands:
                await self._bot.set_my_commands(commands, scope=scope, language_code=language)
            else:
                await self._bot.delete_my_commands(scope=scope, language_code=language)

    async def set_descriptions(self, description: str, short_description: str, language: str | None) -> None:
        """Set the plain texts that say what the bot is; texts that are too long are cut.

        Args:
            description: shown in an empty private chat.
            short_description: shown on the bot's page.
            language: the language that they are in; ``None`` for users of any language that has none of its own.
        """
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

    async def set_menu_button(self) -> None:
        """Make the button beside the input field of private chats open the menu of commands."""
        with errors_as_outcomes():
            if (await self._bot.get_chat_menu_button()).type != MenuButtonType.COMMANDS:
                await self._bot.set_chat_menu_button(menu_button=MenuButtonCommands())


def _comparable_command(command: BotCommand) -> tuple[str, str, bool]:
    """A command as clients know it: name, description, whether it is ephemeral."""
    return command.command, command.description, bool(command.api_kwargs.get(_EPHEMERAL_FLAG))
