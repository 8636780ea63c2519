"""The errors that end a start, and how several settings are checked in one."""

from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")


class StartError(Exception):
    """The bot cannot start; the text is one sentence with the remedy, and the exit status is 2."""


class ConfigError(StartError):
    """Settings are broken; a line for each names it, what was found and what to do."""


class Faults:
    """What is wrong with the settings, gathered so that all of it is told in one start."""

    def __init__(self) -> None:
        self.found: Final[list[str]] = []

    def checked(self, check: Callable[[], T], otherwise: T) -> T:
        """What a check gives; ``otherwise`` where it raises a :class:`ConfigError`, whose text is kept."""
        try:
            return check()
        except ConfigError as error:
            if str(error) not in self.found:
                self.found.append(str(error))
            return otherwise

    def raise_found(self) -> None:
        """End the checking.

        Raises:
            ConfigError: something was wrong.
        """
        if self.found:
            raise ConfigError("\n".join(self.found))
