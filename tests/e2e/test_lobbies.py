"""Tables that wait for players and what is chosen for them outlive a kill, and nothing is done twice."""

import re
from collections.abc import Sequence
from typing import Final

from bot.judges import ChatWords, WordChanges
from bot.playground import Fault
from bot.store.client import connect
from bot.store.keys import Scope
from bot.tables.codec import decode_table
from engine.invitations import Invite
from engine.lobby_seats import Join, Open
from tests.e2e.bot_stage import BotStage
from tests.e2e.chat_room import TEXTS, ReadMessage, Room


async def actions_in(stage: BotStage, room: Room) -> list[type]:
    return [type(action) for action in await stage.load_actions(room)]


async def press_in_turn(room: Room, person: int, panel: ReadMessage, *data: str) -> ReadMessage:
    for one in data:
        await room.press_data(person, panel, one)
        panel = await room.wait_edited(panel)
    return panel


ASKED: Final = (("/dil en", "sendMessage"), ("/etiket oyun", "sendPhoto"), ("/kelimeekle kalemz", "sendMessage"))
SINCE: Final = {"language": "uk", "labels": "chat"}
"""What is chosen in each chat before the bot is there again, as if that had been asked by somebody else."""


async def choose_unanswered(stage: BotStage) -> list[Room]:
    """In each of new groups somebody chooses something, and nothing is answered."""
    rooms = [await stage.new_room() for _ in ASKED]
    before = stage.last_call_number
    for room, (text, method) in zip(rooms, ASKED, strict=True):
        stage.playground.faults.add_fault(Fault(kind="close", method=method, chat_id=room.chat_id, count=600))
        await room.say(stage.people[0], text)
    for room, (_, method) in zip(rooms, ASKED, strict=True):
        call = await stage.wait_call(method, status=500, after=before)
        while str(call.parameters["chat_id"]) != str(room.chat_id):
            call = await stage.wait_call(method, status=500, after=call.number)
    return rooms


async def choose_else(stage: BotStage, rooms: Sequence[Room]) -> None:
    async with stage.open_store() as store:
        for room in rooms:
            for name, value in SINCE.items():
                await store.save_setting(room.chat_id, name, value)


async def check_choices(stage: BotStage, rooms: Sequence[Room]) -> None:
    """What was chosen before the kill is answered, and not chosen again."""
    spoken, labelled, added = [await room.read_next() for room in rooms]
    assert spoken.text == TEXTS.plain("en", "language-chosen")
    assert labelled.lines[0] == TEXTS.plain("uk", "labels-game-chosen")
    assert added.text == re.sub("</?b>", "", TEXTS.plain("uk", "words-added", words="KALEMZ", language="tr"))
    async with stage.open_store() as store, connect(stage.bot.settings["REDIS_URL"]) as client:
        assert [await store.load_settings(room.chat_id) for room in rooms] == [SINCE] * len(rooms)
        words = ChatWords(client)
        assert await words.load_changes(rooms[-1].chat_id, "tr") == WordChanges(added=frozenset({"KALEMZ"}))
        assert await words.load_changes(rooms[-1].chat_id, "uk") == WordChanges()


async def test_last_seat_kept_seat_the_groups_game_and_choices_outlive_a_kill(stage: BotStage) -> None:
    kiraz, limon, nane, _ = stage.people
    begun = await stage.new_room()
    card = await begun.say_and_read(kiraz, "/yeni kelimelik başlama=dolunca")
    await begun.tap_kind(limon, card, "join")
    assert (await begun.read_next()).data_of_kind("rack")
    assert begun.unread_messages() == []
    assert await actions_in(stage, begun) == [Open, Join], "the last seat and the game are one commit"

    kept = await stage.new_room()
    card = await kept.say_and_read(kiraz, "/yeni kelimelik istenince")
    await kept.say(kiraz, "/davet @nane_masada")
    shown = await kept.wait_edited(card)

    own = await stage.new_room()
    panel = await own.say_and_read(kiraz, "/ayarlar")
    panel = await press_in_turn(own, kiraz, panel, "set::play", "set::game", "set::game:scrabble-en")
    options = "set::terms:scrabble-en"
    panel = await press_in_turn(own, kiraz, panel, options, f"{options}:*", f"{options}:*0")
    page = await press_in_turn(own, kiraz, panel, panel.data_of_label("Saat"))
    clock = next(one["callback_data"] for one in page.buttons if "25" in one["text"])
    await press_in_turn(own, kiraz, page, clock)
    assert (await own.press_data(limon, panel, f"{options}:*"))["show_alert"], "administrators alone choose"
    before = stage.last_call_number
    stage.playground.faults.add_fault(Fault(kind="close", method="sendPhoto", chat_id=own.chat_id, count=600))
    await own.say(limon, "/yeni")
    await stage.wait_call("sendPhoto", status=500, after=before)
    chosen = await choose_unanswered(stage)
    await stage.bot.kill_bot()
    await choose_else(stage, chosen)
    stage.playground.faults.clear_faults()
    await stage.bot.start_bot()

    await begun.say(nane, "/katil")
    # What was told as the bot was killed may be told again.
    while (await begun.read_next()).text != TEXTS.plain("tr", "refusal-game-begun"):
        pass
    assert await actions_in(stage, begun) == [Open, Join]

    for person, way in ((limon, 0), (limon, 1), (kiraz, 0)):
        button = [one for one in shown.buttons if one["callback_data"].startswith("seat:")][way]
        assert (await kept.press_data(person, shown, button["callback_data"]))["show_alert"], "it is nobody else's"
    await kept.tap_kind(nane, shown, "seat")
    while "Nane" not in (await kept.wait_edited(card)).text:
        pass
    assert await actions_in(stage, kept) == [Open, Invite, Join]

    assert "25" in (await own.read_next("Scrabble")).text
    assert await actions_in(stage, own) == [Open]
    async with stage.open_store() as store:
        held = await store.load_table(Scope(own.chat_id))
        assert held.state is not None
        table = decode_table(held.state)
        assert (table.ruleset.id, table.ruleset.options_in_use["clock"]) == ("scrabble-en", "25min")
    await check_choices(stage, chosen)
