"""Players' own lists of games: complete at every instant at which a game is on, and trusted by nobody beyond that."""

from collections.abc import Iterable, Sequence

import pytest
from redis.asyncio import Redis

from bot.store.commits import ChatMigrated, Commit, Committed, Conflict, Duplicate, UpdateContext
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.tables.codec import encode_stored
from bot.tables.games import Games
from bot.tables.table_loader import table_name
from engine.game import Table
from engine.turns import Cancel
from tests.support.games import USERS, game, open_lobby_of

SCOPE, OLD, NEW = Scope(-100777, 3), Scope(-4001), Scope(-1_001_000_004_001)
PAIR = USERS[:2]
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
NAME = table_name(LAID)


class RecordingStore(GameStore):
    """A store that notes whose lists name a scope whenever it is about to change it."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self.noted: list[tuple[int, ...]] = []
        self.rival: Table | None = None
        """A table that somebody else commits first."""
        self.breaks = False
        """Whether the process ends right after a move."""

    async def commit(
        self, commit: Commit, update: UpdateContext | None = None
    ) -> Committed | Duplicate | Conflict | ChatMigrated:
        self.noted.append(await listed_users(self, commit.scope))
        rival, self.rival = self.rival, None
        if rival is not None:
            await put_table(self, commit.scope, rival)
        return await super().commit(commit, update)

    async def migrate_chat(self, old: int, new: int, languages: Iterable[str] = ()) -> None:
        self.noted += [await listed_users(self, Scope(old)), await listed_users(self, Scope(new))]
        await super().migrate_chat(old, new, languages)
        if self.breaks:
            raise ProcessEndedError


class ProcessEndedError(Exception):
    """The process ends here."""


@pytest.fixture
def store(redis: Redis) -> RecordingStore:
    return RecordingStore(redis)


async def listed_users(store: GameStore, scope: Scope) -> tuple[int, ...]:
    return tuple([user for user in USERS if scope in await store.players.load_user_games(user)])


async def put_table(store: GameStore, scope: Scope, table: Table) -> None:
    held = await store.load_table(scope)
    await GameStore.commit(
        store, Commit(scope=scope, expected_version=held.version, update_id=None, state=encode_stored(table))
    )


async def start_game(store: GameStore, scope: Scope, users: Sequence[int] = PAIR) -> None:
    await put_table(store, scope, LAID)
    for user in users:
        await store.players.add_user_game(user, scope, NAME)


async def test_all_players_are_noted_before_the_game_begins(games: Games, store: RecordingStore) -> None:
    await put_table(store, SCOPE, open_lobby_of("scrabble-tr", 3))
    await games.start_game(await games.load_table(SCOPE), USERS[0], 7, None)
    assert store.noted == [USERS[:3]]


async def test_who_sits_down_while_it_begins_is_noted_before_it_does(games: Games, store: RecordingStore) -> None:
    await put_table(store, SCOPE, open_lobby_of("scrabble-tr", 2))
    store.rival = open_lobby_of("scrabble-tr", 3)
    await games.start_game(await games.load_table(SCOPE), USERS[0], 7, None)
    assert store.noted == [USERS[:2], USERS[:3]]


async def test_a_note_of_somebody_who_has_no_seat_is_passed_over(games: Games, store: RecordingStore) -> None:
    await start_game(store, SCOPE, USERS[:3])
    assert [held.scope for held in await games.player_tables.running_games(USERS[1])] == [SCOPE]
    assert await games.player_tables.running_games(USERS[2]) == []


async def test_a_game_that_is_over_is_told_to_the_update_that_ended_it(games: Games, store: RecordingStore) -> None:
    await start_game(store, SCOPE)
    await games.apply_action(await games.load_table(SCOPE), Cancel(USERS[0]), UpdateContext(9))
    assert await games.player_tables.running_games(USERS[0], UpdateContext(10)) == []
    assert [held.is_duplicate for held in await games.player_tables.running_games(USERS[0], UpdateContext(9))] == [True]


async def test_a_note_of_the_first_version_is_read(store: RecordingStore, redis: Redis) -> None:
    await redis.sadd("hf:{08}:u42:games", str(SCOPE))
    assert await store.players.load_user_games(42) == [SCOPE]


async def test_a_game_that_moves_is_noted_in_both_places_until_it_has(games: Games, store: RecordingStore) -> None:
    await start_game(store, OLD)
    await games.loader.migrate_chat(OLD.chat, NEW.chat)
    assert store.noted == [PAIR, PAIR]
    assert (await listed_users(store, OLD), await listed_users(store, NEW)) == ((), PAIR)


async def test_a_finished_game_that_moves_is_found_in_its_new_place(games: Games, store: RecordingStore) -> None:
    await start_game(store, OLD)
    await games.apply_action(await games.load_table(OLD), Cancel(USERS[0]), None)
    await store.players.add_finished_game(USERS[0], OLD, NAME)
    assert [held.scope for held in await games.player_tables.finished_games(USERS[0])] == [OLD]
    await games.loader.migrate_chat(OLD.chat, NEW.chat)
    assert [held.scope for held in await games.player_tables.finished_games(USERS[0])] == [NEW]
    # Where it was takes no place among the few that are kept.
    assert [noted for user in PAIR for noted in await store.players.load_finished_games(user)] == [(NEW, NAME)] * 2


async def test_a_move_cut_short_is_mended_by_the_next(games: Games, store: RecordingStore) -> None:
    await start_game(store, OLD)
    store.breaks = True
    with pytest.raises(ProcessEndedError):
        await games.loader.migrate_chat(OLD.chat, NEW.chat)
    assert await listed_users(store, NEW) == PAIR
    store.breaks = False
    await games.loader.migrate_chat(OLD.chat, NEW.chat)
    assert (await listed_users(store, OLD), await listed_users(store, NEW)) == ((), PAIR)
