"""``/status``: the bot's state in one message."""

from collections.abc import Callable
from time import perf_counter
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.handlers.owner.health import WorkerHealth
from bot.store import keys
from bot.store.chat_directory import ChatDirectory
from bot.store.housekeeping import measure_queues
from bot.store.restrictions import Maintenance
from bot.store.worker_status import WorkerStatusStore
from bot.telegram.incoming.requests import OwnerCommand
from bot.telegram.replies import Replies
from bot.wording.speaker import Speaker

_MIB: Final = 1024 * 1024


class StatusHandlers:
    """Handles ``/status``.

    Args:
        redis: answers in bytes.
        worker_status: the workers' status.
        health: this process's status.
        directory: counts chats and games.
        maintenance: whether new games may start.
        answers: sends the answer.
        clock: Unix seconds.
    """

    def __init__(
        self,
        *,
        redis: Redis,
        worker_status: WorkerStatusStore,
        health: WorkerHealth,
        directory: ChatDirectory,
        maintenance: Maintenance,
        answers: Replies,
        clock: Callable[[], float],
    ) -> None:
        self._redis: Final = redis
        self._worker_status: Final = worker_status
        self._health: Final = health
        self._directory: Final = directory
        self._maintenance: Final = maintenance
        self._answers: Final = answers
        self._clock: Final = clock

    async def show_status(self, request: OwnerCommand, speaker: Speaker) -> None:
        """Show the status of all workers together."""
        await self._directory.save_records()
        await self._worker_status.save_status(self._health.worker_status())
        await self._answers.reply_html(
            request, "\n".join([await self._workers_line(speaker), *await self._storage_lines(speaker)])
        )

    async def _workers_line(self, speaker: Speaker) -> str:
        workers = await self._worker_status.load_statuses()
        now = int(self._clock())
        return speaker.html(
            "desk-status-workers",
            version=", ".join(sorted({one.version for one in workers})),
            workers=len(workers),
            uptime=speaker.duration(max(0, now - min(one.since for one in workers))),
            memory=sum(one.memory for one in workers) // _MIB,
            held=sum(one.held_back for one in workers),
        )

    async def _storage_lines(self, speaker: Speaker) -> list[str]:
        chats = await self._directory.list_chats()
        groups = sum(chat < 0 for chat in chats)
        waiting = await measure_queues(self._redis)
        started_at = perf_counter()
        await self._redis.exists(keys.broadcast())
        lines = [
            speaker.html("desk-status-chats", groups=groups, people=len(chats) - groups),
            speaker.html(
                "desk-status-games",
                games=await self._directory.count_running_games(),
                moves=await self._worker_status.count_moves_last_hour(),
            ),
            speaker.html(
                "desk-status-queues",
                inbox=waiting.inbox.length,
                waited=speaker.duration(waiting.inbox.oldest_wait_seconds),
                outbox=waiting.outbox.length,
                kept=speaker.duration(waiting.outbox.oldest_wait_seconds),
            ),
            speaker.html("desk-status-dead", count=waiting.dead_letters.length),
            speaker.html(
                "desk-status-redis",
                milliseconds=round((perf_counter() - started_at) * 1000),
                memory=await self._redis_memory_mib(),
            ),
        ]
        if await self._maintenance.load_maintenance() is not None:
            lines.append(speaker.html("desk-status-closed"))
        return lines

    async def _redis_memory_mib(self) -> int:
        """Redis's memory in MiB, in a cluster that of the server with the clock; 0 if it does not tell."""
        try:
            return int((await self._redis.info("memory"))["used_memory"]) // _MIB
        except (RedisError, LookupError):
            return 0
