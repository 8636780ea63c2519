"""Loads tables with their settings and neighbours, checks what may be done there, finds a user's tables, reads logs."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import chain, count
from math import inf
from typing import Final, TypeGuard, TypeVar

import msgspec
from msgspec import Struct

from bot.judges import Dictionary, WordChanges, WordJudge
from bot.judges.word_judge import parse_lexicon
from bot.logs import get_logger
from bot.store.chat_migration import InvalidChatMigration, check_chat_migration
from bot.store.commits import Commit, Loaded, TableNumber, UpdateContext
from bot.store.games import GameStore
from bot.store.keys import FIRST_TABLE, Scope
from bot.store.people import PlayerStore
from bot.tables.codec import TableCache, UnreadableState, decode_custom_words, decode_log_entry
from bot.workers.recent import NewestDict, RecentKeys
from engine.absence import PlayerReplaced
from engine.clock import NOBODY
from engine.computer_ids import is_computer
from engine.encoding import DECODE_ERRORS, make_decoder
from engine.errors import Refusal
from engine.forget_player import is_forgotten
from engine.game import Action, Game, Step, Table, is_over
from engine.game_base import TurnGame
from engine.lobby_seats import Join, Lobby, Open
from engine.messages import Named
from engine.rulesets import Ruleset, shipped_rulesets
from engine.table_log import LogEntry

log = get_logger(__name__)

G = TypeVar("G", bound=Game)


class Busy(Exception):
    """The table was changed too often at the same time by others; the player may repeat the action."""


@dataclass(frozen=True, slots=True)
class LoadedTable:
    """A chat's table as read, with the version to commit against."""

    scope: Scope
    table: Table | None
    version: int
    settings: Mapping[str, str]
    is_duplicate: bool  # whether the update was committed before
    custom_words: WordChanges | None = None
    """The chat's own words that count at the table: those of the game's start, or for a lobby the present ones.
    ``None`` without a table, or if its game is over.
    """
    announced_downtime: timedelta = timedelta()  # the service's total downtime when the chat was last told of it
    is_unreachable: bool = False  # whether the bot cannot write in the chat, so that the table's clocks are stopped
    arrived_at: datetime | None = None
    """When the update for which the table was loaded counts, in served time; ``None`` without an update."""
    is_unreadable: bool = False  # whether the stored table cannot be read by this version; `table` is `None` then
    messages: frozenset[int] = frozenset()  # the last messages sent about the table
    numbers: Mapping[int, TableNumber] = field(default_factory=dict)  # the numbers of the place's tables
    has_unreachable: bool = False  # whether any table of the chat, in any topic, is unreachable

    @property
    def has_neighbours(self) -> bool:
        """Whether other tables are open in its place, so that people must be told its number."""
        return any(number.is_open for table, number in self.numbers.items() if table != self.scope.table)

    @property
    def told_number(self) -> int:
        """The table's number if people are told it, else 0."""
        return self.scope.table if self.has_neighbours else 0

    @property
    def is_open(self) -> bool:
        """Whether players sit, or may sit, at the table."""
        return self.is_unreadable or not (self.table is None or is_over(self.table))

    @property
    def free_since(self) -> int:
        """When the table's number became free, in Unix seconds; 0 if unknown."""
        number = self.numbers.get(self.scope.table)
        return 0 if number is None else number.free_since

    @property
    def known_form(self) -> "LoadedTable":
        """The table with only the public facts of its game, for decisions whose outcome may reveal nothing more."""
        return replace(self, table=self.table.known_form) if isinstance(self.table, Game) else self

    @property
    def lexicon(self) -> str:
        """The name of the table's dictionary (:mod:`bot.judges.word_judge`); empty without a table."""
        if self.table is None:
            return ""
        return (self.custom_words or WordChanges()).counted_lexicon(self.table.ruleset.lexicon)


TABLES_SETTING: Final = "tables"  # the chat's setting: how many tables each of its places may have at once
DEFAULT_MOST_TABLES: Final = 6
MOST_TABLES: Final = 20


def most_tables(settings: Mapping[str, str]) -> int:
    """The most tables that a chat or topic may have at once."""
    return _chosen_number(settings.get(TABLES_SETTING, ""), DEFAULT_MOST_TABLES, MOST_TABLES)


