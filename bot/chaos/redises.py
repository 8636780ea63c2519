"""What can go wrong with Redis itself, whether it is one server or a cluster: each trouble with its own undoing."""

import asyncio
import resource
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from random import Random
from typing import Protocol

BRIEF = (1.0, 3.0)
"""Least and most seconds for which most faults last."""
_ROOM = 10_000
"""Bytes by which the files of a server whose disk is full may still grow."""

Trouble = Callable[[], Awaitable[None]]
Troubles = Mapping[str, tuple[int, Trouble]]
"""By its name how often one comes beside the others, and what brings it about; it returns once that is undone."""


class Breakable(Protocol):
    """A Redis that can be broken."""

    kills: int
    """How many of its processes were killed."""

    @property
    def troubles(self) -> Troubles:
        """What can be done to it."""
        ...

    async def kill(self) -> None:
        """Kill a server that serves, and see that games can go on."""
        ...

    def answering_late(self) -> AbstractAsyncContextManager[None]:
        """Let what is asked be done, and be answered late."""
        ...

    def held_up(self) -> AbstractAsyncContextManager[None]:
        """Let much that was begun wait on the way meanwhile, where there is a way, and arrive as this ends."""
        ...

    def refusing(self) -> AbstractAsyncContextManager[None]:
        """Let nothing new be written, while what is there can be read and deleted."""
        ...

    async def mend(self) -> None:
        """Undo whatever may be undone, and start whatever has died."""
        ...


async def a_while(chance: Random, least_most: tuple[float, float] = BRIEF) -> None:
    """Let a fault last."""
    await asyncio.sleep(chance.uniform(*least_most))


async def with_full_disk(pid: int, chance: Random) -> None:
    """For a while no file of a server may grow; one that writes before it answers ends at that."""
    with suppress(OSError, ValueError):
        size = await asyncio.to_thread(_longest, Path(f"/proc/{pid}/cwd"))
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size + _ROOM, hard))
        await a_while(chance)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))


def _longest(folder: Path) -> int:
    """The size of the longest append-only file in a folder."""
    return max((file.stat().st_size for file in folder.resolve().rglob("*.aof")), default=0)
