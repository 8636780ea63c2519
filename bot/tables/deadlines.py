"""Deadlines: claims this worker's tables whose deadlines have passed, and applies the timeouts as actions.

:class:`UnreachableClocks` and :class:`LateWindows` postpone deadlines that players could not know of.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final, Protocol

from redis.exceptions import RedisError

from bot.call_errors import CallFailed, RateLimited
from bot.logs import error_location, get_logger, log_context
from bot.runtime import ServedTime, wait_or_stop
from bot.store.chats import UnreachableChats
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.shard_ownership import ShardNotOwned
from bot.tables.codec import UnreadableState
from bot.tables.games import Games
from bot.tables.table_loader import Busy, LoadedTable, current_players, require_game, table_name
from bot.workers.shard_reader import OwnedShard
from bot.workers.supervisor import Backoff
from engine.clock import NOBODY, Pause, Resume
from engine.errors import Malformed, Refusal
from engine.game import Action, Table, automatic_deadline, computer_deadline, is_over
from engine.game_base import Game, OpenWindow, TurnGame
from engine.timekeeping import PROMPT_WITHIN, LengthenWindow
from engine.turns import Pass

log = get_logger(__name__)

BEAT_INTERVAL: Final = timedelta(seconds=10)  # the interval between beats, each with a probe of Telegram
_POLL_SECONDS: Final = 0.5

_THINK_AGAIN: Final = timedelta(seconds=10)
"""How long a table waits after none of a computer player's actions could be applied."""
_UNREADABLE_RETRY: Final = timedelta(hours=1)
"""The interval at which an unreadable table is tried again; its chat is told at its next request."""


class ServiceBeats:
    """Records the beats of served time, without which nothing times out, while Telegram answers and updates come in.

    ``probe`` sends any request to Telegram, and raises :class:`bot.call_errors.CallFailed` if no answer comes.
    ``find_update_obstacle`` returns why updates cannot come in, or an empty string if they can.
    """

    def __init__(
        self,
        served: ServedTime,
        probe: Callable[[], Awaitable[object]],
        record_shutdown: Callable[[], Awaitable[None]],
        find_update_obstacle: Callable[[], str],
        seconds: Callable[[], float],
    ) -> None:
        self._served: Final = served
        self._probe: Final = probe
        self._record_shutdown: Final = record_shutdown
        self._find_update_obstacle: Final = find_update_obstacle
        self._seconds: Final = seconds
        self._beat_lock: Final = asyncio.Lock()
        self._next_beat: float | None = None
        self._retries: Final[Backoff[None]] = Backoff(longest=BEAT_INTERVAL.total_seconds())
        self._next_probe = -math.inf  # when, by `seconds`, Telegram may be probed again
        self._is_probing = False
        self._is_stop_logged = False
        self.is_reachable = False  # whether Telegram answered the last probe, and updates could come in

    async def record_first_beat(self) -> None:
        """Count the downtime before this start, so that no action is late because of it."""
        try:
            await self.record_when_due()
        except RedisError as error:
            log.warning("deadlines wait for Redis", error=error)

    async def update_clock(self) -> None:
        """Update served time before an action is judged by the clock; does nothing while beats are regular.

        After an outage, updates may come before Telegram is probed again. Until it has answered, and updates can come
        in, all time between beats counts as downtime.
        """
        if not self._served.is_stale:
            return
        async with self._beat_lock:
            if self._served.is_stale:
                await self._served.record_beat(returning=self._is_probing or not self.is_reachable)

    async def record_when_due(self) -> None:
        """If a beat is due, probe Telegram, and record the beat if Telegram answers and updates can come in."""
        now = self._seconds()
        if self._next_beat is not None and now < self._next_beat:
            return
        self._is_probing = True
        try:
            if now >= self._next_probe:
                await self._probe()
        except RateLimited as error:
            # Beats continue without probes until the limit ends.
            log.warning("Telegram wants to be asked later whether it is there", seconds=error.seconds)
            self._next_probe = now + self._retries.count_failure(None, error)
        except CallFailed as error:
            self._stop_beats("Telegram does not answer", error)
            return
        if obstacle := self._find_update_obstacle():
            # The first look of a start comes before the webhook is registered: only the second is told.
            self._stop_beats("updates cannot come in", CallFailed(obstacle), is_told=self._next_beat is not None)
            return
        self._retries.clear_failures(None)
        await self._record_beat()
        self.is_reachable, self._is_probing, self._is_stop_logged = True, False, False
        self._next_beat = now + BEAT_INTERVAL.total_seconds()

    def _stop_beats(self, why: str, error: CallFailed, *, is_told: bool = True) -> None:
        if is_told and not self._is_stop_logged:
            log.warning("clocks stand still", reason=why, error=error.message)
            self._is_stop_logged = True
        self.is_reachable = self._is_probing = False
        self._next_beat = self._seconds() + self._retries.count_failure(None, error)

    async def _record_beat(self) -> None:
        async with self._beat_lock:
            await self._served.record_beat(returning=not self.is_reachable)

    async def record_end(self) -> None:
        """Record when this process ended, so that the next one can compute the downtime."""
        try:
            if self.is_reachable and not self._find_update_obstacle():
                await self._record_beat()
            await self._record_shutdown()
        except RedisError as error:
            log.warning("the end of this process could not be noted", error=error)


