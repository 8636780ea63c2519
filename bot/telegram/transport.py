"""The HTTP client of python-telegram-bot, on aiohttp, which takes less processor time; and what its errors mean.

This module owns connections, timeouts, the encoding of parameters and uploads, and the translation of network failures
to `telegram.error`. The Bot API's URL contains the token, so no text that leaves this module has a URL. The library
interprets the answers.
"""

import asyncio
import io
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from http import HTTPStatus
from time import perf_counter
from types import TracebackType
from typing import IO, Any, Final, TypeVar

import aiohttp
import msgspec
from telegram import InlineKeyboardMarkup, Message, ReplyParameters
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
    TimedOut,
)
from telegram.request import BaseRequest, RequestData
from yarl import URL

from bot import message_limits
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
from bot.metrics.meters import NO_METERS, Meters
from bot.pictures import SentPhoto

_JSON = "application/json"
_DNS_SECONDS = 300
_UPLOAD_SECONDS: Final = 30.0  # how long a write of files may take


# aiohttp needs a stream for larger bodies, so that writing does not block the loop.
_LARGE_BYTES = 500_000
_SHORTEST_WAIT: Final = 1  # seconds, as below
_LONGEST_WAIT: Final = 60 * 60  # the most seconds of a server's `retry_after` that are waited for before the next try
_SUPERGROUPS: Final = range(-(2**52), 0)
_MOST_BYTES: Final = 1 << 27  # the longest answer: more than a hundred updates of the greatest length
_NO_ANSWER: Final = b'{"description": ""}'  # a refusal without a description
_UNREAD_FIELDS: Final = ("reply_markup", "entities", "caption_entities", "reply_to_message")
"""Fields of a sent message that the bot never reads, and which cost the library more time than all others."""
_answer_decoder: Final = msgspec.json.Decoder()


