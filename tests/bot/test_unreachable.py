"""A chat that cannot be reached: its clocks stand still without a word, and run on once the bot is back."""

import asyncio
from datetime import timedelta

import pytest

from bot.playground.faults import Fault
from bot.store import keys
from bot.store.keys import Scope
from engine.clock import Pause
from engine.crossword.state import GameState
from tests.support.chats import KIRAZ, LIMON, House, Talk
from tests.support.games import NOW, after, game
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

RACKS = ("LİKRSĞZ", "AAEEKKL")
TIMED = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS, options={"clock": "2min", "challenge": "void"})


async def playing(house: House, table: GameState = TIMED) -> Talk:
    talk = await house.group()
    await talk.deal(table)
    return talk


async def put_out(talk: Talk, *, unseen: bool = False) -> None:
    """The bot is put out of the group; ``unseen`` without an update that says so."""
    if unseen:
        talk.chat.bot_status = "kicked"
    else:
        talk.house.playground.world.set_bot_status(talk.chat, "kicked")
    await talk.house.quiet()


async def due(talk: Talk, scope: Scope | None = None) -> float | None:
    score: float | None = await talk.house.redis.zscore(
        keys.deadlines(keys.shard_of(talk.id)), str(scope or talk.scope)
    )
    return score


async def timed_out(talk: Talk) -> None:
    """A turn's time runs out, and the chat is to be told."""
    wanted = (await talk.stored())[0] + 2
    await talk.house.pass_time(121)
    await _committed(talk, wanted)


async def _committed(talk: Talk, version: int) -> None:
    """Wait until a table was changed that often, and nothing more waits."""
    async with asyncio.timeout(PATIENCE):
        while (await talk.stored())[0] < version:
            await talk.house.quiet()
    await talk.house.quiet()


async def test_put_out_of_a_group_the_bot_stops_its_clocks_and_frees_what_it_kept(house: House) -> None:
    talk = await playing(house)
    await house.store.set_photo(talk.scope, "digest", "file")
    await house.pass_time(30)
    await put_out(talk)
    assert (await talk.game()).clocks.paused == NOW + timedelta(seconds=30)
    assert await due(talk) is None
    assert not await house.redis.hexists(keys.game(talk.scope), "photo")


async def test_back_in_the_group_it_says_so_and_the_clocks_run_on_from_where_they_stood(house: House) -> None:
    talk = await playing(house)
    await house.pass_time(30)
    await put_out(talk)
    await house.pass_time(5000)
    await talk.mark()
    house.playground.world.set_bot_status(talk.chat, "administrator")
    told = [message.html for message in await talk.sent(2)]
    assert talk.html("clocks-back") in told
    assert await due(talk) == (NOW + timedelta(seconds=5030 + 60)).timestamp()
    assert not await house.redis.exists(keys.halted(talk.id))
    assert (await talk.game()).turn == 0


async def test_the_first_message_that_does_not_arrive_stops_the_clocks(house: House) -> None:
    talk = await playing(house)
    await put_out(talk, unseen=True)
    await timed_out(talk)
    state = await talk.game()
    assert (state.turn, state.clocks.paused is None) == (1, False)
    await house.pass_time(100_000)
    assert (await talk.game()) == state


@pytest.mark.parametrize("method", ["sendPhoto", "sendMessage"])
async def test_a_chat_that_is_gone_is_no_longer_told_anything(house: House, method: str) -> None:
    talk = await playing(house)
    fault = Fault(kind="error", status=400, description="Bad Request: chat not found", chat_id=talk.id, method=method)
    house.playground.faults.add(fault)
    before = (await talk.stored())[0]
    if method == "sendMessage":
        await house.pass_time(91)
        async with asyncio.timeout(PATIENCE):
            while house.playground.faults.waiting:
                await house.quiet()
    else:
        talk.say(KIRAZ, "/oyna F8 yatay KALEMLİK")
        await _committed(talk, before + 2)
    house.playground.faults.clear()
    await house.quiet()
    assert (await talk.game()).clocks.paused is not None


async def test_whoever_speaks_there_shows_that_the_bot_is_back(house: House) -> None:
    talk = await playing(house)
    await put_out(talk, unseen=True)
    await timed_out(talk)
    talk.chat.bot_status = "administrator"
    await talk.mark()
    talk.say(LIMON, "/sure")
    told = [message.html for message in await talk.sent(2)]
    assert talk.html("clocks-back") in told
    assert any(html.startswith("⏱") for html in told)
    assert (await talk.game()).clocks.paused is None


async def test_an_update_of_before_does_not_bring_the_bot_back(house: House) -> None:
    talk = await playing(house)
    await put_out(talk)
    await talk.say_as(talk.user(KIRAZ), "/sure")
    await house.quiet()
    assert (await talk.game()).clocks.paused is not None
    assert await house.redis.exists(keys.halted(talk.id))


async def test_clocks_that_an_administrator_stopped_stay_so(house: House) -> None:
    talk = await playing(house, after(TIMED, Pause(KIRAZ), seconds=0))
    await put_out(talk)
    await talk.mark()
    house.playground.world.set_bot_status(talk.chat, "administrator")
    await talk.sent()
    await house.quiet()
    assert (await talk.game()).clocks.paused == NOW


async def test_every_topic_of_the_chat_stands_still_and_no_other_chat(house: House) -> None:
    talk, other = await playing(house), await playing(house)
    await talk.deal(TIMED, talk.topic(7))
    await put_out(talk)
    assert [await due(talk), await due(talk, talk.topic(7))] == [None, None]
    assert await due(other) is not None
    await talk.mark()
    house.playground.world.set_bot_status(talk.chat, "administrator")
    told = [message.html for message in await talk.sent(3)]
    assert told.count(talk.html("clocks-back")) == 2
    assert None not in [await due(talk), await due(talk, talk.topic(7))]
