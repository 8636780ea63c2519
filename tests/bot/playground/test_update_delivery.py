"""How updates reach the bot: long polling, webhooks, privacy mode."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from telegram import Bot, Update
from telegram.error import Conflict, NetworkError

from bot.playground import Playground
from bot.telegram.transport import AiohttpRequest
from tests.support.waiting import PATIENCE

GROUP = -1001000000001
KIRAZ, LIMON = 101, 102


@pytest.fixture
async def bot(playground: Playground) -> AsyncIterator[Bot]:
    made = Bot(
        playground.token,
        base_url=f"{playground.url}/bot",
        request=AiohttpRequest(),
        get_updates_request=AiohttpRequest(),
    )
    async with made:
        yield made


def texts(updates: tuple[Update, ...]) -> list[str | None]:
    return [update.message.text for update in updates if update.message]


async def test_a_second_reader_ends_the_first_one(playground: Playground, bot: Bot) -> None:
    playground.updates.clear_updates()
    begun = playground.updates.change_event
    first = asyncio.create_task(bot.get_updates(timeout=int(PATIENCE)))
    await begun.wait()
    second = asyncio.create_task(bot.get_updates(timeout=int(PATIENCE)))
    with pytest.raises(Conflict, match="terminated by other getUpdates request"):
        await first
    playground.world.write_as_person(KIRAZ, GROUP, "x")
    assert texts(await second) == ["x"]


async def test_after_an_outage_the_same_world_is_served_on(playground: Playground, bot: Bot) -> None:
    port = int(playground.url.rpartition(":")[2])
    await playground.stop()
    with pytest.raises(NetworkError):
        await bot.get_updates()
    playground.world.write_as_person(KIRAZ, GROUP, "x")
    await playground.start(port=port)
    assert texts(await bot.get_updates()) == ["x"]


@pytest.mark.parametrize(
    ("say", "seen"),
    [
        ("/oyna@masa_bot H8 yatay KALEM", True),
        ("/oyna@MASA_BOT", True),
        ("/oyna@baska_bot", False),
        ("/oyna H8 yatay KALEM", False),
        ("😀 H8 yatay KALEM", False),
        ("😀 /raf@masa_bot", True),
    ],
)
async def test_with_privacy_the_bot_sees_what_is_addressed_to_it(
    playground: Playground, bot: Bot, say: str, *, seen: bool
) -> None:
    playground.world.set_privacy(on=True)
    playground.updates.clear_updates()
    playground.world.write_as_person(KIRAZ, GROUP, say)
    assert (texts(await bot.get_updates()) == [say]) is seen


async def test_with_privacy_the_bot_sees_replies_and_bare_commands_after_its_own_message(
    playground: Playground, bot: Bot
) -> None:
    playground.world.set_privacy(on=True)
    assert not (await bot.get_me()).can_read_all_group_messages
    assert (await bot.get_chat_member(GROUP, bot.id)).status == "member"
    playground.updates.clear_updates()
    sent = await bot.send_message(GROUP, "Tahta")
    playground.world.write_as_person(KIRAZ, GROUP, "H8 yatay KALEM", reply_to=sent.message_id)
    playground.world.write_as_person(KIRAZ, GROUP, "/pas")
    playground.world.write_as_person(KIRAZ, GROUP, "sohbet")
    playground.world.chats[GROUP].bot_spoke_last = False
    playground.world.write_as_person(KIRAZ, GROUP, "/raf")
    playground.world.write_as_person(KIRAZ, KIRAZ, "özelde her şey")
    assert texts(await bot.get_updates()) == ["H8 yatay KALEM", "/pas", "özelde her şey"]
