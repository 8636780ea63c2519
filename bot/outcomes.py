"""What may come of asking Telegram for something, in the few kinds that the bot treats differently.

Owns the kinds and nothing else: which of them an answer is, `bot.telegram.errors` decides. Every room may know them
without knowing Telegram.
"""


class Undone(Exception):
    """Telegram did not do what it was asked; ``message`` says why, in its own words, for the log."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class TooFast(Undone):
    """Telegram wants to be asked again after that many ``seconds``."""

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = seconds


class Moved(Undone):
    """The group is a supergroup now, with the id ``chat``."""

    def __init__(self, message: str, chat: int) -> None:
        super().__init__(message)
        self.chat = chat


class Unreachable(Undone):
    """No answer came, or one of a server in trouble: the same may work later."""


class Gone(Undone):
    """The bot cannot reach the chat: it was blocked, kicked or never let in, or there is no such chat, or no longer."""


class BadToken(Undone):
    """The token is not, or no longer, that of a bot."""


class Contested(Undone):
    """Another process fetches the same updates."""


class Refused(Undone):
    """Telegram understood and will not; asking again in the same words is of no use."""


class Missing(Refused):
    """There is no such message, user or other thing, or no longer."""


class NoRights(Refused):
    """The chat does not let the bot send this kind of thing, such as photos."""


class TopicShut(NoRights):
    """The topic is closed to the bot, or there is none such, or no longer."""


class StaleFile(Refused):
    """Telegram no longer knows the file by that id; it wants to be uploaded again."""


class StaleTap(Refused):
    """The tap was too long ago to be answered."""


class Unchanged(Refused):
    """The message already looks as it was to be edited."""


class Unsaid(Undone):
    """Not sent, and not to be: nobody but us decided that. ``crowded``: for want of room, so it is to be made known."""

    def __init__(self, message: str, *, crowded: bool = False) -> None:
        super().__init__(message)
        self.crowded = crowded
