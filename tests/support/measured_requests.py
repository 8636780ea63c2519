"""How much single requests to Redis hold: nothing may wait for all records of a chat."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from redis.asyncio import Redis

from bot.store.connection.client import Client


class RequestSizes:
    """Stands before what sends commands, and notes the largest command and the largest answer, in bytes."""

    def __init__(self, sender: Any) -> None:
        self._sender: Final = sender
        self.command = 0
        self.answer = 0

    async def send_commands(self, commands: Sequence[Any]) -> list[Any]:
        answers: list[Any] = await self._sender.send_commands(commands)
        self.command = max(self.command, *map(_size, commands))
        self.answer = max(self.answer, *map(_size, answers))
        return answers

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sender, name)


def _size(value: Any) -> int:
    if isinstance(value, list | tuple):
        return sum(map(_size, value))
    return len(value) if isinstance(value, bytes) else len(str(value))


@contextmanager
def measured_requests(client: Redis) -> Iterator[RequestSizes]:
    """Measure what a client sends and gets meanwhile, but for transactions."""
    assert isinstance(client, Client)
    sender = client._sender  # noqa: SLF001 - where all requests pass
    sizes = RequestSizes(sender)
    client._sender = sizes  # noqa: SLF001 - it does as one
    try:
        yield sizes
    finally:
        client._sender = sender  # noqa: SLF001 - as it was
