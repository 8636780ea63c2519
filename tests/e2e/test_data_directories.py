"""Data directories as each version left them: this one opens them with their games, and plays on; or says why not.

``tests/bot/data_directories`` has an archive of each, written by ``tools/write_data_directory.py``, and beside it what
is in there. A version that comes adds one, and what is there is never written anew.
"""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.offline.doctor import DoctorCheck, check_configuration
from bot.records.projection import Rebuilder
from bot.store import keys
from bot.store.client import connect
from bot.store.embedded import EmbeddedRedis, embedded_server_url
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.records import RecordStore
from bot.store.server_checks import SCHEMA
from bot.tables.codec import decode_table
from engine.crossword.state import GameState
from engine.game import is_over
from engine.game_record import GameRecord, decode_record
from engine.klepka.state import GameState as KlepkaState
from tests.e2e.bot_stage import TOKEN, BotStage, run_bot_stage
from tests.e2e.chat_room import Room
from tests.e2e.move_finder import MoveFinder
from tests.e2e.test_start_errors import Starts
from tests.support.bot_process import ForkServer
from tests.support.checkout import ROOT
from tools.write_data_directory import BOARD, CARDS, FOLDER, KEPT, KIRAZ, LIMON, OVER, unpack

Json = dict[str, Any]
_EXPIRED = re.compile(rb"(?:\*\d\r\n\$\d+\r\n(?:MULTI|EXEC|SELECT\r\n\$1\r\n0|(?:UNLINK|DEL)\r\n\$\d+\r\n[^\r]+)\r\n)*")
"""What a server writes about keys whose time is over."""
ARCHIVES = sorted(FOLDER.glob("*.tar.xz"))


def description(archive: Path) -> Json:
    found: Json = json.loads(archive.with_name(f"{archive.name.removesuffix('.tar.xz')}.json").read_text("utf-8"))
    return found


def unpack_into(folder: Path, archive: Path) -> Path:
    data = folder / "data"
    data.mkdir(mode=0o700)
    unpack(archive, data)
    return data


def name_of(archive: Path) -> str:
    return archive.name.removesuffix(".tar.xz")


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bot")


def test_there_is_a_directory_of_this_schema_and_of_every_one_before() -> None:
    assert {description(one)["schema"] for one in ARCHIVES} == {*range(1, SCHEMA + 1)}


def test_there_is_a_directory_of_every_released_version_from_0_2_0_on() -> None:
    """Data of 0.1.0 bear no number of a schema, and are refused with a sentence."""
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - \d", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert released.pop() == "0.1.0"
    assert released
    assert set(released) <= {name_of(one) for one in ARCHIVES}


def describe(table: GameState | KlepkaState) -> Json:
    if isinstance(table, GameState):
        players = [{"user": one.user, "score": one.score, "held": list(one.rack)} for one in table.players]
    else:
        players = [{"user": one.user, "score": one.score, "held": list(one.cards)} for one in table.players]
    return {
        "type": "crossword" if isinstance(table, GameState) else "klepka",
        "turn": table.turn,
        "players": players,
        "reason": table.outcome.reason if table.outcome else None,
    }


async def load(store: GameStore, chat: int) -> GameState | KlepkaState:
    state = (await store.load_table(Scope(chat))).state
    assert state is not None
    table = decode_table(state)
    assert isinstance(table, GameState | KlepkaState)
    return table


async def check_stored(client: Redis, expected: Json) -> None:
    """Every game is as it was left (whose turn it is, scores, racks, how it ended), and so are records."""
    store = GameStore(client)
    for chat in (BOARD, CARDS, OVER):
        there = expected["tables"][keys.game(Scope(chat))]
        table = await load(store, chat)
        assert is_over(table) == (chat == OVER)
        assert describe(table) == there
    assert (await store.load_settings(BOARD))["theme"] == "dark"
    assert await RecordStore(client).count_records(OVER) == expected["records"].get(keys.records(OVER), 0)


async def check_records(client: Redis, expected: Json) -> None:
    """The records say what the game ended with, and all figures follow from them."""
    records = [decode_record(one) for one in await RecordStore(client).read_records(OVER, 0)]
    assert len(records) == expected["records"].get(keys.records(OVER), 0)
    there = expected["tables"][keys.game(Scope(OVER))]
    for record in records:
        assert isinstance(record, GameRecord)
        assert {one.user: one.score for one in record.players} == {
            one["user"]: one["score"] for one in there["players"]
        }
    assert not (await Rebuilder(RecordStore(client), time.time()).compare_chat(OVER)).differences


