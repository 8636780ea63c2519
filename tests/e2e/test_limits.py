"""Telegram's limits, repeats, and people who act at the same instant."""

import asyncio

from bot.playground import Fault
from engine.crossword.actions import Place
from engine.seats import Join
from tests.e2e.game import Game
from tests.e2e.ledger import Turn, sentence
from tests.e2e.stage import Stage


async def test_what_a_limited_group_missed_is_told_together_and_in_order(stage: Stage) -> None:
    room = await stage.room(stage.people[:2])
    game = await Game.begin(room, stage.people[:2])
    stage.playground.faults.add(Fault(kind="retry_after", method="sendPhoto", chat_id=room.id, retry_after=1))
    turns: list[Turn] = []
    before = stage.calls
    for _ in range(4):
        turns.append(await game.find_or_pass(game.on_turn))
        await game.type(turns[-1])
    await stage.call("sendPhoto", status=429, after=before)
    await game.check_several(await room.next(), turns)
    await game.play()
    photos = [call for call in stage.playground.journal.entries("sendPhoto", after=before) if call.status == 200]
    assert len(photos) == 2, "four moves together, and one more"


async def test_a_refusal_that_met_the_limit_comes_later(stage: Stage) -> None:
    room = await stage.room(stage.people[:2])
    stage.playground.faults.add(Fault(kind="retry_after", method="sendMessage", chat_id=room.id, retry_after=1))
    said = await room.ask(stage.people[0], "/skor")
    assert said.text == sentence("tr", "refusal-no-game")


async def test_a_rack_is_shown_at_once_while_its_group_is_limited(stage: Stage) -> None:
    room = await stage.room(stage.people[:2])
    game = await Game.begin(room, stage.people[:2])
    stage.playground.faults.add(Fault(kind="retry_after", method="sendMessage", retry_after=600))
    before = stage.calls
    await room.say(stage.people[0], "/skor")
    await stage.call("sendMessage", status=429, after=before)
    assert len(await game.rack()) == 7


async def test_a_limited_group_holds_no_other_group_up(stage: Stage) -> None:
    limited, free = await stage.room(stage.people[:2]), await stage.room(stage.people[2:])
    games = [
        await Game.begin(limited, stage.people[:2]),
        await Game.begin(free, stage.people[2:]),
    ]
    move = await games[0].find()
    stage.playground.faults.add(Fault(kind="retry_after", method="sendPhoto", chat_id=limited.id, retry_after=2))
    before = stage.calls
    await games[0].type(move)
    await stage.call("sendPhoto", status=429, after=before)
    for _ in range(6):
        await games[1].play()
    assert not limited.unread()
    await games[0].check(await limited.next(), games[0].told(move))


async def test_moves_of_two_groups_at_the_same_instant_are_both_told(stage: Stage) -> None:
    rooms = [await stage.room(stage.people[:2]), await stage.room(stage.people[2:])]
    games = [
        await Game.begin(rooms[0], stage.people[:2]),
        await Game.begin(rooms[1], stage.people[2:]),
    ]
    for _ in range(8):
        moves = [await game.find() for game in games]
        for game, move in zip(games, moves, strict=True):
            await game.type(move)
        for game, move in zip(games, moves, strict=True):
            await game.check(await game.room.next(), game.told(move))


async def test_a_server_error_and_a_lost_connection_only_delay_a_board(stage: Stage) -> None:
    room = await stage.room(stage.people[:2])
    game = await Game.begin(room, stage.people[:2])
    stage.playground.faults.add(Fault(kind="error", method="sendPhoto", status=502, description="Bad Gateway"))
    await game.play()
    stage.playground.faults.add(Fault(kind="error", method="sendMessage", status=500))
    said = await room.ask(game.on_turn.user, "/skor")
    assert game.on_turn.name in said.text
    stage.playground.faults.add(Fault(kind="error", method="getUpdates", status=502))
    stage.playground.updates.wake()
    await game.play()


async def test_two_people_who_tap_join_at_the_same_instant_both_sit_down_once(stage: Stage) -> None:
    room = await stage.room()
    lobby = await room.ask(stage.people[0], "/yeni scrabble-tr")
    answers = await asyncio.gather(
        *(room.tap(person, lobby, "join") for person in (*stage.people[1:], stage.people[1]))
    )
    texts = sorted(str(answer["text"]) for answer in answers)
    seated, twice = sentence("tr", "seated"), sentence("tr", "refusal-already-seated")
    assert texts == sorted([seated, seated, seated, twice])
    joined = [one.by for one in await stage.log_of(room) if isinstance(one, Join)]
    assert sorted(joined) == sorted(stage.people[1:])


async def test_of_two_moves_typed_at_the_same_instant_the_one_on_turn_counts(stage: Stage) -> None:
    room = await stage.room(stage.people[:2])
    game = await Game.begin(room, stage.people[:2])
    move = await game.find()
    other = game.players[1 - game.turn]
    name = game.on_turn.name
    await room.say(other.user, f"/oyna {move.typed}")
    await game.type(move)
    said = [await room.next(), await room.next()]
    refused = next(one for one in said if one.photo is None)
    assert refused.text == sentence("tr", "refusal-not-your-turn", name=name)
    await game.check(next(one for one in said if one.photo), game.told(move))


async def test_the_same_move_typed_twice_at_once_counts_once(stage: Stage) -> None:
    room = await stage.room(stage.people[:2])
    game = await Game.begin(room, stage.people[:2])
    move, player = await game.find(), game.on_turn
    await game.type(move)
    await room.say(player.user, f"/oyna {move.typed}")
    said = [await room.next(), await room.next()]
    await game.check(next(one for one in said if one.photo), game.told(move))
    assert len([one for one in await stage.log_of(room) if isinstance(one, Place)]) == 1
