"""Clients of Redis whose commands are done and whose replies are lost."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from bot.store.connection.client import Client


class _LosingSender:
    def __init__(self, sender: Any, *, again: bool) -> None:
        self._sender: Final = sender
        self._again: Final = again

    async def send_commands(self, commands: Sequence[Any]) -> list[Any]:
        await self._sender.send_commands(commands)
        if not self._again:
            raise RedisConnectionError("the reply is lost")
        return list(await self._sender.send_commands(commands))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sender, name)


@contextmanager
def lost_replies(client: Redis, *, again: bool) -> Iterator[None]:
    """Have each command done and its reply lost, or (``again``) have it sent twice for that, as the client does."""
    assert isinstance(client, Client)
    sender = client._sender  # noqa: SLF001 - where all requests pass
    client._sender = _LosingSender(sender, again=again)  # noqa: SLF001 - it does as one
    try:
        yield
    finally:
        client._sender = sender  # noqa: SLF001 - as it was
