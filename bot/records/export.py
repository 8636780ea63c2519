"""A chat's records as a file: a line of JSON for each, with the names of all fields."""

from collections.abc import AsyncIterable, AsyncIterator
from typing import Any, Final

import msgspec
from msgspec import Struct

from engine.game_record import GameRecord, Record

_encoder: Final = msgspec.json.Encoder()
MOST_BYTES: Final = 32 * 2**20
"""Of one file: Telegram takes 50 MB."""


def to_json_line(record: Record) -> bytes:
    """A record as a line of JSON. Instants are Unix seconds."""
    kind = "game" if isinstance(record, GameRecord) else "season"
    return _encoder.encode({"record": kind, **_to_names(record)}) + b"\n"


def _to_names(value: Struct) -> dict[str, Any]:
    return {name: _to_value(getattr(value, name)) for name in value.__struct_fields__}


def _to_value(value: object) -> object:
    match value:
        case Struct():
            return _to_names(value)
        case tuple():
            return [_to_value(one) for one in value]
        case _:
            return value


async def export_files(records: AsyncIterable[Record], most_bytes: int = MOST_BYTES) -> AsyncIterator[bytes]:
    """The lines of records in files that are not longer than that, unless a single line is; none without records."""
    lines: list[bytes] = []
    size = 0
    async for record in records:
        line = to_json_line(record)
        if lines and size + len(line) > most_bytes:
            yield b"".join(lines)
            lines, size = [], 0
        lines.append(line)
        size += len(line)
    if lines:
        yield b"".join(lines)
