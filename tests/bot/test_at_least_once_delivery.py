"""What is taken is kept until it is done, and what Telegram does not take at once is sent again: met over HTTP."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.announce.board_messages import PAUSE_SECONDS
from tests.support.waiting import PATIENCE
from tests.transcripts import seams
from tests.transcripts.scenes.room import KIRAZ, LIMON, SceneRoom, add_people, open_group
from tests.transcripts.server_state import Call
from tests.transcripts.stage import RecordingStage, open_recording_stage

GROUP = -77


@pytest.fixture
async def table_room(tmp_path: Path) -> AsyncIterator[SceneRoom]:
    """A group with a table at which two sit."""
    async with open_recording_stage(tmp_path, keeps_transcript=False) as set_:
        await add_people(set_)
        await set_.start_bot()
        group = await open_group(set_, GROUP, "en")
        await group.give_command(KIRAZ, "new", "scrabble-en")
        await group.tap_kind(LIMON, "join")
        yield group


def calls_answered(set_: RecordingStage, method: str, status: int = 200) -> list[Call]:
    return [call for call in set_.server.calls if call.method == method and call.status == status]


async def wait_for_held_call(set_: RecordingStage, method: str) -> None:
    """Wait until the server has a call that it holds back."""
    async with asyncio.timeout(PATIENCE):
        while method not in set_.server.open_calls:
            await set_.let_bot_run()


async def test_an_update_stays_in_the_inbox_until_it_is_answered(table_room: SceneRoom) -> None:
    table_room.stage.server.holds_photos = True
    await table_room.stage.start_op(table_room.say_op(LIMON, "/board"))
    await wait_for_held_call(table_room.stage, "sendPhoto")
    assert await seams.count_waiting(table_room.stage.redis, with_notices=False) == 1
    table_room.stage.server.holds_photos = False
    await table_room.stage.wait_until_idle()
    assert await seams.count_waiting(table_room.stage.redis, with_notices=False) == 0


async def test_a_notice_stays_in_the_outbox_until_it_is_told(table_room: SceneRoom) -> None:
    table_room.stage.server.holds_photos = True
    await table_room.stage.run_op(table_room.say_op(KIRAZ, "/begin"))
    await wait_for_held_call(table_room.stage, "sendPhoto")
    assert await seams.count_waiting(table_room.stage.redis) == 1
    table_room.stage.server.holds_photos = False
    await table_room.stage.wait_until_idle()
    assert await seams.count_waiting(table_room.stage.redis) == 0


async def test_what_a_limited_group_is_told_is_sent_again(table_room: SceneRoom) -> None:
    before = len(calls_answered(table_room.stage, "sendPhoto"))
    limit = {"status": 429, "description": "Too Many Requests: retry after 3", "parameters": {"retry_after": 3}}
    await table_room.stage.run_op({"do": "fault", "method": "sendPhoto", "chat": GROUP, "times": 2, **limit})
    await table_room.give_command(KIRAZ, "begin")
    assert len(calls_answered(table_room.stage, "sendPhoto", 429)) == 2
    assert len(calls_answered(table_room.stage, "sendPhoto")) == before + 1
    # The buttons of the lobby go meanwhile, with short pauses of their own.
    assert [pause for pause in table_room.stage.pauses if pause != PAUSE_SECONDS][-2:] == [3, 3]


async def test_an_answer_that_failed_is_sent_again(table_room: SceneRoom) -> None:
    fault = {"status": 500, "description": "Internal Server Error"}
    await table_room.stage.run_op({"do": "fault", "method": "sendMessage", "chat": GROUP, "times": 2, **fault})
    await table_room.give_command(LIMON, "help")
    assert len(calls_answered(table_room.stage, "sendMessage", 500)) == 2
    assert calls_answered(table_room.stage, "sendMessage")[-1].parameters["text"].startswith("<b>")
