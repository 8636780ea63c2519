"""The bot is killed wherever it hurts and started again: every move counts once, and the group is told."""

import os
import signal
from pathlib import Path

import pytest

from bot.playground import Fault
from engine.crossword.actions import Exchange, Place
from tests.e2e.bot_stage import BotStage
from tests.e2e.chat_room import Venue
from tests.e2e.crossword_game import CrosswordGame
from tests.e2e.move_finder import FoundMove
from tests.e2e.score_ledger import chat_sentence

LONG = 600
"""Seconds that no test waits for: what is put off so long is cut off by a kill."""


async def begun(stage: BotStage, moves: int = 1) -> CrosswordGame:
    room = await stage.new_room(stage.people[:2])
    game = await CrosswordGame.open_and_begin(room, stage.people[:2])
    for _ in range(moves):
        await game.play_turn()
    return game


async def restart(stage: BotStage, game: CrosswordGame) -> None:
    game.crashed = True
    stage.playground.faults.clear_faults()
    await stage.bot.start_bot()


async def played(stage: BotStage, room: Venue) -> list[list[tuple[str, str]]]:
    return [
        [(tile.cell, tile.tile) for tile in one.tiles]
        for one in await stage.load_actions(room)
        if isinstance(one, Place)
    ]


def laid(game: CrosswordGame) -> list[list[tuple[str, str]]]:
    """The tiles of each move as the people laid them."""
    names = [f"{chr(65 + index % 15)}{index // 15 + 1}" for index in range(225)]
    return [
        [(names[index], tile) for index, tile in one.tiles] for one in game.turns_taken if isinstance(one, FoundMove)
    ]


async def assert_goes_on(stage: BotStage, game: CrosswordGame) -> None:
    """Nothing was lost or applied twice, and the next turn is as ever."""
    await game.play_turn()
    assert await played(stage, game.room) == laid(game)


async def test_a_move_saved_but_not_announced_is_announced_after_the_crash(stage: BotStage) -> None:
    game = await begun(stage)
    move = await game.find_move()
    stage.playground.faults.add_fault(Fault(kind="close", method="sendPhoto", chat_id=game.room.chat_id, count=LONG))
    before = stage.last_call_number
    await game.type_turn(move)
    await stage.wait_call("sendPhoto", status=500, after=before)
    await stage.bot.kill_bot()
    await restart(stage, game)
    await game.check_turn_message(await game.room.read_next(), game.turn_lines(move))
    await assert_goes_on(stage, game)


async def test_a_move_announced_but_not_noted_as_told_may_be_told_twice_and_counts_once(stage: BotStage) -> None:
    game = await begun(stage)
    move = await game.find_move()
    stage.playground.faults.add_fault(Fault(kind="close", method="sendPhoto", chat_id=game.room.chat_id, after=True))
    before = stage.last_call_number
    await game.type_turn(move)
    await stage.wait_call("sendPhoto", status=500, after=before)
    await stage.bot.kill_bot()
    await restart(stage, game)
    await game.check_turn_message(await game.wait_turn_message(move), game.turn_lines(move))
    await assert_goes_on(stage, game)


async def test_what_people_wrote_while_the_bot_was_dead_is_played_in_their_order(stage: BotStage) -> None:
    game = await begun(stage)
    move, other = await game.find_move(), game.players[1 - game.turn]
    theirs = await game.look_at_rack(other)
    await stage.bot.kill_bot()
    await game.type_turn(move)
    answer = game.solver.find_best(theirs) or "pass"
    await game.type_turn(answer)
    await restart(stage, game)
    said = await game.wait_turn_message(answer)
    both = any(game.tells_turn(line, move, game.on_turn) for line in said.lines)
    await game.check_several_turns(said, [move, answer] if both else [answer])
    await assert_goes_on(stage, game)


async def test_a_move_that_waits_in_the_inbox_is_played_after_the_crash(stage: BotStage) -> None:
    game = await begun(stage)
    move = await game.find_move()
    stage.playground.faults.add_fault(Fault(kind="retry_after", method="sendMessage", retry_after=LONG))
    before = stage.last_call_number
    await game.room.say(game.on_turn.user, "/skor")
    await stage.wait_call("sendMessage", status=429, after=before)
    await game.type_turn(move)
    await stage.wait_updates_confirmed()
    await stage.bot.kill_bot()
    assert len(laid(game)) - len(await played(stage, game.room)) in {0, 1}, (
        "the kill comes before the commit, or after it"
    )
    await restart(stage, game)
    said = [await game.room.read_next(), await game.room.read_next()]
    await game.check_turn_message(next(one for one in said if one.photo_id), game.turn_lines(move))
    await assert_goes_on(stage, game)


