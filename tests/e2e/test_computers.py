"""Computer players: a game in a private chat from the first button to the last, and seats at a group's tables."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.keys import Scope
from bot.store.redis import Store
from bot.store.retention import LEASE_SECONDS
from bot.tables.codec import decode_entry, decode_table
from bot.telegram.buttons import data
from engine.computers import computer, is_computer
from engine.crossword.actions import Exchange, Place
from engine.game import Action, Game
from engine.klepka.actions import Flip
from engine.klepka.state import GameState as KlepkaState
from engine.seats import Open, Seat
from tests.e2e.ledger import sentence
from tests.e2e.room import Room, Said
from tests.e2e.stage import Stage, opened
from tests.support import hurried
from tests.support.chats import KIRAZ, LIMON, NANE, ZEYTIN
from tests.support.patience import PATIENCE
from tests.support.stored_logs import stored_log
from tests.support.warm import Warm

KOLAY = computer("kolay", 1)
MOVES = Place | Exchange | Flip


@pytest.fixture
async def hurry(redis_url: str, tmp_path: Path, warm: Warm) -> AsyncIterator[Stage]:
    async with opened(tmp_path, {"REDIS_URL": redis_url}, warm, hurried.PROGRAM) as made:
        yield made


def by_computers(log: list[Action]) -> list[Action]:
    return [action for action in log if isinstance(action, MOVES) and is_computer(action.by)]


async def bearing(room: Room, kind: str, patience: float = PATIENCE) -> Said:
    """The next message with a button of a kind."""
    while True:
        told = await room.next(patience=patience)
        if any(one.get("callback_data", "").startswith(f"{kind}:") for one in told.buttons):
            return told


async def game_in(store: Store, room: Room) -> Game:
    """The room's game, once it has begun."""
    while True:
        state = (await store.load(Scope(room.id))).state
        table = None if state is None else decode_table(state)
        if isinstance(table, Game):
            return table
        await asyncio.sleep(0.05)


async def until_computers_move(stage: Stage, room: Room, count: int) -> None:
    """Let people pass until computer players have moved so often in all."""
    asked = -1
    async with stage.store() as store, asyncio.timeout(PATIENCE):
        while True:
            log = [decode_entry(entry).action for entry in await stored_log(store, Scope(room.id))]
            if len(by_computers(log)) >= count:
                return
            table = await game_in(store, room)
            mover = table.players[table.turn].user
            if not is_computer(mover) and table.number > asked:
                asked = table.number
                await room.say(mover, "/pas")
            await asyncio.sleep(0.05)


async def alone(stage: Stage, game: str, level: int = 1) -> Room:
    """A game that Kiraz plays in private."""
    room = stage.private(KIRAZ)
    asked = await room.ask(KIRAZ, "/bot")
    await room.press(KIRAZ, asked, data("alone", "", level))
    await room.press(KIRAZ, await room.edited(asked), data("alone", "", level, game))
    lobby = await room.next()
    assert "🤖" in lobby.text
    assert not [one for one in lobby.buttons if one.get("callback_data", "").startswith(("join:", "bell:"))]
    assert lobby.text.startswith("🎲 Yalnız size açık masa"), "nobody else can sit down"
    assert "/katil" not in lobby.text
    await room.tap(KIRAZ, lobby, "begin")
    return room


async def test_somebody_plays_alone_in_private_gives_up_and_plays_again(hurry: Stage) -> None:
    room = await alone(hurry, "kelimelik")
    for _ in range(2):
        board = await bearing(room, "mine")
        assert sentence("tr", "this-chat") in board.text
        assert not [one for one in board.buttons if "url" in one], "there is no group to go back to"
        await room.say(KIRAZ, "/pas")
    await bearing(room, "mine")
    assert len(by_computers(await hurry.log_of(room))) >= 2
    await room.tap(KIRAZ, await room.ask(KIRAZ, "/teslim"), "yes")
    over = await room.next()
    await room.tap(KIRAZ, over, "again")
    lobby = await room.next()
    assert "🤖 Kolay" in lobby.text
    (opened_by, *_) = await hurry.log_of(room)
    assert isinstance(opened_by, Open)
    assert opened_by.computers == (Seat(KOLAY, "🤖 Kolay"),)


