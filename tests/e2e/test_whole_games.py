"""Whole games from the first command to the final score, checked message by message."""

import asyncio
from collections import Counter

from engine.alphabet import alphabet
from tests.e2e import proofs, secrecy
from tests.e2e.game import Game
from tests.e2e.ledger import sentence
from tests.e2e.room import letters_and_points
from tests.e2e.stage import Stage


async def test_two_people_play_kelimelik_to_the_final_score(stage: Stage) -> None:
    room = await stage.room(stage.people[:2])
    game = await Game.begin(room, stage.people[:2], "kelimelik")
    for _ in range(6):
        await game.play()
    shown = await room.ask(game.on_turn.user, "/tahta metin")
    game.check_text(shown)
    await game.play_on()
    secrecy.check(stage, game)
    await proofs.check(stage, room.id, game.players[0].user)
    after = await room.ask(game.players[0].user, "/pas")
    assert after.text == sentence("tr", "refusal-game-over")


async def test_four_people_play_turkish_scrabble_with_the_small_bag(stage: Stage) -> None:
    room = await stage.room()
    game = await Game.begin(room, stage.people, "scrabble-tr 91")
    await game.play_on()
    assert game.ruleset.tiles == 91
    secrecy.check(stage, game)
    await proofs.check(stage, room.id, game.players[0].user)


async def test_three_people_play_english_scrabble_and_one_surrenders(stage: Stage) -> None:
    room = await stage.room(stage.people[:3])
    await room.ask(stage.people[0], "/language en")
    game = await Game.begin(room, stage.people[:3], "scrabble-en", "en")
    for _ in range(4):
        await game.play()
    await game.surrender(game.players[2])
    assert len(game.players) == 3
    await game.play_on()
    secrecy.check(stage, game)


async def test_exchanges_of_every_kind_and_three_passes_end_kelimelik(stage: Stage) -> None:
    room = await stage.room(stage.people[:2])
    game = await Game.begin(room, stage.people[:2], "kelimelik")
    rack = await game.rack()
    await game.exchanged(await room.ask(game.on_turn.user, "/degistir 2 5 7"), 3)
    kept = Counter(rack[place] for place in (0, 2, 3, 5))
    assert kept <= Counter(await game.rack(game.players[0]))

    rack = await game.rack()
    lower = alphabet("tr").lower
    letters = " ".join("*" if tile == "?" else lower(tile) for tile in rack[:2])
    await game.exchanged(await room.ask(game.on_turn.user, f"/degistir {letters}"), 2)

    await game.play()
    player = game.on_turn
    private = stage.private(player.user)
    rack = await game.rack()
    sent = await private.ask(player.user, "/raf")
    assert letters_and_points(sent.text) == rack
    await private.picture(sent)
    await private.press(player.user, sent, sent.behind(sentence("tr", "mine-exchange")))
    sent = await private.edited(sent)
    for place in (0, 3):
        await private.press(player.user, sent, str(sent.buttons[place]["callback_data"]))
        sent = await private.edited(sent)
    await asyncio.gather(*(private.press(player.user, sent, sent.behind("🔄")) for _ in range(2)))
    told = [(await private.edited(sent)).lines[0] for _ in range(2)]
    assert told == [sentence("tr", "mine-done"), sentence("tr", "mine-changed")]
    await game.exchanged(await room.next(), 2)

    assert await game.pass_to_the_end() == 3
    secrecy.check(stage, game)
    await proofs.check(stage, room.id, game.players[0].user)