class AiohttpRequest(BaseRequest):
    """Sends Bot API calls over at most `connections`; timeouts are in seconds, `None` waits for ever."""

    __slots__ = ("_closed", "_connections", "_meters", "_session", "_timeouts")

    def __init__(
        self,
        *,
        connections: int = 64,
        read_timeout: float | None = 10.0,
        write_timeout: float | None = 10.0,
        connect_timeout: float | None = 5.0,
        pool_timeout: float | None = 5.0,
        meters: Meters = NO_METERS,
    ) -> None:
        self._connections = connections
        self._timeouts = (read_timeout, write_timeout, connect_timeout, pool_timeout)
        self._meters = meters
        self._session: aiohttp.ClientSession | None = None
        self._closed = False

    @property
    def read_timeout(self) -> float | None:
        """The default wait for an answer, in seconds."""
        return self._timeouts[0]

    async def initialize(self) -> None:
        """Make the client usable, also again after a shutdown; connections open at the first call."""
        self._closed = False

    async def shutdown(self) -> None:
        """Close every connection; calls fail until the next `initialize`."""
        self._closed = True
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """Read an answer, even one that is not UTF-8; leave out a sent message's :data:`_UNREAD_FIELDS`.

        The library's own method would log a traceback with a failing proxy's whole page. Raises NetworkError if the
        answer is not from a Bot API server but from a proxy on the way.
        """
        try:
            answer = _answer_decoder.decode(payload)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            answer = _read_leniently(payload)
        if not isinstance(answer, dict) or not ("result" in answer or isinstance(answer.get("description"), str)):
            raise NetworkError("Invalid server response")
        if "parameters" in answer:
            answer["parameters"] = _valid_response_parameters(answer["parameters"])
        if isinstance(result := answer.get("result"), dict):
            for field in _UNREAD_FIELDS:
                result.pop(field, None)
        return answer

    async def do_request(  # noqa: PLR0917 - the signature is the base class's
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Send a request; returns status and body. Raises TimedOut, NetworkError; RuntimeError after a shutdown."""
        session = self._open_session()
        body, content_type = _encode_request(request_data)
        is_upload = request_data is not None and request_data.contains_files
        read, write, connect, pool = self._timeouts
        usual = (read, _UPLOAD_SECONDS if is_upload else write, connect, pool)
        given = (read_timeout, write_timeout, connect_timeout, pool_timeout)
        timeouts = (own if asked is self.DEFAULT_NONE else asked for own, asked in zip(usual, given, strict=True))
        began, status, was_cancelled = perf_counter(), None, False
        try:
            async with session.request(
                method,
                # Requoting is unnecessary: the token's colon is legal in a path.
                URL(url, encoded=True),
                data=io.BytesIO(body) if body is not None and len(body) > _LARGE_BYTES else body,
                headers={"Content-Type": content_type} if body is not None else None,
                timeout=_client_timeout(*timeouts),
                # A redirect would hand the token to another host.
                allow_redirects=False,
            ) as response:
                answer = await _read_body(response)
                status = response.status
                return status, _check_api_answer(status, answer)
        except TimeoutError as error:
            # `from None` here and below: aiohttp's own texts may hold the address, and with it the token.
            raise TimedOut(f"Timed out ({type(error).__name__})") from None
        except aiohttp.ClientError as error:
            raise NetworkError(_describe_error(error)) from None
        except (OSError, ValueError) as error:
            raise NetworkError(f"{type(error).__name__} while sending a request") from None
        except asyncio.CancelledError:
            # The outcome is unknown, as for a poll at shutdown or an edit that took too long.
            was_cancelled = True
            raise
        finally:
            if not was_cancelled:
                self._meters.observe_api_request(_method_of(url), status, perf_counter() - began)

    def _open_session(self) -> aiohttp.ClientSession:
        if self._closed:
            raise RuntimeError("This AiohttpRequest is shut down: call initialize() first.")
        if self._session is None:
            connector = aiohttp.TCPConnector(limit=self._connections, ttl_dns_cache=_DNS_SECONDS)
            self._session = aiohttp.ClientSession(
                connector=connector, cookie_jar=aiohttp.DummyCookieJar(), headers={"User-Agent": self.USER_AGENT}
            )
        return self._session


def _method_of(url: str) -> str:
    """The method in a URL; ``other`` for any other URL, so that no part of a token is taken for it."""
    name = url.rpartition("/")[2].partition("?")[0]
    return name if name.isascii() and name.isalpha() else "other"


async def _read_body(response: aiohttp.ClientResponse) -> bytes:
    """An answer's body. Raises NetworkError if it is longer than :data:`_MOST_BYTES`, as it may be endless."""
    body = bytearray()
    async for chunk in response.content.iter_any():
        body += chunk
        if len(body) > _MOST_BYTES:
            raise NetworkError("Longer than any server response")
    return bytes(body)


def _check_api_answer(status: int, body: bytes) -> bytes:
    """The body; a bare refusal if no Bot API server wrote it, as errors quote it. Raises NetworkError for a 403."""
    if status // 100 == HTTPStatus.OK // 100:
        return body
    try:
        AiohttpRequest.parse_json_payload(body)
    except NetworkError:
        if status == HTTPStatus.FORBIDDEN:
            raise NetworkError("Forbidden (403) by what is no Bot API server") from None
        return _NO_ANSWER
    return body


def _read_leniently(payload: bytes) -> Any:
    """Read JSON that Python accepts and msgspec does not, such as half of a surrogate pair."""
    try:
        return json.loads(payload.decode(errors="replace"))
    except (ValueError, RecursionError):
        raise NetworkError("Invalid server response") from None


def _valid_response_parameters(given: Any) -> dict[str, Any]:
    known = given if isinstance(given, dict) else {}
    seconds, chat = known.get("retry_after"), known.get("migrate_to_chat_id")
    found = {"retry_after": min(max(seconds, _SHORTEST_WAIT), _LONGEST_WAIT)} if type(seconds) is int else {}
    return found | ({"migrate_to_chat_id": chat} if type(chat) is int and chat in _SUPERGROUPS else {})


@lru_cache(maxsize=64)
def _client_timeout(
    read: float | None, write: float | None, connect: float | None, pool: float | None
) -> aiohttp.ClientTimeout:
    """The library's four timeouts as aiohttp's; their sum limits stalled uploads and slow answers."""
    waiting = None if pool is None or connect is None else pool + connect
    total = None if waiting is None or read is None or write is None else waiting + write + read
    return aiohttp.ClientTimeout(total=total, connect=waiting, sock_connect=connect, sock_read=read)


def _describe_error(error: aiohttp.ClientError) -> str:
    reason = getattr(error, "strerror", None)
    return f"aiohttp.{type(error).__name__}" + (f": {reason}" if reason else "")


def _encode_request(data: RequestData | None) -> tuple[bytes | None, str]:
    if data is None:
        return None, ""
    if not data.contains_files:
        return msgspec.json.encode(data.parameters), _JSON
    boundary = secrets.token_hex(16)
    start = f"--{boundary}\r\n".encode()
    parts: list[bytes] = []
    for name, value in data.parameters.items():
        parts += (
            start,
            _multipart_field_header(name),
            value.encode() if isinstance(value, str) else msgspec.json.encode(value),
            b"\r\n",
        )
    for name, (filename, content, mime) in data.multipart_data.items():
        parts += start, _multipart_file_header(name, filename, mime), _file_bytes(content), b"\r\n"
    parts.append(f"--{boundary}--\r\n".encode())
    return b"".join(parts), f"multipart/form-data; boundary={boundary}"


@lru_cache(maxsize=64)
def _multipart_field_header(name: str) -> bytes:
    return f'Content-Disposition: form-data; name="{_quote_header_value(name)}"\r\n\r\n'.encode()


@lru_cache(maxsize=64)
def _multipart_file_header(name: str, filename: str, mime: str) -> bytes:
    field, file = _quote_header_value(name), _quote_header_value(filename)
    disposition = f'Content-Disposition: form-data; name="{field}"; filename="{file}"'
    return f"{disposition}\r\nContent-Type: {mime}\r\n\r\n".encode()


def _file_bytes(content: bytes | IO[bytes]) -> bytes:
    return content if isinstance(content, bytes) else content.read()


def _quote_header_value(text: str) -> str:
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


T = TypeVar("T")
PHOTO_NAME: Final = "board.png"  # the default name of an uploaded picture


@dataclass(frozen=True, slots=True)
class MessageContent:
    """The content of a message: HTML, or a picture with HTML below it; and buttons."""

    text: str
    keyboard: InlineKeyboardMarkup | None = None
    photo: bytes | str | None = None  # a PNG, or a file id


def cut_caption(caption: str | None) -> str | None:
    """A caption in HTML, cut to Telegram's limit."""
    return None if caption is None else message_limits.truncate_html(caption, message_limits.CAPTION)


def check_keyboard(keyboard: InlineKeyboardMarkup | None) -> InlineKeyboardMarkup | None:
    """The keyboard itself. Raises ValueError if a button's data are too long for Telegram."""
    most = message_limits.BUTTON_DATA
    for row in () if keyboard is None else keyboard.inline_keyboard:
        for button in row:
            data = button.callback_data
            if isinstance(data, str) and len(data.encode()) > most:
                raise ValueError(f"a button carries {len(data.encode())} bytes, Telegram takes {most}: {data!r}")
    return keyboard


def reply_parameters(message: int | None) -> ReplyParameters | None:
    """The parameter that makes a message a reply to another one of its chat, even if that is deleted by now."""
    return None if message is None else ReplyParameters(message, allow_sending_without_reply=True)


def check_text_fields(found: T, *words: object) -> T:
    """``found`` itself. Raises TypeError unless these fields are text or ``None``, which the library does not check."""
    if not all(word is None or isinstance(word, str) for word in words):
        raise TypeError("an answer has something else where words belong")
    return found


_REFUSAL_PHRASES: Final[Mapping[type[CallFailed], Sequence[str]]] = {
    TopicClosed: ("message thread not found", "topic_closed", "topic_deleted", "topic_id_invalid"),
    MissingRights: (
        "not enough rights",
        "no rights to send",
        "administrator rights",  # need administrator rights in the channel chat
        "write access",
        "chat_send_",  # CHAT_SEND_PHOTOS_FORBIDDEN and the like, by kind of message
        "chat_guest_send_forbidden",
        "chat_write_forbidden",
        "chat_restricted",
        "chat_admin_required",
        "user_banned_in_channel",
    ),
    ChatUnreachable: ("channel_private", "peer_id_invalid", "chat not found"),
    NotModified: ("not modified",),
    FileIdExpired: ("file identifier", "file_reference", "file reference", "file_id"),
    TapExpired: ("query is too old", "query id is invalid", "query_id_invalid"),
    NotFound: ("message_id_invalid", "not found"),
}
"""Phrases of refusals in lower case, by the errors that they mean; the first match decides."""

_UNREADABLE_ANSWERS: Final = (
    ArithmeticError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
    msgspec.ValidationError,
)
"""What python-telegram-bot raises if a successful answer has an unexpected form."""


class _OutcomeTranslator:
    """The context manager of :func:`errors_as_outcomes`: a class, as every call uses it and a class is cheaper."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if isinstance(error, TelegramError):
            raise to_outcome(error) from error
        if isinstance(error, _UNREADABLE_ANSWERS):
            raise CallFailed(f"Invalid server response ({type(error).__name__})") from error


def to_outcome(error: TelegramError) -> CallFailed:
    """Translate a library's error, from the Bot API or from the network."""
    match error:
        case RetryAfter(retry_after=retry_after):
            # A timedelta, or seconds: it depends on the environment variable PTB_TIMEDELTA.
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
    kinds = (kind for kind, phrases in _REFUSAL_PHRASES.items() if any(words in said for words in phrases))
    return next(kinds, RequestRejected)(message)


_TRANSLATOR: Final = _OutcomeTranslator()


def errors_as_outcomes() -> _OutcomeTranslator:
    """A context manager that translates the library's errors by :func:`to_outcome`."""
    return _TRANSLATOR


def to_sent_photo(message: Message | bool) -> SentPhoto:  # noqa: FBT001 - an edit's answer, in the library's types
    """The ids of a sent message and of its largest picture. Raises TypeError, msgspec.ValidationError."""
    if not isinstance(message, Message):
        raise TypeError("no message was sent")
    file_id = message.photo[-1].file_id if message.photo else None
    return msgspec.convert({"message_id": message.message_id, "chat": message.chat.id, "file_id": file_id}, SentPhoto)