_BATCH: Final = 32  # the most due tables queued at once
Work = Callable[[], Awaitable[None]]
Requeue = Callable[[], None]
Rest = Callable[[], Awaitable[None]]
"""Makes a table be checked again after a pause, or before a deadline that comes earlier."""
QueueWork = Callable[[Scope, Work, Requeue], Awaitable[None]]
"""Queues work at a table; calls ``Requeue`` if the work is never run."""
Think = Callable[[LoadedTable, frozenset[str]], Awaitable[Action]]
"""Chooses the action of the computer player whose move it is, avoiding words that the table's judge has refused."""


class TableQueue(Protocol):
    """Queues work at tables after all earlier updates."""

    @property
    def is_ready(self) -> bool:
        """Whether all earlier updates are in the queue."""

    @property
    def ready_shards(self) -> Collection[OwnedShard] | None:
        """The shards whose updates are all in the queue; ``None`` for all readable shards."""

    @property
    def loss_count(self) -> int:
        """How many replies were lost; when it grows, older updates may be queued behind newer work."""

    @property
    def free_places(self) -> int:
        """How much more work may be queued now."""

    async def queue_work(
        self, scope: Scope, work: Work, requeue: Callable[[], None], players: Collection[int] = ()
    ) -> None:
        """Queue work at a table, also after private updates of ``players``; calls ``requeue`` if it is never run."""


@dataclass(frozen=True, slots=True)
class _Thought:
    loaded: LoadedTable
    queue_work: QueueWork
    rest: Rest
    refused_words: frozenset[str] = frozenset()


