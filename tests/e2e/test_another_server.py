"""Another version of the Bot API is chosen on the page: the bot takes the server for another one at once."""

from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from tests.e2e.page_process import run_playground_command
from tests.support.playground_client import GROUP, KIRAZ
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="session")

ALONE = {"ephemeral_message_parameters"}


async def rules(session: ClientSession) -> dict[str, Any]:
    """Ask for rules in the group; the parameters of the last message that answers."""
    await session.delete("/control/journal")
    said = {"person": KIRAZ, "chat_id": GROUP, "text": "/kurallar kelimelik"}
    (await session.post("/control/updates", json=said)).raise_for_status()
    asked = {"method": "sendMessage", "count": "1", "wait": str(PATIENCE)}
    entries = await (await session.get("/control/journal", params=asked)).json()
    parameters: dict[str, Any] = entries[-1]["parameters"]
    return parameters


async def test_what_the_former_server_did_not_serve_is_asked_of_the_next(tmp_path: Path) -> None:
    async with run_playground_command(tmp_path, "10.0") as address, ClientSession(address) as session:
        assert ALONE.isdisjoint(await rules(session))
        for version, alone in (("10.5", True), ("10.0", False), ("10.3", True)):
            (await session.post("/page/server", json={"version": version})).raise_for_status()
            assert ALONE.isdisjoint(await rules(session)) is not alone
