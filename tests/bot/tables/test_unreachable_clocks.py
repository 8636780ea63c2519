"""A chat that cannot be reached: its clocks stand still without a word, and run on once the bot is back."""

import asyncio
from datetime import timedelta

import pytest

from bot.playground.dispatch import Fault
from bot.store import keys
from bot.store.keys import Scope
from bot.store.records import RecordStore
from engine.clock import Pause
from engine.crossword.state import GameState
from engine.packed_game import unpack_game
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.games import NOW, after_actions, game
from tests.support.played_games import finish_game, newest_record
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

RACKS = ("LİKRSĞZ", "AAEEKKL")
TIMED = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS, options={"clock": "2min", "challenge": "void"})


async def deal_game(house: BotHarness, table: GameState = TIMED) -> ChatSession:
    talk = await house.new_group()
    await talk.put_table(table)
    return talk


async def remove_bot(talk: ChatSession, *, unseen: bool = False) -> None:
    """The bot is put out of the group; ``unseen`` without an update that says so."""
    if unseen:
        talk.chat.bot_status = "kicked"
    else:
        talk.harness.playground.world.set_bot_status(talk.chat, "kicked")
    await talk.harness.wait_until_idle()


async def next_deadline(talk: ChatSession, scope: Scope | None = None) -> float | None:
    score: float | None = await talk.harness.redis.zscore(
        keys.deadlines(keys.shard_of(talk.chat_id)), str(scope or talk.scope)
    )
    return score


