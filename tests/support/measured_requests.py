"""How much single requests to Redis hold: nothing may wait for all records of a chat."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from redis.asyncio.connection import AbstractConnection


class RequestSizes:
    """The largest command and the largest answer, in bytes."""

    command = answer = 0


def _size(value: Any) -> int:
    if isinstance(value, list | tuple):
        return sum(map(_size, value))
    return len(value) if isinstance(value, bytes) else len(str(value))


@contextmanager
def measured_requests() -> Iterator[RequestSizes]:
    """Measure what clients send and get meanwhile."""
    sizes, pack, read = RequestSizes(), AbstractConnection.pack_command, AbstractConnection.read_response

    def measured_pack(connection: AbstractConnection, *args: Any) -> Any:
        sizes.command = max(sizes.command, _size(args))
        return pack(connection, *args)

    async def measured_read(connection: AbstractConnection, *args: Any, **options: Any) -> Any:
        answer = await read(connection, *args, **options)
        sizes.answer = max(sizes.answer, _size(answer))
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AbstractConnection, "pack_command", measured_pack)
        patch.setattr(AbstractConnection, "read_response", measured_read)
        yield sizes
