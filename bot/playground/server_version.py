"""The kind of Bot API server: its version, and the settings that @BotFather or Telegram leave open.

`parameters.py` has the methods and parameters of each version. This module knows no chats.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

VERSIONS = ("10.0", "10.3", "10.5")
OLDEST, NEWEST = VERSIONS[0], VERSIONS[-1]


#: The first of these with messages that one member alone sees, disabled buttons and a right for welcome messages; the
#: first in which an answer to a press may leave out the chat and the reader; the first in which a bot sets itself up.
SINCE_EPHEMERAL, SINCE_BY_PRESS, SINCE_SETTINGS = "10.3", "10.4", "10.5"
CALLBACK_QUERY_MODES = ("default", "auto", "inline")
FEEDBACK_DENOMINATORS = (0, 1, 10, 100, 1000)


def is_known_since(since: str, version: str) -> bool:
    """Whether a server of `version` knows what `since` introduced."""
    return _numbers(since) <= _numbers(version)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


@dataclass(slots=True)
class ServerSwitches:
    """The switches of the whole server.

    `photo_in_place`: whether a photo may replace a message, which Telegram does not document. The others are set by
    @BotFather or the bot itself: inline mode and its placeholder, the share of chosen results reported (here all for 1,
    else none), whether the bot may join groups, and the shape of presses.
    """

    version: str = NEWEST
    photo_in_place: bool = True
    inline: bool = True
    inline_placeholder: str = ""
    feedback: int = 0
    joining: bool = True
    callback_query_mode: str = CALLBACK_QUERY_MODES[0]

    def __post_init__(self) -> None:
        if self.version not in VERSIONS:
            raise ValueError(f"the server's version is one of {', '.join(VERSIONS)}, not {self.version}")

    def knows(self, since: str) -> bool:
        """Whether the server knows what this version introduced."""
        return is_known_since(since, self.version)


class ApiError(Exception):
    """A call is refused with the HTTP `status`; `parameters` are, for example, `retry_after` in seconds with 429."""

    def __init__(self, status: int, description: str, parameters: Mapping[str, Any] | None = None) -> None:
        super().__init__(description)
        self.status = status
        self.description = description
        self.parameters = dict(parameters or {})


def bad_request_error(reason: str) -> ApiError:
    """The error of a call that would always fail as it is."""
    return ApiError(400, f"Bad Request: {reason}")
