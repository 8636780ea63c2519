"""A board page without its page: what it asks of the server, in tests."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, Self
from urllib.parse import urlencode

import pytest_asyncio
from aiohttp import ClientSession
from msgspec import json

from bot.store.keys import Scope
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import encode_board_address
from bot.web.access import sign_init_data
from engine.game import Game
from tests.support.chat_harness import BotHarness, ChatSession
from tests.support.waiting import PATIENCE

SETTINGS: Final = {"WEB_URL": "https://bot.example.org/board", "WEB_APP": "tahta"}
Json = Any


def init_data(token: str, *, opened: int, user: object, **more: str) -> str:
    """What Telegram tells a Mini App that somebody opened at ``opened``, in Unix seconds."""
    fields = {"auth_date": str(opened), "user": json.encode(user).decode(), "query_id": "AAE", **more}
    return urlencode({**fields, "hash": sign_init_data(fields, token)})


class BoardClient:
    """Somebody's open page of one table, or of none."""

    def __init__(self, http: ClientSession, address: str = "") -> None:
        self.http = http
        self.address = address
        self.token = ""

    @classmethod
    async def open_page(cls, harness: BotHarness, http: ClientSession, person: int, address: str = "") -> Self:
        """A page that a person has opened by a button or a link."""
        page = cls(http, address)
        user = harness.playground.world.people[person].to_api_user()
        opened = int(harness.clock.now.timestamp())
        page.init = init_data(harness.playground.token, opened=opened, user=user, start_param=address)
        status, session = await page.ask("POST", "session", {"init": page.init})
        assert status == 200, session
        page.token = session["token"]
        page.texts = session["texts"]
        return page

    async def ask(self, method: str, path: str, body: Json = None) -> tuple[int, Json]:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        async with self.http.request(method, f"/board/api/{path}", json=body, headers=headers) as answer:
            return answer.status, await answer.json()

    async def look(self) -> Json:
        """The table as this page shows it."""
        status, shown = await self.ask("GET", f"tables/{self.address}")
        assert status == 200, shown
        return shown

    async def act(self, kind: str, *, key: str = "", number: int | None = None, **more: Json) -> tuple[int, Json]:
        """Do something at the table, as the page shows it now unless ``number`` says otherwise."""
        board = (await self.look())["board"]
        move = {"kind": kind, "table": board["table"], "number": board["view"]["number"] if number is None else number}
        return await self.ask(
            "POST", f"tables/{self.address}/actions", {"key": key or secrets.token_hex(16), "move": {**move, **more}}
        )

    @asynccontextmanager
    async def follow(self, after: int | None = None) -> AsyncIterator["Events"]:
        query = "" if after is None else f"?after={after}"
        headers = {"Authorization": f"Bearer {self.token}"}
        async with self.http.get(f"/board/api/tables/{self.address}/events{query}", headers=headers) as answer:
            assert answer.status == 200, await answer.text()
            yield Events(answer)

    init: str = ""
    texts: Json = None


class Events:
    def __init__(self, answer: Any) -> None:
        self._answer = answer

    async def next_text(self) -> bytes:
        """What comes next, up to an empty line; empty at the end."""
        async with asyncio.timeout(PATIENCE):
            return await self._answer.content.readuntil(b"\n\n") if not self._answer.content.at_eof() else b""


def address_of(game: Game, scope: Scope) -> str:
    return encode_board_address(table_name(game), scope)


@pytest_asyncio.fixture(loop_scope="module")
async def http(harness: BotHarness) -> AsyncIterator[ClientSession]:
    async with ClientSession(harness.playground.url) as session:
        yield session


async def table_of(talk: ChatSession, game: Game) -> str:
    """The address of a game that is put into a group."""
    await talk.put_table(game)
    return address_of(game, talk.scope)