class ComputerTurns:
    """Makes computer players move; one instance per process.

    A move is chosen in the background, then played in its table's lane. It is a deadline of its table
    (:func:`engine.game.computer_deadline`), so a crash loses no move. It is played only if the table has not changed
    meanwhile; else another one is chosen. In games without turns it is played if the round is the same.
    """

    def __init__(self, games: Games, think: Think) -> None:
        self._games: Final = games
        self._think: Final = think
        self._thinking: Final[dict[Scope, Requeue]] = {}
        """The tables whose move is being chosen, or waits in the lane, and how to requeue each."""
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    def start_thinking(self, loaded: LoadedTable, queue_work: QueueWork, requeue: Requeue, rest: Rest) -> None:
        """Choose the move of a table's computer player in the background."""
        is_thinking = loaded.scope in self._thinking
        self._thinking[loaded.scope] = requeue
        if not is_thinking:
            self._start_task(_Thought(loaded, queue_work, rest))

    async def cancel_thinking(self) -> None:
        """Stop choosing; the deadlines of these moves are found again, here or by another worker."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start_task(self, thought: _Thought) -> None:
        task = asyncio.create_task(self._think_and_queue(thought), name=f"a computer player at {thought.loaded.scope}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _think_and_queue(self, thought: _Thought) -> None:
        scope = thought.loaded.scope
        with log_context(chat=scope.chat):
            try:
                action = await self._choose_action(thought)
                if action is None:
                    await self._rest(thought)
                    return
                await thought.queue_work(
                    scope, partial(self._play_chosen_action, thought, action), partial(self._look_again, scope)
                )
            except RedisError as error:
                log.warning("a computer player moves later", scope=scope, error=error)
                self._look_again(scope)
            except Exception as error:  # noqa: BLE001 - the outermost edge: the table is checked again
                # The error's message is left out, as it might name a letter.
                log.error("a computer player moves later", scope=scope, error=error_location(error))  # noqa: TRY400 - as above
                self._look_again(scope)

    async def _choose_action(self, thought: _Thought) -> Action | None:
        loaded = thought.loaded
        try:
            return await self._think(loaded, thought.refused_words)
        except RedisError:
            raise
        except Exception as error:  # noqa: BLE001 - the outermost edge: after any failure the table goes on
            # The error's message is left out, as it might name a letter.
            log.error("a computer player cannot think", scope=loaded.scope, error=error_location(error))  # noqa: TRY400 - as above
            game = require_game(loaded.table)
            return Pass(game.players[game.turn].user) if isinstance(game, TurnGame) else None

    async def _play_chosen_action(self, thought: _Thought, action: Action) -> None:
        loaded = thought.loaded
        try:
            now = await self._games.load_table(loaded.scope)
            if now.is_unreachable:
                # The chat was unreachable; its clocks are stopped until the bot is back.
                del self._thinking[loaded.scope]
                return
            if not _is_about_the_same(loaded, now):
                self._look_again(loaded.scope)
                return
            await self._games.apply_action(now, action, None)
        except Refusal as refusal:
            words = refusal.fields.get("words")
            if refusal.code == "not_words" and isinstance(words, tuple):
                # The table's judge refuses words from the computer player's list: choose another move.
                self._start_task(replace(thought, refused_words=thought.refused_words | frozenset(words)))
                return
            log.info("a computer player's move is not played", scope=loaded.scope, code=refusal.code)
            if isinstance(loaded.table, TurnGame):
                self._look_again(loaded.scope)
            else:
                await self._rest(thought)
        except Malformed as error:
            log.error("a computer player cannot move so", scope=loaded.scope, code=error.code)  # noqa: TRY400 - no letters
            await self._rest(thought)
        except (Busy, ShardNotOwned) as error:
            log.info("a computer player's move comes again", scope=loaded.scope, error=error)
            self._look_again(loaded.scope)
        else:
            del self._thinking[loaded.scope]

    async def _rest(self, thought: _Thought) -> None:
        self._thinking.pop(thought.loaded.scope, None)
        await thought.rest()

    def _look_again(self, scope: Scope) -> None:
        again = self._thinking.pop(scope, None)
        if again is not None:
            again()


def _is_about_the_same(before: LoadedTable, after: LoadedTable) -> bool:
    """Whether an action that was chosen for ``before`` still fits ``after``."""
    if after.version == before.version:
        return True
    was, game = before.table, after.table
    if not isinstance(was, Game) or not isinstance(game, Game) or isinstance(game, TurnGame):
        return False
    return (table_name(game), game.number) == (table_name(was), was.number)


@dataclass(eq=False)
class Deadlines:
    """Applies timeouts once their deadlines have passed; one instance per process."""

    store: GameStore
    games: Games
    served: ServedTime
    beats: ServiceBeats
    _: KW_ONLY
    table_queue: TableQueue
    is_window_untold: Callable[[Scope, str], Awaitable[bool]]
    """Whether a chat may not have been told yet of its table's open window (to challenge, say)."""
    computers: ComputerTurns
    until_next_poll: Callable[[asyncio.Event, float], Awaitable[None]] = wait_or_stop
    claims_to_return: dict[Scope, datetime] = field(default_factory=dict, init=False)
    """The claims that led to no action, each with the instant up to which it was made."""

    async def run(self, stop: asyncio.Event) -> None:
        """Apply timeouts as their deadlines pass, until ``stop`` is set."""
        while not stop.is_set():
            try:
                more = await self.queue_due_tables()
            except RedisError as error:
                log.warning("deadlines wait for Redis", error=error)
                more = False
            if not more:
                await self.until_next_poll(stop, _POLL_SECONDS)
        await self.computers.cancel_thinking()
        await self.beats.record_end()

    async def queue_due_tables(self) -> bool:
        """Queue the work of all passed deadlines; whether there was any."""
        await self.beats.record_when_due()
        most = min(_BATCH, self.table_queue.free_places)
        if not self.beats.is_reachable or not self.table_queue.is_ready or not most:
            return False
        loss_count = self.table_queue.loss_count
        await self._return_claims()
        await self.beats.update_clock()
        due_until = self.served()
        scopes = await self.store.claim_timeouts(due_until.timestamp(), most, self.table_queue.ready_shards)
        waiting = iter(scopes)
        for scope in waiting:
            try:
                with log_context(chat=scope.chat):
                    await self._queue_due_table(
                        scope, loss_count, due_until, partial(self._return_claim_later, scope, due_until)
                    )
            except Exception:
                for left in (scope, *waiting):
                    self._return_claim_later(left, due_until)
                raise
        return bool(scopes)

    async def _queue_due_table(
        self, scope: Scope, loss_count: int, due_until: datetime, requeue: Callable[[], None]
    ) -> None:
        try:
            loaded = await self.games.load_table(scope)
            window_waits = await self._may_window_be_untold(loaded, due_until)
        except RedisError:
            raise
        except Exception:  # the outermost edge: no table may end the loop for all
            log.exception("what is due at a table cannot be applied", scope=scope)
            return
        if loaded.is_unreadable:
            await self.store.postpone_timeout(scope, (due_until + _UNREADABLE_RETRY).timestamp())
            return
        if window_waits:
            # The window's message waits for the chat's rate limit, so the window ends later (:class:`LateWindows`).
            requeue()
            return
        players = {user for user in current_players(loaded.table) if user != loaded.scope.chat}
        if _waits_for_computer(loaded.table, due_until):
            queue_work = partial(self.table_queue.queue_work, players=players)
            self.computers.start_thinking(loaded, queue_work, requeue, partial(self._let_rest, loaded, due_until))
            return
        await self.table_queue.queue_work(
            loaded.scope, partial(self._apply_due, loaded.scope, loss_count, due_until, requeue), requeue, players
        )

    async def _may_window_be_untold(self, loaded: LoadedTable, due_until: datetime) -> bool:
        """Whether a timeout would close a window of which the chat may not have been told."""
        table = loaded.table
        window = table.open_window if isinstance(table, Game) else None
        if table is None or window is None or window.until > due_until:
            return False
        return await self.is_window_untold(loaded.scope, table_name(table))

    def _return_claim_later(self, scope: Scope, due_until: datetime) -> None:
        """Note a claim that led to no action, to release it soon; a newer claim of the scope replaces it."""
        self.claims_to_return[scope] = max(due_until, self.claims_to_return.get(scope, due_until))

    async def _let_rest(self, loaded: LoadedTable, due_until: datetime) -> None:
        """Release a claim that led to no action, for a pause or until the next deadline, whichever comes first."""
        due = None if loaded.table is None else automatic_deadline(loaded.table)
        rested = self.served() + _THINK_AGAIN
        until = rested if due is None else min(due, rested)
        await self.store.release_timeout(loaded.scope, due_until.timestamp(), until.timestamp())

    async def _return_claims(self) -> None:
        """Release the claims that led to no action; after a RedisError the rest is retried next time."""
        for scope, due_until in list(self.claims_to_return.items()):
            claimed = due_until.timestamp()
            await self.store.release_timeout(scope, claimed, claimed + _POLL_SECONDS)
            if self.claims_to_return.get(scope) == due_until:
                del self.claims_to_return[scope]

    async def _apply_due(self, scope: Scope, loss_count: int, due_until: datetime, requeue: Callable[[], None]) -> None:
        """Apply a table's timeouts, unless an earlier action may be queued behind this work by now.

        ``loss_count``: how many replies had been lost when the claim was made. ``due_until``: the instant of served
        time up to which it was made; deadlines that passed later come after the actions since. ``requeue``: lets the
        deadline be found again.
        """
        try:
            loaded = await self.games.load_table(scope)
            # One after another: after the end of a challenge window a reminder may be due as well.
            while _is_due(loaded.table, due_until):
                # The work may have waited in the lane, so served time may be out of date.
                await self.beats.update_clock()
                if self.table_queue.loss_count != loss_count or not self.table_queue.is_ready:
                    log.info("what is due comes again: what came before it is to be read first", scope=scope)
                    requeue()
                    return
                step = await self.games.apply_due(loaded)
                if step is None or not _is_due(step.table, due_until):
                    return
                loaded = await self.games.load_table(scope)
        except Refusal as refusal:
            # A player acted meanwhile, or another worker was faster.
            log.debug("nothing is due any more", scope=scope, code=refusal.code)
        except ShardNotOwned as error:
            log.info("what is due at a table is left", scope=scope, error=error)
        except Busy:
            log.info("a table is busy, what is due there comes again", scope=scope)
            requeue()
        except RedisError:
            raise
        except Exception:  # the outermost edge: no table may end the loop for all
            log.exception("what is due at a table cannot be applied", scope=scope)


