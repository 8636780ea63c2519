"""Computer players: games alone in a private chat, and seats at a group's tables."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.retention import LEASE_SECONDS
from bot.tables.codec import decode_table
from bot.telegram.keyboards import encode_button_data
from engine.computer_ids import computer_user, is_computer
from engine.crossword.actions import Exchange, Place
from engine.game import Action
from engine.game_base import TurnGame
from engine.klepka.actions import Flip
from engine.klepka.state import GameState as KlepkaState
from engine.lobby_seats import Open, Seat
from tests.e2e.bot_stage import BotStage, run_bot_stage
from tests.e2e.chat_room import ReadMessage, Room, chat_sentence
from tests.support import fast_bot_program
from tests.support.bot_process import ForkServer
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN
from tests.support.waiting import PATIENCE


@pytest.fixture
async def hurry(redis_url: str, tmp_path: Path, fork_server: ForkServer) -> AsyncIterator[BotStage]:
    async with run_bot_stage(tmp_path, {"REDIS_URL": redis_url}, fork_server, fast_bot_program.PROGRAM) as made:
        yield made


async def computers_actions(stage: BotStage, room: Room) -> list[Action]:
    actions = await stage.load_actions(room)
    return [one for one in actions if isinstance(one, Place | Exchange | Flip) and is_computer(one.by)]


async def read_with_button(room: Room, kind: str, patience: float = PATIENCE) -> ReadMessage:
    while True:
        told = await room.read_next(patience=patience)
        if any(one.get("callback_data", "").startswith(f"{kind}:") for one in told.buttons):
            return told


async def wait_turn_of_person(store: GameStore, room: Room, after: int = -1) -> tuple[int, TurnGame]:
    """The game at a person's turn, once it has gone on after a commit, and the number of its newest commit."""
    async with asyncio.timeout(PATIENCE):
        while True:
            loaded = await store.load_table(Scope(room.chat_id))
            game = None if loaded.state is None else decode_table(loaded.state)
            if isinstance(game, TurnGame) and loaded.version > after and not is_computer(game.players[game.turn].user):
                return loaded.version, game
            await asyncio.sleep(0.05)


async def pass_until_computers_move(stage: BotStage, room: Room, count: int) -> None:
    version = -1
    async with stage.open_store() as store:
        while len(await computers_actions(stage, room)) < count:
            version, game = await wait_turn_of_person(store, room, version)
            await room.say(game.players[game.turn].user, "/pas")


async def begin_alone(room: Room, game: str) -> None:
    await room.say(KIRAZ, "/bot")
    asked = await read_with_button(room, "alone")
    await room.press_data(KIRAZ, asked, encode_button_data("alone", "", 1))
    await room.press_data(KIRAZ, await room.wait_edited(asked), encode_button_data("alone", "", 1, game))


async def test_somebody_plays_alone_through_a_kill_gives_up_plays_again_and_then_cards(
    hurry: BotStage,
) -> None:
    room = hurry.private_room(KIRAZ)
    await begin_alone(room, "kelimelik")
    board = await read_with_button(room, "own")
    assert chat_sentence("tr", "own-board-spell") in board.text
    assert not [one for one in board.buttons if "url" in one], "there is no group to go back to"
    played = len(await computers_actions(hurry, room))
    await room.say(KIRAZ, "/pas")
    await hurry.wait_updates_confirmed()
    await hurry.bot.kill_bot()
    await hurry.bot.start_bot()
    # What the dead process had claimed, if it was so quick, is due again when its lease is over.
    await read_with_button(room, "own", PATIENCE + LEASE_SECONDS)
    assert len(await computers_actions(hurry, room)) == played + 1

    await room.tap_kind(KIRAZ, await room.say_and_read(KIRAZ, "/teslim"), "yes")
    await room.tap_kind(KIRAZ, await read_with_button(room, "again"), "again")
    await read_with_button(room, "own")
    (opened, *_) = await hurry.load_actions(room)
    assert isinstance(opened, Open)
    assert opened.computers == (Seat(computer_user("kolay", 1), "🤖 Kolay"),)

    await room.tap_kind(KIRAZ, await room.say_and_read(KIRAZ, "/iptal"), "cancel")
    await room.read_next()
    assert chat_sentence("tr", "refusal-no-game") in (await room.say_and_read(KIRAZ, "/iptal")).text

    await begin_alone(room, "klepka")
    version, turn = -1, 0
    async with hurry.open_store() as store:
        while not any(isinstance(one, Flip) for one in await computers_actions(hurry, room)):
            version, table = await wait_turn_of_person(store, room, version)
            assert isinstance(table, KlepkaState)
            one, other = [place for place, card in enumerate(table.table, 1) if card][turn : turn + 2]
            # Who turned up a pair may go on.
            await room.say(KIRAZ, "/pas" if table.phase == "extra" else f"/ac {one} {other}")
            turn += 1


async def test_the_host_seats_computers_if_allowed_and_the_group_lets_one_take_over_a_seat(
    hurry: BotStage,
) -> None:
    room = await hurry.new_room()
    lobby = await room.say_and_read(KIRAZ, "/yeni scrabble-tr saat=yok itiraz=yok")
    await room.say_and_read(LIMON, "/katil")
    assert chat_sentence("tr", "refusal-not-host") in (await room.say_and_read(LIMON, "/bot usta")).text
    await room.say(KIRAZ, "/bot kolay")
    while "🤖 Kolay" not in (await room.wait_edited(lobby)).text:
        pass
    await room.tap_kind(KIRAZ, lobby, "computer")
    while "✖" not in str((panel := await room.read_next()).buttons):
        pass
    await room.press_data(KIRAZ, panel, panel.data_of_label("✖"))
    while "🤖" in (now := await room.wait_edited(lobby)).text:
        pass
    assert "Limon" in now.text
    forbidden = chat_sentence("tr", "refusal-computers-forbidden").split("/")[0]
    async with hurry.open_store() as store:
        await store.save_setting(room.chat_id, "computers", "forbidden")
        assert forbidden in (await room.say_and_read(KIRAZ, "/bot iyi 2")).text
        await store.save_setting(room.chat_id, "computers", None)
    await room.say(KIRAZ, "/bot iyi 2")
    while "🤖 İyi, 🤖 İyi 2" not in (await room.wait_edited(lobby)).text:
        pass
    await room.say(KIRAZ, "/baslat")
    await pass_until_computers_move(hurry, room, 2)

    room = await hurry.new_room()
    await room.say_and_read(KIRAZ, "/yeni scrabble-tr saat=yok itiraz=yok")
    for person in (LIMON, NANE):
        await room.say_and_read(person, "/katil")
    await room.say_and_read(KIRAZ, "/baslat")
    async with hurry.open_store() as store:
        seat = (await wait_turn_of_person(store, room))[1].seat_of(NANE)
    assert seat is not None
    await room.say(KIRAZ, f"/yerine {seat + 1}")
    asked = await read_with_button(room, "substitute")
    assert chat_sentence("tr", "refusal-not-seated") in (await room.tap_kind(ZEYTIN, asked, "substitute"))["text"]
    await room.tap_kind(KIRAZ, asked, "substitute")
    vote = await read_with_button(room, "vote")
    assert "🤖 Orta" in vote.text
    for person in (KIRAZ, LIMON):
        await room.tap_kind(person, vote, "vote")
    await pass_until_computers_move(hurry, room, 1)