async def wait_for_version(talk: ChatSession, version: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while (await talk.stored_state())[0] < version:
            await talk.harness.wait_until_idle()
    await talk.harness.wait_until_idle()


async def test_put_out_of_a_group_the_bot_stops_its_clocks_and_frees_what_it_kept(harness: BotHarness) -> None:
    talk = await deal_game(harness)
    await harness.store.save_photo(talk.scope, "digest", "file")
    await harness.advance_time(30)
    await remove_bot(talk)
    assert (await talk.load_current_game()).clocks.paused == NOW + timedelta(seconds=30)
    assert await next_deadline(talk) is None
    assert not await harness.redis.hexists(keys.game(talk.scope), "photo")
    await harness.advance_time(5000)
    await talk.start_watching()
    harness.playground.world.set_bot_status(talk.chat, "administrator")
    told = [message.html for message in await talk.wait_messages(2)]
    assert talk.text_html("clocks-back") in told
    assert await next_deadline(talk) == (NOW + timedelta(seconds=5030 + 60)).timestamp(), "they run on from there"
    assert not await harness.redis.exists(keys.unreachable_scopes(talk.chat_id))
    assert (await talk.load_current_game()).turn == 0


@pytest.mark.parametrize("method", ["sendPhoto", "sendMessage"])
async def test_where_a_chat_is_gone_the_clocks_stop(harness: BotHarness, method: str) -> None:
    talk = await deal_game(harness)
    fault = Fault(
        kind="error", status=400, description="Bad Request: chat not found", chat_id=talk.chat_id, method=method
    )
    harness.playground.faults.add_fault(fault)
    before = (await talk.stored_state())[0]
    if method == "sendMessage":
        await harness.advance_time(91)
        async with asyncio.timeout(PATIENCE):
            while harness.playground.faults.waiting_faults:
                await harness.wait_until_idle()
    else:
        talk.say(KIRAZ, "/oyna F8 yatay KALEMLİK")
        await wait_for_version(talk, before + 2)
    harness.playground.faults.clear_faults()
    await harness.wait_until_idle()
    assert (await talk.load_current_game()).clocks.paused is not None


async def test_the_first_message_that_does_not_arrive_stops_the_clocks_until_somebody_speaks(
    harness: BotHarness,
) -> None:
    talk = await deal_game(harness)
    await remove_bot(talk, unseen=True)
    wanted = (await talk.stored_state())[0] + 2
    await harness.advance_time(121)
    await wait_for_version(talk, wanted)
    state = await talk.load_current_game()
    assert (state.turn, state.clocks.paused is None) == (1, False)
    await harness.advance_time(100_000)
    assert (await talk.load_current_game()) == state
    talk.chat.bot_status = "administrator"
    await talk.start_watching()
    talk.say(LIMON, "/sure")
    late, back, asked = [message.html for message in await talk.wait_messages(3)]
    assert late.startswith("⌛"), "what was untold is told first"
    assert back == talk.text_html("clocks-back")
    assert asked.startswith("⏱")
    assert (await talk.load_current_game()).clocks.paused is None


async def test_clocks_that_an_administrator_stopped_stay_so(harness: BotHarness) -> None:
    talk = await deal_game(harness, after_actions(TIMED, Pause(KIRAZ), seconds=0))
    await remove_bot(talk)
    await talk.start_watching()
    harness.playground.world.set_bot_status(talk.chat, "administrator")
    await talk.wait_messages()
    await harness.wait_until_idle()
    assert (await talk.load_current_game()).clocks.paused == NOW


async def test_all_tables_of_all_topics_stand_still_and_no_other_chat(harness: BotHarness) -> None:
    talk, other = await deal_game(harness), await deal_game(harness)
    scopes = talk.scope, talk.scope.at_table(2), talk.topic_scope(7)
    for scope in scopes[1:]:
        await talk.put_table(TIMED, scope)
    await remove_bot(talk)
    assert [await next_deadline(talk, scope) for scope in scopes] == [None] * 3
    assert await next_deadline(other) is not None
    await talk.start_watching()
    harness.playground.world.set_bot_status(talk.chat, "administrator")
    told = [message.html for message in await talk.wait_messages(3)]
    assert any(talk.text_html("clocks-back") in html for html in told)
    await harness.wait_until_idle()
    assert None not in [await next_deadline(talk, scope) for scope in scopes]
    assert not await harness.redis.exists(keys.unreachable_scopes(talk.chat_id))


def mute_bot(talk: ChatSession) -> None:
    """Nobody but administrators may write in the group, of which Telegram tells no bot."""
    talk.chat.bot_status, talk.chat.may_send_text, talk.chat.may_send_photos = "member", False, False


def unmute_bot(talk: ChatSession) -> None:
    talk.chat.bot_status = "administrator"


async def wait_until_halted(talk: ChatSession) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await talk.harness.redis.exists(keys.unreachable_scopes(talk.chat_id)):
            await talk.harness.wait_until_idle()
    await talk.harness.wait_until_idle()


async def test_a_move_where_the_bot_is_muted_costs_no_time_and_is_told_later(harness: BotHarness) -> None:
    talk = await deal_game(harness)
    mute_bot(talk)
    await harness.advance_time(10)
    talk.say(KIRAZ, "/oyna F8 yatay KALEMLİK")
    await wait_until_halted(talk)
    for _ in range(13):
        await harness.advance_time(10)
    state = await talk.load_current_game()
    assert (state.turn, state.clocks.paused) == (1, NOW + timedelta(seconds=10))
    unmute_bot(talk)
    await talk.start_watching()
    talk.say(LIMON, "/pas")
    played, back, passed = [message.html for message in await talk.wait_messages(3)]
    assert "KALEMLİK" in played
    assert back == talk.text_html("clocks-back")
    assert passed not in {played, back}, "what was said to try it counts"
    state = await talk.load_current_game()
    assert (state.turn, state.number, state.clocks.paused) == (0, 2, None)
    assert await next_deadline(talk) == (NOW + timedelta(seconds=140 + 90)).timestamp()


async def test_what_nobody_was_told_is_told_in_order_when_the_right_is_back(harness: BotHarness) -> None:
    talk = await deal_game(harness, game("scrabble-tr", laid=["8F KALEM"], racks=RACKS, options={"challenge": "void"}))
    mute_bot(talk)
    talk.say(KIRAZ, "/oyna F8 yatay KALEMLİK")
    await wait_until_halted(talk)
    before = await talk.stored_state()
    talk.say(LIMON, "/pas")
    await harness.wait_until_idle()
    assert await talk.stored_state() == before, "nobody would learn of it"
    await talk.start_watching()
    harness.playground.world.set_bot_status(talk.chat, "administrator")
    assert "KALEMLİK" in (await talk.wait_messages())[0].html
    await talk.cancel_game(KIRAZ)


async def test_told_by_an_update_that_it_may_not_write_it_stops_clocks_at_once(harness: BotHarness) -> None:
    talk = await deal_game(harness)
    await harness.advance_time(30)
    harness.playground.world.set_bot_status(talk.chat, "restricted")
    await wait_until_halted(talk)
    assert (await talk.load_current_game()).clocks.paused == NOW + timedelta(seconds=30)
    await harness.advance_time(130)
    talk.say(KIRAZ, f"/pas@{harness.playground.world.bot['username']}")
    await harness.wait_until_idle()
    await talk.start_watching()
    harness.playground.world.set_bot_status(talk.chat, "member")
    assert (await talk.wait_messages())[0].html == talk.text_html("clocks-back")
    assert (await talk.load_current_game()).turn == 0
    assert await next_deadline(talk) == (NOW + timedelta(seconds=160 + 60)).timestamp()


async def test_a_closed_topic_is_told_once_it_is_open_and_no_other_stands_still(harness: BotHarness) -> None:
    talk = await harness.new_group()
    world = harness.playground.world
    world.set_forum(talk.chat, on=True)
    closed, here = (Scope(talk.chat_id, world.add_topic(KIRAZ, talk.chat, name)) for name in ("Eski", "Yeni"))
    await talk.put_table(TIMED, closed)
    await talk.put_table(game("scrabble-tr", laid=["8F KALEM"], racks=RACKS), here)
    talk.chat.can_manage_topics = False
    talk.chat.closed_topics.add(closed.topic or 0)
    world.write_as_person(KIRAZ, talk.chat_id, "/oyna F8 yatay KALEMLİK", thread=closed.topic)
    await wait_until_halted(talk)
    await harness.advance_time(130)
    assert await next_deadline(talk, closed) is None
    await talk.start_watching()
    world.write_as_person(KIRAZ, talk.chat_id, "/skor", thread=here.topic)
    await talk.wait_messages()
    assert await next_deadline(talk, closed) is None, "a neighbour proves nothing"
    talk.chat.closed_topics.clear()
    await talk.start_watching()
    world.write_as_person(LIMON, talk.chat_id, "/sure", thread=closed.topic)
    played, back, asked = await talk.wait_messages(3)
    assert ("KALEMLİK" in played.html, back.html) == (True, talk.text_html("clocks-back"))
    assert {one.message["message_thread_id"] for one in (played, back, asked)} == {closed.topic}
    assert await next_deadline(talk, closed) == (NOW + timedelta(seconds=130 + 90)).timestamp()


def outage_sentence(talk: ChatSession) -> str:
    return talk.text_html("clocks-shifted", time=talk.text_plain("unit-minute", count=5))


@pytest.mark.parametrize(("seconds", "is_told"), [(300, True), (59, False)])
async def test_a_move_is_in_time_and_tells_of_an_absence_of_a_minute(
    harness: BotHarness, seconds: int, *, is_told: bool
) -> None:
    talk = await deal_game(harness)
    await harness.pass_downtime(seconds)
    played = await talk.say_and_wait(KIRAZ, "/oyna 8F KALEMLİK")
    headline, quote = played.html.split("\n", 1)
    assert headline.startswith("<b>\u2068Ayşe\u2069</b> KALEMLİK <b>+10</b>")
    assert quote.startswith(f"<blockquote expandable>{outage_sentence(talk) if is_told else 'F8 '}")
    assert outage_sentence(talk) not in (await talk.say_and_wait(LIMON, "/pas")).html


async def test_whoever_asks_for_the_clocks_is_told_and_then_nobody(harness: BotHarness) -> None:
    talk = await deal_game(harness)
    await harness.pass_downtime(300)
    stand = await talk.say_and_wait(LIMON, "/sure")
    assert stand.html.startswith(f"{outage_sentence(talk)}\n⏱")
    assert talk.text_plain("unit-minute", count=2) in stand.html
    assert outage_sentence(talk) not in (await talk.say_and_wait(LIMON, "/sure")).html
    assert outage_sentence(talk) not in (await talk.say_and_wait(KIRAZ, "/oyna 8F KALEMLİK")).html


async def test_the_game_that_is_kept_says_when_all_of_it_was_for_people(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await harness.pass_downtime(300)
    await finish_game(talk)
    record = await newest_record(talk)
    packed = await RecordStore(harness.redis).read_packed_game(talk.chat_id, record.id)
    assert packed is not None
    log = unpack_game(packed).log
    assert [entry.utc_time - entry.at for entry in log] == [timedelta(seconds=300)] * len(log)
    assert int(log[-1].utc_time.timestamp()) == record.ended