def _is_due(table: Table | None, by: datetime) -> bool:
    due = None if table is None else automatic_deadline(table)
    return due is not None and due <= by


def _waits_for_computer(table: Table | None, by: datetime) -> bool:
    """Whether a computer player's move is the table's first deadline, and has passed at ``by``.

    If all players answer a round until its end, the computer player does not move once that has passed.
    """
    moves = None if table is None else computer_deadline(table)
    if moves is None or moves > by:
        return False
    return not _is_due(table, moves if isinstance(table, TurnGame) else by)


@dataclass(eq=False)
class UnreachableClocks:
    """Stops the clocks of unreachable chats, and resumes them."""

    games: Games
    unreachable_scopes: UnreachableChats
    catch_up: Callable[[], Awaitable[None]]  # brings served time up to date

    async def stop_clocks_of_chat(self, chat: int) -> None:
        """Stop all clocks of a chat without a message, so that no deadline passes.

        Raises Busy if a table was changed too often meanwhile; then the next undelivered message stops its clocks.
        """
        await self._stop_clocks(await self.unreachable_scopes.list_scopes_in_use(chat))

    async def stop_clocks_of_topic(self, scope: Scope) -> None:
        """Stop the clocks of a closed or deleted topic without a message; raises as :meth:`stop_clocks_of_chat`."""
        await self._stop_clocks([loaded.scope for loaded in (await self.games.load_place(scope)).open_tables])

    async def resume_clocks_of_chat(self, chat: int, untold: Collection[Scope] = ()) -> None:
        """Resume the clocks of a chat that is reachable again, and tell its players; raises Busy."""
        for scope in await self.unreachable_scopes.list_unreachable_scopes(chat):
            if scope.place not in untold:
                await self._resume_clock(scope)

    async def resume_clocks_of_table(self, scope: Scope) -> None:
        """Resume the clocks of one table, as :meth:`resume_clocks_of_chat`."""
        if scope in await self.unreachable_scopes.list_unreachable_scopes(scope.chat):
            await self._resume_clock(scope)

    async def _resume_clock(self, scope: Scope) -> None:
        await self.catch_up()
        if await self._apply_clock_action(scope, Resume(NOBODY)):
            log.info("a chat can be told again, its clocks run on", chat=scope.chat, scope=scope)
        await self.unreachable_scopes.unmark_unreachable(scope)

    async def _stop_clocks(self, scopes: Iterable[Scope]) -> None:
        await self.catch_up()
        for scope in scopes:
            game = (await self.games.load_table(scope)).table
            if not isinstance(game, Game) or is_over(game) or game.clocks.paused is not None:
                continue
            # Before they stop: if the process ends in between, no stopped clock is forgotten.
            await self.unreachable_scopes.mark_unreachable(scope)
            if await self._apply_clock_action(scope, Pause(NOBODY)):
                log.info("a chat cannot be told, its clocks wait until it can", chat=scope.chat, scope=scope)

    async def _apply_clock_action(self, scope: Scope, action: Pause | Resume) -> bool:
        try:
            return await self.games.apply_action(await self.games.load_table(scope), action, None) is not None
        except Refusal as refusal:
            log.debug("clocks stay as they are", scope=scope, code=refusal.code)
        return False


