"""Whole games of WordBox: exchange cells, free challenges, and every ending that needs no clock."""

import pytest

from tests.e2e import final_message, secrecy
from tests.e2e.bot_stage import BotStage
from tests.e2e.challenges import accept_last_move, challenge_in_vain, challenge_phony, play_phony, play_to_last_move
from tests.e2e.crossword_game import CrosswordGame
from tests.e2e.final_message import check_end
from tests.e2e.score_ledger import chat_sentence


async def test_four_turkish_players_of_whom_one_surrenders_play_to_an_empty_rack(stage: BotStage) -> None:
    room = await stage.new_room()
    game = await CrosswordGame.open_and_begin(room, stage.people, "wordbox-tr")
    for _ in range(6):
        await game.play_turn()
    await game.play_move(await game.find_move())
    await game.surrender_seat(game.players[game.previous_seat()])
    await play_to_last_move(game)
    await accept_last_move(game)
    secrecy.check_secrecy(stage, game)


async def test_english_players_challenge_for_nothing_and_pass_twice(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    await room.say_and_read(stage.people[0], "/language en")
    game = await CrosswordGame.open_and_begin(room, stage.people[:2], "wordbox-en", "en")
    await game.play_move(await game.find_move())
    await challenge_in_vain(game, game.on_turn)
    await play_phony(game, 3)
    await challenge_phony(game, game.on_turn)
    for _ in range(6):
        await game.play_turn()
    assert await game.pass_to_the_end() == 2 * 2
    secrecy.check_secrecy(stage, game)
    await final_message.check_proof(stage, room.chat_id, game.players[0].user)


async def test_three_ukrainian_players_agree_on_a_draw(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:3])
    await room.say_and_read(stage.people[0], "/language uk")
    game = await CrosswordGame.open_and_begin(room, stage.people[:3], "wordbox-uk", "uk")
    for _ in range(6):
        await game.play_turn()
    offering, second, third = game.players

    offered = await room.say_and_read(offering.user, "/draw")
    assert offered.text == chat_sentence("uk", "draw-offered", name=offering.name)
    answer = await room.tap_kind(third.user, offered, "decline")
    assert answer["text"] == chat_sentence("uk", "draw-declined-done")
    assert (await room.read_next()).text == chat_sentence("uk", "draw-declined", name=third.name)
    await game.play_turn()

    offered = await room.say_and_read(offering.user, "/draw")
    answer = await room.tap_kind(second.user, offered, "agree")
    assert answer["text"] == chat_sentence("uk", "draw-agreed")
    waits = chat_sentence("uk", "draw-accepted-waiting", name=second.name, waiting=third.name)
    assert (await room.read_next()).text == waits
    held = await game.look_at_all_racks()
    said = await room.say_and_read(third.user, "/draw yes")
    assert said.lines[0] == chat_sentence("uk", "draw-accepted", name=third.name)
    await check_end(game, said, "draw", held)
    secrecy.check_secrecy(stage, game)
    await final_message.check_proof(stage, room.chat_id, third.user)


async def test_of_two_ukrainian_players_one_surrenders(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    await room.say_and_read(stage.people[0], "/language uk")
    game = await CrosswordGame.open_and_begin(room, stage.people[:2], "wordbox-uk", "uk")
    for _ in range(4):
        await game.play_turn()
    await game.pass_turn()
    await game.surrender_seat(game.on_turn)
    assert game.is_over
    secrecy.check_secrecy(stage, game)


TABLES = 8
"""How many games are played at most until one ends with a good last move: of nearly all the first does."""


@pytest.mark.repeat
async def test_english_players_challenge_and_accept_the_last_move(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    await room.say_and_read(stage.people[0], "/language en")
    game = await CrosswordGame.open_and_begin(room, stage.people[:2], "tournament-en", "en")
    await game.play_move(await game.find_move())
    challenger = game.on_turn
    await challenge_in_vain(game, challenger)
    assert game.on_turn is challenger, "points are the whole price"
    said = await room.say_and_read(challenger.user, "/challenge")
    assert said.text == chat_sentence("en", "refusal-challenged-already")
    said = await room.say_and_read(challenger.user, "/word tea")
    assert said.text == chat_sentence("en", "refusal-look-ups-closed")

    mover, before = game.on_turn, await game.look_at_rack()
    await play_phony(game, 2)
    assert len(await game.look_at_rack(mover)) == len(before) - 2, "nothing is drawn yet"
    await challenge_phony(game, game.on_turn)
    assert sorted(await game.look_at_rack(mover)) == sorted(before)
    assert game.on_turn is not mover, "the turn is lost"

    await play_to_last_move(game)
    await accept_last_move(game)
    secrecy.check_secrecy(stage, game)
    await final_message.check_proof(stage, room.chat_id, challenger.user)


async def test_turkish_players_challenge_the_last_move_in_vain(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:3])
    for _ in range(TABLES):
        game = await CrosswordGame.open_and_begin(room, stage.people[:3], "tournament-tr")
        await game.play_turn()
        await play_phony(game, 3)
        await challenge_phony(game, game.players[game.next_active_seat(1)], "button")
        await game.play_to_end()
        if game.is_last_move:
            break
        secrecy.check_secrecy(stage, game)
    await challenge_in_vain(game, game.players[game.next_active_seat(1)], "button")
    assert game.is_over
    secrecy.check_secrecy(stage, game)


async def test_two_rounds_of_passes_end_a_tournament(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:3])
    game = await CrosswordGame.open_and_begin(room, stage.people[:3], "tournament-tr")
    for _ in range(4):
        await game.play_turn()
    assert await game.pass_to_the_end() == 2 * 3
    secrecy.check_secrecy(stage, game)
