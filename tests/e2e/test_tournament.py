"""Whole games of tournament Scrabble: moves nobody judges unasked, challenges with a price, and every ending."""

from tests.e2e import proofs, secrecy
from tests.e2e.disputes import accept, challenge_in_vain, challenge_phony, lay_phony, lay_the_last
from tests.e2e.game import Game
from tests.e2e.ledger import sentence
from tests.e2e.stage import Stage

TABLES = 8
"""How many games are played at most until one ends with a good last move: of nearly all the first does."""


async def test_english_players_challenge_and_accept_the_last_move(stage: Stage) -> None:
    room = await stage.room(stage.people[:2])
    await room.ask(stage.people[0], "/language en")
    game = await Game.begin(room, stage.people[:2], "tournament-en", "en")
    await game.lay(await game.find())
    challenger = game.on_turn
    await challenge_in_vain(game, challenger)
    assert game.on_turn is challenger, "points are the whole price"
    said = await room.ask(challenger.user, "/challenge")
    assert said.text == sentence("en", "refusal-challenged-already")
    said = await room.ask(challenger.user, "/word tea")
    assert said.text == sentence("en", "refusal-look-ups-closed")

    mover, before = game.on_turn, await game.rack()
    await lay_phony(game, 2)
    assert len(await game.rack(mover)) == len(before) - 2, "nothing is drawn yet"
    await challenge_phony(game, game.on_turn)
    assert sorted(await game.rack(mover)) == sorted(before)
    assert game.on_turn is not mover, "the turn is lost"

    await lay_the_last(game)
    await accept(game)
    secrecy.check(stage, game)
    await proofs.check(stage, room.id, challenger.user)


async def test_turkish_players_challenge_the_last_move_in_vain(stage: Stage) -> None:
    room = await stage.room(stage.people[:3])
    for _ in range(TABLES):
        game = await Game.begin(room, stage.people[:3], "tournament-tr")
        await game.play()
        await lay_phony(game, 3)
        await challenge_phony(game, game.players[game.step(1)], "button")
        await game.play_on()
        if game.last:
            break
        secrecy.check(stage, game)
    await challenge_in_vain(game, game.players[game.step(1)], "button")
    assert game.over
    secrecy.check(stage, game)


async def test_two_rounds_of_passes_end_a_tournament(stage: Stage) -> None:
    room = await stage.room(stage.people[:3])
    game = await Game.begin(room, stage.people[:3], "tournament-tr")
    for _ in range(4):
        await game.play()
    assert await game.pass_to_the_end() == 2 * 3
    secrecy.check(stage, game)