def _chosen_number(chosen: str, default: int, most: int) -> int:
    return min(max(1, int(chosen)), most) if chosen.isdecimal() else default


@dataclass(frozen=True, slots=True)
class LoadedPlace:
    """All tables of a chat or topic as read, always including the first."""

    tables: tuple[LoadedTable, ...]  # by their numbers, ascending

    @property
    def first(self) -> LoadedTable:
        """Table number 1, which also has the data of the chat."""
        return self.tables[0]

    @property
    def open_tables(self) -> tuple[LoadedTable, ...]:
        """The tables where players sit, or may sit."""
        return tuple(loaded for loaded in self.tables if loaded.is_open)

    @property
    def newest(self) -> LoadedTable:
        """The open table with the highest number; if none is open, the one that was played last."""
        if open_tables := self.open_tables:
            return open_tables[-1]
        return max(self.tables, key=lambda one: (one.table is not None, one.free_since))

    def at_number(self, number: int) -> LoadedTable:
        """The table of that number; one without a game if there is none."""
        found = next((loaded for loaded in self.tables if loaded.scope.table == number), None)
        return found or replace(
            self.first,
            scope=self.first.scope.at_table(number),
            table=None,
            version=0,
            custom_words=None,
            announced_downtime=timedelta(),
            is_unreachable=False,
            is_unreadable=False,
            messages=frozenset(),
        )

    @property
    def told_numbers(self) -> frozenset[int]:
        """The numbers of open and finished tables that people were told."""
        return frozenset(number for number, known in self.first.numbers.items() if known.is_told)

    def free_number(self, now: float) -> int:
        """The lowest number that a new table may get at ``now``, in Unix seconds."""
        taken = {loaded.scope.table for loaded in self.open_tables}
        numbers = self.first.numbers
        return next(
            number
            for number in count(FIRST_TABLE)
            if number not in taken and not (number in numbers and numbers[number].is_resting(now))
        )


def check_can_open_table(place: LoadedPlace) -> None:
    """Raise a refusal unless another table may be opened in a place.

    Refusals: ``table_unreadable``; ``too_many_tables`` (``most``), or with one table allowed ``lobby_open`` or
    ``game_running``.
    """
    open_tables, most = place.open_tables, most_tables(place.first.settings)
    if place.newest.is_unreadable:
        raise Refusal("table_unreadable")
    if len(open_tables) < most:
        return
    if most > 1:
        raise Refusal("too_many_tables", most=most)
    raise Refusal("lobby_open" if isinstance(place.newest.table, Lobby) else "game_running")


def require_lobby(table: Table | None) -> Lobby:
    """The table as a lobby; else raises ``no_game``, ``game_running`` or ``game_over``."""
    if isinstance(table, Lobby):
        return table
    if table is None:
        raise Refusal("no_game")
    raise Refusal("game_running" if is_game_running(table) else "game_over")


def is_game_running(table: Table | None) -> TypeGuard[Game]:
    """Whether a game is running."""
    return isinstance(table, Game) and not is_over(table)


def game_of_turn(before: Table | None, after: Table | None) -> Game | None:
    """The game, if a step took a turn or let it lapse, else ``None``."""
    if isinstance(before, Game) and isinstance(after, Game) and after.number > before.number:
        return after
    return None


def require_seat(table: Table | None, user: int) -> tuple[Game, int]:
    """The running game and the user's seat; else raises ``no_game``, ``not_begun``, ``game_over`` or ``not_seated``."""
    game = require_running_game(table)
    seat = game.seat_of(user)
    if seat is None:
        raise Refusal("not_seated")
    return game, seat


def require_game_of(kind: type[G], game: Game) -> G:
    """The game, if it is of this family; else raises ``another_game``."""
    if not isinstance(game, kind):
        raise Refusal("another_game")
    return game


def require_game(table: Table | None) -> Game:
    """The game, running or over; else raises ``no_game`` or ``not_begun``."""
    if table is None:
        raise Refusal("no_game")
    if isinstance(table, Lobby):
        raise Refusal("not_begun")
    return table


def require_turn_game(table: Table | None) -> TurnGame:
    """The running game, if it has turns; else raises ``no_turns`` or as :func:`require_running_game`."""
    game = require_running_game(table)
    if not isinstance(game, TurnGame):
        raise Refusal("no_turns")
    return game


