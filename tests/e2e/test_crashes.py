"""The bot is killed wherever it hurts and started again: every move counts once, and the group is told."""

import os
import signal
from pathlib import Path

import pytest

from bot.playground import Fault
from engine.crossword.actions import Exchange, Place
from tests.e2e.bot_stage import BotStage
from tests.e2e.chat_room import chat_sentence
from tests.e2e.crossword_game import CrosswordGame

LONG = 600
"""Seconds that no test waits for: what is put off so long is cut off by a kill."""


async def begun(stage: BotStage) -> CrosswordGame:
    room = await stage.new_room(stage.people[:2])
    game = await CrosswordGame.open_and_begin(room, stage.people[:2])
    await game.play_turn()
    return game


async def restart(stage: BotStage, game: CrosswordGame) -> None:
    game.crashed = True
    stage.playground.faults.clear_faults()
    await stage.bot.start_bot()


async def assert_goes_on(stage: BotStage, game: CrosswordGame) -> None:
    """Nothing was lost or applied twice, and the next turn is as ever."""
    await game.play_turn()
    assert await played(stage, game) == [move.tiles for move in game.moves]


async def played(stage: BotStage, game: CrosswordGame) -> list[tuple[tuple[str, str], ...]]:
    actions = await stage.load_actions(game.room)
    return [tuple((put.cell, put.tile) for put in one.tiles) for one in actions if isinstance(one, Place)]


def redis_process(stage: BotStage) -> int:
    return int((Path(stage.bot.settings["DATA_DIR"]) / "redis.pid").read_text())


async def test_a_move_that_is_saved_or_waits_counts_once_and_is_told_after_each_kill(stage: BotStage) -> None:
    game = await begun(stage)
    # Its picture is not sent; or sent, and not noted as told.
    for is_sent, count in ((False, LONG), (True, 1)):
        move, chat = await game.find_move(), game.room.chat_id
        fault = Fault(kind="close", method="sendPhoto", chat_id=chat, after=is_sent, count=count)
        stage.playground.faults.add_fault(fault)
        before = stage.last_call_number
        await game.type_turn(move)
        await stage.wait_call("sendPhoto", status=500, after=before)
        await stage.bot.kill_bot()
        await restart(stage, game)
        await game.read_turns(move)
    await assert_goes_on(stage, game)

    # It waits in the inbox behind an answer that two starts do not give.
    move = await game.find_move()
    for _ in range(2):
        stage.playground.faults.add_fault(Fault(kind="retry_after", method="sendMessage", retry_after=LONG))
    before = stage.last_call_number
    await game.room.say(game.on_turn.user, "/skor")
    await stage.wait_call("sendMessage", status=429, after=before)
    await game.type_turn(move)
    await stage.wait_updates_confirmed()
    before = stage.last_call_number
    await stage.bot.kill_bot()
    await stage.bot.start_bot()
    await stage.wait_call("sendMessage", status=429, after=before)
    await stage.bot.kill_bot()
    assert len(game.moves) - len(await played(stage, game)) in {0, 1}, "the kill comes before the commit, or after it"
    await restart(stage, game)
    await game.read_turns(move)
    await assert_goes_on(stage, game)


async def exchange_and_kill(stage: BotStage, game: CrosswordGame) -> None:
    player, private = game.on_turn, stage.private_room(game.on_turn.user)
    rack = await private.say_and_read(player.user, "/raf")
    await private.press_data(player.user, rack, rack.data_of_label(chat_sentence("tr", "own-board-exchange")))
    rack = await private.wait_edited(rack)
    await private.press_data(player.user, rack, str(rack.buttons[0]["callback_data"]))
    rack = await private.wait_edited(rack)
    stage.playground.faults.add_fault(Fault(kind="retry_after", method="answerCallbackQuery", retry_after=LONG))
    done = rack.data_of_label("🔄")
    callback = stage.playground.world.press_button(player.user, private.chat_id, rack.message_id, done)
    before = stage.last_call_number
    game.board = await game.room.read_next()
    game.record_turn("exchange")
    await stage.wait_call("answerCallbackQuery", status=429, after=before)
    await stage.bot.kill_bot()
    await restart(stage, game)
    assert (await callback.answer)["text"] == ""
    assert len([one for one in await stage.load_actions(game.room) if isinstance(one, Exchange)]) == 1
    assert len(await game.look_at_rack(player)) == game.ruleset.rack


async def test_the_game_goes_on_when_redis_or_both_are_killed_or_the_bot_is_stopped_midway(
    stage_with_own_redis: BotStage,
) -> None:
    stage = stage_with_own_redis
    game = await begun(stage)
    move, first = await game.find_move(), redis_process(stage)
    os.kill(first, signal.SIGKILL)
    await game.type_turn(move)
    await game.read_turns(move)
    assert redis_process(stage) != first
    await exchange_and_kill(stage, game)

    # Both write while it is dead.
    move, other = await game.find_move(), game.players[1 - game.turn]
    theirs = await game.look_at_rack(other)
    await stage.bot.kill_bot()
    os.kill(redis_process(stage), signal.SIGKILL)
    await game.type_turn(move)
    answer = game.finder.find_best(theirs) or "pass"
    await game.type_turn(answer)
    await restart(stage, game)
    await game.read_turns(answer)
    await assert_goes_on(stage, game)

    move = await game.find_move()
    fault = Fault(kind="retry_after", method="sendPhoto", chat_id=game.room.chat_id, retry_after=LONG)
    stage.playground.faults.add_fault(fault)
    before = stage.last_call_number
    await game.type_turn(move)
    await stage.wait_call("sendPhoto", status=429, after=before)
    assert await stage.bot.stop_bot() == 0
    await restart(stage, game)
    await game.read_turns(move)
    await assert_goes_on(stage, game)


async def test_a_stop_in_the_first_moments_is_heard_and_one_in_a_game_ends_redis(
    stage_with_own_redis: BotStage,
) -> None:
    stage = stage_with_own_redis
    assert await stage.bot.stop_bot() == 0
    # Something to fetch at once, so that the stop meets the first update on its way into Redis.
    stage.playground.world.write_as_person(stage.people[0], stage.people[0], "/start")
    await stage.bot.start_bot()
    assert await stage.bot.stop_bot() == 0
    await stage.bot.start_bot()
    await begun(stage)
    server = redis_process(stage)
    assert await stage.bot.stop_bot() == 0
    with pytest.raises(ProcessLookupError):
        os.kill(server, 0)
    assert "ERROR" not in stage.bot.log
    assert "Traceback" not in stage.bot.log
