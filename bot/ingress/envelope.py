"""What is read of an update before it is stored: its number and its chat. Each update stands alone.

Whatever is written on the outside of an update, or is missing there, is a reason to put this one aside and no reason
to keep the others waiting. What an update means is for others.
"""

import re
from typing import Any, Final

import msgspec

_MOST: Final = 2**52
"""Above all numbers of chats and people, by Telegram's word, and of updates, which are far smaller."""
MOST_BYTES: Final = 1 << 20
"""More than any update has."""
_LEADING: Final = re.compile(rb'\s*\{\s*"update_id"\s*:\s*(\d{1,16})\s*[,}]')
_RESULT: Final = re.compile(rb'"result"\s*:\s*\[')
_STRING: Final = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)'
"""A string, so that what it holds is no mark; one that is not closed goes to the end of all."""
_BETWEEN: Final = re.compile(_STRING + rb"|[\[{]+|[\]},]", re.DOTALL)
"""The marks that part JSON's values, outside of any."""
_WITHIN: Final = re.compile(_STRING + rb"|[\[{]+|[\]}]+", re.DOTALL)
"""The marks at which something begins or ends, as many as stand together."""


class _Answer(msgspec.Struct):
    result: list[msgspec.Raw]


_ANSWERS: Final = msgspec.json.Decoder(_Answer)


class Unreadable(Exception):
    """An update that cannot be stored like others: ``reason`` quotes nothing of it, ``number`` is its own if known."""

    def __init__(self, reason: str, number: int | None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.number = number


def parted(answer: bytes) -> list[bytes]:
    """The updates of a server's answer, each as its own JSON, whatever stands in the others.

    Raises:
        msgspec.DecodeError: it is no answer with updates.
    """
    try:
        return [bytes(raw) for raw in _ANSWERS.decode(answer).result]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _parted_by_marks(answer)


def _parted_by_marks(answer: bytes) -> list[bytes]:
    """The same by looking at nothing but brackets and commas."""
    if (head := _RESULT.search(answer)) is None:
        raise msgspec.DecodeError("there are no updates in the answer")
    updates, begin, at, depth = [], head.end(), head.end(), 0
    while (mark := (_WITHIN if depth else _BETWEEN).search(answer, at)) is not None:
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


def opened(raw: bytes) -> tuple[int, int]:
    """An update's number, from 0, and the number of the chat that it belongs to.

    Raises:
        Unreadable: it is no update; the server may be told that it was passed by if its number is known.
    """
    if len(raw) > MOST_BYTES:
        raise Unreadable("it is longer than any update", _leading_number(raw))
    try:
        update = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(f"{type(error).__name__}: {error}", _leading_number(raw)) from None
    if not isinstance(update, dict):
        raise Unreadable(f"it is no update but of the type {type(update).__name__}", None)
    number = update.get("update_id")
    if type(number) is not int or not 0 <= number < _MOST:
        raise Unreadable("it has no number that an update may have", None)
    return number, chat_of(update)


def _leading_number(raw: bytes) -> int | None:
    """The number of what is no JSON as a whole, where it stands at the head as Telegram writes it."""
    found = _LEADING.match(raw)
    return int(found[1]) if found is not None and int(found[1]) < _MOST else None


def chat_of(update: dict[str, Any]) -> int:
    """The chat that an update of any kind belongs to, else the user it came from, else 0."""
    for content in update.values():
        if isinstance(content, dict):
            message = content.get("message")
            place = message if isinstance(message, dict) else content
            for key in ("chat", "from", "user", "voter_chat"):
                owner = place.get(key) or content.get(key)
                if isinstance(owner, dict) and _is_owner(owner.get("id")):
                    return int(owner["id"])
    return 0


def _is_owner(number: object) -> bool:
    return type(number) is int and -_MOST < number < _MOST
