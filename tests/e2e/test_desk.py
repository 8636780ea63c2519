"""The owners' desk as a process of its own has it: killed in the midst of a broadcast, and with former owners."""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground import Entry, Fault
from bot.store.broadcasts import Broadcasts
from bot.store.connect import connect
from tests.e2e.stage import Stage, opened
from tests.support.patience import PATIENCE
from tests.support.warm import Warm

OWNER, FORMER = 101, 102
GROUPS = 9
TEXT = "Yarın bakım var"


@pytest.fixture
async def owned(redis_url: str, tmp_path: Path, warm: Warm) -> AsyncIterator[Stage]:
    settings = {"REDIS_URL": redis_url, "OWNER_IDS": f"{OWNER}, {FORMER}", "DEFAULT_LANGUAGE": "tr"}
    async with opened(tmp_path, settings, warm) as made:
        yield made


async def told(stage: Stage, count: int, after: int) -> Counter[int]:
    """How often each chat was told, once as many messages were sent or, where there are none to come, the file was."""
    journal, found, method = stage.playground.journal, Counter[int](), "sendMessage" if count else "sendDocument"
    while True:
        calls = journal.entries("sendMessage", after=after)
        found = Counter(int(call.parameters["chat_id"]) for call in calls if call.parameters["text"] == TEXT)
        ended = journal.entries("sendDocument", after=after)
        if (count and found.total() >= count) or ended:
            return found
        assert await journal.wait(method, after=calls[-1].number if count and calls else after, seconds=PATIENCE), (
            stage.bot.log
        )


async def test_a_broadcast_survives_a_kill_and_tells_nobody_twice(owned: Stage, redis_url: str) -> None:
    groups = [(await owned.room((OWNER, FORMER), title=f"Masa {number}")).id for number in range(GROUPS)]
    owner = owned.private(OWNER)
    await owner.say(OWNER, f"/duyuru {TEXT}")
    await owner.next(TEXT)
    question = await owner.next("Duyuru böyle görünecek")
    after = owned.calls
    # The answer of the first group is put off for so long that the kill cuts it off.
    owned.playground.faults.add(Fault(kind="delay", method="sendMessage", delay=600))
    await owner.press(OWNER, question, question.data("desk"))
    await told(owned, 3, after)
    await owned.bot.kill()
    owned.playground.faults.clear()
    await owned.bot.start()
    found = await told(owned, 0, after)
    assert max(found.values()) == 1
    async with connect(redis_url) as redis:
        missed = dict(await Broadcasts(redis).missed())
    assert {*found, *missed} >= {*groups}
    assert set(missed.values()) == {"unknown"}


async def test_a_former_owner_has_neither_commands_nor_their_menu(owned: Stage) -> None:
    scopes = [call.parameters["scope"] for call in (await _menus(owned, "setMyCommands", 1))]
    assert any(str(FORMER) in str(scope) for scope in scopes)
    await owned.bot.stop()
    owned.bot.settings["OWNER_IDS"] = str(OWNER)
    after = owned.calls
    await owned.bot.start()
    taken = await owned.playground.journal.wait("deleteMyCommands", after=after, seconds=PATIENCE)
    assert {str(FORMER) in str(call.parameters["scope"]) for call in taken} == {True}
    private = owned.private(FORMER)
    assert "Redis" not in (await private.ask(FORMER, "/durum")).text


async def _menus(stage: Stage, method: str, count: int) -> list[Entry]:
    """The menus of single chats that Telegram was told."""
    after = 0
    found: list[Entry] = []
    while len(found) < count:
        calls = await stage.playground.journal.wait(method, after=after, seconds=PATIENCE)
        assert calls
        found += [call for call in calls if str(FORMER) in str(call.parameters["scope"])]
        after = calls[-1].number
    return found
