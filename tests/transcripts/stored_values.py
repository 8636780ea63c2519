"""What lies in Redis, written down: each key with its type, its time to live in hours, and all that it holds, decoded.

What differs from one run to the next of the same program is replaced by a word;
:data:`tests.transcripts.seams.VOLATILE_KEYS` lists it, and nothing else is left out.
"""

import json
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, unique
from typing import Any, Final

from redis.asyncio import Redis

_SUMS: Final = """
local found = {}
for i, key in ipairs(redis.call('KEYS', '*')) do
  found[2 * i - 1] = key
  found[2 * i] = redis.sha1hex(redis.call('DUMP', key)) .. redis.call('TYPE', key).ok
end
return found
"""
_HOUR: Final = 3_600_000
_READ: Final = {
    b"string": ("GET",),
    b"hash": ("HGETALL",),
    b"list": ("LRANGE", 0, -1),
    b"set": ("SMEMBERS",),
    b"zset": ("ZRANGE", 0, -1, "WITHSCORES"),
    b"stream": ("XRANGE", "-", "+"),
}
_ZLIB: Final = b"\x78"


@unique
class Part(Enum):
    """What of a key is replaced."""

    ALL = "the whole key: nobody promises when it is there"
    VALUE = "what it holds; of a hash what its fields hold"
    SCORES = "the scores of a sorted set"
    FRACTIONS = "scores that are no whole numbers: what is due is due at whole seconds, unless it has waited"
    ORDER = "the order within lists of plain values"


@dataclass(frozen=True, slots=True)
class Volatile:
    """Something stored that is of the moment or of chance."""

    key: str
    """The key's name, as a regular expression."""
    part: Part
    field: str = ""
    """Of a hash or of JSON, the fields whose values alone are meant, as a regular expression; else all."""


Change = dict[str, Any]
"""A key that is new or different, with its ``type``, how long it ``lives`` and its ``value``; or one that is gone."""


class StorageWatch:
    """Tells what has changed in Redis since it last looked, key by key.

    Args:
        volatile: what is replaced.
    """

    def __init__(self, volatile: Sequence[Volatile]) -> None:
        self._volatile_rules: Final = [(re.compile(one.key), one) for one in volatile]
        self._sums: dict[bytes, bytes] = {}
        self._known_changes: Final[dict[str, Change]] = {}

    async def read_changes(self, redis: Redis) -> list[Change]:
        """Every key that is new, different or gone, in the order of their names.

        Args:
            redis: a client that answers in bytes.
        """
        flat: list[bytes] = await redis.eval(_SUMS, 0)
        sums = dict(zip(flat[::2], flat[1::2], strict=True))
        changed = sorted(key for key in sums if self._sums.get(key) != sums[key])
        gone = sorted(key for key in self._sums if key not in sums)
        self._sums = sums
        pipe = redis.pipeline(transaction=False)
        for key in changed:
            command, *rest = _READ[sums[key][40:]]
            pipe.execute_command(command, key, *rest)
            pipe.execute_command("PTTL", key)
        answers = await pipe.execute()
        found = []
        for key, values, lives in zip(changed, answers[::2], answers[1::2], strict=True):
            name = key.decode()
            told = self._to_change(name, sums[key][40:].decode(), values, lives)
            if told is not None and self._known_changes.get(name) != told:
                self._known_changes[name] = told
                found.append(told)
        found += [{"key": key.decode()} for key in gone if self._known_changes.pop(key.decode(), None) is not None]
        return found

    def _to_change(self, key: str, kind: str, values: Any, lives: int) -> Change | None:
        rules = [rule for pattern, rule in self._volatile_rules if pattern.fullmatch(key)]
        if any(rule.part is Part.ALL for rule in rules):
            return None
        life = "always" if lives < 0 else f"{-(-lives // _HOUR)} h"
        value = _decode_key(kind, values, rules)
        if any(rule.part is Part.ORDER for rule in rules):
            value = _sort_plain_lists(value)
        return {"key": key, "type": kind, "lives": life, "value": value}


