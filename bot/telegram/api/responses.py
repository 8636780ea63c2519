"""Telegram's answers: which error of `bot.call_errors` a refusal becomes, and what is read of a sent message.

This is the only module that reads how Telegram words its refusals. What to do about an error is for the caller.
"""

from datetime import timedelta
from types import TracebackType
from typing import Final

import msgspec
from telegram import Message
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from bot.call_errors import (
    ApiUnreachable,
    CallFailed,
    ChatMoved,
    ChatUnreachable,
    FileIdExpired,
    MissingRights,
    NotFound,
    NotModified,
    PollingConflict,
    RateLimited,
    RequestRejected,
    TapExpired,
    TokenRejected,
    TopicClosed,
)
from bot.pictures.photos import SentPhoto
from bot.telegram.api.parameters import T


def check_text_fields(found: T, *words: object) -> T:
    """Check that fields of an answer are text or ``None``, as the library checks no types; ``found`` is the answer.

    Raises:
        TypeError: a field is something else.
    """
    if not all(word is None or isinstance(word, str) for word in words):
        raise TypeError("an answer has something else where words belong")
    return found


_REFUSAL_PHRASES: Final[tuple[tuple[str, type[CallFailed]], ...]] = (
    ("message thread not found", TopicClosed),
    ("topic_closed", TopicClosed),
    ("topic_deleted", TopicClosed),
    ("topic_id_invalid", TopicClosed),
    ("not enough rights", MissingRights),
    ("no rights to send", MissingRights),
    ("administrator rights", MissingRights),  # need administrator rights in the channel chat
    ("write access", MissingRights),
    ("chat_send_", MissingRights),  # CHAT_SEND_PHOTOS_FORBIDDEN and the like, by kind of message
    ("chat_guest_send_forbidden", MissingRights),
    ("chat_write_forbidden", MissingRights),
    ("chat_restricted", MissingRights),
    ("chat_admin_required", MissingRights),
    ("user_banned_in_channel", MissingRights),
    ("channel_private", ChatUnreachable),
    ("peer_id_invalid", ChatUnreachable),
    ("not modified", NotModified),
    ("file identifier", FileIdExpired),
    ("file_reference", FileIdExpired),
    ("file reference", FileIdExpired),
    ("file_id", FileIdExpired),
    ("query is too old", TapExpired),
    ("query id is invalid", TapExpired),
    ("query_id_invalid", TapExpired),
    ("chat not found", ChatUnreachable),
    ("message_id_invalid", NotFound),
    ("not found", NotFound),
)
"""Phrases of a refusal, in lower case, and the errors they mean; the first that is found decides."""


_UNREADABLE_ANSWERS: Final = (
    ArithmeticError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
    msgspec.ValidationError,
)
"""What python-telegram-bot raises over an answer that reports success and does not have the expected shape."""


class _OutcomeTranslator:
    """The context manager of :func:`errors_as_outcomes`; a class, which is cheap: every call goes through it."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if isinstance(error, TelegramError):
            raise to_outcome(error) from error
        if isinstance(error, _UNREADABLE_ANSWERS):
            raise CallFailed(f"Invalid server response ({type(error).__name__})") from error


def to_outcome(error: TelegramError) -> CallFailed:
    """The error that a library's error means, whether it came from the Bot API or from the network."""
    match error:
        case RetryAfter(retry_after=retry_after):
            # A timedelta or seconds, by the environment variable PTB_TIMEDELTA.
            return RateLimited(
                error.message, retry_after.total_seconds() if isinstance(retry_after, timedelta) else float(retry_after)
            )
        case ChatMigrated(new_chat_id=chat):
            return ChatMoved(error.message, chat)
        case Forbidden():
            refused = _classify_refusal(error.message)  # CHAT_WRITE_FORBIDDEN, for one
            return refused if isinstance(refused, MissingRights) else ChatUnreachable(error.message)
        case BadRequest():  # a kind of NetworkError in the library, so it goes first
            return _classify_refusal(error.message)
        case NetworkError():
            return ApiUnreachable(error.message)
        case InvalidToken() | EndPointNotFound():  # the same status, 404
            return TokenRejected(error.message)
        case Conflict():
            return PollingConflict(error.message)
        case _:
            return CallFailed(error.message)


def _classify_refusal(message: str) -> CallFailed:
    said = message.lower()
    return next((kind for words, kind in _REFUSAL_PHRASES if words in said), RequestRejected)(message)


_TRANSLATOR: Final = _OutcomeTranslator()


def errors_as_outcomes() -> _OutcomeTranslator:
    """A context manager that turns the library's errors into those of `bot.call_errors`.

    Raises:
        CallFailed: of the class that :func:`to_outcome` gives. It is ``CallFailed`` itself where an answer cannot be
            read: then the call may have been done.
    """
    return _TRANSLATOR


def to_sent_photo(message: Message | bool) -> SentPhoto:  # noqa: FBT001 - an edit's answer, in the library's types
    """The ids of a sent message and of its picture in the largest size.

    Raises:
        TypeError, msgspec.ValidationError: the answer is no message.
    """
    if not isinstance(message, Message):
        raise TypeError("no message was sent")
    file_id = message.photo[-1].file_id if message.photo else None
    return msgspec.convert({"message_id": message.message_id, "chat": message.chat.id, "file_id": file_id}, SentPhoto)
