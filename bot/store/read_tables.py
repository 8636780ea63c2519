"""Makes records of what ``table.lua`` reads of tables. A number of a table that is none is passed over."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from bot.store.chat_migration import MigratedChat
from bot.store.commits import Loaded, OtherTable, TableNumber
from bot.store.scope import parse_scopes

_SECONDS: Final = re.compile(rb"-?\d{1,15}")
_NUMBER: Final = re.compile(rb"[1-9]\d{0,8}")


def _pairs(parts: Sequence[bytes]) -> Iterator[tuple[str, str]]:
    """Names and values that alternate, as text."""
    texts = (part.decode() for part in parts)
    return zip(texts, texts, strict=True)


def to_loaded(read: Sequence[Any]) -> Loaded:
    """A table as ``table.lua`` reads it."""
    version, state, duplicate, settings, words, downtime_ms, unreachable, moved, left, messages, numbers, others = read
    return Loaded(
        version,
        state,
        dict(_pairs(settings)),
        bool(duplicate),
        words,
        downtime_ms,
        frozenset(parse_scopes(unreachable)),
        None if moved is None else MigratedChat(int(moved), bool(left)),
        _to_messages(messages),
        {
            int(number): _to_table_number(what)
            for number, what in zip(numbers[::2], numbers[1::2], strict=True)
            if _NUMBER.fullmatch(number)
        },
        tuple(map(_to_other_table, others)),
    )


def _to_other_table(read: Sequence[Any]) -> OtherTable:
    number, version, state, words, downtime_ms, messages = read
    return OtherTable(int(number), version, state, words, downtime_ms, _to_messages(messages))


def _to_messages(stored: bytes) -> frozenset[int]:
    return frozenset(map(int, stored.split()))


def _to_table_number(stored: bytes) -> TableNumber:
    if stored in {b"open", b"told"}:
        return TableNumber(is_open=True, is_told=stored == b"told")
    since = int(stored) if _SECONDS.fullmatch(stored) else 0
    return TableNumber(is_open=False, is_told=since > 0, free_since=abs(since))
