"""Two workers on one Redis: updates come in at either, and each chat's are handled in their order by its owner."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count as count_from
from pathlib import Path

from msgspec.structs import replace

from bot.playground import Playground
from bot.playground.chats import Chat
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
from tests.e2e.test_ways_in import hook_settings
from tests.support.bot_process import ForkServer
from tests.support.games import game
from tests.support.stored_tables import load_stored_log
from tests.support.waiting import PATIENCE


@dataclass
class Pair:
    playground: Playground
    store: GameStore
    ownership: ShardOwnership
    bots: Sequence[BotProcess]
    numbers: Iterator[int] = field(default_factory=lambda: count_from(88_000_001))

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(self.playground.world.people)[:2]

    @property
    def urls(self) -> Sequence[str]:
        return tuple(bot.settings["WEBHOOK_URL"] for bot in self.bots)

    async def wait_shared(self) -> None:
        """Wait until each shard is owned, by both workers."""
        async with asyncio.timeout(PATIENCE):
            while True:
                epochs = (await self.ownership.load_owners(range(keys.SHARDS))).values()
                if all(epochs) and len(set(map(worker_of_epoch, epochs))) == len(self.bots):
                    return
                await asyncio.sleep(0.05)

    async def begin_game(self, chat: Chat) -> None:
        table = game("scrabble-en", racks=["AAEEKKL", "AAEEKKL"])
        players = (replace(player, user=user) for player, user in zip(table.players, self.people, strict=True))
        state = encode_stored(replace(table, players=tuple(players)))
        commit = Commit(scope=Scope(chat.id), expected_version=0, update_id=None, state=state)
        assert isinstance(await self.store.commit(commit), Committed)

    async def wait_passed(self, chat: Chat, count: int) -> list[int]:
        """Who has passed, once there are so many passes."""
        async with asyncio.timeout(PATIENCE):
            while True:
                log = [decode_log_entry(entry).action for entry in await load_stored_log(self.store, Scope(chat.id))]
                if len(passed := [one.by for one in log if isinstance(one, Pass)]) >= count:
                    return passed
                await asyncio.sleep(0.02)


@asynccontextmanager
async def pair(folder: Path, redis_url: str, warm: ForkServer) -> AsyncIterator[Pair]:
    playground = Playground(token=TOKEN)
    await playground.start(port=0)
    bots = []
    for name in ("one", "two"):
        (folder / name).mkdir()
        own = {"BOT_TOKEN": TOKEN, "BOT_API_URL": playground.url, "DATA_DIR": str(folder / name / "data")}
        settings = {**hook_settings(redis_url), **own, **SETTINGS, "LOG_LEVEL": "DEBUG", "RATE_LIMITS": "off"}
        bots.append(BotProcess(folder / name, settings, playground, warm))
    try:
        for bot in bots:
            await bot.start_bot()
        async with connect(redis_url) as redis:
            made = Pair(playground, GameStore(redis), ShardOwnership(redis, "test"), bots)
            await made.wait_shared()
            yield made
    finally:
        for bot in bots:
            await bot.clean_up()
        await playground.stop()
