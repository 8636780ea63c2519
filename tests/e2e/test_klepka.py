"""Games of cards: a whole one, played from what its pictures show, and one that is given up."""

import hashlib

from engine.game_base import GameSetup
from engine.klepka.actions import Chaos, Flip, Form, Trade
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY
from engine.klepka.events import CardsRevealed
from engine.klepka.rules import apply
from engine.klepka.state import GameState, open_game
from engine.lexicon import load_lexicon
from engine.lobby_seats import Seat
from engine.turns import Pass
from tests.e2e import final_message, secrecy
from tests.e2e.bot_stage import BotStage
from tests.e2e.final_message import EPOCH
from tests.e2e.klepka_ledger import CardGame, KlepkaPlayers, TurnedCard


async def test_three_people_play_klepka_until_the_table_is_cleared(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:3])
    game = await CardGame.open_and_begin(room, stage.people[:3], "tr")
    players = KlepkaPlayers(game)
    await players.play_to_end()
    assert not game.face_down
    assert players.polysemy_words
    assert {POLYSEMY, EXCHANGE, CHAOS} <= set(game.discarded)
    state, revealed = await replayed(stage, game)
    assert revealed == game.turned_cards, "the secret gives the very cards that pictures showed"
    assert state.outcome is not None
    assert state.outcome.reason == "cleared"
    assert [player.score for player in state.players] == [one.score + len(one.cards) for one in game.players]
    assert [sorted(player.cards) for player in state.players] == [sorted(one.cards) for one in game.players]
    secrecy.check_secrecy(stage, game)
    await final_message.check_proof(stage, room.chat_id, game.players[0].user)


async def replayed(stage: BotStage, game: CardGame) -> tuple[GameState, list[list[TurnedCard]]]:
    """The game once more, from the secret that its end reveals and the log; and the cards that were turned up."""
    (secret,) = game.board.parts_marked("code")
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == game.seal
    names = {player.user: player.name for player in game.players}
    words = load_lexicon(game.ruleset.lexicon)
    state, _ = open_game(
        game.ruleset,
        GameSetup(
            seats=[Seat(user, names[user]) for user in game.sat_down],
            host=game.sat_down[0],
            secret=secret,
            message=game.start_message,
            lexicon=words.hash,
            begins=EPOCH,
        ),
    )
    revealed = []
    for action in await stage.load_actions(game.room):
        if isinstance(action, Flip | Form | Trade | Chaos | Pass):
            state, events = apply(state, action, EPOCH, words.__contains__)
            turned = [event.cards for event in events if isinstance(event, CardsRevealed)]
            revealed += [[(card.position, card.card, card.taken) for card in cards] for cards in turned]
    return state, revealed


async def test_of_two_people_at_klepka_one_gives_up(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    game = await CardGame.open_and_begin(room, stage.people[:2], "uk")
    first, other = game.players
    refused = await room.say_and_read(other.user, "/flip 1 2")
    assert refused.text == game.chat_text("refusal-not-your-turn", name=first.name)
    await game.flip_cards([1, 2])
    asked = await room.say_and_read(first.user, "/surrender")
    answer = await room.tap_kind(first.user, asked, "yes")
    assert answer["text"] == game.chat_text("surrender-yes")
    end = await room.read_next()
    assert end.lines[0] == game.chat_text("turn-surrendered", name=first.name)
    assert game.chat_text("ended-winner", names=other.name) in end.lines
    (secret,) = end.parts_marked("code")
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == game.seal
