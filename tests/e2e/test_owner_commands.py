"""The owners' desk as a process of its own has it: killed in the midst of a broadcast, and with former owners."""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground import Fault, JournalEntry
from bot.store.broadcasts import Broadcasts
from bot.store.client import connect
from tests.e2e.bot_stage import BotStage, run_bot_stage
from tests.support.bot_process import ForkServer
from tests.support.waiting import PATIENCE

OWNER, FORMER = 101, 102
GROUPS = 9
TEXT = "Yarın bakım var"


@pytest.fixture
async def owned(redis_url: str, tmp_path: Path, fork_server: ForkServer) -> AsyncIterator[BotStage]:
    settings = {"REDIS_URL": redis_url, "OWNER_IDS": f"{OWNER}, {FORMER}", "DEFAULT_LANGUAGE": "tr"}
    async with run_bot_stage(tmp_path, settings, fork_server) as made:
        yield made


async def told(stage: BotStage, count: int, after: int) -> Counter[int]:
    """How often each chat was told, once as many messages were sent or, where there are none to come, the file was."""
    journal, found, method = stage.playground.journal, Counter[int](), "sendMessage" if count else "sendDocument"
    while True:
        calls = journal.find_entries("sendMessage", after=after)
        found = Counter(int(call.parameters["chat_id"]) for call in calls if call.parameters["text"] == TEXT)
        ended = journal.find_entries("sendDocument", after=after)
        if (count and found.total() >= count) or ended:
            return found
        assert await journal.wait_for_entries(
            method, after=calls[-1].number if count and calls else after, seconds=PATIENCE
        ), stage.bot.log


async def test_a_broadcast_survives_a_kill_and_tells_nobody_twice(owned: BotStage, redis_url: str) -> None:
    groups = [(await owned.new_room((OWNER, FORMER), title=f"Masa {number}")).chat_id for number in range(GROUPS)]
    owner = owned.private_room(OWNER)
    await owner.say(OWNER, f"/duyuru {TEXT}")
    await owner.read_next(TEXT)
    question = await owner.read_next("Duyuru böyle görünecek")
    after = owned.last_call_number
    # The answer of the first group is put off for so long that the kill cuts it off.
    owned.playground.faults.add_fault(Fault(kind="delay", method="sendMessage", delay=600))
    await owner.press_data(OWNER, question, question.data_of_kind("desk"))
    await told(owned, 3, after)
    await owned.bot.kill_bot()
    owned.playground.faults.clear_faults()
    await owned.bot.start_bot()
    found = await told(owned, 0, after)
    assert max(found.values()) == 1
    async with connect(redis_url) as redis:
        missed = dict(await Broadcasts(redis).list_failed_chats())
    assert {*found, *missed} >= {*groups}
    assert set(missed.values()) == {"unknown"}


async def test_a_former_owner_has_neither_commands_nor_their_menu(owned: BotStage) -> None:
    scopes = [call.parameters["scope"] for call in (await _menus(owned, "setMyCommands", 1))]
    assert any(str(FORMER) in str(scope) for scope in scopes)
    await owned.bot.stop_bot()
    owned.bot.settings["OWNER_IDS"] = str(OWNER)
    after = owned.last_call_number
    await owned.bot.start_bot()
    taken = await owned.playground.journal.wait_for_entries("deleteMyCommands", after=after, seconds=PATIENCE)
    assert {str(FORMER) in str(call.parameters["scope"]) for call in taken} == {True}
    private = owned.private_room(FORMER)
    assert "Redis" not in (await private.say_and_read(FORMER, "/durum")).text


async def _menus(stage: BotStage, method: str, count: int) -> list[JournalEntry]:
    """The menus of single chats that Telegram was told."""
    after = 0
    found: list[JournalEntry] = []
    while len(found) < count:
        calls = await stage.playground.journal.wait_for_entries(method, after=after, seconds=PATIENCE)
        assert calls
        found += [call for call in calls if str(FORMER) in str(call.parameters["scope"])]
        after = calls[-1].number
    return found
