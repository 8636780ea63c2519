"""Act on people's board pages: each action is sent twice under one key, to any worker, until it is answered."""

import asyncio
import time
from http import HTTPStatus
from random import Random
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from aiohttp import ClientError, ClientSession, ClientTimeout

from bot.store.keys import Scope
from bot.telegram.keyboards import encode_board_address
from bot.telegram.requests import PageMove
from bot.web.access import sign_init_data
from bot.web.server import page_update_number
from tools.fleet.bot_api import FleetPerson
from tools.simulator.ledger import NEVER, ExpectedAction, Ledger, SentUpdate, TableRecord
from tools.simulator.worker import read_clock
from tools.simulator.world import TOKEN, World

WEB_URL: Final = "https://simulator.example.org/board"
_TRY_SECONDS: Final = 10.0
_AGAIN_SECONDS: Final = 0.5
_LATER_SHARE: Final = 0.5
"""The share of second sendings that come a while after the first instead of beside it."""


class BoardPages:
    """Sends actions of board pages, and notes them in the ledger."""

    def __init__(self, http: ClientSession, world: World, ledger: Ledger, rng: Random) -> None:
        self._http: Final = http
        self._servers: Final = [f"http://{worker.settings['HTTP_LISTEN']}/board/api" for worker in world.workers]
        self._clock: Final = world.clock_file
        self._ledger: Final = ledger
        self._rng: Final = rng
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    def send_action(
        self, record: TableRecord, person: FleetPerson, move: PageMove, expected: ExpectedAction, seen_actions: int
    ) -> None:
        """Send an action from a person's page, which has shown the first ``seen_actions`` actions of the table."""
        key = f"{self._rng.getrandbits(128):032x}"
        number = page_update_number(person.user, key)
        sent = SentUpdate(
            number, record, expected, is_ordered=False, seen_actions=seen_actions, posted_at=time.monotonic()
        )
        sent.names_table = True
        record.sent_updates.append(sent)
        self._ledger.update_count += 1
        self._ledger.unacknowledged.add(number)
        task = asyncio.create_task(self._send_twice(sent, record.scope, person, {"key": key, "move": move}))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send_twice(self, sent: SentUpdate, scope: Scope, person: FleetPerson, content: dict[str, Any]) -> None:
        path = f"tables/{encode_board_address(content['move'].table, scope)}/actions"
        later = self._rng.uniform(0, 3) if self._rng.random() < _LATER_SHARE else 0.0

        async def send(after: float) -> None:
            await asyncio.sleep(after)
            while not await self._try_once(sent, path, person, content):  # noqa: ASYNC110 - answers have no event
                await asyncio.sleep(_AGAIN_SECONDS)

        await asyncio.gather(send(0), send(later))
        self._ledger.unacknowledged.discard(sent.update_id)

    async def _try_once(self, sent: SentUpdate, path: str, person: FleetPerson, content: dict[str, Any]) -> bool:
        """Send the action once; return whether it was answered or finally refused."""
        server = self._rng.choice(self._servers)
        try:
            _, session = await self._post(f"{server}/session", {"init": self._sign_init_data(person)})
            status, _ = await self._post(f"{server}/{path}", content, session.get("token", ""))
        except (ClientError, OSError, TimeoutError, msgspec.DecodeError):
            return False
        if status in {HTTPStatus.OK, HTTPStatus.ACCEPTED} and sent.acknowledged_at == NEVER:
            sent.acknowledged_at, sent.acknowledged_utc = time.monotonic(), time.time()
            self._ledger.page_count += 1
        return status in {HTTPStatus.OK, HTTPStatus.FORBIDDEN, HTTPStatus.BAD_REQUEST}

    async def _post(self, url: str, content: object, token: str = "") -> tuple[int, dict[str, Any]]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        body, limit = msgspec.json.encode(content), ClientTimeout(_TRY_SECONDS)
        async with self._http.post(url, data=body, headers=headers, timeout=limit) as answer:
            return answer.status, msgspec.json.decode(await answer.read(), type=dict[str, Any])

    def _sign_init_data(self, person: FleetPerson) -> str:
        opened, user = int(read_clock(self._clock)), msgspec.json.encode(person.to_user).decode()
        fields = {"auth_date": str(opened), "user": user}
        return urlencode({**fields, "hash": sign_init_data(fields, TOKEN)})
