"""A game is judged to its end with the chat's words that it began with, whatever is changed in between."""

from collections.abc import Awaitable, Callable

import pytest
from redis.asyncio import Redis

from bot.judges import ChatWords, Judges
from bot.store.commits import Commit, Committed, Duplicate, Elsewhere, Lost
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.tables.codec import encode
from bot.tables.games import Busy, Games
from engine.crossword.actions import Challenge
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.game import Table
from engine.lexicon import lexicon
from engine.seats import Lobby
from engine.turns import Cancel
from tests.support.games import NOW, USERS, changed, game, lobby, play
from tests.support.present import standing

pytestmark = pytest.mark.cluster_too

SCOPE = Scope(-100777, 3)
WORD, PHONY = "KALEMLİK", "KALEMZ"
RACKS = ["LİKRSĞZ", "AAEEKKL"]
VOID = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS)
ALONE = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS, options={"chat-words": "off"})
CHALLENGES = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS, options={"challenge": "single"})


class Hurried(Store):
    """A store where something else happens a moment before the first commit."""

    def __init__(self, redis: Redis, first: Callable[[], Awaitable[object]]) -> None:
        super().__init__(redis)
        self._first: Callable[[], Awaitable[object]] | None = first

    async def commit(self, commit: Commit) -> Committed | Duplicate | Lost | Elsewhere:
        first, self._first = self._first, None
        if first is not None:
            await first()
        return await super().commit(commit)


@pytest.fixture
def store(redis: Redis) -> Store:
    return Store(redis)


@pytest.fixture
def words(redis: Redis) -> ChatWords:
    return ChatWords(redis)


@pytest.fixture
def games(store: Store, redis: Redis) -> Games:
    return Games(store, Judges(redis), standing(NOW))


async def put(store: Store, table: Table, *, fresh: bool = False) -> None:
    """Let the scope hold a table; one that is not fresh is a later turn of the game that is there."""
    held = await store.load(SCOPE)
    await store.commit(Commit(scope=SCOPE, expected=held.version, update_id=None, state=encode(table), reset_log=fresh))


async def begin(games: Games, store: Store, state: GameState) -> None:
    """Begin a game with the words as they are now, and let it have come to this state."""
    await put(store, changed(lobby(), ruleset=state.ruleset), fresh=True)
    await games.begin(await games.load(SCOPE), USERS[0], 7, None)
    await put(store, state)


async def lay(games: Games, written: str) -> None:
    held = await games.load(SCOPE)
    assert isinstance(held.table, GameState)
    await games.play(held, play(held.table, f"8F {written}"), None)


async def withdrawn(games: Games) -> bool:
    """Whether the last play is taken back when it is challenged."""
    await games.play(await games.load(SCOPE), Challenge(USERS[1]), None)
    table = (await games.load(SCOPE)).table
    assert isinstance(table, GameState)
    return table.challenges[-1].withdrawn


async def counts(games: Games, word: str) -> bool:
    """Whether a word counts at the table."""
    held = await games.load(SCOPE)
    assert held.table is not None
    return word in (await games.dictionary(held, held.table.ruleset)).words


async def test_a_word_added_in_the_meantime_is_still_refused(games: Games, store: Store, words: ChatWords) -> None:
    await begin(games, store, VOID)
    await words.change(SCOPE.chat, "tr", PHONY, counts=True)
    with pytest.raises(Refusal, match="not_words"):
        await lay(games, PHONY)


async def test_a_word_removed_in_the_meantime_still_counts(games: Games, store: Store, words: ChatWords) -> None:
    await begin(games, store, VOID)
    await words.change(SCOPE.chat, "tr", WORD, counts=False)
    await lay(games, WORD)
    assert (await games.load(SCOPE)).table != VOID


async def test_a_phony_added_after_it_was_laid_is_challenged_off(games: Games, store: Store, words: ChatWords) -> None:
    await begin(games, store, CHALLENGES)
    await lay(games, PHONY)
    await words.change(SCOPE.chat, "tr", PHONY, counts=True)
    assert await withdrawn(games)


