"""The bot is killed wherever it hurts and started again: every move counts once, and the group is told."""

import os
import signal
from pathlib import Path

import pytest

from bot.playground import Fault
from engine.crossword.actions import Exchange, Place
from tests.e2e.game import Game
from tests.e2e.ledger import sentence
from tests.e2e.room import Venue
from tests.e2e.solver import Found
from tests.e2e.stage import Stage

LONG = 600
"""Seconds that no test waits for: what is put off so long is cut off by a kill."""


async def begun(stage: Stage, moves: int = 1) -> Game:
    room = await stage.room(stage.people[:2])
    game = await Game.begin(room, stage.people[:2])
    for _ in range(moves):
        await game.play()
    return game


async def restart(stage: Stage, game: Game) -> None:
    game.crashed = True
    stage.playground.faults.clear()
    await stage.bot.start()


async def played(stage: Stage, room: Venue) -> list[list[tuple[str, str]]]:
    """The tiles of each move in the stored log."""
    return [
        [(tile.cell, tile.tile) for tile in one.tiles] for one in await stage.log_of(room) if isinstance(one, Place)
    ]


def laid(game: Game) -> list[list[tuple[str, str]]]:
    """The tiles of each move as the people laid them."""
    names = [f"{chr(65 + index % 15)}{index // 15 + 1}" for index in range(225)]
    return [[(names[index], tile) for index, tile in one.tiles] for one in game.typed if isinstance(one, Found)]


async def assert_goes_on(stage: Stage, game: Game) -> None:
    """Nothing was lost or applied twice, and the next turn is as ever."""
    await game.play()
    assert await played(stage, game.room) == laid(game)


async def test_a_move_saved_but_not_announced_is_announced_after_the_crash(stage: Stage) -> None:
    game = await begun(stage)
    move = await game.find()
    stage.playground.faults.add(Fault(kind="close", method="sendPhoto", chat_id=game.room.id, count=LONG))
    before = stage.calls
    await game.type(move)
    await stage.call("sendPhoto", status=500, after=before)
    await stage.bot.kill()
    await restart(stage, game)
    await game.check(await game.room.next(), game.told(move))
    await assert_goes_on(stage, game)


async def test_a_move_announced_but_not_noted_as_told_may_be_told_twice_and_counts_once(stage: Stage) -> None:
    game = await begun(stage)
    move = await game.find()
    stage.playground.faults.add(Fault(kind="close", method="sendPhoto", chat_id=game.room.id, after=True))
    before = stage.calls
    await game.type(move)
    await stage.call("sendPhoto", status=500, after=before)
    await stage.bot.kill()
    await restart(stage, game)
    await game.check(await game.hear(move), game.told(move))
    await assert_goes_on(stage, game)


async def test_what_people_wrote_while_the_bot_was_dead_is_played_in_their_order(stage: Stage) -> None:
    game = await begun(stage)
    move, other = await game.find(), game.players[1 - game.turn]
    theirs = await game.rack(other)
    await stage.bot.kill()
    await game.type(move)
    answer = game.solver.best(theirs) or "pass"
    await game.type(answer)
    await restart(stage, game)
    said = await game.hear(answer)
    both = any(line in said.lines for line in game.told(move, game.on_turn))
    await game.check_several(said, [move, answer] if both else [answer])
    await assert_goes_on(stage, game)


async def test_a_move_that_waits_in_the_inbox_is_played_after_the_crash(stage: Stage) -> None:
    game = await begun(stage)
    move = await game.find()
    stage.playground.faults.add(Fault(kind="retry_after", method="sendMessage", retry_after=LONG))
    before = stage.calls
    await game.room.say(game.on_turn.user, "/skor")
    await stage.call("sendMessage", status=429, after=before)
    await game.type(move)
    await stage.updates_taken()
    await stage.bot.kill()
    assert len(laid(game)) - len(await played(stage, game.room)) in {0, 1}, (
        "the kill comes before the commit, or after it"
    )
    await restart(stage, game)
    said = [await game.room.next(), await game.room.next()]
    await game.check(next(one for one in said if one.photo), game.told(move))
    await assert_goes_on(stage, game)


