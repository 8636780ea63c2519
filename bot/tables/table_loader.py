"""Loads tables with what counts at them, and moves those of a group that became a supergroup."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.judges import Dictionary, WordChanges, WordJudge
from bot.judges.dictionary import parse_lexicon
from bot.logs.logger import get_logger
from bot.store.chat_migration import InvalidChatMigration, check_chat_migration
from bot.store.commits import Commit, Loaded
from bot.store.games import GameStore
from bot.store.scope import Scope
from bot.store.update_context import UpdateContext
from bot.tables.codec import TableCache, UnreadableState, decode_custom_words
from bot.tables.loaded_table import LoadedPlace, LoadedTable
from bot.tables.player_tables import index_players
from bot.workers.recent import NewestDict, RecentKeys
from engine.game import Step, Table, is_over
from engine.lobby_seats import Lobby
from engine.rulesets import Ruleset, shipped_rulesets

_MOST: Final = 256
"""How many steps are kept of whose commits nobody knows; while Redis is away, one for each table where people act."""


@dataclass(slots=True, eq=False)
class AttemptedStep:
    """A step whose commit is under way, or was not answered."""

    loaded: LoadedTable
    step: Step
    version: int
    """That the commit makes."""
    state: bytes | None
    """That the commit stores."""
    is_told: bool = False


class AppliedSteps:
    """Tells of the steps of one process.

    Args:
        on_applied: is told of each step that is stored, and the table that it came from; nobody by default.
    """

    def __init__(self, on_applied: Callable[[LoadedTable, Step], None] | None = None) -> None:
        self._on_applied: Final = on_applied
        self._unknown: Final[NewestDict[Scope, AttemptedStep]] = NewestDict(_MOST)
        """The newest attempt at each table."""

    def note_attempt(self, loaded: LoadedTable, step: Step, commit: Commit) -> AttemptedStep:
        """Note a step whose commit is sent now."""
        attempt = AttemptedStep(loaded, step, commit.expected_version + 1, commit.state)
        self._unknown[commit.scope] = attempt
        return attempt

    def tell_applied(self, attempt: AttemptedStep) -> None:
        """Tell of a step that is known to be stored; idempotent."""
        scope = attempt.loaded.scope
        if self._unknown.get(scope) is attempt:
            del self._unknown[scope]
        if not attempt.is_told and self._on_applied is not None:
            attempt.is_told = True
            self._on_applied(attempt.loaded, attempt.step)

    def compare_with_stored(self, scope: Scope, stored: Loaded) -> None:
        """Tell of a table's step if that is what is stored, or forget it if something else is."""
        attempt = self._unknown.get(scope)
        if attempt is None or stored.version < attempt.version:
            return
        if (stored.version, stored.state) == (attempt.version, attempt.state):
            self.tell_applied(attempt)
        else:
            del self._unknown[scope]


log = get_logger(__name__)

_MS: Final = timedelta(milliseconds=1)
_LOG_AGAIN_SECONDS: Final = 3600.0
_MOST_PLACES: Final = 4096
"""How many places with several tables are remembered; equal look-ups in others share an answer."""


