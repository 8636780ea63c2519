"""Two workers on one Redis: updates come in at either, and each chat's are handled in their order by its owner."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import aiohttp
import pytest
from msgspec.structs import replace

from bot.playground import Playground
from bot.playground.chats import Chat, Json
from bot.store import keys
from bot.store.client import connect
from bot.store.commits import Commit, Committed
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.shard_ownership import ShardOwnership, worker_of_epoch
from bot.tables.codec import decode_log_entry, encode_stored
from engine.turns import Pass
from tests.bot.web.board_client import SETTINGS
from tests.e2e.bot_stage import TOKEN, BotProcess
from tests.e2e.test_ways_in import SECRET
from tests.support.bot_process import ForkServer
from tests.support.games import game
from tests.support.stored_tables import load_stored_log
from tests.support.waiting import PATIENCE
from tools.fleet.launch import find_free_port

CHATS = 20
MOVES = 5
"""Within which the shards of a worker that died are another's (docs/decisions/0014-one-owner-a-shard.md)."""


class Pair:
    def __init__(
        self, playground: Playground, store: GameStore, ownership: ShardOwnership, bots: tuple[BotProcess, BotProcess]
    ) -> None:
        self.playground = playground
        self.store = store
        self.ownership = ownership
        self.bots = bots
        self.people = tuple(playground.world.people)[:2]
        self.chats: list[Chat] = []
        self._numbers = count(88_000_001)

    @property
    def urls(self) -> tuple[str, ...]:
        return tuple(bot.settings["WEBHOOK_URL"] for bot in self.bots)

    async def begin(self) -> None:
        """A game in each chat, as it stands in Redis."""
        for number in range(CHATS):
            chat = self.playground.world.add_group(f"Masa {number}", self.people)
            table = game("scrabble-en", racks=["AAEEKKL", "AAEEKKL"])
            seats = zip(table.players, self.people, strict=True)
            table = replace(table, players=tuple(replace(player, user=user) for player, user in seats))
            done = await self.store.commit(
                Commit(scope=Scope(chat.id), expected_version=0, update_id=None, state=encode_stored(table))
            )
            assert isinstance(done, Committed)
            self.chats.append(chat)

    async def pass_(self, urls: tuple[str, ...], moves: range) -> None:
        """In each chat the players pass in turn, the updates of a chat going to the workers in turn."""
        headers = {"X-Telegram-Bot-Api-Secret-Token": SECRET}
        async with aiohttp.ClientSession(headers=headers) as session:
            for move in moves:
                for place, chat in enumerate(self.chats):
                    update = {"update_id": next(self._numbers), "message": self._message(chat, self.people[move % 2])}
                    async with session.post(urls[(move + place) % len(urls)], json=update) as response:
                        assert response.status == 200

    def _message(self, chat: Chat, person: int) -> Json:
        world = self.playground.world
        return {
            "message_id": next(self._numbers),
            "date": 1_800_000_000,
            "from": world.people[person].to_api_user(),
            "chat": world.to_api_chat(chat),
            "text": "/pass",
            "entities": [{"type": "bot_command", "offset": 0, "length": 5}],
        }

    async def passed(self, chat: Chat) -> list[int]:
        actions = [decode_log_entry(entry).action for entry in await load_stored_log(self.store, Scope(chat.id))]
        return [action.by for action in actions if isinstance(action, Pass)]

    async def all_passed(self, moves: int, seconds: float = PATIENCE) -> None:
        """Wait until all are done in all chats, and see that each is in its place and none was refused."""
        async with asyncio.timeout(seconds):
            for chat in self.chats:
                while len(await self.passed(chat)) < moves:  # noqa: ASYNC110 - it is other processes that do it
                    await asyncio.sleep(0.02)
        alternately = tuple(self.people[move % 2] for move in range(moves))
        assert {tuple(await self.passed(chat)) for chat in self.chats} == {alternately}
        said = [entry for entry in self.playground.journal.find_entries("sendMessage") if entry.status == 200]
        assert [entry.parameters for entry in said if entry.parameters.get("reply_parameters")] == []


@asynccontextmanager
async def pair(folder: Path, redis_url: str, warm: ForkServer) -> AsyncIterator[Pair]:
    playground = Playground(token=TOKEN)
    await playground.start(port=0)

    def worker(name: str) -> BotProcess:
        (folder / name).mkdir()
        port = find_free_port()
        settings = {
            "BOT_TOKEN": TOKEN,
            "BOT_API_URL": playground.api_url,
            "DATA_DIR": str(folder / name / "data"),
            "HTTP_LISTEN": f"127.0.0.1:{port}",
            "WEBHOOK_URL": f"http://127.0.0.1:{port}/harfiyen",
            "WEBHOOK_SECRET": SECRET,
            **SETTINGS,
            "REDIS_URL": redis_url,
            "LOG_LEVEL": "DEBUG",
            "RATE_LIMITS": "off",
        }
        return BotProcess(folder / name, settings, playground, warm)

    bots = worker("one"), worker("two")
    try:
        for bot in bots:
            await bot.start_bot()
        async with connect(redis_url) as redis:
            made = Pair(playground, GameStore(redis), ShardOwnership(redis, "test"), bots)
            await made.begin()
            await shared(made, 2)
            yield made
    finally:
        for bot in bots:
            await bot.clean_up()
        await playground.stop()


async def shared(pair: Pair, workers: int) -> None:
    """Wait until each shard is owned, by so many workers in all."""
    async with asyncio.timeout(PATIENCE):
        while True:
            epochs = (await pair.ownership.load_owners(range(keys.SHARDS))).values()
            if all(epochs) and len(set(map(worker_of_epoch, epochs))) == workers:
                return
            await asyncio.sleep(0.05)


@pytest.fixture
async def both(redis_url: str, tmp_path: Path, fork_server: ForkServer) -> AsyncIterator[Pair]:
    async with pair(tmp_path, redis_url, fork_server) as made:
        yield made


async def test_quick_moves_at_either_worker_are_played_in_their_order(both: Pair) -> None:
    await both.pass_(both.urls, range(MOVES))
    await both.all_passed(MOVES)