def require_running_game(table: Table | None) -> Game:
    """The running game; else raises ``no_game``, ``not_begun`` or ``game_over``."""
    game = require_game(table)
    if game.outcome is not None:
        raise Refusal("game_over")
    return game


def current_players(table: Table | None) -> tuple[int, ...]:
    """The users with a seat in a running game."""
    return human_users(table.players) if is_game_running(table) else ()


def human_users(players: Iterable[Named]) -> tuple[int, ...]:
    """The users at a table, without computer players and forgotten users."""
    return tuple(one.user for one in players if not (is_computer(one.user) or is_forgotten(one.user)))


def table_name(table: Table) -> str:
    """A table's short name in buttons: the beginning of the hash that commits to its draws."""
    return table.commitment[:8]


def one_per_scope(tables: Iterable[LoadedTable]) -> list[LoadedTable]:
    """The tables without repeats: while a group migrates, a user's list has its scope under both ids."""
    return list({loaded.scope: loaded for loaded in tables}.values())


def may_join(loaded: LoadedTable, user: int) -> bool:
    """Whether a user may join the table's lobby."""
    table = loaded.table
    return (
        isinstance(table, Lobby)
        and len(table.seats) < table.ruleset.players.most
        and all(seat.user != user for seat in table.seats)
    )


def seeks_substitute(loaded: LoadedTable) -> bool:
    """Whether the table's game waits for a substitute."""
    table = loaded.table
    return isinstance(table, Game) and table.petition is not None and table.petition.is_waiting


def sits_in_lobby(loaded: LoadedTable, user: int) -> bool:
    """Whether a user sits in the table's lobby."""
    return isinstance(loaded.table, Lobby) and any(seat.user == user for seat in loaded.table.seats)


LoadTable = Callable[[Scope, UpdateContext | None, datetime | None], Awaitable[LoadedTable]]
"""Loads a table for an update that arrived at an instant; see :meth:`TableLoader.load_table`."""


class PlayerTables:
    """Finds users' tables."""

    def __init__(self, players: PlayerStore, load_table: LoadTable) -> None:
        self._players: Final = players
        self._load_table: Final = load_table

    async def running_games(
        self, user: int, update: UpdateContext | None = None, arrived: datetime | None = None
    ) -> list[LoadedTable]:
        """The tables of a user's running games; for a repeated update also those where it was committed."""
        indexed = one_per_scope(
            [await self._load_table(scope, update, arrived) for scope in await self._players.load_user_games(user)]
        )
        return [loaded for loaded in indexed if loaded.is_duplicate or user in current_players(loaded.table)]

    async def games_waiting_for(self, user: int, scopes: Iterable[Scope]) -> list[LoadedTable]:
        """The tables, among those of these scopes, that wait for a user, longest wait first; changes nothing."""
        loaded = await asyncio.gather(*(self._load_table(scope, None, None) for scope in scopes))
        return waiting_first([one for one in one_per_scope(loaded) if waits_for(one.table, user)], user)

    async def peek_running_games(self, user: int, most: int | None = None) -> list[LoadedTable]:
        """As :meth:`running_games`, at most ``most`` if given, without renewing the lifetime of the user's list."""
        indexed: list[LoadedTable] = []
        for scope in (await self._players.peek_user_games(user))[:most]:
            with suppress(InvalidChatMigration):
                indexed.append(await self._load_table(scope, None, None))
        return [loaded for loaded in one_per_scope(indexed) if user in current_players(loaded.table)]

    async def finished_games(self, user: int, update: UpdateContext | None = None) -> list[LoadedTable]:
        """A user's finished games that are still stored, newest first."""
        indexed = [
            (await self._load_table(scope, update, None), name)
            for scope, name in await self._players.load_finished_games(user)
        ]
        return one_per_scope(
            loaded
            for loaded, name in indexed
            if loaded.table and is_over(loaded.table) and table_name(loaded.table) == name
        )


def waits_for(table: Table | None, user: int) -> bool:
    """Whether a user can act in a running game that is not paused: it is their turn, or they may answer."""
    if not isinstance(table, Game) or table.clocks.paused is not None:
        return False
    seat = table.seat_of(user)
    return seat is not None and table.may_act(seat)