async def test_a_game_alone_ends_when_its_only_person_wants_it_to(hurry: Stage) -> None:
    room = await alone(hurry, "scrabble-en")
    await bearing(room, "mine")
    await room.tap(KIRAZ, await room.ask(KIRAZ, "/iptal"), "cancel")
    assert "0" in (await room.next()).text
    assert sentence("tr", "refusal-no-game") in (await room.ask(KIRAZ, "/iptal")).text


async def test_cards_are_turned_up_against_a_computer(hurry: Stage) -> None:
    room = await alone(hurry, "klepka", 4)
    turned_up: list[Action] = []
    async with hurry.store() as store:
        for turn in range(20):
            while "Sıra: Kiraz" not in (await room.next()).text:
                pass
            turned_up = by_computers(await hurry.log_of(room))
            if len(turned_up) >= 2:
                break
            game = await game_in(store, room)
            assert isinstance(game, KlepkaState)
            one, other = [place for place, card in enumerate(game.table, 1) if card][turn : turn + 2]
            # Who turned up a pair may go on.
            await room.say(KIRAZ, "/pas" if game.phase == "extra" else f"/ac {one} {other}")
    assert len(turned_up) >= 2
    assert all(isinstance(action, Flip) for action in turned_up)


async def test_a_computer_that_was_to_move_moves_once_after_the_bot_was_killed(hurry: Stage) -> None:
    room = await alone(hurry, "kelimelik")
    await bearing(room, "mine")
    played = len(by_computers(await hurry.log_of(room)))
    await room.say(KIRAZ, "/pas")
    await hurry.updates_taken()
    await hurry.bot.kill()
    await hurry.bot.start()
    # What the dead process had claimed, if it was so quick, is due again when its lease is over.
    await bearing(room, "mine", PATIENCE + LEASE_SECONDS)
    assert len(by_computers(await hurry.log_of(room))) == played + 1


async def test_the_host_seats_computers_in_a_group_and_an_administrator_forbids_them(hurry: Stage) -> None:
    room = await hurry.room()
    lobby = await room.ask(KIRAZ, "/yeni scrabble-tr saat=yok itiraz=yok")
    await room.ask(LIMON, "/katil")
    refused = await room.ask(LIMON, "/bot usta")
    assert sentence("tr", "refusal-not-host") in refused.text
    await room.say(KIRAZ, "/bot kolay")
    while "🤖 Kolay" not in (await room.edited(lobby)).text:
        pass
    await room.tap(KIRAZ, lobby, "computer")
    while "✖" not in str((panel := await room.next()).buttons):
        pass
    await room.press(KIRAZ, panel, panel.behind("✖"))
    while "🤖" in (now := await room.edited(lobby)).text:
        pass
    assert "Limon" in now.text
    async with hurry.store() as store:
        await store.set_setting(room.id, "computers", "forbidden")
    assert sentence("tr", "refusal-computers-forbidden").split("/")[0] in (await room.ask(KIRAZ, "/bot iyi 2")).text
    async with hurry.store() as store:
        await store.set_setting(room.id, "computers", None)
    await room.say(KIRAZ, "/bot iyi 2")
    while "🤖 İyi, 🤖 İyi 2" not in (await room.edited(lobby)).text:
        pass
    await room.say(KIRAZ, "/baslat")
    await until_computers_move(hurry, room, 2)


async def test_a_computer_takes_over_the_seat_of_somebody_who_is_away(hurry: Stage) -> None:
    room = await hurry.room()
    await room.ask(KIRAZ, "/yeni scrabble-tr saat=yok itiraz=yok")
    for person in (LIMON, NANE):
        await room.ask(person, "/katil")
    await room.ask(KIRAZ, "/baslat")
    async with hurry.store() as store, asyncio.timeout(PATIENCE):
        seat = (await game_in(store, room)).seat_of(NANE)
    assert seat is not None
    await room.say(KIRAZ, f"/degis {seat + 1}")
    asked = await bearing(room, "standin")
    assert sentence("tr", "refusal-not-seated") in (await room.tap(ZEYTIN, asked, "standin"))["text"]
    await room.tap(KIRAZ, asked, "standin")
    vote = await bearing(room, "vote")
    assert "🤖 Orta" in vote.text
    for person in (KIRAZ, LIMON):
        await room.tap(person, vote, "vote")
    await until_computers_move(hurry, room, 1)
