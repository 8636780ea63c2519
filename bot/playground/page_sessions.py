"""The open pages, and what each of them is still to be told. Knows no HTTP and no world."""

import asyncio
from collections.abc import Iterable

from bot.playground.state.chats import Json

_MAX_WAITING = 1000


class PageSessions:
    """The open pages, by person; `None` in a queue ends its session."""

    def __init__(self) -> None:
        self._queues: dict[int, set[asyncio.Queue[Json | None]]] = {}

    def send_event(self, people: Iterable[int], event: Json) -> None:
        """Send an event to every page of these people and of nobody else."""
        for person in people:
            for queue in tuple(self._queues.get(person, ())):
                if queue.qsize() < _MAX_WAITING:
                    queue.put_nowait(event)
                else:
                    # This page does not read: its session is dropped, and begins anew when it comes back.
                    self._queues[person].discard(queue)
                    queue.put_nowait(None)

    def open_session(self, person: int) -> asyncio.Queue[Json | None]:
        """Begin a session."""
        queue: asyncio.Queue[Json | None] = asyncio.Queue()
        self._queues.setdefault(person, set()).add(queue)
        return queue

    def close_session(self, person: int, queue: asyncio.Queue[Json | None]) -> None:
        """End a session."""
        self._queues[person].discard(queue)

    def close_sessions(self) -> None:
        """Let every session end."""
        for queues in self._queues.values():
            for queue in queues:
                queue.put_nowait(None)
