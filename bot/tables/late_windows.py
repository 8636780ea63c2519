"""Late windows: makes the windows of plays longer that their chat was told of late, and knows which are not told yet.

How late is measured in served time, from the commit to the message, so downtime does not count twice. A window whose
message waits is not closed by time. It is made longer before its notice leaves the outbox: a worker that dies in
between leaves the notice to the next one. The engine makes each window longer once (`engine.late_windows`).
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from redis.exceptions import RedisError

from bot.logs.logger import get_logger
from bot.store.scope import Scope
from bot.store.shards.ownership import ShardNotOwned
from bot.tables.codec import UnreadableState
from bot.tables.games import Games
from bot.tables.loaded_table import Busy
from bot.tables.table_queue import TableQueue
from engine.errors import Refusal
from engine.game_base import Game, OpenWindow
from engine.late_windows import PROMPT_WITHIN, LengthenWindow

log = get_logger(__name__)

_MS: Final = timedelta(milliseconds=1)
_PAUSE_SECONDS: Final = 1.0
"""The pause before the work is queued again whose turn has not come."""
_LONGEST_SECONDS: Final = 30.0
"""How long its turn may take before it is queued again: what is stopped with its lane never comes."""


class LateWindows:
    """Makes windows longer, in their chats' lanes; one instance a process.

    Args:
        table_queue: where they are queued behind the updates that came before.
        catch_up: brings served time up to date.
        has_all_notices: whether all notices of a chat that are not sent yet were noted here.
        find_of_migrated: finds the waiting notices of the group that a supergroup was, which others may have.
        pause: waits that many seconds.
    """

    def __init__(
        self,
        games: Games,
        table_queue: TableQueue,
        catch_up: Callable[[], Awaitable[None]],
        has_all_notices: Callable[[int], bool],
        find_of_migrated: Callable[[int], Awaitable[Iterable[bytes]]],
        *,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._games: Final = games
        self._table_queue: Final = table_queue
        self._catch_up: Final = catch_up
        self._has_all_notices: Final = has_all_notices
        self._find_of_migrated: Final = find_of_migrated
        self._pause: Final = pause
        self._untold: Final[dict[tuple[Scope, str], str]] = {}
        """The outbox entries whose windows are not told yet, and the short names of their tables.

        The name is the same where the group has become a supergroup meanwhile, and the table's scope another one.
        """

    def note_untold(self, scope: Scope, entry: str, table: str) -> None:
        """Note that the entry of the outbox opens a window at a table of that short name, and waits."""
        self._untold[scope, entry] = table

    def note_told(self, scope: Scope, entry: str) -> None:
        """Note that an entry waits no more; idempotent."""
        self._untold.pop((scope, entry), None)

    async def may_be_untold(self, scope: Scope, table: str) -> bool:
        """Whether the chat may not know of the open window yet at its table of that short name.

        Raises:
            RedisError: the store cannot be reached.
        """
        if table in self._untold.values() or not self._has_all_notices(scope.chat):
            return True
        # Where the group has become a supergroup, the worker of its former shard tells what waits there.
        return any(map(partial(self._opens_window, table), await self._find_of_migrated(scope.chat)))

    def _opens_window(self, table: str, payload: bytes) -> bool:
        try:
            notice = self._games.read_notice(payload)
        except UnreadableState:
            # Whoever has it puts it aside.
            return False
        return notice.table == table and notice.opened is not None

    async def read_time(self) -> datetime:
        """The instant, in served time.

        Raises:
            RedisError: the store cannot be reached.
        """
        await self._catch_up()
        return self._games.times.now

    async def lengthen_if_late(self, scope: Scope, window: OpenWindow, told: datetime) -> None:
        """Make the window longer that was told at an instant of served time, if that was late; returns once it is.

        Raises:
            RedisError: the store cannot be reached; nothing was done.
            ShardNotOwned: another worker has the table now; nothing was done.
        """
        if told - window.since <= PROMPT_WITHIN:
            return
        log.info("a play was told late", scope=scope, play=window.play, seconds=(told - window.since).total_seconds())
        while not await self._work_in_lane(scope, partial(self._lengthen, scope, window, told)):
            await self._pause(_PAUSE_SECONDS)

    async def _work_in_lane(self, scope: Scope, work: Callable[[], Awaitable[bool]]) -> bool:
        """Do work in the lane of a table's chat; whether it is done."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def settle(is_done: bool) -> None:  # noqa: FBT001 - the only thing that it is about
            if not done.done():
                done.set_result(is_done)

        async def run() -> None:
            try:
                settle(await work())
            except ShardNotOwned as error:
                if not done.done():
                    done.set_exception(error)

        await self._table_queue.queue_work(scope, run, partial(settle, False))
        try:
            return await asyncio.wait_for(done, _LONGEST_SECONDS)
        except TimeoutError:
            return False

    async def _lengthen(self, scope: Scope, window: OpenWindow, told: datetime) -> bool:
        """Make the window longer, unless it is closed by now; whether nothing is left to do."""
        try:
            loaded = await self._games.load_table(scope)
            table = loaded.table
            open_ = table.open_window if isinstance(table, Game) else None
            if not isinstance(table, Game) or open_ is None or (open_.play, open_.since) != (window.play, window.since):
                return True
            # While clocks stand still the window does, too.
            late = min(told, table.clocks.paused or told) - window.since
            await self._games.apply_action(loaded, LengthenWindow(window.play, late // _MS), None)
        except Refusal as refusal:
            log.debug("a window is not lengthened", scope=scope, code=refusal.code)
        except Busy:
            return False
        except (RedisError, ShardNotOwned):
            raise
        except Exception:  # the outermost edge: no table may end its chat's lane
            log.exception("a window stays as it is", scope=scope)
        return True