def computer_moves(table: Table | None) -> bool:
    """Whether a running game waits for a computer player."""
    return isinstance(table, Game) and any(is_computer(table.players[seat].user) for seat in table.awaited)


def waiting_first(games: Iterable[LoadedTable], user: int) -> list[LoadedTable]:
    """A user's running games: first those that wait for them, longest wait first."""

    def rank(loaded: LoadedTable) -> tuple[bool, float]:
        game = loaded.table
        since = game.phase_began_at if isinstance(game, Game) else None
        return not waits_for(game, user), inf if since is None else since.timestamp()

    return sorted(games, key=rank)


async def index_players(
    players: PlayerStore, table: Table | None, scope: Scope, former_scope: Scope | None = None
) -> None:
    """Add a table to its players' lists, and remove it from them under ``former_scope``; idempotent."""
    if table is None:
        return
    if isinstance(table, Game) and is_over(table):
        for user in human_users(table.players):
            await players.add_finished_game(user, scope, table_name(table))
            if former_scope is not None:
                await players.drop_finished_game(user, former_scope, table_name(table))
    for user in current_players(table):
        await players.add_user_game(user, scope, table_name(table))
        if former_scope is not None:
            await players.drop_user_game(user, former_scope, table_name(table))


_MOST: Final = 256
"""How many steps are kept whose commits had no reply; while Redis is away, one per active table."""


@dataclass(slots=True, eq=False)
class AttemptedStep:
    """A step whose commit is being sent, or had no reply."""

    loaded: LoadedTable
    step: Step
    version: int  # the version that the commit makes
    state: bytes | None  # the state that the commit stores
    is_told: bool = False


class AppliedSteps:
    """Reports each step that this process stored, once, with the table before it."""

    def __init__(self, on_applied: Callable[[LoadedTable, Step], None] | None = None) -> None:
        self._on_applied: Final = on_applied
        self._unknown: Final[NewestDict[Scope, AttemptedStep]] = NewestDict(_MOST)  # the last attempt at each table

    def note_attempt(self, loaded: LoadedTable, step: Step, commit: Commit) -> AttemptedStep:
        """Note a step whose commit is about to be sent."""
        attempt = AttemptedStep(loaded, step, commit.expected_version + 1, commit.state)
        self._unknown[commit.scope] = attempt
        return attempt

    def tell_applied(self, attempt: AttemptedStep) -> None:
        """Report a step that is certainly stored; idempotent."""
        scope = attempt.loaded.scope
        if self._unknown.get(scope) is attempt:
            del self._unknown[scope]
        if not attempt.is_told and self._on_applied is not None:
            attempt.is_told = True
            self._on_applied(attempt.loaded, attempt.step)

    def compare_with_stored(self, scope: Scope, stored: Loaded) -> None:
        """Report a table's noted step if its state is stored, or forget it if another one is."""
        attempt = self._unknown.get(scope)
        if attempt is None or stored.version < attempt.version:
            return
        if (stored.version, stored.state) == (attempt.version, attempt.state):
            self.tell_applied(attempt)
        else:
            del self._unknown[scope]


_MS: Final = timedelta(milliseconds=1)
_LOG_AGAIN_SECONDS: Final = 3600.0

_MOST_PLACES: Final = 4096
"""How many places with several tables are remembered; in other places, equal look-ups share an answer."""


