"""Windows of tables that share a group's limit; with a bot of its own, as the limit is waited for to the end."""

import asyncio
from datetime import timedelta

import pytest

from bot.telegram.api.send_queue import RateLimits
from engine.crossword.state import GameState
from engine.late_windows import PROMPT_WITHIN, LengthenWindow
from tests.support.chat_harness import KIRAZ, BotHarness
from tests.support.late_windows import CHALLENGED, logged_lengthenings, note_when_pictures_come, share_limit
from tests.support.several_tables import put_tables, table_at, table_scope, turns_taken
from tests.support.waiting import PATIENCE

TABLE_COUNT = 12
"""More than the messages that a group with a limit of twenty a minute may get at once."""

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_of_tables_that_share_the_groups_limit_those_told_late_have_longer(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await harness.new_group()
    await put_tables(talk, *[CHALLENGED] * TABLE_COUNT)
    numbers = range(1, TABLE_COUNT + 1)
    await talk.start_watching()
    may_pass = share_limit(harness, monkeypatch, talk.chat_id, RateLimits(all=1000, chat=100, group=20))
    told_at, played_at = note_when_pictures_come(harness, monkeypatch), harness.clock.now
    for number in numbers:
        talk.say(KIRAZ, f"/oyna #{number} 8F KALEM")
    async with asyncio.timeout(PATIENCE):
        while 0 in await turns_taken(talk, *numbers):  # noqa: ASYNC110 - commits have no event
            await asyncio.sleep(0.005)
        assert len(told_at) < TABLE_COUNT, "more than may be told at once"
        may_pass.set()
        await harness.wait_until_idle()
    late = {number: told_at[number] - played_at for number in numbers}
    assert min(late.values()) <= PROMPT_WITHIN < max(late.values())
    for number in numbers:
        table = await table_at(talk, number)
        assert isinstance(table, GameState)
        window = table.open_window
        assert window is not None
        longer = late[number] if late[number] > PROMPT_WITHIN else timedelta(0)
        assert window.until - window.since == timedelta(seconds=60) + longer
        logged = await logged_lengthenings(talk, table_scope(talk, number))
        assert logged == ([LengthenWindow(1, longer // timedelta(milliseconds=1))] if longer else [])
