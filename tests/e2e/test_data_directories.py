"""Data directories as each version left them: this one opens them with their games, and plays on; or says why not.

``tests/bot/data_directories`` has an archive of each, written by ``tools/write_data_directory.py``, and beside it what
is in there. A version that comes adds one, and what is there is never written anew.
"""

import asyncio
import json
import re
import signal
import time
import zlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import pytest
from redis.asyncio import Redis

from bot.offline.backup import write_backup
from bot.offline.doctor import DoctorCheck, check_configuration
from bot.records.projection import Rebuilder
from bot.store import keys
from bot.store.client import connect
from bot.store.embedded import EmbeddedRedis, embedded_server_url
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.records import RecordStore
from bot.store.server_checks import SCHEMA
from bot.tables.codec import decode_table, encode_stored
from engine.crossword.state import GameState
from engine.game import is_over
from engine.game_record import GameRecord, decode_record
from engine.klepka.state import GameState as KlepkaState
from tests.e2e.bot_stage import PROGRAM, TOKEN, BotStage, run_bot_stage
from tests.e2e.chat_room import Room
from tests.e2e.move_finder import MoveFinder
from tests.e2e.test_start_errors import Starts
from tests.support.bot_process import ForkServer
from tests.support.checkout import ROOT
from tests.support.waiting import PATIENCE, Looks
from tools.write_data_directory import (
    BOARD,
    BROADCAST,
    CARDS,
    CARDS_UP,
    CHATS,
    COMPUTER,
    FOLDER,
    GAMES,
    GROUPS,
    KEPT,
    KIRAZ,
    LIMON,
    LOBBY,
    NANE,
    OVER,
    OWNER,
    PASSED,
    WAITING,
    unpack,
)

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


async def play_word(stage: BotStage, store: GameStore, chat: int = BOARD) -> None:
    """Whoever is on turn lays the best word that their rack has there, and it counts what it must."""
    before = await load(store, chat)
    assert isinstance(before, GameState)
    finder = MoveFinder(before.ruleset, before.bonus)
    finder.cells[:] = before.cells
    mover = before.players[before.turn]
    found = finder.find_best(mover.rack)
    assert found is not None
    room = Room(stage.playground, stage.playground.world.chats[chat], lambda: stage.bot.log)
    await room.say(mover.user, f"/oyna {found.typed}")
    while not (await room.read_next()).photo_id:
        pass
    after = await load(store, chat)
    assert after.players[before.turn].score == mover.score + found.score
    assert after.turn != before.turn


EVERY_GAME: Final = "0.2.0-every-game"
"""The directory with a game of every kind, which a bot of 0.2.0 left that was killed at work."""
CHANGING: Final = {COMPUTER} | {
    OVER - number
    for number, game in enumerate(GAMES, 1)
    if game.startswith(("scrabble-en", "tournament-en", "wordbox"))
}
"""Where time alone changes the table: a computer thinks, or the minute of a last play goes by."""
_KILLED: Final = """
import os, signal
from redis.asyncio.connection import AbstractConnection as Connection
left, send = [{commands}], Connection.send_packed_command
async def send_or_die(*arguments, **given):
    left[0] -= 1
    if not left[0] and {is_unsent}: os.kill(os.getpid(), signal.SIGKILL)
    await send(*arguments, **given)
    if not left[0]: os.kill(os.getpid(), signal.SIGKILL)
Connection.send_packed_command = send_or_die
"""
_KILLS: Final = (1, 45, 150, 450)
"""At which of its commands to Redis each start dies, in turn before and after the command reaches the server."""


async def start_and_kill(stage: BotStage, kills: tuple[int, ...] = _KILLS) -> None:
    """Start the bot again and again; none of these starts survives its beginning."""
    for number, commands in enumerate(kills):
        program = _KILLED.format(commands=commands, is_unsent=bool(number % 2)) + PROGRAM
        assert await stage.bot.run_to_end(program) == -signal.SIGKILL


