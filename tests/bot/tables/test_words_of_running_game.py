"""A game is judged to its end with the chat's words that it began with, whatever is changed in between."""

from collections.abc import Awaitable, Callable
from contextlib import nullcontext

import pytest
from redis.asyncio import Redis

from bot.judges import ChatWords, WordJudge
from bot.store.commits import ChatMigrated, Commit, Committed, Conflict, Duplicate, UpdateContext
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.tables.codec import encode_stored
from bot.tables.games import Games
from bot.tables.table_loader import Busy
from engine.crossword.actions import Challenge
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.game import Table
from engine.lobby_seats import Lobby
from tests.support.games import NOW, USERS, game, open_lobby_of, place_play, with_fields
from tests.support.timers import frozen_served_clock

SCOPE = Scope(-100777, 3)
WORD, PHONY = "KALEMLİK", "KALEMZ"
RACKS = ["LİKRSĞZ", "AAEEKKL"]
VOID = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS)
ALONE = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS, options={"chat-words": "off"})
CHALLENGES = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS, options={"challenge": "single"})


class StoreWithRace(GameStore):
    """A store where something else happens a moment before the first commit."""

    def __init__(self, redis: Redis, first: Callable[[], Awaitable[object]]) -> None:
        super().__init__(redis)
        self._first: Callable[[], Awaitable[object]] | None = first

    async def commit(
        self, commit: Commit, update: UpdateContext | None = None
    ) -> Committed | Duplicate | Conflict | ChatMigrated:
        first, self._first = self._first, None
        if first is not None:
            await first()
        return await super().commit(commit, update)


@pytest.fixture
def words(redis: Redis) -> ChatWords:
    return ChatWords(redis)


async def put_table(store: GameStore, table: Table, *, fresh: bool = False) -> None:
    """Let the scope hold a table; one that is not fresh is a later turn of the game that is there."""
    held = await store.load_table(SCOPE)
    await store.commit(
        Commit(scope=SCOPE, expected_version=held.version, update_id=None, state=encode_stored(table), reset_log=fresh)
    )


async def begin_game_as(games: Games, store: GameStore, state: GameState) -> None:
    await put_table(store, with_fields(open_lobby_of(), ruleset=state.ruleset), fresh=True)
    await games.start_game(await games.load_table(SCOPE), USERS[0], 7, None)
    await put_table(store, state)


async def lay_word(games: Games, written: str) -> None:
    held = await games.load_table(SCOPE)
    assert isinstance(held.table, GameState)
    await games.apply_action(held, place_play(held.table, f"8F {written}"), None)


async def is_withdrawn(games: Games) -> bool:
    await games.apply_action(await games.load_table(SCOPE), Challenge(USERS[1]), None)
    table = (await games.load_table(SCOPE)).table
    assert isinstance(table, GameState)
    return table.challenges[-1].withdrawn


async def is_accepted(games: Games, word: str) -> bool:
    held = await games.load_table(SCOPE)
    assert held.table is not None
    return word in (await games.loader.load_dictionary(held, held.table.ruleset)).words


@pytest.mark.parametrize(
    ("state", "word", "before", "meanwhile", "accepted"),
    [
        (VOID, PHONY, None, True, False),
        (VOID, WORD, None, False, True),
        (VOID, PHONY, True, None, True),
        (ALONE, PHONY, True, True, False),
        (ALONE, WORD, False, False, True),
    ],
    ids=[
        "added meanwhile",
        "removed meanwhile",
        "added before",
        "added where they are off",
        "removed where they are off",
    ],
)
async def test_a_game_is_judged_by_the_words_that_it_began_with(
    games: Games,
    store: GameStore,
    words: ChatWords,
    *,
    state: GameState,
    word: str,
    before: bool | None,
    meanwhile: bool | None,
    accepted: bool,
) -> None:
    await words.change_words(SCOPE.chat, "tr", word, counts=before)
    await begin_game_as(games, store, state)
    await words.change_words(SCOPE.chat, "tr", word, counts=meanwhile)
    with nullcontext() if accepted else pytest.raises(Refusal, match="not_words"):
        await lay_word(games, word)
    assert ((await games.load_table(SCOPE)).table != state) == accepted


@pytest.mark.parametrize(("word", "counts"), [(PHONY, True), (WORD, False)])
async def test_a_challenge_is_judged_by_the_words_from_before_the_play(
    games: Games, store: GameStore, words: ChatWords, word: str, *, counts: bool
) -> None:
    await begin_game_as(games, store, CHALLENGES)
    await lay_word(games, word)
    await words.change_words(SCOPE.chat, "tr", word, counts=counts)
    assert await is_withdrawn(games) == counts


async def test_a_change_while_a_game_begins_is_not_in_it(games: Games, redis: Redis, words: ChatWords) -> None:
    await put_table(GameStore(redis), open_lobby_of("kelimelik"), fresh=True)
    late = StoreWithRace(redis, lambda: words.change_words(SCOPE.chat, "tr", PHONY, counts=True))
    hurried = Games(late, WordJudge(redis), frozen_served_clock(NOW))
    await hurried.start_game(await hurried.load_table(SCOPE), USERS[0], 7, None)
    held = await games.load_table(SCOPE)
    assert isinstance(held.table, GameState)
    assert (await games.loader.load_dictionary(held, held.table.ruleset)).words.hash == held.table.lexicon
    assert not await is_accepted(games, PHONY)


@pytest.mark.parametrize(("chosen", "agreed"), [({}, True), ({"chat-words": "on"}, False)])
async def test_a_tournament_is_judged_by_the_shipped_list_unless_chosen_otherwise(
    games: Games, store: GameStore, words: ChatWords, chosen: dict[str, str], *, agreed: bool
) -> None:
    await words.change_words(SCOPE.chat, "en", "QI", counts=False)
    await begin_game_as(games, store, game("tournament-en", options=chosen))
    assert await is_accepted(games, "QI") == agreed


async def test_what_was_asked_of_a_table_is_not_done_to_the_next(games: Games, store: GameStore, redis: Redis) -> None:
    await put_table(store, open_lobby_of("kelimelik"), fresh=True)
    other = open_lobby_of("scrabble-en", secret="cd" * 32)
    hurried = Games(
        StoreWithRace(redis, lambda: put_table(store, other, fresh=True)), WordJudge(redis), frozen_served_clock(NOW)
    )
    with pytest.raises(Busy):
        await hurried.start_game(await hurried.load_table(SCOPE), USERS[0], 7, None)
    table = (await games.load_table(SCOPE)).table
    assert isinstance(table, Lobby)
    assert table == other
