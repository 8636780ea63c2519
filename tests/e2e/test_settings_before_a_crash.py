"""The bot is killed between what chats choose and its answers: they are answered as at first, and chosen once."""

import re
from typing import Final

from bot.judges import ChatWords, WordChanges
from bot.playground import Fault
from bot.store.client import connect
from bot.texts import Texts
from tests.e2e.bot_stage import BotStage

ASKED: Final = (("/dil en", "sendMessage"), ("/etiket oyun", "sendPhoto"), ("/kelimeekle kalemz", "sendMessage"))
SINCE: Final = {"language": "uk", "labels": "chat"}
"""What is chosen in each chat before the bot is there again, as if that had been asked by somebody else."""


async def test_what_was_chosen_before_a_crash_is_answered_after_it_and_not_chosen_again(stage: BotStage) -> None:
    rooms = [await stage.new_room() for _ in ASKED]
    before = stage.last_call_number
    for room, (text, method) in zip(rooms, ASKED, strict=True):
        stage.playground.faults.add_fault(Fault(kind="close", method=method, chat_id=room.chat_id, count=600))
        await room.say(stage.people[0], text)
    for room, (_, method) in zip(rooms, ASKED, strict=True):
        call = await stage.wait_call(method, status=500, after=before)
        while str(call.parameters["chat_id"]) != str(room.chat_id):
            call = await stage.wait_call(method, status=500, after=call.number)
    await stage.bot.kill_bot()
    stage.playground.faults.clear_faults()
    async with stage.open_store() as store:
        for room in rooms:
            for name, value in SINCE.items():
                await store.save_setting(room.chat_id, name, value)
    await stage.bot.start_bot()
    texts = Texts()
    spoken, labelled, added = [await room.read_next() for room in rooms]
    assert spoken.text == texts.plain("en", "language-chosen")
    assert labelled.lines[0] == texts.plain("uk", "labels-game-chosen")
    assert added.text == re.sub("</?b>", "", texts.plain("uk", "words-added", words="KALEMZ", language="tr"))
    async with stage.open_store() as store, connect(stage.bot.settings["REDIS_URL"]) as client:
        assert [await store.load_settings(room.chat_id) for room in rooms] == [SINCE] * len(rooms)
        words = ChatWords(client)
        assert await words.load_changes(rooms[-1].chat_id, "tr") == WordChanges(added=frozenset({"KALEMZ"}))
        assert await words.load_changes(rooms[-1].chat_id, "uk") == WordChanges()
