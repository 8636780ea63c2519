"""What is due by itself: claims it in this process's shards, and applies it through the door that every action takes.

It keeps the beats, too. Telegram is asked now and then whether it is there; each answer is noted as a beat, which
served time (:mod:`bot.tables.served`) is counted by. While there is none nothing runs out. That it is asked too often
is an answer: until it may be asked again, beats go on without.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import datetime, timedelta
from functools import partial
from time import monotonic
from typing import Final, Protocol

from redis.exceptions import RedisError

from bot.outcomes import TooFast, Undone
from bot.store.keys import Scope
from bot.store.ownership import NotOwned, Unfenced
from bot.store.redis import Store
from bot.surroundings import ServedTime, until_stopped
from bot.tables.computers import Computers
from bot.tables.games import Busy, Games
from bot.tables.held import playing
from bot.workers.patience import Retries
from engine.errors import Refusal
from engine.game import Table, by_itself, computer_moves

log = logging.getLogger(__name__)

BEAT: Final = timedelta(seconds=10)
"""How often Telegram is asked whether it is there."""
_EVERY_SECONDS: Final = 1.0
_BATCH: Final = 32
_UNREADABLE: Final = timedelta(hours=1)
"""How often is looked whether a table can be read by now; its chat is told as soon as it asks for anything."""


Work = Callable[[], Awaitable[None]]


class Turns(Protocol):
    """Where what is due takes its place behind all that came before it."""

    @property
    def ready(self) -> bool:
        """Whether all that came before is known there."""

    @property
    def shards(self) -> Mapping[int, str]:
        """The shards of which that is so, by the epochs that this process owns them by."""

    @property
    def lost(self) -> int:
        """How often that was not so: what came before may have taken its place behind what was put here since."""

    @property
    def room(self) -> int:
        """How many more may be put while those before wait for their turns."""

    async def put(self, scope: Scope, work: Work, again: Callable[[], None], players: Collection[int] = ()) -> None:
        """Have it done at a table when its turn comes: behind what its players asked in private before, too.

        Where its turn does not come, ``again`` is done instead.
        """


class _AtOnce:
    """Where nothing else comes to the tables."""

    ready: Final = True
    lost: Final = 0
    room: Final = _BATCH
    shards: Final = Unfenced.epochs

    async def put(self, _: Scope, work: Work, again: Callable[[], None], players: Collection[int] = ()) -> None:  # noqa: ARG002 - nothing else comes
        await work()


class Deadlines:
    """Applies what is due; one instance a process.

    Args:
        store: where the deadlines are.
        games: applies actions.
        served: the time; the same that ``games`` has.
        probe: asks Telegram anything; raises :class:`bot.outcomes.Undone` when it does not answer.
        leave: notes that this process ends in good order.
        seconds: the process's monotonic clock.
        turns: where what is due is done; at once by default.
        computers: have computer players move; where there are none, nobody does.
        pause: waits that many seconds.
        until_next_look: waits that many seconds, or until told to stop.
    """

    def __init__(
        self,
        store: Store,
        games: Games,
        served: ServedTime,
        probe: Callable[[], Awaitable[object]],
        leave: Callable[[], Awaitable[None]],
        *,
        seconds: Callable[[], float] = monotonic,
        turns: Turns | None = None,
        computers: Computers | None = None,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        until_next_look: Callable[[asyncio.Event, float], Awaitable[None]] = until_stopped,
    ) -> None:
        self._store: Final = store
        self._games: Final = games
        self._served: Final = served
        self._probe: Final = probe
        self._note_leaving: Final = leave
        self._seconds: Final = seconds
        self._turns: Final[Turns] = _AtOnce() if turns is None else turns
        self._computers: Final = computers
        self._pause: Final = pause
        self._until_next_look: Final = until_next_look
        self._beating: Final = asyncio.Lock()
        self._next_beat: float | None = None
        self._retries: Final[Retries[None]] = Retries(longest=BEAT.total_seconds())
        self._ask_again = -math.inf
        """Before which instant of ``seconds`` Telegram does not want to be asked."""
        self._well = False
        """Whether Telegram answered when it was last asked."""
        self._asking = False
        self._unclaimed: Final[dict[Scope, datetime]] = {}
        """What was claimed and nothing came of, by when."""

    async def begin(self) -> None:
        """Count the bot's absence, before anybody's action can come too late for it."""
        try:
            await self._keep_watch()
        except RedisError as error:
            log.warning("deadlines wait for Redis: %s", error)

    async def catch_up(self) -> None:
        """Learn what time it is before an action is judged by the clock; free while beats are regular.

        After an outage updates may come before Telegram is next asked whether it is there, and one left over from
        before while it is still away. Until it has answered, all the time between beats counts as away.

        Raises:
            RedisError: the store cannot be reached.
        """
        if not self._served.stale:
            return
        async with self._beating:
            if self._served.stale:
                await self._served.beat(returning=self._asking or not self._well)

    async def run(self, stop: asyncio.Event) -> None:
        """Apply what is due until told to stop."""
        while not stop.is_set():
            try:
                more = await self.step()
            except RedisError as error:
                log.warning("deadlines wait for Redis: %s", error)
                more = False
            if not more:
                await self._until_next_look(stop, _EVERY_SECONDS)
        if self._computers is not None:
            await self._computers.close()
        await self._leave()

    async def _leave(self) -> None:
        """Note until when this process was there, so that the next one knows how long nobody was."""
        try:
            if self._well:
                await self._beat()
            await self._note_leaving()
        except RedisError as error:
            log.warning("the end of this process could not be noted: %s", error)

    async def step(self) -> bool:
        """Look once; whether anything was due."""
        await self._keep_watch()
        most = min(_BATCH, self._turns.room)
        if not self._well or not self._turns.ready or not most:
            return False
        lost = self._turns.lost
        await self._give_back()
        await self.catch_up()
        found = self._served()
        scopes = await self._store.due(found.timestamp(), most, self._turns.shards)
        waiting = iter(scopes)
        for scope in waiting:
            try:
                await self._line_up(scope, lost, found, partial(self._unclaim, scope, found))
            except RedisError:
                for left in (scope, *waiting):
                    self._unclaim(left, found)
                raise
        return bool(scopes)

    async def _line_up(self, scope: Scope, lost: int, found: datetime, again: Callable[[], None]) -> None:
        """Give what is due at a scope its turn; see :meth:`_expire`.

        Raises:
            RedisError: the store cannot be reached.
        """
        try:
            held = await self._games.load(scope)
        except RedisError:
            raise
        except Exception:  # the outermost edge: no table may end the loop for all
            log.exception("what is due at %s cannot be applied", scope)
            return
        if held.unreadable:
            await self._store.put_off(scope, (found + _UNREADABLE).timestamp())
            return
        players = {user for user in playing(held.table) if user != held.scope.chat}
        if self._computers is not None and _waits_for_computer(held.table, found):
            self._computers.move(held, partial(self._turns.put, players=players), again)
            return
        await self._turns.put(held.scope, partial(self._expire, held.scope, lost, found, again), again, players)

    def _unclaim(self, scope: Scope, found: datetime) -> None:
        """Have what nothing came of looked for again soon: its players wait, and its claim holds for longer.

        Of two claims of the same, the newer one counts.
        """
        self._unclaimed[scope] = max(found, self._unclaimed.get(scope, found))

    async def _give_back(self) -> None:
        """End the claims of which nothing came.

        Raises:
            RedisError: the store cannot be reached; what is left of them is tried at the next look.
        """
        for scope, found in list(self._unclaimed.items()):
            claimed = found.timestamp()
            await self._store.give_back(scope, claimed, claimed + _EVERY_SECONDS)
            if self._unclaimed.get(scope) == found:
                del self._unclaimed[scope]

    async def _expire(self, scope: Scope, lost: int, found: datetime, again: Callable[[], None]) -> None:
        """Apply what is due, unless something that came before may lie behind it by now.

        Args:
            scope: where.
            lost: how often answers had been lost when it was looked for.
            found: until when, in served time, it was looked for; what is due since is behind what came since.
            again: has it looked for again.
        """
        try:
            held = await self._games.load(scope)
            # One thing at a time: behind the end of a window a reminder may be due as well.
            while _is_due(held.table, found):
                # It may have waited for its turn; what the clock said before that is not to judge.
                await self.catch_up()
                if self._turns.lost != lost or not self._turns.ready:
                    log.info("what is due at %s comes again: what came before it is to be read first", scope)
                    again()
                    return
                step = await self._games.expire(held)
                if step is None or not _is_due(step.table, found):
                    return
                held = await self._games.load(scope)
        except Refusal as refusal:
            # Somebody acted in between, or another worker was there first.
            log.debug("nothing is due at %s: %s", scope, refusal.code)
        except NotOwned as error:
            log.info("what is due at %s is left: %s", scope, error)
        except Busy:
            log.info("%s is busy; what is due there comes again", scope)
            again()
        except RedisError:
            raise
        except Exception:  # the outermost edge: no table may end the loop for all
            log.exception("what is due at %s cannot be applied", scope)

    async def _keep_watch(self) -> None:
        """Ask Telegram now and then, and note a beat when it answers."""
        now = self._seconds()
        if self._next_beat is not None and now < self._next_beat:
            return
        self._asking = True
        try:
            if now >= self._ask_again:
                await self._probe()
        except TooFast as error:
            log.warning("Telegram wants to be asked in %.0f s whether it is there", error.seconds)
            self._ask_again = now + self._retries.failed(None, error)
        except Undone as error:
            if self._well or self._next_beat is None:
                log.warning("Telegram does not answer; clocks stand still: %s", error.message)
            self._well = self._asking = False
            self._next_beat = now + self._retries.failed(None, error)
            return
        self._retries.over(None)
        await self._beat()
        self._well, self._asking = True, False
        self._next_beat = now + BEAT.total_seconds()

    async def _beat(self) -> None:
        async with self._beating:
            await self._served.beat(returning=not self._well)


def _is_due(table: Table | None, by: datetime) -> bool:
    due = None if table is None else by_itself(table)
    return due is not None and due <= by


def _waits_for_computer(table: Table | None, by: datetime) -> bool:
    """Whether a computer player is to move, and nothing else is due at its table before."""
    moves = None if table is None else computer_moves(table)
    return moves is not None and moves <= by and not _is_due(table, moves)