async def play_word(stage: BotStage, store: GameStore) -> None:
    """Whoever is on turn lays the best word that their rack has there, and it counts what it must."""
    before = await load(store, BOARD)
    assert isinstance(before, GameState)
    finder = MoveFinder(before.ruleset, before.bonus)
    finder.cells[:] = before.cells
    mover = before.players[before.turn]
    found = finder.find_best(mover.rack)
    assert found is not None
    room = Room(stage.playground, stage.playground.world.chats[BOARD], lambda: stage.bot.log)
    await room.say(mover.user, f"/oyna {found.typed}")
    while not (await room.read_next()).photo_id:
        pass
    after = await load(store, BOARD)
    assert after.players[before.turn].score == mover.score + found.score
    assert after.turn != before.turn


@pytest.mark.parametrize("archive", ARCHIVES, ids=name_of)
async def test_what_a_version_left_is_opened_and_played_on(
    archive: Path, folder: Path, fork_server: ForkServer
) -> None:
    unpack_into(folder, archive)
    expected = description(archive)
    async with run_bot_stage(folder, {}, fork_server) as stage:
        world = stage.playground.world
        assert [world.add_group(title, (KIRAZ, LIMON)).id for title in ("Kartlar", "Bitti")] == [CARDS, OVER]
        async with stage.open_store() as store:
            async with connect(embedded_server_url(folder / "data")) as client:
                await check_stored(client, expected)
                await check_records(client, expected)
            await play_word(stage, store)
        assert await stage.bot.stop_bot() == 0
        assert "ERROR" not in stage.bot.log


def read_kept(data: Path) -> dict[str, bytes]:
    """What a server reads, and the note of the server, byte by byte."""
    files = (one for name in KEPT for one in ((data / name).rglob("*") if (data / name).is_dir() else [data / name]))
    return {str(one.relative_to(data)): one.read_bytes() for one in files}


def check_unchanged(data: Path, before: dict[str, bytes]) -> None:
    """Nothing was written but what expired meanwhile, which the server itself deletes as soon as it runs."""
    after = read_kept(data)
    assert after.keys() == before.keys()
    for name, content in after.items():
        assert content.startswith(before[name])
        assert _EXPIRED.fullmatch(content.removeprefix(before[name]))


async def doctor_check(data: Path) -> DoctorCheck:
    checks = {one.name: one async for one in check_configuration({"DATA_DIR": str(data)}, data.parent)}
    return checks["data"]


async def test_a_newer_directory_is_refused_with_both_numbers_and_left_as_it_is(
    folder: Path, fork_server: ForkServer
) -> None:
    data = unpack_into(folder, next(one for one in ARCHIVES if description(one)["schema"] == SCHEMA))
    server = EmbeddedRedis(data)
    await server.start()
    async with connect(server.url) as client:
        await client.set(keys.schema(), SCHEMA + 1)
    await server.stop()
    before = read_kept(data)
    said = await Starts(folder, fork_server).refused({"BOT_TOKEN": TOKEN})
    assert said == (
        f"DATA_DIR is {data}, a folder with data of schema {SCHEMA + 1}, from a later version; this one reads schema"
        f" {SCHEMA}: start that version, or restore a backup that this one made."
    )
    check = await doctor_check(data)
    assert (check.status, check.stored_schema) == ("wrong", SCHEMA + 1)
    assert check.found == f"data of schema {SCHEMA + 1}, from a later version; this version's is {SCHEMA}"
    assert "restore a backup" in check.remedy
    check_unchanged(data, before)


async def test_the_doctor_says_of_an_earlier_schema_that_a_start_migrates_it(folder: Path) -> None:
    archive = next(one for one in ARCHIVES if description(one)["schema"] == SCHEMA - 1)
    data = unpack_into(folder, archive)
    before = read_kept(data)
    check = await doctor_check(data)
    assert (check.status, check.found) == (
        "advice",
        f"stored schema {SCHEMA - 1}, from an earlier version; this version's is {SCHEMA}",
    )
    assert "which migrates" in check.remedy
    check_unchanged(data, before)