async def test_an_exchange_that_was_made_before_the_crash_is_not_made_again_after_it(stage: Stage) -> None:
    game = await begun(stage)
    player, private = game.on_turn, stage.private(game.on_turn.user)
    rack = await private.ask(player.user, "/raf")
    await private.press(player.user, rack, rack.behind(sentence("tr", "mine-exchange")))
    rack = await private.edited(rack)
    await private.press(player.user, rack, str(rack.buttons[0]["callback_data"]))
    rack = await private.edited(rack)
    done = rack.behind("🔄")
    stage.playground.faults.add(Fault(kind="retry_after", method="answerCallbackQuery", retry_after=LONG))
    callback = stage.playground.world.press(player.user, private.id, rack.id, done)
    before = stage.calls
    await game.exchanged(await game.room.next(), 1)
    await stage.call("answerCallbackQuery", status=429, after=before)
    await stage.bot.kill()
    shown = game.racks[-1]
    await restart(stage, game)
    assert (await callback.answer)["text"] == ""
    made = [action for action in await stage.log_of(game.room) if isinstance(action, Exchange)]
    assert len(made) == game.typed.count("exchange")
    assert len(await game.rack(player)) == len(shown)
    await assert_goes_on(stage, game)


async def test_many_kills_in_a_row_do_not_cost_a_waiting_move(stage: Stage) -> None:
    game = await begun(stage)
    move = await game.find()
    for _ in range(4):
        stage.playground.faults.add(Fault(kind="retry_after", method="sendMessage", retry_after=LONG))
    before = stage.calls
    await game.room.say(game.on_turn.user, "/skor")
    await stage.call("sendMessage", status=429, after=before)
    await game.type(move)
    await stage.updates_taken()
    for _ in range(3):
        before = stage.calls
        await stage.bot.kill()
        await stage.bot.start()
        await stage.call("sendMessage", status=429, after=before)
    await stage.bot.kill()
    await restart(stage, game)
    await game.check(await game.hear(move), game.told(move))
    await assert_goes_on(stage, game)


def redis_process(stage: Stage) -> int:
    return int((Path(stage.bot.settings["DATA_DIR"]) / "redis.pid").read_text())


async def test_the_game_goes_on_when_its_redis_server_is_killed(own_redis: Stage) -> None:
    game = await begun(own_redis)
    move, first = await game.find(), redis_process(own_redis)
    os.kill(first, signal.SIGKILL)
    await game.type(move)
    await game.check(await game.room.next(), game.told(move))
    assert redis_process(own_redis) != first
    await assert_goes_on(own_redis, game)


async def test_the_game_goes_on_when_the_bot_and_its_redis_server_are_killed(own_redis: Stage) -> None:
    game = await begun(own_redis)
    move = await game.find()
    await own_redis.bot.kill()
    os.kill(redis_process(own_redis), signal.SIGKILL)
    await game.type(move)
    await restart(own_redis, game)
    await game.check(await game.hear(move), game.told(move))
    await assert_goes_on(own_redis, game)


async def test_a_stop_is_clean_and_the_next_start_goes_on(from_nothing: Stage) -> None:
    game = await begun(from_nothing)
    server = redis_process(from_nothing)
    assert await from_nothing.bot.stop() == 0
    with pytest.raises(ProcessLookupError):
        os.kill(server, 0)
    await restart(from_nothing, game)
    await assert_goes_on(from_nothing, game)
    assert await from_nothing.bot.stop() == 0
    assert "ERROR" not in from_nothing.bot.log
    assert "Traceback" not in from_nothing.bot.log


async def test_a_stop_in_the_middle_of_things_keeps_what_is_not_yet_told(own_redis: Stage) -> None:
    game = await begun(own_redis)
    move = await game.find()
    own_redis.playground.faults.add(
        Fault(kind="retry_after", method="sendPhoto", chat_id=game.room.id, retry_after=LONG)
    )
    before = own_redis.calls
    await game.type(move)
    await own_redis.call("sendPhoto", status=429, after=before)
    assert await own_redis.bot.stop() == 0
    await restart(own_redis, game)
    await game.check(await game.room.next(), game.told(move))
    await assert_goes_on(own_redis, game)


async def test_a_stop_in_the_first_moments_is_heard(stage: Stage) -> None:
    for _ in range(2):
        assert await stage.bot.stop() == 0
        # Something to fetch at once, so that the stop meets the first update on its way into Redis.
        stage.playground.world.say(stage.people[0], stage.people[0], "/start")
        await stage.bot.start()