_MS: Final = timedelta(milliseconds=1)
_PAUSE_SECONDS: Final = 1.0  # the pause before work that a lane did not run is queued again

_LONGEST_SECONDS: Final = 30.0
"""How long work may wait in a lane before it is queued again, since a stopped lane never runs it."""


@dataclass(eq=False)
class LateWindows:
    """Extends windows (to challenge, say) of which chats were told late, in the chats' lanes; one a process."""

    games: Games
    table_queue: TableQueue
    catch_up: Callable[[], Awaitable[None]]
    has_all_notices: Callable[[int], bool]  # whether all unsent notices of a chat were noted here
    find_of_migrated: Callable[[int], Awaitable[Iterable[bytes]]]
    """Finds the notices of the group that a supergroup was, which another worker may have."""
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    untold: dict[tuple[Scope, str], str] = field(default_factory=dict, init=False)
    """The unsent notices that open windows, by table and outbox entry, with the short names of their tables, which stay
    the same when a group becomes a supergroup.
    """

    def note_untold(self, scope: Scope, entry: str, table: str) -> None:
        """Note that an unsent outbox entry opens a window at the table with that short name."""
        self.untold[scope, entry] = table

    def note_told(self, scope: Scope, entry: str) -> None:
        """Note that an outbox entry was sent or given up; idempotent."""
        self.untold.pop((scope, entry), None)

    async def may_be_untold(self, scope: Scope, table: str) -> bool:
        """Whether a chat may not have been told yet of the open window at the table with that short name."""
        if table in self.untold.values() or not self.has_all_notices(scope.chat):
            return True
        # If the group has become a supergroup, the worker of its former shard sends the notices that wait there.
        return any(map(partial(self._opens_window, table), await self.find_of_migrated(scope.chat)))

    def _opens_window(self, table: str, payload: bytes) -> bool:
        try:
            notice = self.games.read_notice(payload)
        except UnreadableState:
            # The worker that has the notice sets it aside.
            return False
        return notice.table == table and notice.opened is not None

    async def read_time(self) -> datetime:
        """The present instant, in served time."""
        await self.catch_up()
        return self.games.times.now

    async def find_scope(self, scope: Scope) -> Scope:
        """The present scope of a table: in its supergroup, once a worker has migrated it."""
        return (await self.games.load_table(scope)).scope

    async def lengthen_if_late(self, scope: Scope, window: OpenWindow, told: datetime) -> None:
        """Extend a window by the delay until its chat was ``told`` (served time) of it; raises ShardNotOwned."""
        if told - window.since <= PROMPT_WITHIN:
            return
        log.info("a play was told late", scope=scope, play=window.play, seconds=(told - window.since).total_seconds())
        while not await self._work_in_lane(scope, partial(self._lengthen, scope, window, told)):
            await self.pause(_PAUSE_SECONDS)

    async def _work_in_lane(self, scope: Scope, work: Callable[[], Awaitable[bool]]) -> bool:
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def settle(is_done: bool) -> None:  # noqa: FBT001 - its only argument
            if not done.done():
                done.set_result(is_done)

        async def run() -> None:
            try:
                settle(await work())
            except ShardNotOwned as error:
                if not done.done():
                    done.set_exception(error)

        await self.table_queue.queue_work(scope, run, partial(settle, False))
        try:
            return await asyncio.wait_for(done, _LONGEST_SECONDS)
        except TimeoutError:
            return False

    async def _lengthen(self, scope: Scope, window: OpenWindow, told: datetime) -> bool:
        try:
            loaded = await self.games.load_table(scope)
            table = loaded.table
            open_ = table.open_window if isinstance(table, Game) else None
            if not isinstance(table, Game) or open_ is None or (open_.play, open_.since) != (window.play, window.since):
                return True
            # While a game is paused, its windows stop, too.
            late = min(told, table.clocks.paused or told) - window.since
            await self.games.apply_action(loaded, LengthenWindow(window.play, late // _MS), None)
        except Refusal as refusal:
            log.debug("a window is not lengthened", scope=scope, code=refusal.code)
        except Busy:
            return False
        except (RedisError, ShardNotOwned):
            raise
        except Exception:  # the outermost edge: no table may end its chat's lane
            log.exception("a window stays as it is", scope=scope)
        return True
