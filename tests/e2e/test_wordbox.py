"""Whole games of WordBox: exchange cells, free challenges, and every ending that needs no clock."""

from tests.e2e import proofs, secrecy
from tests.e2e.disputes import accept, challenge_in_vain, challenge_phony, lay_phony, lay_the_last
from tests.e2e.finals import check_end
from tests.e2e.game import Game
from tests.e2e.ledger import sentence
from tests.e2e.stage import Stage


async def test_four_turkish_players_of_whom_one_surrenders_play_to_an_empty_rack(stage: Stage) -> None:
    room = await stage.room()
    game = await Game.begin(room, stage.people, "wordbox-tr")
    for _ in range(6):
        await game.play()
    await game.lay(await game.find())
    await game.surrender(game.players[game.before()])
    await lay_the_last(game)
    await accept(game)
    secrecy.check(stage, game)


async def test_english_players_challenge_for_nothing_and_pass_twice(stage: Stage) -> None:
    room = await stage.room(stage.people[:2])
    await room.ask(stage.people[0], "/language en")
    game = await Game.begin(room, stage.people[:2], "wordbox-en", "en")
    await game.lay(await game.find())
    await challenge_in_vain(game, game.on_turn)
    await lay_phony(game, 3)
    await challenge_phony(game, game.on_turn)
    for _ in range(6):
        await game.play()
    assert await game.pass_to_the_end() == 2 * 2
    secrecy.check(stage, game)
    await proofs.check(stage, room.id, game.players[0].user)


async def test_three_ukrainian_players_agree_on_a_draw(stage: Stage) -> None:
    room = await stage.room(stage.people[:3])
    await room.ask(stage.people[0], "/language uk")
    game = await Game.begin(room, stage.people[:3], "wordbox-uk", "uk")
    for _ in range(6):
        await game.play()
    offering, second, third = game.players

    offered = await room.ask(offering.user, "/draw")
    assert offered.text == sentence("uk", "draw-offered", name=offering.name)
    answer = await room.tap(third.user, offered, "decline")
    assert answer["text"] == sentence("uk", "draw-declined-done")
    assert (await room.next()).text == sentence("uk", "draw-declined", name=third.name)
    await game.play()

    offered = await room.ask(offering.user, "/draw")
    answer = await room.tap(second.user, offered, "agree")
    assert answer["text"] == sentence("uk", "draw-agreed")
    waits = sentence("uk", "draw-accepted-waiting", name=second.name, waiting=third.name)
    assert (await room.next()).text == waits
    held = await game.all_racks()
    said = await room.ask(third.user, "/draw yes")
    assert said.lines[0] == sentence("uk", "draw-accepted", name=third.name)
    await check_end(game, said, "draw", held)
    secrecy.check(stage, game)
    await proofs.check(stage, room.id, third.user)


async def test_of_two_ukrainian_players_one_surrenders(stage: Stage) -> None:
    room = await stage.room(stage.people[:2])
    await room.ask(stage.people[0], "/language uk")
    game = await Game.begin(room, stage.people[:2], "wordbox-uk", "uk")
    for _ in range(4):
        await game.play()
    await game.pass_turn()
    await game.surrender(game.on_turn)
    assert game.over
    secrecy.check(stage, game)
