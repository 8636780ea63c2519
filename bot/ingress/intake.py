"""The intake: stores each raw update in the inbox, however it came; unreadable data become dead letters."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from redis.exceptions import RedisError

from bot.metrics.meters import NO_METERS, Meters
from bot.store.commits import WEB_UPDATES
from bot.telegram.requests import InlineQueryRequest
from bot.telegram.updates import parse_inline_query

_ID_BOUND: Final = 2**52  # larger than all documented ids of chats and users, and than all ids of updates
MAX_UPDATE_BYTES: Final = 1 << 20  # more than any update has
_LEADING_ID: Final = re.compile(rb'\s*\{\s*"update_id"\s*:\s*(\d{1,16})\s*[,}]')
_LEADING_KIND: Final = re.compile(rb'\s*\{\s*"update_id"\s*:\s*\d{1,16}\s*,\s*"([a-z_]{1,64})"\s*:')
_RESULT_START: Final = re.compile(rb'"result"\s*:\s*\[')

_JSON_STRING: Final = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)'
"""A JSON string, in which brackets do not count; an unclosed one extends to the end."""

_MARKS_BETWEEN: Final = re.compile(_JSON_STRING + rb"|[\[{]+|[\]},]", re.DOTALL)

_MARKS_WITHIN: Final = re.compile(_JSON_STRING + rb"|[\[{]+|[\]}]+", re.DOTALL)


class _UpdatesAnswer(msgspec.Struct):
    result: list[msgspec.Raw]


_ANSWER_DECODER: Final = msgspec.json.Decoder(_UpdatesAnswer)


class UnreadableUpdate(Exception):
    """An update without a usable header; ``reason`` quotes nothing of it, ``update_id`` is its id, if known."""

    def __init__(self, reason: str, update_id: int | None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.update_id = update_id


def split_updates(answer: bytes) -> list[bytes]:
    """The updates in a server's answer, each as its own JSON, even if some are broken; raises msgspec.DecodeError."""
    try:
        return [bytes(raw) for raw in _ANSWER_DECODER.decode(answer).result]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _split_json_objects(answer)


def _split_json_objects(answer: bytes) -> list[bytes]:
    """The updates in a server's answer, split at brackets and commas outside strings, even if some are broken."""
    if (head := _RESULT_START.search(answer)) is None:
        raise msgspec.DecodeError("there are no updates in the answer")
    updates, begin, at, depth = [], head.end(), head.end(), 0
    while (mark := (_MARKS_WITHIN if depth else _MARKS_BETWEEN).search(answer, at)) is not None:
        at, first = mark.end(), mark[0][:1]
        if first in b"[{":
            depth += at - mark.start()
        elif first != b'"':
            if depth >= at - mark.start() and first != b",":
                depth -= at - mark.start()
                continue
            end = mark.start() + depth
            updates.append(answer[begin:end].strip())
            if first != b",":
                return [update for update in updates if update]
            begin = at
    raise msgspec.DecodeError("the answer ends within its updates")


def read_header(raw: bytes) -> tuple[int, int]:
    """An update's id, from 0, and the id of its chat; raises UnreadableUpdate."""
    if len(raw) > MAX_UPDATE_BYTES:
        raise UnreadableUpdate("it is longer than any update", _find_leading_id(raw))
    try:
        update = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableUpdate(f"{type(error).__name__}: {error}", _find_leading_id(raw)) from None
    if not isinstance(update, dict):
        raise UnreadableUpdate(f"it is no update but of the type {type(update).__name__}", None)
    number = update.get("update_id")
    if type(number) is not int or not 0 <= number < WEB_UPDATES:
        raise UnreadableUpdate("it has no number that an update may have", None)
    return number, find_chat_id(update)


def find_update_kind(raw: bytes) -> str:
    """Telegram's kind of an update, like ``message``, if it directly follows the id, as in Telegram's; else empty."""
    found = _LEADING_KIND.match(raw)
    return "" if found is None else found[1].decode("ascii")


def _find_leading_id(raw: bytes) -> int | None:
    """The id of a broken update, if it comes first, as in Telegram's updates."""
    found = _LEADING_ID.match(raw)
    return int(found[1]) if found is not None and int(found[1]) < _ID_BOUND else None


def find_chat_id(update: dict[str, Any]) -> int:
    """The chat of an update of any kind; without one, the user who sent it; else 0."""
    for content in update.values():
        if isinstance(content, dict):
            message = content.get("message")
            place = message if isinstance(message, dict) else content
            for key in ("chat", "from", "user", "voter_chat"):
                owner = place.get(key) or content.get(key)
                number = owner.get("id") if isinstance(owner, dict) else None
                if type(number) is int and -_ID_BOUND < number < _ID_BOUND:
                    return number
    return 0


STORE_ERRORS: Final = (RedisError, OSError)  # what `UpdateIntake.take_update` raises while Redis is away


@dataclass(eq=False)
class UpdateIntake:
    """Stores updates."""

    store_update: Callable[[int, int, bytes], Awaitable[bool]]
    """Gets an update's id, its chat and its raw JSON; returns whether it is new, and raises if it is not stored."""
    store_unreadable: Callable[[int | None, bytes, str], Awaitable[None]]
    """Gets an id, if any, the unreadable bytes, and the reason; raises if nothing is stored."""
    submit_query: Callable[[InlineQueryRequest], None] | None = None
    """Answers an inline query later; without it, queries are stored like any update."""
    meters: Meters = NO_METERS

    async def take_update(self, raw: bytes) -> int | None:
        """Store an update; returns its id, if any, by which it is confirmed. Raises RedisError or OSError."""
        try:
            number, chat = read_header(raw)
        except UnreadableUpdate as error:
            await self.store_unreadable(error.update_id, raw, error.reason)
            self.meters.count_received("unreadable")
            return error.update_id
        is_new = True
        if self.submit_query is None or (query := parse_inline_query(raw)) is None:
            is_new = await self.store_update(number, chat, raw)
        else:
            self.submit_query(query)
        count = self.meters.count_received if is_new else self.meters.count_repeated
        count(find_update_kind(raw))
        return number
