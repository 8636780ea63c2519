"""Games: judges words, applies actions and commits the results; the only place where tables change.

:meth:`Games.apply_action` is a compare-and-set loop; actions of one process that collide are retried one after another.
`bot.tables.table_loader` loads tables, and :class:`CommitBuilder` builds what a step writes, including its notice.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final
from weakref import WeakValueDictionary

from msgspec import structs

from bot.judges import WordChanges, WordJudge
from bot.logs import get_logger
from bot.runtime import ServedTime, new_secret
from bot.store import retention
from bot.store.commits import ChatMigrated, Commit, Committed, Conflict, Duplicate, FinishedGame, UpdateContext
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.tables.codec import Notice, NoticeCache, TableCache, UnreadableState, encode_stored
from bot.tables.served_time import TableTimes
from bot.tables.table_loader import (
    AppliedSteps,
    Busy,
    IsAudited,
    LoadedPlace,
    LoadedTable,
    PlayerTables,
    TableHistory,
    TableLoader,
    check_can_host_table,
    current_players,
    index_players,
    table_name,
)
from bot.terminal import program_version
from bot.workers.sending import GAME_NEWS, Sending
from engine.absence import PresenceNoted, VoteCast
from engine.cancellation import CancelObjected
from engine.clock import NOBODY, Paused, Resumed
from engine.computer_players import SeatComputers
from engine.errors import Refusal
from engine.game import (
    Action,
    Game,
    Step,
    Table,
    action_times,
    deadline,
    due_action,
    is_clock_running,
    is_over,
    redact,
    view,
)
from engine.game_base import OpenWindow
from engine.game_record import CANCELLED, compose_record, encode_record
from engine.invitations import begin_in, lobby_after_last_seat
from engine.lobby_seats import Begin, Join, Lobby, Open, Seat, SeatTaken, open_lobby
from engine.messages import Event
from engine.packed_game import pack_game
from engine.rulesets import Ruleset
from engine.table_log import LogEntry, Verdict, apply_and_log, try_action


@dataclass(frozen=True, slots=True)
class DueAlerts:
    """The users to be alerted because a table opens."""

    mentioned: tuple[Seat, ...] = ()  # the subscribers whom the message about the table mentions
    satisfied_keys: tuple[str, ...] = ()
    """The keys of subscriptions that end (:func:`bot.store.chats.subscriber_field`), even if no message mentions them.
    """
    private_host: int | None = None
    """The host who opened the table from their private chat, where they are told which chat has it."""


FindTableAlerts = Callable[[Scope, int], Awaitable[DueAlerts]]
"""Finds the users to alert when a user opens a table in a scope."""


NO_ALERTS = DueAlerts()


def build_notice(
    loaded: LoadedTable,
    table: Table,
    step: Step,
    *,
    custom_words: WordChanges | None,
    fell_back: bool,
    untold_downtime: int,
    alerts: DueAlerts = NO_ALERTS,
) -> Notice:
    """A step's notice, redacted for the group; ``table``: after the step; ``untold_downtime``: in milliseconds."""
    return Notice(
        tuple(redact(event, None) for event in step.events),
        None if step.table is None else view(step.table, None),
        table_name(table),
        table.ruleset.title,
        loaded.settings.get("language"),
        (custom_words or WordChanges()).counted_lexicon(table.ruleset.lexicon),
        loaded.settings.get("theme"),
        loaded.settings.get("labels"),
        fell_back,
        untold_downtime,
        loaded.settings.get("boards"),
        "" if isinstance(table, Lobby) or table.number else table.commitment,
        alerts.mentioned,
        alerts.private_host,
        loaded.told_number,
        table.seats if isinstance(table, Lobby) and step.table is None and loaded.has_neighbours else (),
        opened=_opened_window(loaded.table, step.table),
        ends_wait=_ends_wait(loaded.table, step.table),
    )


def _opened_window(before: Table | None, after: Table | None) -> OpenWindow | None:
    if not isinstance(after, Game):
        return None
    window, newest = after.open_window, before.number if isinstance(before, Game) else 0
    return window if window is not None and window.play > newest else None


