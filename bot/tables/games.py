"""Games: loads tables, judges words, applies actions and commits the result; the only way in which a table changes.

:meth:`Games.apply_action` is the heart of it: a compare-and-set loop that runs a lost race again.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace as changed

from bot.judges import Dictionary, WordChanges, WordJudge
from bot.judges.dictionary import parse_lexicon
from bot.runtime import ServedTime, new_secret
from bot.store.chat_migration import check_chat_migration
from bot.store.commits import ChatMigrated, Committed, Conflict, Duplicate, Loaded
from bot.store.current_update import check_lane
from bot.store.games import GameStore
from bot.store.scope import Scope
from bot.tables.audit_log import IsAct, TableHistory
from bot.tables.codec import Notice, UnreadableState, encode_stored
from bot.tables.commit import build_commit
from bot.tables.decoded_cache import NoticeCache, TableCache
from bot.tables.game_start import GameStart, MessageRef
from bot.tables.loaded_table import LoadedTable, check_can_open_table, table_name
from bot.tables.notices import NO_ALERTS, DueAlerts, FindTableAlerts, build_notice, find_no_alerts, needs_no_message
from bot.tables.player_tables import PlayerTables, index_players
from bot.tables.served_time import TableTimes
from bot.tables.table_loader import custom_words_at, migrate_chat_tables
from bot.workers.recent import RecentKeys
from engine.absence import PlayerReplaced
from engine.computer_players import SeatComputers
from engine.errors import Refusal
from engine.game import Action, Step, Table, action_times, deadline, due_action, is_over
from engine.lobby_lifecycle import begin_in
from engine.lobby_seats import Begin, Join, Open, Seat, SeatTaken, open_lobby
from engine.rulesets import Ruleset
from engine.table_log import LogEntry, Verdict, apply_and_log, try_action

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 5
"""How often an action is tried when others change the table first, before the player is asked to repeat it."""

_MS: Final = timedelta(milliseconds=1)
_LOG_AGAIN_SECONDS: Final = 3600.0
_MOST_JUDGING_TIME: Final = timedelta(seconds=3)
"""More than judging words and saving takes: the live service answers or times out within 1.8 s."""
_FREE_JUDGING_TIME: Final = timedelta(milliseconds=100)
"""What judging by word lists takes at most; if it takes longer, that is not the next player's time."""

MakeAction = Callable[[Table, datetime], Action]
"""Makes the action from the current table and the instant."""


class Busy(Exception):
    """Others changed the table too often at the same time; the player may repeat the action."""


