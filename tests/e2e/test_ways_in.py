"""Other ways for updates to arrive: by webhook, and in a group where the bot sees only what is meant for it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest

from bot.playground.chats import Json
from bot.playground.server_version import VERSIONS
from engine.crossword.actions import Place
from tests.e2e import checks
from tests.e2e.bot_stage import PROGRAM, BotStage, run_bot_stage
from tests.e2e.chat_room import ReadMessage, Room
from tests.e2e.crossword_game import CrosswordGame
from tests.e2e.move_finder import FoundMove
from tests.e2e.score_ledger import Player, Turn, chat_sentence
from tests.support.bot_process import ForkServer
from tools.fleet.launch import find_free_port
from tools.fleet.redis_servers import find_free_ports

SECRET = "webhook-secret-of-this-test"  # noqa: S105 - of this test alone
DESCRIPTORS = 160
"""How many a process may have in a flood: what the bot itself needs, and as much again for a port."""
WITH_FEW_DESCRIPTORS = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({DESCRIPTORS},) * 2); {PROGRAM}"


@pytest.fixture
async def hooked(redis_url: str, tmp_path: Path, fork_server: ForkServer) -> AsyncIterator[BotStage]:
    port = find_free_port()
    settings = {
        "REDIS_URL": redis_url,
        "HTTP_LISTEN": f"127.0.0.1:{port}",
        "WEBHOOK_URL": f"http://127.0.0.1:{port}/harfiyen",
        "WEBHOOK_SECRET": SECRET,
    }
    async with run_bot_stage(tmp_path, settings, fork_server) as made:
        yield made


async def test_a_whole_game_is_played_through_the_webhook(hooked: BotStage) -> None:
    room = await hooked.new_room(hooked.people[:2])
    game = await CrosswordGame.open_and_begin(room, hooked.people[:2])
    for _ in range(6):
        await game.play_turn()
    assert not hooked.playground.journal.find_entries("getUpdates")
    for _ in range(3):
        await game.pass_turn()
    assert game.is_over
    checks.check_secrecy(hooked, game)


async def test_an_update_that_is_posted_again_counts_once(hooked: BotStage) -> None:
    room = await hooked.new_room(hooked.people[:2])
    game = await CrosswordGame.open_and_begin(room, hooked.people[:2])
    move, player = await game.find_move(), game.on_turn
    url = hooked.bot.settings["WEBHOOK_URL"]
    update = {"update_id": 77_000_001, "message": message(hooked, game, player.user, f"/oyna {move.typed}")}
    async with aiohttp.ClientSession(headers={"X-Telegram-Bot-Api-Secret-Token": SECRET}) as session:
        for _ in range(3):
            async with session.post(url, json=update) as response:
                assert response.status == 200
        game.record_turn(move)
        await game.check_turn_message(await room.read_next(), game.turn_lines(move))
        async with session.post(url, json=update) as response:
            assert response.status == 200
    await game.play_turn()
    assert len([one for one in await hooked.load_actions(room) if isinstance(one, Place)]) == 2


def message(stage: BotStage, game: CrosswordGame, person: int, text: str) -> Json:
    world = stage.playground.world
    return {
        "message_id": 77_000_001,
        "date": 1_800_000_000,
        "from": world.people[person].to_api_user(),
        "chat": world.to_api_chat(world.chats[game.room.chat_id]),
        "text": text,
        "entities": [{"type": "bot_command", "offset": 0, "length": len(text.split(maxsplit=1)[0])}],
    }


async def test_strangers_who_know_no_secret_are_not_heard(hooked: BotStage) -> None:
    url = hooked.bot.settings["WEBHOOK_URL"]
    async with aiohttp.ClientSession() as session:
        async with session.post(url, json={"update_id": 1}) as response:
            assert response.status == 401
        async with session.get(url.replace("/harfiyen", "/health")) as response:
            assert response.status == 200


async def test_half_requests_that_would_use_up_all_descriptors_hold_up_nobody(
    redis_url: str, tmp_path: Path, fork_server: ForkServer
) -> None:
    http, metrics = find_free_ports(2)
    settings = {
        "REDIS_URL": redis_url,
        "HTTP_LISTEN": f"127.0.0.1:{http}",
        "METRICS_LISTEN": f"127.0.0.1:{metrics}",
        "WEBHOOK_URL": f"http://127.0.0.1:{http}/harfiyen",
        "WEBHOOK_SECRET": SECRET,
    }
    async with run_bot_stage(tmp_path, settings, fork_server, WITH_FEW_DESCRIPTORS) as stage, AsyncExitStack() as stack:
        for port in (http, metrics):
            for _ in range(2 * DESCRIPTORS):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                stack.callback(writer.close)
                writer.write(b"GET /health HTTP/1.1\r\nX-Slow: ")
        room = await stage.new_room(stage.people[:2])
        game = await CrosswordGame.open_and_begin(room, stage.people[:2])
        await game.play_turn()
        async with aiohttp.ClientSession() as session:
            assert (await session.get(f"http://127.0.0.1:{http}/health")).status == 200
            assert (await session.get(f"http://127.0.0.1:{metrics}/metrics")).status == 200
        assert "Too many open files" not in stage.bot.log
        assert await stage.bot.stop_bot() == 0


async def test_an_update_of_an_unknown_shape_ends_nothing(hooked: BotStage) -> None:
    room = await hooked.new_room(hooked.people[:2])
    url = hooked.bot.settings["WEBHOOK_URL"]
    strange: list[Json] = [
        {"update_id": 77_000_002, "message": {}},
        {"update_id": 77_000_003, "message": {"message_id": "x", "chat": 7}},
        {"update_id": 77_000_004, "callback_query": {"id": "1"}},
        {"update_id": 77_000_005, "something_new": {"chat": {"id": room.chat_id}}},
    ]
    async with aiohttp.ClientSession(headers={"X-Telegram-Bot-Api-Secret-Token": SECRET}) as session:
        for update in strange:
            async with session.post(url, json=update) as response:
                assert response.status == 200
    said = await room.say_and_read(hooked.people[0], "/skor")
    assert said.text == chat_sentence("tr", "refusal-no-game")


async def test_what_waited_is_delivered_when_the_webhook_is_back(hooked: BotStage) -> None:
    room = await hooked.new_room(hooked.people[:2])
    game = await CrosswordGame.open_and_begin(room, hooked.people[:2])
    move = await game.find_move()
    await hooked.bot.kill_bot()
    await game.type_turn(move)
    game.crashed = True
    await hooked.bot.start_bot()
    await game.check_turn_message(await game.wait_turn_message(move), game.turn_lines(move))


async def test_in_privacy_mode_addressed_commands_and_replies_to_the_board_work(stage: BotStage) -> None:
    stage.playground.world.set_privacy(on=True)
    room = await stage.new_room(stage.people[:2])
    bot = f"@{stage.playground.world.username}"
    lobby = await room.say_and_read(stage.people[0], f"/yeni{bot} kelimelik istenince")
    await room.tap_kind(stage.people[1], lobby, "join")
    game = await CrosswordGame.begin_at_lobby(room, stage.people[:2], lobby, f"/baslat{bot}")

    move = await game.find_move()
    await room.say(game.on_turn.user, f"/oyna{bot.upper()} {move.typed}")
    game.record_turn(move)
    await game.check_turn_message(await room.read_next(), game.turn_lines(move))

    move = await game.find_move()
    await room.say(game.on_turn.user, move.typed, reply_to=game.board.message_id)
    game.record_turn(move)
    await game.check_turn_message(await room.read_next(), game.turn_lines(move))

    move = await game.find_move()
    room.chat.bot_spoke_last = False
    await room.say(game.on_turn.user, f"/oyna {move.typed}")
    await room.say(game.on_turn.user, move.typed)
    assert game.on_turn.name in (await room.say_and_read(game.on_turn.user, f"/skor{bot}")).text
    assert len([one for one in await stage.load_actions(room) if isinstance(one, Place)]) == 2


_QUIET = {"text": "", "show_alert": False, "url": ""}


@dataclass(slots=True)
class WordFirst(CrosswordGame):
    """A game in which every move is a word and a tap; now and then others tap first."""

    taps: int = 0

    async def type_turn(self, done: Turn) -> None:
        """Say the word, by turns as a command, to the board and to the bot, and tap its place."""
        if not isinstance(done, FoundMove):
            await CrosswordGame.type_turn(self, done)
            return
        player, room = self.on_turn, self.room
        assert isinstance(room, Room)
        start, asked = _start(done), await self._ask(room, player, done.words[0])
        if start not in _places(asked):
            line = start[:-1] if start[0].isdecimal() else start[0]
            asked = await self._ask(room, player, f"{done.words[0]} {line}")
        value = _places(asked)[start]
        if self.taps % 4 == 0:
            other = next(one for one in self.players if one is not player)
            answer = await room.press_data(other.user, asked, value)
            assert answer["text"] == chat_sentence("tr", "refusal-not-your-button")
            told = await room.press_data(player.user, asked, asked.data_of_kind("sums"))
            assert f"{_cell(start)} " in told["text"]
        self.taps += 1
        assert await room.press_data(player.user, asked, value) == _QUIET
        self.record_turn(done)

    async def _ask(self, room: Room, player: Player, text: str) -> ReadMessage:
        if " " in text or self.taps % 3 == 0:
            return await room.say_and_read(player.user, f"/oyna {text}")
        if self.taps % 3 == 1:
            return await room.say_and_read(player.user, text, reply_to=self.board.message_id)
        return await room.say_and_read(player.user, f"@harfiyen_bot {text}")


def _start(found: FoundMove) -> str:
    _, cell, across = found.main_words[0]
    return f"{cell[1:]}{cell[0]}" if across else cell


def _cell(start: str) -> str:
    return f"{start[-1]}{start[:-1]}" if start[0].isdecimal() else start


def _places(asked: ReadMessage) -> dict[str, str]:
    """What the buttons carry, by the places that they play in."""
    found = [str(one["callback_data"]) for one in asked.buttons]
    return {value.split(":")[4]: value for value in found if value.startswith("put:")}


async def test_two_people_play_kelimelik_word_first(stage: BotStage) -> None:
    stage.playground.world.server.version = VERSIONS[0]
    room = await stage.new_room(stage.people[:2])
    game = await WordFirst.open_and_begin(room, stage.people[:2], "kelimelik")
    await game.play_to_end()
    assert game.taps > 10
    checks.check_secrecy(stage, game)
    await checks.check_proof(stage, room.chat_id, game.players[0].user)