async def test_a_word_removed_after_it_was_laid_stands(games: Games, store: Store, words: ChatWords) -> None:
    await begin(games, store, CHALLENGES)
    await lay(games, WORD)
    await words.change(SCOPE.chat, "tr", WORD, counts=False)
    assert not await withdrawn(games)


async def test_the_words_from_before_the_beginning_count(games: Games, store: Store, words: ChatWords) -> None:
    await words.change(SCOPE.chat, "tr", PHONY, counts=True)
    await begin(games, store, VOID)
    await words.change(SCOPE.chat, "tr", PHONY, counts=None)
    await lay(games, PHONY)
    assert (await games.load(SCOPE)).table != VOID


async def test_the_next_game_begins_with_the_words_as_they_are_then(
    games: Games, store: Store, words: ChatWords
) -> None:
    await begin(games, store, VOID)
    await words.change(SCOPE.chat, "tr", PHONY, counts=True)
    await games.play(await games.load(SCOPE), Cancel(USERS[0]), None)
    await begin(games, store, VOID)
    assert await counts(games, PHONY)


async def test_a_change_while_a_game_begins_is_not_in_it(games: Games, redis: Redis, words: ChatWords) -> None:
    await put(Store(redis), lobby("kelimelik"), fresh=True)
    late = Hurried(redis, lambda: words.change(SCOPE.chat, "tr", PHONY, counts=True))
    hurried = Games(late, Judges(redis), standing(NOW))
    await hurried.begin(await hurried.load(SCOPE), USERS[0], 7, None)
    held = await games.load(SCOPE)
    assert isinstance(held.table, GameState)
    assert (await games.dictionary(held, held.table.ruleset)).words.hash == held.table.lexicon
    assert not await counts(games, PHONY)


async def test_where_the_chats_words_are_off_a_word_added_is_refused(
    games: Games, store: Store, words: ChatWords
) -> None:
    await words.change(SCOPE.chat, "tr", PHONY, counts=True)
    await begin(games, store, ALONE)
    with pytest.raises(Refusal, match="not_words"):
        await lay(games, PHONY)


async def test_where_the_chats_words_are_off_a_word_removed_still_counts(
    games: Games, store: Store, words: ChatWords
) -> None:
    await words.change(SCOPE.chat, "tr", WORD, counts=False)
    await begin(games, store, ALONE)
    await lay(games, WORD)
    assert (await games.load(SCOPE)).table != ALONE


@pytest.mark.parametrize(("chosen", "agreed"), [({}, True), ({"chat-words": "on"}, False)])
async def test_a_tournament_is_judged_by_the_shipped_list_unless_chosen_otherwise(
    games: Games, store: Store, words: ChatWords, chosen: dict[str, str], *, agreed: bool
) -> None:
    await words.change(SCOPE.chat, "en", "QI", counts=False)
    await begin(games, store, game("tournament-en", options=chosen))
    assert await counts(games, "QI") == agreed


async def test_the_state_keeps_the_hash_of_the_list_alone(games: Games, store: Store, words: ChatWords) -> None:
    await words.change(SCOPE.chat, "tr", PHONY, counts=True)
    await put(store, changed(lobby(), ruleset=ALONE.ruleset), fresh=True)
    await games.begin(await games.load(SCOPE), USERS[0], 7, None)
    table = (await games.load(SCOPE)).table
    assert isinstance(table, GameState)
    assert table.lexicon == lexicon("tr").hash


async def test_what_was_asked_of_one_table_is_not_done_to_the_next(games: Games, store: Store, redis: Redis) -> None:
    await put(store, lobby("kelimelik"), fresh=True)
    other = lobby("scrabble-en", secret="cd" * 32)
    hurried = Games(Hurried(redis, lambda: put(store, other, fresh=True)), Judges(redis), standing(NOW))
    with pytest.raises(Busy):
        await hurried.begin(await hurried.load(SCOPE), USERS[0], 7, None)
    table = (await games.load(SCOPE)).table
    assert isinstance(table, Lobby)
    assert table == other
