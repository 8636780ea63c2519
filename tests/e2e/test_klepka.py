"""Games of cards: a whole one, played from what its pictures show, and one that is given up."""

import hashlib

from engine.klepka.actions import Chaos, Flip, Form, Trade
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY
from engine.klepka.events import CardsRevealed
from engine.klepka.rules import apply
from engine.klepka.setup import open_game
from engine.klepka.state import GameState
from engine.lexicon import lexicon
from engine.seats import Seat
from engine.turns import Pass
from tests.e2e import proofs, secrecy
from tests.e2e.finals import EPOCH
from tests.e2e.klepka import CardGame, Turned
from tests.e2e.klepka_players import Players
from tests.e2e.stage import Stage


async def test_three_people_play_klepka_until_the_table_is_cleared(stage: Stage) -> None:
    room = await stage.room(stage.people[:3])
    game = await CardGame.begin(room, stage.people[:3], "tr")
    players = Players(game)
    await players.play_on()
    assert not game.down
    assert players.stood_in
    assert {POLYSEMY, EXCHANGE, CHAOS} <= set(game.spent)
    state, revealed = await replayed(stage, game)
    assert revealed == game.revealed, "the secret gives the very cards that pictures showed"
    assert state.outcome is not None
    assert state.outcome.reason == "cleared"
    assert [player.score for player in state.players] == [one.score + len(one.cards) for one in game.players]
    assert [sorted(player.cards) for player in state.players] == [sorted(one.cards) for one in game.players]
    secrecy.check(stage, game)
    await proofs.check(stage, room.id, game.players[0].user)


async def replayed(stage: Stage, game: CardGame) -> tuple[GameState, list[list[Turned]]]:
    """The game once more, from the secret that its end reveals and the log; and the cards that were turned up."""
    (secret,) = game.board.marked("code")
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == game.seal
    names = {player.user: player.name for player in game.players}
    words = lexicon(game.ruleset.lexicon)
    state, _ = open_game(
        game.ruleset,
        [Seat(user, names[user]) for user in game.sat_down],
        host=game.sat_down[0],
        secret=secret,
        message=game.start_message,
        lexicon=words.hash,
        now=EPOCH,
    )
    revealed = []
    for action in await stage.log_of(game.room):
        if isinstance(action, Flip | Form | Trade | Chaos | Pass):
            state, events = apply(state, action, EPOCH, words.__contains__)
            turned = [event.cards for event in events if isinstance(event, CardsRevealed)]
            revealed += [[(card.position, card.card, card.taken) for card in cards] for cards in turned]
    return state, revealed


async def test_of_two_people_at_klepka_one_gives_up(stage: Stage) -> None:
    room = await stage.room(stage.people[:2])
    game = await CardGame.begin(room, stage.people[:2], "uk")
    first, other = game.players
    refused = await room.ask(other.user, "/flip 1 2")
    assert refused.text == game.say("refusal-not-your-turn", name=first.name)
    await game.flip([1, 2])
    asked = await room.ask(first.user, "/surrender")
    answer = await room.tap(first.user, asked, "yes")
    assert answer["text"] == game.say("surrender-yes")
    end = await room.next()
    assert end.lines[0] == game.say("turn-surrendered", name=first.name)
    assert game.say("ended-winner", names=other.name) in end.lines
    (secret,) = end.marked("code")
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == game.seal
