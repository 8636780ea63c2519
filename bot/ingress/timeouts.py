"""Timeouts in lanes: puts a timeout into its chat's lane behind all earlier updates for its table, and waits for them.

Updates from private chats count too. :mod:`bot.tables.deadlines` decides what is due and what it does.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Final

from redis.exceptions import RedisError

from bot.ingress.chat_queues import ChatQueues, DueWork, InFlightEntries, RequestReader
from bot.logs import error_location, get_logger
from bot.store.inbox import Inbox
from bot.store.keys import Scope
from bot.store.streams import InboxEntry
from bot.tables.games import Work
from bot.workers.shard_reader import OwnedShard, ShardReader
from bot.workers.supervisor import cancel_tasks

log = get_logger(__name__)

MOST_WAIT_SECONDS: Final = 5.0
"""How long a timeout waits for earlier updates after it was found due: Telegram, or the worker that has one, may be
away."""
_RECHECK_SECONDS: Final = 0.05
_MOST_TABLES: Final = 256
"""The most tables that wait at a time, as each polls the inbox. The others stay unclaimed."""


class TimeoutQueue:
    """Puts work that is due into lanes, behind earlier updates; a :class:`bot.tables.games.TableQueue`."""

    def __init__(  # noqa: PLR0917 - the parts of one consumer
        self,
        inbox: Inbox,
        in_flight: InFlightEntries,
        queues: ChatQueues,
        requests: RequestReader,
        reader: ShardReader[InboxEntry],
        pause: Callable[[float], Awaitable[None]],
    ) -> None:
        self._inbox: Final = inbox
        self._in_flight: Final = in_flight
        self._queues: Final = queues
        self._requests: Final = requests
        self._reader: Final = reader
        self._pause: Final = pause
        self._waiting: Final[set[asyncio.Task[None]]] = set()

    def __bool__(self) -> bool:
        """Whether any work waits here that is not in a lane yet."""
        return bool(self._waiting)

    @property
    def is_ready(self) -> bool:
        """Whether all entries of the inbox are in the lanes, so that nothing can overtake an unread one."""
        return self._reader.is_caught_up

    @property
    def ready_shards(self) -> Collection[OwnedShard]:
        """The shards whose inbox entries are all in the lanes."""
        return self._reader.caught_up_shards

    @property
    def loss_count(self) -> int:
        """See :class:`bot.workers.shard_reader.ShardReader`."""
        return self._reader.loss_count

    @property
    def free_places(self) -> int:
        """For how many more tables work may wait."""
        return max(0, _MOST_TABLES - len(self._waiting))

    async def queue_work(
        self, scope: Scope, work: Work, requeue: Callable[[], None], players: Collection[int] = ()
    ) -> None:
        """Do work on a table once earlier updates are done, or after five seconds; returns before that.

        A later update goes first only if it has begun by then.

        Args:
            scope: where the table is.
            work: the work.
            requeue: called instead if the work cannot be done, so that it is found due again.
            players: those whose private chats may hold updates about the table.

        Raises:
            RedisError: Redis is away.
        """
        until = asyncio.get_running_loop().time() + MOST_WAIT_SECONDS
        found_at = await self._inbox.read_server_ms(scope.chat)
        due = DueWork(partial(self._run_if_ready, scope.chat, work, requeue), found_at)
        waiting = self._enqueue_in_order(scope.chat, due, requeue, players, until)
        task = asyncio.create_task(waiting, name=f"what is due at {scope}")
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def close(self) -> None:
        """Queue nothing more; what waits is found due again."""
        await cancel_tasks(tuple(self._waiting))

    async def _enqueue_in_order(
        self, chat: int, due: DueWork, requeue: Callable[[], None], players: Collection[int], until: float
    ) -> None:
        lanes = self._queues.lanes
        try:
            async with asyncio.timeout_at(until):
                # In this order: an update is written into the table's inbox before it is deleted from a private one.
                await self._wait_until_none(players, self._may_concern_table)
                await self._wait_until_none((chat,), lambda entry: not self._in_flight.has_entry(entry))
                await self._queues.admit_chat(chat)
                taps = [lane for lane in lanes.busy_keys if lane[0] == chat and isinstance(lane[1], int)]
                await asyncio.gather(*map(lanes.wait_until_idle, taps))
        except TimeoutError:
            log.info("what is due goes ahead of what waits elsewhere", chat=chat)
        except Exception as error:  # noqa: BLE001 - the outermost edge: nobody waits for this task, but players for it
            log.warning("what is due comes again", chat=chat, error=error_location(error))
            requeue()
            return
        await self._queues.admit_chat(chat)
        if lanes.enqueue((chat, "play"), due) is not None:
            log.warning("what is due comes again: its lane is full", chat=chat)
            requeue()

    async def _wait_until_none(self, chats: Collection[int], comes_before: Callable[[InboxEntry], bool]) -> None:
        for chat in chats:
            await self._queues.admit_chat(chat)
        left: set[int] | None = None
        while left is None or left:
            now = {
                entry.update_id
                for entry in await self._inbox.find_unhandled(chats)
                if comes_before(entry) and self._requests.is_action(entry)
            }
            left = now if left is None else left & now
            if left:
                await self._pause(_RECHECK_SECONDS)

    def _may_concern_table(self, entry: InboxEntry) -> bool:
        """Whether an update from a private chat may still be forwarded to the table."""
        if entry.forwarded_to is not None or not self._in_flight.has_entry(entry):
            return entry.forwarded_to is None
        return any(chat == entry.chat and lane != "look_up" for chat, lane in self._queues.lanes.busy_keys)

    async def _run_if_ready(self, chat: int, work: Work, requeue: Callable[[], None]) -> None:
        """Do the work, or have it requeued: after a lost reply of Redis, earlier updates may be unread."""
        try:
            if self.is_ready:
                await work()
                return
            log.info("what is due comes again: the inbox is to be read first", chat=chat)
        except RedisError as error:
            log.warning("what is due comes again", chat=chat, error=error)
        requeue()
