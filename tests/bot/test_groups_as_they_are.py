"""Groups as they are: channels that speak, other bots, no pictures allowed, topics that are shut, people who leave."""

import asyncio
from typing import Any

import pytest
import pytest_asyncio
from telegram import Bot

from bot.playground.faults import Fault
from bot.store import keys
from bot.store.keys import Scope
from bot.telegram.gateway import PICTURE_SECONDS, Gateway
from bot.telegram.pace import Pace
from bot.telegram.transport import AiohttpRequest
from engine.seats import Lobby
from tests.support.chats import KIRAZ, LIMON, NANE, House, Json, Talk
from tests.support.games import game
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
TIMED = game("scrabble-tr", laid=["8F KALEM"], racks=["LİKRSĞZ", "AAEEKKL"], options={"clock": "2min"})
CHANNEL: Json = {"id": 136817688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"}
TELEGRAM: Json = {"id": 777000, "is_bot": False, "first_name": "Telegram"}
ANONYMOUS: Json = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
NEWS: Json = {"id": -1009999999001, "type": "channel", "title": "Haberler"}


@pytest_asyncio.fixture(loop_scope="module")
async def talk(house: House) -> Talk:
    return await house.group()


async def unheard(talk: Talk, user: Json, text: str, **more: Any) -> None:
    """What somebody says has no answer, and changes nothing."""
    before = await talk.stored()
    await talk.say_as(user, text, **more)
    await talk.silent(KIRAZ)
    assert await talk.stored() == before


async def test_a_channel_is_told_once_that_it_cannot_play(talk: Talk) -> None:
    await talk.say_as(CHANNEL, "/yeni kelimelik", sender_chat=NEWS)
    assert (await talk.sent())[0].html == talk.html("refusal-channel-speaks")
    for text in ("/yeni kelimelik", "/katil", "/skor"):
        await unheard(talk, CHANNEL, text, sender_chat=NEWS)
    assert (await talk.stored())[1] is None


async def test_a_channel_neither_plays_nor_decides(talk: Talk) -> None:
    await talk.deal(LAID)
    await talk.say_as(CHANNEL, "/pas", sender_chat=NEWS)
    await talk.sent()
    for text in ("/iptal", "/ayarlar", "/duraklat", "F8 yatay KALEMLİK"):
        await unheard(talk, CHANNEL, text, sender_chat=NEWS)


async def test_what_a_linked_channel_posts_is_no_command(talk: Talk) -> None:
    await unheard(talk, TELEGRAM, "/yeni kelimelik", sender_chat=NEWS, is_automatic_forward=True)


async def test_another_group_does_not_speak_as_this_one(talk: Talk) -> None:
    await talk.deal(LAID)
    other = {"id": -1009999999002, "type": "supergroup", "title": "Öteki"}
    await talk.say_as(ANONYMOUS, "/iptal", sender_chat=other)
    assert (await talk.sent())[0].html == talk.html("refusal-channel-speaks")
    assert (await talk.game()).outcome is None


async def test_who_is_no_one_in_the_group_does_not_administer_it_by_a_bots_number(talk: Talk) -> None:
    await talk.deal(LAID)
    update = await talk.say_as({**ANONYMOUS, "id": 1087968825}, "/iptal")
    assert update
    await talk.silent(KIRAZ)
    assert (await talk.game()).outcome is None


async def test_commands_of_other_bots_are_theirs(talk: Talk) -> None:
    person = talk.user(LIMON)
    await unheard(talk, person, "/yeni@otherbot kelimelik")
    await unheard(talk, person, "/yardim@otherbot")
    own = talk.house.playground.world.bot["username"]
    await talk.say_as(person, f"/yeni@{own.upper()} kelimelik")
    await talk.sent()
    assert isinstance(await talk.table(), Lobby)


async def test_where_no_pictures_may_be_sent_boards_are_words(house: House) -> None:
    talk = await house.group(status="member")
    talk.chat.photos = False
    await talk.deal(LAID)
    before = house.calls
    (board,) = await said(talk, KIRAZ, "/oyna F8 yatay KALEMLİK")
    assert board.html.startswith("<pre>")
    assert "KALEMLİK" in board.text.replace(" ", "")
    assert {button["callback_data"].partition(":")[0] for button in board.buttons} >= {"rack", "board"}
    await said(talk, LIMON, "/pas")
    (asked,) = await said(talk, NANE, "/tahta")
    assert asked.html.startswith("<pre>")
    tried = house.playground.journal.entries("sendPhoto", after=before)
    assert len(tried) == 1, "it is known for a while"


async def said(talk: Talk, person: int, text: str) -> Any:
    """Say something with the bot's name, as members who are no administrators hear no other; what is answered."""
    await talk.mark()
    command, _, rest = text.partition(" ")
    talk.say(person, f"{command}@{talk.house.playground.world.bot['username']} {rest}".strip())
    return await talk.told()


async def test_pictures_are_tried_again_after_a_while(house: House) -> None:
    talk = await house.group(status="member")
    talk.chat.photos, now = False, 0.0
    playground = house.playground
    async with Bot(playground.token, base_url=f"{playground.api_url}/bot", request=AiohttpRequest()) as bot:
        gateway = Gateway(bot, Pace(), lambda: now)
        assert (await gateway.photo(talk.scope, PIXEL, "tahta")).written
        talk.chat.photos = True
        assert (await gateway.photo(talk.scope, PIXEL, "tahta")).written
        now = PICTURE_SECONDS
        assert not (await gateway.photo(talk.scope, PIXEL, "tahta")).written


PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a4944415478da63f80f00010101001b"
    "b6ee560000000049454e44ae426082"
)


