"""The board page of a bot that is killed at every write, and two workers on one Redis."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from aiohttp import ClientError, ClientSession
from msgspec.structs import replace

from bot.playground import Playground
from bot.playground.chats import Chat
from bot.store.commits import Commit, Committed
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.tables.codec import encode_stored
from engine import clock
from engine.crossword.actions import Place
from tests.bot.web.board_client import SETTINGS, BoardClient, Json, address_of, init_data
from tests.e2e.bot_stage import TOKEN, BotStage, run_bot_stage
from tests.e2e.chat_room import Room
from tests.e2e.test_ways_in import KNOWN, update_of_text
from tests.e2e.worker_pair import Pair, pair
from tests.support.bot_process import ForkServer
from tests.support.duplicate_program import KILL_VARIABLE, PROGRAM
from tests.support.games import game
from tests.support.waiting import PATIENCE
from tools.fleet.launch import find_free_port

TILES = dict(zip(("F8", "G8", "H8", "I8", "J8"), "KALEM", strict=True))


@asynccontextmanager
async def opened(playground: Playground, port: int, person: int, address: str) -> AsyncIterator[BoardClient]:
    """The page of somebody at the worker of a port."""
    async with ClientSession(f"http://127.0.0.1:{port}") as http:
        page = BoardClient(http, address)
        user = playground.world.people[person].to_api_user()
        page.init = init_data(TOKEN, opened=int(time.time()), user=user)
        status, session = await page.ask("POST", "session", {"init": page.init})
        assert status == 200, session
        page.token = session["token"]
        yield page


async def put_game(store: GameStore, chat: Chat, people: tuple[int, ...]) -> str:
    """The address of a game in which the first person may lay KALEM."""
    table = game("kelimelik", racks=["KALEMİT", "AAEEKKL"])
    seats = zip(table.players, people, strict=True)
    began = clock.start_turn(clock.initial_clocks(table.ruleset.clock_rule, len(people)), datetime.now(UTC))
    table = replace(table, clocks=began, players=tuple(replace(player, user=user) for player, user in seats))
    done = await store.commit(
        Commit(scope=Scope(chat.id), expected_version=0, update_id=None, state=encode_stored(table))
    )
    assert isinstance(done, Committed)
    return address_of(table, Scope(chat.id))


async def insist(page: BoardClient, stage: BotStage, key: str) -> Json:
    """Send the same action until it is answered, as pages do; the bot is started again where it has died."""
    name = page.address.split("_")[1]
    body = {"key": key, "move": {"kind": "play", "table": name, "number": 0, "tiles": TILES}}
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                status, told = await page.ask("POST", f"tables/{page.address}/actions", body)
            except (ClientError, OSError):
                await stage.bot.wait_bot()
                await stage.bot.start_bot()
            else:
                if status == 200:
                    return told
                assert status in {202, 503}, told


async def test_a_bot_killed_between_an_action_its_commit_and_its_answer_counts_it_once(
    redis_url: str, tmp_path: Path, fork_server: ForkServer
) -> None:
    port, kill = find_free_port(), tmp_path / "kill"
    settings = {"REDIS_URL": redis_url, **SETTINGS, "HTTP_LISTEN": f"127.0.0.1:{port}", KILL_VARIABLE: str(kill)}
    async with run_bot_stage(tmp_path, settings, fork_server, PROGRAM) as stage:
        for moment in ("before", "after", "told"):
            people = stage.people[:2]
            chat = stage.playground.world.add_group(moment, people)
            room = Room(stage.playground, chat, lambda: stage.bot.log)
            async with stage.open_store() as store:
                address = await put_game(store, chat, people)
            async with opened(stage.playground, port, people[0], address) as page:
                kill.write_text(f"{moment} Place", "ascii")
                key = secrets.token_hex(16)
                told = await insist(page, stage, key)
                assert not kill.exists(), told["answer"]
                again = await insist(page, stage, key)
                assert (told["answer"], told["board"]["view"]["number"]) == ({"done": True, "text": "", "code": ""}, 1)
                assert (again["answer"], again["board"]) == (told["answer"], told["board"])
            assert [type(action) for action in await stage.load_actions(room)] == [Place]


CHATS = 12
MOVES = 4


async def move_quickly(both: Pair) -> None:
    """Updates of each chat come in at both workers by turns, and are played in their order."""
    chats = [both.playground.world.add_group(f"Masa {number}", both.people) for number in range(CHATS)]
    for chat in chats:
        await both.begin_game(chat)
    async with ClientSession(headers=KNOWN) as session:
        for move in range(MOVES):
            for place, chat in enumerate(chats):
                update = update_of_text(both.playground, chat.id, both.people[move % 2], "/pass", next(both.numbers))
                assert (await session.post(both.urls[(move + place) % 2], json=update)).status == 200
    alternately = [both.people[move % 2] for move in range(MOVES)]
    assert [await both.wait_passed(chat, MOVES) for chat in chats] == [alternately] * CHATS
    said = [entry for entry in both.playground.journal.find_entries("sendMessage") if entry.status == 200]
    assert [entry.parameters for entry in said if entry.parameters.get("reply_parameters")] == []


async def test_moves_and_pages_at_either_of_two_workers_are_played_and_heard_by_both(
    redis_url: str, tmp_path: Path, fork_server: ForkServer
) -> None:
    async with pair(tmp_path, redis_url, fork_server) as both:
        await move_quickly(both)
        await act_on_pages(both)


async def act_on_pages(both: Pair) -> None:
    world, people = both.playground.world, tuple(both.playground.world.people)[:3]
    chat = world.add_group("Tahta", people)
    address = await put_game(both.store, chat, people[:2])
    ports = [int(url.split(":")[2].split("/")[0]) for url in both.urls]
    async with (
        opened(both.playground, ports[0], people[0], address) as first,
        opened(both.playground, ports[1], people[1], address) as second,
        opened(both.playground, ports[0], people[2], address) as watcher,
        opened(both.playground, ports[1], people[2], address) as other_watcher,
        first.follow() as at_first,
        second.follow() as at_second,
        watcher.follow() as watched,
        other_watcher.follow() as also_watched,
    ):
        streams = (at_first, at_second, watched, also_watched)
        for events in streams:
            assert await events.next_text() == b":\n\n"
            await events.next_text()
        # One worker's token opens pages at the other, and one of both has to forward the action.
        for page, token in ((first, first.token), (second, second.token)):
            page.http, elsewhere = (second.http, first.http) if page is first else (first.http, second.http)
            status, told = await page.act("pass")
            assert (status, told["answer"], page.token) == (200, {"done": True, "text": "", "code": ""}, token)
            page.http = elsewhere
            for events in streams:
                assert (await events.next_text()).startswith(b"id: ")
        world.set_presence(chat, people[2], here=False)
        async with asyncio.timeout(PATIENCE):
            while (await watcher.ask("GET", f"tables/{address}"))[0] == 200:  # noqa: ASYNC110 - a worker hears of it
                await asyncio.sleep(0.02)
        await first.act("pass")
        for events, page in ((watched, watcher), (also_watched, other_watcher)):
            assert await events.next_text() == b"", "what came after leaving is not shown"
            assert await page.ask("GET", f"tables/{address}") == (403, {"error": "outsider"})
    assert await both.wait_passed(chat, 3) == [*people[:2], people[0]]
