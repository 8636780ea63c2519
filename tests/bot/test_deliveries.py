"""What is taken is kept until it is done, and what Telegram does not take at once is sent again: met over HTTP."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.announce.tidying import PAUSE_SECONDS
from tests.support.patience import PATIENCE
from tests.transcripts import seams
from tests.transcripts.chats import Call
from tests.transcripts.scenes.room import KIRAZ, LIMON, Room, people, room
from tests.transcripts.stage import Stage, stage

GROUP = -77


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Room]:
    """A group with a table at which two sit."""
    async with stage(tmp_path) as set_:
        await people(set_)
        await set_.begin()
        group = await room(set_, GROUP, "en")
        await group.ask(KIRAZ, "new", "scrabble-en")
        await group.tap(LIMON, "join")
        yield group


def sent(set_: Stage, method: str, status: int = 200) -> list[Call]:
    return [call for call in set_.server.calls if call.method == method and call.status == status]


async def until(set_: Stage, method: str) -> None:
    """Wait until the server has a call that it holds back."""
    async with asyncio.timeout(PATIENCE):
        while method not in set_.server.waiting:
            await set_.look()


async def test_an_update_stays_in_the_inbox_until_it_is_answered(place: Room) -> None:
    place.stage.server.held = True
    await place.stage.act(place.said(LIMON, "/board"))
    await until(place.stage, "sendPhoto")
    assert await seams.waiting(place.stage.redis, told=False) == 1
    place.stage.server.held = False
    await place.stage.rest()
    assert await seams.waiting(place.stage.redis, told=False) == 0


async def test_a_notice_stays_in_the_outbox_until_it_is_told(place: Room) -> None:
    place.stage.server.held = True
    await place.stage.do(place.said(KIRAZ, "/begin"))
    await until(place.stage, "sendPhoto")
    assert await seams.waiting(place.stage.redis) == 1
    place.stage.server.held = False
    await place.stage.rest()
    assert await seams.waiting(place.stage.redis) == 0


async def test_what_a_limited_group_is_told_is_sent_again(place: Room) -> None:
    before = len(sent(place.stage, "sendPhoto"))
    limit = {"status": 429, "description": "Too Many Requests: retry after 3", "parameters": {"retry_after": 3}}
    await place.stage.do({"do": "fault", "method": "sendPhoto", "chat": GROUP, "times": 2, **limit})
    await place.ask(KIRAZ, "begin")
    assert len(sent(place.stage, "sendPhoto", 429)) == 2
    assert len(sent(place.stage, "sendPhoto")) == before + 1
    # The buttons of the lobby go meanwhile, with short pauses of their own.
    assert [pause for pause in place.stage.pauses if pause != PAUSE_SECONDS][-2:] == [3, 3]


async def test_an_answer_that_failed_is_sent_again(place: Room) -> None:
    fault = {"status": 500, "description": "Internal Server Error"}
    await place.stage.do({"do": "fault", "method": "sendMessage", "chat": GROUP, "times": 2, **fault})
    await place.ask(LIMON, "help")
    assert len(sent(place.stage, "sendMessage", 500)) == 2
    assert sent(place.stage, "sendMessage")[-1].asked["text"].startswith("<b>")