async def test_an_exchange_that_was_made_before_the_crash_is_not_made_again_after_it(stage: BotStage) -> None:
    game = await begun(stage)
    player, private = game.on_turn, stage.private_room(game.on_turn.user)
    rack = await private.say_and_read(player.user, "/raf")
    await private.press_data(player.user, rack, rack.data_of_label(chat_sentence("tr", "own-board-exchange")))
    rack = await private.wait_edited(rack)
    await private.press_data(player.user, rack, str(rack.buttons[0]["callback_data"]))
    rack = await private.wait_edited(rack)
    done = rack.data_of_label("🔄")
    stage.playground.faults.add_fault(Fault(kind="retry_after", method="answerCallbackQuery", retry_after=LONG))
    callback = stage.playground.world.press_button(player.user, private.chat_id, rack.message_id, done)
    before = stage.last_call_number
    await game.check_exchange(await game.room.read_next(), 1)
    await stage.wait_call("answerCallbackQuery", status=429, after=before)
    await stage.bot.kill_bot()
    shown = game.racks_seen[-1]
    await restart(stage, game)
    assert (await callback.answer)["text"] == ""
    made = [action for action in await stage.load_actions(game.room) if isinstance(action, Exchange)]
    assert len(made) == game.turns_taken.count("exchange")
    assert len(await game.look_at_rack(player)) == len(shown)
    await assert_goes_on(stage, game)


async def test_many_kills_in_a_row_do_not_cost_a_waiting_move(stage: BotStage) -> None:
    game = await begun(stage)
    move = await game.find_move()
    for _ in range(4):
        stage.playground.faults.add_fault(Fault(kind="retry_after", method="sendMessage", retry_after=LONG))
    before = stage.last_call_number
    await game.room.say(game.on_turn.user, "/skor")
    await stage.wait_call("sendMessage", status=429, after=before)
    await game.type_turn(move)
    await stage.wait_updates_confirmed()
    for _ in range(3):
        before = stage.last_call_number
        await stage.bot.kill_bot()
        await stage.bot.start_bot()
        await stage.wait_call("sendMessage", status=429, after=before)
    await stage.bot.kill_bot()
    await restart(stage, game)
    await game.check_turn_message(await game.wait_turn_message(move), game.turn_lines(move))
    await assert_goes_on(stage, game)


def redis_process(stage: BotStage) -> int:
    return int((Path(stage.bot.settings["DATA_DIR"]) / "redis.pid").read_text())


async def test_the_game_goes_on_when_its_redis_server_is_killed(stage_with_own_redis: BotStage) -> None:
    game = await begun(stage_with_own_redis)
    move, first = await game.find_move(), redis_process(stage_with_own_redis)
    os.kill(first, signal.SIGKILL)
    await game.type_turn(move)
    await game.check_turn_message(await game.room.read_next(), game.turn_lines(move))
    assert redis_process(stage_with_own_redis) != first
    await assert_goes_on(stage_with_own_redis, game)


async def test_the_game_goes_on_when_the_bot_and_its_redis_server_are_killed(stage_with_own_redis: BotStage) -> None:
    game = await begun(stage_with_own_redis)
    move = await game.find_move()
    await stage_with_own_redis.bot.kill_bot()
    os.kill(redis_process(stage_with_own_redis), signal.SIGKILL)
    await game.type_turn(move)
    await restart(stage_with_own_redis, game)
    await game.check_turn_message(await game.wait_turn_message(move), game.turn_lines(move))
    await assert_goes_on(stage_with_own_redis, game)


async def test_a_stop_is_clean_and_the_next_start_goes_on(fresh_stage: BotStage) -> None:
    game = await begun(fresh_stage)
    server = redis_process(fresh_stage)
    assert await fresh_stage.bot.stop_bot() == 0
    with pytest.raises(ProcessLookupError):
        os.kill(server, 0)
    await restart(fresh_stage, game)
    await assert_goes_on(fresh_stage, game)
    assert await fresh_stage.bot.stop_bot() == 0
    assert "ERROR" not in fresh_stage.bot.log
    assert "Traceback" not in fresh_stage.bot.log


async def test_a_stop_in_the_middle_of_things_keeps_what_is_not_yet_told(stage_with_own_redis: BotStage) -> None:
    game = await begun(stage_with_own_redis)
    move = await game.find_move()
    stage_with_own_redis.playground.faults.add_fault(
        Fault(kind="retry_after", method="sendPhoto", chat_id=game.room.chat_id, retry_after=LONG)
    )
    before = stage_with_own_redis.last_call_number
    await game.type_turn(move)
    await stage_with_own_redis.wait_call("sendPhoto", status=429, after=before)
    assert await stage_with_own_redis.bot.stop_bot() == 0
    await restart(stage_with_own_redis, game)
    await game.check_turn_message(await game.room.read_next(), game.turn_lines(move))
    await assert_goes_on(stage_with_own_redis, game)


async def test_a_stop_in_the_first_moments_is_heard(stage: BotStage) -> None:
    for _ in range(2):
        assert await stage.bot.stop_bot() == 0
        # Something to fetch at once, so that the stop meets the first update on its way into Redis.
        stage.playground.world.write_as_person(stage.people[0], stage.people[0], "/start")
        await stage.bot.start_bot()
