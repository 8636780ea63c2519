"""Players' own lists of games: complete at every instant at which a game is on, and trusted by nobody beyond that."""

from collections.abc import Iterable, Sequence

import pytest
from redis.asyncio import Redis

from bot.judges import Judges
from bot.store.commits import Commit, Committed, Duplicate, Elsewhere, Lost
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.tables.codec import encode
from bot.tables.games import Games
from bot.tables.held import table_name
from engine.game import Table
from engine.seats import Join, Leave
from engine.turns import Cancel
from tests.support.games import NOW, USERS, game, lobby
from tests.support.present import standing

pytestmark = pytest.mark.cluster_too

SCOPE, OLD, NEW = Scope(-100777, 3), Scope(-4001), Scope(-1_001_000_004_001)
PAIR = USERS[:2]
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
NAME = table_name(LAID)


class Watched(Store):
    """A store that notes whose lists name a scope whenever it is about to change it."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self.noted: list[tuple[int, ...]] = []
        self.rival: Table | None = None
        """A table that somebody else commits first."""
        self.breaks = False
        """Whether the process ends right after a move."""

    async def commit(self, commit: Commit) -> Committed | Duplicate | Lost | Elsewhere:
        self.noted.append(await noted(self, commit.scope))
        rival, self.rival = self.rival, None
        if rival is not None:
            await put(self, commit.scope, rival)
        return await super().commit(commit)

    async def move(self, old: int, new: int, languages: Iterable[str] = ()) -> None:
        self.noted += [await noted(self, Scope(old)), await noted(self, Scope(new))]
        await super().move(old, new, languages)
        if self.breaks:
            raise EndedError


class EndedError(Exception):
    """The process ends here."""


@pytest.fixture
def store(redis: Redis) -> Watched:
    return Watched(redis)


@pytest.fixture
def games(store: Watched, redis: Redis) -> Games:
    return Games(store, Judges(redis), standing(NOW))


async def noted(store: Store, scope: Scope) -> tuple[int, ...]:
    """Whose lists name the scope."""
    return tuple([user for user in USERS if scope in await store.user_games(user)])


async def put(store: Store, scope: Scope, table: Table) -> None:
    held = await store.load(scope)
    await Store.commit(store, Commit(scope=scope, expected=held.version, update_id=None, state=encode(table)))


async def seat(store: Store, scope: Scope, users: Sequence[int] = PAIR) -> None:
    """Let a game be on in a scope, and be noted."""
    await put(store, scope, LAID)
    for user in users:
        await store.add_user_game(user, scope, NAME)


async def test_all_players_are_noted_before_the_game_begins(games: Games, store: Watched) -> None:
    await put(store, SCOPE, lobby("scrabble-tr", 3))
    await games.begin(await games.load(SCOPE), USERS[0], 7, None)
    assert store.noted == [USERS[:3]]


async def test_who_sits_down_while_it_begins_is_noted_before_it_does(games: Games, store: Watched) -> None:
    await put(store, SCOPE, lobby("scrabble-tr", 2))
    store.rival = lobby("scrabble-tr", 3)
    await games.begin(await games.load(SCOPE), USERS[0], 7, None)
    assert store.noted == [USERS[:2], USERS[:3]]


@pytest.mark.parametrize("action", [Join(USERS[2], "Can"), Leave(USERS[1])])
async def test_nobody_is_noted_in_a_lobby(games: Games, store: Watched, action: Join | Leave) -> None:
    await put(store, SCOPE, lobby("scrabble-tr", 2))
    await games.play(await games.load(SCOPE), action, None)
    assert await noted(store, SCOPE) == ()


async def test_a_note_of_a_game_that_never_began_is_passed_over(games: Games, store: Watched) -> None:
    await put(store, SCOPE, lobby("scrabble-tr", 2))
    await store.add_user_game(USERS[0], SCOPE, NAME)
    assert await games.people.running(USERS[0]) == []


async def test_a_note_of_somebody_who_has_no_seat_is_passed_over(games: Games, store: Watched) -> None:
    await seat(store, SCOPE, USERS[:3])
    assert [held.scope for held in await games.people.running(USERS[1])] == [SCOPE]
    assert await games.people.running(USERS[2]) == []


async def test_a_game_that_is_over_is_told_only_to_the_update_that_ended_it(games: Games, store: Watched) -> None:
    await seat(store, SCOPE)
    await games.play(await games.load(SCOPE), Cancel(USERS[0]), 9)
    assert await games.people.running(USERS[0], 10) == []
    assert [held.seen for held in await games.people.running(USERS[0], 9)] == [True]


async def test_forgetting_a_table_leaves_the_next_one_in_its_place(store: Watched) -> None:
    await store.add_user_game(USERS[0], SCOPE, "former00")
    await store.add_user_game(USERS[0], SCOPE, NAME)
    await store.drop_user_game(USERS[0], SCOPE, "former00")
    assert await store.user_games(USERS[0]) == [SCOPE]


async def test_a_note_of_the_first_version_is_read(store: Watched, redis: Redis) -> None:
    await redis.sadd("hf:{08}:u42:games", str(SCOPE))
    assert await store.user_games(42) == [SCOPE]


async def test_a_game_that_moves_is_noted_in_both_places_until_it_has(games: Games, store: Watched) -> None:
    await seat(store, OLD)
    await games.move(OLD.chat, NEW.chat)
    assert store.noted == [PAIR, PAIR]
    assert (await noted(store, OLD), await noted(store, NEW)) == ((), PAIR)


async def test_a_finished_game_that_moves_is_found_in_its_new_place(games: Games, store: Watched) -> None:
    await seat(store, OLD)
    await games.play(await games.load(OLD), Cancel(USERS[0]), None)
    await store.add_finished_game(USERS[0], OLD, NAME)
    assert [held.scope for held in await games.people.finished(USERS[0])] == [OLD]
    await games.move(OLD.chat, NEW.chat)
    assert [held.scope for held in await games.people.finished(USERS[0])] == [NEW]
    # Where it was takes no place among the few that are kept.
    assert [noted for user in PAIR for noted in await store.finished_games(user)] == [(NEW, NAME)] * 2


async def test_a_finished_game_is_found_no_more_once_another_table_is_there(games: Games, store: Watched) -> None:
    await store.add_finished_game(USERS[0], SCOPE, NAME)
    await put(store, SCOPE, lobby("scrabble-tr", 2))
    assert await games.people.finished(USERS[0]) == []


async def test_a_move_cut_short_is_mended_by_the_next(games: Games, store: Watched) -> None:
    await seat(store, OLD)
    store.breaks = True
    with pytest.raises(EndedError):
        await games.move(OLD.chat, NEW.chat)
    assert await noted(store, NEW) == PAIR
    store.breaks = False
    await games.move(OLD.chat, NEW.chat)
    assert (await noted(store, OLD), await noted(store, NEW)) == ((), PAIR)