class Games:
    """Applies actions to the tables of a store.

    Args:
        store: where the tables are.
        judges: judges words.
        clock: served time.
        on_outage: tells a chat, once an outage, that a built-in list judged in place of the live service; called where
            no notice says so, as the action changed nothing.
        on_applied: gets every committed step, with its secrets, and the table that it came from.
        secret: makes the secret that the seal of a new table commits to, in hex.
        is_act: whether an action of an administrator or host is kept beyond its game; none by default.
        check_may_begin: raises a refusal while no table may be opened and no game begun; by default they always may.
        is_banned: whether nobody may change a chat's tables, not even from private chats; no chat by default.
    """

    def __init__(
        self,
        store: GameStore,
        judges: WordJudge,
        clock: ServedTime,
        on_outage: Callable[[LoadedTable], Awaitable[None]] | None = None,
        on_applied: Callable[[LoadedTable, Step], None] | None = None,
        *,
        secret: Callable[[], str] = new_secret,
        is_act: IsAct = lambda _: False,
        check_may_begin: Callable[[], Awaitable[None]] | None = None,
        is_banned: Callable[[int], bool] = lambda _: False,
    ) -> None:
        self._store: Final = store
        self._judges: Final = judges
        self._clock: Final = clock
        self.times: Final = TableTimes(clock)
        self.history: Final = TableHistory(store, is_act)
        self.player_tables: Final = PlayerTables(store.players, self.load_table)
        self._on_outage: Final = on_outage
        self._on_applied: Final = on_applied
        self._secret: Final = secret
        self._check_may_begin: Final = check_may_begin
        self._is_banned: Final = is_banned
        self._game_start: Final = GameStart(self.dictionary, check_may_begin)
        self._table_cache: Final = TableCache()
        self._notice_cache: Final = NoticeCache()
        self._recently_logged: Final = RecentKeys(_LOG_AGAIN_SECONDS)
        """Unreadable tables that were logged lately."""

    async def record_announced_downtime(self, loaded: LoadedTable) -> None:
        """Note that a table's chat was told of all downtime so far."""
        await self._store.save_announced_downtime(loaded.scope, self._clock.downtime // _MS)

    async def load_table(self, scope: Scope, update: int | None = None, arrived: datetime | None = None) -> LoadedTable:
        """Load a chat's table and settings; those of a group that became a supergroup come from its new chat.

        A table that cannot be read is ``None``, with :attr:`~bot.tables.loaded_table.LoadedTable.is_unreadable` set.

        Args:
            scope: the chat, or its topic.
            update: the update that it is loaded for.
            arrived: when that reached the bot, in served time.
        """
        while (loaded := await self._store.load_table(scope, update)).migrated_to is not None:
            if not loaded.migrated_to.is_copied:
                await self.migrate_chat(scope.chat, loaded.migrated_to.chat)
            scope = Scope(check_chat_migration(scope.chat, loaded.migrated_to.chat))
        return await self._to_loaded_table(scope, loaded, arrived)

    async def _to_loaded_table(self, scope: Scope, loaded: Loaded, arrived: datetime | None = None) -> LoadedTable:
        table, words, unreadable = None, None, False
        try:
            table = None if loaded.state is None else self._table_cache.decode_cached_table(scope, loaded.state)
            if not (table is None or is_over(table)):
                words = await custom_words_at(self._judges, scope, table, loaded.custom_words)
        except UnreadableState as error:
            table, unreadable = None, True
            if not self._recently_logged.check_and_note((scope, loaded.version)):
                log.error("the table of chat %s cannot be read: %s", scope, error)  # noqa: TRY400 - where adds nothing
        return LoadedTable(
            scope,
            table,
            loaded.version,
            loaded.settings,
            loaded.duplicate,
            words,
            loaded.downtime_ms * _MS,
            loaded.unreachable,
            arrived,
            unreadable,
        )

    async def dictionary(self, loaded: LoadedTable, ruleset: Ruleset) -> Dictionary:
        """The dictionary of a ruleset, with the custom words that count at the table, else with the chat's of now."""
        name, kind = parse_lexicon(ruleset.lexicon)
        return await self._judges.load_dictionary(loaded.scope.chat, name, kind, loaded.custom_words)

    async def migrate_chat(self, old_chat: int, new_chat: int) -> bool:
        """Migrate the tables of a group that became a supergroup; idempotent.

        Returns:
            Whether that is possible: Telegram migrates a basic group, and only once. If not, nothing was changed, and a
            log line says so.
        """
        return await migrate_chat_tables(old_chat, new_chat, self._store, self.load_table, self._load_closed_table)

    async def _load_closed_table(self, scope: Scope) -> Table | None:
        """The table of a group that migrated; ``None`` if it cannot be read: it is moved all the same."""
        return (await self._to_loaded_table(scope, await self._store.load_table(scope))).table

    async def open_table(
        self,
        loaded: LoadedTable,
        ruleset: Ruleset,
        host: Seat,
        update: int,
        *,
        order: tuple[Seat, ...] = (),
        computers: tuple[Seat, ...] = (),
        find_alerts: FindTableAlerts = find_no_alerts,
    ) -> Step | None:
        """Open a lobby; ``None`` if the update did so before.

        Args:
            loaded: the chat's scope, as it was loaded.
            ruleset: the game's rules, with the chosen options.
            host: who opens it.
            update: the update that asks for it.
            order: the seats' order in a rematch (:func:`engine.lobby_seats.rematch_order`).
            computers: computer players who are seated with the host.
            find_alerts: finds the subscribers of table alerts.

        Raises:
            Refusal: see :func:`check_can_open_table`; ``table_unreadable``; or as ``check_may_begin`` refuses.
            Busy: see :class:`Busy`.
            WrongLane: as :meth:`apply_action`.
        """
        check_lane(loaded.scope)
        if self._check_may_begin is not None:
            await self._check_may_begin()
        for _ in range(MOST_ATTEMPTS):
            check_can_open_table(loaded.table)
            if loaded.is_unreadable:
                raise Refusal("table_unreadable")
            now = self._clock()
            lobby = open_lobby(ruleset, host, self._secret(), order, computers=computers, now=now)
            step = Step(lobby, tuple(SeatTaken(seat.user, seat.name) for seat in lobby.seats))
            with_words = replace(loaded, custom_words=await custom_words_at(self._judges, loaded.scope, lobby, None))
            entry = LogEntry(Open(host.user, host.name, order, computers), now, {}, step.events)
            carried_acts = await self.history.acts_to_carry_over(loaded)
            alerts = await find_alerts(loaded.scope, host.user)
            if await self._commit_step(
                with_words, step, update, entry, opens_table=True, carried_acts=carried_acts, alerts=alerts
            ):
                return step
            loaded = await self.load_table(loaded.scope, update)
            if loaded.is_duplicate:
                return None
        raise Busy

    async def start_game(
        self, loaded: LoadedTable, user: int, message: int, update: int | None, chat: int | None = None
    ) -> Step | None:
        """Start the game of a chat's lobby, which keeps the dictionary of this moment; raises as :meth:`apply_action`.

        Args:
            loaded: the table.
            user: who starts it.
            message: the number of the message that asked for it.
            update: the update that asks for it, if any.
            chat: the chat of that message, if it is not the table's own.
        """
        if update is not None:
            check_lane(loaded.scope)
        origin = loaded.scope.chat if chat is None else chat
        action = Begin(user, message, "", origin)
        return await self._judge_apply_commit(loaded, lambda *_: action, update, (origin, message))

    async def seat_player(
        self, loaded: LoadedTable, action: Join | SeatComputers, update: int, message: int, chat: int
    ) -> Step | None:
        """Seat somebody; if that fills a lobby that starts when it is full, its game begins in the same commit.

        Args:
            loaded: the table.
            action: the action, without a :class:`Begin`.
            update: the update that asks for it.
            message: the number of the message that asked for it.
            chat: the chat of that message.

        Raises:
            Refusal, Busy, WrongLane: as :meth:`apply_action`; as ``check_may_begin`` refuses if a game would begin.
        """
        self._check_update_allowed(loaded, update)
        return await self._judge_apply_commit(loaded, lambda *_: action, update, (chat, message))

    async def apply_action(self, loaded: LoadedTable, action: Action | MakeAction, update: int | None) -> Step | None:
        """Apply an action, or one made from the table and the instant; ``None`` if the update was applied before.

        Raises:
            Refusal, Malformed, Ambiguous: nothing was changed. People get ``out_of_reach`` for a table whose chat the
                bot cannot reach, and ``banned_chat`` for one whose chat is banned.
            Busy: see :class:`Busy`.
            WrongLane: the update is handled in the lane of another chat; nothing was changed.
        """
        self._check_update_allowed(loaded, update)
        return await self._judge_apply_commit(loaded, action if callable(action) else lambda *_: action, update)

    def _check_update_allowed(self, loaded: LoadedTable, update: int | None) -> None:
        """Raise unless the update may change the table; the bot itself, without an update, always may."""
        if update is None:
            return
        check_lane(loaded.scope)
        self.check_reachable(loaded)

    def check_reachable(self, loaded: LoadedTable) -> None:
        """Raise a refusal, ``banned_chat`` or ``out_of_reach``, where people may not change a table."""
        if self._is_banned(loaded.scope.chat):
            raise Refusal("banned_chat")
        if loaded.is_unreachable:
            raise Refusal("out_of_reach")

    async def apply_due(self, loaded: LoadedTable) -> Step | None:
        """Apply what is due at a table by itself: a reminder, the end of a challenge window or of a turn's time.

        Raises:
            Refusal: ``not_due`` or ``no_game``; nothing was changed.
            Busy: see :class:`Busy`.
        """
        return await self._judge_apply_commit(loaded, due_action, None)

    def read_notice(self, data: bytes) -> Notice:
        """Decode a stored notice; a notice is read once.

        Raises:
            UnreadableState: the data are damaged.
        """
        return self._notice_cache.pop_or_decode_notice(data)

    async def _judge_apply_commit(
        self, loaded: LoadedTable, make_action: MakeAction, update: int | None, message: MessageRef | None = None
    ) -> Step | None:
        """Judge, apply and commit an action; ``message`` is the one that asked for it, if it may begin a game."""
        # The time that waiting, judging and lost races take counts for nobody: not this player and not the next.
        arrived = self._clock() if loaded.arrived_at is None else loaded.arrived_at
        name = None if loaded.table is None else table_name(loaded.table)
        verdicts: dict[str, Verdict] = {}
        fell_back = False
        try:
            for _ in range(MOST_ATTEMPTS):
                if loaded.is_duplicate:
                    return None
                if loaded.table is None:
                    raise Refusal("table_unreadable" if loaded.is_unreadable else "no_game")
                if table_name(loaded.table) != name:
                    # The action and the verdicts are about a table that another one has replaced.
                    raise Busy
                now, begins = action_times(loaded.table, arrived, self._clock())
                action, custom_words = await self._game_start.complete_starting_action(
                    loaded, make_action(loaded.table, now), message
                )
                words, supposed = try_action(loaded.table, action, now, begins)
                fresh = [word for word in words if word not in verdicts]
                if fresh:
                    await self._postpone_deadline(loaded.scope, loaded.table)
                    judgement = await self._judges.judge_words(
                        fresh, await self.dictionary(loaded, loaded.table.ruleset)
                    )
                    verdicts |= judgement.verdicts
                    fell_back |= judgement.fell_back and await self._judges.claim_outage_notice(loaded.scope.chat)
                used_verdicts = {word: verdicts[word] for word in words}
                judged_at = self._end_of_judging(loaded.table, arrived, begins)
                step, entry = apply_and_log(
                    loaded.table,
                    action,
                    now,
                    used_verdicts,
                    supposed if judged_at == begins else None,
                    begins=judged_at,
                )
                if begin_in(action) or any(isinstance(event, PlayerReplaced) for event in step.events):
                    # Their lists are in other shards. Before the commit, so that nobody can look words up in between.
                    await index_players(self._store.players, step.table, loaded.scope)
                if await self._commit_step(loaded, step, update, entry, custom_words=custom_words, fell_back=fell_back):
                    # The notice tells the outage, in order and together with what it is about.
                    fell_back = False
                    if self._on_applied is not None:
                        self._on_applied(loaded, step)
                    return step
                loaded = await self.load_table(loaded.scope, update, arrived)
            raise Busy
        finally:
            if fell_back and self._on_outage is not None:
                await self._on_outage(loaded)

    def _end_of_judging(self, table: Table, arrived: datetime, begins: datetime) -> datetime:
        """When the turn after an action begins, once its words are judged."""
        _, judged = action_times(table, arrived, self._clock())
        return judged if judged - begins > _FREE_JUDGING_TIME else begins

    async def _postpone_deadline(self, scope: Scope, table: Table) -> None:
        """Keep a table from timing out, in any process, while its words are judged."""
        due, until = deadline(table), self._clock() + _MOST_JUDGING_TIME
        if due is not None and due <= until:
            await self._store.postpone_timeout(scope, until.timestamp())

    async def _commit_step(
        self,
        loaded: LoadedTable,
        step: Step,
        update: int | None,
        entry: LogEntry,
        *,
        opens_table: bool = False,
        custom_words: WordChanges | None = None,
        carried_acts: bytes | None = None,
        fell_back: bool = False,
        alerts: DueAlerts = NO_ALERTS,
    ) -> bool:
        """Commit a step; ``False`` if somebody else was faster or the update was applied before."""
        table = step.table or loaded.table
        if table is None:
            raise AssertionError("a step without a table closes one")
        notice = build_notice(
            loaded,
            table,
            step,
            custom_words=loaded.custom_words if custom_words is None else custom_words,
            fell_back=fell_back,
            untold_downtime=self.times.untold_downtime(loaded) // _MS,
        )
        if alerts is not NO_ALERTS:
            notice = changed(notice, called=alerts.mentioned, afar=alerts.private_host)
        notices = () if needs_no_message(step) else (encode_stored(notice),)
        self._notice_cache.cache_notice(notices, notice)
        commit = build_commit(
            loaded,
            step,
            update,
            entry,
            notices=notices,
            downtime=self._clock.downtime,
            now=self._clock(),
            opens_table=opens_table,
            custom_words=custom_words,
            acts=carried_acts,
        )
        if alerts.satisfied_keys:
            commit = replace(commit, alerted=alerts.satisfied_keys)
        result = await self._store.commit(commit)
        match result:
            case Committed():
                self._table_cache.cache_table(loaded.scope, commit.state, step.table)
                return True
            case Duplicate() | Conflict() | ChatMigrated():
                return False
