"""Other ways for updates to arrive: by webhook, and in a group where the bot sees only what is meant for it."""

import socket
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.playground.wire import Json
from engine.crossword.actions import Place
from tests.e2e import secrecy
from tests.e2e.game import Game
from tests.e2e.ledger import sentence
from tests.e2e.stage import Stage, opened
from tests.support.warm import Warm

SECRET = "webhook-secret"  # noqa: S105 - of this test alone


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@pytest.fixture
async def hooked(redis_url: str, tmp_path: Path, warm: Warm) -> AsyncIterator[Stage]:
    """The bot takes updates on its own HTTP port."""
    port = free_port()
    settings = {
        "REDIS_URL": redis_url,
        "HTTP_LISTEN": f"127.0.0.1:{port}",
        "WEBHOOK_URL": f"http://127.0.0.1:{port}/harfiyen",
        "WEBHOOK_SECRET": SECRET,
    }
    async with opened(tmp_path, settings, warm) as made:
        yield made


async def test_a_whole_game_is_played_through_the_webhook(hooked: Stage) -> None:
    room = await hooked.room(hooked.people[:2])
    game = await Game.begin(room, hooked.people[:2])
    for _ in range(6):
        await game.play()
    assert not hooked.playground.journal.entries("getUpdates")
    for _ in range(3):
        await game.pass_turn()
    assert game.over
    secrecy.check(hooked, game)


async def test_an_update_that_is_posted_again_counts_once(hooked: Stage) -> None:
    room = await hooked.room(hooked.people[:2])
    game = await Game.begin(room, hooked.people[:2])
    move, player = await game.find(), game.on_turn
    url = hooked.bot.settings["WEBHOOK_URL"]
    update = {"update_id": 77_000_001, "message": message(hooked, game, player.user, f"/oyna {move.typed}")}
    async with aiohttp.ClientSession(headers={"X-Telegram-Bot-Api-Secret-Token": SECRET}) as session:
        for _ in range(3):
            async with session.post(url, json=update) as response:
                assert response.status == 200
        game.note(move)
        await game.check(await room.next(), game.told(move))
        async with session.post(url, json=update) as response:
            assert response.status == 200
    await game.play()
    assert len([one for one in await hooked.log_of(room) if isinstance(one, Place)]) == 2


def message(stage: Stage, game: Game, person: int, text: str) -> Json:
    world = stage.playground.world
    return {
        "message_id": 77_000_001,
        "date": 1_800_000_000,
        "from": world.people[person].to_api(),
        "chat": world.chat_api(world.chats[game.room.id]),
        "text": text,
        "entities": [{"type": "bot_command", "offset": 0, "length": len(text.split(maxsplit=1)[0])}],
    }


async def test_strangers_who_know_no_secret_are_not_heard(hooked: Stage) -> None:
    url = hooked.bot.settings["WEBHOOK_URL"]
    async with aiohttp.ClientSession() as session:
        async with session.post(url, json={"update_id": 1}) as response:
            assert response.status == 401
        async with session.get(url.replace("/harfiyen", "/health")) as response:
            assert response.status == 200


async def test_an_update_of_an_unknown_shape_ends_nothing(hooked: Stage) -> None:
    room = await hooked.room(hooked.people[:2])
    url = hooked.bot.settings["WEBHOOK_URL"]
    strange: list[Json] = [
        {"update_id": 77_000_002, "message": {}},
        {"update_id": 77_000_003, "message": {"message_id": "x", "chat": 7}},
        {"update_id": 77_000_004, "callback_query": {"id": "1"}},
        {"update_id": 77_000_005, "something_new": {"chat": {"id": room.id}}},
    ]
    async with aiohttp.ClientSession(headers={"X-Telegram-Bot-Api-Secret-Token": SECRET}) as session:
        for update in strange:
            async with session.post(url, json=update) as response:
                assert response.status == 200
    said = await room.ask(hooked.people[0], "/skor")
    assert said.text == sentence("tr", "refusal-no-game")


async def test_what_waited_is_delivered_when_the_webhook_is_back(hooked: Stage) -> None:
    room = await hooked.room(hooked.people[:2])
    game = await Game.begin(room, hooked.people[:2])
    move = await game.find()
    await hooked.bot.kill()
    await game.type(move)
    game.crashed = True
    await hooked.bot.start()
    await game.check(await game.hear(move), game.told(move))


async def test_in_privacy_mode_addressed_commands_and_replies_to_the_board_work(stage: Stage) -> None:
    stage.playground.world.set_privacy(on=True)
    room = await stage.room(stage.people[:2])
    bot = f"@{stage.playground.world.username}"
    lobby = await room.ask(stage.people[0], f"/yeni{bot} kelimelik")
    await room.tap(stage.people[1], lobby, "join")
    game = await Game.started(room, stage.people[:2], lobby, f"/baslat{bot}")

    move = await game.find()
    await room.say(game.on_turn.user, f"/oyna{bot.upper()} {move.typed}")
    game.note(move)
    await game.check(await room.next(), game.told(move))

    move = await game.find()
    await room.say(game.on_turn.user, move.typed, reply_to=game.board.id)
    game.note(move)
    await game.check(await room.next(), game.told(move))

    move = await game.find()
    room.chat.bot_spoke_last = False
    await room.say(game.on_turn.user, f"/oyna {move.typed}")
    await room.say(game.on_turn.user, move.typed)
    assert game.on_turn.name in (await room.ask(game.on_turn.user, f"/skor{bot}")).text
    assert len([one for one in await stage.log_of(room) if isinstance(one, Place)]) == 2