class TableLoader:
    """Loads tables; one instance per process."""

    def __init__(self, store: GameStore, judges: WordJudge, cache: TableCache, applied_steps: AppliedSteps) -> None:
        self._store: Final = store
        self._judges: Final = judges
        self._cache: Final = cache
        self._applied_steps: Final = applied_steps
        self._several_tables: Final[NewestDict[Scope, bool]] = NewestDict(_MOST_PLACES)
        """Whether several tables were open in a place when it was last read."""
        self._recently_logged: Final = RecentKeys(_LOG_AGAIN_SECONDS)  # unreadable tables that were logged

    async def load_table(
        self, scope: Scope, update: UpdateContext | None = None, arrived: datetime | None = None
    ) -> LoadedTable:
        """Load a table with its chat's settings, of the supergroup if it migrated; an unreadable table is ``None``."""
        scope, loaded = await self._load_where_it_is(scope, update, self._store.load_table)
        return await self._to_loaded_table(scope, loaded, arrived)

    async def load_place(
        self, scope: Scope, update: UpdateContext | None = None, arrived: datetime | None = None
    ) -> LoadedPlace:
        """Load all tables of a scope's place; see :meth:`load_table`."""
        place, loaded = await self._load_where_it_is(scope.place, update, self._store.load_place)
        return await self._to_loaded_place(place, loaded, arrived)

    async def _to_loaded_place(self, place: Scope, loaded: Loaded, arrived: datetime | None = None) -> LoadedPlace:
        first = await self._to_loaded_table(place, loaded, arrived)
        others = [
            await self._to_loaded_table(place.at_table(number), loaded.others[number], arrived)
            for number in sorted(loaded.others)
        ]
        read = LoadedPlace((first, *others))
        self.note_several_tables(place, several=len(read.open_tables) > 1)
        return read

    def note_several_tables(self, place: Scope, *, several: bool) -> None:
        """Note whether several tables are open in a place."""
        if several or place in self._several_tables:
            self._several_tables[place] = several

    def has_several_tables(self, place: Scope) -> bool:
        """Whether several tables were open in a place when this process last read it or opened one there."""
        return self._several_tables.get(place, False)

    async def _load_where_it_is(
        self, scope: Scope, update: UpdateContext | None, load: Callable[[Scope, int | None], Awaitable[Loaded]]
    ) -> tuple[Scope, Loaded]:
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
        """A ruleset's dictionary with the chat's own words: those of the table's game, or else the present ones."""
        name, kind = parse_lexicon(ruleset.lexicon)
        return await self._judges.load_dictionary(loaded.scope.chat, name, kind, loaded.custom_words)

    async def custom_words_at(self, scope: Scope, table: Table, stored_words: bytes | None) -> WordChanges:
        """The custom words of a table whose game is not over; ``stored_words``: those with which it began."""
        if not table.ruleset.chat_words:
            return WordChanges()
        if isinstance(table, Lobby):
            return await self._judges.chat_words.load_changes(scope.chat, table.ruleset.language)
        return WordChanges() if stored_words is None else decode_custom_words(stored_words)

    async def migrate_chat(self, old_chat: int, new_chat: int) -> bool:
        """Migrate the tables of a group that became a supergroup, idempotently; ``False`` if Telegram cannot do so."""
        try:
            closed = await self._store.close_chat(old_chat, new_chat)
        except InvalidChatMigration as error:
            log.error("a group cannot have become that supergroup", error=error)  # noqa: TRY400 - where adds nothing
            return False
        if not closed.is_copied:
            # Added before and removed after the move, so that a player's list never lacks the game.
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


SEATS_SETTING: Final = "seats"  # the chat's setting: at how many tables of each place a user may sit at once
DEFAULT_MOST_SEATS: Final = 3
MOST_SEATS: Final = 10


def most_seats(settings: Mapping[str, str]) -> int:
    """The most tables of a place at which one user may sit at once."""
    return _chosen_number(settings.get(SEATS_SETTING, ""), DEFAULT_MOST_SEATS, MOST_SEATS)


def check_may_sit_down(place: LoadedPlace, user: int, at: Scope | None = None) -> None:
    """Raise ``too_many_seats`` (``most``) if a user has too many seats in a place, not counting the table ``at``.

    Secret seats do not count either, as a refusal would reveal them.
    """
    most = most_seats(place.first.settings)
    tables = [loaded.known_form for loaded in place.tables if loaded.scope != at]
    if place.first.scope.is_private or sum(_sits_at(loaded, user) for loaded in tables) < most:
        return
    raise Refusal("too_many_seats", most=most)


def check_can_host_table(place: LoadedPlace, user: int) -> None:
    """Raise a refusal unless a user may open another table in a place and take a seat at it."""
    check_can_open_table(place)
    check_may_sit_down(place, user)


def check_not_opened_before(place: LoadedPlace, host: int, ruleset: Ruleset) -> None:
    """Raise ``lobby_open`` if the host already has a table with this game and options and no guest.

    For buttons: a typed command opens a second table all the same.
    """
    for loaded in place.open_tables:
        lobby = loaded.table
        if (
            isinstance(lobby, Lobby)
            and lobby.host == host
            and lobby.ruleset == ruleset
            and all(seat.user == host or is_computer(seat.user) for seat in lobby.seats)
        ):
            raise Refusal("lobby_open")