def _ends_wait(before: Table | None, after: Table | None) -> bool:
    """Whether a player can act who could not before: a new turn or round, or resumed clocks."""
    if not isinstance(after, Game) or after.outcome is not None or after.clocks.paused is not None:
        return False
    if not isinstance(before, Game) or before.number != after.number:
        return True
    if any(after.may_act(seat) and not before.may_act(seat) for seat in range(len(before.players))):
        return True
    return after.clocks.started is not None and (before.clocks.started is None or before.clocks.paused is not None)


def needs_no_message(step: Step) -> bool:
    """Whether a step needs no message: it has nothing to tell, or the message that was tapped shows it."""
    return bool(step.events) and all(_needs_no_message_for(event, step.table) for event in step.events)


def _needs_no_message_for(event: Event, table: Table | None) -> bool:
    match event:
        case VoteCast(opens=opens, shown=shown):
            return shown and not opens
        case CancelObjected() | PresenceNoted():
            return True
        case SeatTaken():
            # The events of a game's start show who plays.
            return isinstance(table, Game)
        case Resumed(by=by):
            # If no clock runs, the bot's greeting on its return says that the game continues.
            return by == NOBODY and table is not None and not is_clock_running(table)
        case _:
            return event.is_silent or event == Paused(NOBODY)


log = get_logger(__name__)


_MOST_JUDGING_TIME: Final = timedelta(seconds=3)
"""Longer than judging words and saving can take: the live dictionary answers or times out within 1.8 s."""
_FREE_JUDGING_TIME: Final = timedelta(milliseconds=100)
"""How long judging by word lists takes at most; the time beyond it is not charged to the next player."""


MessageRef = tuple[int, int]  # a message: its chat, and its number there


class GameRecorder:
    """Makes the stored form of finished games, whose logs are packed for ``history_seconds`` (0: not at all)."""

    def __init__(self, history: TableHistory, clock: ServedTime, history_seconds: int) -> None:
        self._history: Final = history
        self._clock: Final = clock
        self._history_seconds: Final = history_seconds

    async def record_end(self, loaded: LoadedTable, step: Step, entry: LogEntry) -> FinishedGame | None:
        """The stored form of the game if a step ends it with a result; else ``None``."""
        game = step.table
        was_running = isinstance(loaded.table, Game) and loaded.table.outcome is None
        if not isinstance(game, Game) or game.outcome is None or not was_running:
            return None
        if game.outcome.reason == CANCELLED:
            return None
        try:
            former = await self._history.read_log(loaded)
        except UnreadableState as error:
            log.warning("the record of a game has no figures of its turns", scope=loaded.scope, error=error)
            former = []
        whole = [*former, entry] if former else []
        events: list[Event] = [event for one in whole for event in one.events]
        begun_at = next((one.utc_time for one in former if begin_in(one.action) is not None), None)
        record = compose_record(game, events, begun_at, entry.applied_at + self._clock.downtime)
        if record is None:
            return None
        packs, words = bool(whole) and self._history_seconds > 0, loaded.custom_words or WordChanges()
        return FinishedGame(
            record.id,
            encode_record(record),
            pack_game(game.ruleset, game.secret, whole, program_version(), words.added, words.removed)
            if packs
            else None,
            self._history_seconds,
        )


_MS: Final = timedelta(milliseconds=1)
_UNIX_START: Final = datetime(1970, 1, 1, tzinfo=UTC)


