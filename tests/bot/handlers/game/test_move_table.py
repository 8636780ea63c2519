"""A topic that is gone, and topics that are switched off: the table is found, and goes on where people are."""

import asyncio
from datetime import timedelta

import pytest

from bot.store import keys
from bot.store.keys import Scope
from bot.tables.codec import decode_table
from engine.crossword.state import GameState
from engine.game import Table
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import data_of_label
from tests.support.games import NOW, game
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

RACKS = ("LİKRSĞZ", "AAEEKKL")
TIMED = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS, options={"clock": "2min", "challenge": "void"})


async def forum_with_table(house: BotHarness, language: str = "tr") -> tuple[ChatSession, Scope]:
    talk = await house.new_group(language)
    world = house.playground.world
    world.set_forum(talk.chat, on=True)
    scope = Scope(talk.chat_id, world.add_topic(KIRAZ, talk.chat, "Eski"))
    await talk.put_table(TIMED, scope)
    await house.forget_user_games(KIRAZ, LIMON)
    for person in (KIRAZ, LIMON):
        await house.store.players.add_user_game(person, scope, TIMED.commitment[:8])
    return talk, scope


async def stored_table(house: BotHarness, scope: Scope) -> Table | None:
    state = (await house.store.load_table(scope)).state
    return None if state is None else decode_table(state)


async def lose_topic(talk: ChatSession, scope: Scope) -> None:
    """A topic is deleted; somebody plays in private at its table, and nobody there can be told."""
    house = talk.harness
    del talk.chat.topics[scope.topic or 0]
    private = await house.private_chat(KIRAZ)
    for person in (KIRAZ, LIMON):
        await house.store.players.add_user_game(person, scope, TIMED.commitment[:8])
    await private.say_and_wait(KIRAZ, "8F KALEMLİK")
    async with asyncio.timeout(PATIENCE):
        while not await house.redis.exists(keys.unreachable_scopes(talk.chat_id)):
            await house.wait_until_idle()
    await house.wait_until_idle()


async def test_a_table_whose_topic_is_gone_loses_no_time_and_goes_on_where_an_administrator_wants(
    harness: BotHarness,
) -> None:
    talk, scope = await forum_with_table(harness)
    await lose_topic(talk, scope)
    await harness.advance_time(130)
    offer = await talk.say_and_wait(KIRAZ, "/masalar")
    assert offer.html == talk.text_html("tables-elsewhere")
    refused = await talk.press_data(LIMON, offer, offer.buttons[0]["callback_data"])
    assert refused["text"] == talk.text_plain("refusal-admins-only")
    before = harness.last_call_number
    await talk.press_data(KIRAZ, offer, offer.buttons[0]["callback_data"])
    await harness.wait_until_idle()
    calls = harness.playground.journal.find_entries(after=before)
    told = [call.parameters for call in calls if call.status == 200 and call.method in {"sendPhoto", "sendMessage"}]
    words = "".join(str(one.get("caption", one.get("text"))) for one in told)
    assert 0 < words.index("KALEMLİK") < words.index(talk.text_html("clocks-back"))
    assert not any("message_thread_id" in one for one in told)
    state = await stored_table(harness, talk.scope)
    assert isinstance(state, GameState)
    assert (state.turn, state.clocks.paused, await stored_table(harness, scope)) == (1, None, None)
    due = await harness.redis.zscore(keys.deadlines(keys.shard_of(talk.chat_id)), str(talk.scope))
    assert due == (NOW + timedelta(seconds=130 + 90)).timestamp()
    assert await harness.store.players.load_user_games(LIMON) == [talk.scope]
    private = await harness.private_chat(LIMON)
    await harness.store.players.add_user_game(LIMON, talk.scope, TIMED.commitment[:8])
    assert (await private.say_and_wait(LIMON, "/pas")).html == private.text_html("done-in-group")
    await talk.cancel_game(KIRAZ)


async def test_in_private_it_is_said_why_nothing_is_done_and_what_helps(harness: BotHarness) -> None:
    talk, scope = await forum_with_table(harness)
    await lose_topic(talk, scope)
    private = await harness.private_chat(LIMON, "uk")
    await harness.store.players.add_user_game(LIMON, scope, TIMED.commitment[:8])
    assert (await private.say_and_wait(LIMON, "/pas")).html == private.text_html("refusal-out-of-reach")


async def test_resume_where_no_table_is_offers_that_of_another_topic(harness: BotHarness) -> None:
    talk, scope = await forum_with_table(harness)
    offer = await talk.say_and_wait(KIRAZ, "/devam")
    assert offer.html == talk.text_html("tables-elsewhere")
    shown = await talk.press_data(KIRAZ, offer, offer.buttons[0]["callback_data"])
    assert shown is not None
    assert isinstance(await stored_table(harness, talk.scope), GameState)
    old = [message for message in talk.chat.messages.values() if message.get("message_thread_id") == scope.topic]
    assert old[-1]["text"] == talk.text_plain("table-moved-away"), "its topic is there, and is told"
    assert (await talk.say_and_wait(KIRAZ, "/skor")).text
    await talk.cancel_game(KIRAZ)


async def test_a_second_tap_moves_nothing(harness: BotHarness) -> None:
    talk, _ = await forum_with_table(harness)
    offer = await talk.say_and_wait(KIRAZ, "/masalar")
    data = offer.buttons[0]["callback_data"]
    await talk.press_data(KIRAZ, offer, data)
    version = (await talk.stored_state())[0]
    await talk.forge_tap(talk.user_json(KIRAZ), offer, data)
    assert (await talk.stored_state())[0] == version
    await talk.cancel_game(KIRAZ)


@pytest.mark.parametrize("way", ["tap", "command"])
async def test_where_topics_are_switched_off_whoever_asks_finds_the_table(harness: BotHarness, way: str) -> None:
    talk, scope = await forum_with_table(harness)
    world = harness.playground.world
    await talk.start_watching()
    world.write_as_person(NANE, talk.chat_id, "/tahta", thread=scope.topic)
    (board,) = await talk.wait_messages()
    world.set_forum(talk.chat, on=False)
    for message in talk.chat.messages.values():
        message.pop("is_topic_message", None)
    if way == "tap":
        answer = await talk.press_data(KIRAZ, board, data_of_label(board, talk.text_plain("button-rack")))
        assert answer["text"] != talk.text_plain("refusal-stale-button")
        await harness.wait_until_idle()
    else:
        await talk.say_and_wait(KIRAZ, "/pas")
    state = await talk.load_current_game()
    assert state.turn == (0 if way == "tap" else 1)
    assert await stored_table(harness, scope) is None
    await talk.cancel_game(KIRAZ)


async def test_where_topics_are_switched_off_the_list_has_their_tables_beside_others(harness: BotHarness) -> None:
    talk, scope = await forum_with_table(harness)
    await talk.put_table(game("kelimelik", laid=["8F KALEM"], racks=RACKS))
    harness.playground.world.set_forum(talk.chat, on=False)
    await talk.start_watching()
    assert "#2" in (await talk.say_and_wait(KIRAZ, "/masalar")).text
    assert await stored_table(harness, scope) is None
