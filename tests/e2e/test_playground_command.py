"""``harfiyen playground`` as a process: the README's first minutes, and another version of the Bot API."""

import asyncio
from pathlib import Path
from typing import Any

from aiohttp import ClientSession

from bot.playground.server_version import NEWEST
from tests.e2e.page_process import run_playground_command
from tests.support.checkout import README, page_text
from tests.support.playground_client import GROUP, KIRAZ
from tests.support.waiting import PATIENCE
from tools import try_readme
from tools.readme_steps import address_in, read_steps

ALONE = {"ephemeral_message_parameters"}


def test_the_commands_of_the_readme_are_taken_from_it_word_for_word() -> None:
    steps = read_steps(page_text(README))
    assert steps.start == "make run     # start"
    assert steps.test.startswith("make test")
    assert {"python3", "git", "make"} == set(steps.install.split()[3:])
    assert address_in(steps.answer) == "http://127.0.0.1:8080"


async def rules(session: ClientSession) -> dict[str, Any]:
    """Ask for rules in the group; the parameters of the last message that answers."""
    await session.delete("/control/journal")
    said = {"person": KIRAZ, "chat_id": GROUP, "text": "/kurallar kelimelik"}
    (await session.post("/control/updates", json=said)).raise_for_status()
    asked = {"method": "sendMessage", "count": "1", "wait": str(PATIENCE)}
    entries = await (await session.get("/control/journal", params=asked)).json()
    parameters: dict[str, Any] = entries[-1]["parameters"]
    return parameters


async def test_the_table_of_steps_begins_a_game_and_the_next_server_is_asked_what_the_former_did_not_serve(
    tmp_path: Path,
) -> None:
    steps = read_steps(page_text(README)).at_the_page
    async with run_playground_command(tmp_path, NEWEST) as address, ClientSession(address) as session:
        page = await asyncio.to_thread(try_readme.Playground, address)
        await asyncio.to_thread(page.do_all, steps)
        assert len(await asyncio.to_thread(page.boards)) == 1
        for version, alone in (("10.0", False), ("10.3", True)):
            (await session.post("/page/server", json={"version": version})).raise_for_status()
            assert ALONE.isdisjoint(await rules(session)) is not alone
