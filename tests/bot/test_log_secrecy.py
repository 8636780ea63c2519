"""Whatever is played and whatever goes wrong, no line of the log tells a tile, a word, a name, a token or a number."""

import json
import re
from typing import Any

import pytest

from bot.logs import ChatTags
from bot.playground.dispatch import Fault
from bot.tables.table_loader import TableLoader
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness
from tests.support.games import game
from tests.support.logs import all_lines

pytestmark = pytest.mark.asyncio(loop_scope="module")

TOKEN = "7000000001:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw-_"  # noqa: S105 - an invented one
RACKS = ("LİKRAZE", "ÜĞPJHÖV")
LAID = game("kelimelik", laid=["8F KALEM"], racks=list(RACKS), scores=[12, 7])
TOLD = (*RACKS, "KALEM", "KALEMLİK", "ZÜĞÜRT", "gizli söz", "Ayşe", "Bora", "Kiraz", "Limon", "Çay bahçesi", TOKEN)


async def test_an_evening_on_which_much_goes_wrong_is_logged_without_anything_that_people_wrote_or_hold(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await harness.new_group(title="Çay bahçesi")
    await talk.put_table(LAID)
    private = await harness.private_chat(KIRAZ)
    load = TableLoader._to_loaded_table  # noqa: SLF001 - every table passes through it
    broken = iter([True] * 3)

    async def load_or_fail(loader: TableLoader, *asked: Any, **more: Any) -> Any:
        loaded = await load(loader, *asked, **more)
        if next(broken, False):
            raise ValueError(f"{RACKS[0]} of {talk.chat_id}: {loaded.table}")
        return loaded

    with all_lines(TOKEN) as (console, lines):
        refused = Fault(kind="error", method="sendPhoto", status=400, description="Bad Request: no photos here")
        harness.playground.faults.add_fault(refused)
        await talk.start_watching()
        talk.say(KIRAZ, "/oyna F8 yatay KALEMLİK")
        await talk.messages_despite_refusals()
        await talk.say_and_wait(LIMON, "/oyna A1 dikey ZÜĞÜRT")
        await talk.say_and_wait(NANE, "/tahta")
        await private.say_and_wait(KIRAZ, "/raf")
        await talk.check_no_answer(NANE, "gizli söz")
        with monkeypatch.context() as patch:
            patch.setattr(TableLoader, "_to_loaded_table", load_or_fail)
            await talk.say_and_wait(LIMON, "/skor gizli söz")
        for method in ("sendPhoto", "sendMessage"):
            gone = Fault(kind="error", method=method, chat_id=talk.chat_id, status=403, description="Forbidden: kicked")
            harness.playground.faults.add_fault(gone)
        talk.say(LIMON, "/pas")
        await harness.wait_until_idle()
        told = lines.getvalue()
        written = console.getvalue()

    numbers = (abs(talk.chat_id), *(harness.playground.world.people[one].id for one in (KIRAZ, LIMON, NANE)))
    for text in (told, written):
        assert [secret for secret in TOLD if secret.casefold() in text.casefold()] == []
        assert [number for number in numbers if re.search(rf"\b{number}\b", text)] == []
    records = [json.loads(line) for line in told.splitlines()]
    assert len(written.splitlines()) >= len(records) >= 5
    failed = [record for record in records if record["message"] == "an update failed"]
    assert len(failed) == 3
    assert {record["chat"] for record in failed} == {ChatTags(TOKEN).tag_of(talk.chat_id)}
    assert all("ValueError" in record["exception"] and record["update"] for record in failed)
    [kicked] = [record for record in records if record["message"] == "a chat cannot be told"]
    assert kicked["chat"] == failed[0]["chat"]
