"""Whole games from the first command to the final score, checked message by message."""

import asyncio
from collections import Counter

from engine.alphabet import load_alphabet
from tests.e2e import checks
from tests.e2e.bot_stage import BotStage
from tests.e2e.crossword_game import CrosswordGame
from tests.e2e.score_ledger import chat_sentence


async def test_two_people_play_kelimelik_to_the_final_score(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    game = await CrosswordGame.open_and_begin(room, stage.people[:2], "kelimelik")
    for _ in range(6):
        await game.play_turn()
    shown = await room.say_and_read(game.on_turn.user, "/tahta metin")
    game.check_text_board(shown)
    await game.play_to_end()
    checks.check_secrecy(stage, game)
    await checks.check_proof(stage, room.chat_id, game.players[0].user)
    after = await room.say_and_read(game.players[0].user, "/pas")
    assert after.text == chat_sentence("tr", "refusal-game-over")


async def test_four_people_play_turkish_scrabble_with_the_small_bag(stage: BotStage) -> None:
    room = await stage.new_room()
    game = await CrosswordGame.open_and_begin(room, stage.people, "scrabble-tr 91")
    await game.play_to_end()
    assert game.ruleset.tiles == 91
    checks.check_secrecy(stage, game)
    await checks.check_proof(stage, room.chat_id, game.players[0].user)


async def test_three_people_play_english_scrabble_and_one_surrenders(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:3])
    await room.say_and_read(stage.people[0], "/language en")
    game = await CrosswordGame.open_and_begin(room, stage.people[:3], "scrabble-en", "en")
    for _ in range(4):
        await game.play_turn()
    await game.surrender_seat(game.players[2])
    assert len(game.players) == 3
    await game.play_to_end()
    checks.check_secrecy(stage, game)


async def test_exchanges_of_every_kind_and_three_passes_end_kelimelik(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    game = await CrosswordGame.open_and_begin(room, stage.people[:2], "kelimelik")
    rack = await game.look_at_rack()
    await game.check_exchange(await room.say_and_read(game.on_turn.user, "/degistir 2 5 7"), 3)
    kept = Counter(rack[place] for place in (0, 2, 3, 5))
    assert kept <= Counter(await game.look_at_rack(game.players[0]))

    rack = await game.look_at_rack()
    lower = load_alphabet("tr").lower
    letters = " ".join("*" if tile == "?" else lower(tile) for tile in rack[:2])
    await game.check_exchange(await room.say_and_read(game.on_turn.user, f"/degistir {letters}"), 2)

    await game.play_turn()
    player = game.on_turn
    private = stage.private_room(player.user)
    rack = await game.look_at_rack()
    sent = await private.say_and_read(player.user, "/raf")
    faces = [str(button["text"]).rstrip("₀₁₂₃₄₅₆₇₈₉") for button in sent.buttons[: len(rack)]]
    assert ["?" if face == "▢" else face for face in faces] == list(rack)
    await private.load_picture(sent)
    await private.press_data(player.user, sent, sent.data_of_label(chat_sentence("tr", "own-board-exchange")))
    sent = await private.wait_edited(sent)
    for place in (0, 3):
        await private.press_data(player.user, sent, str(sent.buttons[place]["callback_data"]))
        sent = await private.wait_edited(sent)
    await asyncio.gather(*(private.press_data(player.user, sent, sent.data_of_label("🔄")) for _ in range(2)))
    told = [(await private.wait_edited(sent)).lines[0] for _ in range(2)]
    assert told == [chat_sentence("tr", "own-board-done"), chat_sentence("tr", "own-board-changed")]
    await game.check_exchange(await room.read_next(), 2)

    assert await game.pass_to_the_end() == 3
    checks.check_secrecy(stage, game)
    await checks.check_proof(stage, room.chat_id, game.players[0].user)
