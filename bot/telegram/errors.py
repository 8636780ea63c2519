"""Which outcome an error of Telegram's is: the only place that reads how Telegram words its refusals.

Owns that table. What is done about an outcome is for whoever asked.
"""

from datetime import timedelta
from types import TracebackType
from typing import Final

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from bot.outcomes import (
    BadToken,
    Contested,
    Gone,
    Missing,
    Moved,
    NoRights,
    Refused,
    StaleFile,
    StaleTap,
    TooFast,
    TopicShut,
    Unchanged,
    Undone,
    Unreachable,
)

_WORDED: Final[tuple[tuple[str, type[Undone]], ...]] = (
    ("message thread not found", TopicShut),
    ("topic_closed", TopicShut),
    ("topic_deleted", TopicShut),
    ("not enough rights", NoRights),
    ("no rights to send", NoRights),
    ("chat_send_", NoRights),  # CHAT_SEND_PHOTOS_FORBIDDEN and the like, by kind of message
    ("chat_write_forbidden", NoRights),
    ("chat_admin_required", NoRights),
    ("not modified", Unchanged),
    ("file identifier", StaleFile),
    ("file_reference", StaleFile),
    ("file reference", StaleFile),
    ("file_id", StaleFile),
    ("query is too old", StaleTap),
    ("query id is invalid", StaleTap),
    ("query_id_invalid", StaleTap),
    ("chat not found", Gone),
    ("message_id_invalid", Missing),
    ("not found", Missing),
)
"""Words in a refusal, in any case, and what they mean; the first that fit decide."""


_UNREADABLE: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What python-telegram-bot raises over an answer that says that a call was done, and is none to such a call."""


class _Outcomes:
    """What :func:`as_outcomes` gives; a class, as every call to Telegram goes through it."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if isinstance(error, TelegramError):
            raise outcome(error) from error
        if isinstance(error, _UNREADABLE):
            raise Undone(f"Invalid server response ({type(error).__name__})") from error


_OUTCOMES: Final = _Outcomes()


def as_outcomes() -> _Outcomes:
    """Within it, an error of Telegram's is raised as its outcome.

    Raises:
        Undone: of the kind that :func:`outcome` finds; of none where the call may have been done and its answer cannot
            be read.
    """
    return _OUTCOMES


def outcome(error: TelegramError) -> Undone:
    """What an error of the Bot API, or of the way there, means for the bot."""
    match error:
        case RetryAfter(retry_after=asked):
            # A timedelta or seconds, by the environment variable PTB_TIMEDELTA.
            return TooFast(error.message, asked.total_seconds() if isinstance(asked, timedelta) else float(asked))
        case ChatMigrated(new_chat_id=chat):
            return Moved(error.message, chat)
        case Forbidden():
            return Gone(error.message)
        case BadRequest():  # a kind of NetworkError in the library, so it goes first
            return _refusal(error.message)
        case NetworkError():
            return Unreachable(error.message)
        case InvalidToken():
            return BadToken(error.message)
        case Conflict():
            return Contested(error.message)
        case _:
            return Undone(error.message)


def _refusal(message: str) -> Undone:
    said = message.lower()
    return next((kind for words, kind in _WORDED if words in said), Refused)(message)
