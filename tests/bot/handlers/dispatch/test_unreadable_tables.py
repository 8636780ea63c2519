"""A table that cannot be read never locks its chat: it is said plainly, put aside and kept, and the next is opened."""

import pytest

from bot.judges import WordJudge
from bot.store import keys, retention
from bot.store.chats import UnreachableChats
from bot.store.commits import Commit
from bot.store.keys import Scope
from bot.tables.codec import compress_json
from bot.tables.deadlines import UnreachableClocks
from bot.tables.games import Games
from engine.lobby_seats import Lobby
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.games import game
from tests.support.logs import use_log_tags

pytestmark = pytest.mark.asyncio(loop_scope="module")

GAME = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
DAMAGED = (b'{"an": "older form"}', compress_json(b'{"type": "crossword", "schema": 999}'), b"x")
DAYS = 90


def games_of_other_process(house: BotHarness) -> Games:
    return Games(house.store, WordJudge(house.redis), house.served_clock)


async def store_unreadable_table(talk: ChatSession, state: bytes = DAMAGED[0]) -> int:
    await talk.put_table(GAME)
    redis, key = talk.harness.redis, keys.game(talk.scope)
    await redis.hset(key, "state", state)
    await redis.rpush(keys.game_log(talk.scope), b"an entry")
    await redis.set(keys.game_words(talk.scope), b"words")
    return int(await redis.hget(key, "version") or 0)


async def test_what_is_asked_of_it_is_answered_with_what_is_the_matter(
    harness: BotHarness, caplog: pytest.LogCaptureFixture
) -> None:
    talk, tags = await harness.new_group(), use_log_tags()
    talk.say(LIMON, "/yeni")
    (listed,) = await talk.wait_messages()
    await store_unreadable_table(talk)
    for command in ("/skor", "/pas"):
        assert (await talk.say_and_wait(LIMON, command)).html == talk.text_html("refusal-table-unreadable")
    answer = await talk.press_data(LIMON, listed, listed.buttons[0]["callback_data"])
    assert answer["text"] == talk.text_plain("refusal-table-unreadable")
    assert "a table cannot be read" in caplog.text
    assert f"scope {tags.tag_scope(str(talk.scope))}" in caplog.text
    assert await harness.redis.hget(keys.game(talk.scope), "state") == DAMAGED[0]
    assert not [key async for key in harness.redis.scan_iter(match=keys.dead_letters(keys.shard_of(talk.scope.chat)))]


async def test_a_new_table_puts_it_aside_and_opens(harness: BotHarness) -> None:
    talk = await harness.new_group()
    version = await store_unreadable_table(talk)
    talk.say(LIMON, "/yeni kelimelik")
    said = [sent.html for sent in await talk.wait_messages(2)]
    assert said[0] == talk.text_html("table-put-aside", days=DAYS)
    held = await games_of_other_process(harness).load_table(talk.scope)
    assert isinstance(held.table, Lobby)
    assert not held.is_unreadable
    await assert_quarantined(talk, version)


@pytest.mark.parametrize("state", DAMAGED, ids=["older", "later", "damaged"])
async def test_cancelling_puts_it_aside(harness: BotHarness, state: bytes) -> None:
    talk = await harness.new_group()
    version = await store_unreadable_table(talk, state)
    assert (await talk.say_and_wait(KIRAZ, "/iptal")).html == talk.text_html("table-put-aside", days=DAYS)
    await assert_quarantined(talk, version, state)
    assert (await talk.say_and_wait(LIMON, "/skor")).html == talk.text_html("refusal-no-game")
    assert await harness.redis.zscore(keys.deadlines(keys.shard_of(talk.scope.chat)), str(talk.scope)) is None


async def assert_quarantined(talk: ChatSession, version: int, state: bytes = DAMAGED[0]) -> None:
    redis, key = talk.harness.redis, keys.quarantined_game(talk.scope, version)
    stored = await redis.hgetall(key)
    assert (stored[b"state"], stored[b"words"]) == (state, b"words")
    assert (await redis.lrange(keys.quarantined_log(talk.scope, version), 0, -1))[-1] == b"an entry"
    for name in (key, keys.quarantined_log(talk.scope, version)):
        assert (
            retention.QUARANTINE_SECONDS - 60 < await redis.ttl(name) <= retention.QUARANTINE_SECONDS == DAYS * 86_400
        )


async def test_a_game_elsewhere_goes_on_beside_it(harness: BotHarness) -> None:
    spoilt, talk = await harness.new_group(), await harness.new_group()
    private = await harness.private_chat(KIRAZ)
    await talk.put_table(GAME)
    for there in (spoilt, talk):
        for player in GAME.players:
            await harness.store.players.add_user_game(player.user, there.scope, GAME.commitment[:8])
    await store_unreadable_table(spoilt)
    assert (await private.say_and_wait(KIRAZ, "/skor")).html.startswith("<b>Kelimelik</b>")
    assert [
        held.scope for held in await games_of_other_process(harness).player_tables.running_games(GAME.players[0].user)
    ] == [talk.scope]


async def test_a_chat_that_shuts_the_bot_out_and_becomes_another_takes_it_along(harness: BotHarness) -> None:
    here, there = Scope(-4321), (await harness.new_group()).scope
    await harness.store.commit(Commit(scope=here, expected_version=0, update_id=None, state=DAMAGED[0], deadline=1.0))
    games = games_of_other_process(harness)
    await UnreachableClocks(games, UnreachableChats(harness.redis), time_is_known).stop_clocks_of_chat(here.chat)
    assert await games.loader.migrate_chat(here.chat, there.chat)
    held = await games.load_table(here)
    assert (held.scope, held.is_unreadable) == (there, True)
    assert await harness.redis.hget(keys.game(there), "state") == DAMAGED[0]


async def time_is_known() -> None:
    """It is known what time it is."""


@pytest.mark.parametrize("command", ["/yeni kelimelik", "/iptal #1"])
async def test_it_is_put_aside_though_others_beside_it_go_on(harness: BotHarness, command: str) -> None:
    talk = await harness.new_group()
    version = await store_unreadable_table(talk)
    beside = talk.scope.at_table(2)
    await talk.put_table(GAME, beside)
    said = await talk.say_and_wait(KIRAZ, command)
    assert said.html == talk.text_html("table-put-aside", days=DAYS)
    await harness.wait_until_idle()
    await assert_quarantined(talk, version)
    place = await harness.store.load_place(talk.scope)
    assert {number for number, what in place.numbers.items() if what.is_open} == ({1, 2} if "yeni" in command else {2})
    assert [*place.others] == [2]
