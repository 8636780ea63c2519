"""The kinds of failed calls to Telegram that the bot treats differently.

:mod:`bot.telegram.transport` decides which of them an answer is. Every package may import them without knowing
Telegram.
"""


class CallFailed(Exception):
    """Telegram did not do what it was asked; ``message`` says why in Telegram's words, for the log."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class RateLimited(CallFailed):
    """Telegram demands a wait of ``seconds`` before the next try."""

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = seconds


class ChatMoved(CallFailed):
    """The group became a supergroup with the id ``new_chat``."""

    def __init__(self, message: str, new_chat: int) -> None:
        super().__init__(message)
        self.new_chat = new_chat


class ApiUnreachable(CallFailed):
    """No answer came, or a server error: a retry may work."""


class ChatUnreachable(CallFailed):
    """The bot was blocked, kicked or never admitted, or the chat does not exist any more."""


class TokenRejected(CallFailed):
    """The token is not that of a bot, or not any more."""


class PollingConflict(CallFailed):
    """Another process fetches the same updates."""


class RequestRejected(CallFailed):
    """Telegram refused the request; a retry of the same request is useless."""


class NotFound(RequestRejected):
    """The message, user or other thing does not exist, or not any more."""


class MissingRights(RequestRejected):
    """The chat does not let the bot send this kind of message, such as photos, or any message."""


class TopicClosed(MissingRights):
    """The topic is closed to the bot, or does not exist any more; the chat's other topics may be open."""


class FileIdExpired(RequestRejected):
    """Telegram does not know the file id any more: the file must be uploaded again."""


class TapExpired(RequestRejected):
    """The tap was too long ago to be answered."""


class NotModified(RequestRejected):
    """The message already has the content of the edit."""


class NotSent(CallFailed):
    """The bot itself decided not to send something; ``crowded`` if too much waits, which people must be told."""

    def __init__(self, message: str, *, crowded: bool = False) -> None:
        super().__init__(message)
        self.crowded = crowded
