"""Games with challenges and clocks, in English and in Ukrainian, and a game of cards: all by real commands."""

import hashlib

from tests.e2e import secrecy
from tests.e2e.game import Game
from tests.e2e.ledger import sentence
from tests.e2e.stage import Stage


async def test_a_tournament_in_english_knows_challenges_and_ends_by_passes(stage: Stage) -> None:
    room = await stage.room(stage.people[:2])
    await room.ask(stage.people[0], "/language en")
    game = await Game.begin(room, stage.people[:2], "tournament-en", "en")
    await game.type(await game.find())
    game.board = await room.next()
    assert game.board.data("doubt")
    challenger = game.on_turn
    await game.challenge_in_vain()
    assert game.on_turn is challenger, "points are the whole price"
    said = await room.ask(challenger.user, "/challenge")
    assert said.text == sentence("en", "refusal-challenged-already")
    await game.play()
    said = await room.ask(challenger.user, "/word tea")
    assert said.text == sentence("en", "refusal-look-ups-closed")
    for _ in range(4):
        assert not game.over
        await game.pass_turn()
    assert game.over
    secrecy.check(stage, game)


async def test_wordbox_in_ukrainian_is_played_until_one_gives_up(stage: Stage) -> None:
    room = await stage.room(stage.people[:2])
    await room.ask(stage.people[0], "/language uk")
    game = await Game.begin(room, stage.people[:2], "wordbox-uk", "uk")
    for player in game.players:
        # An exchange cell may change the other's rack before they first look at it.
        await game.rack(player)
    for _ in range(4):
        await game.play()
    await game.pass_turn()
    await game.surrender(game.on_turn)
    assert game.over
    secrecy.check(stage, game)


async def test_cards_of_klepka_are_shown_for_a_moment_until_one_gives_up(stage: Stage) -> None:
    room = await stage.room(stage.people[:2])
    await room.ask(stage.people[0], "/language uk")
    lobby = await room.ask(stage.people[0], "/new klepka")
    await room.ask(stage.people[1], "/join")
    said = await room.ask(stage.people[0], "/begin")
    (first,) = said.mentioned
    (other,) = set(stage.people[:2]) - {first}
    names = {user: name for name, user in room.names.items()}
    refused = await room.ask(other, "/flip 1 2")
    assert refused.text == sentence("uk", "refusal-not-your-turn", name=names[first])

    said = await room.ask(first, "/flip 1 2")
    shown = await room.edited(said)
    look = sentence("uk", "klepka-look", seconds=10)
    assert look not in said.lines
    assert shown.lines == [*said.lines, look]
    assert shown.photo not in {None, said.photo}
    assert sentence("uk", "klepka-revealed", name=names[first], positions="1, 2") in said.lines

    asked = await room.ask(first, "/surrender")
    answer = await room.tap(first, asked, "yes")
    assert answer["text"] == sentence("uk", "surrender-yes")
    end = await room.next()
    assert end.lines[0] == sentence("uk", "turn-surrendered", name=names[first])
    assert sentence("uk", "ended-winner", names=names[other]) in end.lines
    (secret,) = end.marked("code")
    assert [hashlib.sha256(bytes.fromhex(secret)).hexdigest()] == lobby.marked("code")