def _decode_key(kind: str, values: Any, rules: Sequence[Volatile]) -> Any:
    replaced = [rule for rule in rules if rule.part is Part.VALUE]
    whole = any(not rule.field for rule in replaced)
    match kind:
        case "hash":
            pairs = sorted(zip(values[::2], values[1::2], strict=True)) if isinstance(values, list) else values.items()
            named = {_to_text(name): "(…)" if whole else decode_value(value) for name, value in pairs}
            return _mask_volatile(named, replaced)
        case "zset":
            scored = any(rule.part is Part.SCORES for rule in rules)
            real = any(rule.part is Part.FRACTIONS for rule in rules)
            members = [
                (decode_value(member), "(…)" if scored or (real and "." in score) else score)
                for member, score in _member_scores(values)
            ]
            nested = [{"score": score, "member": member} for member, score in members if not isinstance(member, str)]
            texts = [f"{score} {member}" for member, score in members if isinstance(member, str)]
            return nested + (sorted(texts) if scored else texts)
        case "set":
            return sorted(map(_to_text, values))
        case "list":
            return _mask_volatile(["(…)" if whole else decode_value(value) for value in values], replaced)
        case "stream":
            return _mask_volatile([_stream_entry(fields) for _, fields in values], replaced)
        case _:
            return "(…)" if whole else _mask_volatile(decode_value(values), replaced)


def _sort_plain_lists(value: Any) -> Any:
    match value:
        case dict():
            return {name: _sort_plain_lists(inner) for name, inner in value.items()}
        case list() if all(isinstance(one, str) for one in value):
            return sorted(value)
        case _:
            return value


def _member_scores(values: Sequence[Any]) -> Iterator[tuple[bytes, str]]:
    """Members and scores, in whichever form the client gives them."""
    if values and isinstance(values[0], (tuple, list)):
        yield from ((member, _score_text(score)) for member, score in values)
    else:
        yield from ((member, _score_text(score)) for member, score in zip(values[::2], values[1::2], strict=True))


def _score_text(score: Any) -> str:
    return f"{float(score):.17g}"


def _stream_entry(fields: Any) -> Any:
    pairs = fields.items() if isinstance(fields, dict) else zip(fields[::2], fields[1::2], strict=True)
    return {_to_text(name): decode_value(value) for name, value in pairs}


def _mask_volatile(value: Any, rules: Sequence[Volatile]) -> Any:
    """The same with a word in place of the fields that some rules name, however deep they are."""
    names = [re.compile(rule.field) for rule in rules if rule.field]
    if not names:
        return value
    if isinstance(value, dict):
        return {
            name: "(…)" if any(one.fullmatch(name) for one in names) else _mask_volatile(inner, rules)
            for name, inner in value.items()
        }
    return [_mask_volatile(inner, rules) for inner in value] if isinstance(value, list) else value


def decode_value(value: bytes) -> Any:
    """A value as people can compare it: unpacked where it is packed, read where it is JSON, else as text."""
    if value[:1] == _ZLIB:
        try:
            value = zlib.decompress(value)
        except zlib.error:
            return _to_text(value)
    if value[:1] in {b"{", b"["}:
        try:
            return json.loads(value)
        except (ValueError, RecursionError):  # which of them a value of many brackets raises, is the interpreter's
            return _to_text(value)
    return _to_text(value)


def _to_text(value: bytes) -> str:
    return value.decode(errors="backslashreplace")


def change_lines(change: Change) -> Iterator[str]:
    """A change as lines: of what is nested each leaf is one, behind the way that leads there."""
    if "type" not in change:
        yield f"- {change['key']}"
        return
    yield f"+ {change['key']} {change['type']}, {change['lives']}"
    yield from (f"    {way}: {leaf}" if way else f"    {leaf}" for way, leaf in _leaf_values("", change["value"]))


def _leaf_values(way: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict) and value:
        for name, inner in sorted(value.items()):
            yield from _leaf_values(f"{way}.{name}" if way else name, inner)
    elif isinstance(value, list) and any(isinstance(one, (dict, list)) for one in value):
        for place, inner in enumerate(value):
            yield from _leaf_values(f"{way}[{place}]", inner)
    else:
        yield way, value if isinstance(value, str) and value.isprintable() else json.dumps(value, ensure_ascii=False)
