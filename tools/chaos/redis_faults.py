"""What can go wrong with Redis itself, whether it is one server or a cluster: each trouble with its own undoing."""

import asyncio
import resource
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from random import Random
from typing import Protocol

FAULT_SECONDS = (1.0, 3.0)
"""Least and most seconds for which most faults last."""
_ROOM_BYTES = 10_000
"""Bytes by which the files of a server whose disk is full may still grow."""

Fault = Callable[[], Awaitable[None]]
WeightedFaults = Mapping[str, tuple[int, Fault]]
"""By its name how often one comes beside the others, and what brings it about; it returns once that is undone."""


class RedisBreaker(Protocol):
    """A Redis that can be broken."""

    kill_count: int
    """How many of its processes were killed."""

    @property
    def faults(self) -> WeightedFaults:
        """What can be done to it."""
        ...

    async def kill_server(self) -> None:
        """Kill a server that serves, and see that games can go on."""
        ...

    def delay_answers(self) -> AbstractAsyncContextManager[None]:
        """Let what is asked be done, and be answered late."""
        ...

    def hold_up_requests(self) -> AbstractAsyncContextManager[None]:
        """Let much that was begun wait on the way meanwhile, where there is a way, and arrive as this ends."""
        ...

    def refuse_writes(self) -> AbstractAsyncContextManager[None]:
        """Let nothing new be written, while what is there can be read and deleted."""
        ...

    async def undo_all(self) -> None:
        """Undo whatever may be undone, and start whatever has died."""
        ...


async def sleep_for_fault(rng: Random, seconds_range: tuple[float, float] = FAULT_SECONDS) -> None:
    """Let a fault last."""
    await asyncio.sleep(rng.uniform(*seconds_range))


async def fill_disk(pid: int, rng: Random) -> None:
    """For a while no file of a server may grow; one that writes before it answers ends at that."""
    with suppress(OSError, ValueError):
        size = await asyncio.to_thread(_longest_file_size, Path(f"/proc/{pid}/cwd"))
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size + _ROOM_BYTES, hard))
        await sleep_for_fault(rng)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))


def _longest_file_size(folder: Path) -> int:
    """The size of the longest append-only file in a folder."""
    return max((file.stat().st_size for file in folder.resolve().rglob("*.aof")), default=0)
