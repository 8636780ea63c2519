"""The kinds of failed calls to Telegram that the bot treats differently.

:mod:`bot.telegram.transport` finds the kind of an answer. Every package may import these without knowing Telegram.
"""


class CallFailed(Exception):
    """Telegram did not do what a call asked; ``message`` says why in Telegram's words, for the log."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class RateLimited(CallFailed):
    """Telegram requires a wait of ``seconds`` before the next try."""

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = seconds


class ChatMoved(CallFailed):
    """The group became a supergroup with the id ``new_chat``."""

    def __init__(self, message: str, new_chat: int) -> None:
        super().__init__(message)
        self.new_chat = new_chat


class ApiUnreachable(CallFailed):
    """No answer came, or only a server's error: a retry may succeed."""


class ChatUnreachable(CallFailed):
    """The bot was blocked, removed or never let in, or the chat no longer exists."""


class TokenRejected(CallFailed):
    """The token is not, or no longer, a bot's."""


class PollingConflict(CallFailed):
    """Another process fetches the same updates."""


class RequestRejected(CallFailed):
    """Telegram refused the request; a retry of the same request is useless."""


class NotFound(RequestRejected):
    """The message, user or other object does not exist, or no longer does."""


class MissingRights(RequestRejected):
    """The chat does not let the bot send this kind of message, such as photos, or any message."""


class TopicClosed(MissingRights):
    """The topic is closed to the bot, or no longer exists; the chat's other topics may still be open."""


class FileIdExpired(RequestRejected):
    """Telegram no longer knows the file id: the file must be uploaded again."""


class TapExpired(RequestRejected):
    """The tap is too old to be answered."""


class NotModified(RequestRejected):
    """The message already has the content of the edit."""


class NotSent(CallFailed):
    """The bot itself decided not to send; ``crowded`` if too much waits, which the user must be told."""

    def __init__(self, message: str, *, crowded: bool = False) -> None:
        super().__init__(message)
        self.crowded = crowded
