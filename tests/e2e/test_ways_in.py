"""Other ways for updates to arrive: by webhook, and in a group where the bot sees only what is meant for it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp
import pytest

from bot.playground import Playground
from bot.playground.chats import Json
from bot.playground.server_version import VERSIONS
from engine.crossword.actions import Place
from tests.e2e.bot_stage import PROGRAM, BotStage, run_bot_stage
from tests.e2e.chat_room import ReadMessage, Room, chat_sentence
from tests.e2e.crossword_game import CrosswordGame, check_secrecy
from tests.support.bot_process import ForkServer
from tools.fleet.redis_servers import find_free_ports

SECRET = "webhook-secret-of-this-test"  # noqa: S105 - of this test alone
DESCRIPTORS = 160
"""How many a process may have in a flood: what the bot itself needs, and as much again for a port."""
WITH_FEW_DESCRIPTORS = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({DESCRIPTORS},) * 2); {PROGRAM}"
KNOWN = {"X-Telegram-Bot-Api-Secret-Token": SECRET}


def hook_settings(redis_url: str) -> dict[str, str]:
    port, metrics = find_free_ports(2)
    return {
        "REDIS_URL": redis_url,
        "HTTP_LISTEN": f"127.0.0.1:{port}",
        "METRICS_LISTEN": f"127.0.0.1:{metrics}",
        "WEBHOOK_URL": f"http://127.0.0.1:{port}/harfiyen",
        "WEBHOOK_SECRET": SECRET,
    }


@pytest.fixture
async def hooked(redis_url: str, tmp_path: Path, fork_server: ForkServer) -> AsyncIterator[BotStage]:
    async with run_bot_stage(tmp_path, hook_settings(redis_url), fork_server) as made:
        yield made


def update_of_text(playground: Playground, chat: int, person: int, text: str, number: int = 77_000_001) -> Json:
    world = playground.world
    message = {
        "message_id": number,
        "date": 1_800_000_000,
        "from": world.people[person].to_api_user(),
        "chat": world.to_api_chat(world.chats[chat]),
        "text": text,
        "entities": [{"type": "bot_command", "offset": 0, "length": len(text.split(maxsplit=1)[0])}],
    }
    return {"update_id": number, "message": message}


async def test_a_game_is_played_through_the_webhook_and_a_repeated_update_counts_once(hooked: BotStage) -> None:
    room = await hooked.new_room(hooked.people[:2])
    game = await CrosswordGame.open_and_begin(room, hooked.people[:2])
    move, player = await game.find_move(), game.on_turn
    update = update_of_text(hooked.playground, room.chat_id, player.user, f"/oyna {move.typed}")
    async with aiohttp.ClientSession(headers=KNOWN) as session:
        for _ in range(3):
            assert (await session.post(hooked.bot.settings["WEBHOOK_URL"], json=update)).status == 200
        game.record_turn(move)
        await game.read_turns(move)
        assert (await session.post(hooked.bot.settings["WEBHOOK_URL"], json=update)).status == 200
    assert len([one for one in await hooked.load_actions(room) if isinstance(one, Place)]) == len(game.moves)

    move = await game.find_move()
    await hooked.bot.kill_bot()
    await game.type_turn(move)
    game.crashed = True
    await hooked.bot.start_bot()
    await game.read_turns(move)
    while not game.is_over:
        await game.play_turn("pass")
    assert not hooked.playground.journal.find_entries("getUpdates")
    check_secrecy(hooked, game)


async def test_what_strangers_send_and_half_requests_that_use_up_all_descriptors_hold_up_nobody(
    redis_url: str, tmp_path: Path, fork_server: ForkServer
) -> None:
    settings = hook_settings(redis_url)
    http, metrics = settings["HTTP_LISTEN"], settings["METRICS_LISTEN"]
    strange: list[Json] = [
        {"update_id": 77_000_002, "message": {}},
        {"update_id": 77_000_003, "message": {"message_id": "x", "chat": 7}},
        {"update_id": 77_000_004, "callback_query": {"id": "1"}},
        {"update_id": 77_000_005, "something_new": {"chat": {"id": -1}}},
    ]
    async with run_bot_stage(tmp_path, settings, fork_server, WITH_FEW_DESCRIPTORS) as stage, AsyncExitStack() as stack:
        async with aiohttp.ClientSession() as session:
            assert (await session.post(settings["WEBHOOK_URL"], json={"update_id": 1})).status == 401
            for update in strange:
                assert (await session.post(settings["WEBHOOK_URL"], json=update, headers=KNOWN)).status == 200
        for address in (http, metrics):
            for _ in range(DESCRIPTORS + 20):
                _, writer = await asyncio.open_connection(*address.split(":"))
                stack.callback(writer.close)
                writer.write(b"GET /health HTTP/1.1\r\nX-Slow: ")
        room = await stage.new_room(stage.people[:2])
        said = await room.say_and_read(stage.people[0], "/skor")
        assert said.text == chat_sentence("tr", "refusal-no-game")
        async with aiohttp.ClientSession() as session:
            assert (await session.get(f"http://{http}/health")).status == 200
            assert (await session.get(f"http://{metrics}/metrics")).status == 200
        assert "Too many open files" not in stage.bot.log
        assert await stage.bot.stop_bot() == 0


async def test_in_privacy_mode_addressed_commands_replies_and_words_alone_are_played(stage: BotStage) -> None:
    stage.playground.world.set_privacy(on=True)
    stage.playground.world.server.version = VERSIONS[0]
    room = await stage.new_room(stage.people[:2])
    bot = f"@{stage.playground.world.username}"
    lobby = await room.say_and_read(stage.people[0], f"/yeni{bot} kelimelik istenince")
    await room.tap_kind(stage.people[1], lobby, "join")
    game = await CrosswordGame.begin_at_lobby(room, stage.people[:2], lobby, f"/baslat{bot}")
    for head in (f"/oyna{bot.upper()} ", ""):
        move = await game.find_move()
        await room.say(game.on_turn.user, f"{head}{move.typed}", reply_to=None if head else game.board.message_id)
        game.record_turn(move)
        await game.read_turns(move)

    for head in (f"/oyna{bot} ", ""):
        move, player = await game.find_move(), game.on_turn
        start, way, word = move.typed.split()
        asked = await room.say_and_read(player.user, f"{head}{word}", None if head else game.board.message_id)
        # As in GCG, a start reads across with the row first.
        value = await find_placement(room, player.user, asked, start if way == "dikey" else f"{start[1:]}{start[0]}")
        other = next(one for one in game.players if one is not player)
        refused = await room.press_data(other.user, asked, value)
        assert refused["text"] == chat_sentence("tr", "refusal-not-your-button")
        assert await room.press_data(player.user, asked, value) == {"text": "", "show_alert": False, "url": ""}
        game.record_turn(move)
        await game.read_turns(move)

    move = await game.find_move()
    room.chat.bot_spoke_last = False
    await room.say(game.on_turn.user, f"/oyna {move.typed}")
    await room.say(game.on_turn.user, move.typed)
    assert game.on_turn.name in (await room.say_and_read(game.on_turn.user, f"/skor{bot}")).text
    assert len([one for one in await stage.load_actions(room) if isinstance(one, Place)]) == len(game.moves)


async def find_placement(room: Room, person: int, asked: ReadMessage, start: str) -> str:
    """What the button of a place carries, six of which are offered at once, the best of the whole board first."""
    while True:
        found = [str(one["callback_data"]) for one in asked.buttons]
        for value in found:
            if value.startswith("put:") and value.split(":")[4] == start:
                return value
        await room.press_data(person, asked, [value for value in found if value.startswith("rows:")][-1])
        asked = await room.wait_edited(asked)