@pytest.mark.parametrize("problem", ["message thread not found", "TOPIC_CLOSED"])
async def test_in_a_topic_that_is_shut_clocks_stand_still_and_others_play_on(house: House, problem: str) -> None:
    talk = await house.group()
    world = house.playground.world
    world.set_forum(talk.chat, on=True)
    shut, here = (Scope(talk.id, world.add_topic(KIRAZ, talk.chat, name)) for name in ("Eski", "Yeni"))
    for scope in (shut, here):
        await talk.deal(TIMED, scope)
    refused = Fault(kind="error", status=400, description=f"Bad Request: {problem}", method="sendMessage")
    house.playground.faults.add(refused)
    await talk.mark()
    world.say(KIRAZ, talk.id, "/pas", thread=shut.topic)
    await stands_still(talk, shut)
    await talk.mark()
    world.say(KIRAZ, talk.id, "/pas", thread=here.topic)
    (told,) = await talk.sent()
    assert told.message["message_thread_id"] == here.topic
    assert await house.redis.zscore(keys.deadlines(keys.shard_of(talk.id)), str(here)) is not None
    world.say(LIMON, talk.id, "/pas", thread=shut.topic)
    assert (await talk.sent())[0].html == talk.html("refusal-paused")


async def stands_still(talk: Talk, scope: Scope) -> None:
    """Nothing falls due in a topic any more."""
    async with asyncio.timeout(PATIENCE):
        while await talk.house.redis.zscore(keys.deadlines(keys.shard_of(talk.id)), str(scope)) is not None:
            await talk.house.quiet()


@pytest.mark.parametrize("name", ["", "\u3164"])
async def test_who_has_no_name_plays_all_the_same(talk: Talk, name: str) -> None:
    nobody: Json = {"id": LIMON, "is_bot": False, "first_name": name}
    await talk.ask(KIRAZ, "/yeni kelimelik")
    await talk.say_as(nobody, "/katil")
    await talk.house.quiet()
    await talk.ask(KIRAZ, "/baslat")
    board = await talk.ask(NANE, "/skor")
    assert "👤" in board.text or talk.plain("nameless") in board.text


async def test_who_leaves_keeps_their_seat(talk: Talk) -> None:
    await talk.deal(LAID)
    left = talk.user(KIRAZ)
    await unheard(talk, left, "", left_chat_member=left)
    state = await talk.game()
    assert state.players[state.turn].user == KIRAZ
    await unheard(talk, talk.user(NANE), "", left_chat_member=left, new_chat_members=[left])