@pytest.mark.parametrize("archive", [one for one in ARCHIVES if name_of(one) != EVERY_GAME], ids=name_of)
async def test_what_a_version_left_is_opened_and_played_on(
    archive: Path, folder: Path, fork_server: ForkServer
) -> None:
    """Where there are migrations, by a start that was killed amid them."""
    unpack_into(folder, archive)
    expected = description(archive)

    async def prepare(stage: BotStage) -> None:
        if expected["schema"] < SCHEMA:
            await start_and_kill(stage, (150,))

    async with run_bot_stage(folder, {}, fork_server, prepare=prepare) as stage:
        world = stage.playground.world
        assert [world.add_group(title, (KIRAZ, LIMON)).id for title in ("Kartlar", "Bitti")] == [CARDS, OVER]
        async with stage.open_store() as store:
            async with connect(embedded_server_url(folder / "data")) as client:
                await check_stored(client, expected)
                await check_records(client, expected)
            await play_word(stage, store)
        assert await stage.bot.stop_bot() == 0
        assert "ERROR" not in stage.bot.log
        assert ("a migration was broken off" in stage.bot.log) == (expected["schema"] < SCHEMA)


class Former:
    """What lay in a directory before a bot of this version opened it."""

    def __init__(self, data: Path) -> None:
        self._data: Final = data
        self.messages: Final[dict[int, list[Json]]] = {
            int(chat): messages for chat, messages in json.loads((data / CHATS).read_text("utf-8")).items()
        }
        self.states: Final[dict[int, bytes]] = {}
        self.kept: Final[dict[str, object]] = {}
        self.told: frozenset[bytes] = frozenset()
        self.waiting: frozenset[bytes] = frozenset()

    async def read(self) -> None:
        server = EmbeddedRedis(self._data)
        await server.start()
        async with connect(server.url) as client:
            for chat in self.messages:
                state: Any = await client.hget(keys.game(Scope(chat)), "state")
                if state is not None:
                    self.states[chat] = state
            self.kept.update(await read_kept_values(client))
            told: Any = await client.smembers(keys.broadcast_delivered())
            waiting: Any = await client.smembers(keys.broadcast_waiting())
            self.told, self.waiting = frozenset(told), frozenset(waiting)
        await server.stop()

    def put_messages(self, stage: BotStage) -> None:
        """Show people again what they saw."""
        world = stage.playground.world
        for wanted, title in GROUPS:
            assert world.add_group(title, (KIRAZ, LIMON, NANE)).id == wanted
        for chat, messages in self.messages.items():
            world.chats[chat].is_opened = True
            world.chats[chat].messages.update({one["message_id"]: one for one in messages})

    async def press_buttons(self, stage: BotStage) -> None:
        """A button of each kind that 0.2.0 drew is answered, also below messages that have lost it by now."""
        world, pressed = stage.playground.world, set[tuple[str, ...]]()
        for chat, messages in self.messages.items():
            for message in messages:
                rows = message.get("reply_markup", {}).get("inline_keyboard", [])
                for data in [one["callback_data"] for row in rows for one in row if "callback_data" in one]:
                    kind = tuple(re.sub(r"[0-9a-f]{8,}|-?\d+", "", data).split(":"))
                    if kind in pressed:
                        continue
                    pressed.add(kind)
                    world.chats[chat].messages[message["message_id"]] = message
                    press = world.press_button(chat if chat > 0 else KIRAZ, chat, message["message_id"], data)
                    async with asyncio.timeout(PATIENCE):
                        await press.answer


async def read_kept_values(client: Redis) -> dict[str, object]:
    """What nobody changes by playing on: settings, words, puzzles, dead letters, records."""
    return {
        "settings": await client.hgetall(keys.settings(PASSED)),
        "theme": await client.hgetall(keys.settings(BOARD)),
        "words": await client.hgetall(keys.chat_words(PASSED, "tr")),
        "puzzles": await client.hgetall(keys.user_puzzles(KIRAZ)),
        "dead": await client.xlen(keys.dead_letters(keys.shard_of(OVER))),
        "records": [await RecordStore(client).read_records(chat, 0) for chat in (OVER, PASSED)],
    }


def missing_in(former: object, now: object) -> list[str]:
    """The places where something that was stored is not there any more, or is something else."""
    if isinstance(former, dict) and isinstance(now, dict):
        return [f"{name}.{at}" for name, value in former.items() for at in missing_in(value, now.get(name, _ABSENT))]
    if isinstance(former, list) and isinstance(now, list) and len(former) == len(now):
        pairs = enumerate(zip(former, now, strict=True))
        return [f"{number}.{at}" for number, (one, other) in pairs for at in missing_in(one, other)]
    return [] if former == now else [f"{former!r} became {now!r}"]


_ABSENT: Final = object()


def server_of(stage: BotStage) -> str:
    return embedded_server_url(Path(stage.bot.settings["DATA_DIR"]))


async def wait_until(is_so: Callable[[], Awaitable[bool]]) -> None:
    looks = Looks()
    async with asyncio.timeout(PATIENCE):
        while not await is_so():
            await looks.pause()


