"""A table that cannot be read never locks its chat: it is said plainly, put aside and kept, and the next is opened."""

import pytest

from bot.judges import Judges
from bot.store import keys, retention
from bot.store.commits import Commit
from bot.store.halted import Halted
from bot.store.keys import Scope
from bot.tables.games import Games
from bot.tables.halts import Halts
from bot.tables.packing import packed
from engine.seats import Lobby
from tests.support.chats import KIRAZ, LIMON, House, Talk
from tests.support.games import game
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

GAME = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
DAMAGED = (b'{"an": "older form"}', packed(b'{"type": "crossword", "schema": 999}'), b"x")
DAYS = 90


def tables(house: House) -> Games:
    """As another process reads them."""
    return Games(house.store, Judges(house.redis), house.served)


async def spoil(talk: Talk, state: bytes = DAMAGED[0]) -> int:
    """Have a table there that nobody can read; its version."""
    await talk.deal(GAME)
    redis, key = talk.house.redis, keys.game(talk.scope)
    await redis.hset(key, "state", state)
    await redis.rpush(keys.log(talk.scope), b"an entry")
    await redis.set(keys.game_words(talk.scope), b"words")
    return int(await redis.hget(key, "version") or 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["/skor", "/tahta", "/pas", "/oyna 8F KALEM", "/torba"])
async def test_what_is_asked_of_it_is_answered_with_what_is_the_matter(
    house: House, language: str, command: str, caplog: pytest.LogCaptureFixture
) -> None:
    talk = await house.group(language)
    await spoil(talk)
    assert (await talk.ask(LIMON, command)).html == talk.html("refusal-table-unreadable")
    assert f"the table of chat {talk.scope} cannot be read" in caplog.text
    assert await house.redis.hget(keys.game(talk.scope), "state") == DAMAGED[0]
    assert not [key async for key in house.redis.scan_iter(match=keys.dead(keys.shard_of(talk.scope.chat)))]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_new_table_puts_it_aside_and_opens(house: House, language: str) -> None:
    talk = await house.group(language)
    version = await spoil(talk)
    talk.say(LIMON, "/yeni kelimelik")
    said = [sent.html for sent in await talk.sent(2)]
    assert said[0] == talk.html("table-put-aside", days=DAYS)
    held = await tables(house).load(talk.scope)
    assert isinstance(held.table, Lobby)
    assert not held.unreadable
    await kept(talk, version)


@pytest.mark.parametrize("state", DAMAGED, ids=["older", "later", "damaged"])
async def test_cancelling_puts_it_aside(house: House, state: bytes) -> None:
    talk = await house.group()
    version = await spoil(talk, state)
    assert (await talk.ask(KIRAZ, "/iptal")).html == talk.html("table-put-aside", days=DAYS)
    await kept(talk, version, state)
    assert (await talk.ask(LIMON, "/skor")).html == talk.html("refusal-no-game")
    assert await house.redis.zscore(keys.deadlines(keys.shard_of(talk.scope.chat)), str(talk.scope)) is None


async def kept(talk: Talk, version: int, state: bytes = DAMAGED[0]) -> None:
    """It lies with its log and words where it was put, for so long, and a backup would hold it."""
    redis, key = talk.house.redis, keys.aside(talk.scope, version)
    stored = await redis.hgetall(key)
    assert (stored[b"state"], stored[b"words"]) == (state, b"words")
    assert (await redis.lrange(keys.aside_log(talk.scope, version), 0, -1))[-1] == b"an entry"
    for name in (key, keys.aside_log(talk.scope, version)):
        assert retention.ASIDE_SECONDS - 60 < await redis.ttl(name) <= retention.ASIDE_SECONDS == DAYS * 86_400


async def test_a_button_opens_nothing_over_it(house: House) -> None:
    talk = await house.group()
    talk.say(LIMON, "/yeni")
    (listed,) = await talk.sent()
    await spoil(talk)
    answer = await talk.press(LIMON, listed, listed.buttons[0]["callback_data"])
    assert answer["text"] == talk.plain("refusal-table-unreadable")
    assert await house.redis.hget(keys.game(talk.scope), "state") == DAMAGED[0]


async def test_a_game_elsewhere_goes_on_beside_it(house: House) -> None:
    spoilt, talk = await house.group(), await house.group()
    private = await house.private(KIRAZ)
    await talk.deal(GAME)
    for there in (spoilt, talk):
        for player in GAME.players:
            await house.store.add_user_game(player.user, there.scope, GAME.commitment[:8])
    await spoil(spoilt)
    assert (await private.ask(KIRAZ, "/skor")).html.startswith("<b>Kelimelik</b>")
    assert [held.scope for held in await tables(house).people.running(GAME.players[0].user)] == [talk.scope]


async def test_a_chat_that_shuts_the_bot_out_and_becomes_another_takes_it_along(house: House) -> None:
    here, there = Scope(-4321), (await house.group()).scope
    await house.store.commit(Commit(scope=here, expected=0, update_id=None, state=DAMAGED[0], deadline=1.0))
    games = tables(house)
    await Halts(games, Halted(house.redis), at_once).gone(here.chat)
    assert await games.move(here.chat, there.chat)
    held = await games.load(here)
    assert (held.scope, held.unreadable) == (there, True)
    assert await house.redis.hget(keys.game(there), "state") == DAMAGED[0]


async def at_once() -> None:
    """It is known what time it is."""
