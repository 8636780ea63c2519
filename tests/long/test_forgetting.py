"""Somebody is forgotten while two workers have their games, chats and names in memory: neither brings anything back."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest
from redis.asyncio import Redis

from bot.playground.chats import Chat, Json, PlaygroundPerson
from bot.store import keys
from bot.store.client import connect
from bot.store.keys import SHARDS, shard_of
from bot.store.personal_data import FORGOTTEN_FILE, ForgottenList
from bot.store.shard_ownership import worker_of_epoch
from bot.texts import Texts
from tests.e2e.chat_room import Room
from tests.e2e.test_ways_in import SECRET
from tests.e2e.worker_pair import Pair, pair
from tests.support.bot_process import ForkServer
from tests.support.stored_games import find_in_files, find_traces
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.long(seconds=50)

AYSE, NAME = 5_550_101, "Ayşegül"
USERNAME = f"{NAME.lower()}_masada"
NAMES = (NAME, USERNAME)
WORDS = tuple(word.encode() for word in (*NAMES, str(AYSE)))
GROUPS_OF_WORKER = 2


@dataclass
class House:
    """Two workers, the groups of each, and somebody who plays in all of them."""

    pair: Pair
    redis: Redis
    folder: Path
    groups: dict[str, list[Room]]

    @property
    def rooms(self) -> list[Room]:
        return [room for rooms in self.groups.values() for room in rooms]

    @property
    def private(self) -> Room:
        return self.room_of(self.pair.playground.world.chats[AYSE])

    def room_of(self, chat: Chat) -> Room:
        return Room(self.pair.playground, chat, lambda: "\n".join(bot.log for bot in self.pair.bots))

    async def post(self, update: Json, urls: Sequence[str]) -> None:
        """Send an update to workers, as Telegram sends it again where it was not told that it arrived."""
        async with aiohttp.ClientSession(headers={"X-Telegram-Bot-Api-Secret-Token": SECRET}) as session:
            for url in urls:
                async with session.post(url, json=update) as response:
                    assert response.status == 200

    async def post_message(self, room: Room, user: int, text: object) -> None:
        world, number = self.pair.playground.world, next(self.pair.numbers)
        message = {
            "message_id": number,
            "date": 1_800_000_000,
            "from": world.people[user].to_api_user(),
            "chat": world.to_api_chat(room.chat),
            "text": text,
        }
        await self.post({"update_id": number, "message": message}, self.pair.urls)

    async def traces(self) -> list[str]:
        """The keys that name the person, in their names or in what they hold; but for the one kept for a day."""
        found = await find_traces(self.redis, AYSE, NAMES)
        return [name for name in found if name != keys.web_closed(AYSE)]


@pytest.fixture
async def house(redis_url: str, tmp_path: Path, fork_server: ForkServer) -> AsyncIterator[House]:
    async with pair(tmp_path, redis_url, fork_server) as made, connect(redis_url) as redis:
        world = made.playground.world
        world.people[AYSE] = PlaygroundPerson(AYSE, NAME)
        world.chats[AYSE] = Chat(AYSE, None, (AYSE,))
        owners = await made.ownership.load_owners(range(SHARDS))
        house = House(made, redis, tmp_path, {worker_of_epoch(str(one)): [] for one in owners.values()})
        assert len(house.groups) == len(made.bots)
        while min(map(len, house.groups.values())) < GROUPS_OF_WORKER:
            chat = world.add_group("Masa", (*made.people, AYSE))
            house.groups[worker_of_epoch(str(owners[shard_of(chat.id)]))].append(house.room_of(chat))
        yield house


async def play(house: House) -> None:
    """In each group a game; one of each worker's is over, the others run on."""
    other, *_ = house.pair.people
    for rooms in house.groups.values():
        for place, room in enumerate(rooms):
            await room.say_and_read(other, "/yeni kelimelik istenince")
            await room.say_and_read(AYSE, "/katil")
            await room.say_and_read(AYSE, "/baslat")
            if place == 0:
                question = await room.say_and_read(AYSE, "/teslim")
                await room.tap_kind(AYSE, question, "yes")
                await room.read_next("Ayşegül")


async def test_two_workers_that_had_somebody_in_memory_bring_nothing_back(house: House) -> None:
    texts, (other, *_) = Texts(), house.pair.people
    await play(house)
    for room in house.rooms:
        await house.post_message(room, AYSE, "merhaba")
    await house.post_message(house.rooms[0], AYSE, 5)  # no text: it goes to the dead letters
    buried = keys.dead_letters(shard_of(house.rooms[0].chat_id))
    async with asyncio.timeout(PATIENCE):
        while not await house.redis.xlen(buried):  # noqa: ASYNC110 - it is another process that does it
            await asyncio.sleep(0.05)
    private = house.private
    asked = await private.say_and_read(AYSE, "/verilerim")
    assert len(await house.traces()) > 2 * len(house.rooms)
    await private.press_data(AYSE, asked, "mydata::forget")
    asked = await private.wait_edited(asked)
    await private.press_data(AYSE, asked, "mydata::now")
    while (await private.read_next()).text != texts.plain("tr", "forget-done"):
        pass
    since = max(entry.number for entry in house.pair.playground.journal.find_entries())
    for room in house.rooms:
        await house.post_message(room, other, "merhaba")
        score = await house.room_of(room.chat).say_and_read(other, "/skor")
        assert texts.plain("tr", "forgotten-player") in score.text
    assert await house.traces() == []
    for bot in house.pair.bots:
        # What a worker has not written yet it writes as it ends.
        assert await bot.stop_bot() == 0
    assert await house.traces() == []
    assert find_in_files(house.folder, *WORDS) == []
    assert await ForgottenList(house.redis, None).find_forgotten([AYSE, other], 0) == [AYSE]
    assert [path.name for path in house.folder.rglob(FORGOTTEN_FILE)]
    told = [str(entry.parameters) for entry in house.pair.playground.journal.find_entries(after=since)]
    assert not [one for one in told if NAME in one]
