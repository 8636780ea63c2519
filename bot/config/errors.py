"""The errors that end a start, and collecting those of several settings."""

import os
from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")


class StartError(Exception):
    """The bot cannot start; the text is one sentence with the remedy."""

    exit_status: int = 2


class TokenRefused(StartError):
    """Telegram refuses BOT_TOKEN: another start would change nothing, unlike one after most other errors."""

    exit_status = os.EX_CONFIG


class ConfigError(StartError):
    """Settings are broken; the text has a line for each, with what was found and what to do."""


class SettingErrors:
    """Collects the errors of all settings, so that one start shows them all."""

    def __init__(self) -> None:
        self.messages: Final[list[str]] = []

    def collect_error(self, check: Callable[[], T], default: T) -> T:
        """The result of a check; if it raises a :class:`ConfigError`, its text is kept and ``default`` returned."""
        try:
            return check()
        except ConfigError as error:
            if str(error) not in self.messages:
                self.messages.append(str(error))
            return default

    def raise_collected(self) -> None:
        """Raise what was collected.

        Raises:
            ConfigError: an error was collected.
        """
        if self.messages:
            raise ConfigError("\n".join(self.messages))