class CommitBuilder:
    """Builds commits with their notices."""

    def __init__(self, clock: ServedTime, times: TableTimes, recorder: GameRecorder) -> None:
        self._clock: Final = clock
        self._times: Final = times
        self._recorder: Final = recorder

    async def build_commit(
        self,
        loaded: LoadedTable,
        step: Step,
        update: UpdateContext | None,
        entry: LogEntry,
        *,
        opening: LogEntry | None = None,
        custom_words: WordChanges | None = None,
        carried_entries: Sequence[bytes] = (),
        fell_back: bool = False,
        alerts: DueAlerts = NO_ALERTS,
    ) -> tuple[Commit, Notice]:
        """The commit of a step and the step's notice, which the commit puts into the outbox if it needs a message.

        With ``opening``, a new log begins; it is ``entry``, unless a game begins at once. ``carried_entries``: the
        audit entries of the place's finished tables, whose logs will be deleted. ``fell_back``: a built-in list judged
        instead of the live service, and the chat has not been told yet.
        """
        table = step.table or loaded.table
        if table is None:
            raise AssertionError("a step without a table closes one")
        notice = build_notice(
            loaded,
            table,
            step,
            custom_words=loaded.custom_words if custom_words is None else custom_words,
            fell_back=fell_back,
            untold_downtime=self._times.untold_downtime(loaded) // _MS,
            alerts=alerts,
        )
        downtime = self._clock.downtime
        entries = [entry] if opening is None or opening is entry else [opening, entry]
        if downtime:
            entries = [structs.replace(one, utc=one.at + downtime) for one in entries]
            entry = entries[-1]
        finished = await self._recorder.record_end(loaded, step, entry)
        due = None if step.table is None else deadline(step.table)
        commit = Commit(
            scope=loaded.scope,
            expected_version=loaded.version,
            update_id=None if update is None else update.counted_as,
            state=None if step.table is None else encode_stored(step.table),
            log=tuple(encode_stored(one) for one in entries),
            outbox=() if needs_no_message(step) else (encode_stored(notice),),
            deadline=None if due is None else due.timestamp(),
            reset_log=opening is not None,
            audit_entries=carried_entries,
            custom_words=None if custom_words is None else encode_stored(custom_words),
            downtime_ms=downtime // _MS,
            served_at_ms=-((_UNIX_START - max(self._clock(), entry.applied_at)) // _MS),
            short_retention=step.table is None or is_over(step.table),
            finished_game=finished,
            told_numbers=() if opening is None else _numbers_to_tell(loaded),
            alerted=alerts.satisfied_keys,
        )
        return commit, notice


def _numbers_to_tell(loaded: LoadedTable) -> tuple[int, ...]:
    """The numbers that people are told from now on: if a table opens beside others, those of all open tables."""
    if not loaded.has_neighbours:
        return ()
    neighbours = (number for number, what in loaded.numbers.items() if what.is_open)
    return tuple(sorted({*neighbours, loaded.scope.table}))


@dataclass(slots=True)
class _RetryQueue:
    """A place in a table's queue of retries; callers that entered must leave."""

    lock: asyncio.Lock
    has_entered: bool = False

    async def enter(self) -> None:
        """Wait for the callers ahead in the queue; idempotent."""
        self.has_entered = self.has_entered or await self.lock.acquire()

    def leave(self) -> None:
        """Let the next caller try."""
        if self.has_entered:
            self.lock.release()


MOST_ATTEMPTS = 5  # how often an action is tried after conflicts, before the player is asked to repeat it


MakeAction = Callable[[Table, datetime], Action]  # makes the action from the present table and the present instant


async def _let_games_begin() -> None:
    pass


@dataclass(frozen=True)
class GamePolicy:
    """Rules about games that come from the operator, the bot owners and the families."""

    is_audited: IsAudited = lambda _: False  # whether an action of an administrator or host is kept in the audit log
    check_may_begin: Callable[[], Awaitable[None]] = _let_games_begin
    """Raises a refusal while no table may be opened and no game begun."""
    is_banned: Callable[[int], bool] = lambda _: False
    """Whether users may not change a chat's tables, even from their private chats."""
    history_seconds: int = retention.HISTORY_SECONDS  # how long finished games are kept for replays; 0 for not at all


class Games:
    """Applies actions to the tables of a store.

    ``on_outage`` tells a chat, once in an outage, that a built-in list judged instead of the live dictionary, if the
    action changed nothing and so has no notice. ``on_applied`` gets every committed step once, with its secrets and the
    table before it; of steps that open a table only those that also begin its game. ``secret`` makes a new table's
    secret, in hex.
    """

    def __init__(
        self,
        store: GameStore,
        judges: WordJudge,
        clock: ServedTime,
        on_outage: Callable[[LoadedTable, Sending], Awaitable[None]] | None = None,
        on_applied: Callable[[LoadedTable, Step], None] | None = None,
        *,
        secret: Callable[[], str] = new_secret,
        policy: GamePolicy = GamePolicy(),
    ) -> None:
        self._store: Final = store
        self._judges: Final = judges
        self._table_cache: Final = TableCache()
        self._applied_steps: Final = AppliedSteps(on_applied)
        self.loader: Final = TableLoader(store, judges, self._table_cache, self._applied_steps)
        self.load_table: Final = self.loader.load_table
        self.load_place: Final = self.loader.load_place
        self._clock: Final = clock
        self.times: Final = TableTimes(clock)
        self.history: Final = TableHistory(store, policy.is_audited)
        self.player_tables: Final = PlayerTables(store.players, self.load_table)
        self._on_outage: Final = on_outage
        self._secret: Final = secret
        self._policy: Final = policy
        self._notice_cache: Final = NoticeCache()
        self.peek_notice: Final = self._notice_cache.decode_cached_notice
        self.read_notice: Final = self._notice_cache.pop_or_decode_notice
        recorder = GameRecorder(self.history, clock, policy.history_seconds)
        self._commit_builder: Final = CommitBuilder(clock, self.times, recorder)
        self._retry_locks: Final[WeakValueDictionary[Scope, asyncio.Lock]] = WeakValueDictionary()
        """Queues for colliding commits at a table: if many users tap at once, most would fail at each attempt."""

    async def record_announced_downtime(self, loaded: LoadedTable) -> None:
        """Note that a table's chat has been told of all downtime so far."""
        await self._store.save_announced_downtime(loaded.scope, self._clock.downtime // _MS)

    async def open_table(
        self,
        place: LoadedPlace,
        ruleset: Ruleset,
        host: Seat,
        update: UpdateContext,
        *,
        order: tuple[Seat, ...] = (),
        computers: tuple[Seat, ...] = (),
        begin: MessageRef | None = None,
        find_alerts: FindTableAlerts | None = None,
    ) -> Step | None:
        """Open a lobby with the lowest free number; ``None`` if the update did so before.

        ``order``: the order of seats, for a rematch. ``begin``: the message that asked to begin at once; the game then
        begins in the same commit. Raises Refusal, Busy or WrongLane.
        """
        update.check_lane(place.first.scope)
        await self._policy.check_may_begin()
        for _ in range(MOST_ATTEMPTS):
            if place.first.is_duplicate:
                return None
            check_can_host_table(place, host.user)
            now = self._clock()
            loaded = place.at_number(place.free_number((now + self._clock.downtime).timestamp()))
            lobby = open_lobby(ruleset, host, self._secret(), order, computers=computers, now=now)
            step = Step(lobby, tuple(SeatTaken(seat.user, seat.name) for seat in lobby.seats))
            with_words = replace(loaded, custom_words=await self.loader.custom_words_at(loaded.scope, lobby, None))
            opening = entry = LogEntry(Open(host.user, host.name, order, computers), now, {}, step.events)
            words: WordChanges | None = None
            if begin is not None:
                chat, number = begin
                action, words = await self._complete_begin(with_words, lobby, Begin(host.user, number, "", chat))
                started, entry = apply_and_log(lobby, action, now, {})
                step = Step(started.table, (*step.events, *started.events))
                await index_players(self._store.players, step.table, loaded.scope)
            carried_entries = await self.history.entries_to_carry_over(place)
            alerts = NO_ALERTS if find_alerts is None else await find_alerts(loaded.scope.place, host.user)
            commit = await self._commit_builder.build_commit(
                with_words,
                step,
                update,
                entry,
                opening=opening,
                custom_words=words,
                carried_entries=carried_entries,
                alerts=alerts,
            )
            attempt = None if begin is None else self._applied_steps.note_attempt(loaded, step, commit[0])
            if await self._commit_step(step, *commit, update):
                self.loader.note_several_tables(place.first.scope, several=bool(place.open_tables))
                if attempt is not None:
                    self._applied_steps.tell_applied(attempt)
                return step
            place = await self.load_place(loaded.scope, update)
        raise Busy

    async def start_game(
        self, loaded: LoadedTable, user: int, message: int, update: UpdateContext | None, chat: int | None = None
    ) -> Step | None:
        """Start a lobby's game with the chat's present dictionary; raises as :meth:`apply_action`.

        ``message`` and ``chat``, by default the table's, are those of the message that asked for it.
        """
        if update is not None:
            update.check_lane(loaded.scope)
        origin = loaded.scope.chat if chat is None else chat
        return await self._judge_apply_commit(
            loaded, lambda *_: Begin(user, message, "", origin), update, (origin, message)
        )

    async def seat_player(
        self, loaded: LoadedTable, action: Join | SeatComputers, update: UpdateContext, message: int, chat: int
    ) -> Step | None:
        """Seat a user; if that fills a lobby that starts when full, the game begins in the same commit.

        ``message`` and ``chat`` are those of the message that asked for it. Raises as :meth:`apply_action`.
        """
        self._check_update_allowed(loaded, update)
        return await self._judge_apply_commit(loaded, lambda *_: action, update, (chat, message))

    async def apply_action(
        self, loaded: LoadedTable, action: Action | MakeAction, update: UpdateContext | None
    ) -> Step | None:
        """Apply an action, or one made from the table and the instant; ``None`` if the update was applied before.

        Raises Refusal, Malformed, Ambiguous, Busy or WrongLane, having changed nothing. Users get ``out_of_reach`` if
        the bot cannot reach the table's chat, ``banned_chat`` if that is banned.
        """
        self._check_update_allowed(loaded, update)
        return await self._judge_apply_commit(loaded, action if callable(action) else lambda *_: action, update)

    def _check_update_allowed(self, loaded: LoadedTable, update: UpdateContext | None) -> None:
        if update is not None:
            update.check_lane(loaded.scope)
            self.check_reachable(loaded)

    def check_reachable(self, loaded: LoadedTable) -> None:
        """Raise the refusal ``banned_chat`` or ``out_of_reach`` if users may not change a table."""
        if self._policy.is_banned(loaded.scope.chat):
            raise Refusal("banned_chat")
        if loaded.is_unreachable:
            raise Refusal("out_of_reach")

    async def apply_due(self, loaded: LoadedTable) -> Step | None:
        """Apply the reminder or timeout whose deadline has passed; raises Busy, or ``not_due`` or ``no_game``."""
        return await self._judge_apply_commit(loaded, due_action, None)

    async def _judge_apply_commit(
        self, loaded: LoadedTable, make: MakeAction, update: UpdateContext | None, message: MessageRef | None = None
    ) -> Step | None:
        # Neither this player nor the next loses time by waiting, judging and lost races.
        arrived = self._clock() if loaded.arrived_at is None else loaded.arrived_at
        name = None if loaded.table is None else table_name(loaded.table)
        verdicts: dict[str, Verdict] = {}
        fell_back = False
        retries = _RetryQueue(self._retry_locks.setdefault(loaded.scope, asyncio.Lock()))
        try:
            if retries.lock.locked():
                await retries.enter()
                loaded = await self.load_table(loaded.scope, update, arrived)
            for _ in range(MOST_ATTEMPTS):
                if loaded.is_duplicate:
                    return None
                if loaded.table is None:
                    raise Refusal("table_unreadable" if loaded.is_unreadable else "no_game")
                if table_name(loaded.table) != name:
                    # The action and the judges' verdicts concern a table that has been replaced.
                    raise Busy
                now, begins = action_times(loaded.table, arrived, self._clock())
                action, custom_words = await self._complete_if_starting(loaded, make(loaded.table, now), message)
                words, supposed = try_action(loaded.table, action, now, begins)
                fresh = [word for word in words if word not in verdicts]
                if fresh:
                    await self._postpone_deadline(loaded.scope, loaded.table)
                    judgement = await self._judges.judge_words(
                        fresh, await self.loader.load_dictionary(loaded, loaded.table.ruleset)
                    )
                    verdicts |= judgement.verdicts
                    # A step told only to its sender, such as a hint, leaves the news of the outage to the next public
                    # step.
                    is_outage_told = judgement.fell_back and not needs_no_message(supposed)
                    fell_back |= is_outage_told and await self._judges.claim_outage_notice(loaded.scope.chat)
                used_verdicts = {word: verdicts[word] for word in words}
                judged_at = self._end_of_judging(loaded.table, arrived, begins)
                reused = supposed if judged_at == begins else None
                step, entry = apply_and_log(loaded.table, action, now, used_verdicts, reused, begins=judged_at)
                for newcomer in {*current_players(step.table)} - {*current_players(loaded.table)}:
                    # Users' lists are in other shards. They are written before the commit, so that no word is looked up
                    # in between.
                    await self._store.players.add_user_game(newcomer, loaded.scope, table_name(loaded.table))
                commit, notice = await self._commit_builder.build_commit(
                    loaded, step, update, entry, custom_words=custom_words, fell_back=fell_back
                )
                attempt = self._applied_steps.note_attempt(loaded, step, commit)
                if await self._commit_step(step, commit, notice, update):
                    # The notice reports the outage together with the move.
                    fell_back = False
                    self._applied_steps.tell_applied(attempt)
                    return step
                await retries.enter()
                loaded = await self.load_table(loaded.scope, update, arrived)
            raise Busy
        finally:
            retries.leave()
            if fell_back and self._on_outage is not None:
                await self._on_outage(loaded, GAME_NEWS if update is None else update.sending)

    async def _complete_if_starting(
        self, loaded: LoadedTable, action: Action, message: MessageRef | None
    ) -> tuple[Action, WordChanges | None]:
        """The action to apply and, if it begins a game, the chat's words for it; may raise a Refusal.

        ``message``: the one that asked for the game; ``None`` if none can begin.
        """
        table = loaded.table
        if message is None or not isinstance(table, Lobby):
            return action, None
        match action:
            case Begin():
                return await self._complete_begin(loaded, table, action)
            case Join() | SeatComputers() if (full := lobby_after_last_seat(table, action)) is not None:
                chat, number = message
                begin, changes = await self._complete_begin(loaded, full, Begin(action.by, number, "", chat))
                return structs.replace(action, begin=begin), changes
            case _:
                return action, None

    async def _complete_begin(self, loaded: LoadedTable, table: Lobby, begin: Begin) -> tuple[Begin, WordChanges]:
        """The action with the chat's present dictionary, and the chat's own words in it; may raise a Refusal."""
        await self._policy.check_may_begin()
        dictionary = await self.loader.load_dictionary(loaded, table.ruleset)
        return structs.replace(begin, lexicon=dictionary.words.hash), dictionary.changes

    def _end_of_judging(self, table: Table, arrived: datetime, begins: datetime) -> datetime:
        """When the turn after an action begins: once its words are judged."""
        _, judged = action_times(table, arrived, self._clock())
        return judged if judged - begins > _FREE_JUDGING_TIME else begins

    async def _postpone_deadline(self, scope: Scope, table: Table) -> None:
        """Keep all processes from timing a table out while its words are judged."""
        due, until = deadline(table), self._clock() + _MOST_JUDGING_TIME
        if due is not None and due <= until:
            await self._store.postpone_timeout(scope, until.timestamp())

    async def _commit_step(self, step: Step, commit: Commit, notice: Notice, update: UpdateContext | None) -> bool:
        self._notice_cache.cache_notice(commit.outbox, notice)
        match await self._store.commit(commit, update):
            case Committed():
                self._table_cache.cache_table(commit.scope, commit.state, step.table)
                return True
            case Duplicate() | Conflict() | ChatMigrated():
                return False