def _sits_at(loaded: LoadedTable, user: int) -> bool:
    table = loaded.table
    if not is_game_running(table):
        return sits_in_lobby(loaded, user)
    substitute = None if table.petition is None else table.petition.substitute
    return any(player.user == user and player.active for player in table.players) or (
        substitute is not None and substitute.user == user
    )


MOST_AUDIT_ENTRIES: Final = 12  # how many entries are shown
IsAudited = Callable[[Action], bool]  # whether an action is a decision to keep


class AuditEntry(Struct, frozen=True, omit_defaults=True):
    """A decision about a table."""

    action: Action
    at: datetime  # in UTC
    name: str  # the name of the user who decided; empty for an anonymous administrator
    player: str = ""  # the name of the player concerned, if any
    number: int = 0  # the number of the table, if people were told it
    entry: str = ""  # identifies the table and its log entry, so that none is kept twice


_audit_entry_decoder: Final = make_decoder(AuditEntry)


def collect_audit_entries(
    log: Sequence[LogEntry], table: Game, is_audited: IsAudited, number: int = 0
) -> list[AuditEntry]:
    """The decisions in a game's log, oldest first, with the names of that time; ``number`` if people were told it."""
    people = {entry.action.by: entry.action.name for entry in log if isinstance(entry.action, Open | Join)}
    people |= {player.user: player.name for player in table.players}
    seats = {seat: player.name for seat, player in enumerate(table.players)}
    entries: list[AuditEntry] = []
    name_of_table = table_name(table)
    for index, entry in reversed(list(enumerate(log))):
        action = entry.action
        seats |= {event.seat: event.former.name for event in entry.events if isinstance(event, PlayerReplaced)}
        by = getattr(action, "by", NOBODY)
        if by != NOBODY and is_audited(action):
            name = getattr(action, "name", people.get(by, ""))
            player = seats.get(getattr(action, "seat", -1), "")
            entries.append(AuditEntry(action, entry.utc_time, name, player, number, f"{name_of_table} {index}"))
    return entries[::-1]


def decode_audit_entry(data: bytes) -> AuditEntry:
    """Decode a stored entry; raises UnreadableState."""
    try:
        return _audit_entry_decoder.decode(data)
    except DECODE_ERRORS as error:
        raise UnreadableState(f"a stored act is damaged: {error}") from error


class TableHistory:
    """Reads logs, and audit logs: decisions about a place's tables, kept longer than the logs, without secrets."""

    def __init__(self, store: GameStore, is_audited: IsAudited) -> None:
        self._store: Final = store
        self._is_audited: Final = is_audited

    async def read_log(self, loaded: LoadedTable) -> list[LogEntry]:
        """A table's log, oldest first; empty if the table has changed since it was loaded. Raises UnreadableState."""
        return [decode_log_entry(entry) for entry in await self._store.load_log(loaded.scope, loaded.version)]

    async def read_audit_entries(self, place: LoadedPlace) -> list[AuditEntry]:
        """The entries of all tables of a place, past ones included, oldest first; raises UnreadableState."""
        former = map(decode_audit_entry, await self._store.load_audit_entries(place.first.scope))
        found = [*former, *chain(*[await self._entries_at(loaded) for loaded in place.tables])]
        unique = {msgspec.json.encode(entry): entry for entry in found}
        return sorted(unique.values(), key=lambda entry: entry.at)[-MOST_AUDIT_ENTRIES:]

    async def entries_to_carry_over(self, place: LoadedPlace) -> list[bytes]:
        """The entries to store when a table opens: those of the place's finished tables, whose logs will be deleted."""
        entries: list[AuditEntry] = []
        for loaded in place.tables:
            if loaded.table is not None and is_over(loaded.table):
                with suppress(UnreadableState):
                    entries += await self._entries_at(loaded)
        return [msgspec.json.encode(entry) for entry in entries]

    async def _entries_at(self, loaded: LoadedTable) -> list[AuditEntry]:
        if not isinstance(loaded.table, Game):
            return []
        number = loaded.numbers.get(loaded.scope.table)
        told = loaded.scope.table if number is not None and number.is_told else 0
        return collect_audit_entries(await self.read_log(loaded), loaded.table, self._is_audited, told)