class TableLoader:
    """Loads tables; one instance a process.

    Args:
        store: where they are.
        applied_steps: steps of whose commits nobody knows yet whether they are stored.
    """

    def __init__(self, store: GameStore, judges: WordJudge, cache: TableCache, applied_steps: AppliedSteps) -> None:
        self._store: Final = store
        self._judges: Final = judges
        self._cache: Final = cache
        self._applied_steps: Final = applied_steps
        self._several_tables: Final[NewestDict[Scope, bool]] = NewestDict(_MOST_PLACES)
        """Whether several tables were open in a place when it was read last."""
        self._recently_logged: Final = RecentKeys(_LOG_AGAIN_SECONDS)
        """Unreadable tables that were logged lately."""

    async def load_table(
        self, scope: Scope, update: UpdateContext | None = None, arrived: datetime | None = None
    ) -> LoadedTable:
        """Load a table and its chat's settings; those of a group that became a supergroup come from its new chat.

        A table that cannot be read is ``None``, with :attr:`~bot.tables.loaded_table.LoadedTable.is_unreadable` set.
        """
        scope, loaded = await self._load_where_it_is(scope, update, self._store.load_table)
        return await self._to_loaded_table(scope, loaded, arrived)

    async def load_place(
        self, scope: Scope, update: UpdateContext | None = None, arrived: datetime | None = None
    ) -> LoadedPlace:
        """As :meth:`load_table`, all tables of a scope's place."""
        place, loaded = await self._load_where_it_is(scope.place, update, self._store.load_place)
        return await self._to_loaded_place(place, loaded, arrived)

    async def _to_loaded_place(self, place: Scope, loaded: Loaded, arrived: datetime | None = None) -> LoadedPlace:
        first = await self._to_loaded_table(place, loaded, arrived)
        others = [
            await self._to_loaded_table(
                place.at_table(other.number),
                replace(
                    loaded,
                    version=other.version,
                    state=other.state,
                    custom_words=other.custom_words,
                    downtime_ms=other.downtime_ms,
                    messages=other.messages,
                ),
                arrived,
            )
            for other in sorted(loaded.others, key=lambda other: other.number)
        ]
        read = LoadedPlace((first, *others))
        self.note_several_tables(place, several=len(read.open_tables) > 1)
        return read

    def note_several_tables(self, place: Scope, *, several: bool) -> None:
        """Note whether several tables are open in a place."""
        if several or place in self._several_tables:
            self._several_tables[place] = several

    def has_several_tables(self, place: Scope) -> bool:
        """Whether several tables were open in a place when this process read or opened one there last."""
        return self._several_tables.get(place, False)

    async def _load_where_it_is(
        self, scope: Scope, update: UpdateContext | None, load: Callable[[Scope, int | None], Awaitable[Loaded]]
    ) -> tuple[Scope, Loaded]:
        """What is stored of a scope, following its chat if it has migrated, and the scope that it has now."""
        update_id = None if update is None else update.counted_as
        while (loaded := await load(scope, update_id)).migrated_to is not None:
            if not loaded.migrated_to.is_copied:
                await self.migrate_chat(scope.chat, loaded.migrated_to.chat)
            chat = check_chat_migration(scope.chat, loaded.migrated_to.chat)
            scope = Scope(chat, table=scope.table)
        return scope, loaded

    async def _to_loaded_table(self, scope: Scope, loaded: Loaded, arrived: datetime | None = None) -> LoadedTable:
        self._applied_steps.compare_with_stored(scope, loaded)
        table, words, unreadable = None, None, False
        try:
            table = None if loaded.state is None else self._cache.decode_cached_table(scope, loaded.state)
            if not (table is None or is_over(table)):
                words = await self.custom_words_at(scope, table, loaded.custom_words)
        except UnreadableState as error:
            table, unreadable = None, True
            if not self._recently_logged.check_and_note((scope, loaded.version)):
                log.error("a table cannot be read", scope=scope, error=error)  # noqa: TRY400 - where adds nothing
        return LoadedTable(
            scope,
            table,
            loaded.version,
            loaded.settings,
            loaded.duplicate,
            words,
            loaded.downtime_ms * _MS,
            scope in loaded.unreachable,
            arrived,
            unreadable,
            loaded.messages,
            loaded.numbers,
            has_unreachable=bool(loaded.unreachable),
        )

    async def load_dictionary(self, loaded: LoadedTable, ruleset: Ruleset) -> Dictionary:
        """The dictionary of a ruleset, with the custom words that count at the table, else with the chat's of now."""
        name, kind = parse_lexicon(ruleset.lexicon)
        return await self._judges.load_dictionary(loaded.scope.chat, name, kind, loaded.custom_words)

    async def custom_words_at(self, scope: Scope, table: Table, stored_words: bytes | None) -> WordChanges:
        """The custom words that count at a table whose game is not over; ``stored_words`` are those it began with."""
        if not table.ruleset.chat_words:
            return WordChanges()
        if isinstance(table, Lobby):
            return await self._judges.chat_words.load_changes(scope.chat, table.ruleset.language)
        return WordChanges() if stored_words is None else decode_custom_words(stored_words)

    async def migrate_chat(self, old_chat: int, new_chat: int) -> bool:
        """Migrate the tables of a group that became a supergroup; idempotent.

        Returns:
            Whether that is possible: Telegram migrates a basic group, and only once. If not, nothing was changed, and a
            log line says so.
        """
        try:
            closed = await self._store.close_chat(old_chat, new_chat)
        except InvalidChatMigration as error:
            log.error("a group cannot have become that supergroup", error=error)  # noqa: TRY400 - where it was raised says nothing more
            return False
        if not closed.is_copied:
            # Indexed before and dropped after, so that a player's index never lacks the game.
            closed_place = await self._to_loaded_place(Scope(old_chat), await self._store.load_place(Scope(old_chat)))
            for loaded in closed_place.tables:
                await index_players(self._store.players, loaded.table, replace(loaded.scope, chat=closed.chat))
            await self._store.migrate_chat(
                old_chat, closed.chat, {ruleset.language for ruleset in shipped_rulesets().values()}
            )
        for loaded in (await self.load_place(Scope(closed.chat))).tables:
            former = replace(loaded.scope, chat=old_chat)
            await index_players(self._store.players, loaded.table, loaded.scope, former)
        return True
