"""Between the workers and Redis: a way that can be slow, cut, or cut just after a script was sent to it."""

import asyncio
import time
from typing import Final

from tools.fleet.socket_proxy import ConnectionCut, SocketProxy

_SCRIPTS: Final = (b"EVALSHA", b"EXEC")


class RedisProxy(SocketProxy):
    """Carries bytes between loopback connections and a server's socket.

    Args:
        path: the server's socket.
    """

    def __init__(self, path: str) -> None:
        super().__init__(path, lambda: _ChaosConnection(self))
        self.answer_delay = 0.0
        """Seconds that every answer takes longer."""
        self.requests_pass: Final = asyncio.Event()
        """Set where what is asked arrives; where it is not, it waits on the way."""
        self.requests_pass.set()
        self.losing_until = 0.0
        """Until which instant of ``time.monotonic`` answers of scripts are lost."""
        self.halving_until = 0.0
        """Until which half of each arrives."""
        self.lost_answer_count = 0
        """Connections that were cut between a script and its answer."""

    def lose_answers(self, seconds: float) -> None:
        """For so long, cut the connection of each script once the server has been sent it."""
        self.losing_until = time.monotonic() + seconds

    def halve_answers(self, seconds: float) -> None:
        """For so long, let half of a script's answer through, and cut."""
        self.halving_until = time.monotonic() + seconds


class _ChaosConnection:
    """One connection."""

    def __init__(self, proxy: RedisProxy) -> None:
        self._proxy: Final = proxy
        self._is_script = False
        """Whether what was asked last was a script."""

    async def pass_request(self, data: bytes) -> bytes:
        """What is asked, once it may pass."""
        await self._proxy.requests_pass.wait()
        self._is_script = any(name in data for name in _SCRIPTS)
        return data

    async def pass_answer(self, data: bytes) -> bytes:
        """What is answered, late or lost."""
        now = time.monotonic()
        if self._proxy.answer_delay:
            await asyncio.sleep(self._proxy.answer_delay)
        if self._is_script and now < self._proxy.losing_until:
            self._proxy.lost_answer_count += 1
            raise ConnectionCut
        if self._is_script and now < self._proxy.halving_until:
            self._proxy.lost_answer_count += 1
            raise ConnectionCut(data[: max(1, len(data) // 2)])
        return data
