"""What is done at a table that has changed since it was read: once, on the table as it is now."""

from datetime import datetime

import pytest
from redis.asyncio import Redis

from bot.judges import WordJudge
from bot.judges.dictionary import with_dictionary_kind
from bot.store.commits import Commit
from bot.store.games import GameStore
from bot.store.update_context import UpdateContext
from bot.tables.codec import decode_log_entry
from bot.tables.games import MOST_ATTEMPTS, Games
from bot.tables.loaded_table import Busy
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.game import Action, Table
from engine.lexicon import load_lexicon
from engine.lobby_lifecycle import begin_in
from engine.lobby_seats import Alter, Begin, Join, Lobby
from engine.rulesets import resolve_ruleset
from engine.turns import Pass
from tests.bot.tables.test_games import HOST, LAID, SCOPE, outbox_notices, put_table
from tests.support.bot_time import frozen_served_clock
from tests.support.games import NOW, USERS, game, open_lobby_of
from tests.support.stored_tables import load_stored_log


async def test_an_update_that_was_applied_is_not_applied_again(games: Games, store: GameStore) -> None:
    await put_table(store, LAID)
    stale = await games.load_table(SCOPE, UpdateContext(5))
    assert await games.apply_action(stale, Pass(USERS[0]), UpdateContext(5)) is not None
    assert await games.apply_action(stale, Pass(USERS[0]), UpdateContext(5)) is None, (
        "it was read before the first was committed"
    )
    assert (
        await games.apply_action(await games.load_table(SCOPE, UpdateContext(5)), Pass(USERS[0]), UpdateContext(5))
        is None
    )
    held = await games.load_table(SCOPE)
    assert isinstance(held.table, GameState)
    assert (held.table.number, held.version) == (1, 2)


async def test_a_lost_race_is_run_again_on_the_table_as_it_is_now(games: Games, store: GameStore) -> None:
    await put_table(store, open_lobby_of("scrabble-tr", 2))
    early = await games.load_table(SCOPE)
    await games.apply_action(early, Join(103, "Can"), UpdateContext(1))
    assert await games.apply_action(early, Join(104, "Deniz"), UpdateContext(2)) is not None
    with pytest.raises(Refusal, match="table_full"):
        await games.apply_action(early, Join(105, "Ece"), UpdateContext(3))
    held = await games.load_table(SCOPE)
    assert isinstance(held.table, Lobby)
    assert [seat.user for seat in held.table.seats] == [101, 102, 103, 104]


async def test_who_begins_in_a_lost_race_begins_by_the_dictionary_that_was_chosen_meanwhile(games: Games) -> None:
    ruleset = resolve_ruleset(crossword_rulesets()["scrabble-en"])
    await games.open_table(
        await games.load_place(SCOPE), with_dictionary_kind(ruleset, "builtin"), HOST, UpdateContext(1)
    )
    await games.apply_action(await games.load_table(SCOPE), Join(USERS[1], "Bora"), UpdateContext(2))
    late = await games.load_table(SCOPE)
    common = with_dictionary_kind(ruleset, "common")
    await games.apply_action(
        await games.load_table(SCOPE), Alter(USERS[0], "dictionary", "common", common), UpdateContext(3)
    )
    await games.start_game(late, USERS[1], 77, UpdateContext(4))
    held = await games.load_table(SCOPE)
    assert isinstance(held.table, GameState)
    assert held.table.ruleset == common
    judge = await games.loader.load_dictionary(held, common)
    assert held.table.lexicon == judge.words.hash != load_lexicon("en").hash


async def test_the_last_seat_and_the_game_are_one_version_one_entry_and_one_notice(
    games: Games, store: GameStore, redis: Redis
) -> None:
    await games.open_table(
        await games.load_place(SCOPE),
        resolve_ruleset(crossword_rulesets()["kelimelik"], {"start": "full"}),
        HOST,
        UpdateContext(1),
    )
    first = second = await games.load_table(SCOPE)
    await games.seat_player(first, Join(USERS[1], "Bora"), UpdateContext(2), 77, -100999)
    with pytest.raises(Refusal, match="game_running"):
        await games.seat_player(second, Join(USERS[2], "Can"), UpdateContext(3), 78, -100999)
    held = await games.load_table(SCOPE)
    assert isinstance(held.table, GameState)
    assert held.version == 2
    entries = [decode_log_entry(entry) for entry in await load_stored_log(store, SCOPE)]
    assert [type(entry.action).__name__ for entry in entries] == ["Open", "Join"]
    assert begin_in(entries[1].action) == Begin(USERS[1], 77, load_lexicon("tr").hash, -100999)
    assert [type(notice.view).__name__ for notice in await outbox_notices(redis)] == ["LobbyView", "GameView"]
    assert await store.players.load_user_games(USERS[1]) == [SCOPE]
    assert (
        await games.seat_player(
            await games.load_table(SCOPE, UpdateContext(2)), Join(USERS[1], "Bora"), UpdateContext(2), 77, -100999
        )
        is None
    )


async def test_whoever_loses_every_race_is_told_to_repeat(games: Games, store: GameStore, redis: Redis) -> None:
    table = game("scrabble-tr", racks=["LERİSİ?", "AAEEKKL"])
    await put_table(store, table)
    tries = 0

    def late(_: Table, __: datetime) -> Action:
        nonlocal tries
        tries += 1
        return Pass(USERS[0])

    class Rival(GameStore):
        async def commit(self, commit: Commit, update: UpdateContext | None = None) -> object:  # type: ignore[override] # always a moment too late
            await put_table(store, table)
            return await super().commit(commit, update)

    rival = Games(Rival(redis), WordJudge(redis), frozen_served_clock(NOW))
    with pytest.raises(Busy):
        await rival.apply_action(await rival.load_table(SCOPE), late, UpdateContext(9))
    assert tries == MOST_ATTEMPTS
    held = await games.load_table(SCOPE)
    assert held.table == table
