"""Telegram's limits, repeats, and people who act at the same instant."""

import asyncio

from bot.playground import Fault
from engine.crossword.actions import Place
from engine.lobby_seats import Join
from tests.e2e.bot_stage import BotStage
from tests.e2e.crossword_game import CrosswordGame
from tests.e2e.score_ledger import Turn, chat_sentence


async def test_what_a_limited_group_missed_is_told_together_and_in_order(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    game = await CrosswordGame.open_and_begin(room, stage.people[:2])
    stage.playground.faults.add_fault(
        Fault(kind="retry_after", method="sendPhoto", chat_id=room.chat_id, retry_after=1)
    )
    turns: list[Turn] = []
    before = stage.last_call_number
    for _ in range(4):
        # The first is a move: a pass would be told at once, as only pictures are refused.
        turns.append(await (game.find_move_or_pass(game.on_turn) if turns else game.find_move()))
        await game.type_turn(turns[-1])
    await stage.wait_call("sendPhoto", status=429, after=before)
    await game.check_several_turns(await room.read_next(), turns)
    await game.play_turn()
    photos = [call for call in stage.playground.journal.find_entries("sendPhoto", after=before) if call.status == 200]
    assert len(photos) == 2, "four moves together, and one more"


async def test_a_refusal_that_met_the_limit_comes_later(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    stage.playground.faults.add_fault(
        Fault(kind="retry_after", method="sendMessage", chat_id=room.chat_id, retry_after=1)
    )
    said = await room.say_and_read(stage.people[0], "/skor")
    assert said.text == chat_sentence("tr", "refusal-no-game")


async def test_a_rack_is_shown_at_once_while_its_group_is_limited(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    game = await CrosswordGame.open_and_begin(room, stage.people[:2])
    stage.playground.faults.add_fault(Fault(kind="retry_after", method="sendMessage", retry_after=600))
    before = stage.last_call_number
    await room.say(stage.people[0], "/skor")
    await stage.wait_call("sendMessage", status=429, after=before)
    assert len(await game.look_at_rack()) == 7


async def test_a_limited_group_holds_no_other_group_up(stage: BotStage) -> None:
    limited, free = await stage.new_room(stage.people[:2]), await stage.new_room(stage.people[2:])
    games = [
        await CrosswordGame.open_and_begin(limited, stage.people[:2]),
        await CrosswordGame.open_and_begin(free, stage.people[2:]),
    ]
    move = await games[0].find_move()
    # Refused again and again, however long the other group takes.
    stage.playground.faults.add_fault(
        Fault(kind="retry_after", method="sendPhoto", chat_id=limited.chat_id, retry_after=1, count=1000)
    )
    before = stage.last_call_number
    await games[0].type_turn(move)
    await stage.wait_call("sendPhoto", status=429, after=before)
    for _ in range(6):
        await games[1].play_turn()
    assert not limited.unread_messages()
    stage.playground.faults.clear_faults()
    await games[0].check_turn_message(await limited.read_next(), games[0].turn_lines(move))


async def test_moves_of_two_groups_at_the_same_instant_are_both_told(stage: BotStage) -> None:
    rooms = [await stage.new_room(stage.people[:2]), await stage.new_room(stage.people[2:])]
    games = [
        await CrosswordGame.open_and_begin(rooms[0], stage.people[:2]),
        await CrosswordGame.open_and_begin(rooms[1], stage.people[2:]),
    ]
    for _ in range(8):
        moves = [await game.find_move() for game in games]
        for game, move in zip(games, moves, strict=True):
            await game.type_turn(move)
        for game, move in zip(games, moves, strict=True):
            await game.check_turn_message(await game.room.read_next(), game.turn_lines(move))


async def test_a_server_error_and_a_lost_connection_only_delay_a_board(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    game = await CrosswordGame.open_and_begin(room, stage.people[:2])
    stage.playground.faults.add_fault(Fault(kind="error", method="sendPhoto", status=502, description="Bad Gateway"))
    await game.play_turn()
    stage.playground.faults.add_fault(Fault(kind="error", method="sendMessage", status=500))
    said = await room.say_and_read(game.on_turn.user, "/skor")
    assert game.on_turn.name in said.text
    stage.playground.faults.add_fault(Fault(kind="error", method="getUpdates", status=502))
    stage.playground.updates.wake_waiters()
    await game.play_turn()


async def test_two_people_who_tap_join_at_the_same_instant_both_sit_down_once(stage: BotStage) -> None:
    room = await stage.new_room()
    lobby = await room.say_and_read(stage.people[0], "/yeni scrabble-tr")
    answers = await asyncio.gather(
        *(room.tap_kind(person, lobby, "join") for person in (*stage.people[1:], stage.people[1]))
    )
    texts = sorted(str(answer["text"]) for answer in answers)
    seated, twice = chat_sentence("tr", "seated"), chat_sentence("tr", "refusal-already-seated")
    assert texts == sorted([seated, seated, seated, twice])
    joined = [one.by for one in await stage.load_actions(room) if isinstance(one, Join)]
    assert sorted(joined) == sorted(stage.people[1:])


async def test_of_two_moves_typed_at_the_same_instant_the_one_on_turn_counts(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    game = await CrosswordGame.open_and_begin(room, stage.people[:2])
    move = await game.find_move()
    other = game.players[1 - game.turn]
    name = game.on_turn.name
    await room.say(other.user, f"/oyna {move.typed}")
    await game.type_turn(move)
    said = [await room.read_next(), await room.read_next()]
    refused = next(one for one in said if one.photo_id is None)
    assert refused.text == chat_sentence("tr", "refusal-not-your-turn", name=name)
    await game.check_turn_message(next(one for one in said if one.photo_id), game.turn_lines(move))


async def test_the_same_move_typed_twice_at_once_counts_once(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    game = await CrosswordGame.open_and_begin(room, stage.people[:2])
    move, player = await game.find_move(), game.on_turn
    await game.type_turn(move)
    await room.say(player.user, f"/oyna {move.typed}")
    said = [await room.read_next(), await room.read_next()]
    await game.check_turn_message(next(one for one in said if one.photo_id), game.turn_lines(move))
    assert len([one for one in await stage.load_actions(room) if isinstance(one, Place)]) == 1