async def check_what_waited_is_told(stage: BotStage, former: Former) -> None:
    """The two plays that were not told are, and the question behind them; the broadcast goes on, to nobody twice."""
    world, shard = stage.playground.world, keys.shard_of(WAITING)
    async with stage.open_store() as store, connect(server_of(stage)) as client:

        async def is_told() -> bool:
            waiting = await client.xlen(keys.outbox(shard)) + await client.xlen(keys.inbox(shard))
            return not waiting and await client.hget(keys.broadcast(), "state") == b"over"

        await wait_until(is_told)
        table = await load(store, WAITING)
        unknown = await client.hgetall(keys.broadcast_failed())
    newest = former.messages[WAITING][-1]["message_id"]
    new = [one for number, one in world.chats[WAITING].messages.items() if number > newest]
    assert len([one for one in new if one.get("photo")]) >= 2, new
    assert any(str(player.score) in one.get("text", "") for one in new for player in table.players), new
    assert former.told
    assert former.waiting
    for chat in former.told | former.waiting:
        heard = [one for one in world.chats[int(chat)].messages.values() if one.get("text") == BROADCAST]
        told = {0, 1} if unknown.get(chat) == b"unknown" else {1 + (int(chat) == OWNER)}
        assert len(heard) in told, (chat, heard)


async def check_states(stage: BotStage, former: Former) -> None:
    """Scores, racks, clocks and all else that 0.2.0 stored of its tables is what this version reads there."""
    assert len(former.states) == len(GAMES) + 9
    async with stage.open_store() as store, connect(server_of(stage)) as client:
        for chat, state in former.states.items():
            there = (await store.load_table(Scope(chat))).state
            assert there is not None
            if chat not in CHANGING:
                assert there == state, chat
            now, before = decode_table(there), decode_table(state)
            if isinstance(now, GameState) and isinstance(before, GameState) and chat != COMPUTER:
                assert (now.cells, now.turn) == (before.cells, before.turn), chat
                assert [one.score for one in now.players] == [one.score for one in before.players], chat
            as_read = json.loads(zlib.decompress(encode_stored(decode_table(state))))
            assert not missing_in(json.loads(zlib.decompress(state)), as_read), chat
        assert await read_kept_values(client) == former.kept
        for chat in (OVER, PASSED):
            assert not (await Rebuilder(RecordStore(client), time.time()).compare_chat(chat)).differences


async def take_turn(stage: BotStage, store: GameStore, chat: int) -> None:
    """Whoever is on turn passes or turns up cards, and the game has gone on by that."""
    before = await load(store, chat)
    text = "/pas"
    if isinstance(before, KlepkaState):
        one, other = [place for place, card in enumerate(before.table, 1) if card][5:7]
        text = f"/ac {one} {other}"
    room = Room(stage.playground, stage.playground.world.chats[chat], lambda: stage.bot.log)
    await room.say_and_read(before.players[before.turn].user, text)
    assert (await load(store, chat)).number > before.number


async def check_games_go_on(stage: BotStage) -> None:
    async with stage.open_store() as store, connect(server_of(stage)) as client:
        running = (BOARD, CARDS, *(OVER - number for number in range(1, len(GAMES) + 1)), CARDS_UP, WAITING)
        for chat in running:
            await take_turn(stage, store, chat)
        room = Room(stage.playground, stage.playground.world.chats[LOBBY], lambda: stage.bot.log)
        await room.say_and_read(KIRAZ, "/baslat")
        for chat in (BOARD, LOBBY):
            await play_word(stage, store, chat)
        contents = await write_backup(client, Path(stage.bot.settings["DATA_DIR"]).with_name("after.backup"))
    assert contents.damaged_games == []
    assert (contents.running_games, contents.finished_games) == (len(running) + 3, 2)


async def test_games_of_every_kind_of_0_2_0_go_on_after_an_upgrade_that_was_killed_again_and_again(
    folder: Path, fork_server: ForkServer
) -> None:
    former = Former(unpack_into(folder, FOLDER / f"{EVERY_GAME}.tar.xz"))
    await former.read()

    async def prepare(stage: BotStage) -> None:
        former.put_messages(stage)
        await start_and_kill(stage)

    async with run_bot_stage(folder, {"OWNER_IDS": str(OWNER)}, fork_server, prepare=prepare) as stage:
        await check_what_waited_is_told(stage, former)
        await check_states(stage, former)
        await check_games_go_on(stage)
        await former.press_buttons(stage)
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
