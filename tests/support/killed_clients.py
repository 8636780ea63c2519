"""Processes that end at a chosen request to Redis."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from redis.asyncio import Redis

from bot.store.connection.client import Client
from tests.support.chat_migrations import ProcessKilled


class _KillingSender:
    def __init__(self, sender: Any, requests: int, *, done: bool) -> None:
        self._sender: Final = sender
        self._left = requests
        self._done: Final = done

    async def send_commands(self, commands: Sequence[Any]) -> list[Any]:
        self._left -= 1
        if self._left < 0 and not self._done:
            raise ProcessKilled
        answers: list[Any] = await self._sender.send_commands(commands)
        if self._left < 0:
            raise ProcessKilled
        return answers

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sender, name)


@contextmanager
def killed_after(client: Redis, requests: int, *, done: bool) -> Iterator[None]:
    """Have the process end at the request behind so many others, before it is sent, or (``done``) once it is done."""
    assert isinstance(client, Client)
    sender = client._sender  # noqa: SLF001 - where all requests pass
    client._sender = _KillingSender(sender, requests, done=done)  # noqa: SLF001 - it does as one
    try:
        yield
    finally:
        client._sender = sender  # noqa: SLF001 - as it was
